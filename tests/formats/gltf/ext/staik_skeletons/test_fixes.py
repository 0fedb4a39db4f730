"""Fixes of skeletons: the finding goes, the model stays, and a second run has nothing to do."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.gltf import accessor

CASES = Path(__file__).parents[4] / "cases"
RULES = ("STAIK-001", "STAIK-002", "STAIK-003", "STAIK-005")


def bad_cases():
    return [(rule, path.name) for rule in RULES for path in sorted((CASES / rule).glob("bad*.gltf"))]


@pytest.mark.parametrize(("rule", "name"), bad_cases())
def test_a_marked_finding_goes(rule, name):
    asset = pantin.load(CASES / rule / name)
    marked = [finding for finding in asset.report.findings if finding.rule == rule and finding.is_fixable]
    fixed = pantin.fix(asset)
    left = [finding for finding in fixed.report.findings if finding.rule == rule]
    assert len(left) == len([each for each in asset.report.findings if each.rule == rule]) - len(marked)
    assert pantin.fix(fixed).changes == []
    assert pantin.diff(asset, fixed).max_error == 0


def test_every_rule_has_a_case_that_is_fixed():
    fixed = {
        rule
        for rule, name in bad_cases()
        for finding in pantin.load(CASES / rule / name).report.findings
        if finding.rule == rule and finding.is_fixable
    }
    assert fixed == set(RULES)


def test_a_repeated_joint_goes_with_its_matrix(tmp_path):
    asset = pantin.load(CASES.parents[1] / "examples" / "arm.glb")
    derived = pantin.derive_skeletons(asset)
    pantin.save(derived, tmp_path / "a.gltf")
    tree = json.loads((tmp_path / "a.gltf").read_text(encoding="utf-8"))
    skeleton = tree["extensions"]["STAIK_skeletons"]["skeletons"][0]
    binds = np.tile(np.eye(4, dtype=np.float32), (4, 1, 1))
    binds[:, 3, 0] = range(4)  # the translations, in the fourth column
    skeleton["joints"].insert(1, skeleton["joints"][0])
    count = len(tree["accessors"])
    document = pantin.load(tmp_path / "a.gltf").document
    document.set("/extensions/STAIK_skeletons/skeletons/0/joints", skeleton["joints"])
    from pantin.formats.gltf.edits import append_accessor

    index = append_accessor(document, binds.transpose(0, 2, 1))
    document.set("/extensions/STAIK_skeletons/skeletons/0/inverseBindMatrices", index)
    damaged = pantin.Asset("a.gltf", asset.format, document=document)
    fixed = pantin.fix(damaged, ["STAIK-005"])
    changed = fixed.document.tree["extensions"]["STAIK_skeletons"]["skeletons"][0]
    assert changed["joints"] == [skeleton["joints"][0], *skeleton["joints"][2:]]
    matrices = accessor.view(fixed.document, changed["inverseBindMatrices"])
    before = accessor.view(document, index)
    np.testing.assert_array_equal(matrices, before[[0, 2, 3]])
    assert len(fixed.document.tree["accessors"]) == count + 1


def test_a_required_extension_beside_others_becomes_optional():
    text = (CASES / "STAIK-002" / "bad.gltf").read_text(encoding="utf-8")
    tree = json.loads(text)
    tree["extensionsRequired"] = ["STAIK_skeletons", "KHR_texture_transform"]
    tree["extensionsUsed"] = [*tree["extensionsUsed"], "KHR_texture_transform"]
    asset = pantin.load(json.dumps(tree).encode(), name="a.gltf")
    fixed = pantin.fix(asset, ["STAIK-002"])
    assert fixed.document.tree["extensionsRequired"] == ["KHR_texture_transform"]
