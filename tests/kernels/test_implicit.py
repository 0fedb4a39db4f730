"""Implicit surfaces: the published tables of marching cubes, and a sphere whose place is known."""

from __future__ import annotations

import hashlib

import numpy as np

from pantin.kernels.implicit import CASES, EDGE_CORNERS, Terms, polygonise, triangle_table

SHA256 = "310452ffcd9e01a0824bb1bcd2dac54447dc4264595239f0a44419b20862754d"
"""Of the published constants (Rigy chapter 3): 256 sets of edges, then 256 rows of 16, as 32-bit integers."""


def test_the_constants_are_the_published_ones():
    corners = (np.arange(256)[:, None] >> np.arange(8)) & 1
    crossed = corners[:, EDGE_CORNERS[:, 0]] != corners[:, EDGE_CORNERS[:, 1]]
    edges = crossed @ (1 << np.arange(len(EDGE_CORNERS)))
    table, counts = triangle_table()
    rows = np.full((256, 16), -1)
    used = np.arange(table.shape[1]) < counts[:, None]
    rows[:, : table.shape[1]][used] = table[used]
    published = edges.astype("<i4").tobytes() + rows.astype("<i4").tobytes()
    assert hashlib.sha256(published).hexdigest() == SHA256


def test_triangles_use_exactly_the_edges_between_inside_and_outside():
    for case, digits in enumerate(CASES.split()):
        crossed = {
            edge for edge, (a, b) in enumerate(EDGE_CORNERS.tolist()) if (case >> a & 1) != (case >> b & 1)
        }
        assert {int(digit, 16) for digit in digits.strip("-")} == crossed


def test_neighbouring_triangles_are_wound_alike():
    """No two triangles of a case run along one edge in the same direction."""
    for digits in CASES.split():
        corners = digits.strip("-")
        runs = [
            one + other
            for at in range(0, len(corners), 3)
            for one, other in zip(corners[at : at + 3], corners[at + 1 : at + 3] + corners[at], strict=True)
        ]
        assert len(set(runs)) == len(runs)


def test_a_ball_has_points_on_a_sphere_and_normals_that_point_outwards():
    """(1 − d)² is a quarter at half the radius; between two points of the grid it is interpolated linearly,
    so the error is of the second order of the step."""
    axis = np.linspace(-1.03, 0.98, 41)  # no point of the grid is on the sphere
    flag, one = np.ones(1, bool), np.ones(1)
    reach = np.array([[[0, 41]] * 3])
    ball = Terms(flag, flag, one, one, 0 * one, np.zeros((1, 3)), ~flag, np.eye(3)[None], one, reach)
    made = polygonise(ball, (axis, axis, axis), 0.25)
    radii = np.linalg.norm(made.positions, axis=1)
    assert np.abs(radii - 0.5).max() < 0.0503**2
    assert (made.positions * made.normals).sum(axis=1).min() > 0.99 * 0.5
    edges = np.sort(np.stack([made.corners.reshape(-1, 3), np.roll(made.corners.reshape(-1, 3), 1, 1)], -1))
    places = np.unique(np.round(made.positions, 9), axis=0, return_inverse=True)[1].reshape(-1)
    _, times = np.unique(np.sort(places[edges].reshape(-1, 2)), axis=0, return_counts=True)
    assert set(times.tolist()) == {2}, "every edge has two triangles: the surface is closed"
