"""A mesh on many nodes is posed once for each, which a file may ask for in a few bytes."""

import numpy as np
import pytest

from pantin.deformation.limits import check_vertex_limit, count_repeated_vertices
from pantin.errors import LimitExceeded
from pantin.limits import Limits
from pantin.rig import Instance, Mesh, Node, Scene, Surface, build

TRIANGLE = np.eye(3, dtype=np.float32)


def crowd(count, positions=TRIANGLE, **given):
    meshes, instances = [Mesh((Surface(positions),))], [Instance(index, 0) for index in range(count)]
    return build(nodes=[Node()] * count, meshes=meshes, instances=instances, **given)


def test_what_is_stored_and_shown_once_is_not_repeated():
    assert count_repeated_vertices(crowd(1)) == 0
    assert count_repeated_vertices(crowd(5)) == 12


def test_only_what_the_default_scene_shows_counts():
    assert count_repeated_vertices(crowd(5, scenes=[Scene((0, 1))], default_scene=0)) == 3


def test_meshes_over_the_same_numbers_repeat_them():
    meshes = [Mesh((Surface(TRIANGLE), Surface(TRIANGLE)))] * 2
    rig = build(nodes=[Node()] * 2, meshes=meshes, instances=[Instance(0, 0), Instance(1, 1)])
    assert count_repeated_vertices(rig) == 9


def test_numbers_that_are_said_but_not_stored_are_repeated():
    """An accessor without a buffer view stands for as many zeros as it says (glTF 2.0 §5.1.1)."""
    zeros = np.broadcast_to(np.zeros(3, np.float32), (1000, 3))
    assert count_repeated_vertices(crowd(1, zeros)) == 1000


def test_more_than_the_limit_is_refused():
    check_vertex_limit(crowd(5), Limits(vertices=12))
    with pytest.raises(LimitExceeded, match=r"repeat 12 vertices.*limit vertices"):
        check_vertex_limit(crowd(5), Limits(vertices=11))
