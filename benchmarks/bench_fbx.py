"""Read FBX files above a megabyte, beside ufbx and Blender's importer.

PANTIN_UFBX_PYTHON names the interpreter of an environment with `ufbx`, PANTIN_BPY_PYTHON that of one with
`bpy`; without them only our times are taken. Both run in processes of their own, and neither their start nor
the emptying of Blender's scene is counted. The files are made here, by our own writer: a skinned mesh of
90,000 points in binary, one of 22,500 as text, and a clip of 100 joints with 900 frames. Our time is that of
`load` and the rig. All times are of the processor. Caveats: channels of clips are made when they are asked
for, and are not counted; ufbx does not merge corners into vertices or split polygons.
"""

from __future__ import annotations

import os

os.environ.setdefault("PANTIN_THREADS", "1")

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from timing import record

import pantin
from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Influences, Instance, Mesh, Node, Rig, Scene, Skin, Surface

ROUNDS = 9
AS_UFBX = 5.0
"""How many times as long as ufbx we may take."""
AS_BLENDER = 10.0
"""How many times as long as we Blender must take."""

UFBX = """
import sys, time, ufbx
best = 1e9
for _ in range(7):
    begin = time.process_time()
    scene = ufbx.load_file(sys.argv[1])
    best = min(best, time.process_time() - begin)
print(best)
import os; sys.stdout.flush(); os._exit(0)
"""
BLENDER = """
import sys, time, os
out = os.dup(1); os.dup2(2, 1)
import bpy
best = 1e9
for _ in range(2):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="io_scene_fbx")
    begin = time.process_time()
    bpy.ops.import_scene.fbx(filepath=sys.argv[1])
    best = min(best, time.process_time() - begin)
os.write(out, str(best).encode())
"""


def skinned(side: int, joints: int = 60) -> Rig:
    """A wavy grid that hangs on a chain."""
    u, v = np.meshgrid(np.linspace(0, 1, side), np.linspace(0, 1, side))
    points = np.stack([u, np.sin(6 * u) * np.cos(5 * v) * 0.1, v], -1).reshape(-1, 3).astype(np.float32)
    corners = np.arange(side * side).reshape(side, side)
    a, b, c, d = (
        part.ravel() for part in (corners[:-1, :-1], corners[1:, :-1], corners[1:, 1:], corners[:-1, 1:])
    )
    triangles = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    rng = np.random.default_rng(1)
    normals = rng.normal(size=points.shape)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    weights = rng.random((len(points), 4))
    weights /= weights.sum(1)[:, None]
    influences = Influences(
        np.arange(len(points) + 1) * 4,
        rng.integers(0, joints, 4 * len(points)),
        weights.ravel().astype(np.float32),
    )
    surface = Surface(
        points,
        normals=normals.astype(np.float32),
        texcoords=(np.stack([u, v], -1).reshape(-1, 2).astype(np.float32),),
        indices=triangles.ravel(),
        influences=influences,
    )
    nodes = [Node(f"joint{index}", index - 1, translation=(0, 0.1, 0)) for index in range(joints)]
    return pantin.build(
        nodes=[*nodes, Node("body")],
        meshes=[Mesh((surface,), "body")],
        skins=[Skin(np.arange(joints), np.tile(np.eye(3, 4), (joints, 1, 1)), "skin")],
        instances=[Instance(joints, 0, 0)],
        scenes=[Scene((0, joints))],
        default_scene=0,
    )


def moving(joints: int = 100, frames: int = 900) -> Rig:
    """Joints that turn at random, with a key for each frame."""
    rng = np.random.default_rng(2)
    times = np.arange(frames, dtype=np.float32) / 30
    channels = [
        Channel(
            index,
            "rotation",
            times,
            quaternion.from_euler(np.cumsum(rng.normal(size=(frames, 3)) * 0.02, 0)).astype(np.float32),
        )
        for index in range(joints)
    ]
    nodes = [Node(f"joint{index}", index - 1 if index % 10 else min(index, 1) - 1) for index in range(joints)]
    return pantin.build(nodes=nodes, clips=[Clip(tuple(channels), "walk")])


def seconds_to_load(path: Path) -> float:
    begin = time.process_time()
    asset = pantin.load(path)
    rig = asset.rig
    taken = time.process_time() - begin
    del rig
    return taken


def ask(variable: str, script: str, path: Path) -> float | None:
    """The seconds that another program takes, in its own process."""
    python = os.environ.get(variable)
    if not python:
        return None
    answer = subprocess.run([python, "-c", script, str(path)], capture_output=True, text=True, check=False)
    return float(answer.stdout) if answer.stdout.strip() else None


def main() -> int:
    met = True
    with tempfile.TemporaryDirectory() as folder:
        for case, rig, options in (
            ("read a binary FBX of 90,000 skinned points", skinned(300), {}),
            ("read a text FBX of 22,500 skinned points", skinned(150), {"ascii": True}),
            ("read an FBX clip of 100 joints, 900 frames", moving(), {}),
        ):
            path = Path(folder) / "model.fbx"
            pantin.convert(pantin.verbs.asset.Asset.of_rig(rig), path, force=True, **options)
            own = min(seconds_to_load(path) for _ in range(ROUNDS))
            rows = {"pantin": own}
            for name, variable, script in (
                ("ufbx (C)", "PANTIN_UFBX_PYTHON", UFBX),
                ("bpy import_scene.fbx", "PANTIN_BPY_PYTHON", BLENDER),
            ):
                if options and script is BLENDER:
                    continue  # it does not read text
                seconds = ask(variable, script, path)
                if seconds is not None:
                    rows[name] = seconds
            print(f"\n{case}: {path.stat().st_size / 1e6:.1f} MB")
            for name, seconds in rows.items():
                print(f"  {name:26} {seconds * 1e3:9.1f} ms  {seconds / own:7.2f}x")
            record(case, rows, "pantin")
            met &= own <= AS_UFBX * rows.get("ufbx (C)", own)
            met &= rows.get("bpy import_scene.fbx", AS_BLENDER * own) >= AS_BLENDER * own
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
