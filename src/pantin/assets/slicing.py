"""`slice` and `project`: cut a 4D model with a 3-space, or project it to a 3D wireframe."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pantin.assets.asset import Asset
from pantin.assets.posing import describe_pose
from pantin.maths.rotor import Rotation, rotation_matrix
from pantin.rig import Pose, Rig

if TYPE_CHECKING:
    from pantin.edit.mesh_slice import Hyperplane

GivenPose: TypeAlias = "Pose | str | os.PathLike[str] | None"
Weights: TypeAlias = "Mapping[str | int, float] | None"


def slice(
    asset: Asset | Rig,
    *,
    w: float | None = None,
    plane: Sequence[float] | None = None,
    sweep: int | None = None,
    rotate: Rotation | None = None,
    pose: GivenPose = None,
    blend: Weights = None,
) -> Asset:
    """Cut a 4D model with a 3-space; the result is a 3D model.

    w       cut at this value of w; 0 by default
    plane   cut with the 3-space (a, b, c, d, e): its normal, and its distance from the origin
    sweep   cut this many times from one end to the other, as an animation
    rotate  rotate the posed model about the origin first: degrees in planes (`"xw:30,yz:10"`, or
            `{"xw": 30, "yz": 10}`), or a matrix (4, 4)
    pose    a `Pose`, or the path of a pose file; `blend` gives weights of blend shapes on top

    Raises `ValueError` for a model that is not in 4D, or that the 3-space misses.

    >>> creature = pantin.load("examples/g4mf/creature.g4b")
    >>> cut = pantin.slice(creature, w=0.25)
    >>> cut.rig.dimension, pantin.save(cut, "out/cut.glb").ok
    (3, True)
    >>> pantin.slice(creature, rotate="xw:30").rig.dimension
    3
    """
    from pantin.edit import rig_slices

    if w is not None and plane is not None:
        raise ValueError("give w or plane, not both")
    if sweep is not None and w is not None:
        raise ValueError("give sweep or w, not both: a sweep covers the whole model")
    space = _space(w, plane, rotate)

    def cut(posed: Pose) -> Rig:
        if sweep is None:
            return rig_slices.slice_rig(posed.rig, posed, space)
        return rig_slices.sweep_rig(
            posed.rig, posed, rig_slices.spread_planes(posed.rig, posed, space, sweep)
        )

    return _make(asset, cut, pose, blend, lambda posed: _explain_empty(posed, space, w, plane))


def project(
    asset: Asset | Rig,
    *,
    distance: float | None = None,
    w: float | None = None,
    plane: Sequence[float] | None = None,
    rotate: Rotation | None = None,
    pose: GivenPose = None,
    blend: Weights = None,
) -> Asset:
    """Project the edges of a 4D model to lines in 3D: in parallel, or from an eye at `distance`. The options
    are those of `slice`.

    Raises `ValueError` for a model that is not in 4D, has no edges, or has a point behind the eye.

    >>> creature = pantin.load("examples/g4mf/creature.g4b")
    >>> pantin.project(creature, distance=4.0).rig.dimension
    3
    """
    from pantin.edit import projection

    if w is not None and plane is not None:
        raise ValueError("give w or plane, not both")
    space = _space(w, plane, rotate)
    return _make(
        asset,
        lambda posed: projection.project_rig(posed.rig, posed, space, distance),
        pose,
        blend,
        lambda posed: "the model has no edges to project",
    )


def _space(w: float | None, plane: Sequence[float] | None, rotate: Rotation | None) -> Hyperplane:
    from pantin.edit.mesh_slice import Hyperplane

    if plane is not None and len(plane) != 5:
        raise ValueError(
            f"plane needs five numbers (the normal, and its distance from the origin), not {len(plane)}"
        )
    space = Hyperplane.at_w(w or 0.0) if plane is None else Hyperplane.of(list(plane[:4]), plane[4])
    return space if rotate is None else space.before_rotation(rotation_matrix(rotate, 4))


def _explain_empty(posed: Pose, space: Hyperplane, w: float | None, plane: Sequence[float] | None) -> str:
    """Why a cut is empty: the 3-space is beside the model, or the model has nothing to cut."""
    from pantin.deformation import deform

    points = [mesh.positions for mesh in deform(posed.rig, posed, normals=False) if len(mesh.positions)]
    if not points:
        return "the model has no vertices to cut"
    distances = np.concatenate([array @ space.normal for array in points])
    low, high = float(distances.min()), float(distances.max())
    if low <= space.offset <= high:
        return "nothing to cut: the model has no tetrahedra or cells there"
    if plane is None:
        return f"w = {w or 0.0:g} misses the model (w ranges from {low:.3f} to {high:.3f})"
    distance = f"distance {space.offset:g}"
    return f"the 3-space misses the model: {distance} is outside of {low:.3f} to {high:.3f} along its normal"


def _make(
    asset: Asset | Rig,
    cut: Callable[[Pose], Rig],
    pose: GivenPose,
    blend: Weights,
    why_empty: Callable[[Pose], str],
) -> Asset:
    from pantin.deformation.limits import check_vertex_limit

    given = Asset.of_rig(asset) if isinstance(asset, Rig) else asset
    rig = given.rig
    posed = describe_pose(rig, pose, blend=blend)
    check_vertex_limit(rig, given.budget)
    result = cut(posed)
    if not result.meshes:
        raise ValueError(why_empty(posed))
    made = Asset.of_rig(result, given.path)
    made.shape_only = True
    return made
