"""What UsdPreviewSurface cannot say of a material is in custom data, and comes back."""

from __future__ import annotations

import numpy as np
from pxr import Usd

import pantin
from pantin.rig import Instance, Material, Mesh, Node, Surface, build


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
