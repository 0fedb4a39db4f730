"""G4MF: opening a file of 100 MB beside reading its bytes, checking and lifting small files of
today's form and of an older one, and skinning a million vertices in 4D beside plain NumPy.

The NumPy beside it gathers a matrix for each influence and multiplies, as one writes it first.
"""

from __future__ import annotations

import json
import struct
import sys
import tempfile
from pathlib import Path

import numpy as np
from timing import below, interleave, report

from pantin.deformation import deform
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.motion import skin_palette, world_transforms

VERTICES, INFLUENCES, BONES = 1_000_000, 5, 60
READ_SHARE, GOAL = 0.7, 20.0
ROUNDS = 5
EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "g4mf"


def write_large(path: Path) -> None:
    """A skinned 4D mesh: 16 MB of vertices, 35 MB of influences, and padding up to 100 MB."""
    rng = np.random.default_rng(1)
    arrays = [
        (rng.random((VERTICES, 4), np.float32), "float32", 4),
        (np.repeat(np.arange(VERTICES, dtype=np.uint32), INFLUENCES), "uint32", 1),
        (rng.integers(0, BONES, VERTICES * INFLUENCES, np.uint8), "uint8", 1),
        (np.tile(np.array([0.4, 0.3, 0.15, 0.1, 0.05], np.float32), VERTICES), "float32", 1),
        (np.zeros(40 << 20, np.uint8), "uint8", 1),
    ]
    views, accessors, offset = [], [], 0
    for array, type, size in arrays:
        offset += -offset % 16
        views.append({"byteOffset": offset, "byteLength": array.nbytes})
        accessors.append({"bufferView": len(views) - 1, "componentType": type, "vectorSize": size})
        offset += array.nbytes
    bones = [
        {"bone": {}, "position": [0.0, 0.1, 0, 0], "children": [3 + index]} for index in range(BONES - 1)
    ]
    nodes = [
        {"children": [1]},
        {"children": [2, BONES + 2], "skeleton": {"joints": list(range(2, BONES + 2))}},
        *bones,
        {"bone": {}},
        {"meshInstance": {"mesh": 0}},
    ]
    tree = {
        "asset": {"dimension": 4},
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": offset, "chunk": 1}],
        "meshes": [{"vertices": 0, "surfaces": [{}], "skin": {"vertices": 1, "groups": 2, "weights": 3}}],
        "nodes": nodes,
    }
    text = json.dumps(tree).encode()
    with path.open("wb") as file:
        total = 16 + 16 + len(text) + -len(text) % 16 + 16 + offset
        file.write(b"G4MF" + struct.pack("<IQ", 0, total))
        file.write(b"JSON" + struct.pack("<IQ", 0, len(text)) + text + b" " * (-len(text) % 16))
        file.write(b"BLOB" + struct.pack("<IQ", 0, offset))
        place = 0
        for view, (array, _, _) in zip(views, arrays, strict=True):
            file.write(bytes(view["byteOffset"] - place) + array.tobytes())
            place = view["byteOffset"] + array.nbytes


def opening(path: Path) -> bool:
    """No file is mapped into memory, so this takes as long as its bytes: nothing else may count."""
    size = path.stat().st_size / 1e6
    times = interleave({"pantin": lambda: read(path).tree["asset"], "plain": path.read_bytes}, ROUNDS)
    return report(f"open {size:.0f} MB of G4MF", times, "pantin", {"plain": READ_SHARE})


def small_files() -> None:
    """What `scripts/bench --compare` shows for most files that people have."""
    for name in ("creature.g4b", "face.g4tf", "face-2026-01.g4tf"):
        data = (EXAMPLES / name).read_bytes()
        for verb, run in (("check", check), ("lift", lift)):
            below(f"{verb} {name}", lambda data=data, run=run: run(read(data)), ROUNDS)  # type: ignore[misc]


def plain(positions: np.ndarray, joints: np.ndarray, weights: np.ndarray, maps: np.ndarray) -> np.ndarray:
    """One influence of all vertices after another."""
    total = np.zeros_like(positions)
    for turn in range(INFLUENCES):
        chosen = maps[joints[:, turn]]
        moved = np.einsum("vij,vj->vi", chosen[:, :, :4], positions) + chosen[:, :, 4]
        total += weights[:, turn, None] * moved
    return total


def skinning(path: Path) -> bool:
    rig = lift(read(path)).rig
    pose = rig.rest_pose()
    for bone in range(2, BONES + 2):
        turn = rig.nodes.local[bone].copy()
        turn[:2, :2] = [[0.995, -0.0998], [0.0998, 0.995]]
        pose = pose.with_local(bone, matrix=turn)
    surface = rig.meshes[0].surfaces[0]
    assert surface.influences is not None
    maps = skin_palette(rig.skins[0], world_transforms(pose.rig, pose)).astype(np.float32)
    joints = surface.influences.joints.reshape(-1, INFLUENCES)
    weights = surface.influences.weights.reshape(-1, INFLUENCES).astype(np.float32)
    out = deform(rig, pose, normals=False)
    difference = np.abs(out[0].positions - plain(surface.positions, joints, weights, maps)).max()
    assert difference < 1e-3, difference
    times = interleave(
        {
            "pantin": lambda: deform(rig, pose, normals=False, out=out),
            "numpy": lambda: plain(surface.positions, joints, weights, maps),
        },
        ROUNDS,
    )
    return report("deform 1M vertices in 4D, 5 influences", times, "pantin", {"numpy": GOAL})


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.g4b"
        write_large(path)
        met = [opening(path), skinning(path)]
    small_files()
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
