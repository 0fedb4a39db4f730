"""`pantin.slim` and `pantin.diff` of a small rig with thousands of clips that have one channel of eight keys.

Seconds are processor time of all threads. Half of the clips are waves, which may lose keys, and half are
noise, which cannot; every second clip of the copy that is compared is turned by a hundredth of a radian.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from timing import record

import pantin
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Rig, Skin, Surface

COUNTS = (1_000, 4_000)
JOINTS, RING, RINGS, KEYS = 8, 12, 25, 8
GOAL = 1e-3
"""The most seconds for a further clip."""

ROUNDS = 2


def make_tube() -> Surface:
    """A tube along the joints, whose vertices follow the two nearest."""
    along, angle = np.repeat(np.linspace(0, JOINTS, RINGS), RING), np.tile(np.arange(RING), RINGS) * 0.52
    positions = np.stack([0.3 * np.cos(angle), along, 0.3 * np.sin(angle)], 1).astype(np.float32)
    first = np.minimum(along.astype(int), JOINTS - 2)
    joints = np.stack([first, first + 1], 1).ravel()
    share = np.minimum(along - first, 1.0)
    weights = np.stack([1 - share, share], 1).ravel().astype(np.float32)
    return Surface(positions, influences=Influences(np.arange(len(along) + 1) * 2, joints, weights))


def make_clip(number: int, offset: float) -> Clip:
    generator = np.random.default_rng(number)
    axis, times = generator.normal(size=3), np.linspace(0, 1, KEYS).astype(np.float32)
    noise, phase = np.cumsum(generator.normal(0, 0.15, KEYS)), generator.uniform(0, 6)
    half = (noise if number % 2 else 0.5 * np.sin(phase + 1.5 * times)) / 2 + offset / 2
    turns = np.append(np.sin(half)[:, None] * axis / np.linalg.norm(axis), np.cos(half)[:, None], 1)
    channel = Channel(number % JOINTS, "rotation", times, turns.astype(np.float32))
    return Clip((channel,), f"clip {number}")


def make_rig(count: int, offset: float = 0.0) -> Rig:
    binds = np.tile(np.eye(3, 4), (JOINTS, 1, 1))
    binds[:, 1, 3] = -np.arange(JOINTS)
    return pantin.build(
        nodes=[*(Node(f"joint {k}", k - 1, (0, int(k > 0), 0)) for k in range(JOINTS)), Node("body")],
        meshes=[Mesh((make_tube(),))],
        skins=[Skin(np.arange(JOINTS), binds)],
        instances=[Instance(JOINTS, 0, 0)],
        clips=[make_clip(number, offset * (number % 2)) for number in range(count)],
    )


def least(run: Callable[[], object]) -> float:
    seconds = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        run()
        seconds.append(time.process_time() - begin)
    return min(seconds)


def measure(folder: Path, count: int) -> dict[str, float]:
    """The seconds of both verbs, from the file on."""
    files = [folder / f"{count}.glb", folder / f"{count}-turned.glb"]
    for file, offset in zip(files, (0.0, 0.01), strict=True):
        pantin.convert(make_rig(count, offset), file)
    return {
        "slim": least(lambda: pantin.slim(pantin.load(files[0]))),
        "diff": least(lambda: pantin.diff(*map(pantin.load, files))),
    }


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), 10)  # imports, and compiled code from the cache
        few, many = (measure(Path(folder), count) for count in COUNTS)
    met = True
    for verb in few:
        further = (many[verb] - few[verb]) / (COUNTS[1] - COUNTS[0])
        met &= further <= GOAL
        print(f"{verb}: {few[verb]:.2f} s, {many[verb]:.2f} s; {1e3 * further:.2f} ms for a further clip")
        variants = {f"{COUNTS[0]:,} clips": few[verb], f"{COUNTS[1]:,} clips": many[verb]}
        record(f"{verb} of one-channel clips, processor time", variants, f"{COUNTS[0]:,} clips")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
