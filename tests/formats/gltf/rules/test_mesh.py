"""Meshes and primitives as the JSON states them."""

from __future__ import annotations

import pytest

BASE = "/meshes/0/primitives/0"


def test_names_are_judged_in_targets_that_are_broken_otherwise(places, made):
    made.mesh({"POSITION": 0}, targets=[{"UV": 0}, "no object"])
    assert places("MESH_PRIMITIVE_INVALID_ATTRIBUTE", **made.members) == [BASE + "/targets/0/UV"]


def test_a_gap_hides_the_pairs_from_the_rule_about_pairs(places, made):
    """JOINTS_1 without JOINTS_0 counts as no set, so that WEIGHTS_0 has no partner."""
    made.mesh({"POSITION": 0, "JOINTS_1": 0, "WEIGHTS_0": 0})
    assert places("MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", **made.members) == [BASE + "/attributes"]
    assert places("MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", **made.members) == [BASE + "/attributes"]


def test_the_missing_targets_of_a_primitive_are_reported_at_the_primitive(places):
    """There is no `targets` to point at."""
    primitives = [
        {"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}]},
        {"attributes": {"POSITION": 0}},
    ]
    found = places("MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", meshes=[{"primitives": primitives}])
    assert found == ["/meshes/0/primitives/1"]
    found = places("MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", meshes=[{"primitives": primitives[::-1]}])
    assert found == ["/meshes/0/primitives/1/targets"]


@pytest.mark.parametrize(
    ("mode", "count", "whole"),
    [
        (0, 1, True),
        (1, 3, False),
        (1, 4, True),
        (2, 1, False),
        (3, 2, True),
        (4, 4, False),
        (4, 6, True),
        (5, 2, False),
        (5, 4, True),
        (6, 3, True),
        (9, 4, True),
    ],
)
def test_counts_suit_the_drawing_mode(places, made, mode, count, whole):
    """A mode that does not exist has a finding of its own and is not judged."""
    made.mesh({"POSITION": made.accessor([[0, 0, 0]] * count)}, mode=mode)
    assert places("MESH_PRIMITIVE_INCOMPATIBLE_MODE", **made.members) == ([] if whole else [BASE])


def test_indices_are_counted_in_place_of_vertices(places, made):
    made.mesh({"POSITION": made.accessor([[0, 0, 0]] * 4)}, indices=made.accessor([0, 1, 2], "<u2"))
    assert not places("MESH_PRIMITIVE_INCOMPATIBLE_MODE", **made.members)


@pytest.mark.parametrize(("weights", "expected"), [([0], []), ([0, 0], ["/meshes/0/weights"])])
def test_weights_are_counted_with_the_targets_of_the_first_primitive(places, weights, expected):
    mesh = {"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}]}], "weights": weights}
    assert places("MESH_INVALID_WEIGHTS_COUNT", meshes=[mesh]) == expected
