from __future__ import annotations

import numpy as np
import pytest

from pantin.operations.merging.packing import pack


@pytest.mark.parametrize("seed", range(20))
def test_rectangles_are_on_the_page_and_do_not_overlap(seed):
    random = np.random.default_rng(seed)
    sizes = [tuple(random.integers(1, 200, 2).tolist()) for _ in range(int(random.integers(1, 40)))]
    packed = pack(sizes, 4096)
    covered = np.zeros((packed.page[1], packed.page[0]), int)
    for (width, height), (x, y) in zip(sizes, packed.corners, strict=True):
        assert x + width <= packed.page[0]
        assert y + height <= packed.page[1]
        covered[y : y + height, x : x + width] += 1
    assert covered.max() == 1
    assert covered.sum() == sum(width * height for width, height in sizes)


def test_a_page_is_never_larger_than_asked_for():
    assert pack([(100, 100), (100, 100)], 128) is None
    assert pack([(64, 64)] * 4, 128).page == (128, 128)
