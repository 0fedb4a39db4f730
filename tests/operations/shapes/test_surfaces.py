"""Tori and Klein bottles: their topology by counting, their content by Pappus."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import pi

import numpy as np
import pytest

import pantin
from pantin.shapes import klein_bottle, torus


def sides(shape):
    """How often each side of a face is walked in each direction."""
    return Counter(side for face in shape.elements[0] for side in pairwise([*face, face[0]]))


@pytest.mark.parametrize("make", [torus, klein_bottle])
def test_every_edge_has_two_faces_and_the_euler_characteristic_is_0(make):
    shape = make(segments=12, sides=7)
    undirected = Counter(tuple(sorted(side)) for side in sides(shape).elements())
    assert set(undirected.values()) == {2}
    vertices, edges, faces, *_ = shape.counts()
    assert vertices - edges + faces == 0


def test_a_torus_has_two_sides_and_a_klein_bottle_one():
    """Faces of an orientable surface can be wound so that neighbours walk their edge in opposite ways. A walk
    over neighbours that has to contradict itself proves that there is no such winding."""
    assert set(sides(torus(segments=12, sides=7)).values()) == {1}
    assert not _is_orientable(klein_bottle(segments=12, sides=7))
    assert _is_orientable(torus(segments=12, sides=7))


def _is_orientable(shape) -> bool:
    owners: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for number, face in enumerate(shape.elements[0]):
        for a, b in pairwise([*face, face[0]]):
            owners.setdefault((min(a, b), max(a, b)), []).append((number, 1 if a < b else -1))
    beside: dict[int, list[tuple[int, int]]] = {}
    for (one, first), (two, second) in owners.values():
        beside.setdefault(one, []).append((two, -first * second))
        beside.setdefault(two, []).append((one, -first * second))
    signs, queue = {0: 1}, [0]
    while queue:
        face = queue.pop()
        for other, relation in beside[face]:
            if other not in signs:
                signs[other] = signs[face] * relation
                queue.append(other)
            elif signs[other] != signs[face] * relation:
                return False
    return True


def test_a_torus_fills_what_pappus_says():
    """A disc of radius r whose centre goes round at R: 2 π² R r²; here R = 2/3 and r = 1/3."""
    shape = torus(segments=96, sides=48)
    corners = shape.vertices[shape.simplexes()]
    filled = np.linalg.det(corners).sum() / 6
    assert 0.99 * 2 * pi**2 * 2 / 27 < filled < 2 * pi**2 * 2 / 27


@pytest.mark.parametrize("make", [torus, klein_bottle])
def test_size_is_the_distance_of_the_farthest_point(make):
    assert np.linalg.norm(make(2.5).vertices, axis=1).max() == pytest.approx(2.5)


def test_a_klein_bottle_does_not_meet_itself():
    """All vertices of a fine net are apart, as the immersion in three dimensions cannot have them."""
    points = klein_bottle(segments=40, sides=20).vertices
    apart = np.linalg.norm(points[:, None] - points[None], axis=-1) + np.eye(len(points))
    assert apart.min() > 0.05
    flat = points[:, :3]
    shadow = np.linalg.norm(flat[:, None] - flat[None], axis=-1) + np.eye(len(points))
    assert shadow.min() < 1e-9


def test_a_file_of_a_klein_bottle_has_its_edges(tmp_path):
    shape = klein_bottle()
    pantin.save(shape.rig("bottle"), tmp_path / "bottle.g4b")
    assert pantin.check(tmp_path / "bottle.g4b").findings == ()
    topology = pantin.load(tmp_path / "bottle.g4b").rig.meshes[0].surfaces[0].topology
    assert len(topology.edges) == shape.counts()[1]


def test_few_segments_are_refused():
    with pytest.raises(ValueError, match="at least 3"):
        torus(segments=2)
