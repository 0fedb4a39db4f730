"""The layout of many copies: spread over blocks and lanes, and gathered again."""

import numpy as np
import pytest
from spring_rigs import chain

from pantin.springs.crowd import Crowd


@pytest.mark.parametrize(("count", "lanes"), [(1, 1), (5, 8), (8, 8), (19, 8)])
def test_gathering_undoes_spreading(count, lanes):
    crowd = Crowd(chain(1), "spec", True, count, lanes)
    rows = np.random.default_rng(0).normal(size=(count, 4, 3))
    blocked = crowd.spread(rows)
    assert blocked.shape == (crowd.blocks, 4, 3, lanes)
    assert np.array_equal(crowd.gathered(blocked), rows)


def test_the_last_block_is_filled_with_the_last_copy():
    crowd = Crowd(chain(1), "spec", True, 3, 8)
    blocked = crowd.spread(np.arange(3.0)[:, None])
    assert blocked[0, 0].tolist() == [0, 1, 2, 2, 2, 2, 2, 2]


def test_a_tail_starts_where_the_pose_carries_it():
    rig = chain(1, parent={"translation": (1, 2, 3)})
    crowd = Crowd(rig, "spec", True, 1, 1)
    crowd.reset(crowd.shared(rig.rest_pose()))
    assert np.allclose(crowd.state[0, 0, :6, 0], (1, 1.9, 3, 1, 1.9, 3))
