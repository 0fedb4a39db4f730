"""The T-pose of characters (VRMC_vrm 1.0, definition 1.4): arms along X, whatever axes their joints have."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from avatars import avatar, avatar0, index_of

import pantin
from pantin.motion import world_transforms
from pantin.motion.t_pose import find_arms, turn_arms

EXACT = 1e-6
"""Metres: an arm of 0.55 m that is 1e-5 degrees off is 1e-7 m off."""


def about(axis, degrees):
    half = math.radians(degrees) / 2
    return [*(math.sin(half) * part for part in np.eye(3)["xyz".index(axis)]), math.cos(half)]


def rig_of(tree):
    return pantin.load(json.dumps(tree).encode(), name="a.gltf").rig


def posed_avatar(left, right, make=avatar, **nodes):
    """An avatar with the upper arms lowered by these degrees, and other nodes changed."""
    tree = make()
    sign = 1 if make is avatar else -1
    tree["nodes"][index_of("leftUpperArm")]["rotation"] = about("z", -left * sign)
    tree["nodes"][index_of("rightUpperArm")]["rotation"] = about("z", right * sign)
    for bone, members in nodes.items():
        tree["nodes"][index_of(bone)] |= members
    return tree


def assert_in_t_pose(rig, pose):
    places = world_transforms(rig, pose)[:, :, 3]
    sign = -1 if rig.character.faces_back else 1
    for side, along in (("left", sign), ("right", -sign)):
        upper, lower, hand = (places[index_of(f"{side}{part}")] for part in ("UpperArm", "LowerArm", "Hand"))
        assert [upper[1:], lower[1:]] == pytest.approx(np.array([hand[1:], hand[1:]]), abs=EXACT)
        assert (lower - upper)[0] * along > 0 < (hand - lower)[0] * along


TREES = {
    "A-pose": posed_avatar(45, 45),
    "arms that hang": posed_avatar(88, 90),
    "bent elbows": posed_avatar(40, 50, leftLowerArm={"rotation": about("y", 50)}),
    "one arm": posed_avatar(0, 60),
    "raised": posed_avatar(-70, -70),
    "VRM 0.x, which faces −Z": posed_avatar(45, 45, make=avatar0),
    "chest with a rotation and a scale": posed_avatar(
        45, 45, chest={"rotation": about("y", 10), "scale": [1.2, 0.8, 1.0]}
    ),
    "upper arm with a matrix": posed_avatar(45, 45),
}
_matrix = TREES["upper arm with a matrix"]["nodes"][index_of("leftUpperArm")]
del _matrix["rotation"]
_matrix["matrix"] = [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, *_matrix.pop("translation"), 1]


@pytest.mark.parametrize("name", TREES)
def test_arms_are_turned_into_the_t_pose(name):
    rig = rig_of(TREES[name])
    pose = turn_arms(rig)
    assert_in_t_pose(rig, pose)


def test_only_the_joints_of_an_arm_that_is_off_are_rotated():
    rig = rig_of(posed_avatar(0, 60))
    changed = np.flatnonzero((turn_arms(rig).local != rig.rest_pose().local).any(axis=(1, 2))).tolist()
    assert changed == [index_of("rightUpperArm")]


def test_a_straight_arm_is_turned_by_the_angle_it_hangs():
    """Lowered by 45° about z, the identity brings it back."""
    rig = rig_of(posed_avatar(45, 45))
    assert turn_arms(rig).rotations[index_of("leftUpperArm")] == pytest.approx((0, 0, 0, 1), abs=1e-12)


@pytest.mark.parametrize("degrees", [14, 16])
def test_a_tilt_of_15_degrees_counts_as_t_pose(degrees):
    rig = rig_of(posed_avatar(degrees, 0))
    (left, _right) = find_arms(rig)
    assert left.tilt(world_transforms(rig)) == pytest.approx(degrees)
    assert (turn_arms(rig).local != rig.rest_pose().local).any() == (degrees > 15)


def test_a_model_that_faces_elsewhere_must_turn_as_a_whole():
    for turn in (180, 90, 30):
        rig = rig_of(posed_avatar(45, 45, hips={"rotation": about("y", turn)}))
        with pytest.raises(ValueError, match=r"does not face \+Z: rotate the whole model"):
            turn_arms(rig)


def test_a_hand_that_is_not_below_its_arm_is_refused():
    tree = posed_avatar(45, 45)
    hand = index_of("leftHand")
    tree["nodes"][index_of("leftLowerArm")]["children"].remove(hand)
    tree["nodes"][0]["children"].append(hand)
    with pytest.raises(ValueError, match=r"of the left arm does not bring it to \+X"):
        turn_arms(rig_of(tree))


def test_an_arm_without_length_stays():
    straight = {"translation": [0, 0, 0]}
    rig = rig_of(posed_avatar(45, 45, leftHand=straight, leftLowerArm=straight))
    assert turn_arms(rig).rotations[index_of("rightUpperArm")] == pytest.approx((0, 0, 0, 1))


def test_a_node_that_a_constraint_ties_to_the_arm_is_turned_with_it():
    """A sleeve beside the arm that takes its whole rotation: it is rotated as far as the arm is."""
    tree = posed_avatar(45, 45)
    sleeve = len(tree["nodes"])
    extension = {"specVersion": "1.0", "constraint": {"rotation": {"source": index_of("leftUpperArm")}}}
    tree["nodes"].append(
        {"rotation": about("z", -45), "extensions": {"VRMC_node_constraint": extension}, "name": "Sleeve"}
    )
    tree["nodes"][index_of("chest")]["children"].append(sleeve)
    tree["extensionsUsed"].append("VRMC_node_constraint")
    rig = rig_of(tree)
    pose = turn_arms(rig)
    assert pose.rotations[sleeve] == pytest.approx((0, 0, 0, 1), abs=1e-9)
    # At rest in the new file nothing moves when constraints are solved.
    tree["nodes"][sleeve]["rotation"] = pose.rotations[sleeve].tolist()
    for side in ("left", "right"):
        arm = index_of(f"{side}UpperArm")
        tree["nodes"][arm]["rotation"] = pose.rotations[arm].tolist()
    new = rig_of(tree)
    solved = pantin.motion.solve_constraints(new, new.rest_pose())
    assert solved.rotations == pytest.approx(new.rest_pose().rotations, abs=1e-9)
