"""What G4MF cannot store of explicit skeletons is reported, and counts with `--strict`."""

from __future__ import annotations

import json

import numpy as np

import pantin


def skeleton_of(arm):
    (skeleton,) = arm.skeletons
    return skeleton


def moved_bind_pose(arm, tmp_path):
    """The arm with a skeleton whose bind pose is 0.25 beside its rest pose."""
    path = tmp_path / "arm.gltf"
    path.write_text(json.dumps(arm.tree))
    rig = pantin.load(path).rig
    binds = rig.skeletons[0].inverse_binds.copy()
    binds[:, 0, 3] += 0.25
    moved = rig.replace(skeletons=[rig.skeletons[0].replace(inverse_binds=binds)])
    target = tmp_path / "moved.glb"
    pantin.save(moved, target)
    assert np.allclose(pantin.load(target).rig.skeletons[0].inverse_binds, binds)
    return target


def losses(source, tmp_path):
    report = pantin.convert(source, tmp_path / "arm.g4b")
    return [finding for finding in report.findings if finding.rule.startswith("LOSS")], report


def test_a_bind_pose_that_is_not_the_rest_pose_is_reported(arm, tmp_path):
    """The joints of G4MF are bound at rest."""
    found, report = losses(moved_bind_pose(arm, tmp_path), tmp_path)
    assert any("bind" in finding.message for finding in found), found
    assert report.lossy


def test_a_file_without_skeletons_loses_none(arm, tmp_path):
    """Its skeletons are derived; what the skins bind is the rest pose then (LOSS-G4MF_REST)."""
    del arm.tree["extensions"], arm.tree["extensionsUsed"]
    for member in (*arm.tree["nodes"], *arm.tree["skins"]):
        member.pop("extensions", None)
    arm.tree["skins"][0].pop("inverseBindMatrices", None)
    arm.tree["nodes"][2]["translation"] = [0, 3, 0]
    path = tmp_path / "arm.gltf"
    path.write_text(json.dumps(arm.tree))
    found, _ = losses(path, tmp_path)
    assert "LOSS-G4MF_REST" in {finding.rule for finding in found}
    assert not any("skeleton" in finding.message for finding in found), found


def test_extras_of_a_skeleton_are_reported(arm, tmp_path):
    skeleton_of(arm)["extras"] = {"maker": "hand"}
    path = tmp_path / "arm.gltf"
    path.write_text(json.dumps(arm.tree))
    found, report = losses(path, tmp_path)
    assert any("extras" in finding.message for finding in found), found
    assert report.lossy
