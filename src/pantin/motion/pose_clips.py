"""`clip_from_poses`: a clip with a key for each of some poses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from pantin.base.arguments import check_arguments
from pantin.maths import quaternion, rotations
from pantin.motion.arithmetic import pose_value
from pantin.rig import Channel, Clip, Doubles, Pose, Poses, Rig
from pantin.rig.arrays import read_only
from pantin.rig.clip import Property
from pantin.rig.rig import HasRig, require_fit, rig_of
from pantin.rig.transform import has_shear, nearest_rotations

SAME_SCALE = 1e-12
"""Scales within this relative difference are equal: outside 3D they are computed from matrices."""


def _seconds(times: ArrayLike, count: int) -> Doubles:
    """Rising times in seconds, one for each pose."""
    seconds = np.asarray(times, np.float64)
    if seconds.shape != (count,):
        raise ValueError(f"expected a time for each of {count} poses, not an array of shape {seconds.shape}")
    if not np.isfinite(seconds).all() or (seconds < 0).any() or (np.diff(seconds) <= 0).any():
        raise ValueError("times must be finite and ascending seconds, from 0")
    return seconds


@check_arguments
def clip_from_poses(
    rig: Rig | HasRig, poses: Poses | Sequence[Pose], times: ArrayLike, *, name: str | None = None
) -> Clip:
    """A clip with a key for each pose: linear channels for the properties that differ from rest in any pose.

    Raises `ValueError` for poses that no channel can store: matrices with shear.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> poses = pantin.sample(rig, "bend", [0.0, 0.5, 1.0])
    >>> pantin.motion.clip_from_poses(rig, poses, [0.0, 0.5, 1.0], name="half")
    <Clip 'half' channels=2 duration=1 s>
    """
    rig = rig_of(rig)
    batch = poses if isinstance(poses, Poses) else Poses.stack(poses)
    require_fit(rig, batch)
    seconds = read_only(_seconds(times, len(batch)).copy())
    rest, channels = rig.rest_pose(), []
    _require_storable(rig, batch)
    parts = pose_parts(batch)
    for node in range(len(rig.nodes)):
        for kind, values in parts.items():
            own, still = values[:, node], pose_value(rest, (node, kind))
            if kind == "rotation":
                own = quaternion.without_flips(rotations.normalize(own))
                differs = bool((rotations.angle(own, rotations.normalize(still)) > 1e-9).any())
            elif kind == "scale" and batch.xyzw is None:
                differs = not np.allclose(own, still, rtol=SAME_SCALE, atol=0.0)
            else:
                differs = not (own == still).all()
            if differs:
                channels.append(Channel(node, kind, seconds, read_only(np.ascontiguousarray(own))))
    for instance, weights in zip(rig.instances, batch.blend, strict=True):
        if weights.shape[1] and not (weights == rest.blend[rig.instance_at(instance.node)]).all():
            channels.append(Channel(instance.node, "weights", seconds, read_only(weights.copy())))
    if not channels:  # a clip of the rest pose still lasts as long as the poses
        still = np.repeat(rest.translations[:1], len(seconds), axis=0)
        channels.append(Channel(0, "translation", seconds, read_only(still)))
    names = {channel.node: rig.nodes.names[channel.node] for channel in channels}
    return Clip(tuple(channels), name, node_names=names)


def pose_parts(poses: Poses) -> dict[Property, Doubles]:
    """The values of poses as keys of channels: (F, n, width) of each property of nodes."""
    if poses.xyzw is not None:
        return {"translation": poses.translations, "rotation": poses.xyzw, "scale": poses.scales}
    matrices, scales = nearest_rotations(poses.local)
    return {
        "translation": poses.translations,
        "rotation": rotations.from_matrix(matrices),
        "scale": scales,
    }


def _require_storable(rig: Rig, poses: Poses) -> None:
    """Refuse general matrices that parts cannot express, and that are not those at rest."""
    rest = rig.rest_pose()
    changed = poses.general & ~(poses.local == rest.local).all(axis=(2, 3))
    for frame, node in zip(*np.nonzero(changed), strict=True):
        linear_same = np.array_equal(poses.local[frame, node, :, :-1], rest.local[node, :, :-1])
        if not linear_same and has_shear(poses.local[frame, node]):
            name = rig.nodes.names[node]
            raise ValueError(
                f"pose {frame} has a matrix on node {name!r} ({node}) that no clip stores: it has shear"
            )
