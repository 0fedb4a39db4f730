"""Keys of a clip: jumps, rates, and keys outside of the range of the others."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.checks.clip_rules.channels import channel_pointer
from pantin.checks.clip_rules.key_faults import find_excursions, find_jumps, steps_of
from pantin.checks.clip_rules.played import Played
from pantin.checks.clip_rules.wording import at_time, repair
from pantin.maths import rotations
from pantin.motion.channels import sample_channel, unit_values
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rig import Channel, Doubles

EVEN = 0.1
"""How far a time between keys may be from a multiple of a frame, in frames."""

WHOLE = 0.7
"""A time between keys of at least this part of a frame counts as a separate one."""

DENSE = 0.07
"""Seconds between keys up to which a clip is recorded frame by frame."""

STRAY = 0.25
"""The part of the channels that end later than all others, at most, for their last keys to be stray…"""
LATER = 0.2
"""…and how much later they end, as a part of the duration of the others."""

NEEDED_DEGREES, NEEDED_PART = 0.05, 1e-4
"""A key within this distance of the interpolation of its two neighbours, in degrees or relative to the
largest value, is needless."""

HALF = 0.5
"""The part of the keys that must be needless: in a curve sampled five times too densely, the two keys beside
each corner are needed."""


@rule("CLIP-JUMP", "warning", "{node} jumps by {jump} at {time} of {clip}; {repair}")
def jump(played: Played) -> Iterator[Finding]:
    """Joint jumps between keys.

    What: From one key to the next a joint turns further than `jump-degrees`, or moves further than
    `jump-distance`, and several times as far as between the keys around them; or half as far, and back with
    the key after. Joints that move nothing that is drawn are not looked at, and channels with STEP
    interpolation are meant to jump.
    Why: Flipped Euler angles and lost markers look like this: the joint flickers for a frame.
    Fix: `pantin clips SOURCE TARGET --bridge NAME` removes keys that are off. Where a joint does not come
    back after a jump, correct the keys, or keep the longer part: `--cut NAME:START-END`. Recordings often
    begin with one frame of another pose.
    Source: `jump-degrees` (95°) and `jump-distance` (0.5 of the size) in the table `clips` of pantin.toml.
    """
    model = played.model
    for index, channel in enumerate(played.clip.channels):
        if not model.drawn[channel.node]:
            continue
        turns = channel.property == "rotation"
        jumps = find_jumps(channel, least_jump(played, channel))
        if jumps:
            steps = steps_of(channel)
            key = max(jumps, key=lambda each: steps[each - 1])
            size = float(steps[key - 1])
            yield jump.at(
                channel_pointer(played, index, channel),
                node=model.name_node(channel.node),
                jump=f"{size:.0f}°" if turns else model.length(size * _scale_above(played, channel)),
                time=at_time(float(channel.times[key])),
                clip=played.name,
                repair=_repair_jump(played, channel, jumps, key),
            )


def least_jump(played: Played, channel: Channel) -> float:
    """The least jump of a channel, in degrees or in the unit of its keys."""
    limits = played.model.thresholds
    if channel.property == "rotation":
        return limits.jump_degrees
    return limits.jump_distance * played.model.size / _scale_above(played, channel)


def _repair_jump(played: Played, channel: Channel, jumps: list[int], key: int) -> str:
    """Keys between a jump and its return can be removed; without a return, the longer part can be kept."""
    spans = find_excursions(channel, jumps, least_jump(played, channel))
    if any(first <= key <= end for first, end in spans):
        return repair(f"--bridge {played.label}")
    before, after = (float(channel.times[each]) for each in (key - 1, key))
    if after > played.clip.duration / 2:
        return repair(f"--cut {played.label}:0-{before:g}")
    return repair(f"--cut {played.label}:{after:g}-{played.clip.duration:g}")


def _scale_above(played: Played, channel: Channel) -> float:
    """The length of one unit of a translation in the world."""
    parent = int(played.model.rig.nodes.parents[channel.node])
    if parent < 0:
        return 1.0
    linear = played.world[0, parent, :, :-1]
    return float(abs(np.linalg.det(linear)) ** (1 / len(linear))) or 1.0


@rule("CLIP-KEYS_RANGE", "warning", "{what} of {clip}, {others}; {repair}")
def keys_range(played: Played) -> Iterator[Finding]:
    """Keys are outside of the range of the clip.

    What: The first keys of a clip are later than 0 by more than a frame, or a few channels have keys long
    after the last keys of all others.
    Why: The clip begins or ends with time in which nothing moves, so it does not loop, and blends hang.
    Fix: `pantin clips SOURCE TARGET --cut NAME:START-END` keeps the part that moves.
    Source: glTF 2.0 §3.11: a clip lasts from 0 to its last key.
    """
    channels = [channel for channel in played.clip.channels if len(channel.times) > 1]
    if not channels:
        return
    ends = np.array([float(channel.times[-1]) for channel in channels])
    starts = np.array([float(channel.times[0]) for channel in channels])
    usual = float(np.median(ends))
    late = ends > usual * (1 + LATER) + played.step
    start = float(starts.min())
    if start > max(0.1, 2 * played.step):
        yield keys_range.at(
            pointer("animations", played.index),
            what=f"the first key is at {at_time(start)}",
            clip=played.name,
            others="before it nothing moves",
            repair=repair(f"--cut {played.label}:{start:g}-{float(ends.max()):g}"),
        )
    if late.any() and late.sum() <= STRAY * len(channels):
        worst = channels[int(np.where(late, ends, 0).argmax())]
        yield keys_range.at(
            pointer("animations", played.index),
            what=f"{played.model.name_node(worst.node)} has a key at {at_time(float(worst.times[-1]))}",
            clip=played.name,
            others=f"where other channels end at {at_time(float(ends[~late].max()))}",
            repair=repair(f"--cut {played.label}:0-{float(ends[~late].max()):g}"),
        )


@rule(
    "CLIP-UNEVEN_RATE",
    "warning",
    "the keys of {clip} are uneven: {worst} between two of them at {time}, {usual} usually; {repair}",
)
def uneven_rate(played: Played) -> Iterator[Finding]:
    """Frame rate is uneven.

    What: A clip is recorded frame by frame, and in more than one of twenty steps the time between keys is not
    a multiple of the usual one. The last step may be shorter.
    Why: Tools that read frames play the clip with hitches, and compression of animations assumes even keys.
    Fix: `pantin clips SOURCE TARGET --resample NAME=FPS` gives it even keys.
    Source: steps of the longest channel, compared with their median.
    """
    if played.frames is None or played.frames.exact or not played.clip.channels:
        return
    longest = max(played.clip.channels, key=lambda channel: len(channel.times))
    steps = np.diff(longest.times.astype(np.float64))[:-1]
    if len(steps) < 8:
        return
    usual = _usual_step(steps)
    # Keys between frames are finer, not uneven: where a curve was closed or read from a spline.
    whole = np.flatnonzero(steps > WHOLE * usual)
    steps = steps[whole]
    if usual > DENSE:
        return
    halves = 2 * steps / usual  # curves that were read from splines may have keys between frames
    off = np.abs(halves - np.maximum(np.rint(halves), 1.0)) / 2
    if (off > EVEN).mean() > 0.05:
        worst = int(off.argmax())
        fps = 1.0 / usual
        yield uneven_rate.at(
            pointer("animations", played.index),
            clip=played.name,
            worst=f"{steps[worst] * 1e3:.3g} ms",
            usual=f"{usual * 1e3:.3g} ms",
            time=at_time(float(longest.times[whole[worst]])),
            repair=repair(f"--resample {played.label}={round(fps) if fps > 5 else f'{fps:.3g}'}"),
        )


def _usual_step(steps: Doubles) -> float:
    """The typical step between keys: the median weighted by time."""
    ordered = np.sort(steps)
    spent = np.cumsum(ordered)
    return float(ordered[np.searchsorted(spent, spent[-1] / 2)])


@rule(
    "CLIP-DENSE_KEYS",
    "info",
    "{clip} has {rate:.0f} keys per second, and at least half of them are redundant; "
    "repair: pantin slim SOURCE TARGET",
)
def dense_keys(played: Played) -> Iterator[Finding]:
    """Keys are denser than needed.

    What: A clip has more keys per second than `key-rate`, and in each channel at least half of the keys are
    where the keys beside them lead, within 0.05 degrees.
    Why: The file, and the memory of every program that plays it, are larger than needed.
    Fix: `pantin slim SOURCE TARGET` keeps the keys that are needed; `pantin clips SOURCE TARGET --resample
    NAME=FPS` gives the clip fewer, evenly.
    Source: `key-rate` in the table `clips` of pantin.toml; 61 keys per second.
    """
    channels = [channel for channel in played.clip.channels if len(channel.times) > 8]
    if not channels:
        return
    rates = [(len(channel.times) - 1) / max(1e-9, float(np.ptp(channel.times))) for channel in channels]
    rate = float(np.median(rates))
    if rate > played.model.thresholds.key_rate and all(map(_half_is_enough, channels)):
        yield dense_keys.at(pointer("animations", played.index), clip=played.name, rate=rate)


def _half_is_enough(channel: Channel) -> bool:
    """Whether at least half of the keys are needless, each beside its two neighbours."""
    if channel.interpolation != "LINEAR":
        return False
    keys = np.arange(1, len(channel.times) - 1)
    off = np.concatenate([_apart(channel, keys[keys % 2 == part]) for part in (0, 1)])
    return bool((off <= 1.0).mean() >= HALF)


def _apart(channel: Channel, keys: NDArray[np.intp]) -> Doubles:
    """The distances of keys from the interpolation of the others, in units of the tolerance."""
    kept = np.setdiff1d(np.arange(len(channel.times)), keys)
    others = channel.replace(times=channel.times[kept], values=channel.values[kept])
    values = sample_channel(others, channel.times[keys].astype(np.float64))
    if channel.property == "rotation":
        degrees = np.degrees(rotations.angle(values, unit_values(channel)[keys]))
        return np.asarray(degrees / NEEDED_DEGREES)
    own = channel.values.astype(np.float64)
    largest = max(float(np.abs(own).max()), 1e-9)
    away = np.abs(values - own[keys]).reshape(len(keys), -1).max(axis=1)
    return np.asarray(away / (NEEDED_PART * largest))


@rule("CLIP-NAME", "warning", "{clip} has the name of {other}{how}; {repair}")
def name_collision(played: Played) -> Iterator[Finding]:
    """Names of clips collide.

    What: Two clips of a file have the same name, or names that differ in upper and lower case alone, or in a
    prefix such as "Armature|" that only one of them has.
    Why: Engines and scripts find clips by name, some without prefix or case, and play the wrong one.
    Fix: `pantin clips SOURCE TARGET --rename INDEX=NAME` gives one of both another name.
    Source: glTF 2.0 §3.4: names need not be unique.
    """
    clips = played.model.rig.clips
    if not played.clip.name:
        return
    for index, clip in enumerate(clips[: played.index]):
        if clip.name and _collide(clip.name, played.clip.name):
            same = clip.name == played.clip.name
            yield name_collision.at(
                pointer("animations", played.index),
                clip=played.name,
                other=Played(played.model, index).name,
                how="" if same else ", but for case or prefix",
                repair=repair(f"--rename {played.index}=NAME"),
            )
            return


def _collide(one: str, other: str) -> bool:
    """Whether names are equal, ignoring case, and ignoring a prefix that only one of them has."""
    first, second = one.strip().casefold(), other.strip().casefold()
    if ("|" in first) != ("|" in second):
        first, second = first.rsplit("|", 1)[-1], second.rsplit("|", 1)[-1]
    return first == second


RULES = (jump, keys_range, uneven_rate, dense_keys, name_collision)
