"""Polygons become triangles that cover them: the areas of the triangles, all with the winding of the polygon,
sum to its own by the shoelace formula."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.formats.geometry.obj_reading import read_obj
from pantin.rig import polygons
from pantin.rig.polygons import split_polygons

TURN = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))[0]
ARROW = [(0, 0), (2, -1), (0.5, 0), (2, 1)]
COMB = [*((x, 5 - 5 * (x % 2)) for x in range(21)), (20, -1), (0, -1)][::-1]
SPIRAL = [(0, 0), (5, 0), (5, 5), (1, 5), (1, 2), (3, 2), (3, 3), (2, 3), (2, 4), (4, 4), (4, 1), (0, 1)]


def star(seed, corners=30):
    random = np.random.default_rng(seed)
    angles = (np.arange(corners) + random.uniform(-0.4, 0.4, corners)) * 2 * np.pi / corners
    return random.uniform(0.1, 1, corners)[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)


@pytest.mark.parametrize(
    "outline",
    [ARROW, ARROW[1:] + ARROW[:1], ARROW[::-1], COMB, SPIRAL, *(star(seed) for seed in range(5))],
    ids=["arrow", "arrow rotated", "arrow reversed", "comb", "spiral", *map(str, range(5))],
)
def test_triangles_cover_a_polygon(outline):
    flat = np.array(outline, float)
    points = np.c_[flat, np.zeros(len(flat))] @ TURN.T + (3, 1, 2)
    triangles, polygons = split_polygons(points, np.array([len(flat)]), np.arange(len(flat)))
    assert polygons.tolist() == [0] * (len(flat) - 2)
    following = np.roll(flat, -1, axis=0)
    whole = (flat[:, 0] * following[:, 1] - flat[:, 1] * following[:, 0]).sum()
    one, other = (flat[triangles[:, corner]] - flat[triangles[:, 0]] for corner in (1, 2))
    areas = (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) * np.sign(whole)
    assert areas.min() >= -1e-12
    assert areas.sum() == pytest.approx(abs(whole), rel=1e-12)


def test_convex_polygons_are_fans_around_the_first_corner():
    square = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)])
    triangles, polygons = split_polygons(square, np.array([4, 3, 2]), np.array([3, 2, 1, 0, 0, 1, 2, 0, 1]))
    assert triangles.tolist() == [[0, 1, 2], [0, 2, 3], [4, 5, 6]]
    assert polygons.tolist() == [0, 0, 1]


def test_polygons_without_area_or_that_cross_themselves_still_give_triangles():
    for outline in (np.zeros((5, 3)), np.array([(0, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 0), (2, 0.3, 0)])):
        triangles, _ = split_polygons(outline, np.array([5]), np.arange(5))
        assert triangles.shape == (3, 3)
        assert set(triangles.ravel()) == set(range(5))


@pytest.mark.parametrize("simple", [True, False], ids=["simple", "crosses itself"])
def test_the_work_for_a_polygon_has_a_bound(monkeypatch, simple):
    """Each corner was compared with all others before: 25,000 corners took minutes."""
    made, plain = [], polygons._Reflex.__init__

    def note(self, *arguments):
        plain(self, *arguments)
        made.append(self)

    monkeypatch.setattr(polygons._Reflex, "__init__", note)
    outline = star(1, 4000) if simple else np.random.default_rng(1).normal(size=(4000, 2))
    split_polygons(np.c_[outline, np.zeros(4000)], np.array([4000]), np.arange(4000))
    assert made[0].work / 4000 < (150 if simple else polygons.MOST_WORK + 1)


def test_polygons_of_obj_files_and_of_the_builder_may_be_concave():
    outline = ARROW[1:] + ARROW[:1]  # its second corner is the reflex one
    rows = [f"v {x} {y} 0" for x, y in outline]
    read = read_obj("\n".join([*rows, "f 1 2 3 4", ""]).encode()).faces
    builder = pantin.rig.RigBuilder()
    builder.add_mesh("arrow", [(x, y, 0) for x, y in outline], [(0, 1, 2, 3)], triangulate=True)
    built = builder.build().meshes[0].surfaces[0].triangles
    for triangles in (read, built):
        assert sorted(map(sorted, triangles.tolist())) == [[0, 1, 3], [1, 2, 3]]
