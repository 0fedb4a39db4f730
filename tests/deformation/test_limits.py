"""A mesh on many nodes is posed once for each, which a file may ask for in a few bytes."""

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Budget, Limits
from pantin.deformation.limits import check_vertex_limit, measure_posed
from pantin.rig import Instance, Mesh, Node, Scene, Surface, build

TRIANGLE = np.eye(3, dtype=np.float32)


def crowd(count, positions=TRIANGLE, **given):
    meshes, instances = [Mesh((Surface(positions),))], [Instance(index, 0) for index in range(count)]
    return build(nodes=[Node()] * count, meshes=meshes, instances=instances, **given)


def test_a_mesh_counts_on_each_node_that_shows_it():
    assert measure_posed(crowd(5)) == 5 * measure_posed(crowd(1)) > 0
    assert measure_posed(crowd(5, scenes=[Scene((0, 1))], default_scene=0)) == 2 * measure_posed(crowd(1))


def test_corners_count_beside_vertices():
    """Eight triangles of three vertices; without normals each corner becomes a vertex."""
    indices, normals = np.tile(np.arange(3), 8), np.eye(3)
    smooth, flat = (
        build(nodes=[Node()], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
        for surface in (Surface(TRIANGLE, normals, indices=indices), Surface(TRIANGLE, indices=indices))
    )
    assert measure_posed(crowd(1)) < measure_posed(smooth) < measure_posed(flat)


def test_whatever_a_file_stores_is_posed():
    """Twelve bytes a vertex, and two an index."""
    stored = 3 * 12 + 24 * 2
    surface = Surface(TRIANGLE, indices=np.tile(np.arange(3), 8))
    rig = build(nodes=[Node()], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
    check_vertex_limit(rig, Budget(Limits(decoded_bytes=1), stored))
    with pytest.raises(LimitExceeded, match="decoded_bytes"):
        check_vertex_limit(rig, Budget(Limits(decoded_bytes=measure_posed(rig) - 1), 0))
    check_vertex_limit(rig, Budget(Limits(decoded_bytes=measure_posed(rig)), 0))


def test_a_rig_without_a_file_stores_what_its_arrays_have_in_memory():
    """An accessor without a buffer view is as many zeros as it states (glTF 2.0 §3.6.2.3): nothing stored."""
    zeros = np.broadcast_to(np.zeros(3, np.float32), (1 << 20, 3))
    check_vertex_limit(crowd(3, zeros))
    with pytest.raises(LimitExceeded):
        check_vertex_limit(crowd(5, zeros))
    check_vertex_limit(crowd(1, np.zeros((5 << 20, 3), np.float32)))
    with pytest.raises(LimitExceeded):
        check_vertex_limit(crowd(20, np.zeros((5 << 20, 3), np.float32)))
