"""The compiled twins have the bits of the references, however frames are cut."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels import hierarchy

pytest.importorskip("numba", reason="numba cannot be imported")
pytestmark = pytest.mark.usefixtures("compiled")


def tree(frames: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    r = np.random.default_rng(1)
    parents = np.array([-1, *(int(r.integers(0, i)) for i in range(1, 60))])
    linear, _ = np.linalg.qr(r.standard_normal((frames, 60, 3, 3)))
    return parents, np.arange(60), np.concatenate([linear, r.standard_normal((frames, 60, 3, 1))], -1)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("frames", [1, 4])
def test_twins_and_references_have_the_same_bits(kind, frames):
    parents, order, local = tree(frames)
    local = local.astype(kind)
    slow = np.empty_like(local)
    hierarchy.world_maps_numpy(parents, order, local, slow)
    fast = hierarchy.world_maps(parents, order, local)
    assert fast.tobytes() == slow.tobytes()
    joints = np.array([3, -1, 59, 3])
    palette = np.empty((frames, 4, 3, 4), kind)
    hierarchy.palette_maps_numpy(fast, joints, local[0, :4], palette)
    assert hierarchy.palette_maps(fast, joints, local[0, :4]).tobytes() == palette.tobytes()


def test_bits_do_not_depend_on_chunks():
    parents, order, local = tree(7)
    whole = hierarchy.world_maps(parents, order, local)
    for part in (slice(0, 1), slice(1, 4), slice(6, 7)):
        assert (hierarchy.world_maps(parents, order, local[part]) == whole[part]).all()
