"""A mesh whose surfaces need several prims comes back as one mesh on one node."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Gf, Usd, UsdGeom

import pantin
from pantin.rig import Influences, Instance, Material, Mesh, Node, Skin, Surface

POINTS = np.random.default_rng(5).uniform(-1, 1, (9, 3)).astype(np.float32)
NORMALS = np.tile(np.float32([0, 0, 1]), (9, 1))
INFLUENCES = Influences(np.arange(10), np.zeros(9, int), np.ones(9, np.float32))


def surfaces(**members):
    """The second has normals, the third is of lines and the last shows both sides: four prims, of which the
    first holds two surfaces that are not neighbours."""
    return (
        Surface(POINTS, indices=np.arange(9), material=0, **members),
        Surface(POINTS + 2, indices=np.arange(9), normals=NORMALS, material=0, **members),
        Surface(POINTS + 3, indices=np.arange(8), mode="lines", material=0, **members),
        Surface(POINTS + 4, indices=np.arange(9), material=1, **members),
        Surface(POINTS + 6, indices=np.arange(9), material=2, **members),
    )


def model(skinned):
    materials = [Material(name="one"), Material(name="two"), Material(name="both sides", double_sided=True)]
    nodes = [Node("hip"), Node("body"), Node("other", translation=(3, 0, 0))]
    skin = Skin(np.array([0]), np.eye(4)[None, :3])
    members = {"influences": INFLUENCES} if skinned else {}
    return pantin.build(
        nodes=nodes,
        materials=materials,
        meshes=[Mesh(surfaces(**members), "dress"), Mesh(surfaces(**members)[:2], "dress")],
        skins=[skin] if skinned else [],
        instances=[Instance(1, 0, 0 if skinned else None), Instance(2, 1, 0 if skinned else None)],
    )


@pytest.mark.parametrize("skinned", [False, True])
def test_the_parts_of_a_mesh_come_back_as_one(tmp_path, skinned):
    rig = model(skinned)
    pantin.save(rig, tmp_path / "model.usda")
    stage = Usd.Stage.Open(str(tmp_path / "model.usda"))
    assert sum(prim.IsA(UsdGeom.Gprim) for prim in stage.Traverse()) == 6
    back = pantin.load(tmp_path / "model.usda").rig
    assert [instance.node for instance in back.instances] == [
        back.nodes.names.index(name) for name in ("body", "other")
    ]
    assert [len(mesh.surfaces) for mesh in back.meshes] == [5, 2]
    for mesh, whole in zip(rig.meshes, back.meshes, strict=True):
        for surface, again in zip(mesh.surfaces, whole.surfaces, strict=True):
            assert surface.mode == again.mode
            assert np.array_equal(surface.material, again.material)
            corners = [np.asarray(each.positions)[np.asarray(each.indices)] for each in (surface, again)]
            assert np.allclose(*corners)


def test_a_part_that_was_moved_is_a_mesh_of_its_own(tmp_path):
    """Whoever edits the stage may move, remove or renumber a part."""
    path = tmp_path / "model.usda"
    pantin.save(model(skinned=False), path)
    stage = Usd.Stage.Open(str(path))
    first, second, third = [p for p in stage.Traverse() if p.IsA(UsdGeom.Gprim)][:3]
    UsdGeom.Xformable(second).AddTranslateOp().Set(Gf.Vec3d(0, 5, 0))
    third.SetCustomDataByKey("meshPart", "no numbers")
    stage.RemovePrim(first.GetPath())
    stage.Save()
    back = pantin.load(path).rig
    assert sorted(len(mesh.surfaces) for mesh in back.meshes) == [1, 1, 1, 2]
