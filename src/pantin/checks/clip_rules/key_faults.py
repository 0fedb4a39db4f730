"""Faults of single channels, by their keys: constant, frozen, jumping. Rules report them, `bridge` removes
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.maths import quaternion, rotations
from pantin.motion.channels import key_values
from pantin.rig import Channel, Clip, Doubles
from pantin.rig.arrays import read_only

STILL = 1e-7
"""Values within this difference, relative to the largest, are equal: float32 rounds by 6e-8."""

NEIGHBOURS = 4
"""Number of keys on each side for measuring the speed of a channel."""

ABRUPT = 0.25
"""A rotation that freezes must have moved by at least this part of its mean step right before."""

CAUGHT_UP = 1.3
"""How much larger the first step after the freeze must be than the next one."""

STILL_DEGREES = 1e-4
"""Rotations of keys within this many degrees are equal: float32 rounds by about as much."""

VISIBLE = 4.0
"""Degrees of the smallest step that shows after a freeze."""

LEAP = 12.0
"""Degrees of a step that shows after a freeze whatever the joint did before…"""
LEAPING = 3.0
"""…where it is so many times larger than the next one."""
CREEPING = 0.02
"""A joint that leaps must have moved by at least this part of its mean step before; otherwise its rest was
intended."""

AT_SPEED = 3.0
"""Degrees of a step at which a joint is at speed, where the steps before were not much larger…"""
UNBRAKED = 0.7
"""…it had this part of them: it stops without slowing down…"""
UNHURRIED = 0.5
"""…and goes on with this part of the next one: it is at speed again at once."""

SAME_WAY = 0.9
"""The cosine between the turns by which a joint comes to the end of its range and leaves it…"""
BEYOND = 1.0
"""…and the degrees by which no key of the channel is beyond it."""

UNHASTY = 1.2
"""How many times its usual step a joint moves as it leaves the end of its range."""
SAME_PLACE = 0.1
"""Degrees within which it is there again."""

FLAT = 2.0
"""Degrees from the standing pose of a foot within which it counts as standing."""

FEWEST = 3
"""Steps of the shortest freeze."""

OUTSTANDING = 5.0
"""A step between keys that is this many times larger than its neighbours is a jump."""

APART = 3.0
"""The same for a step without a return, compared with the steps right before and after: a punch gathers
speed."""

SPIKE_APART = 2.0
"""The same for a step and its return, if both are small for a jump."""

WAY_BACK = 2
"""Keys within which a joint that jumped comes back."""

FEWEST_KEYS = 6
"""Keys of the shortest channel for which usual steps can be measured: fewer are keyed poses."""

SPARSE = 0.1
"""With at least this many seconds between keys, a large step is a keyed movement."""

Span = tuple[int, int]
"""The first and the last key of a fault."""


def is_constant(channel: Channel) -> bool:
    """Whether a channel holds one value."""
    values = channel.values
    if channel.interpolation == "CUBICSPLINE":
        flat = not values[1:, 0].any() and not values[:-1, 2].any()
        return flat and _same(values[:, 1])
    return _same(values)


def _same(values: NDArray[Any]) -> bool:
    return bool(np.abs(values - values[:1]).max(initial=0.0) <= STILL * max(1.0, float(np.abs(values).max())))


def steps_of(channel: Channel) -> Doubles:
    """(K − 1,) how far each key is from the one before: degrees of a rotation, else a distance."""
    keys = key_values(channel).astype(np.float64)
    if channel.property == "rotation":
        units = rotations.normalize(keys)
        return np.asarray(np.degrees(rotations.angle(units[1:], units[:-1])))
    return np.asarray(np.linalg.norm(np.diff(keys, axis=0), axis=1))


def find_frozen(channel: Channel, seconds: float, flat: Doubles | None = None) -> list[Span]:
    """Spans of keys, first and last, in which a moving rotation stands still, and catches up with one step.

    An intended rest slows down before and gathers speed after. A foot may stop at once if it is `flat`."""
    if (
        channel.property != "rotation"
        or channel.interpolation == "STEP"
        or len(channel.times) < 2 * NEIGHBOURS
    ):
        return []
    steps = steps_of(channel)
    spans = []
    for first, last in _runs(steps <= STILL_DEGREES):
        if channel.times[last] - channel.times[first] <= seconds or last - first < FEWEST:
            continue
        if first == 0 or last + 1 >= len(steps):
            continue
        if flat is not None and np.degrees(quaternion.angle(_unit_key(channel, first), flat)) < FLAT:
            continue
        if _is_frozen(steps, first, last) and not _at_stop(channel, steps, first, last):
            spans.append((first, last))
    return spans


def _unit_key(channel: Channel, key: int) -> Doubles:
    return quaternion.normalize(key_values(channel)[key].astype(np.float64))


def _is_frozen(steps: Doubles, first: int, last: int) -> bool:
    """Whether a joint that stands still between two keys was frozen in mid-motion."""
    before, caught_up, after = steps[first - 1], steps[last], steps[last + 1]
    mean = caught_up / (last - first + 1)  # of the motion that is lost
    catches_up = before >= ABRUPT * mean and caught_up >= max(CAUGHT_UP * after, VISIBLE)
    leaps = before >= CREEPING * mean and caught_up >= max(LEAPING * after, LEAP)
    usual = float(steps[max(0, first - 3) : first].max())
    unbraked = before >= max(UNBRAKED * usual, AT_SPEED)
    return bool(catches_up or leaps or (unbraked and caught_up >= max(UNHURRIED * after, LEAP)))


def _at_stop(channel: Channel, steps: Doubles, first: int, last: int) -> bool:
    """Whether a joint rests at the end of its range: it leaves the way it came, never goes beyond, and leaves
    no faster than it came or moves on, or rests there more than once. Knees that are straight, elbows and
    fingers rest there as suddenly as they come and go."""
    keys = quaternion.normalize(key_values(channel).astype(np.float64))
    turns = quaternion.product(quaternion.conjugate(keys[first]), keys)
    ways = 2 * turns[:, :3] * np.where(turns[:, 3:] < 0, -1.0, 1.0)  # 2 sin(half) along the axis
    before, after = slice(max(0, first - NEIGHBOURS), first), slice(last + 1, last + 1 + NEIGHBOURS)
    came, left = (ways[side][np.linalg.norm(ways[side], axis=1).argmax()] for side in (before, after))
    lengths = float(np.linalg.norm(came) * np.linalg.norm(left))
    beyond = ways @ (came / max(float(np.linalg.norm(came)), 1e-12))
    if float(came @ left) < SAME_WAY * lengths or float(beyond.min()) < -np.radians(BEYOND):
        return False
    usual = max(float(steps[before].max()), float(steps[last + 1]))
    there = np.linalg.norm(ways, axis=1) <= np.radians(SAME_PLACE)
    rests = [run for run in _runs(there[1:] & there[:-1]) if run[1] - run[0] >= FEWEST]
    moves_on = float(steps[last]) < LEAPING * float(steps[last + 1])
    return len(rests) > 1 or (moves_on and float(steps[last]) <= UNHASTY * usual)


def _runs(mask: NDArray[Any]) -> list[Span]:
    """Runs of true steps, as their first and last key."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(first), int(last)) for first, last in zip(edges[::2], edges[1::2], strict=True)]


def find_jumps(channel: Channel, least: float) -> list[int]:
    """Keys that are further than `least` from the key before, and much further than keys around them; and
    keys half as far from both neighbours, which are near each other."""
    if channel.interpolation == "STEP" or channel.property in ("weights", "scale"):
        return []
    if len(channel.times) < FEWEST_KEYS:
        return []
    steps = steps_of(channel)
    quick = np.diff(channel.times.astype(np.float64)) <= SPARSE
    jumps = set(_spikes(channel, steps, quick, least / 2))
    for step in np.flatnonzero((steps > least) & quick).tolist():
        low, high = max(0, step - NEIGHBOURS), min(len(steps), step + NEIGHBOURS + 1)
        around = np.sort(np.delete(steps[low:high], step - low))
        # A key that is off makes two steps, so the largest of the others may be its second.
        usual = float(np.median(around[:-1] if len(around) > 2 else around)) if len(around) else 0.0
        if steps[step] > OUTSTANDING * usual and _is_apart(channel, steps, step):
            jumps.add(step + 1)
    return sorted(jumps)


def _is_apart(channel: Channel, steps: Doubles, step: int) -> bool:
    """Whether a joint comes back after a step, or the step is much larger than those beside it."""
    if _comes_back(channel, steps, step):
        return True
    beside = [float(steps[each]) for each in (step - 1, step + 1) if 0 <= each < len(steps)]
    return float(steps[step]) > APART * max(beside, default=0.0)


def _comes_back(channel: Channel, steps: Doubles, step: int) -> bool:
    """Whether keys shortly before and after a step, and another large one, are near each other."""
    for away in range(1, WAY_BACK + 1):
        for first, last in ((step, step + away), (step - away, step)):
            if first < 0 or last >= len(steps) or min(steps[first], steps[last]) < steps[step] / 2:
                continue
            if float(steps_of(_two_keys(channel, first, last + 1))[0]) < steps[step] / 2:
                return True
    return False


def _spikes(channel: Channel, steps: Doubles, quick: NDArray[np.bool_], least: float) -> list[int]:
    """Keys that are far from both neighbours, which are near each other, and the keys after them."""
    far = np.flatnonzero((steps[1:] > least) & (steps[:-1] > least) & quick[1:] & quick[:-1]) + 1
    spikes = []
    for key in far.tolist():
        across = float(steps_of(_two_keys(channel, key - 1, key + 1))[0])
        around = [float(steps[each]) for each in (key - 2, key + 1) if 0 <= each < len(steps)]
        least_step = min(steps[key - 1], steps[key])
        if across < least_step / OUTSTANDING and least_step > SPIKE_APART * max(around, default=0.0):
            spikes += [key, key + 1]
    return spikes


def _two_keys(channel: Channel, first: int, second: int) -> Channel:
    return replace(channel, times=channel.times[[first, second]], values=channel.values[[first, second]])


def bridge(
    clip: Clip, seconds: float, jump: Callable[[Channel], float], goals: Mapping[int, Doubles]
) -> tuple[Clip, int]:
    """The clip without keys that are frozen or off, so that interpolation leads from the key before to the
    key after; and how many were removed. `jump` is the least jump of a channel. A jump without a return
    stays, and so do the keys of flat feet, which `goals` gives by node."""
    channels, count = [], 0
    for channel in clip.channels:
        drop = np.zeros(len(channel.times), bool)
        for first, last in find_frozen(channel, seconds, goals.get(channel.node)):
            drop[first + 1 : last] = True
            drop[last] = last < len(drop) - 1
        least = jump(channel)
        for first, end in find_excursions(channel, find_jumps(channel, least), least):
            drop[first:end] = True
        drop[[0, -1]] = False
        count += int(drop.sum())
        kept = ~drop
        channels.append(
            replace(
                channel,
                times=read_only(np.ascontiguousarray(channel.times[kept])),
                values=read_only(np.ascontiguousarray(channel.values[kept])),
            )
            if drop.any()
            else channel
        )
    return replace(clip, channels=tuple(channels)), count


def find_excursions(channel: Channel, jumps: list[int], least: float) -> list[Span]:
    """Keys (first, after the last) between a jump away and the jump back to about where it began."""
    spans = []
    index = 0
    while index + 1 < len(jumps):
        away, back = jumps[index], jumps[index + 1]
        across = float(steps_of(_two_keys(channel, away - 1, back))[0])
        if back - away <= NEIGHBOURS and across <= least:
            spans.append((away, back))
            index += 2
        else:
            index += 1
    return spans
