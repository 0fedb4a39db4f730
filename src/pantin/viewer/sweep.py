"""A 4D model for a page: cuts along w that `pantin.edit` makes, and its edges, as one 3D rig."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pantin.edit.mesh_collector import MeshCollector
from pantin.edit.mesh_slice import Hyperplane
from pantin.edit.projection import project_rig
from pantin.edit.rig_slices import slice_rig_at_each, spread_planes
from pantin.motion import world_transforms
from pantin.rig import Doubles, Mesh, Rig

MOST_SLICES, FEWEST_SLICES = 41, 9
"""An odd number, so that one of them goes through the middle."""

WORK = 1 << 21
"""Tetrahedra cut for all slices together: a few seconds."""


@dataclass(frozen=True, eq=False, slots=True)
class Sweep:
    """slices  (w, node in `rig` or None where the cut misses the model)
    edges   the node of the projected edges
    places  (n, 3) where the nodes of the 4D rig are in 3D, along w"""

    rig: Rig
    slices: list[tuple[float, int | None]]
    edges: int
    places: Doubles


def sweep(rig: Rig) -> Sweep:
    """Cuts of a 4D rig at rest, from one end of it to the other."""
    pose = rig.rest_pose()
    plane = Hyperplane.at_w(0.0)
    gathered = MeshCollector("Model")
    slices: list[tuple[float, int | None]] = []
    planes = spread_planes(rig, pose, plane, _count(rig))
    for one, made in zip(planes, slice_rig_at_each(rig, pose, planes), strict=True):
        slices.append((one.offset, gathered.add("Slice", made.meshes[0]) if made.meshes else None))
    wires = project_rig(rig, pose, plane)
    surfaces = tuple(one for mesh in wires.meshes for one in mesh.surfaces)
    edges = gathered.add("Edges", Mesh(surfaces)) if surfaces else 0
    return Sweep(
        gathered.rig(rig.materials),
        slices,
        edges,
        np.ascontiguousarray(world_transforms(pose.rig, pose)[:, :3, -1]),
    )


def _count(rig: Rig) -> int:
    total = 0
    for one in rig.instances:
        for surface in rig.meshes[one.mesh].surfaces:
            if surface.topology is not None and surface.topology.simplexes is not None:
                total += len(surface.topology.simplexes)
    return min(max(WORK // max(1, total), FEWEST_SLICES), MOST_SLICES) | 1
