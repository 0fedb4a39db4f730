"""Spring bones: the bake loop and `SpringBatch` on one thread, beside @pixiv/three-vrm-springbone under node.

The peer is looked for in the folder named by PANTIN_NODE_MODULES, else in node_modules here; without it only
our own times are taken. Ours include everything between the clip and the rotations: sampling, Python, the
kernel.
"""

from __future__ import annotations

import os

os.environ.setdefault("PANTIN_THREADS", "1")

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from timing import record

from pantin.rig import (
    Channel,
    Clip,
    Collider,
    ColliderGroup,
    Node,
    Spring,
    SpringJoint,
    SpringSettings,
    build,
)
from pantin.rig.rig import Rig
from pantin.springs import SpringBatch, SpringSimulation
from pantin.springs.baking import run_cycle

ROOT = Path(__file__).resolve().parent.parent
MODULES = Path(os.environ.get("PANTIN_NODE_MODULES", ROOT / "node_modules"))
SCRIPT = Path(__file__).with_name("three_vrm_springs.mjs")
LENGTH = 10
ROUNDS = 3
GOALS = {100: 1.0, 1_000: 3.0, 10_000: 8.0}
"""How many times the peer's joints a second are wanted with 12 colliders."""

LINEAR = 6.0
"""How many times the cost 4 times the work may take: linear, with room for caches that end in between."""

BATCH, BATCH_JOINTS, BATCH_COLLIDERS, BATCH_GOAL = 1000, 100, 4, 10.0


def scene(joints: int, colliders: int) -> dict[str, Any]:
    """Chains of 10 bones around a body of spheres and capsules, a third of them capsules."""
    rng = np.random.default_rng(1)
    count = joints // LENGTH
    roots = [[0.05 * (index % 40) - 1, 1.0, 0.05 * (index // 40)] for index in range(count)]
    bodies: list[dict[str, Any]] = []
    for index in range(colliders):
        body: dict[str, Any] = {"offset": (rng.normal(size=3) * 0.8).tolist(), "radius": 0.1}
        if index >= colliders * 2 // 3:
            body["tail"] = (rng.normal(size=3) * 0.8).tolist()
        bodies.append(body)
    frames = max(120, 200_000 // joints)
    return {"roots": roots, "colliders": bodies, "length": LENGTH, "frames": frames}


def rig(given: dict[str, Any]) -> Rig:
    nodes, springs = [Node("root")], []
    for start in given["roots"]:
        above, joints = 0, []
        for place in range(LENGTH + 1):
            nodes.append(Node(None, above, start if place == 0 else (0, -0.1, 0)))
            above = len(nodes) - 1
            joints.append(SpringJoint(above, 0.02, 1.0, 0.2, (0, -1, 0), 0.4))
        springs.append(Spring(tuple(joints), (0,) if given["colliders"] else ()))
    colliders = [
        Collider(
            0,
            "capsule" if "tail" in one else "sphere",
            one["offset"],
            one["radius"],
            one.get("tail", (0, 0, 0)),
        )
        for one in given["colliders"]
    ]
    groups = (ColliderGroup(tuple(range(len(colliders)))),) if colliders else ()
    times = np.arange(given["frames"] + 1) / 60
    places = np.stack([0.1 * np.sin(times * 6), 0 * times, 0 * times], 1)
    clip = Clip((Channel(0, "translation", times, places),), "move")
    return build(nodes=nodes, springs=SpringSettings(tuple(springs), tuple(colliders), groups), clips=[clip])


def ours(simulation: SpringSimulation, frames: int) -> float:
    """Seconds a frame of the bake loop, once it is set up (as the peer's are)."""
    begin = time.perf_counter()
    run_cycle(simulation, simulation.rig.clips[0], frames, 1 / 60)
    return (time.perf_counter() - begin) / frames


def theirs(given: dict[str, Any]) -> float | None:
    """Seconds a frame of three-vrm, the least of three runs of one process; None where it is not here."""
    if shutil.which("node") is None or not (MODULES / "@pixiv" / "three-vrm-springbone").is_dir():
        return None
    ended = subprocess.run(
        ["node", str(SCRIPT), str(MODULES.resolve())],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    result: float = json.loads(ended.stdout)["least"]
    return result


def compare(joints: int, colliders: int, goal: float | None) -> bool:
    given = scene(joints, colliders)
    result = SpringSimulation(rig(given))
    ours(result, given["frames"])
    mine, peer = [], []
    for _ in range(ROUNDS):
        mine.append(ours(result, given["frames"]))
        other = theirs(given)
        peer += [] if other is None else [other]
    count = len(given["roots"]) * LENGTH
    case = f"springs, a frame of {count:,} joints with {colliders} colliders"
    return verdict(case, count, min(mine), min(peer) if peer else None, goal)


def verdict(case: str, count: int, mine: float, peer: float | None, goal: float | None) -> bool:
    record(case, {"pantin": mine} | ({} if peer is None else {"three-vrm": peer}), "pantin")
    line = f"{case}: {mine * 1e6:,.0f} µs, {count / mine / 1e6:.2f} M joints/s"
    if peer is None:
        print(f"{line}; three-vrm is not here (PANTIN_NODE_MODULES)")
        return True
    met = goal is None or peer / mine >= goal
    wanted = "" if goal is None else f", goal {goal:g}x: {'ok' if met else 'MISSED'}"
    print(f"{line}; three-vrm {count / peer / 1e6:.2f} M joints/s = {peer / mine:.1f}x{wanted}")
    return met


def batch() -> bool:
    """1,000 avatars of 100 joints, each moved; the peer runs as many joints as one avatar has, its best
    case."""
    given = scene(BATCH_JOINTS, BATCH_COLLIDERS)
    state = SpringBatch(rig(given), BATCH)
    places = np.tile(np.eye(3, 4), (BATCH, 1, 1))
    times, peer = [], []
    for frame in range(30):
        places[:, 0, 3] = 0.1 * np.sin(0.1 * frame + np.arange(BATCH))
        begin = time.perf_counter()
        state.step(1 / 60, placements=places)
        times.append(time.perf_counter() - begin)
        if frame % 10 == 0 and (other := theirs(given)) is not None:
            peer.append(other * BATCH)
    case = f"springs, a step of {BATCH:,} avatars of {BATCH_JOINTS} joints with {BATCH_COLLIDERS} colliders"
    return verdict(case, BATCH * BATCH_JOINTS, min(times), min(peer) if peer else None, BATCH_GOAL)


def linear() -> bool:
    """The cost of a frame is linear in joints, and in colliders."""
    times = {}
    for joints, colliders in ((1_000, 0), (1_000, 12), (1_000, 48), (4_000, 12)):
        given = scene(joints, colliders)
        result = SpringSimulation(rig(given))
        ours(result, given["frames"])
        times[joints, colliders] = min(ours(result, given["frames"]) for _ in range(ROUNDS))
    more = (times[1_000, 48] - times[1_000, 0]) / (times[1_000, 12] - times[1_000, 0])
    longer = times[4_000, 12] / times[1_000, 12]
    print(
        f"springs: 4 times the colliders cost {more:.1f} times as much, 4 times the joints {longer:.1f} times"
    )
    return max(more, longer) < LINEAR


def main() -> int:
    met = [compare(joints, 12, goal) for joints, goal in GOALS.items()]
    met += [compare(joints, 0, None) for joints in GOALS]
    met += [batch(), linear()]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
