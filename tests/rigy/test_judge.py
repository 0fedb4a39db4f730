"""All findings in one run, each place once."""

from __future__ import annotations

from pantin.rigy import check_text

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


def test_the_reference_lets_pass_what_its_compiler_lets_pass():
    text = """
version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1, radius: 3}}]}]
"""
    assert [(one.rule, one.severity) for one in check_text(text).findings] == [("RIGY-P35", "error")]
    reference = check_text(text, profile="reference").findings
    assert [(one.rule, one.severity) for one in reference] == [("RIGY-P35", "warning")]
