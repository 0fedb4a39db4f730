"""Gaits: whether clips that are made to be blended take their steps at the same time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.base.records import Record
from pantin.checks.clip_rules.played import WORDS, Played
from pantin.checks.clip_rules.soles import UP
from pantin.checks.clip_rules.wording import repair
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

GAITS = {
    word: gait
    for gait, words in (
        ("walk", "walk walking"),
        ("run", "run running"),
        ("jog", "jog jogging"),
        ("sprint", "sprint sprinting"),
    )
    for word in words.split()
}
"""Gaits of a person, by the words in names of clips."""

UNIMPORTANT = frozenset("loop cycle anim animation clip place inplace forward forwards fwd".split())  # noqa: SIM905
"""Words in names that may differ within a set of clips."""

MOST_CYCLES = 8
"""The most gait cycles, of two steps each, in a clip."""

REGULAR = 0.4
"""The part of the motion of the feet that must be at the rate of the steps…"""

LIFTED = 0.01
"""…and how far they must go up and down there, as a part of the size."""


class Gait(Record):
    """The steps of a loop.

    cycles  how often the left foot takes a step
    phase   where in a cycle, 0 to 1 from its start, the left foot stands while the right one is lifted most
    """

    cycles: int
    phase: float


def measure_gait(played: Played) -> Gait | None:
    """The steps of a clip: the harmonic of how much higher the right foot is than the left, at the rate of
    the steps. None for a clip in which the feet do not alternate."""
    feet = played.model.feet
    if len(feet) != 2 or len(played.times) < 8:
        return None
    left, right = (foot.follow(played.world)[:-1, :, UP].mean(axis=1) for foot in feet)
    waves = np.fft.rfft(right - left)[1:] / len(left) * 2
    power = np.abs(waves) ** 2
    if not np.isfinite(power).all() or not power.sum() > 0:
        return None
    most = int(power[:MOST_CYCLES].argmax())
    if power[most] < REGULAR * power.sum() or abs(waves[most]) < LIFTED * played.model.size:
        return None
    return Gait(most + 1, float(-np.angle(waves[most]) / (2 * np.pi)) % 1.0)


def find_partner(played: Played) -> int | None:
    """The first clip of the file that is blended with a clip: another gait of the same set, by its name."""
    own = _set_of(played.clip.name)
    if own is None:
        return None
    for index, clip in enumerate(played.model.rig.clips[: played.index]):
        other = _set_of(clip.name)
        if other is not None and other[0] != own[0] and other[1] == own[1]:
            return index
    return None


def _set_of(name: str | None) -> tuple[str, tuple[str, ...]] | None:
    """The gait in a name, and its other words, which are the same for walk_armed and Armature|Run_Armed."""
    words = [word.lower() for word in WORDS.findall((name or "").rsplit("|", 1)[-1])]
    gaits = [word for word in words if word in GAITS]
    if len(gaits) != 1:
        return None
    others = sorted(word for word in words if word not in GAITS and word not in UNIMPORTANT)
    return GAITS[gaits[0]], tuple(others)


def phase_between(first: Gait, second: Gait) -> float:
    """The phase by which the second clip steps later than the first, from −0.5 to 0.5."""
    return (second.phase - first.phase + 0.5) % 1.0 - 0.5


@rule(
    "CLIP-GAIT_PHASE",
    "warning",
    "the left foot stands {share} of a cycle {when} in {clip} than in {other}, so a blend of both drags the "
    "feet; {repair}",
)
def gait_phase(played: Played) -> Iterator[Finding]:
    """Gaits of a set are out of step.

    What: Two loops of a file are gaits of one set by their names, such as walk and run, or walk_armed and
    run_armed, and the left foot stands at another part of the cycle in one than in the other. Loops with
    different numbers of steps are not compared.
    Why: Engines blend gaits at equal parts of their cycles. Where one has the left foot on the ground and the
    other the right, the blend drags both feet.
    Fix: `pantin clips SOURCE TARGET --in-phase NAME=OTHER` starts the loop at the same part of a step as
    OTHER.
    Source: `gait-phase` in the table `clips` of pantin.toml; 0.2 of a cycle of two steps.
    """
    if not (played.moves and played.is_loop):
        return
    index = find_partner(played)
    other = None if index is None else Played(played.model, index)
    if other is None or not (other.moves and other.is_loop):
        return
    first, second = measure_gait(other), measure_gait(played)
    if first is None or second is None or first.cycles != second.cycles:
        return
    apart = phase_between(first, second)
    if abs(apart) > played.model.thresholds.gait_phase:
        yield gait_phase.at(
            pointer("animations", played.index),
            share=f"{abs(apart):.2f}",
            when="later" if apart > 0 else "earlier",
            clip=played.name,
            other=other.name,
            repair=repair(f"--in-phase {played.label}={other.label}"),
        )


RULES = (gait_phase,)
