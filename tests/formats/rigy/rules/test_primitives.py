"""Rules about primitives: what the cases do not cover."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.compile import check_text

SURFACE = """version: "0.13"
meshes: [{id: m, primitives: [{id: p, type: implicit_surface, iso: 0.2,
  domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 6, ny: 6, nz: 6}},
  ops: [{op: add, field: metaball_sphere@1, strength: 1, radius: 0.9, transform: {TURN}}]}]}]
"""


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        ("rotation_axis_angle: {axis: [0, 0, 0], degrees: 5}", "RIGY-V67"),
        ("rotation_quat: [0, 0, 0, 0]", "RIGY-V78"),
        ("rotation_euler: [0, 0, 1], rotation_quat: [0, 0, 0, 1]", "RIGY-V72"),
        ("rotation_axis_angle: {axis: [0, .inf, 0], degrees: 5}", "RIGY-V73"),
    ],
)
def test_the_rotation_of_an_operator_is_judged_as_that_of_a_primitive(turn, rule):
    """Chapter 3.7: the transforms of field operators follow the same rules."""
    report = check_text(SURFACE.replace("TURN", turn))
    assert [(one.rule, one.line) for one in report.errors] == [(rule, 4)]


def test_a_domain_that_is_not_finite_and_a_grid_of_less_than_nothing_have_their_rules():
    """Rigy chapter 12, V80 and V81."""
    text = """version: "0.13"
meshes: [{id: m, primitives: [{id: p, type: implicit_surface, iso: 0.5,
  domain: {aabb: {min: [0, .nan, 0], max: [1, 1, 1]}, grid: {nx: -2, ny: 3, nz: many}},
  ops: [{op: add, field: sdf_sphere@1, strength: 1, radius: 1}]}]}]
"""
    assert [one.rule for one in check_text(text).errors] == ["RIGY-V80", "RIGY-V81", "RIGY-P10"]
