"""Slice a posed 4D rig into 3D rigs: one slice, or an animation of many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.deformation import PosedMesh, deform
from pantin.edit.mesh_collector import MeshCollector
from pantin.edit.mesh_slice import Hyperplane, keep_used_points, slice_mesh
from pantin.rig import Channel, Clip, Material, Mesh, Pose, Rig, Surface
from pantin.rig.triangulation import boundary

Named: TypeAlias = "tuple[str | None, Surface]"

SECONDS = 0.1
"""How long each slice of a sweep is shown."""

MOST_SLICES = 10_000
"""Slices of a sweep: a quarter of an hour of them. Each is a mesh and a node of its own."""


def slice_rig(rig: Rig, pose: Pose, plane: Hyperplane) -> Rig:
    """A 3D rig with the slice of every surface that has tetrahedra or cells and meets the 3-space."""
    return next(slice_rig_at_each(rig, pose, [plane]))


def slice_rig_at_each(rig: Rig, pose: Pose, planes: Sequence[Hyperplane]) -> Iterator[Rig]:
    """One rig for the slice of each 3-space."""
    return (_rig(rig, [cut]) for cut in _slices(rig, pose, planes))


def sweep_rig(rig: Rig, pose: Pose, planes: Sequence[Hyperplane]) -> Rig:
    """A 3D rig with one node for each slice, and a clip that shows them one after another."""
    return _rig(rig, list(_slices(rig, pose, planes)))


def spread_planes(rig: Rig, pose: Pose, plane: Hyperplane, count: int) -> list[Hyperplane]:
    """`count` 3-spaces parallel to one, spread over the posed rig from its lowest to its highest point.

    Each is in the middle of its part, so that none only touches the rig. A rig without vertices has none.
    """
    if not 1 <= count <= MOST_SLICES:
        raise ValueError(f"the number of slices must be 1 to {MOST_SLICES:,}, not {count:,}")
    _want_four(rig)
    heights = [
        mesh.positions @ plane.normal for mesh in deform(rig, pose, normals=False) if len(mesh.positions)
    ]
    if not heights:
        return []
    low = min(float(height.min()) for height in heights)
    high = max(float(height.max()) for height in heights)
    return [
        Hyperplane(plane.normal, low + (high - low) * (index + 0.5) / count, plane.basis)
        for index in range(count)
    ]


def _want_four(rig: Rig) -> None:
    if rig.dimension != 4:
        raise ValueError(f"slicing needs a rig of 4 dimensions; this rig has {rig.dimension}")


@dataclass(frozen=True, eq=False, slots=True)
class _Body:
    """Surfaces of one mesh, posed: together they are a boundary. `parts` has the index in `surfaces` of
    each simplex."""

    name: str | None
    surfaces: tuple[Surface, ...]
    points: NDArray[np.float64]
    simplexes: NDArray[np.int64]
    parts: NDArray[np.int64]
    mirrored: bool

    def cut(self, plane: Hyperplane) -> Iterator[Named]:
        result = slice_mesh(self.points, self.simplexes, plane, parts=self.parts, mirrored=self.mirrored)
        for part, surface in enumerate(self.surfaces):
            mine = result.triangles[result.parts == part]
            if len(mine):
                positions, triangles = keep_used_points(result.positions, mine)
                yield self.name, Surface(positions, indices=triangles.reshape(-1), material=surface.material)


def _slices(rig: Rig, pose: Pose, planes: Sequence[Hyperplane]) -> Iterator[list[Named]]:
    """The surfaces of each slice; the rig is posed, and its cells are cut into simplexes, once for all."""
    _want_four(rig)
    bodies = list(_bodies(rig, pose))
    return ([cut for body in bodies for cut in body.cut(plane)] for plane in planes)


def _bodies(rig: Rig, pose: Pose) -> Iterator[_Body]:
    """What there is to cut: surfaces that have tetrahedra, or cells, by the vertices they share."""
    posed = deform(rig, pose, normals=False)
    for (node, mirrored), some in groupby(posed, lambda one: (one.node, bool(one.mirrored))):
        together: list[list[PosedMesh]] = []
        for one in some:
            if together and np.array_equal(together[-1][0].positions, one.positions):
                together[-1].append(one)
            else:
                together.append([one])
        for members in together:
            surfaces = tuple(rig.meshes[member.mesh].surfaces[member.surface] for member in members)
            cells = [(part, boundary(surface)) for part, surface in enumerate(surfaces)]
            result = [(part, one) for part, one in cells if one is not None and one.shape[1] == 4]
            if result:
                yield _Body(
                    rig.nodes.names[node],
                    surfaces,
                    members[0].positions.astype(np.float64),
                    np.concatenate([one for _, one in result]),
                    np.concatenate([np.full(len(one), part) for part, one in result]),
                    mirrored,
                )


def _rig(rig: Rig, slices: list[list[Named]]) -> Rig:
    gathered, channels = MeshCollector("Slices"), []
    for number, surfaces in enumerate(slices):
        if not surfaces:
            continue
        name = surfaces[0][0] if len(slices) == 1 else f"Slice{number}"
        node = gathered.add(name, Mesh(tuple(surface for _, surface in surfaces), name))
        if len(slices) > 1:
            channels.append(_show_channel(node, number, len(slices)))
    materials = [Material(material.name, material.base_colour) for material in rig.materials]
    return gathered.rig(materials, [Clip(tuple(channels), "Sweep")] if channels else [])


def _show_channel(node: int, number: int, count: int) -> Channel:
    """Full size while it is a slice's turn, and no size else: glTF has no other switch that all viewers
    know."""
    times = [frame * SECONDS for frame in sorted({0, number, number + 1, count})]
    sizes = [1.0 if abs(time - number * SECONDS) < SECONDS / 2 else 0.0 for time in times]
    return Channel(
        node,
        "scale",
        np.array(times, np.float32),
        np.repeat(np.array(sizes, np.float32), 3).reshape(-1, 3),
        "STEP",
    )
