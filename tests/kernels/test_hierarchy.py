"""World maps and palettes: hand-made cases for both engines, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.hierarchy import palette_maps, world_maps


@pytest.fixture(params=["numpy_only", "compiled"], autouse=True)
def engine(request):
    request.getfixturevalue(request.param)


def shifts(*amounts: float) -> np.ndarray:
    maps = np.tile(np.eye(3, 4), (1, len(amounts), 1, 1))
    maps[0, :, 0, 3] = amounts
    return maps


def test_translations_add_down_a_chain_listed_out_of_order():
    world = world_maps([2, 0, -1], [2, 0, 1], shifts(10, 100, 1))
    assert world[0, :, 0, 3].tolist() == [11, 111, 1]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("frames", [1, 3])
def test_world_is_parent_times_local_in_any_dimension(size, kind, frames):
    r = np.random.default_rng(0)
    parents = np.array([-1, 0, 1, 1, -1, 4])
    linear, _ = np.linalg.qr(r.standard_normal((frames, 6, size, size)))
    local = np.concatenate([linear, r.standard_normal((frames, 6, size, 1))], -1).astype(kind)
    world = world_maps(parents, np.arange(6), local)
    full = np.tile(np.eye(size + 1), (frames, 6, 1, 1))
    full[:, :, :size] = local.astype(np.float64)
    for node in (1, 2, 3, 5):
        full[:, node] = full[:, parents[node]] @ full[:, node]
    # three levels, each a sum of size + 1 products of numbers below 4
    np.testing.assert_allclose(world, full[:, :, :size], atol=3 * (size + 1) * 16 * np.finfo(kind).eps)
    assert world.dtype == kind


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_steps_of_one_down_a_chain_of_thousands_count_the_nodes(kind):
    count = 3000
    local = shifts(*[1.0] * count).astype(kind)
    world = world_maps(np.arange(count) - 1, np.arange(count), local)
    assert np.array_equal(world[0, :, 0, 3], np.arange(1, count + 1))


def test_scales_past_the_largest_number_are_infinite_without_a_warning():
    world = world_maps([-1, 0], [0, 1], np.tile(1e308 * np.eye(3, 4), (1, 2, 1, 1)))
    assert world[0, 1, 0, 0] == np.inf


@pytest.mark.parametrize(
    ("parents", "order", "sentence"),
    [
        ([-1, 0], [1, 0], "node 1 comes before its parent"),
        ([1, 0], [0, 1], "before its parent"),
        ([0, -1], [0, 1], "before its parent"),
        ([-1, 2], [0, 1], "a parent is not a node"),
        ([-1, -2], [0, 1], "a parent is not a node"),
        ([-1, 0], [0, 0], "every node once"),
        ([-1, 0], [0, 2], "every node once"),
        ([-1], [0], "must list 2 nodes"),
    ],
)
def test_trees_that_are_not_in_order_are_refused(parents, order, sentence):
    with pytest.raises(ValueError, match=sentence):
        world_maps(parents, order, shifts(0, 0))


def test_palette_is_world_times_inverse_bind_and_minus_one_stands_still():
    palette = palette_maps(shifts(1, 2), [1, -1, 1], shifts(10, 20, 30)[0])
    assert palette[0, :, 0, 3].tolist() == [12, 20, 32]


def test_palette_without_inverse_binds_is_the_world():
    assert (palette_maps(shifts(1, 2), [1, 0], None) == shifts(2, 1)).all()


def test_joints_and_binds_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="nodes below 2, or -1"):
        palette_maps(shifts(1, 2), [2], None)
    with pytest.raises(ValueError, match="nodes below 2, or -1"):
        palette_maps(shifts(1, 2), [-2], None)
    with pytest.raises(ValueError, match="inverse binds must have shape"):
        palette_maps(shifts(1, 2), [1], shifts(1, 2)[0])
    local = shifts(1, 2)
    with pytest.raises(ValueError, match="shares memory"):
        world_maps([-1, 0], [0, 1], local, out=local)


def test_no_nodes_and_no_frames_are_fine():
    assert world_maps([], [], np.zeros((2, 0, 3, 4))).shape == (2, 0, 3, 4)
    assert palette_maps(np.zeros((0, 2, 3, 4)), [0], None).shape == (0, 1, 3, 4)
    assert palette_maps(np.zeros((1, 0, 3, 4)), [-1], None).tolist() == [[np.eye(3, 4).tolist()]]
