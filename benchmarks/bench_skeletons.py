"""Deriving skeletons: RecursiveSkeletons with 84 skins, and generated rigs up to 5,000 joints x 200 skins.

Every skin lists every joint, the worst case; the time must grow no faster than joints x skins.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from timing import CORPUS, record

from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import derive_skeletons
from pantin.formats.gltf.save import to_bytes
from pantin.operations.edit.skeletons import plan_skeletons
from pantin.rig import Node, Rig, Skin, build

RECURSIVE = CORPUS / "gltf-sample-assets" / "RecursiveSkeletons.glb"
SIZES = ((1250, 50), (2500, 100), (5000, 200))
ROUNDS = 3
LINEAR = 1.5
"""How much more than in proportion to joints x skins the time may grow from the least size to the largest:
caches are missed more often."""


def least(run: Callable[[], object]) -> float:
    """Processor time: others on the machine do not count."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return min(times)


def parents(joints: int) -> list[int]:
    """A tree with long chains: most joints are children of one of the last few."""
    draw = random.Random(0)
    return [-1, *(max(0, index - 1 - int(draw.expovariate(1))) for index in range(1, joints))]


def rig(joints: int, skins: int) -> Rig:
    nodes = [Node(parent=parent, translation=(0.0, 0.1, 0.0)) for parent in parents(joints)]
    binds = np.tile(np.eye(3, 4), (joints, 1, 1))
    return build(nodes=nodes, skins=[Skin(np.arange(joints), binds) for _ in range(skins)])


def file(joints: int, skins: int) -> bytes:
    """The same as a file, without matrices."""
    children: list[list[int]] = [[] for _ in range(joints)]
    for node, parent in enumerate(parents(joints)):
        if parent >= 0:
            children[parent].append(node)
    nodes = [{"translation": [0, 0.1, 0]} | ({"children": listed} if listed else {}) for listed in children]
    tree = {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": nodes}
    return json.dumps(tree | {"skins": [{"joints": list(range(joints))}] * skins}).encode()


def whole(data: bytes | Path) -> bytes:
    """Read, derive, write."""
    document = read(data, name="generated.gltf") if isinstance(data, bytes) else read(data)
    outcome = derive_skeletons(document)
    assert not outcome.refused
    return to_bytes(document)


def main() -> int:
    if RECURSIVE.is_file():
        document = read(RECURSIVE)
        lifted = lift(document).rig
        seconds = {
            "derive": least(lambda: plan_skeletons(lifted)),
            "file to file": least(lambda: whole(RECURSIVE)),
        }
        record("skeletons RecursiveSkeletons.glb, 84 skins", seconds, "derive")
        print(
            "skeletons: RecursiveSkeletons", {name: f"{1000 * one:.0f} ms" for name, one in seconds.items()}
        )
    steps: dict[str, list[float]] = {"derive": [], "file to file": []}
    for joints, skins in SIZES:
        made, data = rig(joints, skins), file(joints, skins)
        runs = {
            "derive": lambda made=made: plan_skeletons(made),
            "file to file": lambda data=data: whole(data),
        }
        seconds = {name: least(run) for name, run in runs.items()}
        record(f"skeletons {joints} joints x {skins} skins", seconds, "derive")
        for name, one in seconds.items():
            steps[name].append(one / (joints * skins))
            print(f"skeletons: {joints} x {skins} {name} {one:.3f} s, {1e9 * steps[name][-1]:.0f} ns a joint")
    met = all(each[-1] <= LINEAR * each[0] for each in steps.values())
    print(f"skeletons: linear in joints x skins: {'ok' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
