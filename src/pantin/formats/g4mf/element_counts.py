"""Element counts of accessors and surfaces, if known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.base.errors import PantinError
from pantin.formats.g4mf.accessor import AccessorFault, extent
from pantin.formats.g4mf.geometry import read_geometry
from pantin.formats.g4mf.model import Mesh, Surface

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


def count(document: Document, accessor: int | None, width: Callable[[int], int] = lambda size: 1) -> int:
    """The number of elements of an accessor with a multiple of its vector size; 0 if invalid."""
    try:
        result = extent(document, accessor)
    except AccessorFault:
        return 0
    return result.count * width(result.size)


def vertex_instances(document: Document, mesh: Mesh, surface: Surface) -> int:
    """The number of corners of stored simplexes, else of edge ends, else of vertices of the mesh."""
    for accessor in (surface.simplexes, surface.edges):
        if accessor is not None:
            return count(document, accessor, lambda size: size)
    return count(document, mesh.vertices)


def cell_corners(document: Document, mesh: Mesh, surface: Surface) -> int:
    """The number of corners of boundary cells: (N − 1)-dimensional elements of the geometry; in 2D, edge
    ends."""
    dimension = document.tree.get("asset", {}).get("dimension")
    if dimension == 2:
        return count(document, surface.edges, lambda size: size)
    if not isinstance(dimension, int) or not surface.geometry:
        return 0
    try:
        geometry, _ = read_geometry(document, surface, count(document, mesh.vertices))
    except PantinError:
        return 0
    return sum(map(len, geometry.corners(dimension - 1)))
