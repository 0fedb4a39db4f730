"""Keys of a baked clip: times, signs, and the bound that reduction keeps."""

import math

import numpy as np
import pytest
from spring_rigs import angles, chain

from pantin.motion import sample
from pantin.motion.keys import reduce_keys
from pantin.rig import Clip
from pantin.springs.baked_channels import key_times, make_channels
from pantin.springs.baking import BakedSprings, simulate_clip


@pytest.fixture(scope="module")
def run():
    rig = chain(3, along=(1, 0, 0), gravity_power=1.0, stiffness=0.4, drag=0.1)
    return rig, simulate_clip(rig, seconds=3.0, fps=60)


def test_times_are_those_of_the_rate_and_the_end():
    assert np.allclose(key_times(1.0, 4), (0, 0.25, 0.5, 0.75, 1.0))
    assert np.allclose(key_times(0.6, 4), (0, 0.25, 0.5, 0.6))
    assert np.allclose(key_times(0.1 + 0.2, 10), (0, 0.1, 0.2, 0.3))
    with pytest.raises(ValueError, match="keys per second"):
        key_times(1, math.inf)


def test_more_keys_than_memory_is_given_are_refused(run):
    with pytest.raises(ValueError, match="too many keys"):
        make_channels(run[1], fps=1e12)


def test_signs_do_not_jump_between_the_keys_that_are_left():
    """A turn of 340 degrees: no arc between two keys is near half a turn, where signs would matter."""
    half = np.radians(np.linspace(0, 170, 35))
    turning = np.stack([np.zeros(35), np.zeros(35), np.sin(half), np.cos(half)], 1)[:, None]
    result = BakedSprings(np.array([1]), 1 / 34, 1.0, turning, {}, {}, {})
    (few,) = make_channels(result, fps=34, tolerance=math.pi)
    assert len(few.times) <= 4
    assert ((few.values[1:] * few.values[:-1]).sum(axis=1) > 0.05).all()


def test_the_rate_of_keys_never_changes_the_motion(run):
    """The rate of the simulation is its own: keys at 30 are every other key at 60."""
    _, found = run
    dense, sparse = make_channels(found, fps=60), make_channels(found, fps=30)
    for a, b in zip(dense, sparse, strict=True):
        assert np.array_equal(a.values[::2], b.values)


@pytest.mark.parametrize("degrees", [0.05, 0.5, 5.0])
def test_reduced_keys_stay_within_the_bound_at_every_key(run, degrees):
    rig, found = run
    bound = math.radians(degrees)
    full, fewer = make_channels(found, fps=60), make_channels(found, fps=60, tolerance=bound)
    assert sum(len(one.times) for one in fewer) < sum(len(one.times) for one in full)
    times = full[0].times.astype(np.float64)
    played = sample(rig, Clip(fewer), times).rotations
    for channel in full:
        assert angles(played[:, channel.node], channel.values.astype(np.float64)).max() <= bound + 1e-6


def test_a_joint_that_stands_still_keeps_two_keys():
    still = np.tile(np.array([0, 0, 0, 1], np.float32), (50, 1))
    assert reduce_keys(np.arange(50.0), still, 1e-3, rotation=True).tolist() == [0, 49]
    with pytest.raises(ValueError, match="tolerance must be finite"):
        reduce_keys(np.arange(50.0), still, math.nan, rotation=True)
