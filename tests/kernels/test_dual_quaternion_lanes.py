"""Padded influences in vectors: the strict kernel has the bits of the reference, the fused one agrees with
it, and each has the same bits however the work is cut."""

from __future__ import annotations

import numpy as np
import pytest
from rig_arrays import surface

from pantin.kernels.dual_quaternion import dual_quaternion_blend
from pantin.kernels.engine import Backend, force_backend
from pantin.kernels.influences import bind

pytest.importorskip("numba", reason="numba cannot be imported")

BACKENDS = (Backend.TWIN, Backend.FUSED, Backend.NUMPY)


def skinned(backend, bound, s, sides=None):
    with force_backend(backend):
        return dual_quaternion_blend(bound, s.palette, s.positions, s.normals, sides)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("most", [1, 4, 7])
def test_the_strict_kernel_has_the_bits_of_the_reference_and_the_fused_one_agrees(kind, most):
    s = surface(700, most)
    bound = bind(*s[:3], 20, dtype=kind)
    assert bound.padded
    strict, fused, slow = (skinned(backend, bound, s, s.tangents) for backend in BACKENDS)
    for a, b, c in zip(strict, fused, slow, strict=True):
        assert a.tobytes() == c.tobytes()
        # about 60 roundings of numbers below 16; rotations at most 90° apart blend to a length above 1/2
        assert np.abs(b - c).max() <= 60 * 16 * np.finfo(kind).eps


def test_mirrors_and_joints_of_both_hemispheres_have_the_bits_of_the_reference():
    s = surface(300, 4)
    s.palette[:, ::3, :, :2] *= -1
    s.palette[:, 1::3, 0] *= -1
    s.weight[::5] = 0
    bound = bind(*s[:3], 20)
    strict, _, slow = (skinned(backend, bound, s, s.tangents) for backend in BACKENDS)
    assert [a.tobytes() for a in strict] == [a.tobytes() for a in slow]


def test_a_palette_with_more_entries_than_16_bits_reach():
    s = surface(64, 4, joints=9000, frames=1)
    bound = bind(*s[:3], 9000)
    assert bound.index_bits == 32
    strict, fused, slow = (skinned(backend, bound, s).positions for backend in BACKENDS)
    assert strict.tobytes() == slow.tobytes()
    assert np.abs(fused - slow).max() <= 60 * 16 * np.finfo(np.float32).eps


@pytest.mark.parametrize("engine", ["compiled", "fused"])
def test_bits_do_not_depend_on_chunks_or_the_place_of_a_vertex(engine, request):
    request.getfixturevalue(engine)
    s = surface(3000, 4, frames=3)
    bound = bind(*s[:3], 20)
    whole = dual_quaternion_blend(bound, s.palette, s.positions, s.normals)
    frame = dual_quaternion_blend(bound, s.palette[1:2], s.positions, s.normals)
    for a, b in zip(whole[:2], frame[:2], strict=True):
        assert (a[1:2] == b).all()
    for first, last in ((0, 3), (7, 60)):
        rows = slice(s.offsets[first], s.offsets[last])
        few = bind(s.offsets[first : last + 1] - s.offsets[first], s.joint[rows], s.weight[rows], 20)
        part = dual_quaternion_blend(few, s.palette, s.positions[first:last], s.normals[first:last])
        for a, b in zip(whole[:2], part[:2], strict=True):
            assert (a[:, first:last] == b).all()
