"""The compiled twin agrees with the reference, with the same bits however the work is cut."""

from __future__ import annotations

import numpy as np
import pytest
from rig_arrays import surface

from pantin.kernels.dual_quaternion import dual_quaternion_blend
from pantin.kernels.influences import bind

numba = pytest.importorskip("numba", reason="numba cannot be imported")


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("most", [9, 12])
def test_twin_and_reference_agree(kind, most, monkeypatch):
    s = surface(700, most)
    bound = bind(*s[:3], 20, dtype=kind)
    fast = dual_quaternion_blend(bound, s.palette, s.positions, s.normals, s.tangents)
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")
    slow = dual_quaternion_blend(bound, s.palette, s.positions, s.normals, s.tangents)
    for a, b in zip(fast, slow, strict=True):
        # about 60 roundings of numbers below 16; rotations at most 90° apart blend to a length above 1/2
        assert np.abs(a - b).max() <= 60 * 16 * np.finfo(kind).eps


def test_bits_do_not_depend_on_threads_or_chunks(compiled):
    s = surface(3000, 9, frames=3)
    bound = bind(*s[:3], 20)
    whole = dual_quaternion_blend(bound, s.palette, s.positions, s.normals)
    before = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        again = dual_quaternion_blend(bound, s.palette, s.positions, s.normals)
    finally:
        numba.set_num_threads(before)
    part = dual_quaternion_blend(bound, s.palette[1:2], s.positions, s.normals)
    for a, b, c in zip(whole[:2], again[:2], part[:2], strict=True):
        assert a.tobytes() == b.tobytes()
        assert (a[1:2] == c).all()
