"""The compiled twins agree with the references, with the same bits however frames are cut."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels import hierarchy

numba = pytest.importorskip("numba", reason="numba cannot be imported")
pytestmark = pytest.mark.usefixtures("compiled")


def tree(frames: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    r = np.random.default_rng(1)
    parents = np.array([-1, *(int(r.integers(0, i)) for i in range(1, 60))])
    linear, _ = np.linalg.qr(r.standard_normal((frames, 60, 3, 3)))
    return parents, np.arange(60), np.concatenate([linear, r.standard_normal((frames, 60, 3, 1))], -1)


def test_twins_and_references_agree():
    parents, order, local = tree(4)
    slow = np.empty_like(local)
    hierarchy.world_maps_numpy(parents, order, local, slow)
    fast = hierarchy.world_maps(parents, order, local)
    # a chain of at most 60 products of rigid maps with translations that add up to less than 200
    bound = 60 * 4 * 200 * np.finfo(float).eps
    np.testing.assert_allclose(fast, slow, atol=bound)
    joints = np.array([3, -1, 59, 3])
    palette = np.empty((4, 4, 3, 4))
    hierarchy.palette_maps_numpy(fast, joints, local[0, :4], palette)
    np.testing.assert_allclose(hierarchy.palette_maps(fast, joints, local[0, :4]), palette, atol=bound)


def test_bits_do_not_depend_on_threads_or_chunks():
    """One frame goes through the serial kernel, several through the parallel one."""
    parents, order, local = tree(7)
    whole = hierarchy.world_maps(parents, order, local)
    before = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        assert hierarchy.world_maps(parents, order, local).tobytes() == whole.tobytes()
    finally:
        numba.set_num_threads(before)
    for part in (slice(0, 1), slice(1, 4), slice(6, 7)):
        assert (hierarchy.world_maps(parents, order, local[part]) == whole[part]).all()
