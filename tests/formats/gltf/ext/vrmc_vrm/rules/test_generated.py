"""VRM files made by changing one member of a valid one: each is judged at the member that was changed.

The cases of tests/cases have a file for each rule; here the schemas are walked.
"""

from __future__ import annotations

import json
from copy import deepcopy

import numpy as np
import pytest
from avatars import FACE, SHAPES, avatar, index_of

import pantin
from pantin.rig.human_bones import PRESETS, REQUIRED_BONES


def whole():
    """A valid VRM 1.0 with every member of the schema."""
    override = {"overrideBlink": "block", "overrideLookAt": "blend", "overrideMouth": "none"}
    happy = {
        "morphTargetBinds": [{"node": FACE, "index": 1, "weight": 0.5}],
        "materialColorBinds": [{"material": 1, "type": "rimColor", "targetValue": [1, 0, 0, 1]}],
        "textureTransformBinds": [{"material": 0, "scale": [1, 2], "offset": [0, 0.5]}],
        "isBinary": True,
        **override,
    }
    maps = {
        f"rangeMap{name}": {"inputMaxValue": 90, "outputScale": 10}
        for name in ("HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp")
    }
    tree = avatar(
        expressions={"preset": {"happy": happy}, "custom": {"grim": {"isBinary": False}}},
        lookAt={"type": "bone", "offsetFromHeadBone": [0, 0.06, 0], **maps},
        firstPerson={"meshAnnotations": [{"node": FACE, "type": "auto"}]},
    )
    tree["extensions"]["VRMC_vrm"]["meta"] |= {
        "version": "1",
        "copyrightInformation": "none",
        "contactInformation": "none",
        "references": ["a book"],
        "thirdPartyLicenses": "none",
        "avatarPermission": "everyone",
        "allowExcessivelyViolentUsage": False,
        "allowExcessivelySexualUsage": False,
        "commercialUsage": "corporation",
        "allowPoliticalOrReligiousUsage": False,
        "allowAntisocialOrHateUsage": False,
        "creditNotation": "required",
        "allowRedistribution": True,
        "modification": "prohibited",
        "otherLicenseUrl": "https://example.com",
    }
    twist = {"specVersion": "1.0", "constraint": {"roll": {"source": 15, "rollAxis": "X", "weight": 0.5}}}
    tree["nodes"][index_of("leftLowerArm")]["extensions"] = {"VRMC_node_constraint": twist}
    tree["materials"][0]["extensions"] = {
        "VRMC_materials_mtoon": {
            "specVersion": "1.0",
            "transparentWithZWrite": False,
            "renderQueueOffsetNumber": 1,
            "shadeColorFactor": [1, 1, 1],
            "shadingShiftFactor": 0.1,
            "shadingToonyFactor": 0.9,
            "giEqualizationFactor": 0.9,
            "matcapFactor": [1, 1, 1],
            "parametricRimColorFactor": [0, 0, 0],
            "rimLightingMixFactor": 1,
            "parametricRimFresnelPowerFactor": 5,
            "parametricRimLiftFactor": 0,
            "outlineWidthMode": "worldCoordinates",
            "outlineWidthFactor": 0.01,
            "outlineColorFactor": [0, 0, 0],
            "outlineLightingMixFactor": 1,
        }
    }
    tree["extensionsUsed"] += ["VRMC_node_constraint", "VRMC_materials_mtoon"]
    return tree


def errors(tree):
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf")
    found = [finding for finding in report.findings if finding.severity == "error"]
    return [(finding.rule, finding.pointer or "") for finding in found]


def members(value, place=()):
    """The place of every member below a value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield (*place, key)
        yield from members(item, (*place, key))


ROOTS = (
    ("extensions", "VRMC_vrm"),
    ("nodes", index_of("leftLowerArm"), "extensions", "VRMC_node_constraint"),
    ("materials", 0, "extensions", "VRMC_materials_mtoon"),
)


def at(tree, place):
    for token in place:
        tree = tree[token]
    return tree


PLACES = [(*root, *place) for root in ROOTS for place in members(at(whole(), root))]


def wrong(value):
    """A value of another type than any member has, and one out of every range."""
    return [["no"]] if isinstance(value, dict) else {"no": 1}


def test_the_whole_file_is_valid():
    assert errors(whole()) == []


@pytest.mark.parametrize("place", PLACES, ids=lambda place: "/".join(map(str, place[2:])))
def test_a_member_of_another_type_is_an_error_at_the_member(place):
    tree = whole()
    owner = at(tree, place[:-1])
    owner[place[-1]] = wrong(owner[place[-1]])
    pointer = "/" + "/".join(map(str, place))
    assert any(where == pointer for _, where in errors(tree)), errors(tree)


def test_there_are_enough_of_them():
    assert len(PLACES) >= 130


REQUIRED = [
    *(("extensions", "VRMC_vrm", name) for name in ("specVersion", "meta", "humanoid")),
    *(("extensions", "VRMC_vrm", "meta", name) for name in ("name", "authors", "licenseUrl")),
    *(("extensions", "VRMC_vrm", "humanoid", "humanBones", bone) for bone in REQUIRED_BONES),
    ("extensions", "VRMC_vrm", "humanoid", "humanBones", "hips", "node"),
    *(
        ("extensions", "VRMC_vrm", "expressions", "preset", "happy", "morphTargetBinds", 0, name)
        for name in ("node", "index", "weight")
    ),
    ("nodes", index_of("leftLowerArm"), "extensions", "VRMC_node_constraint", "constraint", "roll", "source"),
    ("materials", 0, "extensions", "VRMC_materials_mtoon", "specVersion"),
]


@pytest.mark.parametrize("place", REQUIRED, ids=lambda place: "/".join(map(str, place[2:])))
def test_a_required_member_that_is_missing_is_an_error_at_its_owner(place):
    tree = whole()
    del at(tree, place[:-1])[place[-1]]
    owner = "/" + "/".join(map(str, place[:-1]))
    assert any(where == owner for _, where in errors(tree)), errors(tree)


@pytest.mark.parametrize("seed", range(30))
def test_valid_files_have_no_errors(seed):
    random = np.random.default_rng(seed)
    tree = whole()
    block = tree["extensions"]["VRMC_vrm"]
    bones = block["humanoid"]["humanBones"]
    for bone in ("chest", "neck", "leftEye", "rightEye"):
        if random.random() < 0.3:
            del bones[bone]
    for name in ("expressions", "lookAt", "firstPerson"):
        if random.random() < 0.3:
            del block[name]
    for name in list(block["meta"]):
        if name not in ("name", "authors", "licenseUrl") and random.random() < 0.5:
            del block["meta"][name]
    if "expressions" in block:
        chosen = random.permutation(PRESETS)[:5].tolist()
        bind = {"node": FACE, "index": int(random.integers(0, SHAPES)), "weight": float(random.random())}
        block["expressions"]["preset"] = {name: {"morphTargetBinds": [deepcopy(bind)]} for name in chosen}
    assert errors(tree) == []
