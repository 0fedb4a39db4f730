"""Facts about dual quaternions of rigid motions."""

from __future__ import annotations

import numpy as np

from pantin.maths import dual_quaternion as dq
from pantin.maths import quaternion

# two Hamilton products and one rotation of numbers of size one
ROUNDED = 64 * np.finfo(np.float64).eps


def motions(seed: int) -> tuple[np.ndarray, np.ndarray]:
    r = np.random.default_rng(seed)
    return quaternion.normalize(r.standard_normal((50, 4))), r.standard_normal((50, 3))


def test_a_motion_comes_back():
    rotation, translation = motions(0)
    again = dq.to_rigid(dq.from_rigid(rotation, translation))
    np.testing.assert_allclose(again[0], rotation)
    np.testing.assert_allclose(again[1], translation, atol=ROUNDED)


def test_applying_turns_and_then_moves():
    rotation, translation = motions(1)
    points = np.random.default_rng(2).standard_normal((50, 3))
    moved = dq.apply(dq.from_rigid(rotation, translation), points)
    np.testing.assert_allclose(moved, quaternion.rotate(rotation, points) + translation, atol=ROUNDED)


def test_the_product_applies_the_second_first():
    a, b = dq.from_rigid(*motions(3)), dq.from_rigid(*motions(4))
    points = np.random.default_rng(5).standard_normal((50, 3))
    np.testing.assert_allclose(
        dq.apply(dq.product(a, b), points), dq.apply(a, dq.apply(b, points)), atol=ROUNDED
    )
