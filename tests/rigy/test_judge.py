"""All findings in one run, each place once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pantin.report import Finding
from pantin.rigy import check_file, check_text, judge
from pantin.rigy.profile import STANDARD

MANY = """
version: "0.3"
colour: red
meshes:
  - id: m
    primitives:
      - {id: p, type: box, dimensions: {x: 0, y: 1, z: 1}}
      - {id: p, type: bxo, dimensions: {x: 1}}
armatures:
  - id: rig
    bones:
      - {id: a, parent: b, head: [0, 0, 0], tail: [0, 0, 0]}
      - {id: b, parent: a, head: [0, 0, .nan], tail: [0, 1, 0]}
bindings:
  - mesh_id: nobody
    armature_id: rig
"""


def test_one_run_finds_everything():
    found = [(one.rule, one.line) for one in check_text(MANY).errors]
    assert sorted(found) == [
        ("RIGY-P12", 8),
        ("RIGY-V02", 8),
        ("RIGY-V05", 12),
        ("RIGY-V06", 12),
        ("RIGY-V07", 7),
        ("RIGY-V08", 15),
        ("RIGY-V32", 13),
        ("RIGY-V33", 3),
    ]


def test_a_mistake_in_a_mirrored_original_is_reported_once():
    text = """
version: "0.3"
meshes: [{id: m, primitives: [{id: L_p, type: box, dimensions: {x: -1, y: 1, z: 1}}]}]
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
"""
    assert len(check_text(text).errors) == 1


def test_a_mistake_in_a_repeated_body_is_reported_once_and_knows_its_origin():
    text = """
version: "0.3"
meshes:
  - id: m
    primitives:
      - repeat: {count: 3, as: i, body: {id: "p_${i}", type: box, dimensions: {x: -1, y: 1, z: 1}}}
"""
    (finding,) = check_text(text).errors
    assert finding.origin == "repeat of line 6, i = 0"
    assert finding.message.endswith("(made by repeat of line 6, i = 0)")


def test_an_id_that_symmetry_makes_twice_knows_its_origin():
    text = """
version: "0.3"
meshes:
  - id: m
    primitives:
      - {id: R_p, type: box, dimensions: {x: 1, y: 1, z: 1}}
      - {id: L_p, type: box, dimensions: {x: 1, y: 1, z: 1}}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
"""
    (finding,) = check_text(text).errors
    assert (finding.rule, finding.origin) == ("RIGY-V02", "symmetry")


@pytest.mark.parametrize(("origin", "count"), [(None, 2), ("symmetry", 1)])
def test_findings_at_one_place_are_one_where_a_copy_was_generated_whatever_they_say(
    monkeypatch, origin, count
):
    """An id may read "arm (made by hand)"."""
    found = Finding("RIGY-V07", "error", "'arm (made by hand)' is too thin", "/a", 3, 5, origin=origin)
    monkeypatch.setattr(judge, "_findings", lambda scope: [found, replace(found, pointer="/b")])
    assert len(judge.judge([None], STANDARD)) == count


def test_the_reference_lets_pass_what_its_compiler_lets_pass():
    text = """
version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1, radius: 3}}]}]
"""
    assert [(one.rule, one.severity) for one in check_text(text).findings] == [("RIGY-P35", "error")]
    reference = check_text(text, profile="reference").findings
    assert [(one.rule, one.severity) for one in reference] == [("RIGY-P35", "warning")]


def test_of_half_a_text_only_the_break_is_said():
    """What seems to be missing may stand behind the break."""
    text = 'version: "0.3"\nbindings:\n  - {mesh_id: m, armature_id: r, weights: []\nmeshes: []\n'
    assert [one.rule for one in check_text(text).findings] == ["RIGY-P01"]


def test_scaled_dual_quaternions_are_refused_but_by_the_reference(project, part, whole):
    dual = part.replace("armature_id: part_rig", "armature_id: part_rig, skinning_solver: dqs, weights: []")
    path = project(whole=whole.replace("mode: rigid", "mode: affine"), parts__part=dual)
    assert {one.rule for one in check_file(path).errors} == {"RIGY-V35"}
    assert check_file(path, profile="reference").ok
