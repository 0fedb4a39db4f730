"""Preprocessing as a whole: the published suite, places of faults, and bounds."""

from __future__ import annotations

import json

import pytest

from pantin.base.limits import Limits
from pantin.formats.gltf.new import REFERENCE, write
from pantin.formats.gltf.save import to_bytes
from pantin.formats.rigy.compile import check_file, check_text, compile_file, compile_text
from pantin.formats.rigy.expand import expand
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import compose

FENCE = """version: "0.12"
params: {gap: 0.5}
meshes:
  - id: fence
    primitives:
      - repeat:
          count: 3
          as: i
          body:
            id: "post${i}"
            type: box
            dimensions: {x: 0.1, y: "=2 * $gap", z: @@}
            transform: {translation: ["=${i} * $gap", 0, 0]}
"""


def test_every_negative_of_the_published_suite_has_its_rule_and_a_place(corpus):
    """The id of an entry says nothing of the rule; Rigy chapter 12 does."""
    wanted = {
        "O03": "V38", "P02": "V46", "Q04": "V56", "Q05": "V57", "Q06": "V58", "Q07": "V59", "Q08": "V60",
        "Q09": "V61", "Q10": "V62", "Q11": "V63", "Q12": "V64", "Q13": "V65", "Q14": "V66", "F114": "F114",
        "F115": "F115", "F116": "F116",
    }  # fmt: skip
    folder = corpus / "rigy" / "conformance"
    tests = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["tests"]
    negatives = [one for one in tests if one["type"] == "negative"]
    assert len(negatives) == len(wanted)
    for one in negatives:
        report = check_file(next((folder / "inputs").glob(f"{one['id']}*.yaml")))
        found = [each for each in report.errors if each.rule == f"RIGY-{wanted[one['id'].partition('_')[0]]}"]
        assert found
        assert all(each.line is not None and each.column is not None for each in found)


def test_every_positive_of_the_published_suite_byte_for_byte(corpus):
    """Those that are not baked; `test_bake` has the others."""
    folder = corpus / "rigy" / "conformance"
    tests = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["tests"]
    plain = [one["id"] for one in tests if one["type"] == "positive" and not one.get("baked")]
    assert len(plain) == 19
    for name in plain:
        made = compile_file(folder / "inputs" / f"{name}.rigy.yaml", profile="reference").rig
        assert to_bytes(write(made, REFERENCE)) == (folder / "outputs" / f"{name}.glb").read_bytes()


def test_repeats_params_and_expressions_meet():
    mesh = compile_text(FENCE.replace("@@", "0.1")).rig.meshes[0]
    assert [one.extras["rigy_id"] for one in mesh.surfaces] == ["post0", "post1", "post2"]
    assert [one.positions[:, 0].mean() for one in mesh.surfaces] == pytest.approx([0.0, 0.5, 1.0])


def test_a_fault_in_a_repeat_is_said_once_at_its_source():
    (found,) = check_text(FENCE.replace("@@", "-1")).errors
    assert (found.rule, found.line, found.column) == ("RIGY-V07", 12, 53)
    assert "repeat on line 6, i = 0" in found.message


def test_repeats_are_bounded():
    huge = FENCE.replace("@@", "1").replace("count: 3", "count: 1000000000")
    (found,) = check_text(huge, limits=Limits(expanded=1000)).errors
    assert found.rule == "RIGY-P70"
    assert "expanded" in found.message


def test_tooling_is_left_alone():
    text = FENCE.replace("@@", "1") + 'geometry_checks: {note: "$nothing ${here}", repeat: 1}\n'
    assert check_text(text).ok


def test_a_primitive_of_its_own_type_is_a_surface_of_its_own_from_0_12_on():
    text = '{version: "0.11", meshes: [{id: m, primitives: [@, @]}]}'
    for name in ("a", "b"):
        text = text.replace("@", f"{{id: {name}, type: sphere, dimensions: {{radius: 1}}}}", 1)
    assert len(compile_text(text).rig.meshes[0].surfaces) == 1
    assert len(compile_text(text.replace("0.11", "0.12")).rig.meshes[0].surfaces) == 2


def test_a_fault_before_macros_keeps_its_place():
    """A wall becomes several boxes, and moves what follows it in its list."""
    text = """version: "0.11"
meshes:
  - id: m
    primitives:
      - {macro: box_decompose, id: wall, axis: x, span: [0, 4], height: 3, thickness: 0.2,
         cutouts: [{id: door, span: [1, 2], top: 2}]}
      - {macro: box_decompose, id: other, axis: x, span: [0, 4], height: $none, thickness: 0.2}
      - {id: b, type: box, aabb: {min: [0, 0, 0], max: [1, $gone, 1]}}
"""
    found = [(one.rule, one.line, one.column) for one in check_text(text).findings]
    assert found == [("RIGY-V59", 7, 74), ("RIGY-V59", 8, 60)]


def test_a_fault_in_a_repeat_before_a_macro_says_its_step():
    text = FENCE.replace("@@", "0.1").replace("${i} * $gap", "${i} / 0")
    found = check_text(text).errors[0]
    assert (found.rule, found.line) == ("RIGY-V70", 13)
    assert "repeat on line 6, i = 0" in found.message


OPERATOR = """version: "0.13"
meshes: [{id: m, primitives: [{id: p, ops: [{transform: {rotation_quat: [0, 0, 3, 4]}}]}]}]
"""


@pytest.mark.parametrize(("operators", "turn"), [(True, [0.0, 0.0, 0.6, 0.8]), (False, [0, 0, 3, 4])])
def test_the_rotations_of_operators_are_canonical_if_asked_for(operators, turn):
    """Rigy chapter 10.9: all rotations are normalised, and chapter 3.7 gives them to field operators."""
    root = compose(OPERATOR).root
    expand(root, Faults(), plain=True, room=100, operators=operators)
    made = root["meshes"][0]["primitives"][0]["ops"][0]["transform"]["rotation_quat"]
    assert made == pytest.approx(turn, abs=1e-12)
