"""Rules about buffer views: that they lie within their buffer, and when they may have a stride."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.codes import INDICES
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.extent import is_broken
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

# What the Khronos validator computes with in place of a number that is broken.
BROKEN = -1


@rule(
    "GLTF-BUFFER_VIEW_TOO_LONG", "error", "it ends at byte {end} of buffer {buffer}, which has {length} bytes"
)
def buffer_view_too_long(scope: Scope) -> Iterator[Finding]:
    """A buffer view must lie within its buffer.

    Why: readers would read past the end, or refuse the file.
    Mend: correct `byteOffset` and `byteLength`, or the buffer's `byteLength` if its data is longer.
    Source: glTF 2.0 §3.6.1.
    """
    for i, view in enumerate(scope.model.buffer_views):
        buffer = get(scope.model.buffers, view.buffer) if view else None
        if view is None or buffer is None or buffer.byte_length is None:
            continue
        offset = view.byte_offset
        if offset is None:
            offset = BROKEN if is_broken(scope, "byteOffset", "bufferViews", i) else 0
        length = BROKEN if view.byte_length is None else view.byte_length
        if offset + length > buffer.byte_length or offset >= buffer.byte_length:
            member = "byteOffset" if offset >= buffer.byte_length else "byteLength"
            place, end = pointer("bufferViews", i, member), offset + length
            yield buffer_view_too_long.at(place, end=end, buffer=view.buffer, length=buffer.byte_length)


@rule("GLTF-BUFFER_VIEW_TOO_BIG_BYTE_STRIDE", "error", "the stride, {stride}, exceeds the length, {length}")
def buffer_view_too_big_byte_stride(scope: Scope) -> Iterator[Finding]:
    """The stride of a buffer view must not be greater than its length.

    Why: not even one element with its stride would fit.
    Mend: leave `byteStride` out if the data is tightly packed.
    Source: glTF 2.0 §3.6.2.4.
    """
    for i, view in enumerate(scope.model.buffer_views):
        stride, length = (view.byte_stride, view.byte_length) if view else (None, None)
        if stride is not None and length is not None and stride > length:
            place = pointer("bufferViews", i, "byteStride")
            yield buffer_view_too_big_byte_stride.at(place, stride=stride, length=length)


@rule("GLTF-VALUE_MULTIPLE_OF", "error", "the stride, {stride}, is not a multiple of 4")
def value_multiple_of(scope: Scope) -> Iterator[Finding]:
    """The stride of a buffer view must be a multiple of 4.

    Why: every vertex attribute begins at a multiple of 4 bytes, as graphics hardware asks.
    Mend: pad the elements, and correct the stride.
    Source: glTF 2.0 §3.6.2.4 and §5.11.4 (bufferView.byteStride).
    """
    for i, view in enumerate(scope.model.buffer_views):
        if view and view.byte_stride is not None and view.byte_stride % 4:
            yield value_multiple_of.at(pointer("bufferViews", i, "byteStride"), stride=view.byte_stride)


@rule(
    "GLTF-BUFFER_VIEW_INVALID_BYTE_STRIDE", "error", "only views of vertex attributes may have a byteStride"
)
def buffer_view_invalid_byte_stride(scope: Scope) -> Iterator[Finding]:
    """A view of indices, or of the parts of a sparse accessor, must have no stride.

    Why: these are lists without gaps; a stride is for the interleaved attributes of vertices.
    Mend: remove `byteStride`, and put the data together without gaps if it has any.
    Source: glTF 2.0 §3.6.2.4 and §3.6.2.3 (sparse accessors).
    """
    views = scope.model.buffer_views
    for i, view in enumerate(views):
        if view and view.byte_stride is not None and view.target == INDICES:
            yield buffer_view_invalid_byte_stride.at(pointer("bufferViews", i, "byteStride"))
    for reference in scope.references:
        if reference.place[2:3] == ("sparse",) and reference.place[0] == "accessors":
            view = get(views, reference.index)
            if view and view.byte_stride is not None:
                yield buffer_view_invalid_byte_stride.at(pointer(*reference.place))


RULES = (
    buffer_view_too_big_byte_stride,
    value_multiple_of,
    buffer_view_invalid_byte_stride,
    buffer_view_too_long,
)
