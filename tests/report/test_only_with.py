"""A rule that names members finds something only in files that have one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.formats.gltf import check
from pantin.formats.gltf.document import read
from pantin.report.rule import CATALOGUE

CASES = Path(__file__).resolve().parents[1] / "cases"
RULED = sorted(
    rule.id
    for group, _ in (*check.JSON_GROUPS, *check.DATA_GROUPS)
    for rule in group
    if rule.only_with and (CASES / rule.id).is_dir()
)


@pytest.mark.parametrize("rule", RULED)
def test_files_that_break_a_rule_have_a_member_that_it_names(rule):
    for path in sorted((CASES / rule).glob("bad*")):
        if path.suffix in (".gltf", ".glb"):
            names = read(path).names
            assert any(names[name] for name in CATALOGUE[rule].only_with), path


def test_there_are_such_rules():
    assert len(RULED) > 30


def test_an_escaped_name_counts_as_there():
    text = b'{"asset": {"version": "2.0"}, "nodes": [{"s\\u006bin": 0}]}'
    assert not read(text, name="model.gltf").names.lacking(("skin", "sparse"))


def test_members_that_are_absent_are_known():
    text = b'{"asset": {"version": "2.0"}, "nodes": [{"skin": 0}]}'
    assert read(text, name="model.gltf").names.lacking(("skin", "sparse")) == {"sparse"}
