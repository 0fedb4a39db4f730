"""The compiled twin has the bits of the reference, for maps near a rotation, far from one, and of no rank."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.dual_quaternion import split, split_numpy
from pantin.kernels.polar import NEAR

pytest.importorskip("numba", reason="numba cannot be imported")
pytestmark = pytest.mark.usefixtures("compiled")


def maps(spread: float, count: int = 3000) -> np.ndarray:
    r = np.random.default_rng(4)
    turn, _ = np.linalg.qr(r.standard_normal((count, 3, 3)))
    turn[:, 0] *= np.sign(np.linalg.det(turn))[:, None]
    bent = np.eye(3) + spread * r.uniform(-1, 1, (count, 3, 3))
    linear = 10 ** r.uniform(-3, 3, (count, 1, 1)) * turn @ bent
    return np.concatenate([linear, r.standard_normal((count, 3, 1))], -1)


def quarter_turns() -> np.ndarray:
    """The 24 rotations of a cube and the 24 mirrors: entries 0, −0 and ±1, and pivots that are equal."""
    signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * 3)).reshape(3, -1).T
    axes = np.array([(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)])
    linear = np.array([np.eye(3)[order] * sign[:, None] for order in axes for sign in signs])
    return np.concatenate([linear, np.zeros((len(linear), 3, 1))], -1)


def odd() -> np.ndarray:
    """No rank, a plane, a mirror, numbers whose squares overflow or vanish, an infinite translation."""
    result = np.tile(np.eye(3, 4), (6, 1, 1))
    result[0] = 0
    result[1, 2, 2] = 0
    result[2, 0, 0] = -1
    result[3] *= 1e200
    result[4] *= 1e-200
    result[5, :, 3] = np.inf
    return result


SPREADS = (0.0, 0.3 * NEAR, NEAR, 0.5)
CASES = [sign * maps(spread) for spread in SPREADS for sign in (1, -1)] + [quarter_turns(), maps(0.0, 0)]


@pytest.mark.parametrize("given", CASES)
def test_the_twin_has_the_bits_of_the_reference(given):
    for fast, slow in zip(split(given), split_numpy(given), strict=True):
        assert fast.tobytes() == slow.tobytes()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_degenerate_maps_have_the_result_of_the_reference():
    for fast, slow in zip(split(odd()), split_numpy(odd()), strict=True):
        np.testing.assert_array_equal(fast, slow)


def test_palettes_keep_their_axes():
    motion, stretch = split(np.tile(np.eye(3, 4), (2, 5, 1, 1)))
    assert motion.shape == (2, 5, 8)
    assert stretch.shape == (2, 5, 3, 3)
