"""The compiled twin agrees with the reference, and gives the same bits however the work is cut."""

from __future__ import annotations

import numpy as np
import pytest
from rig_arrays import surface

from pantin.kernels.influences import bind
from pantin.kernels.skinning import Skinned, linear_blend, linear_blend_numpy

numba = pytest.importorskip("numba", reason="numba cannot be imported")
pytestmark = pytest.mark.usefixtures("compiled")

CASES = [(d, k) for d in (2, 3, 4, 5, 8) for k in (4, 8, 11) if d in (3, 4) or k == 4]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize(("dimension", "most"), CASES)
def test_twin_and_reference_agree(dimension, most, kind):
    s = surface(531, most, dimension=dimension)
    bound = bind(*s[:3], 20, dimension=dimension, dtype=kind)
    sides = s.tangents if dimension == 3 else None
    fast = linear_blend(bound, s.palette, s.positions, s.normals, sides)
    points, normals = s.positions.astype(kind), s.normals.astype(kind)
    slow = Skinned(*(None if a is None else np.empty_like(a) for a in fast))
    linear_blend_numpy(
        bound, s.palette, points, normals, None if sides is None else sides.astype(kind), "exact", slow
    )
    eps = np.finfo(kind).eps
    size = max(np.abs(s.positions).max(), 1) * np.abs(s.palette).max() * (dimension + 1)
    # both sum `most` products for an entry and D + 1 for a coordinate, each rounded once in either order
    assert np.abs(fast.positions - slow.positions).max() <= (most + dimension + 2) * eps * size
    # a direction is solved for twice: condition below 30 here, D eliminations of `most`-fold sums
    assert np.abs(fast.normals - slow.normals).max() <= 30 * dimension * (most + dimension) * eps
    if sides is not None:
        assert np.abs(fast.tangents - slow.tangents).max() <= 30 * (most + dimension) * eps


def test_linear_normals_agree_as_well():
    s = surface(100, 4)
    bound = bind(*s[:3], 20)
    fast = linear_blend(bound, s.palette, s.positions, s.normals, method="linear")
    slow = Skinned(np.empty_like(fast.positions), np.empty_like(fast.normals), None)
    points, normals = (a.astype(np.float32) for a in (s.positions, s.normals))
    linear_blend_numpy(bound, s.palette, points, normals, None, "linear", slow)
    assert np.abs(fast.normals - slow.normals).max() <= 30 * 7 * np.finfo(np.float32).eps


def skinned_bits(bound, s, palette, part=slice(None)) -> list[bytes]:
    return [a[part].tobytes() for a in linear_blend(bound, palette, s.positions, s.normals) if a is not None]


@pytest.mark.parametrize("most", [4, 11])
def test_bits_do_not_depend_on_repeats_threads_or_chunks_of_frames(most):
    s = surface(5000, most, frames=5)
    bound = bind(*s[:3], 20)
    once = skinned_bits(bound, s, s.palette)
    assert skinned_bits(bound, s, s.palette) == once
    before = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        assert skinned_bits(bound, s, s.palette) == once
    finally:
        numba.set_num_threads(before)
    chunks = [skinned_bits(bound, s, s.palette[i : i + 2]) for i in (0, 2, 4)]
    assert [b"".join(parts) for parts in zip(*chunks, strict=True)] == once


def test_bits_of_a_vertex_do_not_depend_on_its_place():
    """The last group of a mesh overlaps the one before it, and small meshes are padded to a group."""
    s = surface(600, 4, frames=1)
    whole = linear_blend(bind(*s[:3], 20), s.palette, s.positions, s.normals)
    for first, last in ((0, 3), (7, 60), (3, 600)):
        rows = slice(s.offsets[first], s.offsets[last])
        bound = bind(s.offsets[first : last + 1] - s.offsets[first], s.joint[rows], s.weight[rows], 20)
        part = linear_blend(bound, s.palette, s.positions[first:last], s.normals[first:last])
        for a, b in zip(whole[:2], part[:2], strict=True):
            assert (a[:, first:last] == b).all()


def test_many_joints_use_wide_offsets():
    s = surface(64, 4, joints=9000, frames=1)
    bound = bind(*s[:3], 9000)
    assert bound.index_bits == 32
    fast = linear_blend(bound, s.palette, s.positions)
    slow = Skinned(np.empty_like(fast.positions), None, None)
    linear_blend_numpy(bound, s.palette, s.positions.astype(np.float32), None, None, "exact", slow)
    assert np.abs(fast.positions - slow.positions).max() <= 20 * 9 * np.finfo(np.float32).eps


def test_strict_rounds_every_product_and_agrees_within_the_same_bounds(monkeypatch):
    s = surface(64, 4, frames=1)
    bound = bind(*s[:3], 20, dtype=np.float64)
    loose = linear_blend(bound, s.palette, s.positions)
    monkeypatch.setenv("PANTIN_STRICT", "1")
    strict = linear_blend(bound, s.palette, s.positions)
    np.testing.assert_allclose(strict.positions, loose.positions, atol=20 * 9 * np.finfo(float).eps)
