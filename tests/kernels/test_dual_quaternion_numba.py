"""The compiled twin of rows of any length has the bits of the reference, however the work is cut."""

from __future__ import annotations

import numpy as np
import pytest
from rig_arrays import surface

from pantin.kernels.dual_quaternion import dual_quaternion_blend
from pantin.kernels.engine import Backend, force_backend
from pantin.kernels.influences import bind

pytest.importorskip("numba", reason="numba cannot be imported")
pytestmark = pytest.mark.usefixtures("compiled")


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("most", [9, 12])
def test_twin_and_reference_have_the_same_bits(kind, most):
    s = surface(700, most)
    s.palette[:, ::3, :, :2] *= -1  # mirrored, and others whose rotations are on the other side
    bound = bind(*s[:3], 20, dtype=kind)
    assert not bound.padded
    fast = dual_quaternion_blend(bound, s.palette, s.positions, s.normals, s.tangents)
    with force_backend(Backend.NUMPY):
        slow = dual_quaternion_blend(bound, s.palette, s.positions, s.normals, s.tangents)
    assert [a.tobytes() for a in fast] == [a.tobytes() for a in slow]


def test_rows_of_any_length_have_no_fused_form():
    s = surface(50, 9)
    bound = bind(*s[:3], 20)
    twin = dual_quaternion_blend(bound, s.palette, s.positions).positions
    with force_backend(Backend.FUSED):
        assert dual_quaternion_blend(bound, s.palette, s.positions).positions.tobytes() == twin.tobytes()


def test_bits_do_not_depend_on_chunks():
    s = surface(3000, 9, frames=3)
    bound = bind(*s[:3], 20)
    whole = dual_quaternion_blend(bound, s.palette, s.positions, s.normals)
    part = dual_quaternion_blend(bound, s.palette[1:2], s.positions, s.normals)
    for a, b in zip(whole[:2], part[:2], strict=True):
        assert (a[1:2] == b).all()
