"""KHR_draco_mesh_compression: the numbers of the accessors that a compressed primitive fills.

The stream says how much it unpacks to; that is held against the accessors before anything is unpacked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pantin.errors import LimitExceeded
from pantin.formats.gltf.accessor import Array, BadAccessor, buffer_view_bytes
from pantin.formats.gltf.accessor_layout import LAYOUTS
from pantin.formats.gltf.model import get

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

Mesh = Any
"""A decoded mesh of DracoPy, which has no types of its own."""

HEADER_BYTES: Final = 11
METADATA_FLAG: Final = 0x8000
EDGEBREAKER: Final = 1
VARIABLE: Final = (2, 2)
"""From this version on, and in metadata always, numbers have as many bytes as they need."""
FACE_BYTES: Final = 12
POINT_BYTES: Final = 12
"""What is held of a face, and at the least of a point: three numbers of four bytes."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the numbers of `accessor` are: attribute `id` (None: faces) of the stream in `buffer_view`."""

    accessor: int
    buffer_view: int
    id: int | None
    indices: int | None


def is_installed() -> bool:
    return find_spec("DracoPy") is not None


def unpack(document: Document, source: Source, make_room: Callable[[int, int], None]) -> Mesh:
    """The decoded mesh of the stream that holds `source`. `make_room` is told how many bytes become how many,
    before they do."""
    data, start, length, _ = buffer_view_bytes(document, source.buffer_view, f"accessor {source.accessor}")
    stream = bytes(data[start : start + length])
    make_room(len(stream), _checked_size(document, source, stream))
    import DracoPy  # type: ignore[import-not-found]

    try:
        mesh = DracoPy.decode(stream)
    except Exception as error:  # DracoPy raises its own classes, ValueError and RuntimeError alike.
        raise _corrupt(source, str(error)) from error
    if getattr(mesh, "faces", None) is None:
        raise _corrupt(source, "it holds points, not faces")
    return mesh


def numbers(document: Document, mesh: Mesh, source: Source) -> Array:
    """The array of `source.accessor` out of the decoded mesh, in the type and shape that the accessor
    declares.
    """
    accessor = document.model.accessors[source.accessor]
    assert accessor is not None
    layout = LAYOUTS[accessor.component_type, accessor.type]  # type: ignore[index]
    if source.id is None:
        stored = np.asarray(mesh.faces).reshape(-1, 1)
    else:
        found = mesh.get_attribute_by_unique_id(source.id)
        if found is None:
            raise _corrupt(source, f"it has no attribute {source.id}")
        stored = np.asarray(found["data"])
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


def _checked_size(document: Document, source: Source, stream: bytes) -> int:
    """About how many bytes a stream unpacks to. Refuses one whose declared number of faces is not that of the
    indices accessor, or past the limit: nothing else bounds what a few bytes may become.
    """
    if len(stream) < HEADER_BYTES or stream[:5] != b"DRACO":
        raise _corrupt(source, "it does not begin as a Draco stream does")
    faces, points = _declared(source, stream, version=(stream[5], stream[6]), method=stream[8])
    if faces > document.limits.elements:
        raise LimitExceeded("elements", f"the Draco stream of accessor {source.accessor} has {faces:,} faces")
    indices = get(document.model.accessors, source.indices)
    if indices is not None and indices.count is not None and faces * 3 != indices.count:
        raise _corrupt(source, f"it has {faces} faces and the indices accessor {indices.count} elements")
    return faces * FACE_BYTES + points * POINT_BYTES


def _declared(source: Source, stream: bytes, version: tuple[int, int], method: int) -> tuple[int, int]:
    """How many faces and points there are. Draco bitstream 2.2, "Decode sequential / edgebreaker connectivity
    data"; older streams use 32-bit numbers.
    """
    at = HEADER_BYTES
    if int.from_bytes(stream[9:11], "little") & METADATA_FLAG:
        at = _past_metadata(source, stream)
    if method == EDGEBREAKER:
        points, at = _number(source, stream, at + 1, version)
        return _number(source, stream, at, version)[0], points
    faces, at = _number(source, stream, at, version)
    return faces, _number(source, stream, at, version)[0]


def _past_metadata(source: Source, stream: bytes) -> int:
    """Where the metadata end: a tree for each attribute that has one, then that of the file. In a tree the
    parts of an element come behind its entries (Draco bitstream 2.2, "Decode metadata").
    """
    trees, at = _number(source, stream, HEADER_BYTES, VARIABLE)
    for tree in range(trees + 1):
        if tree < trees:
            _, at = _number(source, stream, at, VARIABLE)  # the attribute
        elements, named = 1, False
        while elements:
            at = _past_name(source, stream, at) if named else at
            entries, at = _number(source, stream, at, VARIABLE)
            for _ in range(entries):
                size, at = _number(source, stream, _past_name(source, stream, at), VARIABLE)
                at += size
            below, at = _number(source, stream, at, VARIABLE)
            elements, named = elements - 1 + below, True
    return at


def _past_name(source: Source, stream: bytes, at: int) -> int:
    if at >= len(stream):
        raise _corrupt(source, "its header is cut short")
    return at + 1 + stream[at]


def _number(source: Source, stream: bytes, at: int, version: tuple[int, int]) -> tuple[int, int]:
    if version < (2, 2):
        return int.from_bytes(stream[at : at + 4], "little"), at + 4
    number = shift = 0
    for byte in stream[at : at + 5]:
        number |= (byte & 0x7F) << shift
        shift, at = shift + 7, at + 1
        if byte < 0x80:
            return number, at
    raise _corrupt(source, "its header is cut short")


def _corrupt(source: Source, why: str) -> BadAccessor:
    return BadAccessor(
        "corrupt", f"the Draco stream in buffer view {source.buffer_view} cannot be unpacked: {why}"
    )
