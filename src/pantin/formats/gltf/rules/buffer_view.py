"""Rules about buffer views: length and stride."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.formats.gltf.codes import INDICES
from pantin.formats.gltf.extent import is_broken
from pantin.formats.gltf.model import get, getter
from pantin.formats.gltf.schema import SparseIndices, SparseValues
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.model import BufferView

# The number that the Khronos validator uses instead of an invalid one.
BROKEN = -1


def strided_views(scope: Scope) -> list[tuple[int, BufferView]]:
    """The buffer views with a stride, with their indices."""
    views = enumerate(scope.model.buffer_views)
    return [(i, view) for i, view in views if view and view.byte_stride is not None]


@rule("GLTF-BUFFER_VIEW_TOO_LONG", "error", "{view} ends at byte {end}, but {buffer} has only {length} bytes")
def buffer_view_too_long(scope: Scope) -> Iterator[Finding]:
    """Buffer view exceeds its buffer.

    What: A buffer view must end within its buffer.
    Why: Readers read past the end, or refuse the file.
    Fix: Correct `byteOffset` and `byteLength`, or the buffer's `byteLength` if its data is longer.
    Source: glTF 2.0 §3.6.1.
    """
    buffer_of = getter(scope.model.buffers)
    for i, view in enumerate(scope.model.buffer_views):
        buffer = buffer_of(view.buffer) if view else None
        if view is None or buffer is None or buffer.byte_length is None:
            continue
        offset = view.byte_offset
        if offset is None:
            offset = BROKEN if is_broken(scope, "byteOffset", "bufferViews", i) else 0
        length = BROKEN if view.byte_length is None else view.byte_length
        if offset + length > buffer.byte_length or offset >= buffer.byte_length:
            member = "byteOffset" if offset >= buffer.byte_length else "byteLength"
            names = {"view": scope.named("buffer view", i), "buffer": scope.named("buffer", view.buffer)}
            where, end = pointer("bufferViews", i, member), offset + length
            yield buffer_view_too_long.at(where, **names, end=end, length=buffer.byte_length)


@rule(
    "GLTF-BUFFER_VIEW_TOO_BIG_BYTE_STRIDE",
    "error",
    "{view} has a byteStride of {stride}, but only {length} bytes",
    only_with=("byteStride",),
)
def buffer_view_too_big_byte_stride(scope: Scope) -> Iterator[Finding]:
    """Stride is larger than the buffer view.

    What: The `byteStride` of a buffer view must not be greater than its `byteLength`.
    Why: Not even one element with its stride fits.
    Fix: Omit `byteStride` if the data is tightly packed.
    Source: glTF 2.0 §3.6.2.4.
    """
    for i, view in scope.fact(strided_views):
        stride, length = view.byte_stride, view.byte_length
        if stride is not None and length is not None and stride > length:
            where, name = pointer("bufferViews", i, "byteStride"), scope.named("buffer view", i)
            yield buffer_view_too_big_byte_stride.at(where, view=name, stride=stride, length=length)


@rule(
    "GLTF-VALUE_MULTIPLE_OF",
    "error",
    "{view} has a byteStride of {stride}, expected a multiple of 4",
    only_with=("byteStride",),
)
def value_multiple_of(scope: Scope) -> Iterator[Finding]:
    """Stride is not a multiple of 4.

    What: The `byteStride` of a buffer view must be a multiple of 4.
    Why: Graphics hardware needs every vertex attribute at a multiple of 4 bytes.
    Fix: Pad the elements and correct the stride.
    Source: glTF 2.0 §3.6.2.4 and §5.11.4 (bufferView.byteStride).
    """
    for i, view in scope.fact(strided_views):
        if view.byte_stride is not None and view.byte_stride % 4:
            where, name = pointer("bufferViews", i, "byteStride"), scope.named("buffer view", i)
            yield value_multiple_of.at(where, view=name, stride=view.byte_stride)


@rule(
    "GLTF-BUFFER_VIEW_INVALID_BYTE_STRIDE",
    "error",
    "{view} has a byteStride, which only vertex attributes may have",
    only_with=("byteStride",),
)
def buffer_view_invalid_byte_stride(scope: Scope) -> Iterator[Finding]:
    """Stride on data that is not a vertex attribute.

    What: Buffer views of indices, and of the parts of sparse accessors, must not have `byteStride`.
    Why: Readers take these as lists without gaps.
    Fix: Pack the data and remove `byteStride`.
    Source: glTF 2.0 §3.6.2.4 and §3.6.2.3 (sparse accessors).
    """
    views = scope.model.buffer_views
    for i, view in scope.fact(strided_views):
        if view.target == INDICES:
            where = pointer("bufferViews", i, "byteStride")
            yield buffer_view_invalid_byte_stride.at(where, view=scope.named("buffer view", i))
    for reference in scope.references_from(SparseIndices, SparseValues):
        if reference.path[2:3] == ("sparse",) and reference.path[0] == "accessors":
            part = get(views, reference.index)
            if part and part.byte_stride is not None:
                name = scope.named("buffer view", reference.index)
                yield buffer_view_invalid_byte_stride.at(pointer(*reference.path), view=name)


RULES = (
    buffer_view_too_big_byte_stride,
    value_multiple_of,
    buffer_view_invalid_byte_stride,
    buffer_view_too_long,
)
