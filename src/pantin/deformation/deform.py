"""`deform`: a rig in a pose, or in many, as posed surfaces in world space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pantin.deformation.moments import Moments
from pantin.deformation.posed import Deformed, Guarded, PosedMesh
from pantin.deformation.surface import posed_surface
from pantin.rig import OnlyIn3D, Pose, Poses, Rig, Solver
from pantin.rig.rig import rig_given


def deform(
    rig: Rig,
    pose: Pose | Poses | Iterable[Pose],
    *,
    scene: int | str | None = None,
    solver: Solver | None = None,
    normals: bool = True,
    out: Deformed | None = None,
) -> Deformed:
    """Every surface a scene shows, where the pose puts it in world space; for several poses with F in front.

    Blend shapes first, then the skin (the mesh's own node plays no part then) or else the node's world map.
    Weights are used as stored. `scene`, an index or a name, is the default one, else the first, else all
    nodes. `solver` stands
    before that of each skin; "dqs" raises `OnlyIn3D` in other dimensions. `normals=False` leaves normals and
    tangents out; a surface without normals gets those of its triangles. `out` is what an earlier call with
    the same rig, scene, options and number of poses gave; its arrays are written over and returned.

    Numbers stay finite: `.guarded` of the result counts what had to be replaced for that.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> (arm,) = pantin.deform(rig, pantin.sample(rig, "bend", [0, 0.5, 1]))
    >>> arm.positions.shape
    (3, 52, 3)
    """
    rig_given(rig)
    if solver not in (None, "linear", "dqs"):
        raise ValueError(f"solver is {solver!r}, neither 'linear' nor 'dqs'")
    if solver == "dqs" and rig.dimension != 3:
        raise OnlyIn3D(f"dual quaternions exist in 3 dimensions; this rig has {rig.dimension}")
    moments = Moments.of(rig, pose if isinstance(pose, Pose | Poses) else Poses.of(pose))
    places = list(_places(rig, scene))
    if out is not None:
        _check_out(out, [(rig.instances[instance].node, surface) for instance, surface in places])
    meshes, guarded = [], Guarded()
    for at, (instance, surface) in enumerate(places):
        earlier = None if out is None else out[at]
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is drawn back and counted
            posed, lost = posed_surface(moments, instance, surface, solver, normals, earlier)
        meshes.append(posed)
        guarded += lost
    return Deformed(meshes, guarded + moments.guarded)


def _check_out(out: Deformed, places: list[tuple[int, int]]) -> None:
    if not isinstance(out, list | tuple) or not all(isinstance(one, PosedMesh) for one in out):
        raise TypeError("out is what an earlier call of deform gave")
    if [(one.node, one.surface) for one in out] != places:
        raise ValueError("out holds other surfaces than those posed here")


def _places(rig: Rig, scene: int | str | None) -> Iterator[tuple[int, int]]:
    """(instance, surface) of everything a scene shows."""
    shown = rig.shown(scene)
    for at, instance in enumerate(rig.instances):
        if shown[instance.node]:
            for surface in range(len(rig.meshes[instance.mesh].surfaces)):
                yield at, surface
