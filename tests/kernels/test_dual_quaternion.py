"""Dual quaternion skinning: hand-made cases for all engines, degenerate input and refusals."""

from __future__ import annotations

import numpy as np
import pytest
from rig_arrays import surface

from pantin.kernels.dual_quaternion import dual_quaternion_blend, split
from pantin.kernels.influences import bind, bind_padded
from pantin.maths import affine, quaternion

EPS = np.finfo(np.float64).eps
# a rotation, a dual part and a normalisation: a few dozen roundings of numbers below 8
ROUNDED = 64 * 8 * EPS


@pytest.fixture(params=["numpy_only", "compiled", "fused"], autouse=True)
def engine(request):
    request.getfixturevalue(request.param)


def turns(*angles: float) -> np.ndarray:
    q = quaternion.from_axis_angle([0, 0, 1], np.array(angles))
    return affine.compose(np.zeros(3), q, np.ones(3))[None]


def test_a_half_turn_blended_halfway_keeps_the_distance_to_the_axis():
    """The candy wrapper: linear blending would put the vertex onto the axis."""
    bound = bind([0, 2], [0, 1], [0.5, 0.5], 2, dtype=np.float64)
    result = dual_quaternion_blend(
        bound, turns(0, np.pi - 1e-9), np.array([[1.0, 0, 2]]), np.array([[1.0, 0, 0]])
    )
    np.testing.assert_allclose(result.positions[0, 0], [0, 1, 2], atol=1e-9)
    np.testing.assert_allclose(result.normals[0, 0], [0, 1, 0], atol=1e-9)


def test_one_influence_gives_exactly_its_map_with_shear_and_mirror():
    s = surface(50, 1)
    palette = s.palette.copy()
    palette[:, ::2, 0, :3] *= -1
    palette[:, :, 0, 1] += 0.3
    bound = bind(*s[:3], 20, dtype=np.float64)
    result = dual_quaternion_blend(bound, palette, s.positions, s.normals)
    maps = palette[:, s.joint]
    np.testing.assert_allclose(result.positions, affine.apply(maps, s.positions), atol=ROUNDED)
    expected = np.einsum("fvji,vj->fvi", np.linalg.inv(maps[..., :3]), s.normals)
    expected /= np.linalg.norm(expected, axis=-1, keepdims=True)
    np.testing.assert_allclose(result.normals, expected, atol=ROUNDED)


def test_joints_are_turned_into_the_hemisphere_of_the_largest_weight():
    """350° is -10°: blended with 10° it gives 0°, not a half turn."""
    bound = bind([0, 2], [0, 1], [0.5, 0.5], 2, dtype=np.float64)
    result = dual_quaternion_blend(bound, turns(np.radians(10), np.radians(350)), np.array([[1.0, 0, 0]]))
    np.testing.assert_allclose(result.positions[0, 0], [1, 0, 0], atol=ROUNDED)


@pytest.mark.parametrize("mirror", [(-1, 1, 1), (2, -2, 2), (-3, -3, -3)])
def test_a_mirror_of_all_joints_mirrors_the_result(mirror):
    """Alike in all directions but for its sign, it passes the sums and the normalisation."""
    s = surface(200, 4)
    bound = bind(*s[:3], 20, dtype=np.float64)
    above = np.diag(np.array(mirror, float))
    expected = dual_quaternion_blend(bound, s.palette, s.positions).positions @ above
    result = dual_quaternion_blend(bound, above @ s.palette, s.positions)
    np.testing.assert_allclose(result.positions, expected, atol=8 * ROUNDED)


def test_scales_are_blended_linearly_and_weights_need_not_sum_to_one():
    palette = np.stack([2 * np.eye(3, 4), 4 * np.eye(3, 4)])[None]
    bound = bind([0, 2], [0, 1], [1.0, 1.0], 2, dtype=np.float64)
    result = dual_quaternion_blend(bound, palette, np.array([[1.0, 2, 3]]))
    np.testing.assert_allclose(result.positions[0, 0], [3, 6, 9], atol=ROUNDED)


@pytest.mark.parametrize("weights", [[], [0.0, 0.0], [0.5, -0.5]])
def test_a_vertex_whose_weights_cancel_keeps_its_place(weights):
    bound = bind([0, len(weights)], np.zeros(len(weights), int), weights, 1, dtype=np.float64)
    result = dual_quaternion_blend(bound, turns(1.0), np.array([[1.0, 2, 3]]), np.array([[0.0, 0, 1]]))
    np.testing.assert_allclose(result.positions[0, 0], [1, 2, 3])
    np.testing.assert_allclose(result.normals[0, 0], [0, 0, 1])


def test_a_singular_palette_gives_finite_output():
    bound = bind([0, 1], [0], [1.0], 1)
    result = dual_quaternion_blend(
        bound, np.zeros((1, 1, 3, 4)), np.ones((1, 3)), np.ones((1, 3)), np.ones((1, 4))
    )
    assert all(np.isfinite(a).all() for a in result)
    assert result.normals[0, 0].tolist() == [0, 0, 0]


@pytest.mark.parametrize("most", [4, 9])
def test_the_hand_of_a_tangent_turns_where_its_own_map_mirrors(most):
    palette = np.stack([np.eye(3, 4), np.diag([1.0, 1, -1, 0])[:3]])[None]
    joint, weight = np.zeros((2, most), int), np.zeros((2, most))
    joint[:, 1], weight[:, 0], weight[:, 1] = 1, [1, 0], [0, 1]
    sides = np.tile([1.0, 0, 0, -1], (2, 1))
    result = dual_quaternion_blend(bind_padded(joint, weight, 2), palette, np.zeros((2, 3)), None, sides)
    assert result.tangents[0].tolist() == [[1, 0, 0, -1], [1, 0, 0, 1]]


def test_split_parts_multiply_to_the_palette():
    palette = surface(1, 1).palette
    motion, stretch = split(palette)
    np.testing.assert_allclose(
        quaternion.to_matrix(motion[..., :4]) @ stretch, palette[..., :3], atol=ROUNDED
    )


def test_other_dimensions_are_refused():
    with pytest.raises(ValueError, match="exist in 3 dimensions, not in 4"):
        dual_quaternion_blend(
            bind([0, 1], [0], [1], 1, dimension=4), np.zeros((1, 1, 4, 5)), np.zeros((1, 4))
        )
