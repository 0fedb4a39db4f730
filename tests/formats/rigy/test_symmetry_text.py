"""What `compile --emit symmetry` prints."""

from __future__ import annotations

from pathlib import Path

import pantin
from pantin.formats.rigy.symmetry_text import describe_symmetry

EXAMPLE = Path(__file__).parents[3] / "examples" / "rigy" / "humanoid.rigy.yaml"


def test_bones_ranges_and_maps_of_the_other_side_are_listed():
    lines = pantin.expand(EXAMPLE, show="symmetry").split("\n")
    assert lines[0] == "mirrored at x = 0: …_L → …_R"
    assert any("foot_L → foot_R in skeleton: head [-0.1, 0.08, 0]" in line for line in lines)
    assert "  arm_L → arm_R in body: vertices 4017–4874" in lines
    assert "  arm_R: gradient along x, [-0.52, -0.4], from lower_arm_R 1 to upper_arm_R 1" in lines
    assert "  foot_R: foot_R 1" in lines


def test_a_document_without_symmetry_says_so():
    assert describe_symmetry('version: "0.3"\n') == "no symmetry\n"


def test_prefixes_files_and_overrides_are_listed():
    text = """version: "0.3"
meshes: [{id: m, primitives: [{id: L_p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: r, bones: [{id: L_b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]},
  {id: R_b, parent: L_b, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: r, weight_maps: [{primitive_id: L_p, source: w.json,
  overrides: [{vertices: [1, 2], bones: [{bone_id: L_b, weight: 1}]}]}]}]
anchors: [{id: L_a, translation: [1, 0, 0]}]
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
"""
    made = describe_symmetry(text)
    assert "bones:" not in made  # version 0.3 creates none
    assert "R_p: override of vertices 1, 2: R_b 1" in made
    assert "R_p: file w.json, L_b → R_b" in made
    assert "L_a → R_a" in made
