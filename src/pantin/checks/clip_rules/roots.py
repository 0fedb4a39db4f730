"""The root of a loop: whether it ends where it began, and travels at one speed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.checks.clip_rules.played import Played
from pantin.checks.clip_rules.soles import GROUND
from pantin.checks.clip_rules.wording import at_time, repair
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rig import Doubles

SIDE = 0.25
"""The part of a clip at each side of a change of speed: a shorter one is within a step."""


@rule("CLIP-ROOT_DRIFT", "warning", "{node} ends {drift} along the ground from where {clip} begins; {repair}")
def root_drift(played: Played) -> Iterator[Finding]:
    """Root of a loop in place drifts.

    What: In a clip that is meant to loop, the root ends further than `root-drift` from where it began, and
    not as far as one that travels.
    Why: The model jumps back each time the clip starts again, or walks away slowly.
    Fix: `pantin clips SOURCE TARGET --in-place NAME` holds the root where the clip starts.
    Source: `root-drift` in the table `clips` of pantin.toml; 0.02 of the model's size, 35 mm of an adult.
    """
    if not (played.moves and played.is_loop) or played.travels or played.model.rig.dimension != 3:
        return
    drift = float(np.linalg.norm(played.way))
    if drift > played.model.thresholds.root_drift * played.model.size:
        yield root_drift.at(
            pointer("animations", played.index),
            node=played.model.name_node(played.root),
            drift=played.model.length(drift),
            clip=played.name,
            repair=repair(f"--in-place {played.label}"),
        )


@rule(
    "CLIP-ROOT_SPEED",
    "warning",
    "{node} travels at {before} per second until {time} of {clip}, and at {after} after that; {repair}",
)
def root_speed(played: Played) -> Iterator[Finding]:
    """Root of a loop changes its speed.

    What: In a clip that is meant to loop and travels, the mean speeds of the root before and after some frame
    differ by more than `root-speed` of the mean.
    Why: The character seems to be pushed, and an engine that moves it at one speed lets its feet slide.
    Fix: `pantin clips SOURCE TARGET --in-place NAME` removes the root motion, if your engine moves the
    character; else correct the keys of the root.
    Source: `root-speed` in the table `clips` of pantin.toml; 0.4 of the mean speed.
    """
    if not (played.moves and played.is_loop and played.travels) or played.model.rig.dimension != 3:
        return
    frame, before, after = largest_change(played.positions[:, played.root][:, GROUND], played.times)
    mean = float(np.linalg.norm(played.way)) / float(played.times[-1] - played.times[0])
    if abs(after - before) > played.model.thresholds.root_speed * mean:
        yield root_speed.at(
            pointer("animations", played.index),
            node=played.model.name_node(played.root),
            before=played.model.length(before),
            after=played.model.length(after),
            time=at_time(float(played.times[frame])),
            clip=played.name,
            repair=repair(f"--in-place {played.label}"),
        )


def largest_change(path: Doubles, times: Doubles) -> tuple[int, float, float]:
    """The frame at which the mean speeds along the way before and after differ most, and both."""
    way = path[-1] - path[0]
    along = (path - path[0]) @ (way / max(float(np.linalg.norm(way)), 1e-12))
    spent = times - times[0]
    inside = np.flatnonzero((spent >= SIDE * spent[-1]) & (spent <= (1 - SIDE) * spent[-1]))
    if not len(inside):
        return 0, 0.0, 0.0
    before = along[inside] / np.maximum(spent[inside], 1e-12)
    after = (along[-1] - along[inside]) / np.maximum(spent[-1] - spent[inside], 1e-12)
    most = int(np.abs(after - before).argmax())
    return int(inside[most]), float(before[most]), float(after[most])


RULES = (root_drift, root_speed)
