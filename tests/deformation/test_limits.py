"""A mesh on many nodes is posed once for each, which a file may ask for in a few bytes."""

import numpy as np
import pytest

from pantin.deformation.limits import check_vertex_limit, count_shown_vertices
from pantin.errors import LimitExceeded
from pantin.limits import Budget, Limits
from pantin.rig import Instance, Mesh, Node, Scene, Surface, build

TRIANGLE = np.eye(3, dtype=np.float32)


def crowd(count, positions=TRIANGLE, **given):
    meshes, instances = [Mesh((Surface(positions),))], [Instance(index, 0) for index in range(count)]
    return build(nodes=[Node()] * count, meshes=meshes, instances=instances, **given)


def test_a_mesh_counts_on_each_node_that_shows_it():
    assert count_shown_vertices(crowd(5)) == 15
    assert count_shown_vertices(crowd(5, scenes=[Scene((0, 1))], default_scene=0)) == 6


def test_vertices_that_a_file_of_that_size_can_store_are_always_posed():
    """Twelve bytes a vertex: three floats."""
    check_vertex_limit(crowd(5), Budget(Limits(decoded_bytes=1), 15 * 12))
    with pytest.raises(LimitExceeded, match=r"15 vertices.*limit decoded_bytes"):
        check_vertex_limit(crowd(5), Budget(Limits(decoded_bytes=15 * 256 - 1), 15 * 12 - 1))
    check_vertex_limit(crowd(5), Budget(Limits(decoded_bytes=15 * 256), 0))


def test_a_rig_without_a_file_stores_what_its_arrays_have_in_memory():
    """An accessor without a buffer view is as many zeros as it states (glTF 2.0 §3.6.2.3): nothing stored."""
    million = np.broadcast_to(np.zeros(3, np.float32), (1 << 20, 3))
    check_vertex_limit(crowd(4, million))
    with pytest.raises(LimitExceeded):
        check_vertex_limit(crowd(5, million))
    check_vertex_limit(crowd(1, np.zeros((5 << 20, 3), np.float32)))
    with pytest.raises(LimitExceeded):
        check_vertex_limit(crowd(2, np.zeros((5 << 20, 3), np.float32)))
