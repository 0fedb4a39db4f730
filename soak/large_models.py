"""Runs every command on models that are very large and very deep, and prints the seconds and memory of each.

python soak/large_models.py [--nodes 1000000] [--only MODEL] [--command COMMAND] [--keep FOLDER]

No command may end in a traceback, be killed, or take more than `SECONDS` or `MEGABYTES`.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 300
MEGABYTES = 6000
FAULT = 4
"""The exit code of a fault of Pantin; see `pantin.cli.exit`."""

Json = dict[str, object]


class Buffer:
    """The bytes of a model, with an accessor and a view for each array that was put in."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.accessors: list[Json] = []
        self.views: list[Json] = []

    def put(self, values: np.ndarray, kind: str, bounds: bool = False) -> int:
        types = {"f4": 5126, "u1": 5121, "u2": 5123}
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": values.nbytes})
        result: Json = {"bufferView": len(self.views) - 1, "componentType": types[values.dtype.str[1:]]}
        result |= {"type": kind, "count": len(values)}
        if bounds:
            rows = values.reshape(len(values), -1)
            result |= {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()}
        self.data += values.tobytes() + bytes(-values.nbytes % 4)
        self.accessors.append(result)
        return len(self.accessors) - 1


def strip(buffer: Buffer, joints: int) -> Json:
    """A mesh of eight vertices along the first joints."""
    points = np.zeros((8, 3), np.float32)
    points[:, 0], points[:, 1] = np.tile([0, 0.1], 4), np.repeat(np.arange(4), 2) / 4
    bound = np.zeros((8, 4), np.uint8)
    bound[:, 0] = np.repeat(np.minimum(np.arange(4), joints - 1), 2)
    weights = np.zeros((8, 4), np.float32)
    weights[:, 0] = 1
    corners = np.array([[index, index + 1, index + 2] for index in range(6)], np.uint16).reshape(-1)
    attributes = {
        "POSITION": buffer.put(points, "VEC3", bounds=True),
        "JOINTS_0": buffer.put(bound, "VEC4"),
        "WEIGHTS_0": buffer.put(weights, "VEC4"),
    }
    return {"primitives": [{"attributes": attributes, "indices": buffer.put(corners, "SCALAR")}]}


def chain_nodes(count: int) -> Iterator[Json]:
    """Nodes each of which is the child of the one before."""
    step = 1 / count
    for index in range(count):
        result: Json = {"name": f"joint {index}", "translation": [0, step, 0]}
        yield result | {"children": [index + 1]} if index + 1 < count else result


def flat_nodes(count: int) -> Iterator[Json]:
    yield {"name": "root", "children": list(range(1, count))}
    for index in range(1, count):
        yield {"name": f"joint {index}", "translation": [index / count, 0, 0]}


def skinned(nodes: Iterator[Json], joints: int, extra: Callable[[Json, Buffer], None] | None = None) -> bytes:
    """A GLB of these nodes and one more that wears a mesh, bound to the first `joints`."""
    buffer, listed = Buffer(), list(nodes)
    inverse = np.tile(np.eye(4, dtype=np.float32), (joints, 1, 1)).reshape(joints, 16)
    listed.append({"name": "body", "mesh": 0, "skin": 0})
    tree: Json = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, len(listed) - 1]}],
        "nodes": listed,
        "meshes": [strip(buffer, joints)],
        "skins": [{"joints": list(range(joints)), "inverseBindMatrices": buffer.put(inverse, "MAT4")}],
    }
    if extra is not None:
        extra(tree, buffer)
    return glb(tree, buffer)


def glb(tree: Json, buffer: Buffer) -> bytes:
    whole = tree | {
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}],
    }
    text = json.dumps(whole, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(buffer.data), 0x004E4942) + bytes(buffer.data)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def moving(tree: Json, buffer: Buffer) -> None:
    """A clip that turns a thousand joints."""
    assert isinstance(tree["nodes"], list)
    apart = max(1, len(tree["nodes"]) // 1000)
    times = buffer.put(np.array([0, 0.5, 1], np.float32), "SCALAR", bounds=True)
    turns = np.array([[0, 0, 0, 1], [0, 0, 0.6, 0.8], [0, 0, 0, 1]], np.float32)
    output = buffer.put(turns, "VEC4")
    channels = [
        {"sampler": 0, "target": {"node": index * apart, "path": "rotation"}} for index in range(1000)
    ]
    tree["animations"] = [
        {"name": "turn", "channels": channels, "samplers": [{"input": times, "output": output}]}
    ]


def sprung(count: int) -> Callable[[Json, Buffer], None]:
    """One spring down the whole chain."""

    def extend(tree: Json, buffer: Buffer) -> None:
        joints = [
            {"node": index, "stiffness": 1.0, "dragForce": 0.4, "hitRadius": 0.01} for index in range(count)
        ]
        held = {"specVersion": "1.0", "springs": [{"name": "rope", "joints": joints}]}
        tree["extensionsUsed"] = ["VRMC_springBone"]
        tree["extensions"] = {"VRMC_springBone": held}

    return extend


def many_meshes(count: int) -> bytes:
    """A mesh of one triangle for each node, all of the same data."""
    buffer = Buffer()
    points = buffer.put(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32), "VEC3", bounds=True)
    mesh: Json = {"primitives": [{"attributes": {"POSITION": points}}]}
    nodes: list[Json] = [
        {"mesh": index, "translation": [index % 100, index // 100, 0]} for index in range(count)
    ]
    tree: Json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(count))}]}
    return glb(tree | {"nodes": nodes, "meshes": [mesh] * count}, buffer)


def many_skins(count: int) -> bytes:
    """Meshes that each have a skin and two joints of their own, all below one root."""
    buffer = Buffer()
    children = [*range(1, 3 * count + 1, 3), *range(3, 3 * count + 1, 3)]
    mesh, nodes = strip(buffer, 2), list[Json]([{"name": "root", "children": children}])
    inverse = buffer.put(np.tile(np.eye(4, dtype=np.float32).reshape(1, 16), (2, 1)), "MAT4")
    for index in range(count):
        nodes += [
            {"name": f"hip {index}", "children": [3 * index + 2], "translation": [index, 0, 0]},
            {"name": f"joint {index}", "translation": [0, 0.5, 0]},
            {"name": f"body {index}", "mesh": 0, "skin": index},
        ]
    skins = [
        {"joints": [3 * index + 1, 3 * index + 2], "inverseBindMatrices": inverse} for index in range(count)
    ]
    tree: Json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}]}
    return glb(tree | {"nodes": nodes, "meshes": [mesh], "skins": skins}, buffer)


def four_dimensional(count: int) -> bytes:
    """A G4MF file: a chain of nodes, and a tetrahedron in four dimensions on the last."""
    points = np.array([[0, 0, 0, -1], [1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], np.float32)
    cells = np.array([[0, 1, 2, 3]], np.uint8)
    data = points.tobytes() + cells.tobytes()
    nodes: list[Json] = [
        {"name": f"joint {index}", "position": [0, 1 / count, 0, 0], "children": [index + 1]}
        for index in range(count)
    ]
    del nodes[0]["position"]
    tree: Json = {
        "asset": {"dimension": 4},
        "accessors": [
            {"bufferView": 0, "componentType": "float32", "vectorSize": 4},
            {"bufferView": 1, "componentType": "uint8", "vectorSize": 4},
        ],
        "bufferViews": [
            {"byteOffset": 0, "byteLength": points.nbytes},
            {"byteOffset": points.nbytes, "byteLength": cells.nbytes},
        ],
        "buffers": [
            {
                "byteLength": len(data),
                "uri": f"data:application/octet-stream;base64,{base64.b64encode(data).decode()}",
            }
        ],
        "meshes": [{"name": "cell", "vertices": 0, "surfaces": [{"simplexes": 1}]}],
        "nodes": [*nodes, {"name": "body", "meshInstance": {"mesh": 0}}],
    }
    return json.dumps(tree, separators=(",", ":")).encode()


MODELS: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "chain": (".glb", lambda nodes: skinned(chain_nodes(nodes), 4)),
    "flat": (".glb", lambda nodes: skinned(flat_nodes(nodes), 4)),
    "joints": (".glb", lambda nodes: skinned(chain_nodes(nodes // 10), nodes // 10)),
    "clip": (".glb", lambda nodes: skinned(chain_nodes(nodes // 10), 4, moving)),
    "springs": (".vrm", lambda nodes: skinned(chain_nodes(nodes // 100), 4, sprung(nodes // 100))),
    "meshes": (".glb", lambda nodes: many_meshes(nodes // 10)),
    "skins": (".glb", lambda nodes: many_skins(nodes // 100)),
    "g4mf": (".g4tf", four_dimensional),
}
"""Each model, with the number of nodes that `--nodes` makes of it."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check", "IN"),
    "check json": ("check", "IN", "--format", "json"),
    "check fix": ("check", "IN", "--fix", "OUT.same"),
    "inspect": ("inspect", "IN"),
    "inspect json": ("inspect", "IN", "--format", "json"),
    "to gltf": ("convert", "IN", "OUT.gltf"),
    "to glb": ("convert", "IN", "OUT.glb"),
    "to g4b": ("convert", "IN", "OUT.g4b"),
    "to g4tf": ("convert", "IN", "OUT.g4tf"),
    "to obj": ("convert", "IN", "OUT.obj"),
    "to npz": ("convert", "IN", "OUT.npz"),
    "pose": ("pose", "IN", "OUT.same", "--set", "joint 2=0,0,45"),
    "pose rig": ("pose", "IN", "OUT.same", "--set", "joint 2=0,0,45", "--keep-rig"),
    "pose clip": ("pose", "IN", "OUT.glb", "--clip", "0", "--time", "0.3"),
    "bake": ("bake", "IN", "OUT.glb", "--seconds", "1"),
    "skeletons": ("skeletons", "IN", "OUT.glb"),
    "skeleton report": ("skeletons", "IN", "--report"),
    "slice": ("slice", "IN", "OUT.glb", "--w", "0.25"),
    "project": ("slice", "IN", "OUT.glb", "--project", "perspective"),
    "render": ("render", "IN", "-o", "OUT.png"),
    "render bones": ("render", "IN", "-o", "OUT.png", "--show", "mesh,skeleton"),
    "view": ("view", "IN", "--out", "OUT.html"),
}
ONLY = {
    "pose clip": {"clip"},
    "bake": {"springs"},
    "slice": {"g4mf"},
    "project": {"g4mf"},
    "skeletons": {"chain", "flat", "joints", "clip", "springs", "skins"},
    "skeleton report": {"chain", "flat", "joints", "clip", "springs", "skins"},
    "pose": {"chain", "flat", "joints", "clip", "springs", "skins", "g4mf"},
    "pose rig": {"chain", "flat", "joints", "clip", "springs", "skins", "g4mf"},
}
"""The models that a command has something to do with, where it is not all of them."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, what it took, and the last line of its error stream."""

    code: int
    seconds: float
    processor_seconds: float
    megabytes: float
    message: str


def run(arguments: list[str], folder: Path) -> Ended:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    start = time.perf_counter()
    with (folder / "out.txt").open("wb") as out, (folder / "err.txt").open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "pantin", *arguments], cwd=folder, env=environment, stdout=out, stderr=err
        )
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    message = ["", *(folder / "err.txt").read_text(errors="replace").strip().splitlines()]
    busy = usage.ru_utime + usage.ru_stime
    return Ended(process.returncode, seconds, busy, usage.ru_maxrss / 1024, message[-1])


def made(name: str, nodes: int, folder: Path) -> Path:
    """The file of a model, written where it is not there yet."""
    suffix, make = MODELS[name]
    path = folder / f"{name}-{nodes}{suffix}"
    if not path.exists():
        path.write_bytes(make(nodes))
    return path


def trial(source: Path, command: str, folder: Path) -> bool:
    """Run one command on one model, print its row, and say whether all was well."""
    words = [one.replace("OUT.same", f"OUT{source.suffix}") for one in COMMANDS[command]]
    arguments = [str(source) if word == "IN" else word.replace("OUT", "made") for word in words]
    ended = run(arguments, folder)
    for file in folder.glob("made*"):
        file.unlink()
    well = 0 <= ended.code < FAULT and ended.seconds < SECONDS and ended.megabytes < MEGABYTES
    figures = f"{ended.seconds:7.1f} s {ended.processor_seconds:7.1f} s cpu {ended.megabytes:6.0f} MB"
    mark = "" if well else "BAD"
    print(
        f"{source.stem:16} {command:16} {mark:3} {ended.code:>3} {figures}  {ended.message[:100]}", flush=True
    )
    return well


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--nodes", type=int, default=1_000_000)
    words.add_argument("--only", choices=MODELS)
    words.add_argument("--command", choices=COMMANDS)
    words.add_argument("--keep", type=Path, help="a folder for the models, which are kept in it")
    chosen = words.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for model in [chosen.only] if chosen.only else MODELS:
            source = made(model, chosen.nodes, chosen.keep or folder)
            for command in [chosen.command] if chosen.command else COMMANDS:
                if model in ONLY.get(command, MODELS):
                    bad += not trial(source, command, folder)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
