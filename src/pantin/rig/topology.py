"""The topology of a surface in any dimension: simplexes, edges, cells, and attributes of such elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pantin.base.records import TypesByName
from pantin.rig.arrays import Indices, Reals
from pantin.rig.part import Part

if TYPE_CHECKING:
    from pantin.rig.surface import Deltas


Cells: TypeAlias = "tuple[tuple[int, ...], ...]"
"""Elements of one dimension, each the indices of its parts."""


class ElementAttribute(Part, metaclass=TypesByName, eq=False):
    """Normals or texture coordinates of corners, simplexes, edges or cells instead of vertices.

    values         (K, any) normals or texture coordinates; elements may share them
    value_indices  (I,) the value of each element
    offsets        (I + 1,) where the vertices of each element begin in `vertices`
    vertices       the vertices of each element: one for a corner, all of them for a simplex, an edge or a
                   cell
    blend_deltas   differences of `values`, one entry for each blend shape of the mesh
    elements       which elements: "corners", "simplexes", … in words of the format

    >>> surface = pantin.load("examples/g4mf/face.g4tf").rig.meshes[0].surfaces[0]
    >>> surface.topology.texcoords[0].elements, surface.topology.texcoords[0].values.shape
    ('corners', (16, 3))
    """

    values: Reals
    value_indices: Indices
    offsets: Indices
    vertices: Indices
    blend_deltas: tuple[Deltas | None, ...] = ()
    elements: str = "corners"


class Topology(Part, eq=False):
    """Elements between the vertices, by dimension.

    simplexes  (S, corners) of the boundary, as vertices
    edges      (E, 2) vertices
    normals    normals of elements
    texcoords  texture coordinates of elements
    cells      cells[k] are the elements of dimension k + 2, each a list of elements one dimension lower:
               cells[0] are faces, as lists of edges; a closed shape in N dimensions ends with its facets, at
               k = N − 3

    >>> surface = pantin.load("examples/g4mf/tesseract.off").rig.meshes[0].surfaces[0]
    >>> len(surface.topology.edges), [len(elements) for elements in surface.topology.cells]
    (32, [24, 8])
    """

    simplexes: Indices | None = None
    edges: Indices | None = None
    normals: tuple[ElementAttribute, ...] = ()
    texcoords: tuple[ElementAttribute, ...] = ()
    cells: tuple[Cells, ...] = ()
