"""What UsdPreviewSurface cannot say of a material is in custom data, and comes back."""

from __future__ import annotations

import numpy as np
from pxr import Usd
from usd_skel import validation_errors

import pantin
from pantin.base.records import defaults, field_names
from pantin.rig import Image, Instance, Material, Mesh, MToon, Node, Surface, Texture, TextureUse, build


def test_unlit_materials_come_back(tmp_path):
    materials = [Material("flat", unlit=True), Material("lit")]
    surfaces = tuple(
        Surface(np.eye(3) + index, indices=np.arange(3), material=index) for index in range(len(materials))
    )
    rig = build(nodes=[Node("box")], meshes=[Mesh(surfaces)], instances=[Instance(0, 0)], materials=materials)
    found = pantin.save(rig, tmp_path / "box.usda").findings
    assert [(each.rule, each.severity, each.pointer, each.message) for each in found] == [
        (
            *("LOSS-USD_CUSTOM_DATA", "info", "/materials/0"),
            'stored that material "flat" (0) is unlit as custom data, which other programs ignore',
        )
    ]
    stage = Usd.Stage.Open(str(tmp_path / "box.usda"))
    stored = {
        prim.GetName(): prim.GetCustomDataByKey("unlit")
        for prim in stage.Traverse()
        if prim.GetTypeName() == "Material"
    }
    assert stored == {"flat": True, "lit": None}
    again = pantin.load(tmp_path / "box.usda").rig
    assert {each.name: each.unlit for each in again.materials} == {"flat": True, "lit": False}


def test_materials_of_one_kind_are_one_line(tmp_path):
    """A toon material is unlit for readers that do not know it: that is not said twice."""
    materials = [
        *(Material(f"toon{index}", mtoon=MToon(), unlit=True) for index in range(3)),
        *(Material(f"flat{index}", unlit=True) for index in range(2)),
    ]
    surfaces = tuple(
        Surface(np.eye(3) + index, indices=np.arange(3), material=index) for index in range(len(materials))
    )
    rig = build(nodes=[Node("box")], meshes=[Mesh(surfaces)], instances=[Instance(0, 0)], materials=materials)
    found = pantin.save(rig, tmp_path / "box.usda").findings
    assert [
        (each.pointer, each.message.removesuffix(" as custom data, which other programs ignore"))
        for each in found
    ] == [
        ("/materials/0", 'stored the toon shading of material "toon0" (0) and 2 more'),
        ("/materials/3", 'stored that material "flat0" (3) and 1 more are unlit'),
    ]


def test_toon_shading_comes_back(tmp_path):
    """Every number and every texture; what does not fit is reported."""
    signature = b"\x89PNG\r\n\x1a\n"
    names = [name for name in field_names(MToon) if name.endswith("_texture")]
    random = np.random.default_rng(5)
    numbers = {
        name: tuple(random.random(3).tolist()) if isinstance(value, tuple) else float(random.random())
        for name, value in defaults(MToon).items()
        if isinstance(value, tuple | float)
    }
    uses = {name: TextureUse(index, transform=None) for index, name in enumerate(names)}
    toon = MToon(**numbers, **uses, outline_mode="world", render_queue_offset=-3)
    surface = Surface(np.eye(3), indices=np.arange(3), texcoords=(np.zeros((3, 2)),), material=0)
    rig = build(
        nodes=[Node("box")],
        meshes=[Mesh((surface,))],
        instances=[Instance(0, 0)],
        materials=[Material("face", mtoon=toon)],
        textures=[Texture((index,)) for index in range(len(names))],
        images=[Image(signature + name.encode(), "image/png", name) for name in names],
    )
    found = pantin.save(rig, tmp_path / "box.usda").findings
    assert [each.message for each in found] == [
        'stored the toon shading of material "face" (0) as custom data, which other programs ignore'
    ]
    assert validation_errors(Usd.Stage.Open(str(tmp_path / "box.usda"))) == []
    again = pantin.load(tmp_path / "box.usda").rig
    returned = again.materials[0].mtoon
    for name in field_names(MToon):
        mine, theirs = getattr(toon, name), getattr(returned, name)
        if name in names:
            assert again.images[again.textures[theirs.texture].images[0]].name == name
        else:
            assert theirs == mine
    stage = Usd.Stage.Open(str(tmp_path / "box.usda"))
    (prim,) = [prim for prim in stage.Traverse() if prim.GetTypeName() == "Material"]
    for stored in (
        '{"shading_toony": "much"}',
        '{"outline_mode": "thick"}',
        '{"render_queue_offset": 1e99}',
        "[",
    ):
        prim.SetCustomDataByKey("mtoon", stored)
        stage.Save()
        report = pantin.convert(tmp_path / "box.usda", tmp_path / "box.glb", force=True)
        assert any("dropped the toon shading of a material" in each.message for each in report.findings)
        assert pantin.load(tmp_path / "box.usda").rig.materials[0].mtoon is None
