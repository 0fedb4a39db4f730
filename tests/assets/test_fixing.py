"""Safe fixes of whole assets: rule by rule, on a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.assets.fixing import fix
from pantin.assets.gltf_edits import Change
from pantin.formats.gltf.fixes import FIXES

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = Path(__file__).parents[1] / "cases"
FIXED = sorted(rule for rule in FIXES if rule.startswith("RIG-"))


@pytest.mark.parametrize("rule", FIXED)
def test_the_bad_file_of_a_rule_is_good_after_its_fix(rule, tmp_path):
    asset = pantin.load(CASES / rule / "bad.gltf")
    fixed = fix(asset, {rule})
    assert [change.rule for change in fixed.changes] == [rule]
    pantin.save(fixed, tmp_path / "out.gltf")
    after = {finding.rule for finding in pantin.check(tmp_path / "out.gltf").findings}
    assert rule not in after
    assert rule in {finding.rule for finding in asset.report.findings}


def test_only_the_rules_asked_for_are_fixed(tmp_path):
    source = CASES / "RIG-WEIGHTS_NOT_ONE" / "bad.gltf"
    fixed = fix(pantin.load(source), {"RIG-MISSING_INVERSE_BINDS"})
    assert fixed.changes == []
    assert not fixed.document.edited
    pantin.save(fixed, tmp_path / "out.gltf")
    assert (tmp_path / "out.gltf").read_bytes() == source.read_bytes()


def test_without_rules_everything_that_was_found_is_fixed():
    asset = pantin.load(CASES / "RIG-WEIGHTS_NOT_ONE" / "bad.gltf")
    assert "RIG-WEIGHTS_NOT_ONE" in {change.rule for change in fix(asset).changes}
    assert not asset.document.edited


def test_what_was_done_is_said_in_words():
    asset = pantin.load(CASES / "RIG-MISSING_INVERSE_BINDS" / "bad.gltf")
    words = "wrote identity inverse bind matrices for 1 skin"
    fixed = fix(asset, {"RIG-MISSING_INVERSE_BINDS"})
    assert fixed.changes == [Change("RIG-MISSING_INVERSE_BINDS", 1, words)]


def test_a_format_without_fixes_is_refused():
    with pytest.raises(pantin.Unsupported, match="is an OFF file"):
        fix(pantin.load(EXAMPLES / "g4mf" / "tesseract.off"))
