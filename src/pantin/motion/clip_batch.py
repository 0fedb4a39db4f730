"""The poses of many clips in one call: a rig may have thousands of clips with a few keys each, and a call for
each of them takes longer than its work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pantin.kernels.composition import compose_into
from pantin.motion.sampling import sample
from pantin.motion.tracks import interpolate, track_of
from pantin.rig import Channel, Clip, Doubles, Indices, Pose, Poses, Rig
from pantin.rig.arrays import read_only


class Played(NamedTuple):
    """A channel, the times at which it is sampled, and the first of their frames."""

    channel: Channel
    times: Doubles
    first: int


class Joined(NamedTuple):
    """Values of channels of one property: at frame `frames[i]`, node `nodes[i]` has `values[i]`."""

    frames: Indices
    nodes: Indices
    values: Doubles


def batches(counts: Sequence[int], alone: int, together: int) -> Iterator[list[tuple[int, slice]]]:
    """Divide clips with these counts of frames: into one clip with at most `alone` frames, or several with
    at most `together`. Each is the number of the clip and the slice of its frames."""
    parts: list[tuple[int, slice]] = []
    frames = 0
    for number, count in enumerate(counts):
        if parts and frames + count > together:
            yield parts
            parts, frames = [], 0
        for first in range(0, max(count, 1), max(alone, 1)):
            if first:
                yield parts
                parts = []
            parts.append((number, slice(first, min(first + max(alone, 1), count))))
        frames += count
    if parts:
        yield parts


def sample_clips(rig: Rig, clips: Sequence[Clip], times: Sequence[Doubles]) -> Poses:
    """The poses of each clip of a rig at its own times, clip by clip, with the bits of `sample`. They do not
    have the properties of materials, lights, cameras and visibility."""
    rest = rig.rest_pose()
    if len(clips) == 1 or rest.xyzw is None:  # much work, or rotors
        return _join_poses([sample(rig, *each) for each in zip(clips, times, strict=True)])
    groups: dict[tuple[object, ...], list[Played]] = {}
    frames = 0
    for clip, own in zip(clips, times, strict=True):
        for channel in clip.channels:
            kind = (
                channel.property,
                channel.interpolation,
                channel.values.shape[1:],
                len(channel.times) == 1,
            )
            groups.setdefault(kind, []).append(Played(channel, own, frames))
        frames += len(own)
    stored = {"translation": rest.translations, "rotation": rest.xyzw, "scale": rest.scales}
    parts = {name: np.repeat(values[None], frames, axis=0) for name, values in stored.items()}
    blend = tuple(np.repeat(weights[None], frames, axis=0) for weights in rest.blend)
    moved, recomposed = np.zeros((2, frames, len(rig.nodes)), bool)
    for group in groups.values():
        joined, moves = _join(group), group[0].channel.property
        if moves == "weights":
            _put_weights(rig, joined, blend)
            continue
        parts[moves][joined.frames, joined.nodes] = joined.values
        (moved if moves == "translation" else recomposed)[joined.frames, joined.nodes] = True
    general = np.repeat(rest.general[None], frames, axis=0)
    general[recomposed] = False
    local = _compose(rest, parts, moved, recomposed)
    return Poses(
        rig,
        read_only(local),
        read_only(general),
        read_only(parts["translation"]),
        read_only(parts["rotation"]),
        read_only(parts["scale"]),
        tuple(map(read_only, blend)),
    )


def _join_poses(poses: Sequence[Poses]) -> Poses:
    if len(poses) == 1:
        return poses[0]
    turned = [each.xyzw for each in poses if each.xyzw is not None]
    return Poses(
        poses[0].rig,
        np.concatenate([each.local for each in poses]),
        np.concatenate([each.general for each in poses]),
        np.concatenate([each.translations for each in poses]),
        np.concatenate(turned) if turned else None,
        np.concatenate([each.scales for each in poses]),
        tuple(map(np.concatenate, zip(*(each.blend for each in poses), strict=True))),
    )


def _join(group: Sequence[Played]) -> Joined:
    """Sample channels of one property and interpolation as one track, in which each has its own keys."""
    keys = [played.channel.times.astype(np.float64) for played in group]
    ends = np.cumsum([len(each) for each in keys])
    counts = [len(played.times) for played in group]
    begin = np.repeat(ends - [len(each) for each in keys], counts)
    where = [np.searchsorted(own, played.times, "right") for own, played in zip(keys, group, strict=True)]
    left = np.maximum(np.concatenate(where) - 1, 0) + begin
    right = np.minimum(left + 1, np.repeat(ends, counts) - 1)
    values = np.concatenate([played.channel.values for played in group]).astype(np.float64)
    nodes = np.repeat([played.channel.node for played in group], counts)
    frames = np.concatenate([np.arange(each.first, each.first + len(each.times)) for each in group])
    track = track_of(group[0].channel, nodes, np.concatenate(keys), values[..., None, :])
    if len(keys[0]) == 1:  # one key each: the value holds
        return Joined(frames, nodes, (values[:, 1] if values.ndim == 3 else values)[left])
    times = np.concatenate([played.times for played in group])
    return Joined(frames, nodes, interpolate(track, times, left, right)[:, 0])


def _put_weights(rig: Rig, joined: Joined, blend: Sequence[Doubles]) -> None:
    for node in np.unique(joined.nodes).tolist():
        own = joined.nodes == node
        blend[rig.instance_at(node)][joined.frames[own]] = joined.values[own]


def _compose(rest: Pose, parts: dict[str, Doubles], moved: Indices, recomposed: Indices) -> Doubles:
    """The local matrices: composed from their parts where a rotation or scale is animated, with another last
    column where only a translation is."""
    local = np.repeat(rest.local[None], len(moved), axis=0)
    matrices = np.empty((int(recomposed.sum()), *local.shape[2:]))
    compose_into(matrices, *(parts[name][recomposed] for name in ("translation", "rotation", "scale")))
    local[recomposed] = matrices
    alone = moved & ~recomposed
    local[alone, :, -1] = parts["translation"][alone]
    return local
