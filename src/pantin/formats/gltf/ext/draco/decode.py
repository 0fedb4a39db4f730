"""KHR_draco_mesh_compression: the numbers of the accessors that a compressed primitive fills.

The stream declares its sizes, which are compared with the accessors before anything is unpacked.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pantin.base.errors import LimitExceeded
from pantin.base.records import Record
from pantin.formats.gltf.accessor import Array, BadAccessor, buffer_view_bytes
from pantin.formats.gltf.accessor_layout import LAYOUTS
from pantin.formats.gltf.model import get

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

Mesh = Any
"""A decoded mesh of DracoPy, which is untyped."""

HEADER_BYTES: Final = 11
METADATA_FLAG: Final = 0x8000
EDGEBREAKER: Final = 1
VARIABLE: Final = (2, 2)
"""Integers have variable length from this version on, and always in metadata."""
FACE_BYTES: Final = 12
POINT_BYTES: Final = 12
"""Memory per face, and at least per point: three numbers of four bytes."""


class CompressedArray(Record):
    """The source of an accessor's numbers: attribute `id` (None: faces) of the stream in `buffer_view`."""

    accessor: int
    buffer_view: int
    id: int | None
    indices: int | None


def is_installed() -> bool:
    return find_spec("DracoPy") is not None


def unpack(document: Document, source: CompressedArray) -> Mesh:
    """The decoded mesh of the stream that holds `source`."""
    data, start, length, _ = buffer_view_bytes(document, source.buffer_view, f"accessor {source.accessor}")
    stream = bytes(data[start : start + length])
    size, what = _check_size(document, source, stream), f"the Draco stream of accessor {source.accessor}"
    return document.budget.hold(size, what, lambda: _decode(source, stream))


def _decode(source: CompressedArray, stream: bytes) -> Mesh:
    import DracoPy  # type: ignore[import-not-found]

    try:
        mesh = DracoPy.decode(stream)
    except Exception as error:  # DracoPy raises its own classes, ValueError and RuntimeError alike.
        raise _corrupt(source, str(error)) from error
    if getattr(mesh, "faces", None) is None:
        raise _corrupt(source, "it holds points, not faces")
    return mesh


def numbers(document: Document, mesh: Mesh, source: CompressedArray) -> Array:
    """The array of `source.accessor` out of the decoded mesh, in the type and shape that the accessor
    declares.
    """
    accessor = document.model.accessors[source.accessor]
    assert accessor is not None
    layout = LAYOUTS[accessor.component_type, accessor.type]  # type: ignore[index]
    if source.id is None:
        stored = np.asarray(mesh.faces).reshape(-1, 1)
    else:
        attribute = mesh.get_attribute_by_unique_id(source.id)
        if attribute is None:
            raise _corrupt(source, f"it has no attribute {source.id}")
        stored = np.asarray(attribute["data"])
    if stored.shape != (accessor.count, *layout.shape):
        raise _corrupt(
            source,
            f"it holds {stored.shape} numbers, accessor {source.accessor} {accessor.count} {accessor.type}",
        )
    typed = stored.astype(layout.dtype, copy=False).view()
    if layout.dtype.kind != "f" and not np.array_equal(typed, stored):
        raise _corrupt(source, f"its numbers do not fit the component type of accessor {source.accessor}")
    typed.flags.writeable = False
    return typed


def _check_size(document: Document, source: CompressedArray, stream: bytes) -> int:
    """The approximate unpacked size of a stream. Raises if its number of faces differs from the indices
    accessor or exceeds the limit: nothing else bounds the unpacked size.
    """
    if len(stream) < HEADER_BYTES or stream[:5] != b"DRACO":
        raise _corrupt(source, "it does not begin as a Draco stream does")
    faces, points = _read_counts(source, stream, version=(stream[5], stream[6]), method=stream[8])
    if faces > document.limits.elements:
        raise LimitExceeded("elements", f"the Draco stream of accessor {source.accessor} has {faces:,} faces")
    indices = get(document.model.accessors, source.indices)
    if indices is not None and indices.count is not None and faces * 3 != indices.count:
        raise _corrupt(source, f"it has {faces} faces and the indices accessor {indices.count} elements")
    return faces * FACE_BYTES + points * POINT_BYTES


def _read_counts(
    source: CompressedArray, stream: bytes, version: tuple[int, int], method: int
) -> tuple[int, int]:
    """The number of faces and of points. Draco bitstream 2.2, "Decode sequential / edgebreaker connectivity
    data"; older streams use 32-bit numbers.
    """
    position = HEADER_BYTES
    if int.from_bytes(stream[9:11], "little") & METADATA_FLAG:
        position = _skip_metadata(source, stream)
    if method == EDGEBREAKER:
        points, position = _read_number(source, stream, position + 1, version)
        return _read_number(source, stream, position, version)[0], points
    faces, position = _read_number(source, stream, position, version)
    return faces, _read_number(source, stream, position, version)[0]


def _skip_metadata(source: CompressedArray, stream: bytes) -> int:
    """The end of the metadata: a tree for each attribute that has one, then the tree of the file. In a tree
    the children of an element follow its entries (Draco bitstream 2.2, "Decode metadata").
    """
    trees, position = _read_number(source, stream, HEADER_BYTES, VARIABLE)
    for tree in range(trees + 1):
        if tree < trees:
            _, position = _read_number(source, stream, position, VARIABLE)  # the attribute
        elements, has_name = 1, False
        while elements:
            position = _skip_name(source, stream, position) if has_name else position
            entries, position = _read_number(source, stream, position, VARIABLE)
            for _ in range(entries):
                size, position = _read_number(source, stream, _skip_name(source, stream, position), VARIABLE)
                position += size
            children, position = _read_number(source, stream, position, VARIABLE)
            elements, has_name = elements - 1 + children, True
    return position


def _skip_name(source: CompressedArray, stream: bytes, position: int) -> int:
    if position >= len(stream):
        raise _corrupt(source, "its header is cut short")
    return position + 1 + stream[position]


def _read_number(
    source: CompressedArray, stream: bytes, position: int, version: tuple[int, int]
) -> tuple[int, int]:
    if version < (2, 2):
        return int.from_bytes(stream[position : position + 4], "little"), position + 4
    number = shift = 0
    for byte in stream[position : position + 5]:
        number |= (byte & 0x7F) << shift
        shift, position = shift + 7, position + 1
        if byte < 0x80:
            return number, position
    raise _corrupt(source, "its header is cut short")


def _corrupt(source: CompressedArray, why: str) -> BadAccessor:
    return BadAccessor(
        "corrupt", f"the Draco stream in buffer view {source.buffer_view} cannot be unpacked: {why}"
    )
