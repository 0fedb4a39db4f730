"""4D seen in 3D as wireframes: the edges of posed meshes, projected in parallel or from a point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.deformation import deform
from pantin.edit.mesh_collector import MeshCollector
from pantin.edit.mesh_slice import Hyperplane
from pantin.rig import Mesh, Pose, Rig, Surface
from pantin.rig.topology import Topology

Doubles = NDArray[np.float64]


def project_points(points: Doubles, plane: Hyperplane, distance: float | None = None) -> Doubles:
    """(V, 3) points along the normal of a 3-space onto it; with `distance`, from an eye so far above it.

    Raises `ValueError` where a point is not in front of the eye.
    """
    flat = points @ plane.basis.T
    if distance is None:
        return np.asarray(flat)
    depth = distance - (points @ plane.normal - plane.offset)
    if not 0 < distance < np.inf or bool((depth <= 0).any()):
        raise ValueError("the eye must stand further away than every point, and at a finite distance")
    return np.asarray(flat * (distance / depth)[:, None])


def surface_edges(topology: Topology | None) -> NDArray[np.int64]:
    """The stored edges of a surface, or those of its simplexes, each once."""
    if topology is None:
        return np.zeros((0, 2), np.int64)
    if topology.edges is not None and len(topology.edges):
        return np.asarray(topology.edges, np.int64)
    if topology.simplexes is None:
        return np.zeros((0, 2), np.int64)
    width = topology.simplexes.shape[1]
    pairs = [topology.simplexes[:, [a, b]] for a in range(width) for b in range(a + 1, width)]
    return np.unique(np.sort(np.concatenate(pairs).astype(np.int64), axis=1), axis=0)


def project_rig(rig: Rig, pose: Pose, plane: Hyperplane, distance: float | None = None) -> Rig:
    """A 3D rig of lines: every surface of the posed 4D rig as its projected edges; what has none is left
    out."""
    if rig.dimension != 4:
        raise ValueError(f"a 3-space is of 4 dimensions, and this rig has {rig.dimension}")
    wires = MeshCollector()
    for one in deform(rig, pose, normals=False):
        surface = rig.meshes[one.mesh].surfaces[one.surface]
        lines = surface_edges(surface.topology)
        if not len(lines):
            continue
        positions = project_points(one.positions.astype(np.float64), plane, distance)
        made = Surface(positions, indices=lines.reshape(-1), mode="lines", material=surface.material)
        wires.add(rig.nodes.names[one.node], Mesh((made,), rig.meshes[one.mesh].name))
    return wires.rig(rig.materials)
