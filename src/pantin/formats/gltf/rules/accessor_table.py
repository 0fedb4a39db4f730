"""All accessors of a file as columns of numbers, to find those that rules must look at. A file may have a
hundred thousand accessors, and few break a rule. A rule that depends on these numbers is evaluated for all
accessors at once, then one by one for the suspects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.gltf.accessor_layout import LAYOUTS
from pantin.formats.gltf.extent import Extent, extents

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Accessor
    from pantin.formats.gltf.scope import Scope

Column: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

FEW = 80
"""Up to this many accessors, a loop is faster than columns."""

LARGEST = 1 << 31
"""Numbers below this have products that fit 64 bits."""

Kind: TypeAlias = tuple[int | None, str | None, bool | None]
"""Component type, type, and whether normalized."""

_kind: Callable[[object], Kind] = attrgetter("component_type", "type", "normalized")
_KINDS: Final = [(*layout, normalized) for layout in LAYOUTS for normalized in (None, False, True)]
_ROWS: Final[dict[Kind, int]] = {kind: row for row, kind in enumerate(_KINDS)}
_MEASURES: Final[dict[str, Column]] = {
    "component_type": np.array([kind[0] for kind in _KINDS]),
    **{
        name: np.array([getattr(LAYOUTS[kind[:2]], name) for kind in _KINDS])
        for name in ("components", "component_size", "size", "stride")
    },
}
_NORMALIZED: Final[Mask] = np.array([bool(kind[2]) for kind in _KINDS])
"""The columns that follow from the kind of an accessor, by the row of `_ROWS`."""


class AccessorTable(Record, kw_only=True):
    """A column for each number that rules need. Without a buffer view, the numbers of the view are 0."""

    accessors: Sequence[Accessor]
    offset: Column
    count: Column
    components: Column
    component_type: Column
    component_size: Column
    size: Column
    stride: Column
    view: Column
    """The index of the buffer view, or −1."""
    view_offset: Column
    view_length: Column
    is_sparse: Mask
    is_normalized: Mask

    @property
    def has_view(self) -> Mask:
        return self.view >= 0

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


def kinds(scope: Scope) -> list[Kind]:
    """The kind of each accessor of a file that follows the schema."""
    return list(map(_kind, scope.model.accessors))


def table(scope: Scope) -> AccessorTable | None:
    """The accessors of a file that follows the schema; None for other files, and for few accessors or huge
    numbers."""
    if not scope.follows_schema or len(scope.model.accessors) <= FEW:
        return None
    accessors = [accessor for accessor in scope.model.accessors if accessor is not None]
    views = [view for view in scope.model.buffer_views if view is not None]
    lists: dict[str, list[int | None]] = {
        "kind": list(map(_ROWS.get, scope.fact(kinds))),
        "offset": [accessor.byte_offset or 0 for accessor in accessors],
        "count": [accessor.count for accessor in accessors],
        "view": [-1 if accessor.buffer_view is None else accessor.buffer_view for accessor in accessors],
        # The last row is for accessors without a view.
        "view_offset": [*(view.byte_offset or 0 for view in views), 0],
        "view_length": [*(view.byte_length for view in views), 0],
        "view_stride": [*(view.byte_stride or 0 for view in views), 0],
    }
    if None in lists["kind"]:
        return None
    try:
        arrays = {name: np.array(numbers, np.int64) for name, numbers in lists.items()}
    except OverflowError:
        return None
    if any(array.max(initial=0) >= LARGEST for array in arrays.values()):
        return None
    kind, view = arrays["kind"], np.where(arrays["view"] < len(views), arrays["view"], -1)
    columns = {name: measures[kind] for name, measures in _MEASURES.items()}
    stated_stride = arrays["view_stride"][view]
    columns["stride"] = np.where(stated_stride > 0, stated_stride, columns["stride"])
    return AccessorTable(
        accessors=accessors,
        offset=arrays["offset"],
        count=arrays["count"],
        view=view,
        view_offset=arrays["view_offset"][view],
        view_length=arrays["view_length"][view],
        is_sparse=np.array([accessor.sparse is not None for accessor in accessors], bool),
        is_normalized=_NORMALIZED[kind],
        **columns,
    )


def suspects(scope: Scope, find: Callable[[AccessorTable], Mask]) -> list[Extent]:
    """The accessors for which `find` is true; all accessors if the file has no table."""
    columns, known = scope.fact(table), scope.fact(extents)
    if columns is None:
        return known.all()
    listed = (known[index] for index in np.flatnonzero(find(columns)).tolist())
    return [extent for extent in listed if extent is not None]
