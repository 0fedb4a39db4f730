"""Arrays out of a document: the component types of accessors, and their numbers over the file's bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pantin.errors import LimitExceeded, Unsupported

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

DTYPES: dict[str, str] = {
    "int8": "<i1",
    "uint8": "<u1",
    "int16": "<i2",
    "uint16": "<u2",
    "int32": "<i4",
    "uint32": "<u4",
    "int64": "<i8",
    "uint64": "<u8",
    "float8": "<u1",
    "float16": "<f2",
    "float32": "<f4",
    "float64": "<f8",
}
"""How each component type is stored; float8 by its bits."""

WIDE = frozenset({"int128", "uint128", "float128"})
"""Types the format has and no NumPy array can hold."""

UNSIGNED = frozenset({"uint8", "uint16", "uint32", "uint64", "uint128"})
SIGNED = frozenset({"int8", "int16", "int32", "int64", "int128"})
FLOATING = frozenset({"float8", "float16", "float32", "float64", "float128"})


class AccessorFault(ValueError):
    """Numbers that cannot be had from an accessor; the message says why."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What an accessor says of itself: component type, numbers per element, elements, and where they lie."""

    type: str
    size: int
    count: int
    buffer: int
    offset: int
    length: int


def component_bytes(type: str) -> int:
    return 16 if type in WIDE else int(DTYPES[type][2:])


@lru_cache
def float8_values() -> NDArray[np.float32]:
    """The 256 numbers of float8: sign, 4 bits of exponent with bias 7, 3 of fraction, as IEEE has them.

    The exponent 15 is for infinities and NaN, so the largest number is 1.875 · 2^7 = 240.
    """
    bits = np.arange(256)
    exponent, fraction = bits >> 3 & 15, bits & 7
    values = np.where(exponent == 0, fraction * 2.0**-9, (8 + fraction) * 2.0 ** (exponent - 10.0))
    values = np.where(exponent == 15, np.where(fraction == 0, np.inf, np.nan), values)
    return np.where(bits & 128, -values, values).astype(np.float32)


def to_float8(values: NDArray[Any]) -> NDArray[np.uint8]:
    """The nearest float8 of each number, ties to even; beyond the middle of 240 and 256 it is infinite."""
    wanted = np.asarray(values, np.float64)
    known = np.append(float8_values()[:120].astype(np.float64), 256.0)
    size = np.abs(wanted)
    above = np.clip(np.searchsorted(known, size), 1, 120)
    low, high = size - known[above - 1], known[above] - size
    up = (high < low) | ((high == low) & (above % 2 == 0))
    nearest = np.where(size == 0, 0, np.where(up, above, above - 1))
    nearest = np.where(np.isnan(wanted), 121, np.where(size >= 256, 120, nearest))
    return (nearest + np.where(np.signbit(wanted), 128, 0)).astype(np.uint8)


def extent(tree: dict[str, Any], index: Any) -> Extent:
    """What an accessor says; raises `AccessorFault` where that has no meaning."""
    entry = item(tree, "accessors", index)
    view = item(tree, "bufferViews", entry.get("bufferView"))
    type = entry.get("componentType", entry.get("primitiveType"))
    if not isinstance(type, str) or not (type in DTYPES or type in WIDE):
        raise AccessorFault(f"accessor {index} has the component type {type!r}, which is not known")
    size = entry.get("vectorSize", 1)
    offset, length = view.get("byteOffset", 0), view.get("byteLength", -1)
    if not _natural(size) or size < 1 or not _natural(offset) or not _natural(length):
        raise AccessorFault(f"accessor {index} or its view states a size or place that is no natural number")
    each = component_bytes(type) * size
    if length % each:
        raise AccessorFault(f"the view of accessor {index} does not hold a whole number of elements")
    buffer = view.get("buffer", 0)
    return Extent(type, size, length // each, buffer if _natural(buffer) else -1, offset, length)


def item(tree: dict[str, Any], collection: str, index: Any) -> dict[str, Any]:
    """The object at an index of a root collection; raises `AccessorFault` where there is none."""
    listed = tree.get(collection)
    if not _natural(index) or not isinstance(listed, list) or index >= len(listed):
        raise AccessorFault(f"there is no {collection[:-1]} {index}")
    entry = listed[index]
    if not isinstance(entry, dict):
        raise AccessorFault(f"{collection[:-1]} {index} is not an object")
    return entry


def _natural(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def view(document: Document, index: Any) -> NDArray[Any]:
    """(count, size) stored numbers of an accessor, over the bytes of the file where they are not float8.

    Raises `AccessorFault`, `Unsupported` for a 128-bit type and `LimitExceeded`.
    """
    about = extent(document.tree, index)
    if about.type in WIDE:
        raise Unsupported(f"accessor {index} holds {about.type} numbers, which Pantin does not read")
    if about.count > document.limits.elements:
        raise LimitExceeded("elements", f"accessor {index} has {about.count:,} elements")
    found = document.buffer(about.buffer)
    if found.data is None:
        raise AccessorFault(found.fault.message if found.fault else f"buffer {about.buffer} has no data")
    if about.offset + about.length > len(found.data):
        raise AccessorFault(f"the view of accessor {index} ends past its buffer")
    part = found.data[about.offset : about.offset + about.length]
    numbers = np.frombuffer(part, DTYPES[about.type]).reshape(about.count, about.size)
    return float8_values()[numbers] if about.type == "float8" else numbers


def scalars(document: Document, index: Any) -> NDArray[Any]:
    """(count,) numbers of an accessor of single numbers."""
    found = view(document, index)
    if found.shape[1] != 1:
        raise AccessorFault(f"accessor {index} holds {found.shape[1]} numbers per element, not one")
    return found[:, 0]
