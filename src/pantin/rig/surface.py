"""Surfaces: vertices with their influences and blend shapes, and triangles. A mesh is a list of surfaces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.base.arguments import check_arguments
from pantin.base.records import Record
from pantin.deprecated import FormerNames, WithFormerNames
from pantin.rig.arrays import Indices, Reals, read_only
from pantin.rig.part import Part
from pantin.rig.topology import Topology

Mode: TypeAlias = Literal[
    "points", "lines", "line_loop", "line_strip", "triangles", "triangle_strip", "triangle_fan"
]
"""How indices form points, lines or triangles (glTF 2.0 §3.7.2.1)."""


class Influences(Part, eq=False):
    """The joints and weights of each vertex in compressed sparse rows (CSR), any number per vertex.

    Vertex v has the entries offsets[v] … offsets[v + 1] − 1 of `joints` and `weights`, in the order of the
    file. A joint is an index into the joint list of the skin. Entries without weight, with which files fill
    up sets of four, are not read. The weights of a glTF file are divided by their sum at each vertex, as
    engines do (`load(…, raw_weights=True)` does not); other formats have them as their texts say. `stored`
    has all entries as they are in the file, where these are others; only rules use it.

    >>> surface = pantin.load("examples/arm.glb").rig.meshes[0].surfaces[0]
    >>> influences = surface.influences
    >>> first = slice(influences.offsets[26], influences.offsets[27])
    >>> influences.joints[first], influences.weights[first]
    (array([1], dtype=uint8), array([1.], dtype=float32))
    """

    offsets: Indices
    joints: Indices
    weights: Reals
    stored: Influences | None = None

    def __repr__(self) -> str:
        return f"<Influences vertices={len(self.offsets) - 1} entries={len(self.joints)}>"

    @property
    def vertices(self) -> NDArray[np.int64]:
        """(E,) the vertex of each entry."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    @check_arguments
    def dense(self, joint_count: int) -> Reals:
        """(V, joint_count) the weight of each joint at each vertex; those that are listed twice are added.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> weights = rig.meshes[0].surfaces[0].influences.dense(len(rig.skins[0].joints))
        >>> weights.shape, weights[26].tolist()
        ((52, 3), [0.0, 1.0, 0.0])
        """
        if len(self.joints) and not 0 <= int(self.joints.min()) <= int(self.joints.max()) < joint_count:
            raise ValueError(f"joint_count must be more than {int(self.joints.max())}, not {joint_count}")
        matrix: Reals = np.zeros((len(self.offsets) - 1, joint_count), self.weights.dtype)
        np.add.at(matrix, (self.vertices, self.joints), self.weights)
        return matrix

    def without_zeros(self) -> Influences:
        """These influences without entries of weight 0; itself if it has none."""
        kept = self.weights != 0
        if bool(kept.all()):
            return self
        ends = np.concatenate([[0], np.cumsum(kept)])
        return Influences(ends[self.offsets], self.joints[kept], self.weights[kept])


class Deltas(Part, eq=False):
    """Differences of one vertex attribute: for all vertices, or (with `indices`) for the listed ones only.

    Differences of an index that is listed twice are both added.

    >>> import numpy as np
    >>> one_vertex = pantin.rig.Deltas(np.array([[0, 0.2, 0]]), indices=np.array([7]))
    >>> one_vertex.indices
    array([7])
    """

    values: Reals
    indices: Indices | None = None


class BlendShape(FormerNames, Record, eq=False, metaclass=WithFormerNames):
    """The differences that one blend shape (morph target) adds to a surface at weight 1; None for attributes
    that it does not change.

    `tangents` has directions only: the sign of a tangent is not blended.

    >>> surface = pantin.load("examples/face.gltf").rig.meshes[0].surfaces[0]
    >>> smile = surface.blend_shapes[0]
    >>> smile.positions.values.shape, smile.normals is None
    ((4, 3), True)
    """

    former: ClassVar = {"colours": "colors"}

    positions: Deltas | None = None
    normals: Deltas | None = None
    tangents: Deltas | None = None
    texcoords: tuple[Deltas | None, ...] = ()
    colors: tuple[Deltas | None, ...] = ()


class Surface(FormerNames, Part, eq=False, dict=True, weakref=True, metaclass=WithFormerNames):
    """V vertices in N dimensions, in the dtype they are stored in.

    positions     (V, N)
    normals       (V, N)
    tangents      (V, N + 1): direction, then the sign of the bitangent
    texcoords     sets of (V, any)
    colors        sets of (V, 3) or (V, 4)
    indices       (M,) or None for 0 … V − 1
    mode          how indices form points, lines or triangles
    material      index into the rig's materials
    influences    joints and weights for a skin; None for a surface that follows its node
    blend_shapes  one for each blend shape of the mesh
    extras        application data of the surface, not interpreted
    attributes    the file's own attributes of vertices by name, (V, any) in any dtype
    topology      simplexes, edges and attributes of elements, for formats that have them

    >>> import numpy as np
    >>> corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.0]])
    >>> square = pantin.rig.Surface(corners, mode="triangle_strip")
    >>> square.triangles.tolist()
    [[0, 1, 2], [1, 3, 2]]
    >>> square
    <Surface triangle_strip positions=(4, 3)>
    """

    former: ClassVar = {"colours": "colors"}

    positions: Reals
    normals: Reals | None = None
    tangents: Reals | None = None
    texcoords: tuple[Reals, ...] = ()
    colors: tuple[Reals, ...] = ()
    indices: Indices | None = None
    mode: Mode = "triangles"
    material: int | None = None
    influences: Influences | None = None
    blend_shapes: tuple[BlendShape, ...] = ()
    extras: Mapping[str, object] | None = None
    topology: Topology | None = None
    attributes: Mapping[str, NDArray[Any]] | None = None

    def __repr__(self) -> str:
        weighted = "" if self.influences is None else f" influences={len(self.influences.joints)}"
        shapes = f" blend_shapes={len(self.blend_shapes)}" if self.blend_shapes else ""
        return f"<Surface {self.mode} positions={self.positions.shape}{weighted}{shapes}>"

    @property
    def is_drawn(self) -> bool:
        """Whether it has vertices, and indices if it is indexed. glTF forbids other surfaces (§5.1)."""
        return len(self.positions) > 0 and (self.indices is None or len(self.indices) > 0)

    @cached_property
    def triangles(self) -> NDArray[np.int64]:
        """The triangles as (T, 3) vertex indices with the winding of the mode; (0, 3) for points and lines.

        Strips and fans as in glTF 2.0 §3.7.2.1. Indices after the last whole triangle are ignored.
        """
        flat = np.arange(len(self.positions)) if self.indices is None else self.indices.astype(np.int64)
        count = max(len(flat) - 2, 0)
        if self.mode == "triangles":
            corners = flat[: len(flat) // 3 * 3].reshape(-1, 3)
        elif self.mode == "triangle_strip":
            first = np.arange(count)
            odd = first % 2
            corners = flat[np.stack([first, first + 1 + odd, first + 2 - odd], axis=1)]
        elif self.mode == "triangle_fan":
            first = np.arange(count)
            corners = flat[np.stack([first + 1, first + 2, np.zeros_like(first)], axis=1)]
        else:
            corners = np.zeros((0, 3), np.int64)
        return read_only(corners)
