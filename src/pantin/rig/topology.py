"""What a surface has beyond vertices in any dimension: simplexes, edges, and values bound to elements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pantin.rig.arrays import Indices, Reals

if TYPE_CHECKING:
    from pantin.rig.surface import Deltas


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
    """simplexes (S, corners) of the boundary and edges (E, 2), as vertices; bound normals and texture
    coordinates."""

    simplexes: Indices | None = None
    edges: Indices | None = None
    normals: tuple[Bound, ...] = ()
    texcoords: tuple[Bound, ...] = ()
