"""Expressions in fields of whole numbers: any numeric field may have one (Rigy chapter 10.8)."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.new import STANDARD, write
from pantin.formats.gltf.save import to_bytes
from pantin.formats.rigy.compile import check_text, compile_text
from pantin.formats.rigy.expand_text import expand_text

SURFACE = """
version: "0.13"
params: {{n: 6, label: six}}
meshes:
  - id: m
    primitives:
      - id: p
        type: implicit_surface
        domain: {{aabb: {{min: [-1, -1, -1], max: [1, 1, 1]}}, grid: {{nx: {nx}, ny: {ny}, nz: {nz}}}}}
        iso: 0.25
        ops: [{{op: add, field: metaball_sphere@1, strength: 1, radius: 0.9}}]
"""
OVERRIDE = """
version: "0.12"
params: {{n: 6}}
meshes: [{{id: m, primitives: [{{id: p, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}]}}]
armatures:
  - id: rig
    bones:
      - {{id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}
      - {{id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0]}}
bindings:
  - mesh_id: m
    armature_id: rig
    weight_maps: [{{primitive_id: p, overrides: [{{{vertices}, bones: [{{bone_id: b, weight: 1}}]}}]}}]
"""


def compiled(text):
    return to_bytes(write(compile_text(text).rig, STANDARD))


def test_the_grid_of_a_surface():
    """15, 29 and 31 are not multiples of 1e-9 in doubles, the step that 10.8 rounds results to."""
    text = SURFACE.format(nx="'=5*3'", ny="'=$n * 5 - 1'", nz="=31")
    assert compiled(text) == compiled(SURFACE.format(nx=15, ny=29, nz=31))


@pytest.mark.parametrize(
    ("written", "vertices"),
    [
        ("vertices: ['=1+1']", [2]),
        ("vertices: [1, '=$n/2', =15]", [1, 3, 15]),
        ("vertices: ['=min(23, 99)', \"=abs(0)\"]", [0, 23]),
        ("vertex_index: '=$n * 2'", [12]),
    ],
)
def test_the_vertices_of_an_override(written, vertices):
    surface = compile_text(OVERRIDE.format(vertices=written)).rig.meshes[0].surfaces[0]
    assert [at for at, joint in enumerate(surface.influences.joints.tolist()) if joint == 1] == vertices


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (SURFACE.format(nx="'=13/2'", ny=6, nz=6), "RIGY-P10"),
        (SURFACE.format(nx="'=6 + 0.000001'", ny=6, nz=6), "RIGY-P10"),
        (SURFACE.format(nx=6.0, ny=6, nz=6), "RIGY-P10"),
        (SURFACE.format(nx="'=1'", ny=6, nz=6), "RIGY-V81"),
        (SURFACE.format(nx="'=$label'", ny=6, nz=6), "RIGY-V69"),
        (SURFACE.format(nx="'=1000'", ny="'=1000'", nz="'=3'"), "RIGY-V86"),
        (OVERRIDE.format(vertices="vertices: ['=0.5']"), "RIGY-P10"),
        (OVERRIDE.format(vertices="vertices: ['=-1']"), "RIGY-P14"),
        (OVERRIDE.format(vertices="vertices: ['=24']"), "RIGY-V19"),
        (OVERRIDE.format(vertices="vertices: ['=1+1']").replace('"0.12"', '"0.11"'), "RIGY-V77"),
    ],
)
def test_a_result_is_checked_like_a_number(text, rule):
    assert [found.rule for found in check_text(text).errors] == [rule]


def test_the_expanded_document_has_whole_numbers():
    """10.1: the output has no expressions; and the schema has whole numbers here."""
    text = SURFACE.format(nx="'=5*3'", ny="'=$n'", nz="$n")
    expanded = expand_text(text)
    assert "nx: 15\n" in expanded
    assert compiled(expanded) == compiled(text)
