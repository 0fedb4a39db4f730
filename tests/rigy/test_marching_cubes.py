"""The table of marching cubes: the published constants, and what any such table must fulfil."""

from __future__ import annotations

import hashlib

import numpy as np

from pantin.rigy.marching_cubes import CASES, EDGE_CORNERS, triangle_table

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
