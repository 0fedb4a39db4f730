"""What a surface has beyond vertices in any dimension: simplexes, edges, and values bound to elements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pantin.rig.arrays import Indices, Reals

if TYPE_CHECKING:
    from pantin.rig.surface import Deltas


Cells: TypeAlias = "tuple[tuple[int, ...], ...]"
"""Elements of one dimension, each the indices of its parts."""


@dataclass(frozen=True, eq=False, slots=True)
class Bound:
    """Values that elements of a surface have, where not each vertex has its own.

    values    (K, any) normals or texture coordinates, which elements may share
    which     (I,) the value of each element
    offsets   (I + 1,) where the vertices of each element begin in `vertices`
    vertices  the vertices an element follows: one for a corner, all of them for a simplex, an edge or a cell
    targets   one per blend shape of the mesh: differences of `values`
    over      what the elements are, in words of the format
    """

    values: Reals
    which: Indices
    offsets: Indices
    vertices: Indices
    targets: tuple[Deltas | None, ...] = ()
    over: str = "corners"


@dataclass(frozen=True, eq=False, slots=True)
class Topology:
    """What lies between the vertices, by dimension.

    simplexes  (S, corners) of the boundary, as vertices
    edges      (E, 2) vertices
    normals    values bound to elements, and texcoords alike
    cells      cells[k] are the elements of dimension k + 2, each a list of elements a dimension below: first
               faces, of edges; a closed shape in N dimensions ends with its facets, at k = N − 3
    """

    simplexes: Indices | None = None
    edges: Indices | None = None
    normals: tuple[Bound, ...] = ()
    texcoords: tuple[Bound, ...] = ()
    cells: tuple[Cells, ...] = ()
