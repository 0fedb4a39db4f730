"""Blends and differences of clips and poses, against slerp in plain Python."""

from __future__ import annotations

import numpy as np
import pytest
from tests.oracles.scalar_clips import apart, inverse, product, slerp, value_at

import pantin
from pantin.maths import quaternion
from pantin.motion import (
    additive,
    apply_additive,
    approximations,
    blend,
    clip_from_poses,
    cut,
    mirror,
    retime,
)
from pantin.rig import Channel, Clip, Node


def chain(nodes=3):
    """A rig of some nodes in a row, each with a rotation of its own at rest."""
    rng = np.random.default_rng(0)
    turns = quaternion.normalize(rng.normal(size=(nodes, 4)))
    return pantin.build(
        nodes=[
            Node(
                f"n{i}",
                i - 1,
                translation=rng.normal(size=3),
                rotation=turns[i],
                scale=rng.uniform(0.5, 2, 3),
            )
            for i in range(nodes)
        ]
    )


def random_clip(seed, interpolation="LINEAR", keys=5, scale=True):
    rng = np.random.default_rng(seed)
    channels = []
    for node in range(3):
        for kind, width in (("translation", 3), ("rotation", 4)) + ((("scale", 3),) if scale else ()):
            times = np.sort(rng.uniform(0, 2, keys))
            times[0], times[-1] = 0.0, 2.0
            values = (
                rng.uniform(0.5, 2, size=(keys, width)) if kind == "scale" else rng.normal(size=(keys, width))
            )
            if kind == "rotation":
                values = quaternion.without_flips(quaternion.normalize(values))
            if interpolation == "CUBICSPLINE":
                values = np.stack([rng.normal(size=values.shape), values, rng.normal(size=values.shape)], 1)
            channels.append(Channel(node, kind, times, values, interpolation))
    return Clip(tuple(channels), f"clip{seed}")


def of(clip, channel):
    return next(
        each for each in clip.channels if (each.node, each.property) == (channel.node, channel.property)
    )


@pytest.mark.parametrize("weight", [0.0, 0.3, 1.0])
def test_a_blend_of_clips_is_on_the_arc_between_both(weight):
    rig, first, second = chain(), random_clip(1), random_clip(2)
    made = blend(rig, first, second, weight)
    for channel in made.channels:
        exact = channel.property != "rotation"
        for time in [*channel.times.tolist(), *np.linspace(0, 2, 31)]:
            a, b = value_at(of(first, channel), time), value_at(of(second, channel), time)
            expected = (
                slerp(a, b, weight)
                if channel.property == "rotation"
                else [x + (y - x) * weight for x, y in zip(a, b, strict=True)]
            )
            # Two arcs whose shorter way flips inside an interval jump there; else within twice the limit.
            off = apart(value_at(channel, time), expected, channel.property)
            dots = abs(sum(x * y for x, y in zip(a, b, strict=True)))
            assert off < (1e-10 if exact else 1e-3) or dots < 0.25


def test_a_blend_of_splines_with_the_same_times_is_a_spline():
    rig, first = chain(), random_clip(3, "CUBICSPLINE")
    second = first.replace(channels=[c.replace(values=c.values[::-1].copy()) for c in first.channels])
    made = blend(rig, first, second, 0.25)
    for channel in made.channels:
        if channel.property != "rotation":
            assert channel.interpolation == "CUBICSPLINE"
            for time in np.linspace(0, 2, 23):
                a, b = value_at(of(first, channel), time), value_at(of(second, channel), time)
                expected = [x + (y - x) * 0.25 for x, y in zip(a, b, strict=True)]
                assert apart(value_at(channel, time), expected, channel.property) < 1e-10


def test_a_weight_curve_leads_from_one_clip_to_the_other():
    rig, first, second = chain(), random_clip(4), random_clip(5)
    made = blend(rig, first, second, [(0.5, 0.0), (1.5, 1.0)])
    for channel in made.channels:
        for time in (0.0, 0.2, 0.5, 1.5, 1.8, 2.0):
            expected = value_at(of(first if time <= 0.5 else second, channel), time)
            assert apart(value_at(channel, time), expected, channel.property) < 1e-9
    assert any("blended" in note for note in approximations(made))


def test_a_clip_without_a_channel_is_at_rest_there():
    rig, first = chain(), random_clip(6)
    made = blend(rig, first, Clip(first.channels[:1], "one"), 1 - 1e-12)
    rest = rig.rest_pose()
    last = next(
        channel for channel in made.channels if (channel.node, channel.property) == (2, "translation")
    )
    assert np.allclose(last.values, rest.translations[2], atol=1e-9)


def test_poses_are_blended_on_arcs_too():
    rig = chain()
    a, b = (pantin.sample(rig, random_clip(seed), 0.7) for seed in (7, 8))
    made = blend(rig, a, b, 0.3)
    for node in range(3):
        expected = slerp(list(a.rotations[node]), list(b.rotations[node]), 0.3)
        assert apart(list(made.rotations[node]), expected, "rotation") < 1e-12
        assert np.allclose(made.translations[node], a.translations[node] * 0.7 + b.translations[node] * 0.3)
    batch = blend(rig, pantin.sample(rig, random_clip(7), [0.1, 0.7]), b, [0.0, 0.3])
    assert np.allclose(batch.local[1], made.local, atol=1e-12)
    with pytest.raises(TypeError, match="two clips or two poses"):
        blend(rig, a, random_clip(7))


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE", "STEP"])
def test_a_difference_is_that_of_the_numbers_at_every_time(interpolation):
    rig, clip = chain(), random_clip(9, interpolation)
    pose = pantin.sample(rig, random_clip(10), 0.9)
    made = additive(clip, pose)
    for channel in made.channels:
        node = channel.node
        for time in np.linspace(0, 2, 17):
            value = value_at(of(clip, channel), time)
            expected = {
                "rotation": lambda v, n=node: product(inverse(list(pose.rotations[n])), v),
                "translation": lambda v, n=node: [
                    x - y for x, y in zip(v, pose.translations[n], strict=True)
                ],
                "scale": lambda v, n=node: [x / y for x, y in zip(v, pose.scales[n], strict=True)],
            }[channel.property](value)
            assert apart(value_at(channel, time), expected, channel.property) < 1e-10


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE", "STEP"])
def test_a_difference_added_to_its_reference_is_the_clip(interpolation):
    rig, clip = chain(), random_clip(11, interpolation)
    pose = pantin.sample(rig, random_clip(12), 0.9)
    back = apply_additive(additive(clip, pose), pose)
    times = np.linspace(0, 2, 33)
    before, after = pantin.sample(rig, clip, times), pantin.sample(rig, back, times)
    assert np.abs(before.local - after.local).max() < 1e-12


def test_channels_that_the_clip_lacks_are_at_rest_in_the_difference():
    rig, clip = chain(), random_clip(13)
    pose = pantin.sample(rig, random_clip(14), 0.3)
    less = clip.replace(channels=clip.channels[:2])
    back = apply_additive(additive(less, pose), pose)
    times = np.linspace(0, 2, 9)
    assert np.abs(pantin.sample(rig, less, times).local - pantin.sample(rig, back, times).local).max() < 1e-12


def test_half_of_a_difference_turns_half_as_far():
    rig, clip = chain(), random_clip(15, scale=False)
    base = rig.rest_pose()
    half = apply_additive(additive(clip, base), base, weight=0.5)
    for channel in half.channels:
        if channel.property == "rotation":
            rest = list(base.rotations[channel.node])
            for time in np.linspace(0, 2, 9):
                expected = slerp(rest, value_at(of(clip, channel), time), 0.5)
                dots = abs(sum(x * y for x, y in zip(rest, value_at(of(clip, channel), time), strict=True)))
                assert apart(value_at(channel, time), expected, "rotation") < 1e-3 or dots < 0.25


def test_a_reference_clip_without_the_channel_is_refused():
    clip = random_clip(16)
    with pytest.raises(ValueError, match="give a pose instead"):
        additive(clip, clip.replace(channels=clip.channels[1:]))


def test_a_clip_from_poses_has_those_poses():
    rig, clip = chain(), random_clip(17)
    times = np.array([0.0, 0.4, 1.1, 2.0])
    poses = pantin.sample(rig, clip, times)
    made = clip_from_poses(rig, poses, times, name="made")
    assert np.abs(pantin.sample(rig, made, times).local - poses.local).max() < 1e-12
    assert made.name == "made"
    assert made.duration == 2.0
    with pytest.raises(ValueError, match="a time for each of 4 poses"):
        clip_from_poses(rig, poses, [0.0, 1.0])
    with pytest.raises(ValueError, match="ascending"):
        clip_from_poses(rig, poses, [0.0, 1.0, 1.0, 2.0])


def test_a_clip_of_four_dimensions_from_poses():
    rig = pantin.load("examples/g4mf/creature.g4b").rig
    node = rig.node_index("LowerArm")
    still = rig.rest_pose()
    moved = still.with_local(node, translation=still.translations[node] + 1.0)
    made = clip_from_poses(rig, [still, moved], [0.0, 1.0])
    assert [(c.node, c.property) for c in made.channels] == [(node, "translation")]
    turned = still.with_local(node, planes={"yw": 90})
    rotated = clip_from_poses(rig, [still, turned], [0.0, 1.0])
    assert [(c.node, c.property) for c in rotated.channels] == [(node, "rotation")]
    assert cut(retime(made, 2.0), 0.1, 0.3).duration == pytest.approx(0.2)


def test_poses_of_a_second_load_fit():
    """A pose fits every rig with the same nodes: here that of the same file, read again."""
    rig, again = (pantin.load("examples/retarget/walk.glb").rig for _ in range(2))
    start, end = pantin.sample(again, 0, 0.0), pantin.sample(again, 0, 0.5)
    own = blend(rig, pantin.sample(rig, 0, 0.0), pantin.sample(rig, 0, 0.5), 0.25)
    assert np.array_equal(blend(rig, start, end, 0.25).local, own.local)
    assert np.array_equal(mirror(rig, start).local, mirror(again, start).local)
    keyed = clip_from_poses(rig, [start, end], [0.0, 1.0])
    assert np.allclose(pantin.sample(rig, keyed, 1.0).local, end.local, atol=1e-6)
    other = pantin.load("examples/arm.glb").rig.rest_pose()
    for refused in (
        lambda: blend(rig, start, other, 0.5),
        lambda: mirror(rig, other),
        lambda: clip_from_poses(rig, [other], [0.0]),
    ):
        with pytest.raises(ValueError, match="belongs to another rig"):
            refused()
