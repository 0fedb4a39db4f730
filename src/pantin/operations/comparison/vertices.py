"""The vertices of a rig in one table, and the names of its parts in messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.deformation.frames import PosedNodes
from pantin.deformation.surface import pose_surface
from pantin.rig import Doubles, Indices, Instance, Material, Pose, Poses, Rig, Surface


class VertexRange(NamedTuple):
    """A surface of an instance, and where its vertices begin in the table."""

    instance: int
    number: int
    first: int
    surface: Surface

    @property
    def vertices(self) -> slice:
        return slice(self.first, self.first + len(self.surface.positions))


class VertexTable(Record, eq=False):
    """All vertices of a rig: those of the first surface of the first instance first.

    rest  (V, N) positions of the rest pose in the world
    used  (V,) whether a triangle, line or point has the vertex: others may be removed
    """

    rig: Rig
    parts: tuple[VertexRange, ...]
    rest: Doubles
    used: NDArray[np.bool_]

    @classmethod
    def from_rig(cls, rig: Rig) -> VertexTable:
        parts, first = [], 0
        for index, instance in enumerate(rig.instances):
            for number, surface in enumerate(rig.meshes[instance.mesh].surfaces):
                parts.append(VertexRange(index, number, first, surface))
                first += len(surface.positions)
        table = cls(rig, tuple(parts), np.zeros((first, rig.dimension)), np.zeros(first, bool))
        for part in parts:
            table.used[part.vertices] = _used_vertices(part.surface)
        table.rest[:] = table.pose(rig.rest_pose())
        return table

    def instance(self, part: VertexRange) -> Instance:
        return self.rig.instances[part.instance]

    def pose(self, pose: Pose, parts: tuple[VertexRange, ...] | None = None) -> Doubles:
        """(V, N) the positions of all vertices in a pose; those of other parts than `parts` stay at rest."""
        positions = self.rest.copy()
        frames = PosedNodes.from_poses(self.rig, pose)
        for part in self.parts if parts is None else parts:
            posed, _ = pose_surface(frames, part.instance, part.number, None, False, None)
            positions[part.vertices] = posed.positions
        return positions

    def rest_directions(self) -> Iterator[tuple[NDArray[Any] | None, NDArray[Any] | None]]:
        """Normals and tangents of each part at rest, in the world; None where a surface does not store
        them."""
        frames = PosedNodes.from_poses(self.rig, self.rig.rest_pose())
        for part in self.parts:
            own = part.surface
            if own.normals is None and own.tangents is None:
                yield None, None
                continue
            posed, _ = pose_surface(frames, part.instance, part.number, None, True, None)
            yield (
                None if own.normals is None else posed.normals,
                None if own.tangents is None else posed.tangents,
            )

    def pose_many(self, poses: Poses) -> Doubles:
        """(F, V, N) the positions of all vertices in some poses."""
        frames = PosedNodes.from_poses(self.rig, poses)
        positions = np.empty((len(frames.world), *self.rest.shape))
        for part in self.parts:
            posed, _ = pose_surface(frames, part.instance, part.number, None, False, None)
            positions[:, part.vertices] = posed.positions
        return positions

    def material(self, part: VertexRange) -> Material | None:
        """The material of a surface of an instance."""
        own = self.instance(part).materials
        index = part.surface.material if own is None or own[part.number] is None else own[part.number]
        return None if index is None else self.rig.materials[index]

    def owners(self, vertices: Indices) -> list[VertexRange]:
        """The surfaces that have these vertices."""
        firsts = np.array([part.first for part in self.parts], np.int64)
        return [self.parts[index] for index in np.unique(np.searchsorted(firsts, vertices, "right") - 1)]

    def name(self, part: VertexRange) -> str:
        """The name of a surface in messages: its node, and its number if there are several."""
        instance = self.instance(part)
        called = describe_node(self.rig, instance.node)
        return f"surface {part.number} of {called}" if self._is_one_of_several(part) else f"mesh of {called}"

    def vertex_name(self, part: VertexRange, vertex: int) -> str:
        """The name of a vertex of a surface in messages."""
        surface = self.name(part) if self._is_one_of_several(part) else f"the {self.name(part)}"
        return f"vertex {vertex} of {surface}"

    def _is_one_of_several(self, part: VertexRange) -> bool:
        return len(self.rig.meshes[self.instance(part).mesh].surfaces) > 1


def _used_vertices(surface: Surface) -> NDArray[np.bool_]:
    """Whether each vertex of a surface is drawn. Other elements than triangles may use any vertex."""
    used = np.ones(len(surface.positions), bool)
    if surface.topology is None and surface.indices is not None and surface.mode.startswith("triangle"):
        used[:] = False
        used[surface.triangles] = True
    return used


def describe_node(rig: Rig, node: int) -> str:
    """`node 'hip' (3)`, or `node 3` without a name."""
    name = rig.nodes.names[node]
    return f"node {node}" if name is None else f"node {name!r} ({node})"


def longest_side(rest: Doubles) -> float:
    """The longest side of the bounding box of these points; 1 where they have none."""
    finite = rest[np.isfinite(rest).all(axis=1)]
    size = float(np.ptp(finite, axis=0).max()) if len(finite) else 0.0
    return size if size > 0 and np.isfinite(size) else 1.0
