"""Motions of SMPL bodies, as AMASS stores them: axis-angle poses of joints, without the body.

Facts from the README of nghorbani/amass and from human_body_prior: the order of joints, the names of arrays,
and that the world is Z up while the body stands Y up. The proportions are not those of SMPL, whose template
is not free: they are Drillis and Contini's (1964, in Winter, Biomechanics, fig. 4.1) for a height of 1.7 m.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Arrays
from pantin.formats.npz.unirig import Z_UP_TO_Y_UP
from pantin.maths import quaternion
from pantin.maths.trigonometry import sin_cos
from pantin.rig import Channel, Character, Clip, Node, Rig, Scene, build
from pantin.rig.human_bones import FINGER_SEGMENTS

Doubles = NDArray[np.float64]

HEIGHT = 1.7
FRAME_RATES = ("mocap_framerate", "mocap_frame_rate", "framerate", "fps")
DEFAULT_FRAME_RATE = 30.0
SLOWEST = 1e-6

PELVIS_FROM_ORIGIN = (0.0, -0.22, 0.03)
"""Where the pelvis of SMPL's template is: `trans` moves the origin of the template, not its pelvis."""

BODY: Mapping[str, tuple[str | None, str | None, tuple[float, float, float]]] = {
    "pelvis": (None, "hips", (0.0, 0.545, 0.0)),
    "left_hip": ("pelvis", "leftUpperLeg", (0.05, 0.53, 0.0)),
    "right_hip": ("pelvis", "rightUpperLeg", (-0.05, 0.53, 0.0)),
    "spine1": ("pelvis", "spine", (0.0, 0.6, 0.0)),
    "left_knee": ("left_hip", "leftLowerLeg", (0.05, 0.285, 0.0)),
    "right_knee": ("right_hip", "rightLowerLeg", (-0.05, 0.285, 0.0)),
    "spine2": ("spine1", "chest", (0.0, 0.67, 0.0)),
    "left_ankle": ("left_knee", "leftFoot", (0.05, 0.039, 0.0)),
    "right_ankle": ("right_knee", "rightFoot", (-0.05, 0.039, 0.0)),
    "spine3": ("spine2", "upperChest", (0.0, 0.72, 0.0)),
    "left_foot": ("left_ankle", "leftToes", (0.05, 0.012, 0.075)),
    "right_foot": ("right_ankle", "rightToes", (-0.05, 0.012, 0.075)),
    "neck": ("spine3", "neck", (0.0, 0.835, 0.0)),
    "left_collar": ("spine3", "leftShoulder", (0.04, 0.8, 0.0)),
    "right_collar": ("spine3", "rightShoulder", (-0.04, 0.8, 0.0)),
    "head": ("neck", "head", (0.0, 0.89, 0.0)),
    "left_shoulder": ("left_collar", "leftUpperArm", (0.107, 0.818, 0.0)),
    "right_shoulder": ("right_collar", "rightUpperArm", (-0.107, 0.818, 0.0)),
    "left_elbow": ("left_shoulder", "leftLowerArm", (0.293, 0.818, 0.0)),
    "right_elbow": ("right_shoulder", "rightLowerArm", (-0.293, 0.818, 0.0)),
    "left_wrist": ("left_elbow", "leftHand", (0.439, 0.818, 0.0)),
    "right_wrist": ("right_elbow", "rightHand", (-0.439, 0.818, 0.0)),
}
"""The joints in the order of poses: parent, human bone, and position in a T-pose relative to the height."""

HEAD = {
    "jaw": ("head", "jaw", (0.0, 0.895, 0.01)),
    "left_eye": ("head", "leftEye", (0.018, 0.935, 0.045)),
    "right_eye": ("head", "rightEye", (-0.018, 0.935, 0.045)),
}
FINGERS = {
    "index": ("Index", 0.054, 0.013),
    "middle": ("Middle", 0.056, 0.0),
    "pinky": ("Little", 0.047, -0.024),
    "ring": ("Ring", 0.053, -0.012),
    "thumb": ("Thumb", 0.014, 0.014),
}
"""Fingers in the order of poses: name in VRM, and where they begin from the wrist, outwards and forwards."""
BONE = 0.016
"""Length of a bone of a finger, relative to the height."""

Joints = dict[str, tuple[str | None, str | None, tuple[float, float, float]]]


@np.errstate(all="ignore")  # numbers of a file may be anything
def read_smpl(stored_arrays: Mapping[str, NDArray[Any]]) -> tuple[Rig, list[str]]:
    """A skeleton in T-pose, Y up, with a clip; and the names of arrays that are not in it. Raises
    `ValueError` for arrays of other shapes."""
    arrays = Arrays({name: _scalar_strings(values) for name, values in stored_arrays.items()})
    poses = _poses(arrays)
    joints = _joints(poses.shape[1])
    frames = len(poses)
    step = 1.0 / _frame_rate(arrays)
    times: Doubles = np.arange(frames, dtype=np.float64) * step
    rotations = axis_angle_rotations(poses)
    rotations[:, 0] = quaternion.product(Z_UP_TO_Y_UP, rotations[:, 0])
    turns = quaternion.without_flips(rotations.swapaxes(0, 1))
    channels = [Channel(joint, "rotation", times, turns[joint]) for joint in range(len(joints))]
    if "trans" in arrays:
        moved = _finite(arrays.numbers("trans", frames, 3), "trans") + np.array(PELVIS_FROM_ORIGIN)
        channels.insert(0, Channel(0, "translation", times, moved[:, [0, 2, 1]] * (1.0, 1.0, -1.0)))
    for name in ("gender", "surface_model_type"):
        if name in arrays:
            arrays.mark(name)  # the skeleton is the same for all
    return _rig(joints, channels if frames else []), arrays.unread_names()


def _rig(joints: Joints, channels: list[Channel]) -> Rig:
    slot = {name: index for index, name in enumerate(joints)}
    positions = {name: HEIGHT * np.array(joint[2]) for name, joint in joints.items()}
    nodes = []
    for name, (parent, _, _) in joints.items():
        offset = positions[name] if parent is None else positions[name] - positions[parent]
        nodes.append(Node(name, -1 if parent is None else slot[parent], translation=offset))
    bones = {bone: slot[name] for name, (_, bone, _) in joints.items() if bone is not None}
    return build(
        nodes=nodes,
        clips=[Clip(tuple(channels), "motion")] if channels else [],
        scenes=[Scene((0,))],
        default_scene=0,
        character=Character(humanoid=bones),
    )


def _joints(count: int) -> Joints:
    """The joints of poses with so many: the body, and hands, or a face and hands."""
    joints: Joints = dict(BODY)
    if count == 24:
        joints |= {f"{side}_hand": (f"{side}_wrist", None, _outwards(side, 0.05, 0.0)) for side in SIDES}
    if count == 55:
        joints |= HEAD
    if count in (52, 55):
        joints |= {name: joint for side in SIDES for name, joint in _hand(side)}
    return joints


SIDES = ("left", "right")
JOINT_COUNTS = {22: "the body", 24: "SMPL", 52: "SMPL-H", 55: "SMPL-X"}


def _hand(side: str) -> Iterator[tuple[str, tuple[str, str, tuple[float, float, float]]]]:
    for finger, (bone, out, front) in FINGERS.items():
        above = f"{side}_wrist"
        is_thumb = finger == "thumb"
        for number, segment in enumerate(FINGER_SEGMENTS[bone]):
            along = number * BONE
            # Thumbs point half forwards.
            position = _outwards(
                side, out + along * (0.7 if is_thumb else 1.0), front + along * 0.7 * is_thumb
            )
            name = f"{side}_{finger}{number + 1}"
            yield name, (above, f"{side}{bone}{segment}", position)
            above = name


def _outwards(side: str, out: float, front: float) -> tuple[float, float, float]:
    """A place that far from the wrist."""
    x, y, z = BODY[f"{side}_wrist"][2]
    return (x + out if side == "left" else x - out, y, z + front)


def _poses(arrays: Arrays) -> Doubles:
    """(F, J, 3) axis-angle rotations of one of the known sets of joints."""
    if "poses" in arrays:
        shape = arrays.shape("poses")
        if len(shape) == 3:
            values = arrays.numbers("poses", "F", "J", 3)
        else:
            values = arrays.numbers("poses", "F", "C")
            for part in ("root_orient", "pose_body", "pose_hand", "pose_jaw", "pose_eye"):
                if part in arrays:
                    arrays.mark(part)  # AMASS repeats the columns of poses under these names
        values = values.reshape(len(values), math.prod(values.shape[1:]))
    else:
        parts = [arrays.numbers("root_orient", "F", 3)]
        frames = len(parts[0])
        parts.append(arrays.numbers("pose_body", frames, 63))
        face = [arrays.optional("pose_jaw", frames, 3), arrays.optional("pose_eye", frames, 6)]
        hands = arrays.optional("pose_hand", frames, 90)
        if hands is not None:
            if any(part is not None for part in face):
                widths = (3, 6)
                parts += [
                    np.zeros((frames, w)) if p is None else p for p, w in zip(face, widths, strict=True)
                ]
            parts.append(hands)
        values = np.concatenate(parts, 1)
    if values.shape[1] not in {3 * count for count in JOINT_COUNTS}:
        known = ", ".join(f"{3 * count} ({name})" for count, name in JOINT_COUNTS.items())
        raise ValueError(f"array 'poses' must have {known} columns, not {values.shape[1]}")
    return _finite(values, "poses").reshape(len(values), values.shape[1] // 3, 3)


def _finite(values: NDArray[Any], name: str) -> Doubles:
    whole = values.astype(np.float64)
    bad = ~np.isfinite(whole).all(1)
    if bad.any():
        raise ValueError(f"array {name!r} has a number that is not finite in frame {int(np.argmax(bad))}")
    return whole


def _frame_rate(arrays: Arrays) -> float:
    name = next((name for name in FRAME_RATES if name in arrays), None)
    if name is None:
        return DEFAULT_FRAME_RATE
    shape = arrays.shape(name)
    values = arrays.numbers(name, *shape)
    rate = float(values.reshape(-1)[0]) if values.size == 1 else float("nan")
    if not SLOWEST <= rate < float("inf"):
        raise ValueError(f"array {name!r} must be one positive number, not {values.tolist()!r:.80}")
    return rate


def axis_angle_rotations(vectors: Doubles) -> Doubles:
    """Quaternions (…, 4) of rotation vectors (…, 3); their length is the angle in radians."""
    x, y, z = np.moveaxis(vectors, -1, 0)
    angle = np.sqrt(x * x + y * y + z * z)
    sine, cosine = sin_cos(angle / 2)
    factor = np.where(angle > 0, sine / np.where(angle > 0, angle, 1.0), 0.5)
    return np.stack([x * factor, y * factor, z * factor, cosine], -1)


def _scalar_strings(values: NDArray[Any]) -> NDArray[Any]:
    """Lists of strings may be stored as objects."""
    if values.dtype == object and all(isinstance(item, str) for item in values.flat):
        return values.astype(np.str_)
    return values
