"""Any humanoid as a character in a T-pose, which a VRM animation needs."""

from __future__ import annotations

import numpy as np
import pytest
from conventions import CONVENTIONS
from skeletons import skeleton

from pantin.maths import quaternion
from pantin.motion import joint_positions, sample
from pantin.operations.humanoid.body import make_body
from pantin.operations.humanoid.bone_map import map_bones
from pantin.operations.humanoid.t_pose import t_posed
from pantin.rig import Channel, Clip

ROOT_HALF = np.sqrt(0.5)
TIMES = np.array([0.0, 1.0])


@pytest.mark.parametrize("lowered", [0.0, 50.0])
@pytest.mark.parametrize("turn", [(0, 0, 0, 1), (ROOT_HALF, 0, 0, ROOT_HALF), (0, 1, 0, 0)])
def test_arms_are_straight_and_the_front_is_z(lowered, turn):
    rig, _ = skeleton(*CONVENTIONS["Unreal"], lowered=lowered, turn=turn)
    made = t_posed(make_body(rig, map_bones(rig)), Clip(()))
    places = joint_positions(made)
    bones = made.character.humanoid
    assert np.allclose(made.nodes.rotations, quaternion.IDENTITY)
    for side, sign in (("left", 1), ("right", -1)):  # straight legs, on the same floor
        hip, knee, foot = (places[bones[f"{side}{role}"]] for role in ("UpperLeg", "LowerLeg", "Foot"))
        assert np.allclose(np.stack([hip, knee, foot])[:, [0, 2]], (sign * 0.09, 0.0), atol=1e-9)
        assert foot[1] == pytest.approx(0.08)
    spine = np.stack([places[bones[bone]] for bone in ("spine", "chest", "upperChest", "neck", "head")])
    assert np.allclose(spine[:, [0, 2]], 0.0, atol=1e-9)
    hand, elbow, shoulder = (places[bones[f"right{role}"]] for role in ("Hand", "LowerArm", "UpperArm"))
    for start, end in ((shoulder, elbow), (elbow, hand)):
        assert np.allclose((end - start) / np.linalg.norm(end - start), (-1, 0, 0), atol=1e-9)


def test_the_clip_moves_it_as_the_body():
    """World positions of all bones are equal in every pose, up to the straight arms at rest."""
    random = np.random.default_rng(1)
    rig, truth = skeleton(*CONVENTIONS["Mixamo"])
    keys = quaternion.normalize(random.normal(size=(len(truth), 2, 4)))
    channels = [Channel(node, "rotation", TIMES, keys[i]) for i, node in enumerate(truth.values())]
    channels.append(Channel(truth["hips"], "translation", TIMES, random.normal(size=(2, 3))))
    clip = Clip(tuple(channels))
    body = make_body(rig, map_bones(rig))
    made = t_posed(body, clip)
    before, after = (
        joint_positions(rig, sample(rig, clip, TIMES)),
        joint_positions(made, sample(made, 0, TIMES)),
    )
    for bone in ("hips", "spine", "head", "leftFoot", "rightLowerLeg", "rightToes", "neck"):
        assert np.allclose(before[:, truth[bone]], after[:, made.character.humanoid[bone]], atol=1e-9)
