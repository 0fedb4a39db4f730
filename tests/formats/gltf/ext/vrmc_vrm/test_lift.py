"""VRMC_vrm 1.0 in the rig: what each part becomes, and what is skipped with a finding."""

from __future__ import annotations

import json

import pytest
from avatars import FACE, META, avatar, index_of

from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.rig import ColorBind, Expression, LookAt, MorphBind, RangeMap, TextureTransformBind


def lifted(tree):
    made = lift(read(json.dumps(tree).encode(), name="a.gltf"))
    return made.rig.character, [(finding.pointer, finding.message) for finding in made.findings]


HAPPY = {
    "morphTargetBinds": [{"node": FACE, "index": 2, "weight": 0.5}],
    "materialColorBinds": [{"material": 1, "type": "shadeColor", "targetValue": [1, 0, 0, 1]}],
    "textureTransformBinds": [{"material": 0, "offset": [0.5, 0]}],
    "isBinary": True,
    "overrideBlink": "block",
    "overrideMouth": "blend",
}


def test_every_part_is_lifted():
    tree = avatar(
        expressions={"preset": {"happy": HAPPY}, "custom": {"wink": {}}},
        lookAt={
            "type": "expression",
            "offsetFromHeadBone": [0, 0.1, 0.02],
            "rangeMapHorizontalOuter": {"inputMaxValue": 45, "outputScale": 0.5},
        },
        firstPerson={"meshAnnotations": [{"node": FACE, "type": "thirdPersonOnly"}]},
    )
    character, findings = lifted(tree)
    assert findings == []
    assert (character.version, character.meta) == ("1.0", META)
    assert character.humanoid["leftHand"] == index_of("leftHand")
    assert character.expressions == (
        Expression(
            "happy",
            True,
            (MorphBind(FACE, 2, 0.5),),
            (ColorBind(1, "shadeColor", (1, 0, 0, 1)),),
            (TextureTransformBind(0, (1, 1), (0.5, 0)),),
            True,
            override_blink="block",
            override_mouth="blend",
        ),
        Expression("wink", False),
    )
    # Range maps that a file leaves out map 90° to the whole expression.
    whole = RangeMap(90, 1)
    assert character.look_at == LookAt("expression", (0, 0.1, 0.02), whole, RangeMap(45, 0.5), whole, whole)
    assert character.first_person == {FACE: "thirdPersonOnly"}


def test_a_file_without_the_extension_has_no_character():
    tree = avatar()
    del tree["extensions"]["VRMC_vrm"]
    assert lifted(tree) == (None, [])


BROKEN = [
    (
        {"humanoid": {"humanBones": {"tail": {"node": 0}}}},
        "/humanoid/humanBones/tail",
        "no bone of this name",
    ),
    ({"humanoid": {"humanBones": {"hips": {"node": 99}}}}, "/humanoid/humanBones/hips", "does not exist"),
    ({"humanoid": {"humanBones": {"hips": 3}}}, "/humanoid/humanBones/hips", "does not exist"),
    ({"expressions": {"preset": {"joy": {}}}}, "/expressions/preset/joy", "no preset of this name"),
    ({"expressions": {"preset": {"happy": 7}}}, "/expressions/preset/happy", "expected an object"),
    (
        {"expressions": {"custom": {"x": {"overrideBlink": "all"}}}},
        "/expressions/custom/x/overrideBlink",
        "all",
    ),
    ({"meta": 3}, "/meta", "expected an object"),
    ({"lookAt": []}, "/lookAt", "expected an object"),
    ({"lookAt": {"type": "eyes"}}, "/lookAt/type", '"bone" is used'),
    ({"lookAt": {"offsetFromHeadBone": [1, 2]}}, "/lookAt/offsetFromHeadBone", "not 3 finite numbers"),
    (
        {"firstPerson": {"meshAnnotations": [{"node": 99, "type": "auto"}]}},
        "/firstPerson/meshAnnotations/0",
        "node",
    ),
    (
        {"firstPerson": {"meshAnnotations": [{"node": 0, "type": "no"}]}},
        "/firstPerson/meshAnnotations/0",
        "no",
    ),
]


@pytest.mark.parametrize(("members", "place", "why"), BROKEN, ids=lambda value: str(value)[:40])
def test_a_broken_part_is_skipped_with_a_finding(members, place, why):
    character, findings = lifted(avatar(**members))
    assert character is not None
    assert [pointer for pointer, _ in findings] == [f"/extensions/VRMC_vrm{place}"]
    assert why in findings[0][1]


BINDS = [
    ("morphTargetBinds", {"node": FACE, "index": 4, "weight": 1}, "has no blend shape 4 (it has 4)"),
    ("morphTargetBinds", {"node": 0, "index": 0, "weight": 1}, "has no blend shape 0 (it has 0)"),
    ("morphTargetBinds", {"node": "0", "index": 0, "weight": 1}, "its node does not exist"),
    ("morphTargetBinds", {"node": True, "index": 0, "weight": 1}, "its node does not exist"),
    ("morphTargetBinds", {"node": FACE, "index": 0, "weight": 10**400}, "expected a finite number"),
    ("morphTargetBinds", 7, "its node does not exist"),
    ("materialColorBinds", {"material": 2, "type": "color", "targetValue": [1, 1, 1, 1]}, "its material"),
    (
        "materialColorBinds",
        {"material": 0, "type": "tint", "targetValue": [1, 1, 1, 1]},
        'its type is "tint"',
    ),
    ("materialColorBinds", {"material": 0, "type": "color", "targetValue": [1, 1, 1]}, "not 4 finite"),
    ("textureTransformBinds", {"scale": [1, 1]}, "its material does not exist"),
    ("textureTransformBinds", {"material": 0, "scale": [1]}, "its scale is not 2 finite numbers"),
]


@pytest.mark.parametrize(("member", "bind", "why"), BINDS)
def test_a_bind_of_nothing_is_skipped(member, bind, why):
    character, findings = lifted(avatar(expressions={"preset": {"happy": {member: [bind]}}}))
    assert character.expressions == (Expression("happy"),)
    assert findings[0][0] == f"/extensions/VRMC_vrm/expressions/preset/happy/{member}/0"
    assert why in findings[0][1]


def test_vrm_1_wins_where_a_file_has_both():
    tree = avatar()
    tree["extensions"]["VRM"] = {"humanoid": {"humanBones": [{"bone": "hips", "node": 1}]}}
    character, _ = lifted(tree)
    assert (character.version, character.humanoid["hips"], character.faces_back) == ("1.0", 0, False)
