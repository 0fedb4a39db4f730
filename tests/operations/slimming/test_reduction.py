"""Fewer keys, and no posed vertex further away than the bound: checked with `pantin.deform`, which shares no
code with the search."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pantin
from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.operations.slimming.exact import count_keys, keep_duration
from pantin.operations.slimming.measure import measure
from pantin.operations.slimming.reduction import reduce_clips
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Skin, Surface, build


def random_rig(seed: int, joints: int, keys: int, interpolation: str = "LINEAR"):
    """A chain with branches, a skin with up to three influences, and a smooth random clip."""
    chance = np.random.default_rng(seed)
    nodes = [Node("j0", -1)]
    nodes += [Node(f"j{k}", int(chance.integers(0, k)), (0, 0.3, 0.1)) for k in range(1, joints)]
    nodes.append(Node("body", -1))
    count = 60
    positions = chance.uniform(-1, 1, (count, 3)).astype(np.float32)
    each = chance.integers(1, 4, count)
    offsets = np.concatenate([[0], np.cumsum(each)])
    which = np.concatenate([chance.permutation(joints)[:n] if n <= joints else [0] * n for n in each])
    weights = chance.uniform(0.1, 1, len(which))
    weights /= np.repeat(np.add.reduceat(weights, offsets[:-1]), each)
    surface = Surface(positions, influences=Influences(offsets, which, weights.astype(np.float32)))
    times = np.arange(keys) / 24
    channels = []
    for node in range(joints):
        phase, speed = chance.uniform(0, 6, 4), chance.uniform(0.3, 4, 4)
        waves = np.sin(times[:, None] * speed + phase) * (0.4, 0.4, 0.4, 0.1) + (0, 0, 0, 1)
        values = quaternion.normalize(waves).astype(np.float32)
        if interpolation == "CUBICSPLINE":
            values = np.stack([np.zeros_like(values), values, np.zeros_like(values)], axis=1)
        channels.append(Channel(node, "rotation", times.astype(np.float32), values, interpolation))
    moved = (np.sin(times[:, None] * (1, 2, 3)) * 0.2).astype(np.float32)
    channels.append(Channel(0, "translation", times.astype(np.float32), moved))
    return build(
        nodes=nodes,
        meshes=[Mesh((surface,))],
        skins=[Skin(np.arange(joints))],
        instances=[Instance(joints, 0, 0)],
        clips=[Clip(tuple(channels), "dance")],
    )


def furthest(rig, other, density=10):
    """The largest distance between posed vertices at ten times the density of the keys."""
    clip, there = rig.clips[0], other.clips[0]
    keys = np.unique(np.concatenate([channel.times for channel in clip.channels])).astype(np.float64)
    times = np.unique(np.concatenate([np.linspace(a, b, density + 1) for a, b in pairwise(keys)]))
    both = ((rig, clip), (other, there))
    posed = [pantin.deform(each, pantin.sample(each, which, times)) for each, which in both]
    return max(
        np.linalg.norm(np.asarray(a.positions, float) - b.positions, axis=-1).max()
        for a, b in zip(*posed, strict=True)
    )


@settings(deadline=None, max_examples=12)
@given(
    st.integers(0, 10_000),
    st.integers(1, 7),
    st.integers(2, 60),
    st.sampled_from([1e-4, 2e-3, 0.05]),
    st.sampled_from(["LINEAR", "CUBICSPLINE"]),
)
def test_the_bound_holds_at_ten_times_the_density(seed, joints, keys, bound, interpolation):
    rig = random_rig(seed, joints, keys, interpolation)
    slim = replace(rig, clips=reduce_clips(rig, bound))
    # Vertices are float32 numbers around 1.
    assert furthest(rig, slim) <= bound + 1e-6
    assert slim.clips[0].name == "dance"
    assert slim.clips[0].duration == rig.clips[0].duration
    assert count_keys(slim.clips[0].channels) <= count_keys(rig.clips[0].channels)


def test_smooth_motion_needs_far_fewer_keys():
    rig = random_rig(3, 5, 60)
    slim = reduce_clips(rig, 0.01)
    assert count_keys(slim[0].channels) * 3 < count_keys(rig.clips[0].channels)


def finger(turns, times):
    """A chain of joints along x, half a unit from each to the next, with a vertex at the end of each; they
    turn about z by (joints, K) angles."""
    joints = len(turns)
    nodes = [Node(f"j{k}", k - 1, (0.5 if k else 0, 0, 0)) for k in range(joints)]
    reach = np.arange(1, joints + 1) * 0.5
    positions = np.stack([reach, np.zeros(joints), np.zeros(joints)], axis=1).astype(np.float32)
    binds = np.tile(np.eye(4)[:3], (joints, 1, 1))
    binds[:, 0, 3] = -0.5 * np.arange(joints)
    influences = Influences(np.arange(joints + 1), np.arange(joints), np.ones(joints, np.float32))
    channels = []
    for node, angles in enumerate(turns):
        zero = np.zeros(len(times))
        values = np.stack([zero, zero, np.sin(angles / 2), np.cos(angles / 2)], axis=1)
        channels.append(Channel(node, "rotation", times.astype(np.float32), values.astype(np.float32)))
    return build(
        nodes=[*nodes, Node("body", -1)],
        meshes=[Mesh((Surface(positions, influences=influences),))],
        skins=[Skin(np.arange(joints), binds)],
        instances=[Instance(joints, 0, 0)],
        clips=[Clip(tuple(channels), "dance")],
    )


def test_a_child_undoes_the_error_of_its_parent():
    """The first of six joints trembles by an angle that moves its own end by less than the bound, and the end
    of the finger, six times as far away, by more. The second joint has keys at all times anyway."""
    times = np.arange(41) / 20
    tremble = 0.006 * (-1.0) ** np.arange(41)
    turns = np.zeros((6, 41))
    turns[0] = tremble
    turns[1] = np.random.default_rng(1).uniform(-0.5, 0.5, 41)
    rig = finger(turns, times)
    slim = replace(rig, clips=reduce_clips(rig, 0.005))
    assert furthest(rig, slim) <= 0.005 + 1e-6
    keys = {channel.node: len(channel.times) for channel in slim.clips[0].channels}
    assert keys.get(0, 0) <= 2
    assert keys[1] >= 40


def test_a_long_hold_after_many_short_steps_stays_a_hold():
    """Splines with values at one end of a long line alone would swing beyond it."""
    times = np.append(np.arange(33) / 24, 2.7)
    turns = np.sin(np.append(np.arange(33), 32)[None] * 0.4) * [[0.6], [0.4], [0.5]]
    rig = finger(turns, times)
    slim = replace(rig, clips=reduce_clips(rig, 0.002))
    assert count_keys(slim.clips[0].channels) < 0.9 * count_keys(rig.clips[0].channels)
    assert furthest(rig, slim, density=200) <= 0.002 * 1.01


def test_measure_agrees_with_deform():
    rig = random_rig(5, 4, 30)
    slim = replace(rig, clips=reduce_clips(rig, 0.02))
    worst = measure(rig, slim)
    # It also looks between the frames where vertices are far away.
    assert worst.error >= furthest(rig, slim) - 1e-6
    assert worst.error == pytest.approx(furthest(rig, slim, density=100), rel=2e-3, abs=1e-6)
    assert worst.clip == 0


def test_without_a_bound_only_repeated_keys_go():
    rig = random_rig(1, 2, 10)
    still = Channel(1, "rotation", np.arange(4.0), np.tile([0.0, 0, 1, 0], (4, 1)))
    steps = Channel(1, "translation", np.arange(4.0), np.array([[1.0, 0, 0]] * 3 + [[2, 0, 0]]), "STEP")
    rest = Channel(0, "scale", np.arange(4.0), np.ones((4, 3)))
    rig = rig.replace(clips=[Clip((still, steps, rest), "few")])
    (slim,) = reduce_clips(rig, 0.0)
    assert [(channel.property, channel.times.tolist()) for channel in slim.channels] == [
        ("rotation", [0]),
        ("translation", [0, 3]),
    ]
    assert slim.duration == 3


def test_a_clip_at_rest_keeps_a_channel_and_its_duration():
    rig = random_rig(1, 2, 10)
    rest = Channel(0, "scale", np.arange(4.0), np.ones((4, 3)))
    rig = rig.replace(clips=[Clip((rest,), "idle")])
    (slim,) = reduce_clips(rig, 0.1)
    assert (slim.name, slim.duration, len(slim.channels)) == ("idle", 3, 1)
    assert keep_duration(rig.clips[0], [])[0].times.tolist() == [0, 3]


def test_the_only_channel_of_a_clip_keeps_its_keys_and_the_duration():
    """It holds its value before the end, where its last key is dropped."""
    rig = random_rig(1, 2, 10)
    turns = quaternion.normalize(np.array([[0.0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 0, 1]]))
    only = Channel(0, "rotation", np.arange(4.0), turns)
    rig = rig.replace(clips=[Clip((only,), "turn")])
    slim = replace(rig, clips=reduce_clips(rig, 0.001))
    assert slim.clips[0].duration == 3
    assert furthest(rig, slim) <= 0.001 + 1e-6


def test_a_channel_that_ends_early_holds_its_value_to_the_end():
    long = Channel(0, "scale", np.arange(4.0), np.ones((4, 3)))
    short = Channel(1, "rotation", np.arange(2.0), np.array([[0.0, 0, 0, 1], [0, 0, 1, 0]]))
    (kept,) = keep_duration(Clip((long, short), "few"), [short])
    assert kept.times.tolist() == [0, 1, 3]
    assert kept.values[-1].tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize(("step", "kept"), [(0.5, 2), (3e-4, 2), (1e-5, 1)])
def test_channels_of_two_keys_stay_unless_one_key_is_within_the_bound(step, kept):
    """One key in the middle is as far from both as half of their distance."""
    surface = Surface(np.eye(3, dtype=np.float32))
    times = np.array([0, 1], np.float32)
    channels = [
        Channel(node, "translation", times, np.array([[1, 0, 0], [1 + far, 0, 0]], np.float32))
        for node, far in enumerate((0.7, step))
    ]
    rig = build(
        nodes=[Node("a", -1), Node("b", -1)],
        meshes=[Mesh((surface,))],
        instances=[Instance(0, 0), Instance(1, 0)],
        clips=[Clip(tuple(channels), "rise")],
    )
    (clip,) = reduce_clips(rig, 1e-4)
    assert [len(channel.times) for channel in clip.channels] == [2, kept]
    assert measure(rig, rig.replace(clips=[clip])).error <= 1e-4
