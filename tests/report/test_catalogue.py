"""Rules are found by their names, or by names close to them."""

from __future__ import annotations

import pytest

from pantin.report import Rule
from pantin.report.catalogue import close_to, did_you_mean, families, lookup

RULES = {
    id: Rule(id, "error", "m", "It holds.", lambda: iter(()))
    for id in ("GLTF-NODE_LOOP", "GLTF-NODE_EMPTY", "VRM-003", "STAIK-003")
}


@pytest.mark.parametrize("name", ["GLTF-NODE_LOOP", "gltf-node_loop", "NODE_LOOP", "node_loop", "Node Loop"])
def test_a_rule_is_found_in_any_case_with_or_without_its_prefix(name):
    assert [rule.id for rule in lookup(name, RULES)] == ["GLTF-NODE_LOOP"]


def test_a_number_that_families_share_finds_each():
    assert [rule.id for rule in lookup("003", RULES)] == ["VRM-003", "STAIK-003"]


def test_an_unknown_name_finds_nothing():
    assert lookup("NODE", RULES) == ()


@pytest.mark.parametrize("name", ["NODE_LOP", "GLTF-NODE_LOPO", "gltf-node-loop"])
def test_a_misspelt_name_suggests_the_rule_first(name):
    assert close_to(name, RULES)[0] == "GLTF-NODE_LOOP"


def test_a_name_that_is_only_begun_suggests_how_it_may_go_on():
    assert close_to("node", ["pode", "Node_Armature", "other"]) == ("Node_Armature", "pode")
    assert close_to("no", ["Node_Armature"]) == ()


def test_nothing_is_suggested_for_a_name_unlike_any():
    assert did_you_mean("XYZZY", RULES) == ""


def test_suggestions_read_as_a_question():
    assert did_you_mean("strit", ["strict", "select"]) == " Did you mean strict?"


def test_families_are_sorted():
    assert {name: [rule.id for rule in members] for name, members in families(RULES).items()} == {
        "GLTF": ["GLTF-NODE_EMPTY", "GLTF-NODE_LOOP"],
        "STAIK": ["STAIK-003"],
        "VRM": ["VRM-003"],
    }
