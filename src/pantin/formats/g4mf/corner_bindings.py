"""Convert bindings to values per corner, for dialect 2026-01: of simplexes, edges or vertices, and of
cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.g4mf.accessor import AccessorFault, view
from pantin.formats.g4mf.element_counts import count
from pantin.formats.g4mf.geometry import Geometry, read_geometry, split_lists
from pantin.formats.g4mf.model import Binding, BoundTier, Mesh, Surface

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document

Ints = NDArray[np.int64]


class Corners(Record, eq=False):
    """The value of each corner: `plain` for the vertex instances of a surface, `cells` for the corners of its
    boundary cells. None if the binding has no values for these corners."""

    plain: Ints | None
    cells: Ints | None


def corner_values(document: Document, mesh: Mesh, surface: Surface, binding: Binding) -> Corners:
    """A binding as values of corners; a value of an element is repeated for each of its corners.

    Raises `AccessorFault` for a binding that is not per corner, or has two values for one.
    """
    dimension = document.tree["asset"]["dimension"]
    vertices = count(document, mesh.vertices)
    geometry, _ = read_geometry(document, surface, vertices)
    values = count(document, binding.values)
    plain: list[Ints] = []
    cells: list[Ints] = []
    if binding.simplexes is not None:
        plain.append(_numbers(document, binding.simplexes))
    if binding.per_simplex is not None and geometry.simplexes is not None:
        plain.append(np.repeat(_numbers(document, binding.per_simplex), geometry.simplexes.shape[1]))
    for tier in binding.tiers:
        # In 2D the boundary cells are edges, whose ends are the plain corners where there are no others.
        is_plain = tier.dimension == 1 and geometry.simplexes is None and not plain
        if tier.dimension == dimension - 1 and not is_plain:
            cells.append(_of_cells(document, tier, geometry, values))
        else:
            plain.append(_of_parts(document, binding, tier, geometry))
    corners = len(instances(geometry))
    if plain and len(plain[0]) != corners:
        raise AccessorFault(
            f"the binding at {binding.pointer} has {len(plain[0])} indices for {corners} corners"
        )
    if any(not np.array_equal(other, arrays[0]) for arrays in (plain, cells) for other in arrays):
        raise AccessorFault(f"the binding at {binding.pointer} has two values for one corner")
    return Corners(plain[0] if plain else None, cells[0] if cells else None)


def instances(geometry: Geometry) -> Ints:
    """The vertex of every corner: of simplexes, else of edges, else each vertex of the mesh."""
    for rows in (geometry.simplexes, geometry.edges):
        if rows is not None:
            return rows.reshape(-1)
    return np.arange(geometry.vertices)


def _numbers(document: Document, accessor: int | None) -> Ints:
    return view(document, accessor).reshape(-1).astype(np.int64)


def _of_parts(document: Document, binding: Binding, tier: BoundTier, geometry: Geometry) -> Ints:
    """Values of vertices, or of edge ends if these are the corners of the surface."""
    which = _numbers(document, tier.accessor)
    if tier.dimension == 0 and len(which) == geometry.vertices:
        return which[instances(geometry)]
    if tier.dimension == 1 and geometry.simplexes is None and geometry.edges is not None:
        return _of_edge_ends(document, tier)
    raise AccessorFault(
        f"the binding at {binding.pointer} is not per corner; dialect "
        "2026-01 supports only bindings per corner"
    )


def _of_edge_ends(document: Document, tier: BoundTier) -> Ints:
    which = _numbers(document, tier.accessor)
    return which if tier.parts == 0 else np.repeat(which, 2)


def _of_cells(document: Document, tier: BoundTier, geometry: Geometry, values: int) -> Ints:
    """Values of boundary cells or of their corners."""
    assert tier.dimension is not None
    if tier.dimension == 1:
        return _of_edge_ends(document, tier)
    corners = geometry.corners(tier.dimension)
    numbers = _numbers(document, tier.accessor)
    if tier.parts == tier.dimension and len(numbers) == len(corners):
        return np.repeat(numbers, [len(row) for row in corners])
    lists = split_lists(numbers, values, tier.dimension) if tier.parts == 0 else []
    if [len(row) for row in lists] != [len(row) for row in corners]:
        raise AccessorFault(
            f"the binding at {tier.pointer} is not per corner; dialect "
            "2026-01 supports only bindings per corner"
        )
    return np.array([value for row in lists for value in row], np.int64)
