"""Safe fixes of whole assets: rule by rule, on a copy."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from avatars import avatar, index_of

import pantin
from pantin.formats.gltf.fixes import FIXES
from pantin.formats.gltf.model_edits import Change
from pantin.maths import affine
from pantin.verbs.fix import fix

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


T_POSE = "RIG-T_POSE"
LOWERED = [0, 0, -math.sin(math.radians(22.5)), math.cos(math.radians(22.5))]


def a_pose():
    """The example avatar, whose skin is bound in T-pose, with its left arm 45° lower: at rest, and the hand
    in a clip."""
    asset = pantin.load(EXAMPLES / "vrm" / "avatar.vrm")
    asset.set_local("LeftUpperArm", rotation=LOWERED)
    return asset


def corners(rig, pose):
    return np.concatenate([np.asarray(mesh.positions, np.float64) for mesh in pantin.deform(rig, pose)])


def test_arms_are_turned_into_t_pose_only_if_the_rule_is_named():
    asset = a_pose()
    assert T_POSE in {finding.rule for finding in asset.report.findings}
    assert fix(asset).changes == []
    fixed = fix(asset, {T_POSE})
    assert fixed.changes == [Change(T_POSE, 1, "rotated 1 joint")]
    assert (fixed.refused, fix(fixed, {T_POSE}).changes) == ([], [])


def test_nothing_else_is_found_after_the_arms_are_turned():
    asset = a_pose()
    before = {(finding.rule, finding.pointer) for finding in asset.report.findings}
    after = {(finding.rule, finding.pointer) for finding in fix(asset, {T_POSE}).report.findings}
    assert after < before
    assert T_POSE not in {rule for rule, _ in after}


def test_a_skin_that_is_bound_in_another_pose_stays_bound_in_it():
    """Of that an info tells: the fix changes joints, and neither vertices nor inverse bind matrices."""
    asset = a_pose()
    for index, skin in enumerate(asset.rig.skins):
        inverse, _ = affine.invert(pantin.motion.world_transforms(asset.rig)[skin.joints])
        asset.set_inverse_binds(index, inverse)
    before = {finding.rule for finding in asset.report.findings}
    after = {finding.rule for finding in fix(asset, {T_POSE}).report.findings}
    assert after - before == {"RIG-BIND_NOT_REST"}
    assert before - after == {T_POSE}


def test_the_skin_follows_the_joints_exactly():
    """Inverse bind matrices stay: the new rest shows what the old model shows in that pose."""
    asset = a_pose()
    fixed = fix(asset, {T_POSE}).rig
    pose = asset.rig.rest_pose().with_local("LeftUpperArm", rotation=(0, 0, 0, 1))
    assert corners(fixed, fixed.rest_pose()) == pytest.approx(corners(asset.rig, pose), abs=1e-12)
    both = [
        corners(rig, rig.rest_pose().with_local("LeftUpperArm", rotation=LOWERED))
        for rig in (asset.rig, fixed)
    ]
    assert both[0] == pytest.approx(both[1], abs=1e-12)


def test_springs_below_a_turned_arm_behave_as_they_did_in_that_pose():
    tree = avatar()
    arm, hand, count = index_of("leftUpperArm"), index_of("leftHand"), len(tree["nodes"])
    tree["nodes"][arm]["rotation"] = LOWERED
    tree["nodes"] += [
        {"name": "band", "translation": [0.05, -0.02, 0], "children": [count + 1]},
        {"name": "end", "translation": [0, -0.2, 0.05]},
    ]
    tree["nodes"][hand]["children"] = [count]
    springs = [{"joints": [{"node": count, "gravityPower": 0.3}, {"node": count + 1}], "colliderGroups": [0]}]
    tree["extensions"]["VRMC_springBone"] = {
        "specVersion": "1.0",
        "colliders": [{"node": hand, "shape": {"sphere": {"offset": [0.05, -0.15, 0.02], "radius": 0.05}}}],
        "colliderGroups": [{"colliders": [0]}],
        "springs": springs,
    }
    tree["extensionsUsed"].append("VRMC_springBone")
    asset = pantin.load(json.dumps(tree).encode(), name="a.gltf")
    fixed = fix(asset, {T_POSE}).rig
    pose = asset.rig.rest_pose().with_local(arm, rotation=(0, 0, 0, 1))
    ends = []
    for rig, start in ((asset.rig, pose), (fixed, fixed.rest_pose())):
        simulation = pantin.SpringSimulation(rig)
        simulation.reset(start)
        settled = simulation.settle(1.0, start)
        ends.append(pantin.motion.world_transforms(rig, settled)[count + 1, :, 3])
    assert ends[1] == pytest.approx(ends[0], abs=1e-9)


def test_what_more_than_joints_must_turn_is_refused_with_a_reason():
    tree = avatar()
    tree["nodes"][0]["rotation"] = [0, 1, 0, 0]
    fixed = fix(pantin.load(json.dumps(tree).encode(), name="a.gltf"), {T_POSE})
    assert (fixed.changes, fixed.document.edited) == ([], False)
    assert [refused.what for refused in fixed.refused] == [
        "the model does not face +Z: turn it as a whole, not only its arms"
    ]
