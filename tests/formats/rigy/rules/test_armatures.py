"""Rules about armatures: what the cases do not cover."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pantin.formats.rigy.compile import check_text, compile_text
from pantin.formats.rigy.rules import armatures
from pantin.formats.rigy.schema.document import Bone
from pantin.formats.rigy.summary import summarise


def test_a_chain_of_any_length_is_walked_once():
    """100,000 bones; to look at the whole set again for each would take minutes."""
    start, end = (0.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    bones = [Bone((), f"b{at}", f"b{at - 1}" if at else "none", start, end) for at in range(100_000)]
    armature = SimpleNamespace(id="rig", bones=bones)
    scope = SimpleNamespace(document=SimpleNamespace(armatures=[armature]))
    assert list(armatures.bone_cycle.find(scope)) == []


def test_a_rotation_that_is_not_finite_is_reported_once():
    """Chapter 12: V36 covers lengths other than 1, NaN and infinity."""
    bone = "{id: r, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}"
    pose = "{id: p, bones: {r: {rotation: [1, 0, .nan, 0]}}}"
    report = check_text(f'{{version: "0.5", armatures: [{{id: a, bones: [{bone}]}}], poses: [{pose}]}}')
    assert [one.rule for one in report.errors] == ["RIGY-V36"]
    assert "contains nan" in report.errors[0].message


NONE = """
version: "0.5"
meshes: [{{id: m, primitives: [{{id: p, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}]}}]
armatures:
  - id: rig
    bones:
{bones}
bindings:
  - mesh_id: m
    armature_id: rig
    weights: [{{primitive_id: p, bones: [{{bone_id: none, weight: 1}}]}}]
poses: [{{id: up, bones: {{none: {{translation: [0, 1, 0]}}}}}}]
"""
ROOT = "      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}"


@pytest.mark.parametrize(
    ("bones", "parents"),
    [
        ("      - {id: none, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}", [-1]),
        (f"{ROOT}\n      - {{id: none, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}}", [-1, 0]),
        (f"      - {{id: none, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}}\n{ROOT}", [1, -1]),
    ],
)
def test_a_bone_called_none_is_a_bone_like_others(bones, parents):
    """`parent: none` is the root (Rigy 0.3, Default Binding), whatever bones are called."""
    text = NONE.format(bones=bones)
    rig = compile_text(text).rig
    joints = rig.skins[0].joints.tolist()
    assert [joints.index(above) if above >= 0 else -1 for above in rig.nodes.parents[joints]] == parents
    posed = compile_text(text, pose="up").rig.meshes[0].surfaces[0].positions
    assert posed[:, 1].tolist() == (rig.meshes[0].surfaces[0].positions[:, 1] + 1.0).tolist()
    summary = summarise(text).armatures[0].bones
    assert [bone.parent for bone in summary] == [at if at >= 0 else None for at in parents]


def test_the_root_stays_a_root_where_the_rule_of_symmetry_matches_the_word_none():
    text = NONE.format(bones=f"{ROOT}\n      - {{id: none, parent: root, head: [1, 0, 0], tail: [2, 0, 0]}}")
    text += "symmetry: {mirror_x: {suffix_from: ne, suffix_to: _R}}\n"
    rig = compile_text(text).rig
    assert [rig.nodes.names[joint] for joint in rig.skins[0].joints] == ["root", "none", "no_R"]


@pytest.mark.parametrize(
    ("rotation", "rule", "says"),
    [
        ("[1.0002, 0, 0, 0]", "RIGY-P85", "has length 1.0002; it is read as [1, 0, 0, 0]"),
        ("[0.707, 0.707, 0, 0]", "RIGY-P85", "it is read as [0.7071068, 0.7071068, 0, 0]"),
        ("[0, 0, 0.6, 0.8]", "RIGY-P86", "the order is [w, x, y, z]"),
        ("[0, 0, 0, 1]", "RIGY-P86", "no rotation is [1, 0, 0, 0]"),
        ("[1, 1, 0, 0]", "RIGY-V36", "it is a quaternion [w, x, y, z]"),
        ("[1.002, 0, 0, 0]", "RIGY-V36", "has length 1.002, not 1"),
    ],
)
def test_a_quaternion_that_is_not_quite_right_says_what_to_write(rotation, rule, says):
    (found,) = check_text(POSED.replace("ROTATION", rotation)).findings
    assert (found.rule, says in found.message) == (rule, True)


def test_a_rounded_quaternion_compiles_to_the_exact_one():
    rounded, exact = (
        compile_text(POSED.replace("ROTATION", rotation), pose="q").rig.meshes[0].surfaces[0].positions
        for rotation in ("[0.8002, 0.6, 0, 0]", "[0.80007198668, 0.59990401051, 0, 0]")
    )
    assert abs(rounded - exact).max() < 1e-8


POSED = """version: '0.5'
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: a, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: a}]
poses: [{id: q, bones: {root: {rotation: ROTATION}}}]
"""
