"""Verbs on glTF documents. Posing, baking, fixing and skeletons have their tests beside the verbs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import (
    append_clip,
    derive_skeletons,
    strip_skeletons,
    strip_springs,
)
from pantin.rig import Channel, Clip, HumanoidMotion

EXAMPLES = Path(__file__).parents[3] / "examples"
CASES = Path(__file__).parents[2] / "cases"
MATRIX = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1]


def document_of(tree):
    return read(json.dumps({"asset": {"version": "2.0"}} | tree).encode(), name="a.gltf")


def test_an_animated_node_has_no_matrix():
    """glTF 2.0 §3.11; a node whose blend weights move alone keeps its own."""
    document = document_of({"nodes": [{"matrix": MATRIX}, {"matrix": MATRIX}]})
    rig = pantin.load(document.text, name="a.gltf").rig
    channel = Channel(0, "translation", np.zeros(1), np.array([[0.0, 2, 0]]))
    index = append_clip(document, rig, Clip((channel,), "still"), {"made": "here"})
    assert document.tree["animations"][index]["extras"] == {"made": "here"}
    assert "matrix" not in document.tree["nodes"][0]
    assert document.tree["nodes"][0]["translation"] == [0, 2, 0]
    assert document.tree["nodes"][1] == {"matrix": MATRIX}


def test_springs_of_both_versions_of_vrm_are_stripped():
    spring = {"joints": [{"node": 0}]}
    extensions = {
        "VRMC_springBone": {"specVersion": "1.0", "springs": [spring]},
        "VRM": {"secondaryAnimation": {"boneGroups": [{"bones": [0]}], "colliderGroups": []}},
    }
    document = document_of({"nodes": [{}], "extensions": extensions, "extensionsUsed": list(extensions)})
    strip_springs(document, pantin.load(document.text, name="a.gltf").rig)
    assert not pantin.load(document.new_text(), name="a.gltf").rig.springs.springs
    assert "VRMC_springBone" not in document.tree["extensions"]


def test_skeletons_are_refused_with_findings_and_otherwise_written():
    document = read(EXAMPLES / "skeletons" / "plain.gltf")
    result = derive_skeletons(document, "overlap", False, "staik")
    assert result.refused == ()
    assert len(result.derived.skeletons) == 2
    assert "STAIK_skeletons" in document.tree["extensionsUsed"]
    strip_skeletons(document)
    assert "STAIK_skeletons" not in document.tree.get("extensionsUsed", [])
    apart = document_of({"nodes": [{}, {}], "skins": [{"joints": [0, 1]}]})
    refused = derive_skeletons(apart, "overlap", False, "staik").refused
    assert [finding.rule for finding in refused] == ["GLTF-SKIN_NO_COMMON_ROOT"]


def test_the_nodes_of_a_motion_for_any_character():
    block = {
        "humanoid": {"humanBones": {"hips": {"node": 0}}},
        "expressions": {
            "preset": {"happy": {"node": 1}},
            "custom": {"wink": {"node": 2}, "gone": {"node": 9}},
        },
        "lookAt": {"node": 3},
    }
    made = document_of({"nodes": [{}] * 4, "extensions": {"VRMC_vrm_animation": block}})
    character = lift(made).rig.character
    assert character.humanoid == {"hips": 0}
    assert character.motion == HumanoidMotion({(True, "happy"): 1, (False, "wink"): 2}, 3)
