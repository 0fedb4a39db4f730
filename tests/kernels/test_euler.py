"""Rotations out of angles: beside products of quaternions, and the same bits on both backends."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.engine import Backend, force_backend
from pantin.kernels.euler import compose_rotations
from pantin.maths import quaternion


def angles(frames=700):
    draw = np.random.default_rng(4)
    degrees = draw.uniform(-800, 800, (frames, 12))
    degrees[0], degrees[1], degrees[2] = 90.0, -180.0, 1e300
    columns = np.array([[0, 1, 2], [5, 4, 3], [6, -1, 7], [11, 11, 11]])
    return degrees, columns, draw.integers(0, 3, columns.shape)


@pytest.mark.parametrize("backend", [Backend.NUMPY, Backend.TWIN])
def test_the_product_of_turns_in_order(backend):
    degrees, columns, axes = angles()
    with force_backend(backend):
        made = compose_rotations(degrees, columns, axes)
    for joint in range(len(columns)):
        wanted = np.tile(quaternion.IDENTITY, (len(degrees), 1))
        for column, axis in zip(columns[joint], axes[joint], strict=True):
            if column >= 0:
                turn = quaternion.from_axis_angle(np.eye(3)[axis], np.radians(degrees[:, column]))
                wanted = quaternion.product(wanted, turn)
        rest = slice(3, None)  # NumPy's sine of 1e300° is that of another angle
        signs = np.sign((made[joint] * wanted).sum(-1, keepdims=True))
        assert np.abs(made[joint, rest] - (signs * wanted)[rest]).max() < 5e-15
        assert ((made[joint, 1:] * made[joint, :-1]).sum(-1) >= 0).all()


@pytest.mark.parametrize("backend", [Backend.NUMPY, Backend.TWIN])
def test_any_finite_angle_gives_a_rotation(backend):
    degrees = np.array([[1e308, -1e308, 1.7e308], [1e16, 1e20, 5e-324]])
    with force_backend(backend):
        made = compose_rotations(degrees, np.array([[0, 1, 2]]), np.array([[0, 1, 2]]))
    assert np.linalg.norm(made, axis=-1) == pytest.approx(1)


def test_right_angles_are_exact_to_the_last_bit():
    (q,) = compose_rotations(np.array([[180.0, 360.0]]), np.array([[0, 1]]), np.array([[0, 1]]))
    assert np.abs(q).tolist() == [[1, 0, 0, 0]]


def test_twin_and_reference_have_the_same_bits():
    pytest.importorskip("numba", reason="numba cannot be imported")
    made = []
    for backend in (Backend.NUMPY, Backend.TWIN):
        with force_backend(backend):
            made.append(compose_rotations(*angles()).tobytes())
    assert made[0] == made[1]


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="out of range"):
        compose_rotations(np.zeros((1, 2)), np.array([[2]]), np.array([[0]]))
