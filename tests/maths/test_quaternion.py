"""Facts about quaternions xyzw."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.maths import quaternion as q

EPS = np.finfo(np.float64).eps
# a product of two unit quaternions rounds four products and three sums in every part
FEW = 16 * EPS
HALF = np.sqrt(0.5)


def random_units(count: int, seed: int = 0) -> np.ndarray:
    return q.normalize(np.random.default_rng(seed).standard_normal((count, 4)))


def test_i_times_j_is_k():
    assert q.product([1, 0, 0, 0], [0, 1, 0, 0]).tolist() == [0, 0, 1, 0]


def test_conjugate_undoes_a_unit_quaternion():
    units = random_units(100)
    np.testing.assert_allclose(q.product(units, q.conjugate(units)), np.tile(q.IDENTITY, (100, 1)), atol=FEW)


def test_matrix_of_a_quarter_turn_about_z_sends_x_to_y():
    matrix = q.to_matrix([0, 0, HALF, HALF])
    np.testing.assert_allclose(matrix @ [1, 0, 0], [0, 1, 0], atol=FEW)


def test_rotate_agrees_with_the_matrix():
    units, vectors = random_units(50), np.random.default_rng(1).standard_normal((50, 3))
    np.testing.assert_allclose(
        q.rotate(units, vectors), np.einsum("vij,vj->vi", q.to_matrix(units), vectors), atol=64 * EPS
    )


def test_matrices_give_their_quaternion_back_up_to_sign():
    units = np.concatenate([random_units(200), np.eye(4)])  # the half turns have trace -1
    again = q.from_matrix(q.to_matrix(units))
    assert (again[:, 3] >= 0).all()
    np.testing.assert_allclose(np.abs(np.einsum("vi,vi->v", units, again)), 1, atol=FEW)


@pytest.mark.parametrize("bad", [[0, 0, 0, 0], [np.inf, 0, 0, 0], [np.nan, 1, 0, 0]])
def test_normalizing_what_has_no_direction_gives_the_identity(bad):
    assert q.normalize(bad).tolist() == list(q.IDENTITY)


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_normalizing_survives_tiny_and_huge_lengths(scale):
    np.testing.assert_allclose(
        q.normalize(np.array([1, 2, 3, 4]) * scale), np.array([1, 2, 3, 4]) / np.sqrt(30), rtol=FEW
    )


def test_slerp_is_exact_at_both_ends():
    a, b = random_units(100), random_units(100, 1)
    near = np.where(np.einsum("vi,vi->v", a, b)[:, None] < 0, -b, b)
    assert (q.slerp(a, b, np.zeros(100)) == a).all()
    assert (q.slerp(a, b, np.ones(100)) == near).all()


def test_slerp_halfway_of_a_quarter_turn_is_an_eighth():
    middle = q.slerp(q.IDENTITY, [0, 0, HALF, HALF], 0.5)
    np.testing.assert_allclose(middle, [0, 0, np.sin(np.pi / 8), np.cos(np.pi / 8)], atol=FEW)


def test_slerp_takes_the_short_way():
    """glTF 2.0 appendix C.4: the sign of one end is turned where the dot product is negative."""
    middle = q.slerp(q.IDENTITY, [0, 0, -HALF, -HALF], 0.5)
    np.testing.assert_allclose(middle, [0, 0, np.sin(np.pi / 8), np.cos(np.pi / 8)], atol=FEW)


def test_slerp_between_almost_equal_ends_stays_unit_and_monotone():
    tiny = 1e-9
    steps = q.slerp(q.IDENTITY, q.from_axis_angle([0, 0, 1], tiny), np.linspace(0, 1, 11))
    np.testing.assert_allclose(steps[:, 2], np.linspace(0, tiny / 2, 11), atol=tiny * FEW)


def test_euler_is_x_then_y_then_z_intrinsic():
    angles = np.array([0.3, -0.5, 0.7])
    x, y, z = (
        q.to_matrix(q.from_axis_angle(axis, angle)) for axis, angle in zip(np.eye(3), angles, strict=True)
    )
    np.testing.assert_allclose(q.to_matrix(q.from_euler(angles)), x @ y @ z, atol=FEW)


def test_leading_axes_are_kept():
    assert q.product(np.ones((2, 3, 4)), np.ones((3, 4))).shape == (2, 3, 4)
    assert q.from_axis_angle([0, 0, 1], np.zeros((5, 2))).shape == (5, 2, 4)


def test_the_angle_between_rotations_does_not_look_at_signs():
    """A quarter turn about z, written either way, and a turn of 1e-9 that an inverse cosine would lose."""
    quarter = q.angle([0, 0, HALF, HALF], [q.IDENTITY, [0, 0, 0, -1]])
    np.testing.assert_allclose(quarter, np.pi / 2, rtol=FEW)
    np.testing.assert_allclose(q.angle(q.from_axis_angle([0, 0, 1], 1e-9), q.IDENTITY), 1e-9, rtol=1e-15)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_signs_do_not_jump(kind):
    """Of two joints, in four frames: (…, K, 4)."""
    turns = [(0, 0, 0, 1.0), (0, 0, 0, -1.0), (0, 0, 0.1, -1.0), (0, 0, 0.2, 1.0)]
    given = np.array([turns, turns[::-1]], kind)
    result = q.without_flips(given)
    assert result.dtype == kind
    assert ((result[:, 1:] * result[:, :-1]).sum(-1) >= 0).all()
    assert (np.abs(result) == np.abs(given)).all()
    assert (result[:, 0] == given[:, 0]).all()
