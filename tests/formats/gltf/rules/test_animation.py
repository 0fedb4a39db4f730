"""Animations as the JSON states them."""

from __future__ import annotations

import pytest

CHANNEL = "/animations/0/channels/0"
COUNT = "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"
FORMAT = "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"


@pytest.mark.parametrize(
    ("interpolation", "values", "expected"),
    [
        ("LINEAR", 2, []),
        ("STEP", 3, [CHANNEL + "/sampler"]),
        ("CUBICSPLINE", 6, []),
        ("CUBICSPLINE", 2, [CHANNEL + "/sampler"]),
    ],
)
def test_a_cubic_spline_has_three_values_for_each_keyframe(places, made, interpolation, values, expected):
    made.animation([0, 1], [[0, 0, 0]] * values, interpolation=interpolation)
    assert places(COUNT, **made.members) == expected


def test_weights_need_a_value_for_each_morph_target(places, made):
    made.tree["nodes"] = [{"mesh": 0}]
    position = made.accessor([[0, 0, 0]])
    made.mesh({"POSITION": position}, targets=[{"POSITION": position}] * 2)
    made.animation([0, 1], [0, 0, 0, 0], path="weights")
    assert places(COUNT, **made.members) == []
    made.animation([0, 1], [0, 0], path="weights")
    assert places(COUNT, **made.members) == [CHANNEL + "/sampler"]


def test_weights_of_a_mesh_without_targets_have_one_finding(places, made):
    made.animation([0, 1], [0, 0, 0], path="weights")
    assert places("ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", **made.members) == [CHANNEL + "/target"]
    assert places(COUNT, **made.members) == []


@pytest.mark.parametrize(("path", "valid"), [("rotation", True), ("translation", False), ("pointer", True)])
def test_fractions_are_for_rotations(places, made, path, valid):
    """Nothing is known about what a pointer of KHR_animation_pointer needs."""
    made.animation([0], [[0, 0, 0, 127]], path, "i1", normalized=True)
    assert places(FORMAT, **made.members) == ([] if valid else [CHANNEL + "/sampler"])


def test_each_channel_but_the_last_of_those_with_one_target_is_reported(places, made):
    made.animation([0], [[0, 0, 0]])
    made.tree["animations"][0]["channels"] *= 3
    found = places("ANIMATION_DUPLICATE_TARGETS", **made.members)
    assert found == [f"/animations/0/channels/{k}/target" for k in (0, 1)]


def test_channels_without_a_node_may_share_a_path(places, made):
    made.animation([0], [[0, 0, 0]])
    del made.tree["animations"][0]["channels"][0]["target"]["node"]
    made.tree["animations"][0]["channels"] *= 2
    assert places("ANIMATION_DUPLICATE_TARGETS", **made.members) == []


@pytest.mark.parametrize("path", ["translation", "weights"])
def test_a_matrix_and_a_skin_matter_to_moved_nodes_only(places, made, path):
    made.tree["nodes"] = [{"matrix": [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "skin": 0, "mesh": 0}]
    made.tree["skins"] = [{"joints": [0]}]
    made.animation([0], [[0, 0, 0]], path)
    moved = path == "translation"
    assert places("ANIMATION_CHANNEL_TARGET_NODE_MATRIX", **made.members) == [CHANNEL + "/target"] * moved
    assert places("ANIMATION_CHANNEL_TARGET_NODE_SKIN", **made.members) == [CHANNEL + "/target/path"] * moved
