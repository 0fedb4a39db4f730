"""Rules about accessors in the JSON: alignment, stride, and fit to their buffer views."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pantin.formats.gltf.accessor_layout import COMPONENT_SIZES
from pantin.formats.gltf.codes import FLOATS, MATRIX_ORDERS, UNSIGNED_INT
from pantin.formats.gltf.extent import Extent, stated_offset
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.accessor_table import AccessorTable, Mask, suspects
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.formats.gltf.model import BufferView


class Stretch(Struct, frozen=True, gc=False):
    """A run of components inside a buffer view: an accessor's own, its sparse indices, or its sparse
    values.
    """

    path: tuple[str | int, ...]
    offset: int
    component_size: int
    length: int
    view: BufferView
    view_index: int
    view_offset: int | None
    extent: Extent

    @property
    def pointer(self) -> str:
        return pointer(*self.path)


def _complete(scope: Scope, find: Callable[[AccessorTable], Mask]) -> Iterator[Extent]:
    """Suspect accessors with a valid type, component type and count: others cannot be measured."""
    for extent in suspects(scope, find):
        if extent.count != -1 and None not in (extent.format):
            yield extent


def stretches(scope: Scope) -> list[Stretch]:
    """The stretches of accessors that may be unaligned or too long."""
    misplaced = _complete(scope, _may_be_misplaced)
    return [stretch for extent in misplaced for stretch in _stretches(scope, extent)]


def _may_be_misplaced(table: AccessorTable) -> Mask:
    return table.is_sparse | (table.has_view & (~table.is_aligned | (table.end > table.view_length)))


def _stretches(scope: Scope, extent: Extent) -> Iterator[Stretch]:
    accessor = extent.accessor
    path: tuple[str | int, ...] = ("accessors", extent.index)
    parts = [(path, accessor.buffer_view, extent.offset, extent.component_size, extent.length)]
    sparse = accessor.sparse
    if (
        sparse is not None
        and sparse.count is not None
        and sparse.indices is not None
        and sparse.values is not None
    ):
        width = COMPONENT_SIZES.get(sparse.indices.component_type or 0, 0)
        inside = (*path, "sparse", "indices")
        offset = stated_offset(scope, sparse.indices.byte_offset, *inside)
        if width:
            parts.append((inside, sparse.indices.buffer_view, offset, width, width * sparse.count))
        inside = (*path, "sparse", "values")
        offset = stated_offset(scope, sparse.values.byte_offset, *inside)
        length = extent.component_size * extent.components * sparse.count
        parts.append((inside, sparse.values.buffer_view, offset, extent.component_size, length))
    for tokens, view_index, offset, width, length in parts:
        view = get(scope.model.buffer_views, view_index)
        if view is not None and view_index is not None and offset is not None:
            start = stated_offset(scope, view.byte_offset, "bufferViews", view_index)
            yield Stretch(tokens, offset, width, length, view, view_index, start, extent)


@rule(
    "GLTF-ACCESSOR_NORMALIZED_INVALID",
    "error",
    "{accessor} is normalized, but its components are {component_type}",
)
def accessor_normalized_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid normalized accessor.

    What: Only accessors of 8-bit and 16-bit integers may be `normalized`.
    Why: Floats are used as they are, and 32-bit integers have more digits than a float.
    Fix: Remove `normalized`, or store the numbers as bytes or shorts.
    Source: glTF 2.0 §5.1.4 (accessor.normalized).
    """
    names = {UNSIGNED_INT: "32-bit integers", **dict.fromkeys(FLOATS, "floats")}
    for extent in suspects(scope, lambda table: table.is_normalized):
        if extent.accessor.normalized and extent.accessor.component_type in names:
            where = pointer("accessors", extent.index, "normalized")
            type_name = names[extent.accessor.component_type]
            accessor = scope.named("accessor", extent.index)
            yield accessor_normalized_invalid.at(where, accessor=accessor, component_type=type_name)


@rule(
    "GLTF-ACCESSOR_MATRIX_ALIGNMENT",
    "error",
    "the matrices of {accessor} start at byteOffset {offset}, expected a multiple of 4",
)
def accessor_matrix_alignment(scope: Scope) -> Iterator[Finding]:
    """Matrices are not aligned.

    What: The `byteOffset` of an accessor of matrices must be a multiple of 4.
    Why: Every column of a matrix must be aligned to 4 bytes, the first one too.
    Fix: Move the data to an offset that is a multiple of 4.
    Source: glTF 2.0 §3.6.2.4.
    """
    for extent in suspects(scope, lambda table: table.offset % 4 != 0):
        if extent.accessor.type in MATRIX_ORDERS and (extent.offset or 0) % 4:
            where, accessor = pointer("accessors", extent.index, "byteOffset"), extent.index
            yield accessor_matrix_alignment.at(
                where, accessor=scope.named("accessor", accessor), offset=extent.offset
            )


@rule(
    "GLTF-ACCESSOR_OFFSET_ALIGNMENT",
    "error",
    "{subject} has byteOffset {offset}, expected a multiple of its component size, {size}",
)
def accessor_offset_alignment(scope: Scope) -> Iterator[Finding]:
    """Accessor is not aligned.

    What: The `byteOffset` of an accessor must be a multiple of its component size.
    Why: Typed arrays and graphics hardware refuse unaligned numbers.
    Fix: Move the data to an aligned offset.
    Source: glTF 2.0 §3.6.2.4.
    """
    for stretch in scope.fact(stretches):
        if stretch.offset % stretch.component_size:
            yield accessor_offset_alignment.at(
                stretch.pointer + "/byteOffset",
                subject=scope.subject(stretch.path),
                offset=stretch.offset,
                size=stretch.component_size,
            )


@rule(
    "GLTF-ACCESSOR_TOTAL_OFFSET_ALIGNMENT",
    "error",
    "{subject} starts at byte {offset} of its buffer, expected a multiple of its component size, {size}",
)
def accessor_total_offset_alignment(scope: Scope) -> Iterator[Finding]:
    """Accessor is not aligned in its buffer.

    What: The sum of the `byteOffset` of an accessor and of its buffer view must be a multiple of the
    component size.
    Why: Typed arrays over the buffer need this sum to be aligned.
    Fix: Move the buffer view or the accessor to an aligned offset.
    Source: glTF 2.0 §3.6.2.4.
    """
    for stretch in scope.fact(stretches):
        total = stretch.offset + (stretch.view_offset or 0)
        if stretch.view_offset is not None and total % stretch.component_size:
            values: dict[str, Any] = {"offset": total, "size": stretch.component_size}
            yield accessor_total_offset_alignment.at(
                stretch.pointer, subject=scope.subject(stretch.path), **values
            )


@rule(
    "GLTF-ACCESSOR_TOO_LONG",
    "error",
    "{subject} needs {length} bytes from byteOffset {offset}, but {view} has only {available}",
)
def accessor_too_long(scope: Scope) -> Iterator[Finding]:
    """Accessor exceeds its buffer view.

    What: An accessor must end within its buffer view.
    Why: There is no data outside. Readers fail, or read the data of other accessors.
    Fix: Correct `count`, `byteOffset`, or the `byteLength` of the buffer view.
    Source: glTF 2.0 §3.6.2.4.
    """
    for stretch in scope.fact(stretches):
        available = -1 if stretch.view.byte_length is None else stretch.view.byte_length
        if stretch.view_offset is None or stretch.offset + stretch.length <= available:
            continue
        where = stretch.pointer + ("/byteOffset" if stretch.offset > available else "")
        values: dict[str, Any] = {
            "subject": scope.subject(stretch.path),
            "length": stretch.length,
            "offset": stretch.offset,
            "view": scope.named("buffer view", stretch.view_index),
        }
        yield accessor_too_long.at(where, **values, available=max(available, 0))


@rule(
    "GLTF-ACCESSOR_SMALL_BYTESTRIDE",
    "error",
    "{view} has a byteStride of {stride}, less than the {size} bytes of an element of {accessor}",
    only_with=("byteStride",),
)
def accessor_small_bytestride(scope: Scope) -> Iterator[Finding]:
    """Stride is smaller than an element.

    What: The `byteStride` of a buffer view must be at least the size of an element of each accessor in it.
    Why: With a smaller stride the elements overlap.
    Fix: Correct `byteStride`, or `type` and `componentType` of the accessor.
    Source: glTF 2.0 §3.6.2.4.
    """
    for extent in _complete(scope, lambda table: table.stride < table.size):
        if extent.view is not None and extent.view.byte_stride is not None and extent.stride < extent.size:
            view = scope.named("buffer view", extent.accessor.buffer_view)
            names = {"view": view, "accessor": scope.named("accessor", extent.index)}
            where = pointer("accessors", extent.index)
            yield accessor_small_bytestride.at(where, **names, stride=extent.stride, size=extent.size)


@rule(
    "GLTF-ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE",
    "error",
    "the sparse data of {accessor} replaces {sparse}, but the accessor has only {count}",
    only_with=("sparse",),
)
def accessor_sparse_count_out_of_range(scope: Scope) -> Iterator[Finding]:
    """Sparse accessor replaces too many elements.

    What: The `sparse.count` of an accessor must not be greater than its `count`.
    Why: Each element can be replaced only once.
    Fix: Correct `sparse.count` or `count`.
    Source: glTF 2.0 §3.6.2.3.
    """
    for extent in _complete(scope, lambda table: table.is_sparse):
        sparse = extent.accessor.sparse
        if sparse is None or sparse.indices is None or sparse.values is None:
            continue
        if sparse.count is not None and sparse.count > extent.count:
            values = {
                "accessor": scope.named("accessor", extent.index),
                "sparse": counted(sparse.count, "element"),
            }
            where = pointer("accessors", extent.index, "sparse", "count")
            yield accessor_sparse_count_out_of_range.at(where, **values, count=extent.count)


RULES = (
    accessor_normalized_invalid,
    accessor_matrix_alignment,
    accessor_small_bytestride,
    accessor_offset_alignment,
    accessor_total_offset_alignment,
    accessor_too_long,
    accessor_sparse_count_out_of_range,
)
