"""Cells cut into simplexes."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.rig import Surface
from pantin.rig.topology import Topology
from pantin.rig.triangulation import boundary, face_loop, facet_simplexes, orient_outward

CUBE = np.array(list(product((0.0, 1.0), repeat=3)))
SIDES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def cube():
    """A cube by its faces alone, each a list of edges."""
    pairs = {tuple(sorted((face[at - 1], face[at]))) for face in SIDES for at in range(4)}
    edges = sorted(pairs)
    faces = tuple(
        tuple(edges.index(tuple(sorted((face[at], face[(at + 1) % 4])))) for at in range(4)) for face in SIDES
    )
    return Surface(CUBE, mode="points", topology=Topology(edges=np.array(edges), cells=(faces,)))


def volume(points, simplexes):
    return np.linalg.det(points[simplexes]).sum() / 6


def test_the_boundary_of_a_cube_by_its_faces():
    found = boundary(cube())
    assert found.shape == (12, 3)
    assert np.isclose(volume(CUBE, found), 1.0)


def test_simplexes_of_its_own_come_first():
    own = np.array([[0, 1, 2]])
    surface = replace(cube(), topology=replace(cube().topology, simplexes=own))
    assert boundary(surface).tolist() == own.tolist()


@pytest.mark.parametrize(
    "topology", [None, Topology(), Topology(edges=np.array([[0, 1], [1, 2]]), cells=(((0, 1),),))]
)
def test_without_cells_that_close_there_is_none(topology):
    assert boundary(Surface(CUBE, mode="points", topology=topology)) is None


def test_a_loop_follows_its_edges():
    assert face_loop([[1, 0], [1, 2], [3, 2], [3, 0]]) == [0, 1, 2, 3]
    assert face_loop([[0, 1], [2, 3], [1, 2]]) is None
    assert face_loop([[0, 1], [1, 0]]) is None


def test_neighbours_cut_a_shared_side_alike():
    """Two cubes side by side, as cells: the square between them is cut along one diagonal."""
    faces = [*SIDES, [4, 6, 10, 8], [5, 9, 11, 7], [4, 8, 9, 5], [6, 7, 11, 10], [8, 10, 11, 9]]
    pieces, _ = facet_simplexes([faces, [[0, 1, 2, 3, 4, 5], [1, 6, 7, 8, 9, 10]]])
    square = {4, 5, 6, 7}
    shared = [
        tuple(sorted(square & set(piece))) for piece in pieces.tolist() if len(square & set(piece)) == 3
    ]
    assert sorted(shared) == sorted([*set(shared)] * 2)


def test_simplexes_that_are_no_facets_are_left_as_they_are():
    edges = np.array([[0, 1]])
    assert orient_outward(CUBE, edges) is edges
