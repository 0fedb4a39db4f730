"""Clips with a pose on top of them: what `--set`, `--pose` and their like do to every frame of one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.motion import adaptive, sample
from pantin.rig import Channel, Clip, Doubles, Pose, Poses, Rig
from pantin.rig.clip import Property
from pantin.verbs.posing import Posing


def posed_clip(rig: Rig, clip: Clip, posing: Posing) -> Clip:
    """A clip with every frame changed: affected channels are rebuilt at the keys of the clip, others stay as
    they are."""
    stored_times = np.unique(adaptive.key_times((clip,)).astype(np.float32))
    times = stored_times.astype(np.float64)
    before = sample(rig, clip, times)
    changed = list(_changed_channels(before, Poses.stack([posing.apply(pose) for pose in before]), times))
    replaced = {(channel.node, channel.property) for channel in changed}
    kept = [channel for channel in clip.channels if (channel.node, channel.property) not in replaced]
    return replace(clip, channels=(*kept, *changed))


def held_pose(pose: Pose) -> Clip:
    """A clip of one key, in which everything that is not at rest in a pose has its value."""
    rest = Poses.stack([pose.rig.rest_pose()])
    return Clip(tuple(_changed_channels(rest, Poses.stack([pose]), np.zeros(1))))


def _changed_channels(before: Poses, after: Poses, times: Doubles) -> Iterator[Channel]:
    """Channels for the properties of nodes, and weights, that differ at any of the times."""
    arrays: list[tuple[Property, Doubles, Doubles]] = [
        ("translation", before.translations, after.translations),
        ("scale", before.scales, after.scales),
    ]
    if before.rig.dimension == 3:
        turned = quaternion.without_flips(after.rotations.swapaxes(0, 1)).swapaxes(0, 1)
        arrays.insert(1, ("rotation", before.rotations, turned))
    for name, old, new in arrays:
        same = (old == new).all(axis=2)
        if name == "rotation":  # both signs are one rotation
            same |= (old == -new).all(axis=2)
        for node in np.flatnonzero(~same.all(axis=0)).tolist():
            yield _channel(node, name, times, new[:, node])
    for instance, (old, new) in enumerate(zip(before.blend, after.blend, strict=True)):
        if not np.array_equal(old, new):
            yield _channel(before.rig.instances[instance].node, "weights", times, new)


def _channel(node: int, name: Property, times: Doubles, values: Doubles) -> Channel:
    """A channel; with the keys at its ends alone where its value never changes."""
    if len(times) > 2 and (values == values[0]).all():
        times, values = times[[0, -1]], values[[0, -1]]
    return Channel(node, name, times, values)
