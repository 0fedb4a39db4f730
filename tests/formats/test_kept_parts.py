"""Springs, constraints and characters through formats that have no place for them: what comes back is what
there was, whatever became of the indices of nodes, meshes and materials."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rig import (
    Character,
    Collider,
    ColliderGroup,
    ColorBind,
    Constraint,
    Expression,
    HumanoidMotion,
    Instance,
    LookAt,
    Material,
    Mesh,
    MorphBind,
    Node,
    RangeMap,
    Spring,
    SpringJoint,
    SpringSettings,
    Surface,
    TextureTransformBind,
    build,
)
from pantin.rig.surface import BlendShape, Deltas

CORPUS = Path(os.environ.get("PANTIN_CORPUS", "corpus"))
TARGETS = [".usda", ".usdz", ".g4b"]


def named(rig):
    """All that a rig says of springs, constraints and the character, with names instead of indices."""
    names = rig.nodes.names
    character = rig.character

    def numbers(value):
        return np.asarray(value, float).round(6).tolist()

    return {
        "springs": [
            (
                spring.name,
                [
                    (
                        names[joint.node],
                        *map(float, (joint.stiffness, joint.drag, joint.hit_radius, joint.gravity_power)),
                        *numbers(joint.gravity_dir),
                    )
                    for joint in spring.joints
                ],
                spring.groups,
                None if spring.center is None else names[spring.center],
            )
            for spring in rig.springs.springs
        ],
        "colliders": [
            (
                names[each.node],
                each.shape,
                float(each.radius),
                numbers(each.offset),
                numbers(each.tail),
                each.inside,
            )
            for each in rig.springs.colliders
        ],
        "groups": [(group.name, group.colliders) for group in rig.springs.groups],
        "constraints": sorted(
            (names[each.node], each.kind, names[each.source], str(each.axis), each.weight)
            for each in rig.constraints
        ),
        "humanoid": {}
        if character is None
        else {bone: names[node] for bone, node in character.humanoid.items()},
        "expressions": []
        if character is None
        else [
            (
                each.name,
                each.preset,
                each.binary,
                each.override_blink,
                each.override_mouth,
                [(names[morph.node], morph.shape, morph.weight) for morph in each.morphs],
                [(rig.materials[bind.material].name, bind.target, bind.value) for bind in each.colors],
                [
                    (rig.materials[bind.material].name, bind.scale, bind.offset)
                    for bind in each.texture_transforms
                ],
            )
            for each in character.expressions
        ],
        "look_at": character and character.look_at,
        "first_person": {}
        if character is None
        else {names[node]: flag for node, flag in character.first_person.items()},
        "meta": character
        and {key: value for key, value in (character.meta or {}).items() if key != "thumbnailImage"},
        "version": character and character.version,
        "motion": None
        if character is None or character.motion is None
        else {key: names[node] for key, node in character.motion.expressions.items()},
    }


def person():
    """A rig of a few nodes in an order that no writer keeps, with all that can be kept."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    shape = BlendShape(Deltas(np.array([[0, 0, 1.0]]), np.array([1])))
    faces = [Surface(points, material=index, blend_shapes=(shape,) * 2) for index in (1, 0)]
    plain = Surface(points + 2, material=2)
    nodes = [
        Node("hair", 4, translation=(0, 1, 0)),
        Node("face", 3),
        Node("hips", -1, translation=(0, 1, 0)),
        Node("head", 2, translation=(0, 1, 0)),
        Node("band", 3),
        Node("tip", 0, translation=(0, 1, 0)),
        Node("hat", 3),
    ]
    expressions = (
        Expression(
            "happy",
            morphs=(MorphBind(1, 1, 0.5),),
            colors=(ColorBind(0, "color", (1.0, 0.0, 0.0, 1.0)),),
        ),
        Expression(
            "shiny",
            preset=False,
            binary=True,
            override_blink="block",
            texture_transforms=(TextureTransformBind(2, (2.0, 1.0), (0.0, 0.5)),),
        ),
    )
    return build(
        nodes=nodes,
        meshes=[Mesh(tuple(faces), "Face", blend_names=("a", "b")), Mesh((plain,), "Hat")],
        instances=[Instance(1, 0), Instance(6, 1)],
        materials=[Material("skin"), Material("eyes"), Material("felt")],
        springs=SpringSettings(
            (Spring((SpringJoint(4, 0.02, 0.5), SpringJoint(0), SpringJoint(5)), (0,), 2, "strand"),),
            (Collider(3, radius=0.1), Collider(2, "capsule", (0, 0.1, 0), 0.2, tail=(0, 1, 0))),
            (ColliderGroup((1, 0), "body"),),
        ),
        constraints=[Constraint(6, "roll", 3, "Y", 0.5)],
        character=Character(
            meta={"name": "Ann", "authors": ["someone"]},
            humanoid={"hips": 2, "head": 3},
            expressions=expressions,
            look_at=LookAt("expression", (0.0, 0.06, 0.0), vertical_up=RangeMap(45.0, 1.0)),
            first_person={6: "thirdPersonOnly", 1: "both"},
        ),
    )


@pytest.mark.parametrize("suffix", TARGETS)
def test_everything_comes_back(tmp_path, suffix):
    rig = person()
    report = pantin.convert(pantin.Asset.of_rig(rig, "x.glb"), tmp_path / f"x{suffix}")
    assert not [each for each in report.findings if each.rule == "LOSS-GEOMETRY"]
    assert any("1 constraint and the VRM character" in each.message for each in report.findings)
    assert named(pantin.load(tmp_path / f"x{suffix}").rig) == named(rig)


@pytest.mark.parametrize("suffix", TARGETS)
def test_a_motion_for_any_character_comes_back(tmp_path, suffix):
    nodes = [Node("hips"), Node("head", 0), Node("happy"), Node("gaze")]
    motion = HumanoidMotion({(True, "happy"): 2, (False, "wink"): 3}, 3)
    rig = build(nodes=nodes, character=Character(humanoid={"hips": 0, "head": 1}, motion=motion))
    pantin.convert(pantin.Asset.of_rig(rig, "x.glb"), tmp_path / f"x{suffix}")
    back = pantin.load(tmp_path / f"x{suffix}").rig
    assert named(back) == named(rig)
    assert back.nodes.names[back.character.motion.look_at] == "gaze"


@pytest.mark.parametrize("suffix", [".usdz", ".g4b"])
@pytest.mark.parametrize("name", ["springbone.vrm", "vrm0_frontbake.vrm", "multiskin_ibm.vrm", "minimal.vrm"])
def test_public_avatars_come_back(tmp_path, name, suffix):
    source = CORPUS / "vrm" / "usd-vrm-plugins" / name
    if not source.exists():
        pytest.skip("needs the corpus")
    pantin.convert(source, tmp_path / f"x{suffix}")
    assert named(pantin.load(tmp_path / f"x{suffix}").rig) == named(pantin.load(source).rig)


@pytest.mark.parametrize("suffix", [".usda", ".g4tf"])
def test_an_avatar_that_was_another_format_is_the_same_vrm(tmp_path, suffix):
    pantin.convert("examples/vrm/avatar.vrm", tmp_path / f"x{suffix}")
    report = pantin.convert(tmp_path / f"x{suffix}", tmp_path / "back.vrm")
    assert not [each for each in report.findings if each.severity != "info"]
    assert pantin.check(tmp_path / "back.vrm").ok
    before, after = (pantin.load(path).rig for path in ("examples/vrm/avatar.vrm", tmp_path / "back.vrm"))
    assert named(before) == named(after)


def test_a_stage_that_refers_to_an_avatar_has_its_springs(tmp_path):
    """Paths are relative to the prim that has the custom data, wherever a reference puts it."""
    pantin.convert("examples/vrm/avatar.vrm", tmp_path / "avatar.usda")
    (tmp_path / "shot.usda").write_text(
        '#usda 1.0\n(\n    defaultPrim = "World"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n'
        'def Xform "World"\n{\n    def "Ann" (\n        references = @avatar.usda@\n    )\n    {\n    }\n}\n'
    )
    expected = named(pantin.load("examples/vrm/avatar.vrm").rig)
    assert named(pantin.load(tmp_path / "shot.usda").rig) == expected


MORPH = {"name": "x", "morphs": [{"node": 0, "shape": 0, "weight": 1}]}
DAMAGE = {
    "no JSON": "{",
    "no object": "3",
    "an unknown prim": {"nodes": ["Nobody"], "springs": {"springs": [{"joints": [{"node": 0}]}]}},
    "an unknown joint": {"nodes": ["a:b"], "constraints": [{"node": 0, "kind": "roll", "source": 0}]},
    "no such path": {"springs": {"colliders": [{"node": 7}]}},
    "a negative one": {"nodes": ["a"], "springs": {"colliders": [{"node": -1}]}},
    "a wrong type": {"nodes": ["a"], "character": {"humanoid": {"hips": "a"}}},
    "no blend shape": {"nodes": ["a"], "character": {"expressions": [MORPH]}},
    "a range": {"nodes": ["a"], "springs": {"springs": [{"joints": [{"node": 0, "drag": 2}]}]}},
}
STAGE = """#usda 1.0
(
    defaultPrim = "r"
)
def Xform "r" (
    customData = {
        string rigParts = 'JSON'
    }
)
{
    def Xform "a"
    {
    }
}
"""


@pytest.mark.parametrize("what", DAMAGE)
def test_custom_data_that_do_not_fit_are_dropped_with_a_finding(tmp_path, what):
    damage = DAMAGE[what]
    path = tmp_path / "x.usda"
    path.write_text(STAGE.replace("JSON", damage if isinstance(damage, str) else json.dumps(damage)))
    asset = pantin.load(path)
    assert [finding.rule for finding in asset.lifted.findings] == ["LOSS-USD_PARTS"]
    assert not asset.rig.springs.springs
    assert not asset.rig.constraints
    assert asset.rig.character is None


def test_a_second_avatar_of_a_stage_is_reported(tmp_path):
    pantin.convert("examples/vrm/avatar.vrm", tmp_path / "avatar.usda")
    two = "".join(
        f'    def "{name}" (\n        references = @avatar.usda@\n    )\n    {{\n    }}\n'
        for name in ("A", "B")
    )
    (tmp_path / "two.usda").write_text(
        f'#usda 1.0\n(\n    defaultPrim = "W"\n)\ndef Xform "W"\n{{\n{two}}}\n'
    )
    found = pantin.load(tmp_path / "two.usda").lifted.findings
    assert [(each.rule, each.pointer) for each in found if each.rule == "LOSS-USD_PARTS"] == [
        ("LOSS-USD_PARTS", "/W/B")
    ]
