"""When feet are planted, and how far they slide from their contact points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.maths.hermite import ease
from pantin.rig import Doubles

LOW, HIGH = 0.05, 0.09
"""Heights above the ground below which a foot may be planted, and above which it is lifted, as a part of the
height of the hips: 4 and 8 cm for an adult."""

SLOW, FAST = 0.2, 0.45
"""Speeds in heights of the hips per second below which a foot may be planted, and above which it is lifted:
a walking foot swings at about 3, and tracked feet that stand still move at up to 0.1."""

SHORTEST = 0.1
"""Seconds of the shortest contact: a foot that swings low is not planted."""

BLEND = 0.15
"""Seconds over which a correction fades out before and after a contact."""

LOWEST = 10
"""Percentile of foot heights in slow frames that is taken as the ground; lower frames are noise."""

LOW_PART = 25
"""Per cent of the frames in which a foot that slides all the time, as in a walk in place, is on the floor."""

WINDOW = 1 / 30
"""The least number of seconds to either side over which speeds are measured."""

Span = tuple[int, int]
"""The first frame of a contact, and the one after its last."""


def find_contacts(positions: Doubles, times: Doubles, height: float) -> list[Span]:
    """The frames (first, after the last) in which a foot is planted: low and slow, until it is high or fast.

    The ground is where the foot is low while it is slow: a foot that pushes off may point below it.
    """
    size = height if height > 0 else 1.0
    speed = _speeds(positions, times) / size
    slow = positions[speed < SLOW, 1]
    if not len(slow):
        return []
    above = (positions[:, 1] - np.percentile(slow, LOWEST)) / size
    enter, leave = (above < LOW) & (speed < SLOW), (above > HIGH) | (speed > FAST)
    spans: list[Span] = []
    start: int | None = None
    for frame, (entering, leaving) in enumerate(zip(enter.tolist(), leave.tolist(), strict=True)):
        if start is None and entering:
            start = frame
        elif start is not None and leaving:
            spans.append((start, frame))
            start = None
    if start is not None:
        spans.append((start, len(times)))
    return [(first, end) for first, end in spans if times[end - 1] - times[first] >= SHORTEST]


def find_planted(positions: Doubles, times: Doubles, height: float) -> NDArray[np.bool_]:
    """(F,) whether a foot is planted: all False for one that slides, as in a walk in place."""
    planted = np.zeros(len(positions), bool)
    for first, end in find_contacts(positions, times, height):
        planted[first:end] = True
    return planted


def _speeds(positions: Doubles, times: Doubles) -> Doubles:
    """Speeds by differences to frames before and after: the next ones, or those `WINDOW` away, where
    neighbouring frames are so close that noise outweighs motion."""
    count = len(times)
    frames = np.arange(count)
    before = np.searchsorted(times, times - WINDOW)
    after = np.searchsorted(times, times + WINDOW, side="right") - 1
    before = np.minimum(before, np.maximum(frames - 1, 0))
    after = np.maximum(after, np.minimum(frames + 1, count - 1))
    span = np.maximum(times[after] - times[before], 1e-9)
    return np.asarray(np.linalg.norm(positions[after] - positions[before], axis=1) / span)


def contact_offsets(
    positions: Doubles, times: Doubles, contacts: Sequence[Span], anchors: Sequence[Doubles] | None = None
) -> Doubles:
    """(F, 3) offsets that move a foot to its contact point (an anchor, or else the middle of its positions)
    during a contact, and fade out before and after it."""
    sums, weights = np.zeros_like(positions), np.zeros(len(times))
    anchors = [positions[first:end].mean(axis=0) for first, end in contacts] if anchors is None else anchors
    standing = [anchor - positions[first:end] for (first, end), anchor in zip(contacts, anchors, strict=True)]
    for (first, end), moved in zip(contacts, standing, strict=True):
        for edge, offset in ((first, moved[0]), (end - 1, moved[-1])):
            near = slice(*np.searchsorted(times, (times[edge] - BLEND, times[edge] + BLEND)))
            fading = _fade(np.abs(times[near] - times[edge]))
            sums[near] += fading[:, None] * offset
            weights[near] += fading
    offsets = sums / np.maximum(weights, 1.0)[:, None]
    for (first, end), moved in zip(contacts, standing, strict=True):
        offsets[first:end] = moved
    return offsets


def _fade(distances: Doubles) -> Doubles:
    """1 at a contact, 0 from `BLEND` seconds on, smooth between them."""
    t = np.minimum(distances / BLEND, 1.0)
    return np.asarray(1.0 - ease(t))


def largest_slide(positions: Doubles, contacts: Sequence[Span]) -> float:
    """The largest distance along the ground of a planted foot from its contact point; +Y is up."""
    flat = positions[:, [0, 2]]
    slides = (np.linalg.norm(flat[first:end] - flat[first], axis=1).max() for first, end in contacts)
    return max(map(float, slides), default=0.0)
