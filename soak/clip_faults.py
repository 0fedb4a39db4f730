"""How many faults the rules about clips find, and how often they find one where there is none.

`soak/clip_faults.py MODEL…` puts faults of every kind into the clips of these models at random places, 100 of
each kind that the clips can have, and prints the recall of each rule; then the warnings about the clips as
they are. Models with walks, runs and idles of a humanoid are needed for all kinds; names of kinds among the
arguments, such as `foot_slide`, choose these alone. Clips that a rule reports as they are get no fault of its
kind: to report them again proves nothing.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import pantin
from oracles.clip_faults import FAULTS, OF_LOOPS
from pantin.checks.clip_rules import RULES, find_faults
from pantin.checks.clip_rules.played import CheckedRig, Played
from pantin.checks.clip_rules.thresholds import Thresholds
from pantin.rig import Rig

TIMES = 100
TRIES = 20


def is_found(rig: Rig, id: str) -> bool:
    """Whether a rule reports a clip of the rig."""
    (rule,) = [rule for rule in RULES if rule.id == id]
    model = CheckedRig(rig, Thresholds())
    return any(any(rule.find(Played(model, index))) for index in range(len(rig.clips)))


def main(arguments: list[str]) -> int:
    chosen = [each for each in arguments if each in FAULTS] or list(FAULTS)
    files = [each for each in arguments if each not in FAULTS]
    rigs = [rig for rig in (pantin.load(file).rig for file in files) if rig.clips]
    clips = [(rig, index) for rig in rigs for index in range(len(rig.clips))]
    moving = [(rig, index) for rig, index in clips if Played(CheckedRig(rig, Thresholds()), index).moves]
    loops = [(rig, index) for rig, index in moving if CheckedRig(rig, Thresholds()).is_loop(rig.clips[index])]
    worst = 1.0
    for kind in chosen:
        rule, inject = FAULTS[kind]
        reported: dict[tuple[int, int], bool] = {}
        rng = np.random.default_rng(7)
        made = found = 0
        pool = loops if kind in OF_LOOPS else moving
        for _ in range(TIMES * TRIES):
            if made == TIMES or not pool:
                break
            rig, index = pool[int(rng.integers(len(pool)))]
            alone = rig if kind == "missing" else rig.replace(clips=[rig.clips[index]])
            faulty = inject(alone, index if kind == "missing" else 0, rng)
            if faulty is None:
                continue
            place = (id(rig), index)
            if place not in reported:
                reported[place] = is_found(alone, rule)
            if reported[place]:
                continue
            made += 1
            found += is_found(faulty, rule)
        recall = found / made if made else float("nan")
        worst = min(worst, recall) if made else worst
        print(f"{kind:13} {rule:23} found {found:3} of {made:3}  {recall:6.1%}", flush=True)
    alarms: Counter[str] = Counter()
    for rig in rigs:
        named = {
            (f.rule, (f.pointer or "").split("/")[2]) for f in find_faults(rig) if f.severity == "warning"
        }
        alarms.update(rule for rule, _ in named)
    print(f"\n{len(clips)} clips of {len(rigs)} models as they are:")
    for rule, count in alarms.most_common():
        print(f"{rule:23} {count:3} clips  {count / len(clips):6.1%}")
    return 0 if worst >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
