"""Assets written in a pose look as the pose has them, and keep what is no part of the rig."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.assets.posing import GEOMETRY, degenerate_pose, write_frozen, write_geometry, write_posed
from pantin.deformation import Guarded

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def arm():
    return pantin.load(EXAMPLES / "arm.glb")


@pytest.fixture
def bent(arm):
    return pantin.sample(arm.rig, "bend", 1.0)


def test_frozen_geometry_is_the_posed_one_without_skin_and_clip(arm, bent, tmp_path):
    report = write_frozen(arm, bent, tmp_path / "out.glb")
    assert (report.format, report.findings) == ("glb", ())
    still = pantin.load(tmp_path / "out.glb")
    assert not still.rig.skins
    assert not still.rig.clips
    (posed,), (kept,) = pantin.deform(arm.rig, bent), pantin.deform(still.rig, still.rig.rest_pose())
    np.testing.assert_allclose(kept.positions, posed.positions, atol=1e-6)
    assert still.rig.nodes.names == arm.rig.nodes.names


def test_what_is_left_out_of_a_frozen_model_is_said(tmp_path):
    broken = pantin.load(EXAMPLES / "broken.gltf")
    report = write_frozen(broken, broken.rig.rest_pose(), tmp_path / "out.glb")
    assert "RIG-LEFT_OUT" in {one.rule for one in report.findings}
    assert all(one.line and one.column for one in report.findings)


def test_the_asset_itself_stays_as_it_was(arm, bent, tmp_path):
    write_frozen(arm, bent, tmp_path / "out.glb")
    pantin.save(arm, tmp_path / "copy.glb")
    assert (tmp_path / "copy.glb").read_bytes() == (EXAMPLES / "arm.glb").read_bytes()


def test_with_its_rig_the_pose_is_in_the_nodes(arm, bent, tmp_path):
    write_posed(arm, bent, tmp_path / "out.gltf")
    tree = json.loads((tmp_path / "out.gltf").read_text())
    assert tree["nodes"][1]["rotation"] == pytest.approx([0, 0, 0.5, 0.75**0.5])
    assert len(tree["skins"]) == len(tree["animations"]) == 1


@pytest.mark.parametrize("suffix", sorted(GEOMETRY))
def test_geometry_alone(arm, bent, tmp_path, suffix):
    report = write_geometry(arm, bent, tmp_path / f"out{suffix}")
    assert (report.format, report.findings) == (suffix[1:], ())
    assert (tmp_path / f"out{suffix}").stat().st_size > 0


def test_geometry_has_no_other_suffix(arm, bent, tmp_path):
    with pytest.raises(ValueError, match=r"not as \.fbx"):
        write_geometry(arm, bent, tmp_path / "out.fbx")


def test_what_a_pose_cannot_say_is_counted_by_kind():
    messages = [finding.message for finding in degenerate_pose(Guarded(normals=1234, tangents=1))]
    assert [(message.split()[0], message.split()[-1]) for message in messages] == [
        ("normals", "1,234"),
        ("tangents", "1"),
    ]
