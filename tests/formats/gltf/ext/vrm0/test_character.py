"""The character of VRM 0.x in the words of VRM 1.0 (the table of UniVRM's migration)."""

from __future__ import annotations

import json

import pytest
from avatars import FACE, avatar0, index_of

from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.not_carried import not_carried
from pantin.rig import ColorBind, Expression, LookAt, MorphBind, RangeMap, TextureTransformBind


def lifted(tree):
    made = lift(read(json.dumps(tree).encode(), name="a.gltf"))
    return made.rig.character, [(finding.pointer, finding.message) for finding in made.findings]


def with_groups(*groups):
    return avatar0(blendShapeMaster={"blendShapeGroups": list(groups)})


def test_a_group_becomes_an_expression():
    group = {
        "name": "Joy",
        "presetName": "joy",
        "isBinary": True,
        "binds": [{"mesh": 0, "index": 1, "weight": 80}],
        "materialValues": [
            {"materialName": "Eyes", "propertyName": "_ShadeColor", "targetValue": [1, 0, 0, 1]},
            {"materialName": "Skin", "propertyName": "_MainTex_ST", "targetValue": [0.5, 0.25, 0.1, 0.2]},
        ],
    }
    character, findings = lifted(with_groups(group))
    assert findings == []
    # v runs upwards in Unity: offset 1 − 0.2 − 0.25.
    assert character.expressions == (
        Expression(
            "happy",
            True,
            (MorphBind(FACE, 1, 0.8),),
            (ColorBind(1, "shadeColor", (1, 0, 0, 1)),),
            (TextureTransformBind(0, (0.5, 0.25), (0.1, pytest.approx(0.55))),),
            True,
        ),
    )


@pytest.mark.parametrize(
    ("preset", "name", "expected"),
    [
        ("sorrow", "anything", ("sad", True)),
        ("blink_l", "x", ("blinkLeft", True)),
        ("A", "x", ("aa", True)),
        ("unknown", "Surprised", ("surprised", True)),
        ("unknown", "Fun", ("relaxed", True)),
        (None, "Blink_L", ("blinkLeft", True)),
        ("unknown", "Grin", ("Grin", False)),
        (None, None, ("expression 3", False)),
        (7, "Grin", ("Grin", False)),
    ],
)
def test_presets_have_the_names_of_1_0(preset, name, expected):
    empty = [{} for _ in range(3)]
    character, _ = lifted(with_groups(*empty, {"presetName": preset, "name": name}))
    made = character.expressions[3]
    assert (made.name, made.preset) == expected


def test_a_name_is_no_preset_that_another_group_states():
    character, findings = lifted(with_groups({"name": "Fun"}, {"presetName": "fun"}))
    assert [(each.name, each.preset) for each in character.expressions] == [("Fun", False), ("relaxed", True)]
    assert findings == []


def test_a_bind_acts_on_every_node_of_its_mesh():
    tree = with_groups({"name": "x", "binds": [{"mesh": 0, "index": 0, "weight": 100}]})
    tree["nodes"].append({"mesh": 0})
    tree["scenes"][0]["nodes"].append(FACE + 1)
    character, _ = lifted(tree)
    assert character.expressions[0].morphs == (MorphBind(FACE, 0, 1.0), MorphBind(FACE + 1, 0, 1.0))


def test_the_first_of_two_groups_wins():
    character, findings = lifted(with_groups({"presetName": "joy"}, {"name": "happy", "isBinary": True}))
    assert character.expressions == (Expression("happy"),)
    assert findings[0][0].endswith("/blendShapeGroups/1")


def test_gaze_and_first_person():
    tree = avatar0(
        firstPerson={
            "firstPersonBone": index_of("head"),
            "firstPersonBoneOffset": {"x": 0.1, "y": 0.2, "z": 0.3},
            "lookAtTypeName": "BlendShape",
            "lookAtHorizontalInner": {"curve": [0, 0, 0, 1, 1, 1, 1, 0], "xRange": 40, "yRange": 0.5},
            "lookAtVerticalUp": {"curve": [0, 0, 0, 0, 1, 1, 1, 0], "xRange": 20},
            "meshAnnotations": [{"mesh": 0, "firstPersonFlag": "ThirdPersonOnly"}],
        }
    )
    character, findings = lifted(tree)
    # Unity's axes are left-handed.
    whole = RangeMap(90, 1)
    assert character.look_at == LookAt(
        "expression", (0.1, 0.2, -0.3), RangeMap(40, 0.5), whole, whole, RangeMap(20, 1)
    )
    assert character.first_person == {FACE: "thirdPersonOnly"}
    # A curve is dropped by a conversion, not by reading the file.
    assert findings == []
    dropped = [pointer for _, _, pointer in not_carried(read(json.dumps(tree).encode(), name="a.gltf"))]
    assert [pointer for pointer in dropped if "lookAt" in pointer] == [
        "/extensions/VRM/firstPerson/lookAtVerticalUp/curve"
    ]


def test_a_model_of_0_x_faces_back_and_keeps_its_meta():
    character, findings = lifted(avatar0())
    assert findings == []
    assert (character.version, character.faces_back, character.meta["author"]) == ("0.x", True, "Grace")
    assert character.look_at.kind == "bone"


def test_thumbs_are_counted_otherwise():
    bones = [{"bone": "leftThumbProximal", "node": 1}, {"bone": "leftThumbIntermediate", "node": 2}]
    character, _ = lifted(avatar0(humanoid={"humanBones": bones}))
    assert character.humanoid == {"leftThumbMetacarpal": 1, "leftThumbProximal": 2}


BROKEN = [
    ({"humanoid": {"humanBones": [{"bone": "tail", "node": 0}]}}, "no bone of this name"),
    ({"humanoid": {"humanBones": [{"bone": "leftThumbMetacarpal", "node": 0}]}}, "no bone of this name"),
    ({"humanoid": {"humanBones": [{"bone": "hips", "node": -1}]}}, "does not exist"),
    ({"humanoid": {"humanBones": [{"bone": ["hips"], "node": 0}]}}, "no bone of this name"),
    ({"firstPerson": {"lookAtTypeName": "Eye"}}, '"Bone" is used'),
    ({"firstPerson": {"meshAnnotations": [{"mesh": 4, "firstPersonFlag": "Auto"}]}}, "no such mesh"),
    ({"firstPerson": {"meshAnnotations": [{"mesh": 0, "firstPersonFlag": 1}]}}, "its flag is 1"),
    (
        {"blendShapeMaster": {"blendShapeGroups": [{"binds": [{"mesh": 3, "index": 0, "weight": 1}]}]}},
        "no such mesh",
    ),
    (
        {"blendShapeMaster": {"blendShapeGroups": [{"binds": [{"mesh": 0, "index": 9, "weight": 1}]}]}},
        "has no blend shape 9",
    ),
    (
        {
            "blendShapeMaster": {
                "blendShapeGroups": [
                    {"materialValues": [{"materialName": "No", "propertyName": "_Color", "targetValue": []}]}
                ]
            }
        },
        "there is no material",
    ),
]


@pytest.mark.parametrize(("members", "why"), BROKEN, ids=lambda value: str(value)[:40])
def test_a_broken_part_is_skipped_with_a_finding(members, why):
    character, findings = lifted(avatar0(**members))
    assert character is not None
    assert len(findings) == 1
    assert findings[0][0].startswith("/extensions/VRM/")
    assert why in findings[0][1]


@pytest.mark.parametrize("block", [{"humanoid": 3, "blendShapeMaster": [], "meta": 1}, {"firstPerson": [1]}])
def test_blocks_of_another_type_are_nothing(block):
    character, _ = lifted(avatar0(**block))
    assert character is not None
