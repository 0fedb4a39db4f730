"""VRM 1.0 files made by changing a valid one: what the texts require, and what they leave open.

tests/formats/gltf/ext/test_vrm_members.py walks the schemas; the cases of tests/cases have a file for each
rule.
"""

from __future__ import annotations

import json
from copy import deepcopy

import numpy as np
import pytest
from avatars import FACE, SHAPES
from vrm_files import whole_animation, whole_avatar

import pantin
from pantin.rig.human_bones import PRESETS, REQUIRED_BONES

BLOCK = "/extensions/VRMC_vrm"


def errors(tree):
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf")
    return [(finding.rule, finding.pointer or "") for finding in report.errors]


@pytest.mark.parametrize("bone", REQUIRED_BONES)
def test_each_bone_that_humanoid_md_requires_is_missed(bone):
    tree, motion = whole_avatar(), whole_animation()
    del tree["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"][bone]
    del motion["extensions"]["VRMC_vrm_animation"]["humanoid"]["humanBones"][bone]
    assert ("VRM-HB001", f"{BLOCK}/humanoid/humanBones") in errors(tree)
    assert errors(motion) == [("VRM-VA003", "/extensions/VRMC_vrm_animation/humanoid/humanBones")]


@pytest.mark.parametrize(("node", "exists"), [(4, True), (4.0, True), (20, False), (1e9, False)])
def test_an_index_with_a_decimal_point_is_looked_up_too(node, exists):
    """2.0 is an integer of JSON Schema."""
    tree = whole_avatar()
    tree["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["head"]["node"] = node
    unresolved = ("GLTF-UNRESOLVED_REFERENCE", f"{BLOCK}/humanoid/humanBones/head/node")
    assert errors(tree) == ([] if exists else [unresolved])


def test_several_faults_are_found_together():
    tree = whole_avatar()
    block = tree["extensions"]["VRMC_vrm"]
    block["humanoid"]["humanBones"]["leftHand"]["node"] = block["humanoid"]["humanBones"]["head"]["node"]
    block["expressions"]["custom"]["happy"] = {}
    block["expressions"]["preset"]["joy"] = {}
    block["expressions"]["preset"]["happy"]["morphTargetBinds"][0]["index"] = SHAPES
    block["specVersion"] = "1.1"
    del block["meta"]["authors"]
    assert {
        ("VRM-HB003", f"{BLOCK}/humanoid/humanBones/leftHand/node"),
        ("VRM-EX001", f"{BLOCK}/expressions/custom/happy"),
        ("VRM-EX002", f"{BLOCK}/expressions/preset/joy"),
        ("VRM-EX004", f"{BLOCK}/expressions/preset/happy/morphTargetBinds/0/index"),
        ("VRM-VR003", f"{BLOCK}/specVersion"),
        ("VRM-VR001", f"{BLOCK}/meta"),
    } <= set(errors(tree))


@pytest.mark.parametrize("seed", range(30))
def test_valid_avatars_have_no_errors(seed):
    random = np.random.default_rng(seed)
    tree = whole_avatar()
    block = tree["extensions"]["VRMC_vrm"]
    bones = block["humanoid"]["humanBones"]
    for bone in ("chest", "neck", "leftEye", "rightEye"):
        if random.random() < 0.3:
            del bones[bone]
    for name in ("expressions", "lookAt", "firstPerson"):
        if random.random() < 0.3:
            del block[name]
    for name in list(block["meta"]):
        if name not in ("name", "authors", "licenseUrl") and random.random() < 0.5:
            del block["meta"][name]
    mtoon = tree["materials"][0]["extensions"]["VRMC_materials_mtoon"]
    for name in list(mtoon):
        if name != "specVersion" and random.random() < 0.5:
            del mtoon[name]
    if "expressions" in block:
        chosen = random.permutation(PRESETS)[:5].tolist()
        bind = {"node": FACE, "index": int(random.integers(0, SHAPES)), "weight": float(random.random())}
        block["expressions"]["preset"] = {name: {"morphTargetBinds": [deepcopy(bind)]} for name in chosen}
    assert errors(tree) == []


@pytest.mark.parametrize("seed", range(10))
def test_valid_motions_have_no_errors(seed):
    random = np.random.default_rng(seed)
    tree = whole_animation()
    block = tree["extensions"]["VRMC_vrm_animation"]
    for name in ("humanoid", "expressions", "lookAt"):
        if random.random() < 0.4:
            del block[name]
    for bone in list(block.get("humanoid", {}).get("humanBones", {})):
        if bone not in REQUIRED_BONES and random.random() < 0.5:
            del block["humanoid"]["humanBones"][bone]
    assert errors(tree) == []
