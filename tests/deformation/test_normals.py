"""Normals under maps, out of triangles, and when they vanish."""

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.deformation.normals import make_unit, normal_maps, restore
from pantin.rig import Instance, Mesh, Node, Surface, build

SQUARE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]


def square(nodes, **surface):
    body = Surface(np.array(SQUARE, np.float32), indices=[0, 1, 2, 0, 2, 3], **surface)
    return build(nodes=nodes, meshes=[Mesh((body,))], instances=[Instance(0, 0)])


def test_stored_normals_of_no_length_are_counted():
    rig = square([Node()], normals=np.zeros((4, 3), np.float32))
    posed = deform(rig, rig.rest_pose())
    assert posed.guarded.normals == 4
    assert np.isfinite(posed[0].normals).all()


def test_a_triangle_without_area_is_counted():
    body = Surface(np.zeros((3, 3)))
    rig = build(nodes=[Node()], meshes=[Mesh((body,))], instances=[Instance(0, 0)])
    posed = deform(rig, rig.rest_pose())
    assert posed.guarded.normals == 3
    np.testing.assert_allclose(np.linalg.norm(posed[0].normals, axis=1), 1)


@pytest.mark.parametrize("dimension", [2, 3, 4, 5, 8])
def test_normal_maps_are_the_inverse_transpose_up_to_a_positive_factor(dimension):
    draw = np.random.default_rng(dimension)
    for _ in range(20):
        linear = np.eye(dimension) + 0.3 * draw.normal(size=(dimension, dimension))
        linear[:, 0] *= draw.choice([-1, 1])
        exact = np.linalg.inv(linear).T
        found = normal_maps(linear)
        np.testing.assert_allclose(
            found / np.linalg.norm(found), exact / np.linalg.norm(exact), atol=1e-12 * np.linalg.cond(linear)
        )


def test_a_map_of_no_rank_has_a_normal_map_of_zeros_and_not_of_nan():
    assert normal_maps(np.zeros((3, 3))).tolist() == np.zeros((3, 3)).tolist()


def test_vectors_without_length_take_what_was_there_before():
    vectors = np.array([[3.0, 4.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [np.inf, 0.0, 0.0]])
    before = np.array([[1.0, 0, 0], [0, 2.0, 0], [0, 0, 0], [0, 1.0, 0]])
    assert make_unit(vectors, before) == 3
    assert vectors.tolist() == [[0.6, 0.8, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]]


def test_zero_vectors_are_restored_and_others_with_a_first_zero_are_not():
    vectors = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    assert restore(vectors, np.array([[1.0, 0, 0], [1.0, 0, 0]])) == 1
    assert vectors.tolist() == [[0, 1, 0], [1, 0, 0]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("at", [0, 511, 512, 1500, 2099])
def test_one_lost_vector_among_many_is_found(dtype, at):
    vectors = np.random.default_rng(at).normal(size=(2, 1050, 3)).astype(dtype)
    vectors /= np.linalg.norm(vectors, axis=-1)[..., None]
    assert restore(vectors, vectors[0].copy()) == 0
    vectors.reshape(-1, 3)[at] = 0
    assert restore(vectors, np.ones((1050, 3), dtype)) == 1
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=-1), 1, atol=1e-6)
