"""Ten minutes of motion at 30 Hz onto another character, with files: at least 100 times as fast as it plays.

Source and target have 60 joints, with fingers, other names and other proportions.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numba  # noqa: F401  (small work is compiled too where it is imported)
import numpy as np
from timing import below

import pantin
from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Node, Rig, build

SECONDS, RATE, ROUNDS = 600, 30, 3
AT_LEAST = 100
"""Times as fast as the motion plays."""

SPINE = (("Spine", 0.1), ("Spine1", 0.12), ("Spine2", 0.12))
FINGERS = {"Thumb": 0.04, "Index": 0.03, "Middle": 0.01, "Ring": -0.01, "Pinky": -0.03}


def joints(size: float) -> Iterator[tuple[str, str | None, tuple[float, float, float]]]:
    """Names of Mixamo, parents and offsets: 60 joints."""
    yield "Hips", None, (0, 0.95 * size, 0)
    above = "Hips"
    for name, step in SPINE:
        yield name, above, (0, step * size, 0)
        above = name
    yield "Neck", "Spine2", (0, 0.15, 0)
    yield "Head", "Neck", (0, 0.1, 0)
    for side, sign in (("Left", 1), ("Right", -1)):
        chain = (
            ("Shoulder", (0.04, 0.1, 0)),
            ("Arm", (0.12, 0, 0)),
            ("ForeArm", (0.26, 0, 0)),
            ("Hand", (0.25, 0, 0)),
        )
        above = "Spine2"
        for name, (x, y, z) in chain:
            yield side + name, above, (sign * x * size, y, z)
            above = side + name
        for finger, z in FINGERS.items():
            above = f"{side}Hand"
            for number in (1, 2, 3):
                offset = (sign * (0.09 if number == 1 else 0.03), 0, z if number == 1 else 0)
                yield f"{side}Hand{finger}{number}", above, offset
                above = f"{side}Hand{finger}{number}"
        above = "Hips"
        for name, (x, y, z) in (
            ("UpLeg", (0.09, -0.05, 0)),
            ("Leg", (0, -0.42, 0)),
            ("Foot", (0, -0.4, 0)),
            ("ToeBase", (0, -0.06, 0.12)),
        ):
            yield side + name, above, (sign * x, y * size, z)
            above = side + name
        for extra in range(4):
            yield f"{side}Hair{extra}", "Head", (sign * 0.1, 0.05 * extra, 0)


def character(prefix: str, size: float, frames: int) -> Rig:
    listed = list(joints(size))
    index = {name: number for number, (name, _, _) in enumerate(listed)}
    nodes = [
        Node(prefix + name, -1 if parent is None else index[parent], place) for name, parent, place in listed
    ]
    if not frames:
        return build(nodes=nodes)
    random = np.random.default_rng(0)
    times = (np.arange(frames) / RATE).astype(np.float32)
    channels = []
    for number in range(len(nodes)):
        turns = np.add(random.normal(size=(frames, 4)) * 0.1, (0, 0, 0, 1))
        channels.append(Channel(number, "rotation", times, quaternion.normalize(turns).astype(np.float32)))
    walk = np.add(np.cumsum(random.normal(size=(frames, 3)) * 0.001, axis=0), (0, 0.95, 0))
    channels.append(Channel(0, "translation", times, walk.astype(np.float32)))
    return build(nodes=nodes, clips=[Clip(tuple(channels), "walk")])


def main() -> int:
    os.environ["PANTIN_THREADS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        motion, target = Path(folder, "motion.glb"), Path(folder, "target.glb")
        pantin.save(character("mixamorig:", 1.0, SECONDS * RATE), motion)
        pantin.save(character("", 1.2, 0), target)
        limit = SECONDS / AT_LEAST
        case = f"retarget {SECONDS // 60} minutes at {RATE} Hz, 60 joints"
        met = [
            below(f"{case}, with loading", lambda: pantin.retarget(motion, target), ROUNDS, limit),
            below(f"{case}, feet locked", lambda: pantin.retarget(motion, target, lock_feet=True), 1, limit),
        ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
