"""The table of marching cubes: the published constants, and what any such table must fulfil."""

from __future__ import annotations

import hashlib

from pantin.rigy.marching_cubes import CASES, EDGE_CORNERS, SHA256, published


def test_the_constants_are_the_published_ones():
    """Rigy chapter 3: the SHA-256 of the edge table and the triangle table."""
    assert hashlib.sha256(published()).hexdigest() == SHA256


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
