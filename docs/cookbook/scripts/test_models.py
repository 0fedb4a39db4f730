"""Checks of models in your tests, which pytest runs. The plugin has `golden_model` too: docs/comparing.md."""

from pathlib import Path

import pytest

import pantin
from pantin.pytest import assert_same_rig

MODELS = sorted(Path("examples/springs").glob("*.glb"))


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_models_are_valid_and_within_the_budget(model: Path) -> None:
    report = pantin.check(model, budgets={"max-triangles": 20_000, "max-joints": 128})
    assert report.ok, str(report)


def test_slimming_changes_nothing_that_is_seen() -> None:
    assert_same_rig(pantin.slim("examples/arm.glb"), "examples/arm.glb", tolerance=1e-3)
