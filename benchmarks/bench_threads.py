"""Kernels on one thread and on two, in turn: work bound by computing is wanted 1.8 times as fast on two, work
bound by memory no slower.

The least of many short calls, of 2 to 20 ms on one thread: where other programs keep the cores busy, only few
get both cores for that long. The load of the machine is printed, and ratios mean little where it is above 1.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping

import numba  # noqa: F401  (small work is compiled too where it is imported)
import numpy as np
from bench_kernels import JOINTS, VERTICES, Array, rig
from bench_motion import fox
from bench_springs import rig as spring_rig
from bench_springs import scene
from timing import interleave, report

from pantin.base.threads import core_count, use_threads
from pantin.deformation import deform
from pantin.kernels.blend_shapes import bind_shapes, blend
from pantin.kernels.dual_quaternion import dual_quaternion_blend
from pantin.kernels.influences import bind_padded
from pantin.kernels.skinning import Skinned, linear_blend
from pantin.motion import sample, world_transforms
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Rig, Skin, Surface, build
from pantin.springs import SpringBatch

ROUNDS = 40
COMPUTING, MEMORY = 1.8, 1.0
"""How many times the time of two threads one is wanted to take."""

FEWER, BODY, BONES, POSES, TIMES = 200_000, 20_000, 60, 100, 5000

Case = tuple[str, float, Callable[[], object]]


def kernels() -> Iterator[Case]:
    """Many vertices in one frame."""
    data = rig(3, 4)
    for solve, count, goal in ((dual_quaternion_blend, FEWER, COMPUTING), (linear_blend, VERTICES, MEMORY)):
        yield skinning(solve, data, count, goal)
    points, r = data["positions"], np.random.default_rng(1)
    deltas = [(None, r.standard_normal(points.shape).astype(np.float32)) for _ in range(3)]
    shapes, weights, blended = bind_shapes(len(points), 3, deltas), r.random((1, 3)), np.empty_like(points)
    name = f"3 blend shapes, {len(points):,} vertices"
    yield name, MEMORY, lambda: blend(shapes, points, weights, out=blended[None])


def skinning(solve: Callable[..., object], data: Mapping[str, Array], count: int, goal: float) -> Case:
    joint, weight, points, normals = (
        data[name][:count] for name in ("joint", "weight", "positions", "normals")
    )
    out = Skinned(np.empty((1, *points.shape), np.float32), np.empty((1, *points.shape), np.float32), None)
    arrays = (bind_padded(joint, weight, JOINTS), data["palette"], points, normals)
    return f"{solve.__name__}, {count:,} vertices", goal, lambda: solve(*arrays, out=out)


def batches() -> Iterator[Case]:
    """Models in many poses, and springs of many copies."""
    model = character()
    poses = sample(model, 0, np.linspace(0, 1, POSES))
    for solver in ("linear", "dqs"):
        out = deform(model, poses, solver=solver)

        def run(solver: str = solver, out: object = out) -> object:
            return deform(model, poses, solver=solver, out=out)

        yield f"deform {BODY:,} vertices in {POSES} poses, {solver}", COMPUTING, run
    animal, times = fox(), np.linspace(0, 0.7, TIMES)
    many = sample(animal, 1, times)
    yield f"sample Fox at {TIMES:,} times", MEMORY, lambda: sample(animal, 1, times)
    yield f"world transforms of Fox in {TIMES:,} poses", MEMORY, lambda: world_transforms(animal, many)
    batch = SpringBatch(spring_rig(scene(100, 4)), 1000)
    yield "springs, a step of 1,000 avatars of 100 joints", COMPUTING, lambda: batch.step(1 / 60)


def character() -> Rig:
    """A body with normals, 4 influences a vertex and a chain of bones that turn."""
    r = np.random.default_rng(2)
    nodes = [Node(parent=index - 1, translation=(0, 0.03, 0)) for index in range(BONES)]
    turns = r.standard_normal((BONES, 3, 4)) * 0.1 + [0, 0, 0, 1]
    clip = Clip(tuple(Channel(bone, "rotation", np.linspace(0, 1, 3), turns[bone]) for bone in range(BONES)))
    points, normals = r.standard_normal((2, BODY, 3)).astype(np.float32)
    near = np.repeat(np.arange(BODY) * (BONES - 6) // BODY, 4) + r.integers(0, 6, 4 * BODY)
    influences = Influences(np.arange(BODY + 1) * 4, near, np.full(4 * BODY, 0.25, np.float32))
    body = Mesh((Surface(points, normals=normals, influences=influences),))
    skin = Skin(np.arange(BONES))
    return build(nodes=nodes, meshes=[body], skins=[skin], instances=[Instance(0, 0, 0)], clips=[clip])


def on_threads(number: int, run: Callable[[], object]) -> Callable[[], object]:
    def call() -> object:
        with use_threads(number):
            return run()

    return call


def main() -> int:
    if core_count() < 2:
        print("threads: this process has one core; skipped")
        return 0
    met = []
    for name, goal, run in (*kernels(), *batches()):
        variants = {"2 threads": on_threads(2, run), "1 thread": on_threads(1, run)}
        times = interleave(variants, ROUNDS)
        if hasattr(os, "getloadavg"):
            print(f"\nload {os.getloadavg()[0]:.1f}", end="")
        met.append(report(f"threads: {name}", times, "2 threads", {"1 thread": goal}))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
