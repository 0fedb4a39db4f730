"""Slices of the tesseract: known polyhedra, closed and oriented outwards."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from tesseract import polytope

from pantin.operations.edit.mesh_slice import Hyperplane, slice_mesh

SHAPE = polytope()
SIMPLEXES = SHAPE.simplexes()

# Along (1, 1, 1, 1) the tesseract of edge 2 is a tetrahedron of corners cut off, then an octahedron.
KNOWN = [
    ([0, 0, 0, 1], 0.0, 8, 8.0),  # a cube
    ([0, 0, 0, 1], 0.5, 8, 8.0),
    ([0, 0, 0, 1], 1.0, 8, 8.0),  # the cube that is its facet
    ([0, 0, 0, 1], -1.0, 8, 8.0),  # and the one on the other side
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
    result = slice_mesh(SHAPE.vertices, SIMPLEXES, Hyperplane.from_normal(normal, offset))
    assert len(result.positions) == corners
    assert result.volume() == pytest.approx(volume)
    # Euler: a closed surface of triangles without holes.
    assert len(result.simplexes) == 2 * corners - 4


@pytest.mark.parametrize("flatten", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_slices_are_closed_and_outward(seed, flatten):
    rng = np.random.default_rng(seed)
    plane = Hyperplane.from_normal(rng.standard_normal(4), rng.uniform(-1, 1))
    result = slice_mesh(SHAPE.vertices, SIMPLEXES, plane, flatten=flatten)
    assert closed(result.simplexes)
    assert result.volume() > 0


def closed(triangles):
    """Whether every edge is gone along as often one way as the other."""
    edges = Counter((row[index], row[index - 2]) for row in triangles.tolist() for index in range(3))
    return all(edges[end, start] == count for (start, end), count in list(edges.items()))


@pytest.mark.parametrize("beside", [0, 1e-15, -1e-13, 1e-11, 1e-9, -1e-8, 1e-7, -1e-5])
@pytest.mark.parametrize("seed", range(6))
def test_a_cut_that_only_just_misses_a_vertex_is_closed(seed, beside):
    """Its smallest triangles have no direction that could be measured, and still each has a right way
    round."""
    rng = np.random.default_rng(seed)
    linear = np.eye(4) + 0.4 * rng.standard_normal((4, 4))
    points = SHAPE.vertices @ linear.T
    plane = Hyperplane.from_normal(rng.standard_normal(4), 0)
    heights = np.sort(points @ plane.normal)
    mirrored = bool(np.linalg.det(linear) < 0)
    for height in heights[4:12:3]:
        at = Hyperplane(plane.normal, height + beside, plane.basis)
        result = slice_mesh(points, SIMPLEXES, at, mirrored=mirrored)
        assert closed(result.simplexes)
        near = Hyperplane(plane.normal, height + 1e-4, plane.basis)
        volume = slice_mesh(points, SIMPLEXES, near, mirrored=mirrored, flatten=False).volume()
        assert result.volume() == pytest.approx(volume, rel=1e-2)


def test_parts_of_a_boundary_keep_their_common_border():
    """Flattened each by itself they would leave points on it out that the other keeps."""
    parts = np.arange(len(SIMPLEXES)) % 2
    for offset in (0.0, 0.3, 0.5):
        plane = Hyperplane.from_normal([1, 2, 3, 4], offset)
        result = slice_mesh(SHAPE.vertices, SIMPLEXES, plane, parts=parts)
        whole = slice_mesh(SHAPE.vertices, SIMPLEXES, plane)
        assert set(result.parts.tolist()) == {0, 1}
        assert closed(result.simplexes)
        assert result.volume() == pytest.approx(whole.volume())


def test_a_tetrahedron_without_volume_is_passed_over():
    """It has no outside; qhull makes such where more than four vertices lie in a facet."""
    flat = np.concatenate([SIMPLEXES, [[0, 1, 2, 3], [3, 2, 1, 0], [0, 0, 1, 8]]])
    plane = Hyperplane.from_normal([1, 2, 3, 4], 0.2)
    made, plain = (slice_mesh(SHAPE.vertices, one, plane) for one in (flat, SIMPLEXES))
    assert np.array_equal(made.simplexes, plain.simplexes)


def test_slices_add_up_to_the_whole():
    """∫ volume(w) dw is the 4-volume of a sheared and turned tesseract."""
    rng = np.random.default_rng(1)
    linear = np.eye(4) + 0.3 * rng.standard_normal((4, 4))
    points = SHAPE.vertices @ linear.T
    low, high, count = points[:, 3].min(), points[:, 3].max(), 400
    step = (high - low) / count
    planes = [Hyperplane.at_w(low + step * (index + 0.5)) for index in range(count)]
    total = sum(slice_mesh(points, SIMPLEXES, plane, flatten=False).volume() for plane in planes) * step
    assert total == pytest.approx(16 * np.linalg.det(linear), rel=1e-3)


def test_a_mirrored_boundary_is_still_wound_outwards():
    flipped = SHAPE.vertices * [1, 1, 1, -1]
    assert slice_mesh(flipped, SIMPLEXES, Hyperplane.at_w(0.1), mirrored=True).volume() == pytest.approx(8)


def test_a_3_space_that_misses_gives_nothing():
    assert len(slice_mesh(SHAPE.vertices, SIMPLEXES, Hyperplane.at_w(3)).simplexes) == 0


@pytest.mark.parametrize("normal", [[0, 0, 0, 0], [1, 0, 0], [np.nan, 0, 0, 1]])
def test_what_is_no_normal_is_refused(normal):
    with pytest.raises(ValueError, match="normal"):
        Hyperplane.from_normal(normal, 0)


@pytest.mark.parametrize("size", [1e308, 1e-320, 3.0])
def test_a_normal_may_be_of_any_length(size):
    """The squares of the first two are out of range."""
    plane = Hyperplane.from_normal([size, size, size, size], 1)
    assert plane.normal == pytest.approx([0.5] * 4)


@pytest.mark.parametrize("offset", [np.nan, np.inf])
def test_a_3_space_is_at_a_finite_distance(offset):
    with pytest.raises(ValueError, match="must be finite"):
        Hyperplane.at_w(offset)


def test_the_axes_of_w_are_x_y_and_z():
    assert np.array_equal(Hyperplane.at_w(2.0).basis, np.eye(4)[:3])
