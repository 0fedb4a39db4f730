"""Who is a person where the rest pose does not say: by the frames of a motion without a mesh."""

from __future__ import annotations

import numpy as np
import pytest
from conventions import CONVENTIONS
from skeletons import skeleton
from walks import about, bone_rotations, rerest, turn, walk

from pantin.maths import quaternion
from pantin.operations.humanoid.bone_map import map_bones
from pantin.rig import Channel, Clip, Node, build

SECONDS = np.linspace(0.0, 2.0, 61)


def random_rest(rig, clip, seed):
    turns = np.random.default_rng(seed).normal(size=(len(rig.nodes), 4))
    return rerest(rig, clip, quaternion.normalize(turns))[0]


def moving(rotations, name="Bandai"):
    rig, truth = skeleton(*CONVENTIONS[name])
    return rig, walk(rig, truth, rotations=rotations)


@pytest.mark.parametrize("seed", range(4))
def test_a_runner_is_a_person(seed):
    """Bandai Namco's runs: an offset pose that says nothing, and feet far apart in most frames."""
    rotations, step = bone_rotations(SECONDS), 2 * np.pi * SECONDS
    for side, sign in (("left", 1.0), ("right", -1.0)):
        swing = np.sin(step) * sign
        rotations[f"{side}UpperLeg"] = quaternion.product(rotations["hips"], turn(("x", -65 * swing)))
        bend = about("x", 76 + 12 * np.cos(step))
        rotations[f"{side}LowerLeg"] = quaternion.product(rotations[f"{side}UpperLeg"], bend)
    nod = about("x", 60 * np.cos(step) ** 2)  # the body is straight where feet are apart
    for bone in ("spine", "chest", "upperChest", "neck", "head"):
        rotations[bone] = quaternion.product(nod, rotations[bone])
    assert map_bones(random_rest(*moving(rotations), seed)).humanoid


@pytest.mark.parametrize("seed", range(4))
def test_a_person_who_walks_bent_is_one(seed):
    """Bandai Namco's sad walks: the spine is some 45° off the legs all the time."""
    rotations = bone_rotations(SECONDS)
    lean = about("x", 76 + 12 * np.sin(2 * np.pi * SECONDS))
    for bone in ("spine", "chest", "upperChest", "neck", "head"):
        rotations[bone] = quaternion.product(lean, rotations[bone])
    assert map_bones(random_rest(*moving(rotations), seed)).humanoid


def bird(legs):
    """A bird without a mesh, by joints as animators call them, whose thighs are turned by degrees."""
    places = {"hips": (-1, (0, 0.5, 0)), "spine": (0, (0, 0, 0.2)), "chest": (1, (0, 0.02, 0.3))}
    places |= {"neck": (2, (0, 0.05, 0.15)), "head": (3, (0, 0.05, 0.15))}
    names = list(places)
    for side, sign in (("L", 1), ("R", -1)):
        above = 0
        for name, place in (
            ("UpperLeg", (0.1 * sign, -0.05, 0)),
            ("LowerLeg", (0.02 * sign, -0.2, 0.03)),
            ("Foot", (0, -0.22, -0.05)),
        ):
            places[f"{name}_{side}"] = (above, place)
            above = len(places) - 1
        above = 2
        for name, place in (("UpperArm", (0.1, 0, 0)), ("LowerArm", (0.3, 0, 0)), ("Hand", (0.3, 0, 0))):
            places[f"{name}_{side}"] = (above, (place[0] * sign, 0.0, 0.0))
            above = len(places) - 1
    names = list(places)
    keys = np.tile(quaternion.from_axis_angle(np.eye(3)[0], np.radians(legs)), (3, 1))
    times = np.array([0.0, 0.5, 1.0])
    clip = Clip(
        tuple(Channel(names.index(f"UpperLeg_{side}"), "rotation", times, keys) for side in "LR"), "fly"
    )
    return build(nodes=[Node(name, *places[name]) for name in names], clips=[clip])


@pytest.mark.parametrize("legs", [0.0, 70.0, 85.0])
def test_a_bird_is_no_person_with_its_legs_stretched_behind_it(legs):
    """Spine and legs of a bird that flies are as straight as those of a person, and lie."""
    found = map_bones(bird(legs))
    assert found.named
    assert not found.humanoid
