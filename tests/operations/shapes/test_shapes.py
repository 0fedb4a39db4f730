"""Shapes against the tables of the literature: numbers of elements, contents, angles; outward and closed."""

from __future__ import annotations

from collections import Counter
from math import comb, factorial, pi, tan

import numpy as np
import pytest

import pantin
from pantin.shapes import NAMES, by_name

ROOT_5 = 5**0.5

# Coxeter, Regular Polytopes, table I; a p-q duoprism has pq vertices, 2pq edges, pq + p + q faces and p + q
# cells.
COUNTS = {
    "cube-2": (4, 4),
    "simplex-3": (4, 6, 4),
    "cube-3": (8, 12, 6),
    "orthoplex-3": (6, 12, 8),
    "icosahedron": (12, 30, 20),
    "dodecahedron": (20, 30, 12),
    "cylinder": (64, 96, 34),
    "hyperdiamond": (24, 96, 96, 24),
    "hypercube": (16, 32, 24, 8),
    "5-cell": (5, 10, 10, 5),
    "tesseract": (16, 32, 24, 8),
    "16-cell": (8, 24, 32, 16),
    "24-cell": (24, 96, 96, 24),
    "120-cell": (600, 1200, 720, 120),
    "600-cell": (120, 720, 1200, 600),
    "duoprism-3-3": (9, 18, 15, 6),
    "duoprism-5-7": (35, 70, 47, 12),
    "duoprism-4-4": (16, 32, 24, 8),
    "duocylinder": (1024, 2048, 1088, 64),
    "cubinder": (128, 256, 164, 36),
}

# The content of a regular polytope of edge 1 (Coxeter, table I).
CONTENTS = {
    "5-cell": ROOT_5 / 96,
    "tesseract": 1.0,
    "16-cell": 1 / 6,
    "24-cell": 2.0,
    "120-cell": 15 / 4 * (105 + 47 * ROOT_5),
    "600-cell": 25 / 4 * (2 + ROOT_5),
    "cube-3": 1.0,
    "simplex-3": 2**0.5 / 12,
    "orthoplex-3": 2**0.5 / 3,
    "icosahedron": 5 / 12 * (3 + ROOT_5),
    "dodecahedron": (15 + 7 * ROOT_5) / 4,
    "simplex-8": 3 / (factorial(8) * 16),
    "orthoplex-5": 2**2.5 / factorial(5),
    "cube-6": 1.0,
    "duoprism-5-7": 5 / (4 * tan(pi / 5)) * 7 / (4 * tan(pi / 7)),
    "duoprism-3-4": 3**0.5 / 4,
}

EVERY = [*COUNTS, "spherinder", "ball-3", "ball-4", "ball-5", "simplex-6", "orthoplex-7", "cube-5", "cube-8"]


def content(shape):
    points = shape.vertices[shape.simplexes()]
    return np.linalg.det(points).sum() / factorial(shape.dimension) * (-1) ** (shape.dimension - 1)


def edge_lengths(shape):
    ends = shape.vertices[shape.edges()]
    return np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)


@pytest.mark.parametrize("name", COUNTS)
def test_the_numbers_of_elements(name):
    assert by_name(name).counts() == COUNTS[name]


def test_the_beginning_of_a_name_suggests_the_whole():
    with pytest.raises(ValueError, match=r"did you mean 'klein-bottle'\?"):
        by_name("klein")


@pytest.mark.parametrize("name", ["Klein bottle", " klein_bottle", "KLEIN-BOTTLE"])
def test_case_and_spaces_of_names_do_not_matter(name):
    np.testing.assert_array_equal(by_name(name).vertices, by_name("klein-bottle").vertices)


@pytest.mark.parametrize("dimension", range(2, 9))
def test_the_numbers_of_elements_in_every_dimension(dimension):
    """A cube has 2ⁿ⁻ᵏ C(n, k) elements of dimension k; its dual has them in the opposite order."""
    cube = tuple(2 ** (dimension - k) * comb(dimension, k) for k in range(dimension))
    assert by_name(f"cube-{dimension}").counts() == cube
    assert by_name(f"orthoplex-{dimension}").counts() == cube[::-1]
    simplex = tuple(comb(dimension + 1, k + 1) for k in range(dimension))
    assert by_name(f"simplex-{dimension}").counts() == simplex


@pytest.mark.parametrize("name", EVERY)
def test_the_euler_characteristic_is_that_of_a_sphere(name):
    counts = by_name(name).counts()
    assert sum((-1) ** k * count for k, count in enumerate(counts)) == 1 - (-1) ** len(counts)


@pytest.mark.parametrize("name", CONTENTS)
def test_the_content_of_edge_1(name):
    shape = by_name(name)
    lengths = edge_lengths(shape)
    assert np.ptp(lengths) < 1e-12
    assert content(shape) / lengths[0] ** shape.dimension == pytest.approx(CONTENTS[name], rel=1e-11)


@pytest.mark.parametrize(
    ("name", "expected", "share"),
    [
        ("ball-2", pi, 0.01),
        ("ball-3", 4 / 3 * pi, 0.01),
        ("ball-4", pi**2 / 2, 0.06),
        ("ball-5", 8 / 15 * pi**2, 0.35),
        ("duocylinder", pi**2 / 4, 0.02),  # discs of radius 1/√2
        ("cubinder", pi / 3 * 4 / 3, 0.01),  # a disc of radius 1/√3 times a square of side 2/√3
        ("spherinder", 4 / 3 * pi / 2**1.5 * 2**0.5, 0.03),
    ],
)
def test_round_shapes_fill_all_but_a_little_of_the_exact_ones(name, expected, share):
    if name == "ball-2":
        corners = by_name(name).vertices[by_name(name).elements[0][0]]
        filled = shoelace(corners)
    else:
        filled = content(by_name(name))
    assert (1 - share) * expected < filled < expected


def shoelace(corners):
    after = np.roll(corners, -1, axis=0)
    return (corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]).sum() / 2


@pytest.mark.parametrize("name", EVERY)
def test_size_is_the_distance_of_the_farthest_point(name):
    shape = by_name(name, 2.5)
    assert np.linalg.norm(shape.vertices, axis=1).max() == pytest.approx(2.5)
    assert np.allclose(shape.vertices.mean(0), 0, atol=1e-12)


@pytest.mark.parametrize("name", EVERY)
def test_the_boundary_is_closed_and_wound_outwards(name):
    shape = by_name(name)
    simplexes = shape.simplexes()
    if shape.dimension > 2:
        ridges = Counter(
            tuple(sorted(row[:corner] + row[corner + 1 :]))
            for row in simplexes.tolist()
            for corner in range(len(row))
        )
        assert set(ridges.values()) == {2}
        points = shape.vertices[simplexes]
        sides = np.concatenate([points[:, 1:] - points[:, :1], points.mean(1)[:, None]], 1)
        assert (np.linalg.det(sides) > 0).all()


@pytest.mark.parametrize("name", ["spherinder", "duocylinder", "120-cell", "duoprism-5-7", "24-cell"])
def test_cells_are_flat_and_convex(name):
    """Every vertex is in the 3-space of a cell, or below it."""
    shape = by_name(name)
    faces, cells = shape.elements
    for cell in cells[:40] + cells[-3:]:
        own = sorted({vertex for face in cell for vertex in faces[face]})
        corners = shape.vertices[own]
        normal = np.linalg.svd(corners - corners.mean(0))[2][-1]
        heights = (shape.vertices - corners.mean(0)) @ normal
        heights *= -np.sign(heights[np.abs(heights).argmax()])
        assert np.allclose(heights[own], 0, atol=1e-12)
        assert heights[[vertex for vertex in range(len(heights)) if vertex not in own]].max() < -1e-6


@pytest.mark.parametrize("name", ["tesseract", "24-cell", "120-cell", "duoprism-5-7", "spherinder", "ball-4"])
def test_the_first_two_faces_of_a_cell_give_it_an_outward_normal(name):
    """G4MF topology: from the vertex of the first face after the shared edge to the start and the end of that
    edge, and to the vertex of the second face after it; a positive determinant in xyz is +w."""
    shape = by_name(name)
    topology = shape.topology()
    edges, (faces, cells) = topology.edges.tolist(), topology.cells
    for cell in cells:
        first, second = faces[cell[0]], faces[cell[1]]
        (shared,) = set(first) & set(second)
        start, end = edges[shared]
        after = [set(edges[face[(face.index(shared) + 1) % len(face)]]) for face in (first, second)]
        a, d = (next(iter(ends - {start, end})) for ends in after)
        corners = shape.vertices[[a, start, end, d]]
        assert np.linalg.det(np.vstack([corners[1:] - corners[0], corners[0]])) > 0


@pytest.mark.parametrize("name", ["ball-3", "ball-4", "duocylinder", "spherinder", "cubinder"])
def test_round_shapes_have_normals_of_the_round_surface(name):
    """Of a ball the normal is the direction of the vertex; of a product, that of one of the factors."""
    shape = by_name(name)
    (normals,) = shape.topology().normals
    points = shape.vertices[normals.vertices]
    values = normals.values[normals.value_indices]
    assert np.allclose(np.linalg.norm(values, axis=1), 1)
    if name.startswith("ball"):
        directions = [points]
    elif name == "spherinder":
        directions = [points * [1, 1, 1, 0], points * [0, 0, 0, 1]]
    elif name == "duocylinder":
        directions = [points * [1, 1, 0, 0], points * [0, 0, 1, 1]]
    else:
        directions = [points * [1, 1, 0, 0], points * [0, 0, 1, 0], points * [0, 0, 0, 1]]
    units = [direction / np.linalg.norm(direction, axis=1, keepdims=True) for direction in directions]
    nearest = np.max([(values * unit).sum(1) for unit in units], axis=0)
    assert nearest.min() > np.cos(np.radians(5))


def test_the_24_cell_cut_in_the_middle_is_a_rhombic_dodecahedron():
    """14 vertices and 12 faces, volume 2 for corners at ±1 on the axes."""
    (surface,) = pantin.slice(by_name("24-cell").rig(), w=0).rig.meshes[0].surfaces
    assert len(surface.positions) == 14
    assert np.linalg.det(surface.positions[surface.triangles]).sum() / 6 == pytest.approx(2)


def test_a_polytope_is_transformed():
    cube = by_name("cube-3", 3**0.5).transformed(scale=(1, 2, -3), rotate="xy:90", translation=(1, 0, 0))
    assert cube.vertices.min(0).tolist() == [-1, -1, -3]
    assert cube.vertices.max(0).tolist() == [3, 1, 3]
    assert content(cube) == pytest.approx(8 * 6)
    for loop in cube.elements[0]:
        a, b, c = cube.vertices[loop[:3]]
        assert np.cross(b - a, c - b) @ (a - cube.vertices.mean(0)) > 0


@pytest.mark.parametrize(
    "name", [name.replace("N", "4").replace("P-Q", "3-6") for name in NAMES if name != "klein-bottle"]
)
@pytest.mark.parametrize("suffix", [".g4b", ".off"])
def test_every_shape_is_a_valid_file_and_comes_back(name, suffix, tmp_path):
    shape = by_name(name)
    pantin.save(shape.rig(name), tmp_path / f"shape{suffix}")
    assert pantin.check(tmp_path / f"shape{suffix}").findings == ()
    topology = pantin.load(tmp_path / f"shape{suffix}").rig.meshes[0].surfaces[0].topology
    again = (len(shape.vertices), len(topology.edges), *map(len, topology.cells))
    assert again == shape.counts()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("frob", r"unknown shape 'frob' \(shapes: cube-N, .*16-cell, .*\)"),
        ("cubes", "unknown shape 'cubes'"),
        ("tours", "unknown shape 'tours'; did you mean 'torus'. "),
        ("cube--4", "unknown shape"),
        ("cube-4-4", "unknown shape"),
        ("cube-1", "shapes have 2 to 8 dimensions, not 1"),
        ("ball-9", "shapes have 2 to 8 dimensions, not 9"),
        ("duoprism-2-5", "a polygon must have 3 to 100 sides, not 2"),
        ("duoprism-3-101", "a polygon must have 3 to 100 sides, not 101"),
    ],
)
def test_other_names_are_refused(name, words):
    with pytest.raises(ValueError, match=words):
        by_name(name)


@pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf")])
@pytest.mark.parametrize("name", ["cube-4", "ball-3", "cylinder", "torus", "klein-bottle"])
def test_other_sizes_are_refused(name, size):
    with pytest.raises(ValueError, match="size must be a finite number larger than 0"):
        by_name(name, size)


def test_segments_are_a_multiple_of_four():
    for make in (pantin.shapes.spherinder, lambda segments: pantin.shapes.ball(4, segments=segments)):
        with pytest.raises(ValueError, match="segments must be a multiple of 4, not 6"):
            make(segments=6)


@pytest.mark.parametrize("size", [1e-300, 2.0**-200, 2.0**200, 1e300])
@pytest.mark.parametrize("name", ["cube-3", "ball-3", "tesseract", "ball-4", "simplex-8"])
def test_windings_and_normals_do_not_depend_on_the_size(name, size):
    """Also where products of coordinates are too large or too small for a double."""
    expected, found = by_name(name).topology(), by_name(name, size).topology()
    assert np.array_equal(found.simplexes, expected.simplexes)
    assert found.cells == expected.cells
    for given, wanted in zip(found.normals, expected.normals, strict=True):
        assert np.allclose(given.values, wanted.values, atol=1e-12)


@pytest.mark.parametrize(
    ("dimension", "segments", "count"), [(8, 64, "68,719,476,736"), (4, 2000, "2,000,000,000")]
)
def test_balls_too_fine_are_refused(dimension, segments, count):
    """2ᴺ facets, each with pᴺ⁻¹ simplexes for p edges along its own."""
    with pytest.raises(ValueError, match=f"{segments} segments make {count} simplexes; the limit is"):
        pantin.shapes.ball(dimension, segments=segments)
