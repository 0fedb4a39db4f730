"""Rigs of RigNet as rigs, and back: the mesh is at rest in the world, and bends about the joints."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface, build

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases"
LEG = CASES / "RIGNET-TEXT" / "good_rig.txt"


def test_a_leg_bends_at_its_knee():
    """A quarter turn about z of the knee at (0, 1, 0) takes (0, 2, 0) to (−1, 1, 0)."""
    rig = pantin.load(LEG).rig
    half = 0.5**0.5
    (posed,) = pantin.deform(rig, rig.rest_pose().with_local("knee", rotation=(0, 0, half, half)))
    assert np.allclose(posed.positions, [[0, 0, 0], [1, 0, 0], [-1, 1, 0]])


@pytest.mark.parametrize(
    ("name", "mesh"),
    [
        ("a_rig.txt", "a.obj"),
        ("a_ori_rig.txt", "a_ori.obj"),
        ("a_rig.txt", "a_remesh.obj"),
        ("deer.txt", "deer.obj"),
        ("rig.txt", "mesh.obj"),
        ("a%20b_rig.txt", "a%20b.obj"),
    ],
)
def test_where_the_mesh_is(name, mesh, tmp_path):
    shutil.copy(LEG, tmp_path / name)
    shutil.copy(LEG.with_name("good.obj"), tmp_path / mesh)
    assert len(pantin.load(tmp_path / name).rig.meshes) == 1


def test_a_mesh_in_another_folder_must_be_allowed(tmp_path):
    """The data set of RigNet has `rig_info/1.txt` and `obj/1.obj`."""
    for folder in ("rig_info", "obj"):
        (tmp_path / folder).mkdir()
    shutil.copy(LEG, tmp_path / "rig_info" / "1.txt")
    shutil.copy(LEG.with_name("good.obj"), tmp_path / "obj" / "1.obj")
    path = tmp_path / "rig_info" / "1.txt"
    assert pantin.load(path).rig.meshes == ()
    assert len(pantin.load(path, allow_outside=True).rig.meshes) == 1


def test_weights_are_divided_by_a_sum_that_their_decimals_explain(tmp_path):
    text = LEG.read_text().replace("skin 2 knee 1", "skin 2 knee 0.6667 hip 0.3334")
    text = text.replace("skin 1 hip 1", "skin 1 hip 0.5")
    (tmp_path / "a_rig.txt").write_text(text)
    shutil.copy(LEG.with_name("good.obj"), tmp_path / "a.obj")
    weights = pantin.load(tmp_path / "a_rig.txt").rig.meshes[0].surfaces[0].influences.weights
    assert weights[2:].sum() == pytest.approx(1, abs=1e-12)
    assert weights[1] == 0.5, "which rounding does not explain"


def test_without_weights_the_mesh_stays_where_it_is(tmp_path):
    """Puppeteer's skeletons have no lines `skin` before weights are predicted."""
    lines = LEG.read_text().splitlines(keepends=True)
    (tmp_path / "a_rig.txt").write_text("".join(line for line in lines if not line.startswith("skin")))
    shutil.copy(LEG.with_name("good.obj"), tmp_path / "a.obj")
    rig = pantin.load(tmp_path / "a_rig.txt").rig
    (posed,) = pantin.deform(rig, rig.rest_pose().with_local("hip", translation=(5, 5, 5)))
    assert posed.positions.tolist() == [[0, 0, 0], [1, 0, 0], [0, 2, 0]]


def test_a_vertex_that_the_mesh_lacks_is_an_error(tmp_path):
    (tmp_path / "a_rig.txt").write_text(LEG.read_text().replace("skin 2", "skin 3"))
    shutil.copy(LEG.with_name("good.obj"), tmp_path / "a.obj")
    with pytest.raises(pantin.BadFile, match="skin refers to vertex 3, but the mesh has 3 vertices"):
        pantin.load(tmp_path / "a_rig.txt")


def test_a_model_goes_to_rignet_and_back(tmp_path):
    source = pantin.load(ROOT / "examples" / "arm.glb").rig
    pantin.convert(ROOT / "examples" / "arm.glb", tmp_path / "arm_rig.txt")
    rig = pantin.load(tmp_path / "arm_rig.txt").rig
    assert rig.nodes.names[:3] == ("shoulder", "elbow", "wrist")
    half = 0.5**0.5
    for one, two in zip(
        *(
            pantin.deform(model, model.rest_pose().with_local("elbow", rotation=(0, 0, half, half)))
            for model in (source, rig)
        ),
        strict=True,
    ):
        assert np.allclose(one.positions, two.positions, atol=1e-6)


def test_rigs_with_several_roots_and_rigid_meshes_are_reported(tmp_path):
    triangle = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    weights = Influences([0, 1, 2, 4], [0, 1, 0, 0], [1.0, 1.0, 0.5, 0.5])
    rig = build(
        nodes=[Node("a b"), Node("a b", translation=[1, 0, 0]), Node("hat", 1), Node("body")],
        meshes=[Mesh((Surface(triangle),)), Mesh((Surface(triangle, influences=weights),))],
        skins=[Skin([0, 1], np.tile(np.eye(3, 4), (2, 1, 1)))],
        instances=[Instance(2, 0), Instance(3, 1, 0)],
    )
    report = pantin.save(rig, tmp_path / "a_rig.txt")
    assert [finding.message for finding in report.findings if finding.rule == "LOSS-RIGNET"] == [
        "added a joint above several roots",
        "renamed 2 joints to unique words",
        "bound 1 surface without weights to the joint above it",
    ]
    lines = (tmp_path / "a_rig.txt").read_text().splitlines()
    assert lines == [
        *("joints a_b 0 0 0", "joints a_b_1 1 0 0", "joints root 0 0 0", "root root"),
        *("skin 0 a_b_1 1", "skin 1 a_b_1 1", "skin 2 a_b_1 1"),
        *("skin 3 a_b 1", "skin 4 a_b_1 1", "skin 5 a_b 1"),
        *("hier root a_b", "hier root a_b_1"),
    ]


@pytest.mark.parametrize(
    ("rig", "message"),
    [(build(nodes=[Node()]), "no skin with joints"), (build(dimension=4), "3 dimensions only")],
)
def test_what_rignet_cannot_store_at_all(rig, message, tmp_path):
    with pytest.raises(pantin.Unsupported, match=message):
        pantin.save(rig, tmp_path / "a_rig.txt")
    assert list(tmp_path.iterdir()) == []


def test_the_mesh_of_something_else_is_not_replaced(tmp_path):
    (tmp_path / "arm.obj").write_text("v 0 0 0\n")
    with pytest.raises(FileExistsError, match="is not the mesh of this rig") as raised:
        pantin.convert(ROOT / "examples" / "arm.glb", tmp_path / "arm_rig.txt")
    assert raised.value.filename == str(tmp_path / "arm.obj")
    assert [path.name for path in tmp_path.iterdir()] == ["arm.obj"]


def test_the_mesh_of_an_old_pair_is_not_replaced(tmp_path, snapshot):
    """Its name is fixed, so that a process that is killed would leave the mesh of one rig beside another."""
    pantin.convert(LEG, tmp_path / "b_rig.txt")
    before = snapshot(tmp_path)
    with pytest.raises(FileExistsError):
        pantin.convert(ROOT / "examples" / "arm.glb", tmp_path / "b_rig.txt")
    assert snapshot(tmp_path) == before
    (tmp_path / "b.obj").unlink()
    pantin.convert(ROOT / "examples" / "arm.glb", tmp_path / "b_rig.txt")
    pantin.convert(ROOT / "examples" / "arm.glb", tmp_path / "b_rig.txt")


def test_an_untouched_rig_is_copied_with_its_mesh(tmp_path):
    pantin.convert(LEG, tmp_path / "b_rig.txt")
    assert (tmp_path / "b_rig.txt").read_bytes() == LEG.read_bytes()
    assert (tmp_path / "b.obj").read_bytes() == LEG.with_name("good.obj").read_bytes()


def test_a_rig_without_its_mesh_is_reported_wherever_it_is_read(tmp_path):
    text = tmp_path / "leg_rig.txt"
    text.write_text("joints hip 0 0 0\njoints knee 0 -1 0\nroot hip\nhier hip knee\nskin 0 hip 1.0\n")
    for report in (pantin.check(text), pantin.convert(text, tmp_path / "leg.glb")):
        (finding,) = report.findings
        assert finding.rule == "RIGNET-NO_MESH"
