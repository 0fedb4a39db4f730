"""Clips carried to other rigs: by name, and by humanoid bone (VRMC_vrm_animation 1.0)."""

import math

import numpy as np
import pytest

from pantin.maths import affine, quaternion
from pantin.motion import sample, world_transforms
from pantin.motion.retarget import retarget_by_name, retarget_humanoid
from pantin.rig import Channel as AnyChannel
from pantin.rig import Clip, Node, build

QUARTER = (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5))
RNG = np.random.default_rng(7)


def Channel(node, property, times, values, interpolation="LINEAR"):  # noqa: N802
    """A channel of arrays, as a rig holds it."""
    return AnyChannel(node, property, np.array(times), np.array(values, float), interpolation)


def turn():
    return quaternion.normalize(RNG.normal(size=4))


def body(height, *, rotations=((0, 0, 0, 1),) * 4, scale=1.0):
    """Root, hips, spine, head."""
    places = ((0, 0, 0), (0, height, 0), (0, height / 4, 0), (0, height / 4, 0))
    names = ("root", "hips", "spine", "head")
    return build(
        nodes=[
            Node(name, index - 1, np.multiply(place, scale), rotation)
            for index, (name, place, rotation) in enumerate(zip(names, places, rotations, strict=True))
        ]
    )


BONES = {"hips": 1, "spine": 2, "head": 3}


def test_by_name_the_same_node_moves():
    source, target = body(1.0), build(nodes=[Node("head"), Node("tail", 0)])
    clip = Clip((Channel(3, "rotation", [0.0], [QUARTER]), Channel(2, "rotation", [0.0], [QUARTER])), "nod")
    result = retarget_by_name(clip, source, target)
    assert [channel.node for channel in result.clip.channels] == [0]
    assert (result.dropped, result.clip.name) == (1, "nod")


def test_by_name_a_name_that_repeats_is_nobody():
    target = build(nodes=[Node("head"), Node("head")])
    assert retarget_by_name(Clip((Channel(3, "rotation", [0.0], [QUARTER]),)), body(1.0), target).dropped == 1


def test_between_equal_rests_rotations_stay_as_they_are():
    rotations = [turn() for _ in range(4)]
    rig = body(1.0, rotations=rotations)
    keys = np.array([turn() for _ in range(3)])
    clip = Clip((Channel(2, "rotation", [0.0, 1.0, 2.0], keys),))
    result = retarget_humanoid(clip, rig, BONES, rig, BONES)
    assert np.allclose(result.clip.channels[0].values, keys)


def world_turns(rig, pose):
    """How each bone is turned from rest, in the world."""
    now, rest = (affine.decompose(world_transforms(one.rig, one)).rotation for one in (pose, rig.rest_pose()))
    return quaternion.product(now, quaternion.conjugate(rest))


def test_bones_that_rest_otherwise_turn_alike_in_the_world():
    source = body(1.0, rotations=[(0, 0, 0, 1), *(turn() for _ in range(3))])
    target = body(2.0, rotations=[(0, 0, 0, 1), *(turn() for _ in range(3))])
    clip = Clip(tuple(Channel(node, "rotation", [0.0], [turn()]) for node in (1, 2, 3)))
    moved = retarget_humanoid(clip, source, BONES, target, BONES).clip
    a = world_turns(source, sample(source, clip, 0.0))[1:]
    b = world_turns(target, sample(target, moved, 0.0))[1:]
    assert np.allclose(quaternion.to_matrix(a), quaternion.to_matrix(b))


def test_hips_move_in_proportion_to_their_height():
    source, target = body(1.0), body(1.5)
    clip = Clip((Channel(1, "translation", [0.0, 1.0], [(0, 1.0, 0), (0.2, 0.8, 0.4)]),))
    values = retarget_humanoid(clip, source, BONES, target, BONES).clip.channels[0].values
    assert np.allclose(values, [(0, 1.5, 0), (0.3, 1.2, 0.6)])


@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE"])
def test_a_target_that_looks_the_other_way_mirrors_front_and_side(interpolation):
    source = target = body(1.0)
    q, t = turn(), np.array((0.1, 1.0, 0.3))
    cubic = interpolation == "CUBICSPLINE"
    keys = ([[q, q, q]], [[t, t, t]]) if cubic else ([q], [t])
    clip = Clip(
        (
            Channel(1, "rotation", [0.0], keys[0], interpolation),
            Channel(1, "translation", [0.0], keys[1], interpolation),
        )
    )
    turned, moved = retarget_humanoid(clip, source, BONES, target, BONES, flip_facing=True).clip.channels
    last = (0, 1) if cubic else (0,)
    assert np.allclose(turned.values[last], q * (-1, 1, -1, 1))
    assert np.allclose(moved.values[last], t * (-1, 1, -1))


def test_other_channels_are_dropped_and_counted():
    clip = Clip((Channel(2, "translation", [0.0], [(0, 0, 0)]), Channel(0, "rotation", [0.0], [QUARTER])))
    assert retarget_humanoid(clip, body(1.0), BONES, body(1.0), BONES).dropped == 2
