"""All accessors of a file as columns of numbers, to find those that rules must look at. A file may have a
hundred thousand accessors, and few break a rule. A rule that depends on these numbers is evaluated for all
accessors at once, then one by one for the suspects."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.gltf.extent import Extent, extents

if TYPE_CHECKING:
    from pantin.formats.gltf.scope import Scope

Column: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

FEW = 80
"""Up to this many accessors, a loop is faster than columns."""

LARGEST = 1 << 31
"""Numbers below this have products that fit 64 bits."""


class AccessorTable(Record, kw_only=True):
    """A column for each number that rules need. Without a buffer view, the numbers of the view are 0."""

    extents: list[Extent]
    offset: Column
    count: Column
    components: Column
    component_type: Column
    component_size: Column
    size: Column
    stride: Column
    view_offset: Column
    view_length: Column
    has_view: Mask
    is_sparse: Mask
    is_normalized: Mask

    @property
    def start(self) -> Column:
        """The first byte in the buffer."""
        return self.view_offset + self.offset

    @property
    def end(self) -> Column:
        """The byte after the last, in the buffer view."""
        return self.offset + self.stride * (self.count - 1) + self.size

    @property
    def is_aligned(self) -> Mask:
        aligned: Mask = (self.offset % self.component_size == 0) & (self.start % self.component_size == 0)
        return aligned


def table(scope: Scope) -> AccessorTable | None:
    """The accessors of a file that follows the schema; None for other files, and for few accessors or huge
    numbers."""
    if not scope.follows_schema or len(scope.model.accessors) <= FEW:
        return None
    listed = [extent for extent in scope.fact(extents) if extent is not None]
    accessors, views = [extent.accessor for extent in listed], [extent.view for extent in listed]
    columns: dict[str, list[int | None]] = {
        "offset": [extent.offset for extent in listed],
        "count": [accessor.count for accessor in accessors],
        "components": [extent.components for extent in listed],
        "component_type": [accessor.component_type for accessor in accessors],
        "component_size": [extent.component_size for extent in listed],
        "size": [extent.size for extent in listed],
        "stride": [extent.stride for extent in listed],
        "view_offset": [0 if view is None else view.byte_offset or 0 for view in views],
        "view_length": [0 if view is None else view.byte_length for view in views],
    }
    try:
        arrays = {name: np.array(numbers, np.int64) for name, numbers in columns.items()}
    except OverflowError:
        return None
    if any(array.max(initial=0) >= LARGEST for array in arrays.values()):
        return None
    return AccessorTable(
        extents=listed,
        **arrays,
        has_view=np.array([view is not None for view in views], bool),
        is_sparse=np.array([accessor.sparse is not None for accessor in accessors], bool),
        is_normalized=np.array([bool(accessor.normalized) for accessor in accessors], bool),
    )


def suspects(scope: Scope, find: Callable[[AccessorTable], Mask]) -> list[Extent]:
    """The accessors for which `find` is true; all accessors if the file has no table."""
    columns = scope.fact(table)
    if columns is None:
        return [extent for extent in scope.fact(extents) if extent is not None]
    return [columns.extents[index] for index in np.flatnonzero(find(columns)).tolist()]
