"""`deform`: a rig in a pose, or in many, as posed surfaces in world space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pantin.base.arguments import check_arguments_but
from pantin.base.records import Record
from pantin.base.short_repr import short_value
from pantin.base.threads import use_threads
from pantin.deformation.frames import PosedNodes
from pantin.deformation.posed import DegenerateCounts, PosedMesh, PosedMeshes
from pantin.deformation.surface import pose_instances, pose_surface
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.rig import Doubles, OnlyIn3D, Pose, Poses, Rig, Solver
from pantin.rig.rig import HasRig, rig_of

TOGETHER = 1 << 16
"""Vertices of all instances that are posed in one call: a few megabytes. That is also far below the work from
which kernels fuse products and sums, so that results do not depend on the number of instances."""


@check_arguments_but("scene", "pose", "solver", "out", "threads")
def deform(
    rig: Rig | HasRig,
    pose: Pose | Poses | Iterable[Pose],
    *,
    scene: int | str | None = None,
    solver: Solver | None = None,
    normals: bool = True,
    out: PosedMeshes | None = None,
    threads: int | None = None,
) -> PosedMeshes:
    """Pose every surface that a scene shows, in world space; for several poses arrays have F in front.

    Blend shapes come first, then the skin (which ignores the mesh's own node) or else the node's world
    transform. Weights are used as stored. A single pose of a clip that hides nodes only gives its visible
    surfaces; several poses give those of the rig.

    scene    index or name; without it the default scene, else the first, else all nodes
    solver   overrides that of each skin; "dqs" raises `OnlyIn3D` in other dimensions
    normals  False omits normals and tangents; a surface without normals gets those of its triangles
    out      the result of an earlier call with the same rig, scene, options and number of poses: its arrays
             are overwritten and returned
    threads  how many threads share the work (default: PANTIN_THREADS, else one for each core). The
             bits of the result do not depend on it

    All numbers stay finite: `.degenerate` of the result counts those that had to be replaced.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> (arm,) = pantin.deform(rig, pantin.sample(rig, "bend", [0, 0.5, 1]))
    >>> arm.positions.shape
    (3, 52, 3)
    """
    rig = rig_of(rig)
    if not (solver is None or (isinstance(solver, str) and solver in ("linear", "dqs"))):
        raise ValueError(f"solver must be 'linear' or 'dqs', not {short_value(solver)}")
    if solver == "dqs" and rig.dimension != 3:
        raise OnlyIn3D(f"dual quaternions need 3 dimensions; this rig has {rig.dimension}")
    with use_threads(threads):
        frames = PosedNodes.from_poses(rig, pose if isinstance(pose, Pose | Poses) else Poses.stack(pose))
        surfaces = list(_shown_surfaces(_with_visibility(rig, pose), scene))
        if out is not None:
            _check_out(out, [(rig.instances[instance].node, surface) for instance, surface in surfaces])
        return _pose_surfaces(frames, surfaces, solver, normals, out)


def _pose_surfaces(
    frames: PosedNodes,
    surfaces: list[tuple[int, int]],
    solver: Solver | None,
    normals: bool,
    out: PosedMeshes | None,
) -> PosedMeshes:
    """All surfaces, given as (instance, surface), in all frames."""
    together = {} if out is not None else _find_repeated(frames, surfaces, solver)
    posed: dict[int, PosedMesh] = {}
    degenerate = DegenerateCounts()
    with np.errstate(over="ignore", invalid="ignore"):  # overflow is clamped and counted
        for (_, number, _, method), indices in together.items():
            instances = [frames.rig.instances[surfaces[index][0]] for index in indices]
            meshes, counts = pose_instances(frames, instances, number, method, normals)
            posed.update(zip(indices, meshes, strict=True))
            degenerate += counts
        for index, (instance, number) in enumerate(surfaces):
            if index not in posed:
                earlier = None if out is None else out[index]
                posed[index], counts = pose_surface(frames, instance, number, solver, normals, earlier)
                degenerate += counts
    return PosedMeshes([posed[index] for index in range(len(surfaces))], degenerate + frames.degenerate)


def _find_repeated(
    frames: PosedNodes, surfaces: list[tuple[int, int]], solver: Solver | None
) -> dict[tuple[int, int, int, Solver], list[int]]:
    """The places in `surfaces` of skinned surfaces that several instances show in a single pose, by mesh,
    surface, number of joints and solver."""
    rig = frames.rig
    groups: dict[tuple[int, int, int, Solver], list[int]] = {}
    if not frames.single or len(rig.skins) < 2:
        return groups
    for number_in_list, (index, number) in enumerate(surfaces):
        instance = rig.instances[index]
        if instance.skin is None or rig.meshes[instance.mesh].surfaces[number].influences is None:
            continue
        if not frames.blend[index].any():
            skin = rig.skins[instance.skin]
            key = (instance.mesh, number, len(skin.joints), solver or skin.solver)
            groups.setdefault(key, []).append(number_in_list)
    return {
        key: indices
        for key, indices in groups.items()
        if 1 < len(indices) <= TOGETHER // max(1, len(rig.meshes[key[0]].surfaces[key[1]].positions))
    }


def _check_out(out: PosedMeshes, surfaces: list[tuple[int, int]]) -> None:
    if not isinstance(out, list | tuple) or not all(isinstance(posed, PosedMesh) for posed in out):
        raise TypeError("out must be the result of an earlier call of deform")
    if [(posed.node, posed.surface) for posed in out] != surfaces:
        raise ValueError("out must have the same surfaces as this call")


def _with_visibility(rig: Rig, pose: Pose | Poses | Iterable[Pose]) -> Rig:
    """The rig with the nodes that a pose of a clip hides and shows; in a batch they are those of the rig, as
    all poses have the same surfaces."""
    if not isinstance(pose, Pose) or not pose.properties:
        return rig
    from pantin.rig.properties import with_properties

    return with_properties(rig, {key: value for key, value in pose.properties.items() if key.part == "nodes"})


def _shown_surfaces(rig: Rig, scene: int | str | None) -> Iterator[tuple[int, int]]:
    """(instance, surface) of everything a scene shows."""
    shown = rig.shown(scene)
    for index, instance in enumerate(rig.instances):
        if shown[instance.node]:
            for surface in range(len(rig.meshes[instance.mesh].surfaces)):
                yield index, surface


class PositionsBySpace(Record, eq=False):
    """The positions of one posed surface in three coordinate spaces.

    world     as in the result of `deform`
    skeleton  in the space of the skin's root; None for a mesh without a skin that names one
    local     in the space of the mesh's own node
    """

    world: Doubles
    skeleton: Doubles | None
    local: Doubles


def positions_by_space(rig: Rig, pose: Pose, posed: PosedMesh) -> PositionsBySpace:
    """The positions of a posed surface (of one pose) in all three spaces.

    Raises `ValueError` where the world transform of the mesh's node or of the skin's root is singular.
    """
    world = world_transforms(rig, pose)
    instance = rig.instances[rig.instance_at(posed.node)]
    root = None if instance.skin is None else rig.skins[instance.skin].root
    local = affine.apply(affine.inverse(world[posed.node]), posed.positions)
    skeleton = None if root is None else affine.apply(affine.inverse(world[root]), posed.positions)
    return PositionsBySpace(posed.positions.astype("float64"), skeleton, local)
