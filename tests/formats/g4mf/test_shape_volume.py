"""Volumes of shapes."""

from __future__ import annotations

import math

import pytest

from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.shape_volume import ball_volume, general_volume, shape_volume

PI = math.pi


@pytest.mark.parametrize(
    ("size", "radii", "volume"),
    [
        ([2, 3, 4], None, 24),
        ([0, 0, 0], [1, 1, 1], 4 / 3 * PI),
        ([0, 2, 0], [1, 0, 1], 2 * PI),  # a cylinder
        ([0, 2, 0], [1, 1, 1], 4 / 3 * PI + 2 * PI),  # a capsule
        ([2, 2, 2], [1, 1, 1], 8 + 6 * 4 + 12 * 2 * PI / 4 + 4 / 3 * PI),  # a rounded cube
        ([0, 0, 0, 0], [1, 1, 1, 1], PI**2 / 2),  # the 4-ball
    ],
)
def test_known_volumes(size, radii, volume):
    raw = {"size": size} | ({"curves": [{"radii": radii}]} if radii else {})
    assert general_volume(raw, len(size)) == pytest.approx(volume)


def test_a_duocylinder_has_two_curves():
    raw = {"size": [0, 0, 0, 0], "curves": [{"radii": [1, 1, 0, 0]}, {"radii": [0, 0, 2, 2]}]}
    assert general_volume(raw, 4) == pytest.approx(4 * PI**2)


def test_other_exponents_are_other_balls():
    """At exponent 1 the ball is a cross-polytope: 2^m / m!."""
    assert [ball_volume(m, 1.0) for m in (2, 3, 4)] == pytest.approx([2, 4 / 3, 2 / 3])


def test_what_is_not_known_has_none():
    assert general_volume({"size": [1, 1]}, 3) is None
    assert general_volume({"curves": [{"radii": [1, 1, 1], "taper": [{}]}]}, 3) is None
    assert general_volume({"curves": [{"radii": [1, 1, 0]}, {"radii": [1, 0, 1]}]}, 3) is None


def test_a_mesh_has_the_volume_it_encloses(kit):
    kit.tree["shapes"] += [{"type": "convex", "mesh": 0}, {"type": "plane"}, {"type": "convex", "mesh": 9}]
    document = read(kit.text())
    assert shape_volume(document, 1) == pytest.approx(1 / 6)
    assert shape_volume(document, 2) is None
    assert shape_volume(document, 3) is None
