"""Kernels on one thread: skinning, blend shapes and forward kinematics beside NumPy and, if present, UsdSkel.

UsdSkel turns normals by the blended matrix, renormalised: the row "linear normals" is that mathematics. Its
calls work in place, so each includes the copy-on-write copy of its arrays. A copy of as many bytes as
skinning moves is the limit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numba  # noqa: F401  (small work is compiled too where it is imported)
import numpy as np
from numpy.typing import NDArray
from timing import Times, interleave, report

from pantin.kernels.blend_shapes import bind_shapes, blend
from pantin.kernels.dual_quaternion import dual_quaternion_blend
from pantin.kernels.hierarchy import world_maps
from pantin.kernels.influences import bind_padded
from pantin.kernels.skinning import Skinned, linear_blend

try:
    from pxr import Gf, UsdSkel, Vt
except ImportError:
    UsdSkel = None

Array = NDArray[Any]
VERTICES = int(os.environ.get("PANTIN_BENCH_VERTICES", "1000000"))
JOINTS, ROUNDS = 80, 15
CHUNK = 20_000  # vertices a pass of NumPy, whose temporaries then stay in the cache: its best size here
SKIN_BYTES = 72
"""Of a vertex in 3D: position, normal, 4 x 16-bit index, 4 weights read; position and normal written."""


def rig(dimension: int, influences: int) -> dict[str, Array]:
    """Neighbouring vertices share joints, as in a real mesh."""
    r = np.random.default_rng(0)
    near = (np.arange(VERTICES) * JOINTS // VERTICES)[:, None]
    weight = r.random((VERTICES, influences)).astype(np.float32) ** 2 + 1e-3
    turn, _ = np.linalg.qr(r.standard_normal((1, JOINTS, dimension, dimension)))
    turn[..., 0] *= np.sign(np.linalg.det(turn))[..., None]
    normals = r.standard_normal((VERTICES, dimension)).astype(np.float32)
    return {
        "joint": (near + r.integers(0, 6, (VERTICES, influences))) % JOINTS,
        "weight": weight / weight.sum(1, keepdims=True),
        "palette": np.concatenate([turn, r.standard_normal((1, JOINTS, dimension, 1))], -1).astype(
            np.float32
        ),
        "positions": r.standard_normal((VERTICES, dimension)).astype(np.float32),
        "normals": normals / np.linalg.norm(normals, axis=1, keepdims=True),
    }


def numpy_skinning(data: Mapping[str, Array], out: Skinned) -> Callable[[], None]:
    """Gather and multiply with linear normals, renormalised, in chunks."""
    size, palette = data["positions"].shape[1], data["palette"][0]
    flat = palette.reshape(JOINTS, -1)
    assert out.normals is not None
    normals = out.normals

    def run() -> None:
        for first in range(0, VERTICES, CHUNK):
            part = slice(first, first + CHUNK)
            maps = np.matmul(data["weight"][part, None], flat[data["joint"][part]]).reshape(
                -1, size, size + 1
            )
            linear = maps[..., :size]
            out.positions[0, part] = (linear @ data["positions"][part, :, None])[..., 0] + maps[..., size]
            turned = (linear @ data["normals"][part, :, None])[..., 0]
            normals[0, part] = turned / np.sqrt(np.einsum("vi,vi->v", turned, turned))[:, None]

    return run


def usd_skinning(data: Mapping[str, Array]) -> Callable[[], tuple[Any, Any]]:
    full = np.tile(np.eye(4, dtype=np.float32), (JOINTS, 1, 1))
    full[:, :3] = data["palette"][0]
    rows = np.ascontiguousarray(np.swapaxes(full, 1, 2))
    maps = Vt.Matrix4fArray.FromNumpy(rows)
    turns = Vt.Matrix3fArray.FromNumpy(np.ascontiguousarray(rows[:, :3, :3]))
    joint = Vt.IntArray.FromNumpy(data["joint"].astype(np.int32).ravel())
    weight = Vt.FloatArray.FromNumpy(data["weight"].ravel())
    points, normals = (Vt.Vec3fArray.FromNumpy(data[name]) for name in ("positions", "normals"))

    def run() -> tuple[Any, Any]:
        moved, turned = Vt.Vec3fArray(points), Vt.Vec3fArray(normals)
        UsdSkel.SkinPointsLBS(Gf.Matrix4f(1), maps, joint, weight, 4, moved, True)
        UsdSkel.SkinNormalsLBS(Gf.Matrix3f(1), turns, joint, weight, 4, turned, True)
        return moved, turned

    return run


def skinning(dimension: int, influences: int) -> dict[str, Times]:
    data = rig(dimension, influences)
    bound = bind_padded(data["joint"], data["weight"], JOINTS, dimension=dimension)
    out = Skinned(
        np.empty((1, *data["positions"].shape), np.float32),
        np.empty((1, *data["positions"].shape), np.float32),
        None,
    )
    arrays = (bound, data["palette"], data["positions"])
    variants: dict[str, Callable[[], object]] = {
        "pantin, exact normals": lambda: linear_blend(*arrays, data["normals"], out=out),
        "pantin, linear normals": lambda: linear_blend(*arrays, data["normals"], method="linear", out=out),
        "pantin, positions": lambda: linear_blend(*arrays, out=out),
        "numpy": numpy_skinning(data, out),
    }
    if dimension == 3:
        source, target = (np.ones(VERTICES * SKIN_BYTES // 8, np.float32) for _ in range(2))
        variants["copy of as many bytes"] = lambda: np.copyto(target, source)
        variants["pantin, dual quaternions"] = lambda: dual_quaternion_blend(
            *arrays, data["normals"], out=out
        )
        if UsdSkel is not None:
            variants["usd-core"] = usd_skinning(data)
            moved, turned = usd_skinning(data)()
            ours = linear_blend(*arrays, data["normals"], method="linear")
            same(ours.positions[0], np.asarray(moved))
            same(ours.normals[0] if ours.normals is not None else None, np.asarray(turned))
    return interleave(variants, ROUNDS)


def same(a: Array | None, b: Array) -> None:
    """Both sum in float32, in another order; short normals lose digits when they are made unit."""
    assert a is not None
    assert float(np.quantile(np.abs(a - b), 0.999)) < 1e-5, "the peer computes something else"


def shapes() -> dict[str, Times]:
    """50 shapes, each over a twentieth of the vertices: a patch with holes, as a region of a face has."""
    r = np.random.default_rng(1)
    count = VERTICES // 20
    base, amounts = r.standard_normal((VERTICES, 3)).astype(np.float32), r.random((1, 50)).astype(np.float32)
    firsts = r.integers(0, VERTICES - 2 * count, 50)
    index = [first + np.sort(r.choice(2 * count, count, replace=False)) for first in firsts]
    delta = [r.standard_normal((count, 3)).astype(np.float32) for _ in firsts]
    bound = bind_shapes(VERTICES, 3, list(zip(index, delta, strict=True)))
    out = np.empty((1, VERTICES, 3), np.float32)

    def plain() -> None:
        np.copyto(out[0], base)
        for amount, where, step in zip(amounts[0], index, delta, strict=True):
            out[0][where] += amount * step

    return interleave({"pantin": lambda: blend(bound, base, amounts, out=out), "numpy": plain}, ROUNDS)


def kinematics() -> dict[str, Times]:
    """80 joints x 1,000 frames of local maps in float64."""
    r, frames = np.random.default_rng(2), 1000
    parents = np.array([-1, *(max(0, i - int(r.integers(1, 13))) for i in range(1, JOINTS))])
    turn, _ = np.linalg.qr(r.standard_normal((frames, JOINTS, 3, 3)))
    local = np.concatenate([turn, r.standard_normal((frames, JOINTS, 3, 1))], -1)
    full = np.tile(np.eye(4), (frames, JOINTS, 1, 1))
    full[:, :, :3] = local
    depth = np.zeros(JOINTS, int)
    for node in range(1, JOINTS):
        depth[node] = depth[parents[node]] + 1
    levels = [np.flatnonzero(depth == level) for level in range(1, depth.max() + 1)]
    out, order = np.empty_like(local), np.arange(JOINTS)

    def plain() -> Array:
        world = full.copy()
        for nodes in levels:
            world[:, nodes] = world[:, parents[nodes]] @ full[:, nodes]
        return world

    variants: dict[str, Callable[[], object]] = {
        "pantin": lambda: world_maps(parents, order, local, out=out),
        "numpy": plain,
    }
    if UsdSkel is not None:
        topology = UsdSkel.Topology(Vt.IntArray([int(p) for p in parents]))
        rows = [Vt.Matrix4dArray.FromNumpy(np.ascontiguousarray(np.swapaxes(one, 1, 2))) for one in full]
        target = Vt.Matrix4dArray(JOINTS)
        root = Gf.Matrix4d(1)

        def usd() -> None:
            for row in rows:
                UsdSkel.ConcatJointTransforms(topology, row, target, root)

        variants["usd-core"] = usd
    return interleave(variants, ROUNDS)


def main() -> int:
    os.environ["PANTIN_THREADS"] = "1"
    if UsdSkel is None:
        print("usd-core is not installed: skipped")
    solid = skinning(3, 4)
    met = [
        report(
            f"skinning 3D, {VERTICES} vertices, 4 influences",
            solid,
            "pantin, linear normals",
            {"numpy": 25, "usd-core": 12},
        ),
    ]
    copy = solid["copy of as many bytes"].least
    print(f"  copy: {VERTICES * SKIN_BYTES / copy / 1e9:.1f} GB/s")
    for name in ("pantin, linear normals", "pantin, exact normals", "pantin, dual quaternions"):
        print(f"  {name}: {copy / solid[name].least:.2f} of the copy bandwidth")
    met += [
        report(
            f"skinning 4D, {VERTICES} vertices, 5 influences",
            skinning(4, 5),
            "pantin, linear normals",
            {"numpy": 20},
        ),
        report(f"50 sparse blend shapes, {VERTICES} vertices", shapes(), "pantin", {"numpy": 8}),
        report(
            "forward kinematics, 80 joints x 1000 frames", kinematics(), "pantin", {"numpy": 8, "usd-core": 1}
        ),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
