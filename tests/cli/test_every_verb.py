"""Every verb of the registry over damaged models: findings, losses or a clear error, but no internal error
and no warning. A new verb is tried once it is registered: its lines are the recipes of `scripts/golden`.
"""

from __future__ import annotations

import random
import shutil
import warnings
from pathlib import Path

import mutants
import pytest

from pantin.cli.exit import Exit
from pantin.formats.registry import list_formats
from pantin.verbs import VERBS, find_verb

LINES = mutants.trials()
TARGETS = tuple(
    s for format in list_formats() if format.writable and format.name != "USD" for s in format.suffixes
)
SLOW = (".usda", ".usdc", ".usdz", ".usd")
"""A process is started for each file of these, and another soak is about them."""

RUNS = 16
"""Commands of each verb; `soak/mutations.py` runs thousands."""


def test_every_verb_that_reads_files_is_tried():
    reading = {
        name
        for name in VERBS
        if any(
            argument.many or argument.suffixes in ("read", "rigy") for argument in find_verb(name).arguments
        )
    }
    assert {"check", "slim", "diff", "render"} <= reading
    assert reading - LINES.keys() == set()


@pytest.mark.parametrize("verb", LINES)
def test_damaged_models_are_no_internal_errors(pantin, verb):
    chance, models = random.Random(verb), mutants.models(20_000)
    models = {suffix: paths for suffix, paths in models.items() if suffix not in SLOW}
    for number in range(RUNS):
        trial = chance.choice(LINES[verb])
        source, suffix = mutants.choose(trial, models, chance)
        model = Path(f"model{number}{suffix}")
        model.write_bytes(mutants.mutate(source.read_bytes(), suffix, chance))
        words = mutants.fill(trial, model.name, suffix, TARGETS, chance)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ended = pantin(*words)
        assert ended.code != Exit.FAULT, (words, source.name, ended.err)
        assert list(map(str, caught)) == [], (words, source.name)
    shutil.rmtree("out", ignore_errors=True)
