"""A polytope: its vertices and elements, and its mesh."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.errors import Unsuitable
from pantin.base.records import Record, replace
from pantin.base.short_repr import short_value
from pantin.maths import affine
from pantin.maths.rotor import Rotation, rotation_matrix
from pantin.maths.trigonometry import sin_cos_degrees
from pantin.operations.shapes.orientation import orient_facets, share_ridge_first
from pantin.rig import Doubles, Instance, Mesh, Node, Rig, Scene, Surface, build
from pantin.rig.topology import Cells, ElementAttribute, Topology
from pantin.rig.triangulation import Lists, facet_simplexes, orient_outward


class Polytope(Record, eq=False):
    """A shape of N dimensions, made of elements with flat sides.

    vertices  (V, N)
    elements  elements[k] are the elements of dimension k + 2: faces as loops of vertices, and then lists of
              elements one dimension below. The last ones are the facets, of dimension N − 1; a surface in
              four dimensions or more has faces alone
    crease    facets that meet at a smaller angle than this, in degrees, are shaded as one round surface; None
              for flat facets
    keeps_winding
              whether faces in 3D are oriented as they are given, rather than away from the middle: for shapes
              that are not convex

    >>> tesseract = pantin.shapes.hypercube(4)
    >>> tesseract.counts()
    (16, 32, 24, 8)
    >>> tesseract
    <Polytope dimension=4 counts=(16, 32, 24, 8)>
    """

    vertices: Doubles
    elements: tuple[Lists, ...]
    crease: float | None = None
    keeps_winding: bool = False

    def __repr__(self) -> str:
        return f"<Polytope dimension={self.vertices.shape[1]} counts={self.counts()}>"

    @property
    def dimension(self) -> int:
        return int(self.vertices.shape[1])

    def counts(self) -> tuple[int, ...]:
        """How many vertices, edges, faces, cells, … it has, up to the facets."""
        counts = (len(self.vertices), len(self.edges()), *map(len, self.elements))
        return (*counts, *[0] * self.dimension)[: self.dimension]

    def edges(self) -> NDArray[np.int64]:
        """(E, 2) sides of the faces, each once, in the order of the faces."""
        faces = self.elements[0] if self.elements else []
        sides = (
            tuple(sorted((face[corner - 1], face[corner])))
            for face in faces
            for corner in range(len(face))
            if len(face) > 1
        )
        return np.array(list(dict.fromkeys(sides)), np.int64).reshape(-1, 2)

    @property
    def _is_open(self) -> bool:
        """Whether it is a surface with too few dimensions to enclose a volume."""
        return 0 < len(self.elements) < self.dimension - 2

    def simplexes(self) -> NDArray[np.int64]:
        """(S, N) simplexes of the boundary, oriented outwards: the cells cut by `rig.triangulation`."""
        return self._simplexes()[0]

    def _simplexes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The simplexes, and the facet of each."""
        if not self.elements or self._is_open:
            return np.zeros((0, max(self.dimension, 3)), np.int64), np.zeros(0, np.int64)
        simplexes, facets = facet_simplexes(self.elements)
        return simplexes if self.keeps_winding else orient_outward(self.vertices, simplexes), facets

    def transformed(
        self,
        *,
        scale: ArrayLike = 1.0,
        rotate: Rotation | None = None,
        translation: ArrayLike = 0.0,
    ) -> Polytope:
        """The polytope scaled by a number or by one for each axis, then rotated, then moved.

        >>> tall = pantin.shapes.hypercube(4).transformed(scale=(1, 3, 1, 1), rotate="yw:90")
        >>> tall.vertices.max(axis=0)
        array([0.5, 0.5, 0.5, 1.5])
        """
        factors = self._per_axis(scale, "scale")
        linear = np.diag(factors)
        if rotate is not None:
            linear = rotation_matrix(rotate, self.dimension) * factors
        moved = affine.apply_linear(linear, self.vertices) + self._per_axis(translation, "translation")
        elements = self.elements
        if self.dimension <= 3 and elements and affine.determinant(linear) < 0:
            elements = ([face[::-1] for face in elements[0]], *elements[1:])
        return replace(self, vertices=moved, elements=elements)

    def _per_axis(self, lengths: ArrayLike, name: str) -> Doubles:
        """(N,) a number for each axis, or one for all."""
        values = np.asarray(lengths, np.float64)
        if values.shape not in ((), (self.dimension,)) or not np.isfinite(values).all():
            raise ValueError(
                f"{name} must be a finite number, or {self.dimension} of them, not {short_value(lengths)}"
            )
        return np.broadcast_to(values, (self.dimension,))

    def topology(self) -> Topology:
        """Simplexes, edges, cells, and the normals of corners if there is a crease, as meshes have them."""
        simplexes, facets = self._simplexes()
        edges = self.edges()
        normals: tuple[ElementAttribute, ...] = ()
        if self.crease is not None and self.dimension > 2:
            normals = (smooth_corner_normals(self.vertices, simplexes, facets, self.crease),)
        return Topology(
            simplexes if len(simplexes) else None,
            edges if len(edges) else None,
            normals,
            # A surface in 4D bounds nothing: formats expect the cells of a boundary, or edges alone.
            cells=self._cells(edges) if len(edges) and not self._is_open else (),
        )

    def surface(self, material: int | None = None) -> Surface:
        """The boundary as a surface for meshes.

        >>> surface = pantin.shapes.simplex(4).surface()
        >>> surface.topology.simplexes.shape
        (5, 4)
        """
        topology = self.topology()
        flat = self.dimension <= 3
        elements = topology.simplexes if flat else topology.edges
        return Surface(
            self.vertices,
            indices=np.zeros(0, np.int64) if elements is None else elements.reshape(-1),
            mode="triangles" if flat else "lines",
            material=material,
            topology=topology,
        )

    def rig(self, name: str = "Polytope") -> Rig:
        """A rig with the polytope as its only mesh. Raises `Unsupported` above 8 dimensions.

        >>> rig = pantin.shapes.duoprism(3, 5).rig("prism")
        >>> pantin.save(rig, "out/prism.g4b").ok
        True
        """
        if self.dimension > 8:
            raise Unsuitable(f"the polytope has {self.dimension} dimensions; rigs have 2 to 8")
        return build(
            dimension=self.dimension,
            nodes=[Node(), Node(name, 0)],
            meshes=[Mesh((self.surface(),), f"{name}Mesh")],
            instances=[Instance(1, 0)],
            scenes=[Scene((0,))],
            default_scene=0,
        )

    def _cells(self, edges: NDArray[np.int64]) -> tuple[Cells, ...]:
        """Faces as lists of edges, and all higher elements, in the order that gives them an orientation."""
        index_of = {tuple(pair): index for index, pair in enumerate(edges.tolist())}
        sides = tuple(
            tuple(index_of[min(a, b), max(a, b)] for a, b in pairwise([*face, *face[:1]]) if len(face) > 1)
            for face in self.elements[0]
        )
        cells: list[Cells] = [sides]
        for tier in self.elements[1:]:
            cells.append(tuple(share_ridge_first(parts, cells[-1]) for parts in tier))
        if len(cells) == self.dimension - 2 > 1:
            cells[-1] = orient_facets(self.vertices, edges, cells)
        return tuple(cells)


def from_facets(
    vertices: ArrayLike, facets: Sequence[Sequence[int]], crease: float | None = None
) -> Polytope:
    """The convex polytope with these facets, each the set of its vertices.

    The parts of an element are its largest intersections with its neighbours; so the elements follow from the
    sets alone, without a coordinate.
    """
    points = np.asarray(vertices, np.float64)
    dimension = points.shape[1]
    masks = [sum(1 << vertex for vertex in facet) for facet in facets]
    tiers: list[Lists] = []
    # Each element, with the parts of an element that it is one of: those meet it in its own parts.
    level = dict.fromkeys(masks if dimension > 2 else [(1 << len(points)) - 1], masks)
    for _ in range(max(dimension - 2, 1)):
        parts = [_parts(mask, beside) for mask, beside in level.items()]
        level = {part: row for row in parts for part in row}
        index_of = {part: index for index, part in enumerate(level)}
        tiers.insert(0, [[index_of[part] for part in row] for row in parts])
    edges = [[(mask & -mask).bit_length() - 1, mask.bit_length() - 1] for mask in level]
    loops = [_loop([edges[side] for side in face]) for face in tiers[0]]
    if dimension == 3:
        near = affine.scale_near_one(points)
        centre = near.mean(0)
        loops = [loop if _faces_away(near[loop], centre) else loop[::-1] for loop in loops]
    return Polytope(points, (loops, *tiers[1:]), crease)


def _parts(mask: int, beside: Sequence[int]) -> list[int]:
    """The largest intersections of an element with the elements beside it, as bit sets."""
    shared = {mask & other for other in beside} - {0, mask}
    largest: list[int] = []
    for part in sorted(shared, key=lambda part: (-part.bit_count(), part)):
        if not any(part & other == part for other in largest):
            largest.append(part)
    return sorted(largest)


def _loop(edges: Lists) -> list[int]:
    """The vertices around a face, from its edges in any order."""
    beside: dict[int, list[int]] = {}
    for start, end in edges:
        beside.setdefault(start, []).append(end)
        beside.setdefault(end, []).append(start)
    loop = [edges[0][0], edges[0][1]]
    while len(loop) < len(edges):
        before, last = loop[-2:]
        loop.append(next(vertex for vertex in beside[last] if vertex != before))
    return loop


def _faces_away(loop: Doubles, centre: Doubles) -> bool:
    a, b, c = loop[:3]
    return bool(np.dot(np.cross(b - a, c - b), a - centre) > 0)


Ints = NDArray[np.int64]


def smooth_corner_normals(
    vertices: Doubles, simplexes: Ints, facets: Ints, crease: float
) -> ElementAttribute:
    """One normal for each vertex of each facet: the mean of the facets around the vertex that meet this one
    at less than `crease` degrees, weighted by their size. `facets` (S,) has the facet of each simplex."""
    sizes = np.zeros((int(facets.max(initial=-1)) + 1, vertices.shape[1]))
    np.add.at(sizes, facets, perpendiculars(affine.scale_near_one(vertices)[simplexes]))
    units = _unit(sizes)
    least = float(sin_cos_degrees(crease)[1])
    count = len(sizes)
    corners = simplexes * count + facets[:, None]
    keys, index = np.unique(corners, return_inverse=True)
    owners, own_facets = keys // count, keys % count
    values = np.empty((len(keys), vertices.shape[1]))
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(keys)], strict=True):
        around = own_facets[start:end]
        together = units[around] @ units[around].T > least
        values[start:end] = together @ sizes[around]
    flat = simplexes.reshape(-1)
    return ElementAttribute(_unit(values), index.reshape(-1), np.arange(len(flat) + 1), flat)


def perpendiculars(corners: Doubles) -> Doubles:
    """(S, N) normals of simplexes (S, N, N), as long as (N − 1)! times their size: the n with
    det(v₁ − v₀, …, x) = n · x."""
    sides = corners[:, 1:] - corners[:, :1]
    size = corners.shape[-1]
    normals = np.empty((len(corners), size))
    for axis in range(size):
        minor = np.delete(sides, axis, axis=2)
        normals[:, axis] = (-1) ** (size - 1 + axis) * affine.determinant(minor)
    return normals


def _unit(vectors: Doubles) -> Doubles:
    lengths = np.sqrt((vectors * vectors).sum(1, keepdims=True))
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))
