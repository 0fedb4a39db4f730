"""A character written into a new document: what is lifted from it again is equal."""

from __future__ import annotations

import json

import pytest
from avatars import FACE, META, avatar, avatar0

import pantin
from pantin.base.records import replace
from pantin.formats.format import WriteOptions
from pantin.formats.gltf.document import read
from pantin.formats.gltf.files import lower
from pantin.formats.gltf.lift import lift

EXPRESSIONS = {
    "custom": {"wink": {"morphTargetBinds": [{"node": FACE, "index": 0, "weight": 1.5}]}},
    "preset": {
        "happy": {
            "materialColorBinds": [{"material": 1, "type": "rimColor", "targetValue": [0.1, 0.2, 0.3, 1]}],
            "textureTransformBinds": [{"material": 0, "scale": [2, 1], "offset": [0.1, 0.7]}],
            "isBinary": True,
            "overrideLookAt": "blend",
        }
    },
}


@pytest.fixture
def rig():
    tree = avatar(
        expressions=EXPRESSIONS,
        lookAt={"type": "bone", "rangeMapVerticalUp": {"inputMaxValue": 30, "outputScale": 7}},
        firstPerson={"meshAnnotations": [{"node": FACE, "type": "both"}]},
    )
    tree["nodes"][3]["extensions"] = {
        "VRMC_node_constraint": {
            "specVersion": "1.0",
            "constraint": {"roll": {"source": 4, "rollAxis": "Y", "weight": 0.3}},
        }
    }
    return lift(read(json.dumps(tree).encode(), name="a.gltf")).rig


def test_a_character_survives_a_new_document(rig):
    document, losses = lower(rig, WriteOptions())
    again = lift(document)
    assert again.findings == ()
    assert again.rig.character == rig.character
    assert again.rig.constraints == rig.constraints != ()
    assert {"VRMC_vrm", "VRMC_node_constraint"} <= set(document.tree["extensionsUsed"])
    assert losses == []


def test_required_meta_is_filled_in_where_the_rig_has_none(rig):
    """VRM 1.0 requires name, authors and licenseUrl; what else it leaves out is the strictest licence."""
    bare = replace(rig, character=replace(rig.character, meta={"version": "3", "thumbnailImage": 5}))
    document, _ = lower(bare, WriteOptions())
    assert document.tree["extensions"]["VRMC_vrm"]["meta"] == {
        "name": "unknown",
        "authors": ["unknown"],
        "licenseUrl": META["licenseUrl"],
        "version": "3",
    }


def test_a_humanoid_without_required_bones_is_dropped_with_a_finding(rig):
    bones = {name: node for name, node in rig.character.humanoid.items() if name not in ("head", "leftHand")}
    document, losses = lower(replace(rig, character=replace(rig.character, humanoid=bones)), WriteOptions())
    assert "VRMC_vrm" not in document.tree["extensions"] if "extensions" in document.tree else True
    assert [(loss.rule, loss.message) for loss in losses] == [
        ("LOSS-GLTF_CHARACTER", "dropped the VRM character: the humanoid lacks head, leftHand")
    ]


def test_a_character_of_vrm_0_is_not_written_as_one_that_faces_the_other_way():
    old = pantin.load(json.dumps(avatar0()).encode(), name="a.gltf").rig
    document, losses = lower(old, WriteOptions())
    assert set(document.tree["extensions"]) == {"VRM"}
    assert not losses
