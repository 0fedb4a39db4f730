"""Keys of lines, arcs and splines: within the limits of all values, and fewer than with keys on the curve."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pantin
from pantin.kernels.furthest import WeightedPoints, find_by_node, find_furthest
from pantin.kernels.key_play import play_rotations
from pantin.kernels.key_search import reduce_lines
from pantin.kernels.spline_search import reduce_splines
from pantin.maths import quaternion
from pantin.motion.keys import reduce_keys
from pantin.rig import Channel, Clip, Node, build


def one(reduce, values, limit, rotation=False, **options):
    times = np.arange(len(values)) / 30
    limits = np.full(len(values), limit)
    kept, points = reduce(times, values, limits, np.array([0, len(values)]), rotation, **options)
    return times, kept[0], points[0]


def play_arcs(times, kept, points):
    """What a reader plays: slerp between keys, the first and last value outside."""
    result = []
    for time in times:
        right = int(np.searchsorted(times[kept], time, "right"))
        if right == 0 or right == len(kept):
            result.append(points[max(right - 1, 0)])
            continue
        begin, end = times[kept[right - 1]], times[kept[right]]
        part = (time - begin) / (end - begin)
        result.append(quaternion.slerp(points[right - 1], points[right], part))
    return np.stack(result)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(2, 80), st.sampled_from([1e-3, 0.02, 0.3]), st.booleans())
def test_no_value_is_further_away_than_its_limit(seed, count, limit, tighter):
    chance = np.random.default_rng(seed)
    walk = np.cumsum(chance.normal(size=(count, 4)) * 0.05, axis=0) + np.array([0, 0, 0, 1])
    rotations = quaternion.without_flips(quaternion.normalize(walk))
    times, kept, points = one(reduce_lines, rotations, limit, rotation=True, tighter=tighter)
    assert quaternion.angle(play_arcs(times, kept, points), rotations).max() <= limit + 1e-7
    flat = walk[:, :3]
    times, kept, points = one(reduce_lines, flat, limit, tighter=tighter)
    played = np.stack([np.interp(times, times[kept], points[:, k]) for k in range(3)], axis=1)
    assert np.linalg.norm(played - flat, axis=1).max() <= limit + 1e-9


def test_keys_beside_an_even_bend_reach_further():
    """A line between two points of a parabola is off by c h² / 8; beside it, by half of that on each side."""
    bend = np.linspace(-1, 1, 2001)[:, None] ** 2
    _, beside, _ = one(reduce_lines, bend, 1e-4, tighter=False)
    on = reduce_keys(np.arange(2001) / 30, bend, 1e-4, rotation=False)
    assert len(on) / len(beside) == pytest.approx(np.sqrt(2), rel=0.05)


def test_a_hold_at_the_beginning_needs_one_key():
    values = np.concatenate([np.zeros(30), np.linspace(0, 1, 31)])[:, None]
    _, kept, points = one(reduce_lines, values, 1e-6, tighter=False)
    assert len(kept) == 2
    np.testing.assert_allclose(points[:, 0], [0, 1], atol=2e-6)


def test_values_near_one_point_need_one_key():
    values = np.array([[0.0], [1.0], [0.2], [0.9]])
    _, kept, points = one(reduce_lines, values, 0.51, tighter=False)
    assert len(kept) == 1
    assert np.abs(values - points[0]).max() <= 0.51


def test_a_cubic_is_one_spline():
    t = np.linspace(0, 1, 60)[:, None]
    cubic = 3 * t**3 - 2 * t**2 + t
    _, kept, keys = one(reduce_splines, cubic, 1e-9, tighter=False)
    assert kept.tolist() == [0, 59]
    # The slopes of the cubic at 0 and 1 are 1 and 6 per unit of t, which lasts 59 / 30 seconds.
    assert keys[0, 2, 0] == pytest.approx(1 * 30 / 59)
    assert keys[1, 0, 0] == pytest.approx(6 * 30 / 59)


def test_splines_over_quick_turns_are_arcs():
    """A turn of 160 degrees in four steps. A straight line between two quaternions, which a spline with the
    tangents of the chord is, runs ahead of the arc and falls behind it."""
    angles = np.radians(40) * np.arange(5)
    turn = np.stack([np.sin(angles / 2), *np.zeros((2, 5)), np.cos(angles / 2)], axis=1)
    times, kept, keys = one(reduce_splines, turn, 1e-12, rotation=True, tighter=False)
    between = np.linspace(0, times[-1], 401)
    played = play_rotations([times[kept]], [keys], between)[0]
    right = 2 * np.arctan2(played[:, 0], played[:, 3])
    part, half = np.linspace(0, 1, 101), np.radians(20)
    straight = 2 * np.arctan2(part * np.sin(half), 1 - part + part * np.cos(half))
    off = np.abs(straight - 2 * half * part).max()
    assert np.abs(right - np.radians(160) * between / times[-1]).max() < off / 10


def test_keys_play_as_in_a_clip():
    chance = np.random.default_rng(3)
    times = [np.sort(chance.uniform(0, 2, count)).astype(np.float32) for count in (1, 4, 5)]
    values = [quaternion.normalize(chance.normal(size=(len(each), 4))) for each in times[:2]]
    splines = chance.normal(size=(5, 3, 4)) * [[[0.1], [1.0], [0.1]]]
    frames = np.linspace(-0.1, 2.1, 57)
    kinds = ("LINEAR", "LINEAR", "CUBICSPLINE")
    given = zip(times, (*values, splines), kinds, strict=True)
    channels = [Channel(node, "rotation", *each) for node, each in enumerate(given)]
    rig = build(nodes=[Node(f"n{k}", -1) for k in range(3)])
    expected = pantin.sample(rig, Clip(tuple(channels)), frames).rotations
    played = play_rotations([each.astype(np.float64) for each in times], [*values, splines], frames)
    # Of a quaternion and its opposite, which are one rotation, a clip plays either.
    assert np.abs((played * expected.transpose(1, 0, 2)).sum(axis=-1)).min() > 1 - 1e-9


def test_the_furthest_vertex_of_two_poses():
    chance = np.random.default_rng(7)
    world, other = chance.normal(size=(2, 3, 12, 5))
    local = chance.normal(size=(4, 4))
    starts, nodes = np.array([0, 1, 3, 4]), np.array([0, 1, 2, 0])
    a, b = (WeightedPoints(starts, nodes, local, each) for each in (world, other))
    gaps = np.einsum("rkcf,rc->rkf", (world - other)[nodes].reshape(4, 3, 4, 5), local)
    vertices = np.stack([gaps[0], gaps[1] + gaps[2], gaps[3]])
    lengths = np.linalg.norm(vertices, axis=1)
    distances, frames = find_furthest(a, b)
    np.testing.assert_allclose(distances, lengths.max(axis=1))
    np.testing.assert_array_equal(frames, lengths.argmax(axis=1))
    by_node = find_by_node(a._replace(world=world - other), -10.0)
    np.testing.assert_allclose(by_node[0], np.maximum(lengths[0], lengths[2]))
    np.testing.assert_allclose(by_node[1], lengths[1])


def test_a_vertex_that_is_not_a_number_is_infinitely_far():
    world = np.zeros((1, 12, 2))
    world[0, 0, 1] = np.nan
    points = WeightedPoints(np.array([0, 1]), np.array([0]), np.ones((1, 4)), world)
    distances, frames = find_furthest(points, points._replace(world=np.zeros((1, 12, 2))))
    assert distances[0] == np.inf
    assert frames[0] == 1
