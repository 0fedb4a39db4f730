"""What an animator expects of a retargeted motion, measured on walks of many conventions.

Limbs, spine and neck point the same way in every frame, bones twist as they do in the source, hips face the
same way and rise in proportion to the legs, and feet stay on the floor; whatever the rest poses are.
"""

from __future__ import annotations

import numpy as np
import pytest
from conventions import CONVENTIONS
from retarget_invariant import Performer, degrees, matrix, measure
from skeletons import skeleton
from walks import rerest, turn, walk

import pantin
from pantin.maths import quaternion
from pantin.operations.humanoid.bone_map import map_bones
from pantin.rig import Channel, Clip, Node, build

DIRECTION = 3.0
"""Degrees."""

FLOOR = 0.02
"""Of the length of a leg."""

NAMES = (
    "Mixamo",
    "Unreal",
    "CMU BVH",
    "LAFAN",
    "Bandai",
    "Rokoko",
    "Xsens",
    "Perception Neuron",
    "100STYLE",
    "names of joints",
    "Biped",
    "SMPL",
)
TIMES = np.linspace(0.0, 2.0, 41)
UPRIGHT = np.eye(3)


def walker(name, **options):
    """A rig that walks, its clip and its bones. Which joint of a spine of four is which bone is a
    convention: that of the map is taken."""
    rig, truth = skeleton(*CONVENTIONS[name], **options)
    clip = walk(rig, truth)
    found = map_bones(rig).nodes
    return rig.replace(clips=[clip]), clip, {bone: found[bone] for bone in truth}


def target():
    rig, truth = skeleton(*CONVENTIONS["Unity"], lowered=35.0, scale=0.7)
    return rig, truth


def random_turns(count, seed):
    return quaternion.normalize(np.random.default_rng(seed).normal(size=(count, 4)))


def measured(source, clip, truth, *, axes=UPRIGHT, onto=None):
    """The measures of a clip on another skeleton, through `pantin.retarget`."""
    goal, bones = onto or target()
    made = pantin.retarget(source, goal)
    return measure(Performer(source, clip, truth, axes), Performer(goal, made.clip, bones, UPRIGHT), TIMES)


def assert_kept(found):
    assert found.worst < DIRECTION, found.directions
    assert max(found.twist.values()) < DIRECTION, found.twist
    assert found.facing < DIRECTION
    assert found.sides
    assert found.height < FLOOR
    assert found.floor < FLOOR
    assert found.crossing == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_walk_keeps_its_directions_on_another_skeleton(name):
    rig, clip, truth = walker(name)
    assert_kept(measured(rig, clip, truth))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_rest_offsets_rotated_at_random_change_nothing(name, seed):
    """Each joint has another rest orientation; no joint of the motion is anywhere else."""
    rig, clip, truth = walker(name)
    turned, keys = rerest(rig, clip, random_turns(len(rig.nodes), seed))
    assert_kept(measured(turned, keys, truth))


@pytest.mark.parametrize("name", ["LAFAN", "Rokoko", "CMU BVH"])
def test_the_result_of_a_random_rest_pose_is_that_of_the_t_pose(name):
    """Rotations too, so that the twist of every limb is known without a rest pose: bones with a joint that
    bends within 12°, which is how well a walk tells its axes; their directions exactly."""
    rig, clip, _ = walker(name)
    goal, bones = target()
    straight = pantin.retarget(rig, goal).clip
    turned, _ = rerest(rig, clip, random_turns(len(rig.nodes), 7))
    derived = pantin.retarget(turned, goal).clip
    first, second = (Performer(goal, made, bones, UPRIGHT).world(TIMES)[0] for made in (straight, derived))
    for bone in ("UpperLeg", "LowerLeg", "UpperArm", "LowerArm", "Foot"):
        node = bones[f"left{bone}"]
        between = first[:, node] @ np.swapaxes(second[:, node], -1, -2)
        angles = np.degrees(np.arccos(np.clip((np.trace(between, axis1=1, axis2=2) - 1) / 2, -1, 1)))
        assert angles.max() < 12.0, bone


def test_legs_that_rest_apart_do_not_cross():
    """CMU: the offsets of the legs spread by 20°, and the keys close them."""
    rig, clip, truth = walker("CMU BVH")
    spread = np.tile(quaternion.IDENTITY, (len(rig.nodes), 1))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        for bone in ("UpperLeg", "LowerLeg"):
            spread[truth[side + bone]] = turn(("z", -20.0 * sign))
    turned, keys = rerest(rig, clip, spread)
    assert_kept(measured(turned, keys, truth))


def foot_rotations(source, goal, bones):
    made = pantin.retarget(source, goal).clip
    worlds, _ = Performer(goal, made, bones, UPRIGHT).world(TIMES)
    return worlds[:, [bones["leftFoot"], bones["rightFoot"]]]


@pytest.mark.parametrize(("pitch", "kept"), [(-14.0, 0.0), (9.0, 0.0), (2.0, 2.0), (40.0, 40.0)])
def test_feet_that_rest_off_the_floor_are_planted_flat(pitch, kept):
    """CMU: feet rest 5° to 19° above where they are planted. Less is the rest pose's own, more is tiptoe."""
    rig, clip, truth = walker("CMU BVH")
    goal, bones = target()
    turns = np.tile(quaternion.IDENTITY, (len(rig.nodes), 1))
    for side in ("left", "right"):
        turns[truth[f"{side}Foot"]] = turn(("x", pitch))
    turned, _ = rerest(rig, clip, turns)
    first, second = (foot_rotations(source, goal, bones) for source in (rig, turned))
    between = first @ np.swapaxes(second, -1, -2)
    angles = np.degrees(np.arccos(np.clip((np.trace(between, axis1=-2, axis2=-1) - 1) / 2, -1, 1)))
    assert np.median(angles) == pytest.approx(kept, abs=1.5)


def test_all_offsets_along_one_axis():
    """Rokoko: a rest pose in which every bone lies along +X."""
    rig, clip, truth = walker("Rokoko")
    turns = np.tile(quaternion.IDENTITY, (len(rig.nodes), 1))
    for node in range(len(rig.nodes)):
        below = [child for child in range(len(rig.nodes)) if rig.nodes.parents[child] == node]
        if len(below) == 1:
            step = rig.nodes.translations[below[0]]
            step = step / max(np.linalg.norm(step), 1e-9)
            axis = np.cross((1.0, 0, 0), step)
            size = np.linalg.norm(axis)
            if size > 1e-6:
                turns[node] = quaternion.from_axis_angle(axis / size, np.arctan2(size, step[0]))
    turned, keys = rerest(rig, clip, turns)
    assert_kept(measured(turned, keys, truth))


def test_a_joint_that_rests_turned_about_itself_is_seen_in_the_motion():
    """The offsets describe a person; the keys undo half a turn of the thighs, and knees bend the right
    way."""
    rig, clip, truth = walker("LAFAN")
    turns = np.tile(quaternion.IDENTITY, (len(rig.nodes), 1))
    for bone in ("leftUpperLeg", "rightUpperLeg", "leftUpperArm"):
        turns[truth[bone]] = turn(("y" if bone.endswith("Leg") else "x", 180.0))
    turned, keys = rerest(rig, clip, turns)
    assert_kept(measured(turned, keys, truth))


def test_a_rest_pose_with_y_up_and_a_motion_with_z_up():
    """The keys of the root turn the body; the floor is at z = 0."""
    rig, clip, truth = walker("LAFAN")
    lift = quaternion.from_axis_angle(np.array((1.0, 0, 0)), np.pi / 2)
    hips = truth["hips"]
    channels = [
        Channel(channel.node, channel.property, channel.times, quaternion.product(lift, channel.values))
        if (channel.node, channel.property) == (hips, "rotation")
        else Channel(channel.node, channel.property, channel.times, quaternion.rotate(lift, channel.values))
        if channel.property == "translation"
        else channel
        for channel in clip.channels
    ]
    made = Clip(tuple(channels), "walk")
    source = build(
        nodes=[
            Node(rig.nodes.names[node], int(rig.nodes.parents[node]), rig.nodes.translations[node])
            for node in range(len(rig.nodes))
        ],
        clips=[made],
    )
    upright = matrix(quaternion.conjugate(lift)[None])[0]
    assert_kept(measured(source, made, truth, axes=upright))


@pytest.mark.parametrize("seed", range(2))
def test_joints_without_a_length_between_hips_and_thighs_and_a_neck_of_two_joints(seed):
    """CMU has both; a joint that bends between two bones turns the direction between them."""
    rig, clip, truth = walker("CMU BVH")
    neck = truth["neck"]
    below = next(n for n in range(len(rig.nodes)) if rig.nodes.parents[n] == neck and n != truth["head"])
    times = clip.channels[0].times
    nod = turn(("x", 15 * np.sin(4 * times)))
    moved = Clip((*clip.channels, Channel(below, "rotation", times, nod)), "walk")
    rig = rig.replace(clips=[moved])
    found = measured(rig, moved, truth)
    assert found.worst < DIRECTION, found.directions
    turned, keys = rerest(rig, moved, random_turns(len(rig.nodes), seed))
    found = measured(turned, keys, truth)
    assert found.worst < DIRECTION, found.directions


@pytest.mark.parametrize("seed", range(2))
def test_a_chest_without_a_length_does_not_bend_the_spine(seed):
    """CMU's neck begins where its chest does: what turns that joint moves the arms, and no part of the
    spine points where it does."""
    rig, clip, truth = walker("CMU BVH")
    nodes, neck, arms = rig.node_list(), truth["neck"], [truth[f"{s}Shoulder"] for s in ("left", "right")]
    chest = int(rig.nodes.parents[neck])
    step = nodes[neck].translation
    nodes[neck] = nodes[neck].replace(translation=np.zeros(3))
    nodes[chest] = nodes[chest].replace(translation=nodes[chest].translation + step)
    for arm in arms:
        nodes[arm] = nodes[arm].replace(translation=nodes[arm].translation - step)
    times = clip.channels[0].times
    sway = turn(("z", 25 * np.sin(4 * times)), ("x", 15 * np.cos(3 * times)))
    channels = [
        channel for channel in clip.channels if (channel.node, channel.property) != (chest, "rotation")
    ]
    moved = Clip((*channels, Channel(chest, "rotation", times, sway)), "walk")
    rig = rig.replace(nodes=nodes, clips=[moved])
    assert map_bones(rig).nodes["upperChest"] == chest
    goal, bones = target()
    for source, keys in ((rig, moved), rerest(rig, moved, random_turns(len(rig.nodes), seed))):
        made = pantin.retarget(source, goal).clip
        places, goals = (
            Performer(who, of, where, UPRIGHT).world(TIMES)[1]
            for who, of, where in ((source, keys, truth), (goal, made, bones))
        )
        for start, end in (("spine", "neck"), ("chest", "neck"), ("neck", "head")):
            given = places[:, truth[end]] - places[:, truth[start]]
            found = goals[:, bones[end]] - goals[:, bones[start]]
            assert degrees(given, found).max() < DIRECTION, (start, end)


def test_a_random_rest_pose_as_the_target():
    """Its own clip tells the T-pose of a target that does not rest as a person."""
    rig, clip, truth = walker("LAFAN")
    other, steps, bones = walker("Rokoko", scale=0.8)
    turned, _ = rerest(other, steps, random_turns(len(other.nodes), 5))
    made = pantin.retarget(rig, turned)
    ankle = 0.08 * 0.8
    found = measure(
        Performer(rig, clip, truth, UPRIGHT), Performer(turned, made.clip, bones, UPRIGHT), TIMES, ankle
    )
    assert found.worst < DIRECTION, found.directions
    assert found.facing < DIRECTION
    assert found.floor < FLOOR


def test_bones_are_found_by_name_whatever_their_rest_pose():
    rig, clip, truth = walker("Rokoko")
    turned, _ = rerest(rig, clip, random_turns(len(rig.nodes), 1))
    found = map_bones(turned)
    assert {bone: found.nodes.get(bone) for bone in truth} == truth
