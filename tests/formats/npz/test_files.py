"""`.npz` files of whole rigs: converted both ways, with the same bytes and a report of what is dropped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.arrays import from_arrays, to_arrays

EXAMPLES = Path(__file__).parents[3] / "examples"
MODELS = ["arm.glb", "face.gltf", "springs/strand.glb"]


@pytest.mark.parametrize("model", MODELS)
def test_a_model_goes_to_arrays_and_back(model, tmp_path):
    rig = pantin.load(EXAMPLES / model).rig
    pantin.convert(EXAMPLES / model, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as stored:
        expected = to_arrays(rig)
        assert set(stored) == set(expected)
        assert all(stored[name].tobytes() == array.tobytes() for name, array in expected.items())
        again = from_arrays(stored)
    pantin.convert(tmp_path / "a.npz", tmp_path / "b.glb")
    for other in (again, pantin.load(tmp_path / "a.npz").rig, pantin.load(tmp_path / "b.glb").rig):
        at_rest = (pantin.deform(model, model.rest_pose()) for model in (rig, other))
        for one, two in zip(*at_rest, strict=True):
            assert np.allclose(one.positions, two.positions, atol=1e-6)
    assert pantin.check(tmp_path / "a.npz").ok


def test_an_untouched_archive_is_written_back_byte_for_byte(tmp_path):
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    np.savez_compressed(tmp_path / "a.npz", **to_arrays(rig, dense=True))
    pantin.save(pantin.load(tmp_path / "a.npz"), tmp_path / "b.npz")
    assert (tmp_path / "b.npz").read_bytes() == (tmp_path / "a.npz").read_bytes()


def test_a_rig_is_the_same_bytes_each_time(tmp_path):
    for name in ("a.npz", "b.npz"):
        pantin.convert(EXAMPLES / "arm.glb", tmp_path / name)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_posing_writes_the_geometry_of_the_pose(tmp_path):
    asset = pantin.load(EXAMPLES / "arm.glb")
    posed = pantin.pose(asset, clip="bend", time=1.0)
    pantin.save(posed, tmp_path / "a.npz")
    (expected,) = pantin.deform(asset.rig, pantin.sample(asset.rig, "bend", 1.0))
    with np.load(tmp_path / "a.npz") as stored:
        assert np.array_equal(stored["positions_0"], expected.positions)
        assert "pantin_version" not in stored


def test_what_arrays_do_not_hold_is_reported(tmp_path):
    report = pantin.convert(EXAMPLES / "springs" / "strand.glb", tmp_path / "a.npz")
    assert any("spring" in finding.message for finding in report.findings)


def test_a_later_version_is_unsupported(tmp_path):
    np.savez(tmp_path / "a.npz", pantin_version=np.array(3))
    with pytest.raises(pantin.Unsupported, match="version 3 of the schema"):
        pantin.load(tmp_path / "a.npz")
