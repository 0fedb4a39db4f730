"""Which keys of curves are kept: as few as possible, and never too far from the others."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pantin.maths import quaternion
from pantin.motion.keys import Curves, reduce_curves, reduce_keys


def curves(values, limit, rotation=False):
    times = np.arange(len(values)) / 30
    limits = np.full(len(values), limit)
    return Curves(times, np.asarray(values, float), limits, np.array([0, len(values)]), rotation)


def test_a_straight_line_needs_both_ends():
    line = np.linspace([0, 0, 0], [1, 2, 3], 50)
    assert reduce_curves(curves(line, 1e-9))[0].tolist() == [0, 49]


def test_a_corner_is_kept():
    corner = np.abs(np.arange(21) - 10.0)[:, None]
    assert reduce_curves(curves(corner, 1e-9))[0].tolist() == [0, 10, 20]


def test_a_curve_that_stays_where_it_is_needs_one_key():
    assert reduce_curves(curves(np.ones((40, 3)), 1e-9))[0].tolist() == [0]


def test_an_even_turn_is_one_arc_below_half_a_turn_and_several_above():
    """Slerp between two keys goes the short way, so 300 degrees need a key between."""
    for degrees, most in ((150, 2), (300, 4)):
        half = np.radians(np.linspace(0, degrees / 2, 60))
        turning = np.stack([np.zeros(60), np.zeros(60), np.sin(half), np.cos(half)], 1)
        kept = reduce_curves(curves(turning, 1e-6, rotation=True))[0]
        assert len(kept) <= most
        assert ((turning[kept][1:] * turning[kept][:-1]).sum(axis=1) > 0).all()


@settings(deadline=None, max_examples=40)
@example(683, 6, 0.3)  # all near the first, but not near the line to the last
@given(st.integers(0, 10_000), st.integers(2, 80), st.sampled_from([1e-3, 0.02, 0.3]))
def test_no_key_is_further_away_than_the_tolerance(seed, count, tolerance):
    chance = np.random.default_rng(seed)
    walk = np.cumsum(chance.normal(size=(count, 4)) * 0.05, axis=0) + np.array([0, 0, 0, 1])
    rotations = quaternion.without_flips(quaternion.normalize(walk))
    times = np.cumsum(chance.uniform(0.01, 0.1, count))
    kept = reduce_keys(times, rotations, tolerance, rotation=True)
    left = np.clip(np.searchsorted(kept, np.arange(count), "right") - 1, 0, max(len(kept) - 2, 0))
    first, last = kept[left], kept[np.minimum(left + 1, len(kept) - 1)]
    part = (times - times[first]) / np.maximum(times[last] - times[first], 1e-9)
    played = np.stack(
        [quaternion.slerp(rotations[a], rotations[b], p) for a, b, p in zip(first, last, part, strict=True)]
    )
    assert quaternion.angle(played, rotations).max() <= tolerance + 1e-6


def test_a_tolerance_must_be_a_number():
    with pytest.raises(ValueError, match="tolerance must be finite"):
        reduce_keys(np.arange(3.0), np.zeros((3, 3)), float("nan"), rotation=False)
