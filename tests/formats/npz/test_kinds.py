"""Archives are told apart by the names of their arrays; UniRig's files become rigs."""

from __future__ import annotations

import io

import numpy as np
import pytest

import pantin
from pantin.formats.npz.kinds import kind_of

UNIRIG = {
    "vertices": np.array([[0, 0, 0], [1, 0, 0], [0, 0, 2]], np.float16),
    "vertex_normals": np.tile(np.float16([0, -1, 0]), (3, 1)),
    "faces": np.array([[0, 1, 2]]),
    "face_normals": np.zeros((1, 3), np.float16),
    "joints": np.array([[0, 0, 0], [0, 0, 1]], np.float16),
    "skin": np.array([[1, 0], [1, 0], [0, 1]], np.float16),
    "parents": np.array([None, 0], object),
    "names": np.array(["hip", "knee"]),
    "matrix_local": np.tile(np.eye(4), (2, 1, 1)),
    "cls": np.array(None, object),
}
"""A leg as `raw_data.npz` of UniRig has it (README, "Dataset Format"): z is up, floats are float16."""


def saved(arrays) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"pantin_version", "vertices"}, "arrays of a rig"),
        ({"vertices", "faces", "joint_parents"}, "arrays of a rig"),
        ({"nodes", "meshes", "surfaces", "positions_0"}, "posed geometry"),
        ({"joints", "parents", "names", "tails", "no_skin"}, "a rig of UniRig"),
        ({"joints", "bones", "root_index", "joint_names"}, "a rig of Puppeteer"),
        ({"skin", "vertices", "joints"}, "skin weights of UniRig"),
        ({"poses", "trans", "betas", "dmpls", "gender", "mocap_framerate"}, "a motion of SMPL"),
        ({"v_template", "shapedirs", "f", "J_regressor"}, "a body model of SMPL"),
        ({"arr_0"}, "a list of models"),
    ],
)
def test_a_kind_is_known_by_its_arrays(names, words):
    assert kind_of(frozenset(names)).name.startswith(words)


def test_a_rig_of_unirig_stands_upright_and_bends():
    """The knee is 1 above the hip along z of Blender, which is y here. A quarter turn about its own x takes
    the tip from (0, 0, 1) above it to (0, −1, 0), which is (0, 0, 1) with y up."""
    rig = pantin.load(saved(UNIRIG), name="raw_data.npz").rig
    assert rig.nodes.names == ("UniRig", "hip", "knee", "mesh")
    (rest,) = pantin.deform(rig, rig.rest_pose())
    assert np.allclose(rest.positions, [[0, 0, 0], [1, 0, 0], [0, 2, 0]], atol=1e-6)
    half = 0.5**0.5
    bent = rig.rest_pose().with_local("knee", rotation=(half, 0, 0, half))
    (posed,) = pantin.deform(rig, bent)
    assert np.allclose(posed.positions[2], [0, 1, 1], atol=1e-6)
    assert posed.positions.dtype == np.float32


def test_what_of_unirig_is_not_in_the_rig_is_reported(tmp_path):
    (tmp_path / "raw_data.npz").write_bytes(saved(UNIRIG))
    report = pantin.convert(tmp_path / "raw_data.npz", tmp_path / "leg.glb")
    dropped = [finding.message for finding in report.findings if finding.rule == "LOSS-UNSUPPORTED"]
    assert dropped == ["dropped the array 'face_normals'", "dropped the array 'matrix_local'"]
    assert pantin.check(tmp_path / "leg.glb").ok


def test_a_skeleton_of_unirig_has_no_mesh():
    names = ("joints", "parents", "names")
    rig = pantin.load(saved({name: UNIRIG[name] for name in names}), name="predict_skeleton.npz").rig
    assert rig.meshes == ()
    assert rig.nodes.parents.tolist() == [-1, 0, 1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"parents": np.array([None, 2], object)}, "joint 1 must come after its parent, not 2"),
        ({"parents": np.array([None], object)}, r"'parents' must have shape \(2,\), not \(1,\)"),
        ({"skin": np.zeros((3, 5))}, r"'skin' must have shape \(3, 2\), not \(3, 5\)"),
        ({"joints": np.zeros((2, 4))}, r"'joints' must have shape \(J, 3\), not \(2, 4\)"),
    ],
)
def test_a_bad_rig_of_unirig_gets_a_finding(changes, message):
    with pytest.raises(pantin.BadFile, match=message):
        pantin.load(saved(UNIRIG | changes), name="raw_data.npz")


PUPPETEER = {
    "vertices": np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]], np.float64),
    "faces": np.array([[0, 1, 2]]),
    "normals": np.tile([0.0, 0, 1], (3, 1)),
    "joints": np.array([[0, 1, 0], [0, 0, 0]], np.float64),
    "bones": np.array([[1, 0]]),
    "root_index": np.array(1),
    "uuid": np.array("0a59c5"),
    "pc_w_norm": np.zeros((8192, 6)),
    "joint_names": np.array(["knee", "hip"]),
    "skinning_weights_value": np.array([0.25, 1, 0.75, 1]),
    "skinning_weights_row": np.array([1, 0, 1, 2], np.int32),
    "skinning_weights_col": np.array([0, 1, 1, 0], np.int32),
    "skinning_weights_shape": np.array([3, 2]),
}
"""A leg as an entry of Puppeteer's data has it (skeleton/data_utils/README); its weights are in no order."""


@pytest.mark.parametrize("plural", ["", "s"])
def test_a_model_of_puppeteer_is_a_rig(plural):
    """Moved by 1 along x, the knee takes each vertex along by its weight: 0, a quarter and 1."""
    names = {f"skinning_weights_{axis}": f"skinning_weights_{axis}{plural}" for axis in ("row", "col")}
    data = saved({names.get(name, name): array for name, array in PUPPETEER.items()})
    asset = pantin.load(data, name="deer.npz")
    rig = asset.rig
    assert rig.nodes.names == ("knee", "hip", "mesh")
    assert rig.nodes.parents.tolist() == [1, -1, -1]
    pose = rig.rest_pose().with_local("knee", translation=(1, 1, 0))
    (posed,) = pantin.deform(rig, pose)
    np.testing.assert_allclose(posed.positions - PUPPETEER["vertices"], [[0, 0, 0], [0.25, 0, 0], [1, 0, 0]])
    assert sorted(asset.document.unused) == ["pc_w_norm", "uuid"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"bones": np.array([[1, 2]])}, "'bones': row 0 has joints 1 and 2, but there are 2"),
        ({"bones": np.array([[1, 0], [0, 0]])}, "'bones': joint 0 has two parents, 1 and 0"),
        ({"bones": np.array([[1, 0], [0, 1]]), "root_index": None}, "its own ancestor"),
        ({"root_index": np.array(0)}, "'root_index': joint 0 must be one without a parent"),
        ({"skinning_weights_row": np.array([0, 1, 2, 3])}, "must be vertices from 0 to 2"),
        ({"skinning_weights_col": np.array([0, 1, 2, 1])}, "refers to joint 2, but skin 0 has 2"),
        ({"skinning_weights_row": np.array([0, 1])}, "'skinning_weights_row' must have shape"),
        ({"joints": np.zeros((2, 2))}, "'joints' must have shape"),
    ],
)
def test_arrays_of_puppeteer_that_do_not_fit_are_named(changes, sentence):
    arrays = {name: array for name, array in (PUPPETEER | changes).items() if array is not None}
    (finding,) = pantin.check(saved(arrays), name="deer.npz").errors
    assert finding.rule == "NPZ-SCHEMA"
    assert sentence in finding.message
