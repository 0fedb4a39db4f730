"""Feet: whether they slide while they are planted, and whether they are below the ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pantin.base.records import Record
from pantin.checks.clip_rules.played import ON_GROUND, CheckedRig, Played
from pantin.checks.clip_rules.soles import GROUND, UP, Foot
from pantin.checks.clip_rules.wording import at_time, repair
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rig import Doubles

LOW, HIGH = 0.008, 0.012
"""The heights of the highest point of a sole, as a part of the size, up to which the foot is planted flat and
from which it is lifted: 14 and 20 mm for an adult. A foot that steps back swings as low as 25 mm."""

SHORTEST = 0.1
"""Seconds of the shortest contact."""

LONG_ENOUGH = 4
"""In contacts of at least this many frames, the foot may land in the first frame and leave in the last."""

STEP = 0.15
"""A low foot that moves further than this part of the size takes a step."""

USUAL = 0.05
"""The largest distance of a point from its rest position, as a part of the size, while its foot stands."""

STANDING = 0.15
"""Speed in sizes per second below which feet on the ground stand still; with a higher speed, a clip in place
walks on the spot."""

SWINGING = 0.25
"""Sizes per second, 0.4 m/s for an adult: a foot that is faster as it lands or leaves is in the air."""

Span = tuple[int, int]


class FootPath(Record, eq=False):
    """A foot in the frames of a clip.

    lift      (F,) how far its highest point is above where it is on a flat foot
    lowest    (F,) the height of its lowest point above the ground
    path      (F, 2) its middle, along the ground
    contacts  the frames (first, after the last) in which it is planted flat
    slides    how far it slides in each of them, and in which frame it is furthest
    drift     (2,) the velocity of the ground below a character that walks on the spot
    """

    foot: Foot
    lift: Doubles
    lowest: Doubles
    path: Doubles
    contacts: list[Span]
    slides: list[tuple[float, int]]
    drift: Doubles


def measure_feet(played: Played) -> list[FootPath]:
    """How all feet of a model move in a clip."""
    size, times = played.model.size, played.times
    feet = played.model.feet
    if not feet:
        return []
    paths: list[Doubles] = []
    spans: list[list[Span]] = []
    lifts: list[Doubles] = []
    lows: list[Doubles] = []
    for foot in feet:
        points = foot.follow(played.world)
        heights = points[..., UP]
        rest = foot.rest_heights if played.model.stands else None
        lifts.append(measure_lift(heights, rest, size, played.is_loop))
        lows.append(heights.min(axis=1))
        paths.append(points[..., GROUND].mean(axis=1))
        spans.append(find_spans(lifts[-1] / size, times))
    ground = find_ground(played.model, np.min(lows, axis=0))
    drift = np.zeros(2) if played.travels else _ground_speed(paths, spans, times, size)
    return [
        FootPath(
            foot,
            lift,
            low - ground,
            path,
            contacts,
            [_slide(path, times, span, drift, size) for span in contacts],
            drift,
        )
        for foot, lift, low, path, contacts in zip(feet, lifts, lows, paths, spans, strict=True)
    ]


def find_ground(model: CheckedRig, lowest: Doubles) -> float:
    """The height of the ground, for the (F,) heights of the lowest sole: 0, or that of the soles at rest
    where they are far from it. A motion file may have its root at rest at the origin, on the ground or in the
    hips: that counts which is nearer to where the soles are usually."""
    soles = min(float(foot.rest_heights.min()) for foot in model.feet)
    if abs(soles) <= ON_GROUND * model.size or not model.stands:
        return 0.0
    if model.rig.instances:
        return soles
    usual = float(np.median(lowest))
    return soles if abs(usual - soles) < abs(usual) else 0.0


def measure_lift(heights: Doubles, rest: Doubles | None, size: float, loops: bool) -> Doubles:
    """(F,) how far the highest point of a sole is above its place on a flat foot, of (F, P) heights: about
    the lowest that each point reaches, near the heights at rest, if the rest pose stands. Rolling feet may
    push heels and toes below the ground. If no frame is flat by this measure, the positions in the flattest
    frames of the loop are used."""
    least, most = (-np.inf, np.inf) if rest is None else (rest - USUAL * size, rest + USUAL * size)
    lift = np.asarray((heights - np.clip(np.percentile(heights, 5, axis=0), least, most)).max(axis=1))
    lowest = float(lift.min(initial=np.inf))
    if not loops or not LOW * size <= lowest < USUAL * size:
        return lift
    standing = np.median(heights[lift < lowest + LOW * size], axis=0)
    return np.asarray((heights - np.clip(standing, least, most)).max(axis=1))


def find_spans(lift: Doubles, times: Doubles) -> list[Span]:
    """The frames in which a foot is planted: from when it is low until it is high."""
    spans: list[Span] = []
    start: int | None = None
    for frame, height in enumerate(lift.tolist()):
        if start is None and height < LOW:
            start = frame
        elif start is not None and height > HIGH:
            spans.append((start, frame))
            start = None
    if start is not None:
        spans.append((start, len(lift)))
    return [(first, end) for first, end in spans if times[end - 1] - times[first] >= SHORTEST]


def _ground_speed(
    paths: Sequence[Doubles], spans: Sequence[Sequence[Span]], times: Doubles, size: float
) -> Doubles:
    """The velocity of the ground below a character that walks on the spot: the usual velocity of its planted
    feet."""
    velocities = [
        np.diff(path[first:end], axis=0) / np.diff(times[first:end])[:, None]
        for path, contacts in zip(paths, spans, strict=True)
        for first, end in contacts
    ]
    if not velocities:
        return np.zeros(2)
    common = np.median(np.concatenate(velocities), axis=0)
    return common if float(np.linalg.norm(common)) > STANDING * size else np.zeros(2)


def _slide(path: Doubles, times: Doubles, span: Span, drift: Doubles, size: float) -> tuple[float, int]:
    """The largest distance of a planted foot from its contact point, on ground that moves by `drift`, without
    the frames in which it lands and leaves."""
    first, end = span
    if drift.any() and end - first >= LONG_ENOUGH:
        first, end = first + 1, end - 1
    places = path[first:end] - (times[first:end] - times[first])[:, None] * drift
    landed, leaves = _standing_frames(places, times[first:end], size)
    distances = np.linalg.norm(places[landed:leaves] - places[landed], axis=1)
    furthest = int(distances.argmax())
    return float(distances[furthest]), first + landed + furthest


def _standing_frames(places: Doubles, times: Doubles, size: float) -> Span:
    """The frames (first, after the last) between landing and leaving. A foot is low before it stands, and
    still swings, ever slower; it leaves ever faster. One that is dragged while it stands gathers speed."""
    speeds = np.linalg.norm(np.diff(places, axis=0), axis=1) / np.diff(times) / size
    landing, leaving = _swing(speeds), _swing(speeds[::-1])
    return (landing, len(places) - leaving) if landing + leaving < len(speeds) else (0, len(places))


def _swing(speeds: Doubles) -> int:
    """How many steps a foot swings from the first one on: as long as it is fast and slows down."""
    slower = speeds[1:] <= speeds[:-1]
    swings = (speeds[:-1] > SWINGING) & slower
    return len(swings) if swings.all() else int(np.argmin(swings))


@rule(
    "CLIP-FOOT_SLIDE",
    "warning",
    "{node} slides by {slide} in {clip} while it is planted, at {time}; {repair}",
)
def foot_slide(played: Played) -> Iterator[Finding]:
    """Planted foot slides.

    What: In a clip that is meant to loop or that travels, a foot whose sole is flat on the ground moves along
    it by more than `foot-slide`. In a clip in place the ground moves as planted feet mostly do.
    Why: The character seems to skate.
    Fix: `pantin clips SOURCE TARGET --lock-feet NAME` bends the legs so that planted feet stay where they
    are. Feet of a walk in place slide where the speed of its steps changes: keep the root motion.
    Source: `foot-slide` in the table `clips` of pantin.toml; 0.04 of the model's size, 70 mm of an adult.
    """
    if not (played.moves and (played.is_loop or played.travels)):
        return
    model = played.model
    least, most = model.thresholds.foot_slide * model.size, STEP * model.size
    for path in measure_feet(played):
        slides = [slide for slide in path.slides if least < slide[0] < most]
        if slides:
            distance, frame = max(slides)
            yield foot_slide.at(
                pointer("animations", played.index),
                node=model.name_node(path.foot.node),
                slide=played.model.length(distance),
                clip=played.name,
                time=at_time(float(played.times[frame])),
                repair=_repair_slide(played, path.foot.node),
            )


def _repair_slide(played: Played, foot: int) -> str:
    if foot in played.model.goals:
        return "no leg carries it, so correct its keys"
    return repair(f"--lock-feet {played.label}")


@rule("CLIP-FOOT_BELOW_GROUND", "warning", "{node} is {depth} below the ground in {clip} at {time}; {repair}")
def foot_below_ground(played: Played) -> Iterator[Finding]:
    """Foot is below the ground.

    What: A point of a sole is deeper below the ground than `foot-depth`. The ground is at height 0, or where
    the soles are at rest.
    Why: The floor hides the foot.
    Fix: `pantin clips SOURCE TARGET --on-ground NAME` raises the root of the clip.
    Source: `foot-depth` in the table `clips` of pantin.toml; 0.05 of the model's size, 85 mm of an adult.
    """
    if not played.clip.channels:
        return
    model = played.model
    for path in measure_feet(played):
        frame = int(path.lowest.argmin())
        depth = -float(path.lowest[frame])
        if depth > model.thresholds.foot_depth * model.size:
            yield foot_below_ground.at(
                pointer("animations", played.index),
                node=model.name_node(path.foot.node),
                depth=played.model.length(depth),
                clip=played.name,
                time=at_time(float(played.times[frame])),
                repair=repair(f"--on-ground {played.label}"),
            )


RULES = (foot_slide, foot_below_ground)
