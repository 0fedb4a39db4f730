"""Humanoid skeletons under the naming conventions of tools, with the bone that each joint is.

A convention is a tree in text: one joint a line, indented below its parent, `name = bone` where it is a
humanoid bone. `{}` stands for the side, and lines with it are repeated for left and right. Joints lie where
an adult of 1.7 m has them, in a T-pose or with lowered arms.
"""

from __future__ import annotations

import numpy as np

from pantin.maths import quaternion
from pantin.rig import Node, build

BODY = {
    "hips": (0.0, 0.95, 0.0),
    "spine": (0.0, 1.05, 0.0),
    "chest": (0.0, 1.18, 0.0),
    "upperChest": (0.0, 1.30, -0.01),
    "neck": (0.0, 1.45, -0.02),
    "head": (0.0, 1.55, 0.0),
    "jaw": (0.0, 1.57, 0.03),
    "eye": (0.03, 1.62, 0.07),
    "Shoulder": (0.03, 1.40, -0.01),
    "UpperArm": (0.17, 1.40, -0.02),
    "LowerArm": (0.43, 1.40, -0.02),
    "Hand": (0.67, 1.40, -0.01),
    "UpperLeg": (0.09, 0.90, 0.0),
    "LowerLeg": (0.09, 0.49, 0.01),
    "Foot": (0.09, 0.08, -0.01),
    "Toes": (0.10, 0.02, 0.12),
}
"""Of the left side; the right side is mirrored."""

FINGERS = {"Thumb": 0.045, "Index": 0.03, "Middle": 0.01, "Ring": -0.01, "Little": -0.03}
"""How far in front of the hand each finger begins."""

END = 0.07
"""How far an end or a helper is from its parent."""


def place_of(bone: str) -> np.ndarray:
    """Where a bone, by its VRM name, is in a T-pose."""
    side = next((side for side in ("left", "right") if bone.startswith(side)), "")
    role = bone.removeprefix(side)
    if role == "Eye":
        role = "eye"
    if role in BODY:
        place = np.array(BODY[role])
    else:
        finger = next(name for name in FINGERS if role.startswith(name))
        segments = ("Metacarpal", "Proximal", "Distal") if finger == "Thumb" else (
            "Proximal", "Intermediate", "Distal")  # fmt: skip
        index = segments.index(role.removeprefix(finger))
        start = (0.69, 1.39) if finger == "Thumb" else (0.76, 1.40)
        place = np.array((start[0] + 0.03 * index, start[1] - 0.01 * (finger == "Thumb"), FINGERS[finger]))
    return place * (-1, 1, 1) if side == "right" else place


def parse(text: str, sides: tuple[str, str]) -> list[tuple[str, int, str | None]]:
    """(name, parent, bone) of each joint."""
    joints: list[tuple[str, int, str | None]] = []
    stack: list[tuple[int, list[int]]] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip())
        name, _, bone = (part.strip() for part in line.partition("="))
        while stack and stack[-1][0] >= depth:
            stack.pop()
        above = stack[-1][1] if stack else []
        made = []
        for number, side in enumerate(sides if "{}" in line else sides[:1]):
            parent = above[number] if len(above) == 2 else above[0] if above else -1
            full = ("left", "right")[number] + bone if "{}" in line and bone else bone
            joints.append((name.replace("{}", side), parent, full or None))
            made.append(len(joints) - 1)
        stack.append((depth, made))
    return joints


def skeleton(
    text, sides=("Left", "Right"), *, lowered=0.0, scale=1.0, turn=(0, 0, 0, 1), shuffle=None, rename=None
):
    """A rig of a convention, and the node of each humanoid bone.

    lowered  how far the arms hang from the T-pose, in degrees
    turn     the rotation of the whole skeleton, as a node above it has it
    shuffle  a random generator for the order of nodes
    rename   a function of (index, name) for the names
    """
    joints = parse(text, sides)
    places: list[np.ndarray] = []
    for _, parent, bone in joints:
        if bone is not None:
            place = _lower_arm(bone, place_of(bone), lowered)
        elif parent < 0:
            place = np.zeros(3)
        else:
            place = _beside(joints, places, parent)
        places.append(place)
    order = list(range(len(joints)))
    if shuffle is not None:
        shuffle.shuffle(order)
    index_of = {joint: index for index, joint in enumerate(order)}
    nodes = []
    for joint in order:
        name, parent, _ = joints[joint]
        offset = places[joint] - (places[parent] if parent >= 0 else 0)
        name = name if rename is None else rename(joint, name)
        nodes.append(Node(name, index_of[parent] if parent >= 0 else len(joints), offset * scale))
    nodes.append(Node("Armature", rotation=np.asarray(turn, float)))
    truth = {bone: index_of[joint] for joint, (_, _, bone) in enumerate(joints) if bone}
    return build(nodes=nodes), truth


def _lower_arm(bone, place, degrees):
    side = 1 if bone.startswith("left") else -1
    if (
        not bone.startswith(("left", "right"))
        or place[0] * side <= 0.17
        or bone.endswith(("Leg", "Foot", "Toes", "Eye"))
    ):
        return place
    pivot = np.array(BODY["UpperArm"]) * (side, 1, 1)
    about = quaternion.from_axis_angle(np.array((0.0, 0.0, 1.0)), -side * np.radians(degrees))
    return pivot + quaternion.rotate(about, place - pivot)


def _beside(joints, places, parent):
    """Ends and helpers continue the bone above them."""
    above = joints[parent][1]
    step = places[parent] - places[above] if above >= 0 else np.zeros(3)
    length = np.linalg.norm(step)
    return places[parent] + (step / length * END if length > 0 else np.zeros(3))
