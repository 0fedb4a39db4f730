"""Bound values in a pose."""

from __future__ import annotations

import numpy as np

from pantin.deformation.element_attributes import deform_elements, element_matrices, transform_normals
from pantin.rig import Deltas, Instance, Mesh, Node, Surface, build
from pantin.rig.surface import BlendShape
from pantin.rig.topology import ElementAttribute, Topology


def square(bound, targets=()):
    """Four corners of a square in 4D on one node that stretches x by 2."""
    surface = Surface(np.eye(4), mode="points", topology=Topology(normals=(bound,)), blend_shapes=targets)
    matrix = np.diag([2.0, 1, 1, 1]) @ np.eye(4, 5)
    return build(
        dimension=4, nodes=[Node(matrix=matrix)], meshes=[Mesh((surface,))], instances=[Instance(0, 0)]
    )


def test_normals_turn_by_the_inverse_transpose():
    slanted = np.array([[1.0, 1, 0, 0]]) / 2**0.5
    rig = square(ElementAttribute(slanted, np.zeros(1, int), np.arange(2), np.zeros(1, int)))
    (posed,) = deform_elements(rig, rig.rest_pose())
    assert np.allclose(posed.normals[0], np.array([[0.5, 1, 0, 0]]) / 1.25**0.5)
    assert posed.degenerate_normals == 0


def test_a_normal_that_vanishes_keeps_its_base_and_is_counted():
    away = Deltas(np.array([[0.0, -1, 0, 0]]), np.zeros(1, int))
    bound = ElementAttribute(
        np.array([[0.0, 1, 0, 0]]), np.zeros(1, int), np.arange(2), np.zeros(1, int), (away,)
    )
    rig = square(bound, (BlendShape(),))
    (posed,) = deform_elements(rig, rig.rest_pose().with_blend(0, [1.0]))
    assert posed.normals[0].tolist() == [[0, 1, 0, 0]]
    assert posed.degenerate_normals == 1


def test_an_element_takes_the_mean_of_its_vertices_maps():
    maps = np.stack([np.eye(2), 3 * np.eye(2), 5 * np.eye(2)])
    edge = ElementAttribute(np.eye(2), np.zeros(2, int), np.array([0, 2, 3]), np.array([0, 1, 2]))
    assert np.allclose(element_matrices(edge, maps), [2 * np.eye(2), 5 * np.eye(2)])


def test_where_a_map_flattens_space_the_normal_stays():
    flat = np.diag([1.0, 0.0])[None]
    turned, kept = transform_normals(np.array([[0.6, 0.8]]), np.array([[1.0, 0]]), np.zeros(1, int), flat)
    assert np.allclose(turned, [[0.6, 0.8]])
    assert kept == 1
