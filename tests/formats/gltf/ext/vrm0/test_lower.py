"""What a rig of VRM 0.x is written as reads back as the same."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from tests.oracles.avatars import FACE, avatar0, index_of

import pantin
from pantin.base.records import field_names, replace
from pantin.formats.gltf.ext.vrm0.material_properties import material_properties, to_srgb
from pantin.formats.gltf.ext.vrm0.mtoon import Properties, mtoon_json, to_linear
from pantin.formats.members.encode import encode
from pantin.rig import Material, MToon

GROUPS = [
    {"name": "Joy", "presetName": "joy", "isBinary": True, "binds": [{"mesh": 0, "index": 1, "weight": 75}]},
    {"name": "Blink_L", "presetName": "blink_l", "binds": [{"mesh": 0, "index": 0, "weight": 100}]},
    {"name": "Surprised", "presetName": "unknown", "binds": []},
    {
        "name": "blush",
        "presetName": "unknown",
        "materialValues": [
            {"materialName": "Skin", "propertyName": "_Color", "targetValue": [1, 0.5, 0.25, 1]},
            {"materialName": "Eyes", "propertyName": "_MainTex_ST", "targetValue": [0.5, 0.25, 0.125, 0.5]},
        ],
    },
]
FIRST_PERSON = {
    "firstPersonBone": index_of("head"),
    "firstPersonBoneOffset": {"x": 0.25, "y": 0.5, "z": -0.125},
    "meshAnnotations": [{"mesh": 0, "firstPersonFlag": "ThirdPersonOnly"}],
    "lookAtTypeName": "BlendShape",
    "lookAtVerticalUp": {"curve": [0, 0, 0, 1, 1, 1, 1, 0], "xRange": 30, "yRange": 0.5},
}
SPRINGS = {
    "boneGroups": [
        {
            "comment": "ears",
            "stiffiness": 0.75,
            "gravityPower": 0.5,
            "gravityDir": {"x": 0, "y": -1, "z": 0.5},
            "dragForce": 0.25,
            "center": index_of("hips"),
            "hitRadius": 0.125,
            "bones": [index_of("leftUpperArm"), index_of("rightUpperArm")],
            "colliderGroups": [1],
        },
        {"stiffiness": 2, "bones": [index_of("head")], "center": -1, "colliderGroups": [0, 1]},
    ],
    "colliderGroups": [
        {"node": index_of("hips"), "colliders": [{"offset": {"x": 0, "y": 0.5, "z": 1}, "radius": 0.5}]},
        {"node": index_of("spine"), "colliders": [{"radius": 1}, {"offset": {"x": 1}, "radius": 0.25}]},
    ],
}


def as_tree(value):
    """A record as plain data."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if hasattr(value, "__struct_fields__"):
        return {name: as_tree(getattr(value, name)) for name in field_names(value)}
    if isinstance(value, tuple | list):
        return [as_tree(item) for item in value]
    if hasattr(value, "items"):
        return {key: as_tree(item) for key, item in value.items()}
    return value


def assert_same(before, after):
    assert as_tree(after.character) == as_tree(before.character)
    assert as_tree(after.springs) == as_tree(before.springs)
    toons = [as_tree([each.mtoon for each in rig.materials]) for rig in (before, after)]
    assert toons[0] == toons[1]


def test_every_part_of_an_avatar_comes_back(tmp_path):
    tree = avatar0(
        blendShapeMaster={"blendShapeGroups": GROUPS}, firstPerson=FIRST_PERSON, secondaryAnimation=SPRINGS
    )
    before = pantin.load(json.dumps(tree).encode(), name="a.gltf").rig
    assert before.springs.springs
    assert before.character.first_person == {FACE: "thirdPersonOnly"}
    report = pantin.save(before, tmp_path / "a.vrm")
    assert not [finding for finding in report if finding.rule.startswith("LOSS-GLTF")]
    after = pantin.load(tmp_path / "a.vrm")
    assert_same(before, after.rig)
    assert pantin.check(tmp_path / "a.vrm").ok
    bones = after.document.tree["extensions"]["VRM"]["secondaryAnimation"]["boneGroups"]
    assert bones[0]["bones"] == [index_of("leftUpperArm"), index_of("rightUpperArm")]


def test_a_public_avatar_comes_back(corpus, tmp_path):
    before = pantin.load(corpus / "vrm/Godette_vrm_v4.vrm").rig
    pantin.save(before, tmp_path / "a.vrm")
    assert_same(before, pantin.load(tmp_path / "a.vrm").rig)


def test_toon_shading_is_the_reverse_of_what_is_read():
    generator = np.random.default_rng(5)
    for mode in ("none", "world", "screen"):
        number = iter(generator.uniform(0.05, 0.95, 30).tolist())
        toony = next(number)
        toon = MToon(
            shade_color=(next(number), next(number), next(number)),
            shading_toony=toony,
            shading_shift=(1 - toony) * (2 * next(number) - 1),
            gi_equalization=next(number),
            rim_lift=next(number),
            outline_mode=mode,
            outline_width=next(number) if mode != "none" else 0.0,
            uv_rotation=next(number),
            uv_scroll_v=next(number),
            transparent_with_depth=True,
        )
        listed = encode(material_properties(Material("a", alpha_mode="blend", mtoon=toon)))
        read = mtoon_json(Properties(listed, 0))
        assert read["outlineWidthFactor"] == pytest.approx(toon.outline_width)
        assert read["shadingShiftFactor"] == pytest.approx(toon.shading_shift)
        assert read["shadingToonyFactor"] == pytest.approx(toon.shading_toony)
        assert read["giEqualizationFactor"] == pytest.approx(toon.gi_equalization)
        assert read["shadeColorFactor"] == pytest.approx(list(toon.shade_color))
        assert read["uvAnimationRotationSpeedFactor"] == pytest.approx(toon.uv_rotation)
        assert read["uvAnimationScrollYSpeedFactor"] == pytest.approx(toon.uv_scroll_v)
        assert read["transparentWithZWrite"]
        json.dumps(replace(toon, rim_lift=math.pi) and listed)


def test_colours_are_those_of_srgb():
    for value in (0.0, 0.002, 0.0031308, 0.2, 0.5, 1.0):
        assert to_linear(to_srgb(value)) == pytest.approx(value, abs=1e-6)
