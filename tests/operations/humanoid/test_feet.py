"""Planted feet: when they are planted, and legs that reach where they stand."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.maths import quaternion
from pantin.motion import sample, world_transforms
from pantin.motion.two_bones import two_bone_turns
from pantin.operations.humanoid.body import make_body
from pantin.operations.humanoid.bone_map import map_bones
from pantin.operations.humanoid.contacts import find_contacts
from pantin.operations.humanoid.feet import lock_feet
from pantin.operations.humanoid.retarget import hold_in_place, retarget_clip
from pantin.rig import Channel, Character, Clip, Node, build

TIMES = np.linspace(0.0, 2.0, 61)
DEEPEST = np.radians(40)


def walker(thigh, shin):
    """Straight vertical legs below hips at 1 m."""
    nodes, bones = [Node("hips", translation=(0, 1.0, 0))], {"hips": 0}
    for side, x in (("left", 0.1), ("right", -0.1)):
        first = len(nodes)
        bones |= {f"{side}UpperLeg": first, f"{side}LowerLeg": first + 1, f"{side}Foot": first + 2}
        bones[f"{side}Toes"] = first + 3
        nodes += [
            Node(f"{side} thigh", 0, (x, -0.1, 0)),
            Node(f"{side} shin", first, (0, -thigh, 0)),
            Node(f"{side} foot", first + 1, (0, -shin, 0)),
            Node(f"{side} toes", first + 2, (0, -0.1, 0.1)),
        ]
    return build(nodes=nodes, character=Character(humanoid=bones))


def squat(rig):
    """Thighs turn by −φ and knees by 2φ: with equal lengths the feet stay where they are."""
    angles = DEEPEST * np.sin(np.pi * TIMES / 2)
    about = {
        factor: quaternion.from_axis_angle(np.array((1.0, 0, 0)), factor * angles) for factor in (-1, 1, 2)
    }
    height = 1.0 - 0.8 * (1 - np.cos(angles))
    places = np.stack([np.zeros_like(height), height, np.zeros_like(height)], axis=1)
    bones = rig.character.humanoid
    channels = [Channel(bones["hips"], "translation", TIMES, places)]
    for side in ("left", "right"):
        for role, factor in (("UpperLeg", -1), ("LowerLeg", 2), ("Foot", -1)):
            channels.append(Channel(bones[side + role], "rotation", TIMES, about[factor]))
    return Clip(tuple(channels), "squat")


def body(rig):
    return make_body(rig, map_bones(rig))


def paths(rig, clip, bone):
    return world_transforms(rig, sample(rig, clip, TIMES))[:, rig.character.humanoid[bone]]


def test_planted_feet_of_legs_with_other_proportions_stay():
    """Analytic: a thigh of 0.5 m and a shin of 0.3 m bring the foot forward by 0.2 sin φ."""
    source, target = walker(0.4, 0.4), walker(0.5, 0.3)
    motion = squat(source)
    clip = retarget_clip(motion, body(source), body(target)).clip
    locked = lock_feet(clip, motion, body(source), body(target))
    assert locked.contacts == 2
    assert locked.before == pytest.approx(0.2 * np.sin(DEEPEST), rel=1e-3)
    assert locked.after < 1e-6
    places = paths(target, locked.clip, "leftToes")[:, :, 3]
    assert np.ptp(places, axis=0).max() < 1e-6
    before, after = (paths(target, each, "leftFoot")[:, :, :3] for each in (clip, locked.clip))
    assert np.allclose(before, after, atol=1e-9)  # the foot keeps its rotation


def test_feet_that_do_not_slide_are_not_moved():
    source = walker(0.4, 0.4)
    motion = squat(source)
    locked = lock_feet(motion, motion, body(source), body(source))
    assert locked.before < 1e-9
    for bone in ("leftLowerLeg", "leftFoot"):
        assert np.allclose(paths(source, motion, bone), paths(source, locked.clip, bone), atol=1e-6)


def test_a_leg_that_is_too_short_slides_and_says_so():
    source, target = walker(0.4, 0.4), walker(0.4, 0.4)
    motion = squat(source)
    drift = [
        Channel(0, "translation", TIMES, np.stack([0.8 * TIMES, np.ones(61), 0 * TIMES], axis=1)),
        *motion.channels[1:],
    ]
    locked = lock_feet(Clip(tuple(drift)), motion, body(source), body(target))
    assert 0.1 < locked.after < locked.before


def test_hips_sink_where_a_leg_does_not_reach():
    """A foot 8 cm further than the hips move: 0.8 m of leg reach it from 4 mm further down."""
    source, target = walker(0.4, 0.4), walker(0.5, 0.3)
    motion = squat(source)
    clip = retarget_clip(motion, body(source), body(target)).clip
    locked = lock_feet(clip, motion, body(source), body(target))
    before, after = (paths(target, each, "hips")[:, 1, 3] for each in (clip, locked.clip))
    assert 0.002 < (before - after).max() < 0.01
    assert (before - after).min() >= 0


def test_sparse_keys_get_more_so_that_feet_stay_between_them():
    source, target = walker(0.4, 0.4), walker(0.5, 0.3)
    full = squat(source)
    motion = Clip(
        tuple(
            Channel(channel.node, channel.property, channel.times[::15], channel.values[::15])
            for channel in full.channels
        )
    )
    clip = retarget_clip(motion, body(source), body(target)).clip
    locked = lock_feet(clip, motion, body(source), body(target))
    legs = [channel for channel in locked.clip.channels if channel.property == "rotation"]
    assert all(np.diff(channel.times).max() < 1 / 29 for channel in legs)


def test_a_foot_is_planted_while_it_is_low_and_slow():
    """Stands for a second, swings 1.2 m in half a second, stands again."""
    times = np.arange(76) / 30
    along = np.interp(times, [0, 1, 1.5, 2.5], [0, 0, 1.2, 1.2])
    lift = 0.15 * np.sin(np.pi * np.clip((times - 1) / 0.5, 0, 1))
    contacts = find_contacts(np.stack([0 * times, lift, along], axis=1), times, 0.9)
    assert [(times[first], times[end - 1]) for first, end in contacts] == [
        (pytest.approx(0.0), pytest.approx(1.0, abs=0.05)),
        (pytest.approx(1.5, abs=0.05), pytest.approx(2.5)),
    ]


def test_a_foot_that_trembles_at_the_limit_is_planted_once():
    """Between the two limits the state stays as it is."""
    times = np.arange(61) / 30
    tremble = 0.3 * 0.9 / 30 * (np.arange(61) % 4 // 2)  # speeds of 0 and about 0.3 heights a second
    places = np.stack([tremble, 0 * times, 0 * times], axis=1)
    assert len(find_contacts(places, times, 0.9)) == 1


def test_a_foot_that_only_passes_is_not_planted():
    times = np.arange(31) / 30
    places = np.stack([2.0 * times, 0 * times, 0 * times], axis=1)
    assert find_contacts(places, times, 0.9) == []


def test_two_bones_reach_their_goal_with_their_lengths():
    random = np.random.default_rng(1)
    hip, knee, ankle, goal = random.normal(size=(4, 200, 3))
    first, second = (np.linalg.norm(b - a, axis=1) for a, b in ((hip, knee), (knee, ankle)))
    upper, lower = two_bone_turns(hip, knee, ankle, goal, np.array((1.0, 0, 0)))
    bent = hip + quaternion.rotate(upper, knee - hip)
    end = bent + quaternion.rotate(lower, ankle - knee)
    distance = np.linalg.norm(goal - hip, axis=1)
    reachable = (distance < first + second) & (distance > abs(first - second))
    assert reachable.sum() > 50
    assert np.allclose(end[reachable], goal[reachable], atol=1e-9)
    # Out of reach: straight at it.
    far = distance > first + second
    direction = (goal - hip) / distance[:, None]
    assert np.allclose((end - hip)[far], (direction * (first + second)[:, None])[far], atol=1e-6)


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE"])
def test_in_place_hips_only_rise_and_sink(interpolation):
    turn = quaternion.from_axis_angle(np.array((0, 0, 1.0)), 0.3)
    nodes = [Node("root", rotation=turn, translation=(0.3, 0, 0.2)), Node("hips", 0, (0.1, 1.0, 0))]
    rig = build(nodes=nodes, character=Character(humanoid={"hips": 1}))
    values = np.random.default_rng(2).normal(size=(3, 3, 3) if interpolation == "CUBICSPLINE" else (3, 3))
    clip = Clip((Channel(1, "translation", np.array([0, 1.0, 2.0]), values, interpolation),))
    held = hold_in_place(clip, body(rig))
    times = np.linspace(0, 2, 9)
    before, after = (world_transforms(rig, sample(rig, each, times))[:, 1, :, 3] for each in (clip, held))
    assert np.allclose(after[:, 1], before[:, 1])
    assert np.allclose(after[:, [0, 2]], world_transforms(rig)[1, [0, 2], 3])


def test_a_body_without_feet_is_refused():
    rig = build(nodes=[Node("hips", translation=(0, 1.0, 0))], character=Character(humanoid={"hips": 0}))
    clip = Clip((Channel(0, "translation", np.array([0.0]), np.zeros((1, 3))),))
    with pytest.raises(ValueError, match="feet cannot be locked"):
        lock_feet(clip, clip, body(rig), body(rig))
