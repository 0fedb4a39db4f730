"""Clips as values: cut, play at another speed, reverse, resample and join them.

Cubic splines stay splines in `cut`, `retime` and `reverse`: the result plays exactly the same motion. If a
function has to approximate, `approximations` reports the error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.maths import rotations
from pantin.motion.channels import (
    SAME_TIME,
    map_properties,
    plain_channel,
    sample_channel,
    spline_at,
    with_plain_keys,
)
from pantin.motion.fitting import Errors, deviation, fit_channel, mix, with_notes
from pantin.motion.frames import frames_of
from pantin.motion.tracks import clip_tracks, sample_track
from pantin.rig import Channel, Clip, Doubles, Pose, PropertyChannel, Reals, Rig
from pantin.rig.arrays import read_only
from pantin.rig.clip import Interpolation, Property
from pantin.rig.rig import require_rig
from pantin.rig.transform import nearest_rotations

Target: TypeAlias = tuple[int, Property]

JUMP = 1e-3
"""Seconds between the last key of a clip and the first of the next, where nothing blends them."""


@check_arguments
def cut(clip: Clip, start: float, end: float) -> Clip:
    """The part of a clip between two times in seconds; the result starts at 0.

    Exact, also for cubic splines: keys at both ends are added where the clip has none. A spline of rotations
    gets keys there that need not have length 1, because a spline interpolates the numbers.

    Raises `ValueError` for a range that is empty or outside the clip.

    >>> bend = pantin.load("examples/arm.glb").rig.clips[0]
    >>> pantin.motion.cut(bend, 0.5, 1.5).duration
    1.0
    """
    require_clip(clip)
    for value, what in ((start, "start"), (end, "end")):
        if not math.isfinite(value):
            raise ValueError(f"{what} must be a finite number of seconds, not {value}")
    length = clip.duration
    if start < -SAME_TIME or end > length + SAME_TIME:
        raise ValueError(
            f"cannot cut {start:g} to {end:g} s out of {spell(clip)}, which is {length:g} s long"
        )
    if end - start <= SAME_TIME:
        raise ValueError(f"the end of a cut must be after its start, but {start:g} to {end:g} s is empty")
    start, end = max(start, 0.0), min(end, length)
    channels = tuple(_cut_channel(channel, start, end) for channel in clip.channels)
    properties = map_properties(clip, lambda channel: _cut_channel(channel, start, end))
    part = replace(clip, channels=channels, properties=properties)
    return with_notes(_extend_to(part, end - start), clip)


def _extend_to(clip: Clip, duration: float) -> Clip:
    """The clip with a key that holds the end of its longest channel to this duration, if all end before."""
    if clip.is_empty or clip.duration >= duration - SAME_TIME:
        return clip
    if not clip.channels:
        first, *others = clip.properties
        held = with_plain_keys(first, _hold_until(plain_channel(first), duration))
        return replace(clip, properties=(held, *others))
    slot = max(range(len(clip.channels)), key=lambda number: float(clip.channels[number].times[-1]))
    held_channel = _hold_until(clip.channels[slot], duration)
    return replace(clip, channels=(*clip.channels[:slot], held_channel, *clip.channels[slot + 1 :]))


def _hold_until(channel: Channel, duration: float) -> Channel:
    """The channel with its last value at a key at this time too."""
    values = np.concatenate([channel.values, channel.values[-1:]]).astype(np.float64)
    if channel.interpolation == "CUBICSPLINE":
        values[-2:, 2], values[-1, 0] = 0.0, 0.0
    return _with_keys(channel, np.append(channel.times.astype(np.float64), duration), values)


def _cut_channel(channel: Channel, start: float, end: float) -> Channel:
    """The keys inside, and keys at both ends where the channel moves across them."""
    keys = channel.times.astype(np.float64)
    inside = np.flatnonzero((keys >= start - SAME_TIME) & (keys <= end + SAME_TIME))
    times, values = [keys[inside] - start], [channel.values[inside]]
    none = not len(inside)
    if keys[0] < start and (none or keys[inside[0]] > start + SAME_TIME):
        times.insert(0, np.zeros(1))
        values.insert(0, _key_at(channel, start))
    if keys[0] < end < keys[-1] and (none or keys[inside[-1]] < end - SAME_TIME):
        times.append(np.array([end - start]))
        values.append(_key_at(channel, end))
    if not sum(map(len, times)):  # all keys are after the end: their first value holds
        times, values = [np.zeros(1)], [channel.values[:1]]
    joined = np.concatenate([part for part in times if len(part)])
    return _with_keys(channel, np.clip(joined, 0.0, end - start), np.concatenate(values))


def _key_at(channel: Channel, time: float) -> Doubles:
    """One key, shaped as those of the channel, with its value at a time."""
    keys = channel.times
    if channel.interpolation == "CUBICSPLINE":
        if not keys[0] < time < keys[-1]:
            held = channel.values[0 if time <= keys[0] else -1, 1].astype(np.float64)
            return np.stack([np.zeros_like(held), held, np.zeros_like(held)])[None]
        value, slope = spline_at(channel, time)
        return np.stack([slope, value, slope])[None]
    return sample_track(clip_tracks(Clip((channel,)))[0], np.array([time]))[:, 0]


def _with_keys(channel: Channel, times: Doubles, values: Reals) -> Channel:
    return replace(channel, times=read_only(times), values=read_only(np.ascontiguousarray(values)))


@check_arguments
def retime(clip: Clip, speed: float = 1.0, *, duration: float | None = None) -> Clip:
    """The clip played faster: at a speed of 2 it takes half the time. Or with a new duration in seconds.

    Exact: times are divided by the speed, and the tangents of splines multiplied with it.

    >>> bend = pantin.load("examples/arm.glb").rig.clips[0]
    >>> pantin.motion.retime(bend, 2.0).duration
    1.0
    """
    require_clip(clip)
    if duration is not None:
        if not (math.isfinite(duration) and duration > 0):
            raise ValueError(f"duration must be a positive number of seconds, not {duration}")
        if speed != 1.0:
            raise ValueError("give speed or duration, not both")
        if clip.duration == 0:
            raise ValueError(f"{spell(clip)} has no duration to change: all keys are at 0 s")
        speed = clip.duration / duration
    if not (math.isfinite(speed) and speed > 0):
        raise ValueError(f"speed must be a positive number, not {speed}")

    def faster(channel: Channel) -> Channel:
        values = channel.values
        if channel.interpolation == "CUBICSPLINE":
            values = values.astype(np.float64) * np.array([speed, 1.0, speed])[:, None]
        return _with_keys(channel, channel.times.astype(np.float64) / speed, values)

    properties = map_properties(clip, faster)
    return with_notes(replace(clip, channels=tuple(map(faster, clip.channels)), properties=properties), clip)


@check_arguments
def reverse(clip: Clip) -> Clip:
    """The clip played backwards.

    Exact, also for cubic splines. A STEP channel holds each value for the same time as before; the value of a
    last key at the very end of the clip, visible for a single instant, is lost.

    >>> bend = pantin.load("examples/arm.glb").rig.clips[0]
    >>> pantin.motion.reverse(bend).channels[0].times.tolist()
    [0.0, 1.0, 2.0]
    """
    require_clip(clip)
    end = clip.duration
    channels = tuple(_reverse_channel(channel, end) for channel in clip.channels)
    properties = map_properties(clip, lambda channel: _reverse_channel(channel, end))
    return with_notes(_extend_to(replace(clip, channels=channels, properties=properties), end), clip)


def _reverse_channel(channel: Channel, end: float) -> Channel:
    times = (end - channel.times.astype(np.float64))[::-1]
    values = channel.values[::-1]
    if channel.interpolation == "CUBICSPLINE":
        values = values[:, ::-1] * np.array([-1.0, 1.0, -1.0])[:, None]
    elif channel.interpolation == "STEP" and len(times) > 1:
        # What held from key i to key i + 1 holds from the reversed key i + 1 on.
        held = np.concatenate([values[1:], values[-1:]])
        if times[0] > SAME_TIME:  # the last value was held to the end of the clip
            times, held = np.concatenate([[0.0], times]), np.concatenate([values[:1], held])
        values = held
    return _with_keys(channel, times, values)


@check_arguments
def resample(clip: Clip, fps: float = 30.0) -> Clip:
    """The clip with linear keys at an even frame rate, and one at its end; STEP channels stay so.

    `approximations` of the result reports the error between its keys.

    >>> bend = pantin.load("examples/arm.glb").rig.clips[0]
    >>> len(pantin.motion.resample(bend, fps=24).channels[0].times)
    49
    """
    require_clip(clip)
    if clip.is_empty:
        return clip
    times = frames_of(clip, fps).times
    times[-1] = clip.duration
    return resample_at(clip, times)


def resample_at(clip: Clip, times: Doubles) -> Clip:
    """The clip with a key at each of these times, linear between them."""
    errors = Errors()

    def sampled(channel: Channel) -> Channel:
        values = sample_channel(channel, times)
        kind = "STEP" if channel.interpolation == "STEP" else "LINEAR"
        new = replace(channel, times=read_only(times), values=read_only(values), interpolation=kind)
        keys = channel.times.astype(np.float64)
        where = np.unique(np.concatenate([keys, (keys[1:] + keys[:-1]) / 2]))
        where = where[(where >= times[0]) & (where <= times[-1])]
        errors.add(channel.property, deviation(new, lambda at: sample_channel(channel, at), where))
        return new

    channels = tuple(map(sampled, clip.channels))
    resampled = replace(clip, channels=channels, properties=map_properties(clip, sampled))
    return with_notes(resampled, clip, notes=errors.notes("resampled"))


@check_arguments
def concatenate(clips: Sequence[Clip], blend: float = 0.2, *, rig: Rig | None = None) -> Clip:
    """The clips one after the other; each starts `blend` seconds before the previous one ends, and
    overlapping clips are blended.

    The name is that of the first clip. With `rig`, a property has its rest value during clips that do not
    animate it; without `rig`, such clips are refused.

    >>> bend = pantin.load("examples/arm.glb").rig.clips[0]
    >>> pantin.motion.concatenate([bend, bend], blend=0.5).duration
    3.5
    """
    listed = list(clips)
    if not listed:
        raise ValueError("concatenate needs at least one clip")
    for clip in listed:
        require_clip(clip)
        require_same_nodes(listed[0], clip)
    _require_overlap(listed, blend)
    begins = np.concatenate([[0.0], np.cumsum([clip.duration - blend for clip in listed[:-1]])])
    if blend == 0:
        begins += JUMP * np.arange(len(listed))
    targets = dict.fromkeys(target for clip in listed for target in channels_by_target(clip))
    errors = Errors()
    ends = [(begin, begin + clip.duration) for begin, clip in zip(begins, listed, strict=True)]

    def join(target: Target, parts: list[Channel]) -> Channel:
        if all(part.interpolation == "STEP" for part in parts):
            return _join_steps(parts, begins, blend)
        keys = [part.times.astype(np.float64) + begin for part, begin in zip(parts, begins, strict=True)]
        curve = _joined_curve(target[1], parts, begins, blend)
        channel, error = fit_channel(*target, curve, np.concatenate([*keys, *map(np.array, ends)]))
        errors.add(target[1], error)
        return channel

    channels = [join(target, [part_of(clip, target, rig) for clip in listed]) for target in targets]
    properties = combine_properties(listed, rig, lambda parts: join((0, "translation"), parts))
    joined = replace(listed[0], channels=tuple(channels), node_names=None, properties=properties)
    return with_notes(joined, *listed, notes=errors.notes("joined"))


def combine_properties(
    clips: Sequence[Clip], rig: Rig | None, combine: Callable[[list[Channel]], Channel]
) -> tuple[PropertyChannel, ...]:
    """One channel for each property that any clip animates, from the plain channels of all clips; a clip
    without the property uses the rest value of the rig."""
    from pantin.rig.properties import rest_value

    by_target = [{each.target: each for each in clip.properties} for clip in clips]
    combined = []
    for target, channel in {key: each for known in by_target for key, each in known.items()}.items():
        parts = []
        for clip, known in zip(clips, by_target, strict=True):
            if target not in known and rig is None:
                raise ValueError(
                    f"{spell(clip)} does not animate {target}, but another clip does: give rig for its value"
                )
            rest = None if rig is None else rest_value(rig, target)
            parts.append(plain_channel(known[target]) if target in known else _still(channel, rest))
        combined.append(with_plain_keys(channel, combine(parts)))
    return tuple(combined)


def _still(channel: PropertyChannel, value: Sequence[float] | None) -> Channel:
    """A plain channel with the value at rest of the property of another."""
    kind: Interpolation = "STEP" if channel.interpolation == "STEP" else "LINEAR"
    return Channel(0, "translation", read_only(np.zeros(1)), read_only(np.array([value], float)), kind)


def _require_overlap(clips: Sequence[Clip], blend: float) -> None:
    if not (math.isfinite(blend) and blend >= 0):
        raise ValueError(f"blend must be a number of seconds from 0 on, not {blend}")
    for number, clip in enumerate(clips):
        sides = (number > 0) + (number < len(clips) - 1)
        if sides * blend > clip.duration + SAME_TIME:
            raise ValueError(f"{spell(clip)} lasts {clip.duration:g} s, too short for a blend of {blend:g} s")


def _joined_curve(
    kind: Property, parts: Sequence[Channel], begins: Doubles, blend: float
) -> Callable[[Doubles], Doubles]:
    def curve(times: Doubles) -> Doubles:
        values = sample_channel(parts[0], times - begins[0])
        for part, begin in zip(parts[1:], begins[1:], strict=True):
            span = blend if blend > 0 else JUMP
            weight = np.clip((times - (begin if blend > 0 else begin - JUMP)) / span, 0.0, 1.0)
            values = mix(kind, values, sample_channel(part, times - begin), weight)
        return values

    return curve


def _join_steps(parts: Sequence[Channel], begins: Doubles, blend: float) -> Channel:
    """STEP channels switch to the next clip in the middle of the overlap."""
    switches = [-math.inf, *(begins[1:] + blend / 2), math.inf]
    times, values = [], []
    for number, (part, begin) in enumerate(zip(parts, begins, strict=True)):
        keys = part.times.astype(np.float64) + begin
        first, last = switches[number], switches[number + 1]
        if number:
            times.append(np.array([first]))
            values.append(sample_channel(part, np.array([first - begin])))
        inside = (keys > first + SAME_TIME) & (keys < last - SAME_TIME)
        times.append(keys[inside])
        values.append(part.values[inside].astype(np.float64))
    return _with_keys(parts[0], np.concatenate(times), np.concatenate(values))


def require_clip(clip: object) -> None:
    """Raise `TypeError` for anything but a clip."""
    if not isinstance(clip, Clip):
        raise TypeError(f"expected a Clip, not {type(clip).__name__}: rig.clip(name) finds one")


def spell(clip: Clip) -> str:
    """The clip as messages name it."""
    return "the clip" if clip.name is None else f"clip {clip.name!r}"


def require_same_nodes(first: Clip, second: Clip) -> None:
    """Raise `ValueError` for clips of different skeletons."""
    names, others = first.node_names or {}, second.node_names or {}
    for node in names.keys() & others.keys():
        if names[node] != others[node]:
            raise ValueError(
                f"{spell(first)} and {spell(second)} belong to different skeletons: node {node} is "
                f"{names[node]!r} in one and {others[node]!r} in the other"
            )


def channels_by_target(clip: Clip) -> dict[Target, Channel]:
    """The channels of a clip by node and property."""
    return {(channel.node, channel.property): channel for channel in clip.channels}


def part_of(clip: Clip, target: Target, rig: Rig | None) -> Channel:
    """The channel of a clip for a target, or else the rest value of the rig as one."""
    channel = channels_by_target(clip).get(target)
    if channel is not None:
        return channel
    node, kind = target
    if rig is None:
        name = (clip.node_names or {}).get(node)
        what = f"node {node}" if name is None else f"node {name!r} ({node})"
        raise ValueError(
            f"{spell(clip)} has no {kind} of {what}, but another clip does: give rig for its rest pose"
        )
    return rest_channel(rig, target)


def rest_channel(rig: Rig, target: Target) -> Channel:
    """The rest value of a property as a channel with one key."""
    require_rig(rig)
    rest, (node, kind) = rig.rest_pose(), target
    if not 0 <= node < len(rig.nodes):
        raise ValueError(f"there is no node {node} (of {len(rig.nodes)}): the clip belongs to another rig")
    return Channel(node, kind, read_only(np.zeros(1)), read_only(pose_value(rest, target)[None].copy()))


def pose_value(pose: Pose, target: Target) -> Doubles:
    """The value of a property in a pose."""
    node, kind = target
    if kind == "weights":
        return pose.blend[pose.rig.instance_at(node)]
    if kind == "rotation":
        if pose.xyzw is not None:
            return np.asarray(pose.xyzw[node])
        return rotations.from_matrix(nearest_rotations(pose.local[node])[0])
    if kind == "scale" and pose.xyzw is None:
        return nearest_rotations(pose.local[node])[1]
    return np.asarray((pose.translations if kind == "translation" else pose.scales)[node])
