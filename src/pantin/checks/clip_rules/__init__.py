"""Rules about the motion in clips: `find_faults(rig)`. They play every clip, so a plain check leaves them
out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.checks.clip_rules import bodies, channels, feet, gaits, keys, loops, roots
from pantin.checks.clip_rules.played import CheckedRig, Played
from pantin.checks.clip_rules.thresholds import Thresholds
from pantin.report import Finding, Rule
from pantin.rig import Rig

__all__ = ["RULES", "find_faults"]

RULES: tuple[Rule[Played], ...] = (
    *loops.RULES,
    *feet.RULES,
    *roots.RULES,
    *channels.RULES,
    *keys.RULES,
    *bodies.RULES,
    *gaits.RULES,
)


def find_faults(rig: Rig, thresholds: Thresholds | None = None) -> Iterator[Finding]:
    """The findings of every rule about every clip, clip by clip."""
    model = CheckedRig(rig, thresholds or Thresholds())
    for index in range(len(rig.clips)):
        yield from _faults_of(Played(model, index))


@np.errstate(all="ignore")  # numbers of a file may be anything
def _faults_of(played: Played) -> list[Finding]:
    return [finding for rule in RULES for finding in rule.find(played)]
