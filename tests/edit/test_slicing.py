"""Slices of the tesseract: known polyhedra, closed and wound outwards."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from tesseract import polytope

from pantin.edit.slicing import Hyperplane, slice_mesh

SHAPE = polytope()
SIMPLEXES = SHAPE.simplexes()

# Along (1, 1, 1, 1) the tesseract of edge 2 is a tetrahedron of corners cut off, then an octahedron.
KNOWN = [
    ([0, 0, 0, 1], 0.0, 8, 8.0),  # a cube
    ([0, 0, 0, 1], 0.5, 8, 8.0),
    ([0, 0, 0, 1], 1.0, 8, 8.0),  # the cube that is its facet
    ([1, 0, 0, 0], -0.25, 8, 8.0),
    ([1, 1, 0, 0], 0.0, 8, 8 * 2**0.5),  # a box, longer by √2
    ([1, 1, 1, 0], 0.0, 12, 6 * 3**0.5),  # a prism over a hexagon of side √2: 3√3 times the height 2
    ([1, 1, 1, 1], 1.5, 4, 1 / 3),  # a tetrahedron: edge √2 (2 − 1.5 · 2 / 2 …) = √2
    ([1, 1, 1, 1], 1.0, 4, 8 / 3),  # the largest: edge 2√2, volume edge³ / (6√2)
    ([1, 1, 1, 1], 0.5, 12, 23 / 3),  # truncated: the tetrahedron of edge 3√2 without four of edge √2
    ([1, 1, 1, 1], 0.0, 6, 32 / 3),  # an octahedron of edge 2√2: √2/3 edge³
]


@pytest.mark.parametrize(("normal", "offset", "corners", "volume"), KNOWN)
def test_slices_of_the_tesseract(normal, offset, corners, volume):
    made = slice_mesh(SHAPE.vertices, SIMPLEXES, Hyperplane.of(normal, offset))
    assert len(made.positions) == corners
    assert made.volume() == pytest.approx(volume)
    # Euler: a closed surface of triangles without holes.
    assert len(made.triangles) == 2 * corners - 4


@pytest.mark.parametrize("flatten", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_slices_are_closed_and_outward(seed, flatten):
    rng = np.random.default_rng(seed)
    plane = Hyperplane.of(rng.standard_normal(4), rng.uniform(-1, 1))
    made = slice_mesh(SHAPE.vertices, SIMPLEXES, plane, flatten=flatten)
    edges = Counter((row[at], row[at - 2]) for row in made.triangles.tolist() for at in range(3))
    assert all(count == 1 and edges[end, start] == 1 for (start, end), count in list(edges.items()))
    assert made.volume() > 0


def test_slices_add_up_to_the_whole():
    """∫ volume(w) dw is the 4-volume of a sheared and turned tesseract."""
    rng = np.random.default_rng(1)
    linear = np.eye(4) + 0.3 * rng.standard_normal((4, 4))
    points = SHAPE.vertices @ linear.T
    low, high, count = points[:, 3].min(), points[:, 3].max(), 400
    step = (high - low) / count
    planes = [Hyperplane.at_w(low + step * (at + 0.5)) for at in range(count)]
    total = sum(slice_mesh(points, SIMPLEXES, one, flatten=False).volume() for one in planes) * step
    assert total == pytest.approx(16 * np.linalg.det(linear), rel=1e-3)


def test_a_mirrored_boundary_is_still_wound_outwards():
    flipped = SHAPE.vertices * [1, 1, 1, -1]
    assert slice_mesh(flipped, SIMPLEXES, Hyperplane.at_w(0.1), mirrored=True).volume() == pytest.approx(8)


def test_a_3_space_that_misses_gives_nothing():
    assert len(slice_mesh(SHAPE.vertices, SIMPLEXES, Hyperplane.at_w(3)).triangles) == 0


@pytest.mark.parametrize("normal", [[0, 0, 0, 0], [1, 0, 0], [np.nan, 0, 0, 1]])
def test_what_is_no_normal_is_refused(normal):
    with pytest.raises(ValueError, match="normal"):
        Hyperplane.of(normal, 0)


@pytest.mark.parametrize("size", [1e308, 1e-320, 3.0])
def test_a_normal_may_be_of_any_length(size):
    """The squares of the first two are out of range."""
    plane = Hyperplane.of([size, size, size, size], 1)
    assert plane.normal == pytest.approx([0.5] * 4)


@pytest.mark.parametrize("offset", [np.nan, np.inf])
def test_a_3_space_is_at_a_finite_distance(offset):
    with pytest.raises(ValueError, match="no distance"):
        Hyperplane.at_w(offset)


def test_the_axes_of_w_are_x_y_and_z():
    assert np.array_equal(Hyperplane.at_w(2.0).basis, np.eye(4)[:3])
