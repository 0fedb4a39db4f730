"""Rules about implicits: what the cases do not cover."""

from __future__ import annotations

from pantin.rigy import check_text


def test_a_domain_that_is_not_finite_and_a_grid_of_less_than_nothing_have_their_rules():
    """Rigy chapter 12, V80 and V81."""
    text = """version: "0.13"
meshes: [{id: m, primitives: [{id: p, type: implicit_surface, iso: 0.5,
  domain: {aabb: {min: [0, .nan, 0], max: [1, 1, 1]}, grid: {nx: -2, ny: 3, nz: many}},
  ops: [{op: add, field: sdf_sphere@1, strength: 1, radius: 1}]}]}]
"""
    assert [one.rule for one in check_text(text).errors] == ["RIGY-V80", "RIGY-V81", "RIGY-P10"]
