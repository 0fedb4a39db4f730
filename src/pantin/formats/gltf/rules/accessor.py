"""Rules about accessors as the JSON states them: alignment, stride, and whether they fit their buffer
views.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.accessor_layout import COMPONENT_SIZES
from pantin.formats.gltf.codes import FLOAT, MATRIX_ORDERS, UNSIGNED_INT
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.extent import Extent, extents, stated
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.model import BufferView


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of components inside a buffer view: an accessor's own, its sparse indices, or its sparse
    values.
    """

    place: str
    offset: int
    component_size: int
    length: int
    view: BufferView
    view_index: int
    view_offset: int | None
    extent: Extent


def _complete(scope: Scope) -> Iterator[Extent]:
    """The accessors whose type, component type and count are known: no other can be measured."""
    for extent in scope.fact(extents):
        if extent is not None and extent.count != -1 and None not in (extent.format):
            yield extent


def stretches(scope: Scope) -> list[Stretch]:
    return [stretch for extent in _complete(scope) for stretch in _stretches(scope, extent)]


def _stretches(scope: Scope, extent: Extent) -> Iterator[Stretch]:
    accessor = extent.accessor
    place: tuple[str | int, ...] = ("accessors", extent.index)
    parts = [(place, accessor.buffer_view, extent.offset, extent.component_size, extent.length)]
    sparse = accessor.sparse
    if (
        sparse is not None
        and sparse.count is not None
        and sparse.indices is not None
        and sparse.values is not None
    ):
        width = COMPONENT_SIZES.get(sparse.indices.component_type or 0, 0)
        inside = (*place, "sparse", "indices")
        offset = stated(scope, sparse.indices.byte_offset, *inside)
        if width:
            parts.append((inside, sparse.indices.buffer_view, offset, width, width * sparse.count))
        inside = (*place, "sparse", "values")
        offset = stated(scope, sparse.values.byte_offset, *inside)
        length = extent.component_size * extent.components * sparse.count
        parts.append((inside, sparse.values.buffer_view, offset, extent.component_size, length))
    for tokens, view_index, offset, width, length in parts:
        view = get(scope.model.buffer_views, view_index)
        if view is not None and view_index is not None and offset is not None:
            start = stated(scope, view.byte_offset, "bufferViews", view_index)
            yield Stretch(pointer(*tokens), offset, width, length, view, view_index, start, extent)


@rule(
    "GLTF-ACCESSOR_NORMALIZED_INVALID", "error", "normalized is set, but the components are {component_type}"
)
def accessor_normalized_invalid(scope: Scope) -> Iterator[Finding]:
    """Only 8-bit and 16-bit integers can be normalized.

    Why: floats are used as they are, and fractions of 32-bit integers do not fit a float.
    Mend: remove `normalized`, or store the numbers as bytes or shorts.
    Source: glTF 2.0 §5.1.4 (accessor.normalized).
    """
    names = {UNSIGNED_INT: "unsigned integers of 32 bits", FLOAT: "floats"}
    for extent in scope.fact(extents):
        if extent is not None and extent.accessor.normalized and extent.accessor.component_type in names:
            place = pointer("accessors", extent.index, "normalized")
            yield accessor_normalized_invalid.at(place, component_type=names[extent.accessor.component_type])


@rule(
    "GLTF-ACCESSOR_MATRIX_ALIGNMENT",
    "error",
    "matrices start at byteOffset {offset}, which is not a multiple of 4",
)
def accessor_matrix_alignment(scope: Scope) -> Iterator[Finding]:
    """Matrices start on 4-byte boundaries.

    Why: every column of a matrix is aligned to 4 bytes, the first as well.
    Mend: move the data to an offset that is a multiple of 4.
    Source: glTF 2.0 §3.6.2.4.
    """
    for extent in scope.fact(extents):
        if extent is not None and extent.accessor.type in MATRIX_ORDERS and (extent.offset or 0) % 4:
            place = pointer("accessors", extent.index, "byteOffset")
            yield accessor_matrix_alignment.at(place, offset=extent.offset)


@rule(
    "GLTF-ACCESSOR_OFFSET_ALIGNMENT",
    "error",
    "byteOffset {offset} is not a multiple of the component size {size}",
)
def accessor_offset_alignment(scope: Scope) -> Iterator[Finding]:
    """An accessor's byteOffset is a multiple of the size of its components.

    Why: typed arrays and graphics hardware refuse numbers that are not aligned.
    Mend: move the data to an aligned offset.
    Source: glTF 2.0 §3.6.2.4.
    """
    for stretch in scope.fact(stretches):
        if stretch.offset % stretch.component_size:
            yield accessor_offset_alignment.at(
                stretch.place + "/byteOffset", offset=stretch.offset, size=stretch.component_size
            )


@rule(
    "GLTF-ACCESSOR_TOTAL_OFFSET_ALIGNMENT",
    "error",
    "the data start at byte {offset} of the buffer, which is not a multiple of the component size {size}",
)
def accessor_total_offset_alignment(scope: Scope) -> Iterator[Finding]:
    """The offsets of accessor and buffer view together are a multiple of the size of the components.

    Why: typed arrays are laid over the buffer itself, and need the sum to be aligned.
    Mend: move the buffer view or the accessor to an aligned offset.
    Source: glTF 2.0 §3.6.2.4.
    """
    for stretch in scope.fact(stretches):
        total = stretch.offset + (stretch.view_offset or 0)
        if stretch.view_offset is not None and total % stretch.component_size:
            yield accessor_total_offset_alignment.at(stretch.place, offset=total, size=stretch.component_size)


@rule(
    "GLTF-ACCESSOR_TOO_LONG",
    "error",
    "{length} bytes from byteOffset {offset} do not fit buffer view {view}, which has {available} bytes",
)
def accessor_too_long(scope: Scope) -> Iterator[Finding]:
    """An accessor lies within its buffer view.

    Why: there are no numbers outside; readers fail or read what belongs to others.
    Mend: correct count, byteOffset, or the buffer view's byteLength.
    Source: glTF 2.0 §3.6.2.4.
    """
    for stretch in scope.fact(stretches):
        available = -1 if stretch.view.byte_length is None else stretch.view.byte_length
        if stretch.view_offset is None or stretch.offset + stretch.length <= available:
            continue
        place = stretch.place + ("/byteOffset" if stretch.offset > available else "")
        values: dict[str, Any] = {
            "length": stretch.length,
            "offset": stretch.offset,
            "view": stretch.view_index,
        }
        yield accessor_too_long.at(place, **values, available=max(available, 0))


@rule(
    "GLTF-ACCESSOR_SMALL_BYTESTRIDE",
    "error",
    "the buffer view's byteStride {stride} is less than the length of an element, {size}",
)
def accessor_small_bytestride(scope: Scope) -> Iterator[Finding]:
    """A buffer view's byteStride is at least the length of an element of each accessor in it.

    Why: with a smaller one the elements overlap.
    Mend: correct byteStride, or the accessor's type and componentType.
    Source: glTF 2.0 §3.6.2.4.
    """
    for extent in _complete(scope):
        if extent.view is not None and extent.view.byte_stride is not None and extent.stride < extent.size:
            place = pointer("accessors", extent.index)
            yield accessor_small_bytestride.at(place, stride=extent.stride, size=extent.size)


@rule(
    "GLTF-ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE",
    "error",
    "{sparse} elements are replaced in an accessor of {count}",
)
def accessor_sparse_count_out_of_range(scope: Scope) -> Iterator[Finding]:
    """A sparse accessor replaces no more elements than it has.

    Why: each element is replaced at most once.
    Mend: correct sparse.count or the accessor's count.
    Source: glTF 2.0 §3.6.2.3.
    """
    for extent in _complete(scope):
        sparse = extent.accessor.sparse
        if sparse is None or sparse.indices is None or sparse.values is None:
            continue
        if sparse.count is not None and sparse.count > extent.count:
            place = pointer("accessors", extent.index, "sparse", "count")
            yield accessor_sparse_count_out_of_range.at(place, sparse=sparse.count, count=extent.count)


RULES = (
    accessor_normalized_invalid,
    accessor_matrix_alignment,
    accessor_small_bytestride,
    accessor_offset_alignment,
    accessor_total_offset_alignment,
    accessor_too_long,
    accessor_sparse_count_out_of_range,
)
