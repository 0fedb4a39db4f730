"""A walk as motion files: writes walk.bvh, walk.npz and broken.bvh beside this file.

    python examples/motion/make.py

Both have two steps of one second, 30 frames a second. The BVH has the joint names of Mixamo, in centimetres,
Y up. The NumPy archive has the arrays of AMASS: axis-angle poses of SMPL-H, in metres, Z up. They are in the
public domain (CC0 1.0).
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
FRAMES, RATE = 31, 30
STEP = 0.7
"""Metres of one step; a cycle has two."""

SKELETON: dict[str, tuple[str | None, tuple[float, float, float]]] = {
    "Hips": (None, (0, 92, 0)),
    "Spine": ("Hips", (0, 10, 0)),
    "Spine1": ("Spine", (0, 14, 0)),
    "Neck": ("Spine1", (0, 26, 0)),
    "Head": ("Neck", (0, 9, 0)),
    "LeftShoulder": ("Spine1", (7, 20, 0)),
    "LeftArm": ("LeftShoulder", (11, 0, 0)),
    "LeftForeArm": ("LeftArm", (27, 0, 0)),
    "LeftHand": ("LeftForeArm", (25, 0, 0)),
    "RightShoulder": ("Spine1", (-7, 20, 0)),
    "RightArm": ("RightShoulder", (-11, 0, 0)),
    "RightForeArm": ("RightArm", (-27, 0, 0)),
    "RightHand": ("RightForeArm", (-25, 0, 0)),
    "LeftUpLeg": ("Hips", (9, -3, 0)),
    "LeftLeg": ("LeftUpLeg", (0, -41, 0)),
    "LeftFoot": ("LeftLeg", (0, -41, 0)),
    "LeftToeBase": ("LeftFoot", (0, -6, 13)),
    "RightUpLeg": ("Hips", (-9, -3, 0)),
    "RightLeg": ("RightUpLeg", (0, -41, 0)),
    "RightFoot": ("RightLeg", (0, -41, 0)),
    "RightToeBase": ("RightFoot", (0, -6, 13)),
}
"""Parent of each joint, and its offset in centimetres, in a T-pose."""
ENDS = {"Head": (0, 18, 0), "LeftHand": (17, 0, 0), "RightHand": (-17, 0, 0)}

SMPL = {
    "Hips": 0, "LeftUpLeg": 1, "RightUpLeg": 2, "Spine": 3, "LeftLeg": 4, "RightLeg": 5, "Spine1": 6,
    "LeftFoot": 7, "RightFoot": 8, "LeftToeBase": 10, "RightToeBase": 11, "Neck": 12, "LeftShoulder": 13,
    "RightShoulder": 14, "Head": 15, "LeftArm": 16, "RightArm": 17, "LeftForeArm": 18, "RightForeArm": 19,
    "LeftHand": 20, "RightHand": 21,
}  # fmt: skip
"""The joints of SMPL-H with the same motion; it has 52."""


def angles(phase: float) -> dict[str, tuple[float, float, float]]:
    """Degrees about Z, X and Y of each joint that moves, at a phase from 0 to 1 of the walk."""
    made = {}
    for side, sign, shift in (("Left", 1, 0.0), ("Right", -1, 0.5)):
        swing = math.sin(2 * math.pi * (phase + shift))
        lift = max(0.0, math.cos(2 * math.pi * (phase + shift)))
        made[f"{side}UpLeg"] = (0.0, -25 * swing - 8 * lift, 0.0)
        made[f"{side}Leg"] = (0.0, 8 + 45 * lift, 0.0)
        made[f"{side}Foot"] = (0.0, 10 * swing - 8 * lift, 0.0)
        made[f"{side}Arm"] = (-72.0 * sign, 0.0, 0.0)
        made[f"{side}Shoulder"] = (0.0, 0.0, -14 * swing * sign * sign)
        made[f"{side}ForeArm"] = (0.0, 0.0, (-22 - 8 * swing) * sign)
    turn = math.sin(2 * math.pi * phase)
    made["Hips"] = (0.0, 0.0, 6 * turn)
    made["Spine1"] = (0.0, 3.0, -9 * turn)
    return made


def place(phase: float) -> tuple[float, float, float]:
    """Metres of the hips: up and down twice in a cycle, and forwards."""
    return 0.0, 0.9 + 0.02 * math.cos(4 * math.pi * phase), 2 * STEP * phase


def bvh() -> str:
    """The text of walk.bvh."""
    lines = ["HIERARCHY", *hierarchy("Hips", 0), "MOTION", f"Frames: {FRAMES}", f"Frame Time: {1 / RATE:.7f}"]
    for frame in range(FRAMES):
        phase = frame / (FRAMES - 1)
        numbers = [100 * metres for metres in place(phase)]
        for joint in SKELETON:
            numbers += angles(phase).get(joint, (0.0, 0.0, 0.0))
        lines.append(" ".join(f"{number + 0.0:.4f}" for number in numbers))
    return "\n".join(lines) + "\n"


def hierarchy(joint: str, depth: int) -> Iterator[str]:
    """The lines of a joint and of everything below it."""
    indent, (parent, offset) = "\t" * depth, SKELETON[joint]
    moves = "6 Xposition Yposition Zposition" if parent is None else "3"
    yield f"{indent}{'ROOT' if parent is None else 'JOINT'} {joint}"
    yield f"{indent}{{"
    yield f"{indent}\tOFFSET {' '.join(f'{number:.2f}' for number in offset)}"
    yield f"{indent}\tCHANNELS {moves} Zrotation Xrotation Yrotation"
    below = [child for child, (above, _) in SKELETON.items() if above == joint]
    for child in below:
        yield from hierarchy(child, depth + 1)
    if not below:
        end = ENDS.get(joint, (0, 0, 7))
        yield f"{indent}\tEnd Site"
        yield f"{indent}\t{{"
        yield f"{indent}\t\tOFFSET {' '.join(f'{number:.2f}' for number in end)}"
        yield f"{indent}\t}}"
    yield f"{indent}}}"


def rotation(z: float, x: float, y: float) -> np.ndarray:
    """The matrix of turns about Z, X and Y, in degrees."""
    made = np.eye(3)
    for axis, degrees in ((2, z), (0, x), (1, y)):
        first, second = (axis + 1) % 3, (axis + 2) % 3
        turn = np.eye(3)
        turn[first, first] = turn[second, second] = math.cos(math.radians(degrees))
        turn[second, first] = math.sin(math.radians(degrees))
        turn[first, second] = -turn[second, first]
        made = made @ turn
    return made


def axis_angle(matrix: np.ndarray) -> np.ndarray:
    """The rotation vector of a matrix that turns by less than half a turn."""
    axis = np.array([matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]])
    sine = np.linalg.norm(axis) / 2
    return axis / 2 * (math.atan2(sine, (np.trace(matrix) - 1) / 2) / sine) if sine > 0 else axis


def amass() -> dict[str, np.ndarray]:
    """The arrays of walk.npz."""
    poses, trans = np.zeros((FRAMES, 52, 3)), np.zeros((FRAMES, 3))
    to_z_up = rotation(0, 90, 0)
    for frame in range(FRAMES):
        phase = frame / (FRAMES - 1)
        for joint, turns in angles(phase).items():
            matrix = rotation(*turns)
            poses[frame, SMPL[joint]] = axis_angle(to_z_up @ matrix if joint == "Hips" else matrix)
        trans[frame] = to_z_up @ place(phase)
    return {
        "poses": poses.reshape(FRAMES, -1),
        "trans": trans,
        "mocap_framerate": np.array(float(RATE)),
        "gender": np.array("neutral"),
        "betas": np.zeros(16),
    }


def write_archive(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """As `numpy.savez`, without the time of writing, so that the bytes stay the same."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, array)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0)), member.getvalue())


def broken() -> str:
    """The text of walk.bvh with a wrong count of channels, a frame too few, and a number that is none."""
    text = bvh().replace("CHANNELS 3", "CHANNELS 4", 1).replace(f"Frames: {FRAMES}", f"Frames: {FRAMES + 1}")
    return text.replace("14.0000", "-nan", 1)


if __name__ == "__main__":
    (HERE / "broken.bvh").write_text(broken(), encoding="ascii", newline="\n")
    (HERE / "walk.bvh").write_text(bvh(), encoding="ascii", newline="\n")
    write_archive(HERE / "walk.npz", amass())
