from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.raster import NO_FACE, ScreenTriangles, find_visible


@pytest.fixture(autouse=True)
def numpy_only(monkeypatch):
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")


def shapes(points, faces, cull=False):
    x, y, near = np.array(points, float).T
    return ScreenTriangles(x.copy(), y.copy(), near.copy(), np.array(faces), np.full(len(faces), cull))


def all_faces(one):
    return np.arange(len(one.faces))


# With y down, this order is counter-clockwise as seen with y up.
FRONT = shapes([(1, 1, 1), (1, 9, 1), (9, 1, 1)], [(0, 1, 2)])


def test_samples_inside_a_triangle_show_it_and_no_others_do():
    seen = find_visible(FRONT, all_faces(FRONT), 0, (10, 10)).face
    j, i = np.mgrid[:10, :10]
    x, y = i + 0.5, j + 0.5
    assert ((seen == 0) == ((x >= 1) & (y >= 1) & (x + y <= 10))).all()


def test_two_triangles_of_a_square_leave_no_gap_between():
    square = shapes([(2, 2, 1), (2, 8, 1), (8, 8, 1), (8, 2, 1)], [(0, 1, 2), (0, 2, 3)])
    assert (find_visible(square, all_faces(square), 0, (10, 10)).face >= 0).sum() == 36


def test_the_nearer_face_wins_whatever_the_order():
    two = shapes(
        [(0, 0, 1), (0, 20, 1), (20, 0, 1), (0, 0, 2), (0, 20, 2), (20, 0, 2)], [(0, 1, 2), (3, 4, 5)]
    )
    assert (find_visible(two, np.array([0, 1]), 0, (5, 5)).face == 1).all()
    assert (find_visible(two, np.array([1, 0]), 0, (5, 5)).face == 1).all()


def test_of_equally_near_faces_the_first_is_seen():
    same = shapes([(0, 0, 1), (0, 20, 1), (20, 0, 1)], [(0, 1, 2), (0, 1, 2)])
    assert (find_visible(same, all_faces(same), 0, (5, 5)).face == 0).all()


def test_one_over_distance_is_linear_on_the_screen():
    slope = shapes([(0, 0, 1), (0, 10, 1), (10, 0, 3)], [(0, 1, 2)])
    near = find_visible(slope, all_faces(slope), 0, (10, 10)).near
    assert near[0, :4] == pytest.approx(1 + 0.2 * (np.arange(4) + 0.5))


def test_a_single_sided_face_is_not_there_from_behind():
    back = shapes([(1, 1, 1), (9, 1, 1), (1, 9, 1)], [(0, 1, 2)], cull=True)
    front = shapes([(1, 1, 1), (1, 9, 1), (9, 1, 1)], [(0, 1, 2)], cull=True)
    assert (find_visible(back, all_faces(back), 0, (10, 10)).face == NO_FACE).all()
    assert (find_visible(front, all_faces(front), 0, (10, 10)).face == 0).any()


def test_bands_put_together_are_the_whole_picture():
    random = np.random.default_rng(3)
    points = random.uniform(-5, 35, (60, 2)), random.uniform(0.1, 1, (60, 1))
    many = shapes(np.hstack(points), np.arange(60).reshape(-1, 3))
    whole = find_visible(many, all_faces(many), 0, (30, 30))
    bands = [find_visible(many, all_faces(many), top, (10, 30)) for top in (0, 10, 20)]
    assert np.array_equal(whole.face, np.vstack([band.face for band in bands]))
    assert np.array_equal(whole.near, np.vstack([band.near for band in bands]))


def test_what_lies_beyond_and_before_can_be_asked_for():
    three = shapes(
        [(0, 0, n) for n in (1, 2, 3)] + [(0, 20, n) for n in (1, 2, 3)] + [(20, 0, n) for n in (1, 2, 3)],
        [(0, 3, 6), (1, 4, 7), (2, 5, 8)],
    )
    shape = (4, 4)
    first = find_visible(three, all_faces(three), 0, shape)
    second = find_visible(three, all_faces(three), 0, shape, beyond=first.near)
    assert (first.face == 2).all()
    assert (second.face == 1).all()
    none = find_visible(three, all_faces(three), 0, shape, beyond=second.near, floor=np.full(shape, 1.5))
    assert (none.face == NO_FACE).all()
    assert (none.near == 0).all()


@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf, 1e300])
def test_numbers_that_are_no_places_show_nothing_or_a_face(broken):
    with np.errstate(all="ignore"):
        odd = shapes([(broken, 1, 1), (1, 9, 1), (9, 1, 1)], [(0, 1, 2)])
        seen = find_visible(odd, all_faces(odd), 0, (10, 10))
    assert set(np.unique(seen.face)) <= {NO_FACE, 0}


def test_triangles_without_area_show_nothing():
    line = shapes([(1, 1, 1), (5, 5, 1), (9, 9, 1)], [(0, 1, 2)])
    assert (find_visible(line, all_faces(line), 0, (10, 10)).face == NO_FACE).all()
