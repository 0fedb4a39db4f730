"""Safe mends of whole assets: told rule by rule, on a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.assets.mending import WORDS, Mended, mend
from pantin.formats.gltf.mends import MENDS

CASES = Path(__file__).parents[1] / "cases"
MENDED = sorted(rule for rule in MENDS if rule.startswith("RIG-"))


@pytest.mark.parametrize("rule", MENDED)
def test_the_bad_file_of_a_rule_is_good_after_its_mend(rule, tmp_path):
    asset = pantin.load(CASES / rule / "bad.gltf")
    mended, done = mend(asset, {rule})
    assert [one.rule for one in done] == [rule]
    pantin.save(mended, tmp_path / "out.gltf")
    after = {finding.rule for finding in pantin.check(tmp_path / "out.gltf").findings}
    assert rule not in after
    assert rule in {finding.rule for finding in asset.report.findings}


def test_only_the_rules_asked_for_are_mended():
    asset = pantin.load(CASES / "RIG-WEIGHTS_NOT_ONE" / "bad.gltf")
    mended, done = mend(asset, {"RIG-MISSING_INVERSE_BINDS"})
    assert done == []
    assert not mended.document.edited


def test_what_was_done_is_said_in_words():
    asset = pantin.load(CASES / "RIG-MISSING_INVERSE_BINDS" / "bad.gltf")
    words = "identity inverse binds written for 1 skin"
    assert mend(asset, {"RIG-MISSING_INVERSE_BINDS"})[1] == [Mended("RIG-MISSING_INVERSE_BINDS", 1, words)]


def test_every_mend_has_its_words():
    assert {function.__name__ for function in MENDS.values()} == set(WORDS)
