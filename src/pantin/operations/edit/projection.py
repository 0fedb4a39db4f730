"""Project rigs of four dimensions and more to 3D wireframes: the edges of posed meshes, in parallel or
perspective projection."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.deformation import deform
from pantin.operations.edit.mesh_collector import MeshCollector
from pantin.operations.edit.mesh_slice import Hyperplane
from pantin.rig import Mesh, Pose, Rig, Surface
from pantin.rig.topology import Topology

Doubles = NDArray[np.float64]


def project_points(points: Doubles, plane: Hyperplane, distance: float | None = None) -> Doubles:
    """Project points to a hyperplane along its normal: (V, N − 1). With `distance`, in perspective from an
    eye at that distance.

    Raises `ValueError` where a point is not in front of the eye.
    """
    flat = points @ plane.basis.T
    if distance is None:
        return np.asarray(flat)
    depth = distance - (points @ plane.normal - plane.offset)
    if not 0 < distance < np.inf or bool((depth <= 0).any()):
        farthest = float((points @ plane.normal - plane.offset).max(initial=0.0))
        raise ValueError(
            f"distance must be finite and larger than {farthest:.4g}, the farthest point of the model, "
            f"not {distance:g}"
        )
    return np.asarray(flat * (distance / depth)[:, None])


def surface_edges(topology: Topology | None) -> NDArray[np.int64]:
    """The stored edges of a surface, or else the edges of its simplexes, without repetition."""
    if topology is None:
        return np.zeros((0, 2), np.int64)
    if topology.edges is not None and len(topology.edges):
        return np.asarray(topology.edges, np.int64)
    if topology.simplexes is None:
        return np.zeros((0, 2), np.int64)
    width = topology.simplexes.shape[1]
    pairs = [topology.simplexes[:, [a, b]] for a in range(width) for b in range(a + 1, width)]
    return np.unique(np.sort(np.concatenate(pairs).astype(np.int64), axis=1), axis=0)


def project_rig(rig: Rig, pose: Pose, planes: Sequence[Hyperplane], distance: float | None = None) -> Rig:
    """A 3D rig of lines: the edges of every surface of the posed rig that has edges, projected to one
    hyperplane after another, each in one dimension less."""
    if rig.dimension < 4:
        raise ValueError(f"projection needs a rig of 4 dimensions or more; this rig has {rig.dimension}")
    wires = MeshCollector(rig)
    for posed in deform(rig, pose, normals=False):
        surface = rig.meshes[posed.mesh].surfaces[posed.surface]
        lines = surface_edges(surface.topology)
        if not len(lines):
            continue
        positions = posed.positions.astype(np.float64)
        for plane in planes:
            positions = project_points(positions, plane, distance)
        wireframe = Surface(
            positions,
            colors=posed.colors,
            indices=lines.reshape(-1),
            mode="lines",
            material=surface.material,
            extras=surface.extras,
        )
        mesh = rig.meshes[posed.mesh]
        wires.add(rig.nodes.names[posed.node], Mesh((wireframe,), mesh.name, extras=mesh.extras))
    return wires.rig()
