"""The compiled twin has the bits of the reference, the fused kernel agrees with it, and each gives the same
bits however the work is cut."""

from __future__ import annotations

import numpy as np
import pytest
from rig_arrays import surface

from pantin.kernels.engine import Backend, force_backend
from pantin.kernels.influences import bind
from pantin.kernels.skinning import linear_blend

pytest.importorskip("numba", reason="numba cannot be imported")
pytestmark = pytest.mark.usefixtures("compiled")

CASES = [(d, k) for d in (2, 3, 4, 5, 8) for k in (4, 8, 11) if d in (3, 4) or k == 4]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize(("dimension", "most"), CASES)
def test_the_twin_has_the_bits_of_the_reference(dimension, most, kind):
    """With mirrors, maps that flatten, zeros of both signs and vertices without influences among them."""
    s = surface(531, most, dimension=dimension)
    s.palette[:, ::3, 0] *= -1
    s.palette[:, 1::4, :, :dimension] = np.round(s.palette[:, 1::4, :, :dimension])
    s.palette[:, 2::4, 0, :dimension] = 0
    s.weight[::6] = 0
    s.normals[::5] = np.round(s.normals[::5])
    s.positions[::5] = -0.0
    bound = bind(*s[:3], 20, dimension=dimension, dtype=kind)
    sides = s.tangents if dimension == 3 else None
    fast = linear_blend(bound, s.palette, s.positions, s.normals, sides)
    with force_backend(Backend.NUMPY):
        slow = linear_blend(bound, s.palette, s.positions, s.normals, sides)
    assert [a.tobytes() for a in fast if a is not None] == [a.tobytes() for a in slow if a is not None]


@pytest.mark.parametrize(
    ("dimension", "most", "kind"),
    [(2, 4, np.float32), (3, 4, np.float64), (3, 8, np.float32), (3, 11, np.float32), (4, 4, np.float32)],
)
def test_the_fused_kernel_and_the_reference_agree(dimension, most, kind):
    s = surface(531, most, dimension=dimension)
    bound = bind(*s[:3], 20, dimension=dimension, dtype=kind)
    sides = s.tangents if dimension == 3 else None
    with force_backend(Backend.FUSED):
        fast = linear_blend(bound, s.palette, s.positions, s.normals, sides)
    with force_backend(Backend.NUMPY):
        slow = linear_blend(bound, s.palette, s.positions, s.normals, sides)
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
    twin = linear_blend(bound, s.palette, s.positions, s.normals, method="linear")
    with force_backend(Backend.FUSED):
        fast = linear_blend(bound, s.palette, s.positions, s.normals, method="linear")
    with force_backend(Backend.NUMPY):
        slow = linear_blend(bound, s.palette, s.positions, s.normals, method="linear")
    assert twin.normals.tobytes() == slow.normals.tobytes()
    assert np.abs(fast.normals - slow.normals).max() <= 30 * 7 * np.finfo(np.float32).eps


def skinned_bits(bound, s, palette, part=slice(None)) -> list[bytes]:
    return [a[part].tobytes() for a in linear_blend(bound, palette, s.positions, s.normals) if a is not None]


@pytest.mark.parametrize("engine", ["compiled", "fused"])
@pytest.mark.parametrize("most", [4, 11])
def test_bits_do_not_depend_on_repeats_or_chunks_of_frames(most, engine, request):
    request.getfixturevalue(engine)
    s = surface(5000, most, frames=5)
    bound = bind(*s[:3], 20)
    once = skinned_bits(bound, s, s.palette)
    assert skinned_bits(bound, s, s.palette) == once
    chunks = [skinned_bits(bound, s, s.palette[i : i + 2]) for i in (0, 2, 4)]
    assert [b"".join(parts) for parts in zip(*chunks, strict=True)] == once


@pytest.mark.parametrize("engine", ["compiled", "fused"])
def test_bits_of_a_vertex_do_not_depend_on_its_place(engine, request):
    """The last group of a mesh overlaps the one before it, and small meshes are padded to a group."""
    request.getfixturevalue(engine)
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
    twin = linear_blend(bound, s.palette, s.positions).positions
    with force_backend(Backend.NUMPY):
        slow = linear_blend(bound, s.palette, s.positions).positions
    with force_backend(Backend.FUSED):
        fused = linear_blend(bound, s.palette, s.positions).positions
    assert twin.tobytes() == slow.tobytes()
    assert np.abs(fused - slow).max() <= 20 * 9 * np.finfo(np.float32).eps
