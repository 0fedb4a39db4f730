"""The extent of an accessor in its buffer view, measured even if invalid, and its format in words. Rules
check these; reading (`accessor.view`) is stricter."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pantin.base.errors import PantinError
from pantin.formats.gltf.accessor import view_valid_prefix
from pantin.formats.gltf.accessor_layout import COMPONENT_SIZES, LAYOUTS
from pantin.formats.gltf.codes import COMPONENT_NAMES, COMPONENTS, FLOAT, FLOATS, Format
from pantin.formats.gltf.model import get
from pantin.formats.gltf.scope import Scope

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.gltf.model import Accessor, BufferView, Sparse

# An invalid component type counts as four bytes, an invalid type as zero components: neither adds a finding.
UNKNOWN_SIZE: Final = 4


class Extent(Struct, frozen=True, gc=False):
    """An accessor and its measures in bytes. `offset` is None where the file has an invalid one; `count`, the
    number of elements, is -1 where it is missing or invalid.
    """

    index: int
    accessor: Accessor
    view: BufferView | None
    offset: int | None
    count: int
    format: Format
    components: int
    component_size: int
    size: int
    stride: int

    @property
    def length(self) -> int:
        """Bytes from the start of the first element to the end of the last."""
        return self.stride * (self.count - 1) + self.size


class Extents(dict[int | None, Extent | None]):
    """The extents of all accessors by index, each measured when it is first asked for: a file may have a
    hundred thousand, and most rules look at few. None where the file has no object.
    """

    def __init__(self, accessors: Sequence[Accessor | None], views: Sequence[BufferView | None]) -> None:
        super().__init__()
        self._accessors, self._views = accessors, views

    def __missing__(self, index: int | None) -> Extent | None:
        accessor = get(self._accessors, index)
        extent = None if accessor is None else _measure(index or 0, accessor, self._views)
        self[index] = extent
        return extent

    def all(self) -> list[Extent]:
        """Those of all accessors of the file."""
        return [extent for index in range(len(self._accessors)) if (extent := self[index]) is not None]


def extents(scope: Scope) -> Extents:
    known = Extents(scope.model.accessors, scope.model.buffer_views)
    for extent in () if scope.follows_schema else known.all():
        if extent.accessor.buffer_view is not None:
            offset = stated_offset(scope, extent.accessor.byte_offset, "accessors", extent.index)
            known[extent.index] = replace(extent, offset=offset)
    return known


def extent(scope: Scope, index: int | None) -> Extent | None:
    return scope.fact(extents)[index]


def _measure(index: int, accessor: Accessor, views: Sequence[BufferView | None]) -> Extent:
    view, component_type = get(views, accessor.buffer_view), accessor.component_type
    # The floats that extensions add may be used wherever those of core glTF are.
    used_as = FLOAT if component_type in FLOATS else component_type
    format = accessor.type, used_as, bool(accessor.normalized)
    components, width, size, stride = _measures(component_type, accessor.type)
    if view is not None and view.byte_stride is not None:
        stride = view.byte_stride
    count, offset = -1 if accessor.count is None else accessor.count, accessor.byte_offset or 0
    return Extent(index, accessor, view, offset, count, format, components, width, size, stride)


@cache
def _measures(component_type: int | None, type: str | None) -> tuple[int, int, int, int]:
    """Components per element, bytes per component, bytes per element, and stride."""
    width = COMPONENT_SIZES.get(component_type or 0, UNKNOWN_SIZE)
    components = COMPONENTS.get(type or "", 0)
    layout = LAYOUTS.get((component_type or 0, type or ""))
    size, stride = (layout.size, layout.stride) if layout else (components * width, components * width)
    return components, width, size, stride


def stated_offset(scope: Scope, offset: int | None, *path: str | int) -> int | None:
    """An offset of the model: 0 where the object at `path` has no `byteOffset`, None where it is invalid."""
    if offset is not None:
        return offset
    return None if is_broken(scope, "byteOffset", *path) else 0


def is_broken(scope: Scope, member: str, *path: str | int) -> bool:
    """Whether the object at `path` has an invalid value for `member`, assuming that the model has none."""
    if scope.follows_schema:
        return False
    value: Any = scope.tree
    for token in path:
        value = value[token]
    return value.get(member) is not None


def format_words(format: Format) -> str:
    """A format as messages print it: `VEC4 of normalized UNSIGNED_BYTE`."""
    type, component_type, normalized = format
    name = COMPONENT_NAMES.get(component_type or 0, "an unknown component type")
    return f"{type or 'an unknown type'} of {'normalized ' if normalized else ''}{name}"


def formats_words(formats: frozenset[Format] | tuple[Format, ...]) -> str:
    *first, last = sorted(format_words(format) for format in formats)
    return f"{', '.join(first)} or {last}" if first else last


def numbers(scope: Scope, extent: Extent) -> NDArray[Any] | None:
    """The stored numbers for rules about data; None if missing or unaligned.

    Accessors without stored data are zeros by definition and are not checked; nor, like in the Khronos
    validator, are unaligned accessors.
    """
    if extent.accessor.sparse is not None:
        return _sparse_numbers(scope, extent, extent.accessor.sparse)
    if extent.index not in scope.numbers:
        usable = extent.view is not None and _has_aligned_components(scope, extent)
        scope.numbers[extent.index] = scope.array(extent.index) if usable else None
    return scope.numbers[extent.index]


def _has_aligned_components(scope: Scope, extent: Extent) -> bool:
    offset, width = extent.offset, extent.component_size
    return extent.components != 0 and _is_aligned(scope, offset, width, extent.accessor.buffer_view)


def _sparse_numbers(scope: Scope, extent: Extent, sparse: Sparse) -> NDArray[Any] | None:
    """The numbers of a sparse accessor, with substitutions up to its first invalid index."""
    if extent.components == 0 or (extent.view is not None and not _has_aligned_components(scope, extent)):
        return None
    if not _is_sparse_aligned(scope, extent, sparse):
        return None
    index = extent.index
    array = scope.array(index)
    if array is None:
        with suppress(PantinError):
            array = view_valid_prefix(scope.document, index)
    return array


def _is_sparse_aligned(scope: Scope, extent: Extent, sparse: Sparse) -> bool:
    indices, values = sparse.indices, sparse.values
    if indices is None or values is None or indices.component_type is None:
        return False
    path = ("accessors", extent.index, "sparse")
    width = COMPONENT_SIZES[indices.component_type]
    return _is_aligned(
        scope, stated_offset(scope, indices.byte_offset, *path, "indices"), width, indices.buffer_view
    ) and _is_aligned(
        scope,
        stated_offset(scope, values.byte_offset, *path, "values"),
        extent.component_size,
        values.buffer_view,
    )


def _is_aligned(scope: Scope, offset: int | None, width: int, view_index: int | None) -> bool:
    view = get(scope.model.buffer_views, view_index)
    if offset is None or view is None or view_index is None:
        return False
    start = stated_offset(scope, view.byte_offset, "bufferViews", view_index)
    return start is not None and offset % width == 0 and (start + offset) % width == 0
