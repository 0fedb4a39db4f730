"""What was silent: changes and members that would be lost are reported or refused; assets can be copied."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import pantin


@pytest.fixture
def vendor(tmp_path):
    """A model with an extension that nobody knows, on a node."""
    asset = pantin.load("examples/face.gltf")
    asset.document.set("/nodes/0/extensions", {"VENDOR_frost": {"cold": 1}})
    asset.document.append("/extensionsUsed", "VENDOR_frost")
    pantin.save(asset, tmp_path / "frost.gltf")
    return pantin.load(tmp_path / "frost.gltf")


def test_saving_a_rig_reports_what_its_file_has_beside_it(vendor, tmp_path):
    converted = pantin.convert(vendor, tmp_path / "a.g4b")
    wanted = [finding.message for finding in converted if finding.rule == "LOSS-UNSUPPORTED"]
    assert wanted
    for rig in (vendor.rig, vendor.rig.replace(clips=()), pickle.loads(pickle.dumps(vendor.rig))):
        report = pantin.save(rig, tmp_path / "b.glb")
        assert [finding.message for finding in report if finding.rule == "LOSS-UNSUPPORTED"] == wanted
        assert report.lossy


def test_a_rig_that_no_file_has_more_of_is_saved_without_a_finding(tmp_path):
    assert not pantin.save(pantin.load("examples/arm.glb").rig, tmp_path / "arm.glb").findings


def test_a_change_of_the_tree_is_refused_when_the_document_is_saved(vendor, tmp_path):
    vendor.document.tree["nodes"][0]["name"] = "changed"
    with pytest.raises(ValueError, match=r"use document\.set"):
        pantin.save(vendor, tmp_path / "c.gltf")
    edited = pantin.load("examples/arm.glb")
    edited.rename("node", "elbow", "forearm")
    edited.document.tree["nodes"][1]["extras"] = {"note": 1}
    with pytest.raises(ValueError, match="changed directly"):
        pantin.save(edited, tmp_path / "d.glb")


def test_what_get_returns_is_a_copy(vendor):
    vendor.document.get("/nodes/0")["name"] = "changed"
    assert vendor.document.get("/nodes/0/name") != "changed"
    assert vendor.document.get("/nodes/99/name", "none") == "none"


@pytest.mark.parametrize(
    "source",
    [
        *("arm.glb", "face.gltf", "g4mf/creature.g4b", "motion/walk.bvh", "vrm/avatar.vrm"),
        *("fbx/walk.fbx", "fbx/avatar.fbx"),
    ],
)
def test_an_asset_can_be_pickled_and_copied(source, tmp_path):
    asset = pantin.load(f"examples/{source}")
    for other in (pickle.loads(pickle.dumps(asset)), copy.deepcopy(asset)):
        assert other.report == asset.report
        assert other.rig.nodes.names == asset.rig.nodes.names
        target = tmp_path / f"copy{source[source.index('.') :]}"
        pantin.save(other, target)
        assert target.read_bytes() == Path("examples", source).read_bytes()


@pytest.mark.parametrize("suffix", [".fbx", ".usda", ".usdc", ".usdz", ".npz", ".bvh"])
def test_a_converted_asset_can_be_pickled_and_copied(suffix, tmp_path):
    if suffix.startswith(".usd"):
        pytest.importorskip("pxr", reason="usd-core is not installed")
    pantin.convert("examples/vrm/avatar.vrm", tmp_path / f"avatar{suffix}")
    asset = pantin.load(tmp_path / f"avatar{suffix}")
    for again in (pickle.loads(pickle.dumps(asset)), copy.deepcopy(asset)):
        assert again.rig.equals(asset.rig)
        assert again.report == asset.report


def test_edits_of_an_fbx_file_travel_with_a_pickle():
    asset = pantin.load("examples/fbx/walk.fbx")
    document = asset.document
    (node,) = (node for node in document.section("FBXHeaderExtension").children if node.name == "Creator")
    document.set_values(node, ["edited"], "S")
    for again in (pickle.loads(pickle.dumps(asset)), copy.deepcopy(asset), asset.copy()):
        assert again.document.revision == document.revision
        assert again.document.data == document.data
        assert again.document is not document


def test_edits_travel_with_a_pickle_and_do_not_come_back(tmp_path):
    asset = pantin.load("examples/arm.glb")
    asset.set_weights("sleeve", 0, np.zeros((52, 1), int), np.ones((52, 1)))
    other = pickle.loads(pickle.dumps(asset))
    other.rename("node", "elbow", "forearm")
    assert asset.rig.nodes.names[1] == "elbow"
    pantin.save(other, tmp_path / "other.glb")
    back = pantin.load(tmp_path / "other.glb")
    assert back.rig.nodes.names[1] == "forearm"
    assert back.rig.meshes[0].surfaces[0].influences.joints.tolist() == [0] * 52


def test_springs_do_not_run_backwards():
    springs = pantin.SpringSimulation(pantin.load("examples/springs/strand.glb").rig)
    with pytest.raises(ValueError, match="must not be negative, but is -1"):
        springs.step(-1)


def test_the_rig_of_an_older_vrm_stays_of_its_version(tmp_path):
    rig = pantin.load("examples/vrm/older.vrm").rig
    report = pantin.save(rig, tmp_path / "older.vrm")
    assert pantin.load(tmp_path / "older.vrm").rig.character.version == "0.x"
    assert "LOSS-GLTF_CHARACTER" not in {finding.rule for finding in report}


def test_the_version_of_vrm_may_be_written_out(tmp_path):
    pantin.convert("examples/vrm/older.vrm", tmp_path / "newer.vrm", vrm="1.0")
    assert pantin.load(tmp_path / "newer.vrm").rig.character.version == "1.0"
    with pytest.raises(ValueError, match='vrm must be "1"'):
        pantin.convert("examples/arm.glb", tmp_path / "arm.vrm", vrm="2")


def test_json_of_a_document_reads_back(vendor):
    assert json.loads(vendor.document.new_text()) == vendor.document.tree
