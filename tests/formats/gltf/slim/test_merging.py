"""Skins of one skeleton and meshes of one material become one; posed vertices stay where they are."""

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import append_accessor
from pantin.formats.gltf.save import to_bytes
from pantin.formats.gltf.slim.merging import merge_meshes, merge_skins
from pantin.rig import Channel, Clip, Influences, Instance, Material, Mesh, Node, Skin, Surface, build

BINDS = np.zeros((3, 3, 4))
BINDS[:, :, :3] = np.eye(3)
BINDS[:, 1, 3] = [0, -1, -2]


def model(*, second_joints=(1, 2), second_binds=None, second_material=0):
    """Two skinned meshes on a chain of three joints, with a skin each, and a clip."""
    nodes = [Node("a"), Node("b", 0, (0, 1, 0)), Node("c", 1, (0, 1, 0)), Node("shirt"), Node("hat")]
    meshes = []
    for seed, count in ((1, 12), (2, 9)):
        chance = np.random.default_rng(seed)
        positions = chance.uniform(0, 2, (count, 3)).astype(np.float32)
        joints = chance.integers(0, 2, count)
        influences = Influences(np.arange(count + 1), joints, np.ones(count, np.float32))
        material = 0 if seed == 1 else second_material
        triangles = np.arange(count)
        meshes.append(
            Mesh((Surface(positions, indices=triangles, influences=influences, material=material),))
        )
    times = np.array([0, 0.5, 1], np.float32)
    turns = np.array([[0, 0, 0, 1], [0, 0, 0.6, 0.8], [0.6, 0, 0, 0.8]], np.float32)
    first, second = np.array([0, 1]), np.array(second_joints)
    binds = BINDS[second] if second_binds is None else second_binds
    return build(
        nodes=nodes,
        meshes=meshes,
        materials=[Material(name="cloth"), Material(name="felt")],
        skins=[Skin(first, BINDS[first]), Skin(second, binds)],
        instances=[Instance(3, 0, 0), Instance(4, 1, 1)],
        clips=[Clip((Channel(1, "rotation", times, turns), Channel(2, "rotation", times, turns)), "turn")],
    )


def document_of(rig, tmp_path):
    pantin.save(rig, tmp_path / "model.glb")
    return pantin.load(tmp_path / "model.glb").document


def positions(document, time):
    asset = pantin.load(to_bytes(document), name="merged.glb")
    assert asset.report.ok, asset.report.findings
    posed = pantin.deform(asset.rig, pantin.sample(asset.rig, "turn", time))
    return np.concatenate([mesh.positions for mesh in posed])


def test_skins_with_the_same_bind_matrices_become_one(tmp_path):
    document = document_of(model(), tmp_path)
    merged = merge_skins(document)
    skins = {node["skin"] for node in merged.tree["nodes"] if "skin" in node}
    assert len(skins) == 1
    assert sorted(merged.tree["skins"][skins.pop()]["joints"]) == [0, 1, 2]
    for time in (0, 0.25, 0.8):
        np.testing.assert_array_equal(positions(merged, time), positions(document, time))


def test_skins_that_bind_a_joint_differently_stay_apart(tmp_path):
    other = BINDS[[1, 2]].copy()
    other[0, 0, 3] = 0.5
    document = document_of(model(second_binds=other), tmp_path)
    assert len({node["skin"] for node in merge_skins(document).tree["nodes"] if "skin" in node}) == 2


def test_meshes_of_one_skin_and_material_become_one(tmp_path):
    document = document_of(model(), tmp_path)
    merged = merge_meshes(merge_skins(document))
    assert [node["name"] for node in merged.tree["nodes"] if "mesh" in node] == ["shirt"]
    for time in (0, 0.25, 0.8):
        np.testing.assert_array_equal(positions(merged, time), positions(document, time))


def test_meshes_of_two_materials_stay_apart(tmp_path):
    document = merge_skins(document_of(model(second_material=1), tmp_path))
    assert merge_meshes(document) is document


@pytest.mark.parametrize("reason", ["named", "extras", "annotation", "animated"])
def test_a_mesh_that_something_refers_to_stays(tmp_path, reason):
    document = merge_skins(document_of(model(), tmp_path))
    hat = next(index for index, node in enumerate(document.tree["nodes"]) if node["name"] == "hat")
    keep = ["hat"] if reason == "named" else []
    if reason == "extras":
        document.set(f"/nodes/{hat}/extras", {"slot": 1})
    if reason == "annotation":
        first_person = {"meshAnnotations": [{"node": hat, "type": "firstPersonOnly"}]}
        document.set("/extensions", {"VRMC_vrm": {"specVersion": "1.0", "firstPerson": first_person}})
        document.set("/extensionsUsed", ["VRMC_vrm"])
    if reason == "animated":
        values = append_accessor(document, np.array([[1, 1, 1], [2, 2, 2], [1, 1, 1]], np.float32))
        sampler = {"input": document.tree["animations"][0]["samplers"][0]["input"], "output": values}
        document.append("/animations/0/samplers", sampler)
        number = len(document.tree["animations"][0]["samplers"]) - 1
        document.append(
            "/animations/0/channels", {"sampler": number, "target": {"node": hat, "path": "scale"}}
        )
    document = read(to_bytes(document), name="changed.glb")
    assert merge_meshes(document, keep) is document


def test_slim_merges_and_keeps_its_bound(tmp_path):
    pantin.save(model(), tmp_path / "model.glb")
    slimmed = pantin.slim(pantin.load(tmp_path / "model.glb"), skin_error=0)
    assert len(slimmed.document.tree["skins"]) == len(slimmed.document.tree["meshes"]) == 1
    assert slimmed.max_error == 0
