"""Visible faults of a retargeted clip: the body is far away or below the floor, or its legs cross."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.maths import quaternion
from pantin.operations.humanoid.body import Body
from pantin.operations.humanoid.retarget import follow_nodes
from pantin.operations.humanoid.segments import HIPS, SIDES
from pantin.operations.humanoid.soles import measure_sinking
from pantin.rig import Clip, Doubles

MOST_FRAMES = 300
"""The most frames that are checked."""

BODY = 1.9
"""The height of a body in lengths of its legs, from hip to ankle: 1.7 m to 0.9 m."""

FAR = 10.0
"""A result is reported if the body is further from its rest position than this, in heights of the body."""

BELOW = 0.25
"""How far below the ground, in legs, the higher foot is for the body to be below the floor: deeper than a
bent knee or a step takes it."""

CROSSED = -0.25
"""How far a left ankle is to the left of the right one, in distances between the hips, when legs cross."""

OFTEN = 0.1
"""The part of all frames in which legs must cross to be reported; a dancer's legs cross at times."""


class Doubts(Record):
    """The doubts about a clip.

    far       the largest distance of the hips from where they rest, in heights of the body; 0 unless beyond
    below     how far the lowest point of the higher foot, its sole included, is below the ground at the
              median, in legs; 0 unless it shows
    crossing  the part of the frames in which legs cross although those of the source do not; 0 if it is small
    """

    far: float = 0.0
    below: float = 0.0
    crossing: float = 0.0


@np.errstate(all="ignore")  # numbers of a file may be anything
def find_doubts(clip: Clip, motion: Clip, source: Body, target: Body) -> Doubts:
    """The doubts about a clip of the target that was made from a motion of the source."""
    keys = [channel.times for channel in clip.channels if len(channel.times)]
    if not keys or HIPS not in target.bones or target.leg <= 0:
        return Doubts()
    times = np.unique(np.concatenate(keys).astype(np.float64))
    times = times[np.unique(np.linspace(0, len(times) - 1, min(len(times), MOST_FRAMES)).astype(np.int64))]
    positions = _bone_positions(target, clip, times)
    rest = quaternion.rotate(target.axes, target.transforms[target.bones[HIPS]][:, 3])
    far = float(np.linalg.norm(positions[HIPS] - rest, axis=1).max()) / (BODY * target.leg)
    depths = measure_sinking(target, clip, times)
    sunk = float(np.median(depths)) / target.leg if len(depths) else 0.0
    crossed = _feet_crossed(positions)
    if crossed is not None and crossed.any() and source.leg > 0:
        own = _feet_crossed(_bone_positions(source, motion, times))
        crossed = crossed if own is None else crossed & ~own
    crossing = 0.0 if crossed is None else float(crossed.mean())
    return Doubts(
        far if far > FAR else 0.0, sunk if sunk > BELOW else 0.0, crossing if crossing > OFTEN else 0.0
    )


def _bone_positions(body: Body, clip: Clip, times: Doubles) -> dict[str, Doubles]:
    """The positions (F, 3) of hips, thighs and feet by bone, in the axes of VRM."""
    bones = [HIPS, *(side + role for side in SIDES for role in ("UpperLeg", "Foot"))]
    known = [bone for bone in bones if bone in body.bones]
    rotated = quaternion.rotate(
        body.axes, follow_nodes(body, clip, [body.bones[bone] for bone in known], times)
    )
    return dict(zip(known, np.moveaxis(rotated, 1, 0), strict=True))


def _feet_crossed(positions: dict[str, Doubles]) -> NDArray[np.bool_] | None:
    """(F,) whether the left foot is to the right of the right one; None where feet or thighs are not
    known."""
    if len(positions) < 5:
        return None
    hips = positions["leftUpperLeg"] - positions["rightUpperLeg"]
    feet = positions["leftFoot"] - positions["rightFoot"]
    return np.asarray((feet * hips).sum(axis=1) < CROSSED * (hips**2).sum(axis=1))
