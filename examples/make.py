"""Makes the example models: `python examples/make.py`. The models are in the public domain (CC0 1.0).

It uses nothing but the standard library, to show the bytes of a glTF file as they are.
"""

from __future__ import annotations

import base64
import json
import math
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ASSET = {"version": "2.0", "generator": "Pantin examples", "copyright": "CC0 1.0"}

FLOAT, UNSIGNED_BYTE, UNSIGNED_SHORT = 5126, 5121, 5123
CODES = {FLOAT: "f", UNSIGNED_BYTE: "B", UNSIGNED_SHORT: "H"}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
VERTICES, INDICES = 34962, 34963

Rows = Sequence[Sequence[float]]


class Builder:
    """A glTF file in the making: the JSON, and the bytes of its one buffer."""

    def __init__(self) -> None:
        self.tree: dict[str, Any] = {"asset": ASSET, "accessors": [], "bufferViews": []}
        self.data = bytearray()

    def accessor(
        self, type: str, rows: Rows, component: int = FLOAT, target: int | None = None, bounds: bool = False
    ) -> int:
        """Append rows of numbers; returns the index of their accessor."""
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": 0}
        for row in rows:
            self.data += struct.pack(f"<{WIDTHS[type]}{CODES[component]}", *row)
        view["byteLength"] = len(self.data) - view["byteOffset"]
        self.data += bytes(-len(self.data) % 4)
        if target is not None:
            view["target"] = target
        self.tree["bufferViews"].append(view)
        entry: dict[str, Any] = {
            "bufferView": len(self.tree["bufferViews"]) - 1,
            "componentType": component,
            "count": len(rows),
            "type": type,
        }
        if bounds:
            columns = [[as_float32(value) for value in column] for column in zip(*rows, strict=True)]
            entry["min"], entry["max"] = (
                [min(column) for column in columns],
                [max(column) for column in columns],
            )
        self.tree["accessors"].append(entry)
        return len(self.tree["accessors"]) - 1

    def glb(self) -> bytes:
        self.tree["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(self.tree, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
        chunks += struct.pack("<II", len(self.data), 0x004E4942) + self.data
        return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks

    def gltf(self) -> bytes:
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        self.tree["buffers"] = [{"byteLength": len(self.data), "uri": uri}]
        return (json.dumps(self.tree, indent=2) + "\n").encode()


def as_float32(value: float) -> float:
    """Bounds must be those of the stored numbers, which are float32 (glTF 2.0 §3.6.2.5)."""
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def arm(whole: float = 1.0) -> Builder:
    """A square tube 3 units long on three joints, and a clip in which it bends and straightens.

    The weights of each vertex sum to `whole`.
    """
    built, rings, joints, length = Builder(), 13, 3, 3.0
    corners = [
        (math.cos(angle) * 0.3, math.sin(angle) * 0.3)
        for angle in (0, math.tau / 4, math.tau / 2, -math.tau / 4)
    ]
    heights = [ring * length / (rings - 1) for ring in range(rings)]
    positions = [(x, height, z) for height in heights for x, z in corners]
    normals = [(x / 0.3, 0.0, z / 0.3) for _ in heights for x, z in corners]
    indices = [i for ring in range(rings - 1) for side in range(4) for i in quad(ring * 4, side)]
    # Weights cross over between neighbouring joints, so that no vertex follows more than two.
    pairs = [influence(height, joints) for height in heights for _ in corners]
    attributes = {
        "POSITION": built.accessor("VEC3", positions, target=VERTICES, bounds=True),
        "NORMAL": built.accessor("VEC3", normals, target=VERTICES),
        "JOINTS_0": built.accessor("VEC4", [pair[0] for pair in pairs], UNSIGNED_BYTE, VERTICES),
        "WEIGHTS_0": built.accessor("VEC4", [scaled(pair[1], whole) for pair in pairs], target=VERTICES),
    }
    faces = built.accessor("SCALAR", [(i,) for i in indices], UNSIGNED_SHORT, INDICES)
    binds = built.accessor("MAT4", [translation(0, -float(joint), 0) for joint in range(joints)])
    times = built.accessor("SCALAR", [(0.0,), (1.0,), (2.0,)], bounds=True)
    bend = built.accessor("VEC4", [about_z(0), about_z(60), about_z(0)])
    names = ("shoulder", "elbow", "wrist")
    built.tree |= {
        "scene": 0,
        "scenes": [{"nodes": [0, 3]}],
        "nodes": [
            *(
                {"name": name, "translation": [0, 1.0, 0] if i else [0, 0, 0], "children": [i + 1]}
                for i, name in enumerate(names)
            ),
            {"name": "arm", "mesh": 0, "skin": 0},
        ],
        "meshes": [{"name": "sleeve", "primitives": [{"attributes": attributes, "indices": faces}]}],
        "skins": [{"name": "arm", "joints": [0, 1, 2], "inverseBindMatrices": binds}],
        "animations": [
            {
                "name": "bend",
                "samplers": [{"input": times, "output": bend}],
                "channels": [{"sampler": 0, "target": {"node": node, "path": "rotation"}} for node in (1, 2)],
            }
        ],
    }
    del built.tree["nodes"][2]["children"]
    return built


def quad(first: int, side: int) -> tuple[int, ...]:
    """Two triangles between a ring of four corners and the next, seen from outside."""
    a, b = first + side, first + (side + 1) % 4
    return a, a + 4, b, b, a + 4, b + 4


def influence(height: float, joints: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The joints a height follows and their weights: half and half at a joint, one alone between two."""
    upper = min(max(round(height), 1), joints - 1)
    share = min(max(height - upper + 0.5, 0.0), 1.0)
    followed = [(joint, weight) for joint, weight in ((upper - 1, 1 - share), (upper, share)) if weight]
    followed += [(0, 0.0)] * (4 - len(followed))
    return tuple(joint for joint, _ in followed), tuple(weight for _, weight in followed)


def scaled(weights: tuple[float, ...], whole: float) -> tuple[float, ...]:
    return tuple(weight * whole for weight in weights)


def translation(x: float, y: float, z: float) -> tuple[float, ...]:
    """A translation as glTF stores matrices: column after column."""
    return (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1)


def about_z(degrees: float) -> tuple[float, float, float, float]:
    half = math.radians(degrees) / 2
    return (0.0, 0.0, math.sin(half), math.cos(half))


def face() -> Builder:
    """A square with two morph targets, and a clip that blends from one into the other."""
    built = Builder()
    square = [(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0)]
    smile = [(-0.2, 0.3, 0.0), (0.2, 0.3, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)]
    frown = [(0.2, -0.3, 0.0), (-0.2, -0.3, 0.0), (0.0, -0.2, 0.0), (0.0, -0.2, 0.0)]
    position, happy, sad = (
        built.accessor("VEC3", rows, target=VERTICES, bounds=True) for rows in (square, smile, frown)
    )
    faces = built.accessor("SCALAR", [(i,) for i in (0, 1, 2, 0, 2, 3)], UNSIGNED_SHORT, INDICES)
    times = built.accessor("SCALAR", [(0.0,), (0.5,), (1.0,)], bounds=True)
    weights = built.accessor("SCALAR", [(w,) for w in (0.0, 0.0, 1.0, 0.0, 0.0, 1.0)])
    built.tree |= {
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "face", "mesh": 0}],
        "meshes": [
            {
                "name": "face",
                "extras": {"targetNames": ["smile", "frown"]},
                "weights": [0, 0],
                "primitives": [
                    {
                        "attributes": {"POSITION": position},
                        "indices": faces,
                        "targets": [{"POSITION": happy}, {"POSITION": sad}],
                    }
                ],
            }
        ],
        "animations": [
            {
                "name": "moods",
                "samplers": [{"input": times, "output": weights}],
                "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
            }
        ],
    }
    return built


def broken() -> Builder:
    """The arm with the faults that exporters make: a loop of nodes, a joint that is not there, and more."""
    built = arm()
    built.tree["nodes"][2]["children"] = [1]
    built.tree["nodes"][1]["rotation"] = [0, 0, 0, 2]
    built.tree["skins"][0]["joints"][2] = 9
    built.tree["accessors"][0]["max"][1] = 2.0
    built.tree["animations"][0]["channels"][1]["target"]["path"] = "colour"
    return built


def loose() -> Builder:
    """The arm as a painter left it who forgot to normalise: weights that sum to 0.9."""
    return arm(whole=0.9)


def main() -> None:
    (HERE / "arm.glb").write_bytes(arm().glb())
    (HERE / "face.gltf").write_bytes(face().gltf())
    (HERE / "broken.gltf").write_bytes(broken().gltf())
    (HERE / "loose.glb").write_bytes(loose().glb())


if __name__ == "__main__":
    main()
