"""Edges and cells of a surface: parse length-prefixed lists, and list the corners of every cell in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.base.errors import LimitExceeded, Unsupported
from pantin.formats.g4mf.accessor import AccessorFault, scalars, view
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document
    from pantin.formats.g4mf.model import Surface

Lists = list[list[int]]

MOST_CORNERS = 1 << 26
"""The most corners visited for one dimension of one surface: a few bytes can refer to a large cell many
times."""


class GeometryFault(AccessorFault):
    """Inconsistent geometry: a count past the end, or an index out of range. `tier` is the place."""

    def __init__(self, tier: int, message: str) -> None:
        self.tier = tier
        super().__init__(message)


class Geometry(Struct):
    """The elements of a surface by dimension.

    simplexes  (S, K) vertices, or None
    edges      (E, 2) vertices, or None
    tiers      tier k: the (k + 2)-dimensional elements, each a list of elements one dimension below
    """

    vertices: int
    simplexes: NDArray[np.int64] | None = None
    edges: NDArray[np.int64] | None = None
    tiers: list[Lists] = field(default_factory=list)
    _corners: dict[int, Lists] = field(default_factory=dict)

    def count(self, dimension: int) -> int:
        """How many elements of a dimension there are."""
        if dimension == 0:
            return self.vertices
        if dimension == 1:
            return 0 if self.edges is None else len(self.edges)
        return len(self.tiers[dimension - 2]) if dimension - 2 < len(self.tiers) else 0

    def corners(self, dimension: int) -> Lists:
        """The vertices of every element of a dimension, from its parts in stored order; each vertex is listed
        at its first occurrence."""
        if dimension not in self._corners:
            self._corners[dimension] = self._walk(dimension)
        return self._corners[dimension]

    def _walk(self, dimension: int) -> Lists:
        if dimension == 0:
            return [[vertex] for vertex in range(self.vertices)]
        if dimension == 1:
            return [] if self.edges is None else [list(dict.fromkeys(row)) for row in self.edges.tolist()]
        if dimension - 2 >= len(self.tiers):
            return []
        below = self.corners(dimension - 1)
        work = sum(len(below[part]) for parts in self.tiers[dimension - 2] for part in parts)
        if work > MOST_CORNERS:
            raise LimitExceeded("elements", f"the cells of a surface have {work:,} corners")
        return [
            list(dict.fromkeys(vertex for part in parts for vertex in below[part]))
            for parts in self.tiers[dimension - 2]
        ]

    def parts(self, dimension: int, lower: int) -> Lists:
        """The distinct elements of dimension `lower` in the decomposition of each element of a dimension, in
        the same order."""
        if lower == dimension:
            return [[index] for index in range(self.count(dimension))]
        if lower == 0:
            return self.corners(dimension)
        result: Lists = [list(cell) for cell in self.tiers[dimension - 2]] if self.count(dimension) else []
        for level in range(dimension - 1, lower, -1):
            below = self.tiers[level - 2]
            result = [list(dict.fromkeys(part for cell in row for part in below[cell])) for row in result]
        return result


def split_lists(numbers: NDArray[Any], below: int, tier: int) -> Lists:
    """The lists of a tier, each stored as its length and its indices into the `below` elements under it."""
    flat = numbers.tolist()
    lists: Lists = []
    start = 0
    while start < len(flat):
        end = start + 1 + flat[start]
        if not start < end <= len(flat):
            message = f"element {len(lists)} should have {flat[start]} indices, but the list ends before"
            raise GeometryFault(tier, message)
        row = flat[start + 1 : end]
        wrong = next((index for index in row if not 0 <= index < below), None)
        if wrong is not None:
            part = ("edge", "face")[tier] if tier < 2 else "cell"
            message = (
                f"element {len(lists)} refers to {part} {wrong}, but the surface has {counted(below, part)}"
            )
            raise GeometryFault(tier, message)
        lists.append(row)
        start = end
    return lists


def integers(document: Document, accessor: int | None) -> NDArray[np.int64] | None:
    """(count, size) integers of an accessor; None without accessor."""
    if accessor is None:
        return None
    array = view(document, accessor)
    if array.dtype.kind not in "iu":
        raise AccessorFault(f"accessor {accessor} must hold integers")
    if array.dtype == np.uint64 and array.size and int(array.max()) > np.iinfo(np.int64).max:
        raise AccessorFault(f"accessor {accessor} has an index of more than 63 bits")
    return array.astype(np.int64)


def read_geometry(document: Document, surface: Surface, vertices: int) -> tuple[Geometry, list[str]]:
    """The valid elements of a surface, and the reasons why others are invalid."""
    geometry, faults = Geometry(vertices), []
    for name in ("simplexes", "edges"):
        try:
            result = integers(document, getattr(surface, name))
            if result is not None and result.size and not 0 <= result.min() <= result.max() < vertices:
                raise AccessorFault(f"{name} use a vertex that does not exist")
            if name == "edges" and result is not None and result.shape[1] != 2:
                raise AccessorFault("edges must have two vertices each")
            setattr(geometry, name, result)
        except (AccessorFault, Unsupported) as fault:
            faults.append(str(fault))
    try:
        for tier, accessor in enumerate(surface.geometry):
            numbers = None if accessor is None else scalars(document, accessor)
            if numbers is None or numbers.dtype.kind not in "iu":
                raise GeometryFault(tier, "the accessor is missing or does not hold integers")
            geometry.tiers.append(split_lists(numbers, geometry.count(tier + 1), tier))
    except (AccessorFault, Unsupported) as fault:
        faults.append(str(fault))
    return geometry, faults
