"""Clips and posed surfaces of many frames: `sample`, `world` and `deform` in one call, beside loops.

On Fox.glb of the corpus, else on a rig of its size. The loops call the same functions frame by frame; "numpy
a frame" is the sampler one would write by hand: keys found once for a property, all its channels at once.
With numba awake, as here, Pantin's loop is compiled as well; "without numba" is the reference in NumPy.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import numba  # noqa: F401  (small work is compiled too where it is imported)
import numpy as np
from numpy.typing import NDArray
from timing import CORPUS, Times, interleave, report

from pantin.deformation import deform
from pantin.motion import sample, world_transforms
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Rig, Skin, Surface, build
from pantin.verbs.load import load

Array = NDArray[Any]
FOX = CORPUS / "gltf-sample-assets" / "Fox.glb"
TIMES, ROUNDS = 10_000, 5
LOOPED = 500
"""Frames a loop runs in one round; its time is scaled to as many as the batch has."""

POSED = 1000


def fox() -> Rig:
    """24 joints in a tree, 21 channels of 18 keys, 1,728 vertices with 4 influences and no normals."""
    if FOX.is_file():
        rig = load(FOX).rig
        assert rig is not None
        return rig
    print(f"motion: {FOX} does not exist; using a rig of its size")
    r = np.random.default_rng(0)
    nodes = [
        Node(parent=max(-1, index - 1 - int(r.integers(0, 3))), translation=r.random(3))
        for index in range(26)
    ]
    keys = np.linspace(0, 0.7, 18)
    turns = r.standard_normal((21, 18, 4)) * 0.1 + [0, 0, 0, 1]
    channels = [Channel(index, "rotation", keys, turns[index]) for index in range(21)]
    offsets, joints = np.arange(1729) * 4, r.integers(0, 24, 1728 * 4)
    skin = Skin(np.arange(2, 26))
    body = Surface(
        r.random((1728, 3)).astype(np.float32),
        influences=Influences(offsets, joints, np.full(1728 * 4, 0.25, np.float32)),
    )
    clip = Clip(tuple(channels), "Walk")
    return build(
        nodes=nodes, meshes=[Mesh((body,))], skins=[skin], instances=[Instance(0, 0, 0)], clips=[clip, clip]
    )


def by_hand(rig: Rig, clip: Clip) -> Callable[[float], Array]:
    """Local maps of one frame in plain NumPy: the keys of each property stacked, slerp and lerp over all."""
    rest = rig.rest_pose()
    groups = []
    for kind in ("translation", "rotation", "scale"):
        result = [channel for channel in clip.channels if channel.property == kind]
        if result:
            values = np.stack([one.values for one in result], 1).astype(np.float64)
            groups.append((kind, [one.node for one in result], np.asarray(result[0].times, float), values))

    def frame(time: float) -> Array:
        parts = {"translation": rest.translations.copy(), "rotation": rest.rotations.copy()}
        parts["scale"] = rest.scales.copy()
        for kind, nodes, keys, values in groups:
            left = min(max(int(np.searchsorted(keys, time, side="right")) - 1, 0), len(keys) - 2)
            t = min(max((time - keys[left]) / (keys[left + 1] - keys[left]), 0.0), 1.0)
            a, b = values[left], values[left + 1]
            parts[kind][nodes] = slerp(a, b, t) if kind == "rotation" else a + (b - a) * t
        x, y, z, w = parts["rotation"].T
        local = np.empty((len(x), 3, 4))
        local[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], 1)
        local[:, 1, :3] = np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], 1)
        local[:, 2, :3] = np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], 1)
        local[..., :3] *= parts["scale"][:, None, :]
        local[..., 3] = parts["translation"]
        return local

    return frame


def slerp(a: Array, b: Array, t: float) -> Array:
    cosine = np.einsum("ci,ci->c", a, b)
    b = np.where(cosine[:, None] < 0, -b, b)
    angle = np.arccos(np.minimum(np.abs(cosine), 1))[:, None]
    near = angle < 1e-6
    sine = np.where(near, 1, np.sin(angle))
    first = np.where(near, 1 - t, np.sin((1 - t) * angle) / sine)
    turned = first * a + np.where(near, t, np.sin(t * angle) / sine) * b
    return np.asarray(turned / np.sqrt(np.einsum("ci,ci->c", turned, turned))[:, None])


def without_numba(run: Callable[[], object]) -> Callable[[], object]:
    def plain() -> object:
        os.environ["PANTIN_NO_NUMBA"] = "1"
        try:
            return run()
        finally:
            del os.environ["PANTIN_NO_NUMBA"]

    return plain


def scaled(times: dict[str, Times], factors: dict[str, float]) -> dict[str, Times]:
    return {
        name: Times(one.least * factors.get(name, 1), one.median * factors.get(name, 1))
        for name, one in times.items()
    }


def sampling(rig: Rig, clip: Clip) -> bool:
    moments = np.linspace(-0.1, clip.duration + 0.1, TIMES)
    some = moments[:: TIMES // LOOPED].tolist()
    frame = by_hand(rig, clip)
    assert np.abs(frame(some[7]) - sample(rig, clip, some[7]).local).max() < 1e-5, "by hand is something else"
    batch = "pantin, one call"

    def loop() -> None:
        for time in some:
            sample(rig, clip, time)

    def loop_by_hand() -> None:
        for time in some:
            frame(time)

    loops: dict[str, Callable[[], object]] = {
        "pantin, a loop": loop,
        "numpy a frame": loop_by_hand,
        "a loop without numba": without_numba(loop),
    }
    variants: dict[str, Callable[[], object]] = {
        batch: lambda: sample(rig, clip, moments),
        "one call without numba": without_numba(lambda: sample(rig, clip, moments)),
        "one call, and world maps": lambda: world_transforms(rig, sample(rig, clip, moments)),
        **loops,
    }
    result = scaled(interleave(variants, ROUNDS), dict.fromkeys(loops, len(moments) / len(some)))
    goals = {"pantin, a loop": 20.0, "numpy a frame": 20.0}
    met = report(f"sample {clip.name} of Fox at {TIMES} times", result, batch, goals)
    plain = result["a loop without numba"].least / result["one call without numba"].least
    print(f"  without numba: a loop takes {plain:.1f}x as long as one call  goal 20x")
    return met and plain >= 20


def deforming(rig: Rig, clip: Clip) -> bool:
    poses = sample(rig, clip, np.linspace(0, clip.duration, POSED))
    one_by_one = list(poses)[:: POSED // 50]
    out = deform(rig, poses)

    def loop() -> None:
        for pose in one_by_one:
            deform(rig, pose)

    loops: dict[str, Callable[[], object]] = {
        "pantin, a loop": loop,
        "a loop without numba": without_numba(loop),
    }
    variants: dict[str, Callable[[], object]] = {
        "pantin, one call": lambda: deform(rig, poses, out=out),
        "pantin, new arrays": lambda: deform(rig, poses),
        "pantin, dual quaternions": lambda: deform(rig, poses, solver="dqs", out=out),
        "one call without numba": without_numba(lambda: deform(rig, poses, out=out)),
        **loops,
    }
    result = scaled(interleave(variants, ROUNDS), dict.fromkeys(loops, len(poses) / len(one_by_one)))
    return report(
        f"deform Fox in {POSED} poses, flat normals", result, "pantin, one call", {"pantin, a loop": 1}
    )


def main() -> int:
    os.environ["PANTIN_THREADS"] = "1"
    rig = fox()
    clip = rig.clips[1]
    for run in (sample(rig, clip, [0.0]), sample(rig, clip, 0.0)):  # compiled before anything is measured
        deform(rig, run)
        deform(rig, run, solver="dqs")
    return 0 if all([sampling(rig, clip), deforming(rig, clip)]) else 1


if __name__ == "__main__":
    sys.exit(main())
