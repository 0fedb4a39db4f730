"""Arrays of a document: the component types of accessors, and numbers from and to bytes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import LimitExceeded, Unsuitable, Unsupported
from pantin.base.records import Record

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
"""The storage type of each component type; float8 is stored by its bits."""

WIDE = frozenset({"int128", "uint128", "float128"})
"""Types of the format that no NumPy array can hold."""

UNSIGNED = frozenset({"uint8", "uint16", "uint32", "uint64", "uint128"})
SIGNED = frozenset({"int8", "int16", "int32", "int64", "int128"})
FLOATING = frozenset({"float8", "float16", "float32", "float64", "float128"})


class AccessorFault(ValueError):
    """Numbers of an accessor are unreadable; the message is the reason."""


class Extent(Record):
    """The extent of an accessor: component type, numbers per element, number of elements, and their bytes."""

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
    """Round numbers to the nearest float8, ties to even; beyond halfway between 240 and 256 they become
    infinite."""
    wanted = np.asarray(values, np.float64)
    known = np.append(float8_values()[:120].astype(np.float64), 256.0)
    size = np.abs(wanted)
    upper = np.clip(np.searchsorted(known, size), 1, 120)
    low, high = size - known[upper - 1], known[upper] - size
    up = (high < low) | ((high == low) & (upper % 2 == 0))
    nearest = np.where(size == 0, 0, np.where(up, upper, upper - 1))
    nearest = np.where(np.isnan(wanted), 121, np.where(size >= 256, 120, nearest))
    return (nearest + np.where(np.signbit(wanted), 128, 0)).astype(np.uint8)


def extent(document: Document, index: Any) -> Extent:
    """The extent of an accessor; raises `AccessorFault` if it is invalid."""
    if not _natural(index):
        raise AccessorFault(f"there is no accessor {index}")
    known = document.extents
    if index not in known:
        known[index] = _extent(document, index)
    return known[index]


def _extent(document: Document, index: int) -> Extent:
    if index in document.made:
        array = document.made[index]
        return Extent(array.dtype.name, array.shape[1], len(array), -1, 0, array.nbytes)
    tree = document.tree
    entry = item(tree, "accessors", index)
    view = item(tree, "bufferViews", entry.get("bufferView"))
    # What a file requires is asked before it is upgraded.
    type = entry.get("componentType", entry.get("primitiveType"))
    if not isinstance(type, str) or not (type in DTYPES or type in WIDE):
        raise AccessorFault(f"accessor {index} has the unknown component type {type!r}")
    size = entry.get("vectorSize", 1)
    offset, length = view.get("byteOffset", 0), view.get("byteLength", -1)
    if not _natural(size) or size < 1 or not _natural(offset) or not _natural(length):
        raise AccessorFault(f"accessor {index} or its buffer view has an invalid size or offset")
    each = component_bytes(type) * size
    if length % each:
        raise AccessorFault(f"the buffer view of accessor {index} does not hold a whole number of elements")
    buffer = view.get("buffer", 0)
    return Extent(type, size, length // each, buffer if _natural(buffer) else -1, offset, length)


def item(tree: dict[str, Any], collection: str, index: Any) -> dict[str, Any]:
    """The object at an index of a root collection; raises `AccessorFault` if it does not exist."""
    listed = tree.get(collection)
    if not _natural(index) or not isinstance(listed, list) or index >= len(listed):
        raise AccessorFault(f"there is no {collection[:-1]} {index}")
    entry = listed[index]
    if not isinstance(entry, dict):
        raise AccessorFault(f"{collection[:-1]} {index} is not an object")
    return entry


def _natural(value: Any) -> bool:
    return type(value) is int and value >= 0


def view(document: Document, index: Any) -> NDArray[Any]:
    """(count, size) stored numbers of an accessor, over the bytes of the file unless they are float8.

    Raises `AccessorFault`, `Unsupported` for a 128-bit type and `LimitExceeded`.
    """
    if document.made and _natural(index) and index in document.made:
        return document.made[index]
    stored = extent(document, index)
    if stored.type in WIDE:
        raise Unsupported(f"accessor {index} has the unsupported component type {stored.type}")
    if stored.count > document.limits.elements:
        what = f"accessor {index} has {stored.count:,} elements, more than {document.limits.elements:,}"
        raise LimitExceeded("elements", what)
    buffer = document.buffer(stored.buffer)
    if buffer.data is None:
        raise AccessorFault(buffer.fault.message if buffer.fault else f"buffer {stored.buffer} has no data")
    if stored.offset + stored.length > len(buffer.data):
        raise AccessorFault(f"the buffer view of accessor {index} ends past its buffer")
    part = buffer.data[stored.offset : stored.offset + stored.length]
    numbers = np.frombuffer(part, DTYPES[stored.type]).reshape(stored.count, stored.size)
    if stored.type != "float8":
        return numbers
    return document.budget.hold(4 * numbers.size, f"accessor {index}", lambda: float8_values()[numbers])


def scalars(document: Document, index: Any) -> NDArray[Any]:
    """(count,) numbers of an accessor of single numbers."""
    array = view(document, index)
    if array.shape[1] != 1:
        raise AccessorFault(f"accessor {index} has {array.shape[1]} numbers per element, expected 1")
    return array[:, 0]


def to_bytes(array: NDArray[Any], type: str) -> bytes:
    """Encode an array as a component type; raises `ValueError` for integers out of range."""
    if type in WIDE:
        raise Unsuitable(f"Pantin does not write {type} numbers")
    if type == "float8":
        return to_float8(array).tobytes()
    dtype = np.dtype(DTYPES[type])
    if dtype.kind in "iu" and array.size:
        limits = np.iinfo(dtype)
        if int(array.min()) < limits.min or int(array.max()) > limits.max:
            raise ValueError(f"a number is out of the range of {type}")
    return np.ascontiguousarray(array, dtype).tobytes()


def index_type(largest: int) -> str:
    """The smallest unsigned type that holds indices up to `largest`."""
    types = ("uint8", "uint16", "uint32", "uint64")
    return next(type for type in types if largest <= np.iinfo(type).max)


def real_type(array: NDArray[Any]) -> str:
    """The floating-point type that stores an array: float32 if that holds it exactly, else float64."""
    return "float32" if array.dtype in (np.float32, np.float16) else "float64"
