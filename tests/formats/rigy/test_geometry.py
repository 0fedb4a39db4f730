"""Bounds, planes and gaps of primitives."""

from __future__ import annotations

import pytest

from pantin.base.errors import Unsupported
from pantin.base.limits import Limits
from pantin.formats.rigy.compile import read_project
from pantin.formats.rigy.geometry import Measured, bounds, gap_along, gaps, measure
from pantin.formats.rigy.profile import STANDARD

TEXT = """version: "0.11"
meshes:
  - id: m
    primitives:
      - {id: L_a, type: box, aabb: {min: [1, 0, 0], max: [4, 3, 1]}}
      - {id: inner, type: box, aabb: {min: [2, 1, 0], max: [3, 2, 1]}}
      - {id: ball, type: sphere, dimensions: {radius: 1}, transform: {translation: [0, 9, 0]}}
      - {id: ramp, type: wedge, dimensions: {x: 2, y: 1, z: 2}}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
"""


def primitives():
    _, root = read_project(TEXT, None, STANDARD, Limits(), None, False)
    return {one.id: one for one in measure(root.document)}


def test_bounds_are_those_of_vertices_after_symmetry():
    found = primitives()
    assert (found["L_a"].low, found["L_a"].high) == ((1, 0, 0), (4, 3, 1))
    assert (found["R_a"].low, found["R_a"].high) == ((-4, 0, 0), (-1, 3, 1))
    assert bounds(list(found.values())) == ((-4, -0.5, -1), (4, 10, 1))
    assert bounds([]) is None


def test_planes_hold_their_corners():
    """Normal · p + distance = 0; a ball has no flat faces, and a wedge has five (Rigy chapter 4)."""
    found = primitives()
    assert [face.key for face in found["ramp"].faces] == ["-z", "-x", "slope", "-y", "+y"]
    assert found["ball"].faces == ()
    for one in found.values():
        for face in one.faces:
            for point in face.corners:
                off = sum(a * b for a, b in zip(face.normal, point, strict=True)) + face.distance
                assert off == pytest.approx(0.0, abs=1e-12)


def test_gaps_are_negative_by_what_is_shared():
    found = primitives()
    assert gap_along(0, found["L_a"], found["inner"]) == -1.0
    assert gap_along(0, found["L_a"], found["R_a"]) == 2.0
    pairs = {(one.a, one.b): one for one in gaps(list(found.values()))}
    assert len(pairs) == 10
    assert pairs["L_a", "ball"].overall == pairs["L_a", "ball"].y == 5.0


def test_more_gaps_than_anybody_reads_are_refused_before_they_are_made():
    one = Measured("m", "a", "sphere", (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), ())
    assert next(gaps([one] * 1_414)).overall == -1.0
    with pytest.raises(Unsupported, match="1,415 primitives have 1,000,405 gaps"):
        next(gaps([one] * 1_415))
