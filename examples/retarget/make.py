"""A walk with the bone names of Mixamo, from Python: writes walk.glb beside this file.

    python examples/retarget/make.py

Two steps of a figure 1.7 m tall, in a T-pose at rest. Its feet are planted: legs are bent so that each foot
stays where it stands while the hips pass over it. It is in the public domain (CC0 1.0).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pantin
from pantin.rig import Channel, Clip, Node, Rig, build

HERE = Path(__file__).resolve().parent

JOINTS: dict[str, tuple[str | None, tuple[float, float, float]]] = {
    "Hips": (None, (0, 0.92, 0)),
    "Spine": ("Hips", (0, 0.1, 0)),
    "Spine1": ("Spine", (0, 0.12, 0)),
    "Spine2": ("Spine1", (0, 0.12, 0)),
    "Neck": ("Spine2", (0, 0.16, 0)),
    "Head": ("Neck", (0, 0.1, 0.01)),
    **{
        f"{side}{joint}": (parent if parent in ("Hips", "Spine2") else f"{side}{parent}", (sign * x, y, z))
        for side, sign in (("Left", 1), ("Right", -1))
        for joint, parent, (x, y, z) in (
            ("Shoulder", "Spine2", (0.04, 0.1, 0)),
            ("Arm", "Shoulder", (0.12, 0, 0)),
            ("ForeArm", "Arm", (0.27, 0, 0)),
            ("Hand", "ForeArm", (0.24, 0, 0)),
            ("UpLeg", "Hips", (0.09, -0.04, 0)),
            ("Leg", "UpLeg", (0, -0.4, 0)),
            ("Foot", "Leg", (0, -0.4, 0)),
            ("ToeBase", "Foot", (0, -0.06, 0.12)),
        )
    },
}
"""Each joint with its parent and its place from it; a figure that looks along +Z."""

PREFIX = "mixamorig:"
SECONDS, RATE = 2.0, 30
STEP = 0.6
"""Metres from one place of a foot to the next one of the other foot."""

THIGH = SHIN = 0.4
HIP_HEIGHT, ANKLE_HEIGHT = 0.84, 0.08
"""Of the walking figure: lower than at rest, so that its knees bend."""


def about_x(angles: np.ndarray) -> np.ndarray:
    """Rotations by these angles about the side, forward where they are positive."""
    zero = np.zeros_like(angles)
    return np.stack([-np.sin(angles / 2), zero, zero, np.cos(angles / 2)], axis=-1)


def about_z(angle: float, count: int) -> np.ndarray:
    return np.tile([0.0, 0.0, np.sin(angle / 2), np.cos(angle / 2)], (count, 1))


def foot_path(times: np.ndarray, phase: float) -> tuple[np.ndarray, np.ndarray]:
    """How far along the path a foot is, and how high: it stands for 60 % of a cycle of one second, then
    swings two steps ahead."""
    cycle = times + phase
    whole, part = np.floor(cycle), np.mod(cycle, 1.0)
    swing = np.clip((part - 0.6) / 0.4, 0.0, 1.0)
    smooth = swing * swing * (3 - 2 * swing)
    return 2 * STEP * (whole + smooth - phase) + STEP * 0.6, 0.1 * np.sin(np.pi * swing)


def leg(times: np.ndarray, phase: float) -> dict[str, np.ndarray]:
    """Rotations of a leg that brings its foot to the path."""
    along, lift = foot_path(times, phase)
    forward = along - 2 * STEP * times
    down = HIP_HEIGHT - ANKLE_HEIGHT - lift
    reach = np.minimum(np.hypot(forward, down), THIGH + SHIN - 1e-6)
    knee = np.pi - np.arccos((THIGH**2 + SHIN**2 - reach**2) / (2 * THIGH * SHIN))
    thigh = np.arctan2(forward, down) + knee / 2
    return {"UpLeg": about_x(thigh), "Leg": about_x(-knee), "Foot": about_x(knee - thigh)}


def walk() -> Rig:
    """The figure with its walk."""
    names = list(JOINTS)
    nodes = [
        Node(PREFIX + name, -1 if parent is None else names.index(parent), place)
        for name, (parent, place) in JOINTS.items()
    ]
    times = np.arange(round(SECONDS * RATE) + 1) / RATE
    rotations: dict[str, np.ndarray] = {}
    for side, phase, sign in (("Left", 0.0, 1), ("Right", 0.5, -1)):
        rotations |= {side + joint: keys for joint, keys in leg(times, phase).items()}
        swing = 0.45 * np.cos(2 * np.pi * (times + phase))
        rotations[f"{side}Arm"] = multiply(about_x(-swing), about_z(-sign * 1.25, len(times)))
        rotations[f"{side}ForeArm"] = about_z(0.0, len(times))
    height = np.full_like(times, HIP_HEIGHT + 0.04)
    hips = np.stack([np.zeros_like(times), height, 2 * STEP * times], axis=1)
    channels = [Channel(0, "translation", times.astype(np.float32), hips.astype(np.float32))]
    for joint, keys in rotations.items():
        channels.append(
            Channel(names.index(joint), "rotation", times.astype(np.float32), keys.astype(np.float32))
        )
    return build(nodes=nodes, clips=[Clip(tuple(channels), "walk")])


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product of rotations: b first, then a."""
    (ax, ay, az, aw), (bx, by, bz, bw) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        axis=-1,
    )


if __name__ == "__main__":
    pantin.save(walk(), HERE / "walk.glb")
