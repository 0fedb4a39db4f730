"""Safe fixes of whole assets: rule by rule, on a copy."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from avatars import avatar, index_of

import pantin
from pantin.formats.fixing import RuleFix
from pantin.formats.gltf.fixes import FIXES
from pantin.maths import affine
from pantin.verbs.fix import fix

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = Path(__file__).parents[1] / "cases"
FIXED = sorted(
    (rule, path)
    for each in FIXES
    for rule in each.rules
    for path in (CASES / rule).glob("bad*")
    if path.suffix in (".gltf", ".glb", ".vrm")
)
NOT_IN_CASES = {
    "GLTF-DUPLICATE_ELEMENTS": "the case is a list of children, which may be wrong in another way",
    "GLTF-ACCESSOR_INVALID_SIGN": "the sign of the case is 0, which could mean either",
}


def count(report, rule, *, fixable=False):
    return sum(finding.rule == rule and (finding.is_fixable or not fixable) for finding in report.findings)


@pytest.mark.parametrize(("rule", "path"), FIXED, ids=lambda value: getattr(value, "name", value))
def test_what_is_marked_as_fixable_in_a_bad_file_is_gone_after_the_fix(rule, path, tmp_path):
    """And nothing worse is there instead, the model poses the same, and a second fix changes nothing."""
    asset = pantin.load(path)
    fixed = fix(asset, {rule})
    target = tmp_path / f"out{path.suffix}"
    pantin.save(fixed, target)
    after, saved = pantin.check(target), pantin.load(target)
    assert count(after, rule, fixable=True) == 0
    assert count(after, rule) < count(asset.report, rule) or not fixed.changes
    named = next(each for each in FIXES if rule in each.rules)
    assert bool(fixed.changes) == bool(count(asset.report, rule, fixable=True)) or named.unsafe or named.named
    assert len(after.errors) <= len(asset.report.errors)
    assert fix(saved, {rule}).changes == []
    if not named.unsafe:
        assert pantin.diff(asset, saved).equal or rule in CHANGES_NUMBERS


CHANGES_NUMBERS = {
    "RIG-WEIGHTS_NOT_ONE",
    "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED",
    "GLTF-ACCESSOR_VECTOR3_NON_UNIT",
    "GLTF-ACCESSOR_INVALID_SIGN",
    "GLTF-ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
    "GLTF-ROTATION_NON_UNIT",
}
"""Readers disagree about such numbers, and `diff` may see the difference."""


@pytest.mark.parametrize("rule", sorted({rule for rule, _ in FIXED} - set(NOT_IN_CASES)))
def test_every_rule_with_a_fix_has_a_bad_file_that_it_fixes(rule):
    reports = [fix(pantin.load(path), {rule}) for each, path in FIXED if each == rule]
    assert any(report.changes for report in reports)


def test_only_the_rules_asked_for_are_fixed(tmp_path):
    source = CASES / "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED" / "bad.gltf"
    fixed = fix(pantin.load(source), {"GLTF-NODE_MATRIX_DEFAULT"})
    assert fixed.changes == []
    assert not fixed.document.edited
    pantin.save(fixed, tmp_path / "out.gltf")
    assert (tmp_path / "out.gltf").read_bytes() == source.read_bytes()


def test_without_rules_everything_that_was_found_is_fixed():
    asset = pantin.load(CASES / "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED" / "bad.gltf")
    assert "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED" in {change.rule for change in fix(asset).changes}
    assert not asset.document.edited


def test_dividing_weights_by_their_sum_moves_no_vertex():
    """float32: the sum is rounded once, and so is each weight."""
    asset = pantin.load(EXAMPLES / "loose.glb")
    fixed = fix(asset)
    for time in (0.0, 0.4):
        before, after = (
            pantin.deform(each.rig, pantin.sample(each.rig, 0, time))[0].positions for each in (asset, fixed)
        )
        assert abs(before - after).max() < 1e-6


def test_what_was_done_is_said_in_words():
    asset = pantin.load(CASES / "RIG-MISSING_INVERSE_BINDS" / "bad.gltf")
    words = "wrote identity inverse bind matrices for 1 skin"
    fixed = fix(asset, {"RIG-MISSING_INVERSE_BINDS"})
    assert fixed.changes == [RuleFix("RIG-MISSING_INVERSE_BINDS", 1, words)]


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
    (change,) = fixed.changes
    assert (change.rule, change.count, change.unsafe) == (T_POSE, 1, True)
    poses = [corners(rig, rig.rest_pose()) for rig in (asset.rig, fixed.rig)]
    farthest = np.linalg.norm(poses[0] - poses[1], axis=1).max()
    assert change.what == f"rotated 1 joint; vertices move by up to {farthest:.4g}"
    assert [each.rule for each in fix(asset, unsafe=True).changes] == [T_POSE]
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
        "the model does not face +Z: rotate the whole model, not only its arms"
    ]


@pytest.mark.parametrize("accessors", [[[], {"bufferView": 0}], [None, {"bufferView": "x"}], True, {"a": 1}])
def test_marks_look_past_accessors_that_are_no_objects(accessors, tmp_path):
    view = {"buffer": 0, "byteLength": 28, "byteStride": 14}
    text = {"asset": {"version": "2.0"}, "buffers": [{"byteLength": 28}], "bufferViews": [view]}
    path = tmp_path / "broken.gltf"
    path.write_text(json.dumps({**text, "accessors": accessors}))
    report = pantin.check(path)
    assert count(report, "GLTF-VALUE_MULTIPLE_OF") == 1
    pantin.fix(path)
