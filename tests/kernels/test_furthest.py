"""The furthest vertices, against sums of products written out in NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.furthest import WeightedPoints, find_furthest_groups, make_groups

pytest.importorskip("numba")


def random_points(vertices: int, nodes: int, frames: int) -> tuple[WeightedPoints, np.ndarray]:
    """Vertices that follow up to three nodes, and (F, V) how long their sums are."""
    generator = np.random.default_rng(7)
    counts = generator.integers(0, min(nodes, 3) + 1, vertices)
    starts = np.concatenate([[0], np.cumsum(counts)])
    follows = np.concatenate([np.zeros(0, int), *(generator.permutation(nodes)[:n] for n in counts)])
    weights = generator.uniform(0.1, 0.6, len(follows))
    places = generator.normal(size=(len(follows), 3))
    world = generator.normal(size=(nodes, 12, frames)) * generator.uniform(size=frames) ** 8
    local = np.column_stack([places * weights[:, None], weights])
    moved = np.einsum("rabf,rb->rfa", world.reshape(nodes, 3, 4, frames)[follows], local)
    sums = np.zeros((vertices, frames, 3))
    np.add.at(sums, np.repeat(np.arange(vertices), counts), moved)
    return WeightedPoints(starts, follows, local, world), np.linalg.norm(sums, axis=-1)


@pytest.mark.parametrize(("vertices", "nodes", "frames"), [(0, 1, 3), (1, 1, 1), (70, 3, 16), (700, 9, 333)])
def test_all_vertices_near_the_largest_length_are_found(vertices: int, nodes: int, frames: int):
    points, lengths = random_points(vertices, nodes, frames)
    most, where, largest = find_furthest_groups(points, make_groups(points), 0.8, 0.0)
    expected = lengths.max(axis=1, initial=0.0)
    assert largest == pytest.approx(lengths.max(initial=0.0))
    near = expected >= 0.8 * lengths.max(initial=0.0)
    np.testing.assert_allclose(most[near], expected[near])
    np.testing.assert_array_equal(where[near], lengths[near].argmax(axis=1))
    assert np.all(most <= expected * (1 + 1e-12))


def test_all_vertices_are_found_where_none_may_be_missing():
    points, lengths = random_points(300, 5, 40)
    most, _, _ = find_furthest_groups(points, make_groups(points), 0.0, 0.0)
    np.testing.assert_allclose(most, lengths.max(axis=1), atol=1e-15)


def test_a_number_that_is_not_finite_is_the_largest():
    points, _ = random_points(200, 5, 40)
    points.world[2, 7, 11] = np.nan
    assert find_furthest_groups(points, make_groups(points), 0.85, 0.0)[2] == np.inf


def test_what_is_known_to_be_further_leaves_all_out():
    points, lengths = random_points(200, 5, 40)
    most, _, largest = find_furthest_groups(points, make_groups(points), 1.0, 100 * lengths.max())
    assert not most.any()
    assert largest == 100 * lengths.max()
