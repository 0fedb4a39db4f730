"""`slice` and `project`: a 4D model cut by a 3-space, or seen in 3D as a wireframe."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from pantin.assets.asset import Asset
from pantin.assets.posing import describe_pose
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
    pose: GivenPose = None,
    blend: Weights = None,
) -> Asset:
    """A 4D model cut by a 3-space, as a 3D model.

    w      cut where w has this value; 0 without `plane`
    plane  cut by the 3-space (a, b, c, d, e): its normal, and its distance from the origin
    sweep  cut this many times from one end to the other, as an animation
    pose   a `Pose`, or the path of a pose file; `blend` gives weights of blend shapes on top

    Raises `ValueError` for a model that is not in 4D or that the 3-space misses.

    >>> creature = pantin.load("examples/g4mf/creature.g4b")
    >>> cut = pantin.slice(creature, w=0.25)
    >>> cut.rig.dimension, pantin.save(cut, "out/cut.glb").ok
    (3, True)
    """
    from pantin.edit import rig_slices

    if w is not None and plane is not None:
        raise ValueError("give w or plane, not both")
    if sweep is not None and w is not None:
        raise ValueError("give sweep or w, not both: a sweep goes from one end to the other")
    space = _space(w, plane)

    def cut(posed: Pose) -> Rig:
        if sweep is None:
            return rig_slices.slice_rig(posed.rig, posed, space)
        return rig_slices.sweep_rig(
            posed.rig, posed, rig_slices.spread_planes(posed.rig, posed, space, sweep)
        )

    missed = "the 3-space misses the model, of which it cuts tetrahedra and cells: nothing is written"
    return _made(asset, cut, pose, blend, missed)


def project(
    asset: Asset | Rig,
    *,
    distance: float | None = None,
    w: float | None = None,
    plane: Sequence[float] | None = None,
    pose: GivenPose = None,
    blend: Weights = None,
) -> Asset:
    """The edges of a 4D model as lines in 3D: projected in parallel, or from an eye at `distance`.

    Raises `ValueError` for a model that is not in 4D, has no edges, or has a point behind the eye.

    >>> creature = pantin.load("examples/g4mf/creature.g4b")
    >>> pantin.project(creature, distance=4.0).rig.dimension
    3
    """
    from pantin.edit import projection

    if w is not None and plane is not None:
        raise ValueError("give w or plane, not both")
    space = _space(w, plane)
    return _made(
        asset,
        lambda posed: projection.project_rig(posed.rig, posed, space, distance),
        pose,
        blend,
        "no surface has edges to project",
    )


def _space(w: float | None, plane: Sequence[float] | None) -> Hyperplane:
    from pantin.edit.mesh_slice import Hyperplane

    if plane is None:
        return Hyperplane.at_w(w or 0.0)
    if len(plane) != 5:
        raise ValueError(
            f"plane is five numbers (the normal, and its distance from the origin), not {len(plane)}"
        )
    return Hyperplane.of(list(plane[:4]), plane[4])


def _made(
    asset: Asset | Rig, cut: Callable[[Pose], Rig], pose: GivenPose, blend: Weights, nothing: str
) -> Asset:
    from pantin.deformation.limits import check_vertex_limit

    rig, path = (asset, "rig") if isinstance(asset, Rig) else (asset.rig, asset.path)
    posed = describe_pose(rig, pose, blend=blend)
    check_vertex_limit(rig)
    made = cut(posed)
    if not made.meshes:
        raise ValueError(nothing)
    return Asset.of_rig(made, path)
