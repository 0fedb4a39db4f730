"""Loops: whether the end of a clip leads into its start."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.base.records import Record
from pantin.checks.clip_rules.played import Played
from pantin.checks.clip_rules.wording import repair
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rig import Doubles, Indices

OUTSTANDING = 1.5
"""How many times larger a change of velocity at the seam must be than elsewhere: a foot that meets the ground
also stops within a frame."""


SHOWS = 1.25
"""How many times larger a gap must be than the motion is uneven between other frames, to show."""

SECTIONS, GOLDEN = 12, (5**0.5 - 1) / 2
"""Steps of a golden section: they leave 0.3 % of a frame."""


class Seam(Record):
    """The gap between the skin at both ends of a clip, and the change of its velocity there.

    node      the joint that is nearest to the point with the largest gap
    gap       in the unit of the file
    shows     whether the gap is larger than the motion is uneven between other frames
    speed     of the joint whose velocity changes most, `speed_node`, per second; `inside` is the largest such
              change between other frames
    """

    node: int
    gap: float
    shows: bool
    speed_node: int
    speed: float
    inside: float


def measure_seam(played: Played) -> Seam:
    """The gap without the root's travel, which other rules check, and without what the motion covers in up to
    one frame: the last frame of a loop repeats the first, or is anywhere in the frame before it."""
    first, second, before, last = played.skin_ends
    way, joints = played.way, played.model.joints
    # A node that the root does not carry may travel with it, as goals of feet do, or stay behind.
    stays = np.linalg.norm(first - last, axis=1) < np.linalg.norm(first - last + way, axis=1)
    apart = first - last + np.where(stays[:, None], 0.0, way)
    gaps = _least_gaps(apart, (second - first + last - before) / 2)
    nearest = _nearest_joints(first, len(joints))
    shows = gaps > SHOWS * _usual_gaps(played)[nearest]
    gaps = np.where(shows, gaps, 0.0) if shows.any() else gaps
    step = max(min(played.step, float(played.times[-1])), 1e-9)
    change = np.linalg.norm((second - first) - (last - before), axis=1)[: len(joints)] / step
    worst = int(gaps.argmax())
    return Seam(
        joints[int(nearest[worst])],
        float(gaps.max()),
        bool(shows.any()),
        joints[int(change.argmax())],
        float(change.max()),
        _largest_change(played),
    )


def _least_gaps(apart: Doubles, step: Doubles) -> Doubles:
    """(P,) the gaps that are left of (P, 3) after the part of a step, 0 to 1, that closes the largest best.
    The largest length of vectors that depend linearly on it has one minimum: a golden section finds it."""

    def gaps(part: float) -> Doubles:
        return np.asarray(np.linalg.norm(apart - part * step, axis=1))

    low, high = 0.0, 1.0
    for _ in range(SECTIONS):
        inner, outer = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if gaps(inner).max() <= gaps(outer).max():
            high = outer
        else:
            low = inner
    return min((gaps(part) for part in (0.0, 1.0, (low + high) / 2)), key=lambda each: float(each.max()))


def _usual_gaps(played: Played) -> Doubles:
    """(J,) how far joints are at most, inside the clip, from where the frames around a step lead: a gap that
    is smaller does not show."""
    steps = np.diff(played.positions[:, played.model.joints], axis=0)
    return np.asarray(
        np.linalg.norm(steps[1:-1] - (steps[:-2] + steps[2:]) / 2, axis=2).max(axis=0, initial=0.0)
    )


def _nearest_joints(points: Doubles, joints: int) -> Indices:
    """(P,) which of the first points, the joints, is nearest to each point."""
    nearest = np.zeros(len(points), np.int64)
    least = np.full(len(points), np.inf)
    for joint, place in enumerate(points[:joints]):
        distances = np.linalg.norm(points - place, axis=1)
        nearer = distances < least
        nearest[nearer], least[nearer] = joint, distances[nearer]
    nearest[:joints] = np.arange(joints)
    return nearest


def _largest_change(played: Played) -> float:
    """The largest change of a joint's velocity from one frame to the next, inside the clip."""
    velocities = (
        np.diff(played.positions[:, played.model.joints], axis=0) / np.diff(played.times)[:, None, None]
    )
    return float(np.linalg.norm(np.diff(velocities, axis=0), axis=2).max(initial=0.0))


def _is_open(played: Played, seam: Seam) -> bool:
    return seam.shows and seam.gap > played.model.thresholds.loop_gap * played.model.size


@rule("CLIP-LOOP_SEAM", "warning", "{clip} does not close: {node} is {gap} off at its end; {repair}")
def loop_seam(played: Played) -> Iterator[Finding]:
    """Loop does not close.

    What: In a clip that is meant to loop, the skin at the end is further than `loop-gap` from the skin at the
    start. The last frame may be up to a frame before the first, and a gap only counts where it is larger than
    the motion is uneven between other frames. The root may be elsewhere along the ground: another rule
    looks at that. Clips are meant to loop by their names (walk, run, idle, loop, …), unless they take more
    than eight steps, as recordings do; or those that `loops` of the project names.
    Why: The model jumps each time the clip starts again.
    Fix: `pantin clips SOURCE TARGET --loop NAME` leads the last 0.3 seconds into the start.
    Source: `loop-gap` in the table `clips` of pantin.toml; 0.025 of the size of the model, 42 mm of an adult.
    """
    if not (played.moves and played.is_loop):
        return
    seam = measure_seam(played)
    if _is_open(played, seam):
        yield loop_seam.at(
            pointer("animations", played.index),
            clip=played.name,
            node=played.model.name_node(seam.node),
            gap=played.model.length(seam.gap),
            repair=repair(f"--loop {played.label}"),
        )


@rule(
    "CLIP-LOOP_SPEED",
    "warning",
    "the velocity of {node} changes by {speed} per second where {clip} starts again; {repair}",
)
def loop_speed(played: Played) -> Iterator[Finding]:
    """Loop changes its speed at the seam.

    What: In a clip that is meant to loop and closes, the velocity of a joint in the first frame differs from
    that in the last by more than `loop-speed`, and by half as much again as between any other two frames.
    Why: The motion stops or jerks each time the clip starts again, though the poses match.
    Fix: `pantin clips SOURCE TARGET --loop NAME` leads the last 0.3 seconds into the speed of the start.
    Source: `loop-speed` in the table `clips` of pantin.toml; 0.5 sizes of the model per second.
    """
    if not (played.moves and played.is_loop):
        return
    seam, model = measure_seam(played), played.model
    least = max(model.thresholds.loop_speed * model.size, OUTSTANDING * seam.inside)
    if not _is_open(played, seam) and seam.speed > least:
        yield loop_speed.at(
            pointer("animations", played.index),
            clip=played.name,
            node=model.name_node(seam.speed_node),
            speed=played.model.length(seam.speed),
            repair=repair(f"--loop {played.label}"),
        )


RULES = (loop_seam, loop_speed)
