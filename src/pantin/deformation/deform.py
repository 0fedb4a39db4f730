"""`deform`: a rig in a pose, or in many, as posed surfaces in world space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pantin.deformation.frames import Frames
from pantin.deformation.posed import DegenerateCounts, PosedMesh, PosedMeshes
from pantin.deformation.surface import pose_surface
from pantin.rig import OnlyIn3D, Pose, Poses, Rig, Solver
from pantin.rig.rig import require_rig


def deform(
    rig: Rig,
    pose: Pose | Poses | Iterable[Pose],
    *,
    scene: int | str | None = None,
    solver: Solver | None = None,
    normals: bool = True,
    out: PosedMeshes | None = None,
) -> PosedMeshes:
    """Pose every surface that a scene shows, in world space; for several poses arrays have F in front.

    Blend shapes come first, then the skin (which ignores the mesh's own node) or else the node's world
    transform. Weights are used as stored.

    scene    index or name; without it the default scene, else the first, else all nodes
    solver   overrides that of each skin; "dqs" raises `OnlyIn3D` in other dimensions
    normals  False omits normals and tangents; a surface without normals gets those of its triangles
    out      the result of an earlier call with the same rig, scene, options and number of poses: its arrays
    are
             overwritten and returned

    All numbers stay finite: `.degenerate` of the result counts those that had to be replaced.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> (arm,) = pantin.deform(rig, pantin.sample(rig, "bend", [0, 0.5, 1]))
    >>> arm.positions.shape
    (3, 52, 3)
    """
    require_rig(rig)
    if solver not in (None, "linear", "dqs"):
        raise ValueError(f"solver must be 'linear' or 'dqs', not {solver!r}")
    if solver == "dqs" and rig.dimension != 3:
        raise OnlyIn3D(f"dual quaternions need 3 dimensions; this rig has {rig.dimension}")
    frames = Frames.of(rig, pose if isinstance(pose, Pose | Poses) else Poses.of(pose))
    surfaces = list(_shown_surfaces(rig, scene))
    if out is not None:
        _check_out(out, [(rig.instances[instance].node, surface) for instance, surface in surfaces])
    meshes, degenerate = [], DegenerateCounts()
    for index, (instance, surface) in enumerate(surfaces):
        earlier = None if out is None else out[index]
        with np.errstate(over="ignore", invalid="ignore"):  # overflow is clamped and counted
            posed, counts = pose_surface(frames, instance, surface, solver, normals, earlier)
        meshes.append(posed)
        degenerate += counts
    return PosedMeshes(meshes, degenerate + frames.degenerate)


def _check_out(out: PosedMeshes, surfaces: list[tuple[int, int]]) -> None:
    if not isinstance(out, list | tuple) or not all(isinstance(posed, PosedMesh) for posed in out):
        raise TypeError("out must be the result of an earlier call of deform")
    if [(posed.node, posed.surface) for posed in out] != surfaces:
        raise ValueError("out must have the same surfaces as this call")


def _shown_surfaces(rig: Rig, scene: int | str | None) -> Iterator[tuple[int, int]]:
    """(instance, surface) of everything a scene shows."""
    shown = rig.shown(scene)
    for index, instance in enumerate(rig.instances):
        if shown[instance.node]:
            for surface in range(len(rig.meshes[instance.mesh].surfaces)):
                yield index, surface
