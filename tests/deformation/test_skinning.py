"""Surfaces put in place through one map or through a palette."""

import math

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.deformation.skinning import normal_matrices, normalize_rows, restore_lost
from pantin.rig import Influences, Instance, Mesh, Node, Skin, Surface, build

SQUARE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]
UP = [[0.0, 0.0, 1.0]] * 4


def turn_z(angle):
    return [0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2)]


def square(nodes, **surface):
    body = Surface(np.array(SQUARE, np.float32), indices=[0, 1, 2, 0, 2, 3], **surface)
    return build(nodes=nodes, meshes=[Mesh((body,))], instances=[Instance(0, 0)])


def test_an_unskinned_mesh_goes_through_its_node_and_the_nodes_above():
    rig = build(
        nodes=[Node(parent=1, translation=[1, 0, 0]), Node(rotation=turn_z(math.pi / 2))],
        meshes=[Mesh((Surface(SQUARE, normals=UP),))],
        instances=[Instance(0, 0)],
    )
    posed = deform(rig, rig.rest_pose())[0]
    np.testing.assert_allclose(posed.positions, [[0, 1, 0], [0, 2, 0], [-1, 2, 0], [-1, 1, 0]], atol=1e-15)
    assert posed.normals.tolist() == UP


def test_normals_turn_by_the_inverse_transpose():
    """A plane x + z = 0 stretched twice along x is x / 2 + z = 0: its normal is (1, 0, 2) / √5."""
    rig = square([Node(scale=[2, 1, 1])], normals=np.array([[1, 0, 1]] * 4, np.float32))
    expected = np.array([1, 0, 2]) / math.sqrt(5)
    np.testing.assert_allclose(deform(rig, rig.rest_pose())[0].normals, [expected] * 4, atol=1e-7)


@pytest.mark.parametrize("scale", [[0, 0, 0], [1, 0, 1], [1, 1, 0], [0, 0, 1]])
@pytest.mark.parametrize("skinned", [False, True])
def test_zero_scale_gives_finite_unit_normals(scale, skinned):
    influences = Influences([0, 1, 2, 3, 4], [0] * 4, [1.0] * 4)
    tangents = np.array([[1, 0, 0, 1]] * 4, np.float32)
    body = Surface(np.array(SQUARE, np.float32), np.array(UP, np.float32), tangents, influences=influences)
    rig = build(
        nodes=[Node(scale=scale)],
        meshes=[Mesh((body,))],
        skins=[Skin([0])],
        instances=[Instance(0, 0, skin=0 if skinned else None)],
    )
    posed = deform(rig, rig.rest_pose())
    assert np.isfinite(posed[0].positions).all()
    np.testing.assert_allclose(np.linalg.norm(posed[0].normals, axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(posed[0].tangents[:, :3], axis=1), 1, atol=1e-6)
    if scale == [0, 0, 0]:
        assert posed.degenerate.normals == 4
        assert posed.degenerate.tangents == 4


def test_a_flattened_surface_keeps_the_normal_of_its_plane():
    rig = square([Node(scale=[1, 1, 0])], normals=np.array(UP, np.float32))
    posed = deform(rig, rig.rest_pose())
    np.testing.assert_allclose(np.abs(posed[0].normals), UP, atol=1e-7)
    assert not posed.degenerate


def two_joints(solver):
    """A vertex at x = 1 halfway between a joint at rest and one turned by 90°."""
    influences = Influences([0, 2], [0, 1], [0.5, 0.5])
    body = Surface([[1.0, 0.0, 0.0]], [[1.0, 0.0, 0.0]], influences=influences, mode="points")
    return build(
        nodes=[Node(), Node(rotation=turn_z(math.pi / 2)), Node()],
        meshes=[Mesh((body,))],
        skins=[Skin([0, 1], solver=solver)],
        instances=[Instance(2, 0, skin=0)],
    )


def test_linear_blending_takes_the_chord_and_dual_quaternions_the_arc():
    """Halfway between 0° and 90° the chord's middle is (½, ½), the arc's (√½, √½)."""
    middle = math.sqrt(0.5)
    linear, dual = two_joints("linear"), two_joints("dqs")
    np.testing.assert_allclose(deform(linear, linear.rest_pose())[0].positions, [[0.5, 0.5, 0]], atol=1e-15)
    posed = deform(dual, dual.rest_pose())[0]
    np.testing.assert_allclose(posed.positions, [[middle, middle, 0]], atol=1e-15)
    np.testing.assert_allclose(posed.normals, [[middle, middle, 0]], atol=1e-15)


def test_the_caller_s_solver_stands_before_the_skin_s():
    rig = two_joints("dqs")
    np.testing.assert_allclose(
        deform(rig, rig.rest_pose(), solver="linear")[0].positions, [[0.5, 0.5, 0]], atol=1e-15
    )


def test_stored_normals_of_no_length_are_counted():
    rig = square([Node()], normals=np.zeros((4, 3), np.float32))
    posed = deform(rig, rig.rest_pose())
    assert posed.degenerate.normals == 4
    assert np.isfinite(posed[0].normals).all()


def test_a_triangle_without_area_is_counted():
    body = Surface(np.zeros((3, 3)))
    rig = build(nodes=[Node()], meshes=[Mesh((body,))], instances=[Instance(0, 0)])
    posed = deform(rig, rig.rest_pose())
    assert posed.degenerate.normals == 3
    np.testing.assert_allclose(np.linalg.norm(posed[0].normals, axis=1), 1)


@pytest.mark.parametrize("dimension", [2, 3, 4, 5, 8])
def test_normal_maps_are_the_inverse_transpose_up_to_a_positive_factor(dimension):
    draw = np.random.default_rng(dimension)
    for _ in range(20):
        linear = np.eye(dimension) + 0.3 * draw.normal(size=(dimension, dimension))
        linear[:, 0] *= draw.choice([-1, 1])
        exact = np.linalg.inv(linear).T
        result = normal_matrices(linear)
        np.testing.assert_allclose(
            result / np.linalg.norm(result),
            exact / np.linalg.norm(exact),
            atol=1e-12 * np.linalg.cond(linear),
        )


def test_a_map_of_no_rank_has_a_normal_map_of_zeros_and_not_of_nan():
    assert normal_matrices(np.zeros((3, 3))).tolist() == np.zeros((3, 3)).tolist()


def test_vectors_without_length_take_what_was_there_before():
    vectors = np.array([[3.0, 4.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [np.inf, 0.0, 0.0]])
    before = np.array([[1.0, 0, 0], [0, 2.0, 0], [0, 0, 0], [0, 1.0, 0]])
    assert normalize_rows(vectors, before) == 3
    assert vectors.tolist() == [[0.6, 0.8, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]]


def test_zero_vectors_are_restored_and_others_with_a_first_zero_are_not():
    vectors = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    assert restore_lost(vectors, np.array([[1.0, 0, 0], [1.0, 0, 0]])) == 1
    assert vectors.tolist() == [[0, 1, 0], [1, 0, 0]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("at", [0, 511, 512, 1500, 2099])
def test_one_lost_vector_among_many_is_found(dtype, at):
    vectors = np.random.default_rng(at).normal(size=(2, 1050, 3)).astype(dtype)
    vectors /= np.linalg.norm(vectors, axis=-1)[..., None]
    assert restore_lost(vectors, vectors[0].copy()) == 0
    vectors.reshape(-1, 3)[at] = 0
    assert restore_lost(vectors, np.ones((1050, 3), dtype)) == 1
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=-1), 1, atol=1e-6)
