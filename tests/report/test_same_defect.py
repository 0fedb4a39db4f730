"""One defect, one finding: which rules stand for each other is data of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.report import CATALOGUE, Finding
from pantin.report.same_defect import without_repeats
from pantin.verbs.explain import rules

CASES = Path(__file__).parents[1] / "cases"
OWN, KHRONOS = "RIG-WEIGHTS_NOT_ONE", "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED"


def test_a_rule_yields_to_rules_that_exist_and_yield_to_none():
    rules()
    for rule in list(CATALOGUE.values()):
        for other in rule.yields_to:
            assert other in CATALOGUE
            assert not CATALOGUE[other].yields_to


@pytest.mark.parametrize(
    ("own", "khronos", "kept"),
    [
        ("/meshes/0/primitives/0", "/meshes/0/primitives/0/attributes/WEIGHTS_0", False),
        ("/meshes/0/primitives/0", "/meshes/0/primitives/0", False),
        ("/meshes/0/primitives/1", "/meshes/0/primitives/10", True),
        ("/meshes/0/primitives/0", "/meshes/1/primitives/0", True),
    ],
)
def test_the_khronos_code_stays_where_both_report_the_same_place(own, khronos, kept):
    rules()
    findings = [Finding(KHRONOS, "error", "m", khronos), Finding(OWN, "warning", "m", own)]
    assert [finding.rule for finding in without_repeats(findings)] == [KHRONOS, *([OWN] if kept else [])]


def test_weights_of_a_file_are_reported_once():
    report = pantin.check(CASES.parents[1] / "examples" / "loose.glb")
    assert [finding.rule for finding in report.findings] == [KHRONOS]
