"""Posed vertices straight from the JSON and the bytes of a glTF file, one number at a time.

A transcription of glTF 2.0 §3.6.2 (accessors), §3.7.2.2 (blend shapes), §3.7.3.3 (skinning) and appendix C
(interpolation) in plain Python doubles. It shares no code with the package, and is slow.
"""

from __future__ import annotations

import base64
import json
import math
import struct
from pathlib import Path
from typing import Any

LETTERS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
LARGEST = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}
COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
IDENTITY = [1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0]


class File:
    """A file taken apart: the JSON tree and the bytes of its buffers."""

    def __init__(self, data: bytes, folder: Path | None = None) -> None:
        chunk = b""
        if data[:4] == b"glTF":
            length = struct.unpack_from("<I", data, 12)[0]
            text, rest = data[20 : 20 + length], data[20 + length :]
            if rest:
                chunk = rest[8 : 8 + struct.unpack_from("<I", rest)[0]]
        else:
            text = data
        self.tree: dict[str, Any] = json.loads(text)
        self.buffers = []
        for entry in self.tree.get("buffers", []):
            uri = entry.get("uri")
            if uri is None:
                self.buffers.append(chunk)
            elif uri.startswith("data:"):
                self.buffers.append(base64.b64decode(uri.partition(",")[2]))
            else:
                assert folder is not None
                self.buffers.append((folder / uri).read_bytes())

    def _raw(self, view: int, offset: int, code: int, width: int, count: int, strided: bool) -> list[list]:
        entry = self.tree["bufferViews"][view]
        size = struct.calcsize("<" + LETTERS[code]) * width
        stride = entry.get("byteStride", size) if strided else size
        start = entry.get("byteOffset", 0) + offset
        data = self.buffers[entry["buffer"]]
        form = "<" + LETTERS[code] * width
        return [list(struct.unpack_from(form, data, start + stride * index)) for index in range(count)]

    def values(self, index: int) -> list[list[float]]:
        accessor = self.tree["accessors"][index]
        code, width, count = accessor["componentType"], COMPONENTS[accessor["type"]], accessor["count"]
        if "bufferView" in accessor:
            rows = self._raw(accessor["bufferView"], accessor.get("byteOffset", 0), code, width, count, True)
        else:
            rows = [[0] * width for _ in range(count)]
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            places, new = sparse["indices"], sparse["values"]
            at = self._raw(
                places["bufferView"],
                places.get("byteOffset", 0),
                places["componentType"],
                1,
                sparse["count"],
                False,
            )
            by = self._raw(new["bufferView"], new.get("byteOffset", 0), code, width, sparse["count"], False)
            for (place,), row in zip(at, by, strict=True):
                rows[place] = row
        if accessor.get("normalized"):
            rows = [[max(part / LARGEST[code], -1.0) for part in row] for row in rows]
        return rows


def multiply(a: list[float], b: list[float]) -> list[float]:
    """Column-major 4 × 4 matrices."""
    return [
        sum(a[4 * k + row] * b[4 * column + k] for k in range(4)) for column in range(4) for row in range(4)
    ]


def from_trs(t: list[float], q: list[float], s: list[float]) -> list[float]:
    length = math.sqrt(sum(part * part for part in q))
    x, y, z, w = (part / length for part in q)
    columns = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
        [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
        [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ]
    result: list[float] = []
    for column, size in zip(columns, s, strict=True):
        result += [part * size for part in column] + [0.0]
    return [*result, *t, 1.0]


def apply(m: list[float], p: list[float], w: float) -> list[float]:
    return [m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row] * w for row in range(3)]


def sample(file: File, sampler: dict[str, Any], time: float, rotation: bool, width: int) -> list[float]:
    times = [row[0] for row in file.values(sampler["input"])]
    flat = [part for row in file.values(sampler["output"]) for part in row]
    mode = sampler.get("interpolation", "LINEAR")
    spline = mode == "CUBICSPLINE"

    def key(k: int, part: int) -> list[float]:
        start = (3 * k + part if spline else k) * width
        row = flat[start : start + width]
        if rotation and not spline:
            # Quaternions rounded to integers are not of length 1, and slerp is for those that are.
            length = math.sqrt(sum(number * number for number in row))
            return [number / length for number in row]
        return row

    middle = 1 if spline else 0
    if time <= times[0]:
        return key(0, middle)
    if time >= times[-1]:
        return key(len(times) - 1, middle)
    k = max(index for index, value in enumerate(times) if value <= time)
    span = times[k + 1] - times[k]
    t = (time - times[k]) / span
    if mode == "STEP" or t == 0:
        return key(k, middle)
    a, b = key(k, middle), key(k + 1, middle)
    if spline:
        out, into = key(k, 2), key(k + 1, 0)
        result = [
            (2 * t**3 - 3 * t**2 + 1) * a[i]
            + span * (t**3 - 2 * t**2 + t) * out[i]
            + (-2 * t**3 + 3 * t**2) * b[i]
            + span * (t**3 - t**2) * into[i]
            for i in range(width)
        ]
        if rotation:
            length = math.sqrt(sum(part * part for part in result))
            result = [part / length for part in result]
        return result
    if rotation:
        dot = sum(p * q for p, q in zip(a, b, strict=True))
        sign = -1.0 if dot < 0 else 1.0
        angle = math.acos(min(abs(dot), 1.0))
        if angle > 1e-9:
            near, far = (
                math.sin(angle * (1 - t)) / math.sin(angle),
                sign * math.sin(angle * t) / math.sin(angle),
            )
            return [near * p + far * q for p, q in zip(a, b, strict=True)]
        return a
    return [p + t * (q - p) for p, q in zip(a, b, strict=True)]


def posed(
    data: bytes, clip: int | None = None, time: float = 0.0, folder: Path | None = None
) -> dict[tuple[int, int], list[list[float]]]:
    """World positions of each (node, primitive), for all nodes of the file."""
    file = File(data, folder)
    tree = file.tree
    nodes = [dict(node) for node in tree.get("nodes", [])]
    if clip is not None:
        animation = tree["animations"][clip]
        for channel in animation["channels"]:
            target = channel["target"]
            if "node" not in target:
                continue
            node, path = nodes[target["node"]], target["path"]
            width = {"translation": 3, "rotation": 4, "scale": 3}.get(path) or len(
                tree["meshes"][node["mesh"]]["primitives"][0]["targets"]
            )
            node[path] = sample(
                file, animation["samplers"][channel["sampler"]], time, path == "rotation", width
            )
    parents = {child: position for position, node in enumerate(nodes) for child in node.get("children", [])}

    def world(at: int) -> list[float]:
        node = nodes[at]
        local = node.get("matrix") or from_trs(
            node.get("translation", [0, 0, 0]),
            node.get("rotation", [0, 0, 0, 1]),
            node.get("scale", [1, 1, 1]),
        )
        return multiply(world(parents[at]), local) if at in parents else local

    result = {}
    for index, node in enumerate(nodes):
        if "mesh" not in node:
            continue
        mesh = tree["meshes"][node["mesh"]]
        for number, primitive in enumerate(mesh["primitives"]):
            amounts = node.get("weights", mesh.get("weights", [0.0] * len(primitive.get("targets", []))))
            points = _morphed(file, primitive, amounts)
            result[index, number] = (
                _skinned(file, primitive, tree["skins"][node["skin"]], points, world)
                if "skin" in node and "JOINTS_0" in primitive["attributes"]
                else [apply(world(index), point, 1.0) for point in points]
            )
    return result


def _morphed(file: File, primitive: dict[str, Any], amounts: list[float]) -> list[list[float]]:
    points = file.values(primitive["attributes"]["POSITION"])
    for amount, target in zip(amounts, primitive.get("targets", []), strict=True):
        if "POSITION" in target:
            deltas = file.values(target["POSITION"])
            points = [
                [p + amount * d for p, d in zip(point, delta, strict=True)]
                for point, delta in zip(points, deltas, strict=True)
            ]
    return points


def _skinned(file: File, primitive: dict[str, Any], skin: dict[str, Any], points: list, world: Any) -> list:
    joints = skin["joints"]
    binds = [IDENTITY] * len(joints)
    if "inverseBindMatrices" in skin:
        binds = file.values(skin["inverseBindMatrices"])
    palette = [multiply(world(joint), bind) for joint, bind in zip(joints, binds, strict=False)]
    named: list[list] = [[] for _ in points]
    number = 0
    while f"JOINTS_{number}" in primitive["attributes"]:
        which = file.values(primitive["attributes"][f"JOINTS_{number}"])
        weights = file.values(primitive["attributes"][f"WEIGHTS_{number}"])
        for index in range(len(points)):
            named[index] += zip(which[index], weights[index], strict=True)
        number += 1
    result = []
    for point, influences in zip(points, named, strict=True):
        matrix = [
            sum(weight * palette[joint][k] for joint, weight in influences if weight) for k in range(16)
        ]
        result.append(apply(matrix, point, 1.0))
    return result
