"""`pantin explain` finds a rule by any of its names."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("name", ["GLTF-NODE_LOOP", "node_loop"])
def test_a_rule_is_explained(pantin, name):
    ended = pantin("explain", name)
    assert ended.code == 0
    assert ended.out.startswith("GLTF-NODE_LOOP error\n")
    assert all(f"\n{section}: " in ended.out for section in ("Why", "Fix", "Source"))


def test_an_unknown_rule_is_wrong_usage_with_a_suggestion(pantin):
    ended = pantin("explain", "NODE_LOP")
    assert (ended.code, ended.out) == (2, "")
    assert "Did you mean GLTF-NODE_LOOP" in ended.err


def test_without_a_rule_the_families_are_listed(pantin):
    ended = pantin("explain")
    assert ended.code == 0
    assert "GLTF" in ended.out


def test_a_family_lists_its_rules_a_line_each(pantin):
    lines = pantin("explain", "gltf").out.splitlines()
    assert any(line.startswith("GLTF-NODE_LOOP ") for line in lines)
    assert all(line.startswith("GLTF-") for line in lines)
