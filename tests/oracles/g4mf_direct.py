"""Posed G4MF vertices straight from the JSON and the bytes of a file, one number at a time.

A transcription of the skeleton and blend shape texts and of the decisions on what they leave open, in plain
Python doubles. It shares no code with the package, and is slow.
"""

from __future__ import annotations

import base64
import itertools
import json
import math
import struct
from typing import Any

LETTERS = {
    "int8": "b",
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
    "uint64": "Q",
    "float16": "e",
    "float32": "f",
    "float64": "d",
}
Map = list[list[float]]


def float8(byte: int) -> float:
    """1-4-3 with bias 7, infinities and NaN as IEEE has them: the largest number is 240."""
    sign, exponent, fraction = -1.0 if byte & 128 else 1.0, byte >> 3 & 15, byte & 7
    if exponent == 15:
        return sign * math.inf if fraction == 0 else math.nan
    return sign * (fraction / 8 * 2.0**-6 if exponent == 0 else (1 + fraction / 8) * 2.0 ** (exponent - 7))


class File:
    """A file taken apart."""

    def __init__(self, data: bytes) -> None:
        chunks = []
        if data[:4] == b"G4MF":
            at, end = 16, struct.unpack_from("<Q", data, 8)[0]
            while at < end:
                kind, encoding, size = struct.unpack_from("<4sIQ", data, at)
                content = data[at + 16 : at + 16 + size]
                if encoding:
                    import zstandard

                    content = zstandard.ZstdDecompressor().decompressobj().decompress(content)
                chunks.append((kind, content))
                at += 16 + size + -size % 16
            text = next(content for kind, content in chunks if kind == b"JSON")
        else:
            text = data
        self.tree: dict[str, Any] = json.loads(text)
        self.dimension: int = self.tree["asset"]["dimension"]
        self.buffers = []
        for i, entry in enumerate(self.tree.get("buffers", [])):
            if "uri" in entry:
                self.buffers.append(base64.b64decode(entry["uri"].partition(",")[2]))
            else:
                self.buffers.append(chunks[entry.get("chunk", i + 1)][1])
        self.nodes: list[dict[str, Any]] = self.tree.get("nodes", [])
        self.parents = {c: i for i, node in enumerate(self.nodes) for c in node.get("children", [])}

    def rows(self, accessor: int) -> list[list[float]]:
        entry = self.tree["accessors"][accessor]
        view = self.tree["bufferViews"][entry["bufferView"]]
        kind = entry.get("componentType") or entry["primitiveType"]
        start, length = view.get("byteOffset", 0), view["byteLength"]
        raw = self.buffers[view.get("buffer", 0)][start : start + length]
        if kind == "float8":
            flat: list[float] = [float8(byte) for byte in raw]
        else:
            letter = LETTERS[kind]
            flat = list(struct.unpack(f"<{len(raw) // struct.calcsize(letter)}{letter}", raw))
        size = entry.get("vectorSize", 1)
        return [flat[i : i + size] for i in range(0, len(flat), size)]

    def numbers(self, accessor: int) -> list[Any]:
        return [row[0] for row in self.rows(accessor)]


def multiply(a: Map, b: Map) -> Map:
    n = len(a)
    out = [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n + 1)] for i in range(n)]
    for i in range(n):
        out[i][n] += a[i][n]
    return out


def apply(m: Map, v: list[float]) -> list[float]:
    n = len(m)
    return [math.fsum([*(m[i][k] * v[k] for k in range(n)), m[i][n]]) for i in range(n)]


def invert(m: Map) -> Map:
    n = len(m)
    rows = [m[i][:n] + [float(i == j) for j in range(n)] for i in range(n)]
    for c in range(n):
        best = max(range(c, n), key=lambda r: abs(rows[r][c]))
        rows[c], rows[best] = rows[best], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(n):
            if r != c:
                rows[r] = [x - rows[r][c] * y for x, y in zip(rows[r], rows[c], strict=True)]
    linear = [row[n:] for row in rows]
    return [[*linear[i], -sum(linear[i][k] * m[k][n] for k in range(n))] for i in range(n)]


def _geometric(a: dict[int, float], b: dict[int, float]) -> dict[int, float]:
    """The geometric product of multivectors keyed by the bits of their basis blades."""
    out: dict[int, float] = {}
    for (x, p), (y, q) in itertools.product(a.items(), b.items()):
        swaps, rest = 0, x >> 1
        while rest:
            swaps += bin(rest & y).count("1")
            rest >>= 1
        out[x ^ y] = out.get(x ^ y, 0.0) + (-p * q if swaps % 2 else p * q)
    return out


def rotor_matrix(rotor: list[float], n: int) -> list[list[float]]:
    """v′ = reverse(R) v R, components by grade and within a grade colexicographic."""
    even = [b for b in range(1 << n) if bin(b).count("1") % 2 == 0]
    order = sorted(even, key=lambda b: (bin(b).count("1"), b))
    blades = dict(zip(order, rotor, strict=False))
    reverse = {b: -v if bin(b).count("1") % 4 >= 2 else v for b, v in blades.items()}
    columns = []
    for axis in range(n):
        turned = _geometric(_geometric(reverse, {1 << axis: 1.0}), blades)
        columns.append([turned.get(1 << i, 0.0) for i in range(n)])
    return [[columns[j][i] for j in range(n)] for i in range(n)]


def local(file: File, node: int) -> Map:
    entry, n = file.nodes[node], file.dimension
    if "basis" in entry:
        linear = [[entry["basis"][j * n + i] for j in range(n)] for i in range(n)]
    else:
        rotor = entry.get("rotor", [1.0])
        linear = rotor_matrix(rotor, n)
        scale = entry.get("scale", [1.0])
        scale = scale * n if len(scale) == 1 else scale
        linear = [[linear[i][j] * scale[j] for j in range(n)] for i in range(n)]
    position = entry.get("position", [0.0] * n)
    return [[*linear[i], position[i]] for i in range(n)]


def world(file: File, node: int, pose: dict[int, Map]) -> Map:
    own = pose.get(node) or local(file, node)
    return own if node not in file.parents else multiply(world(file, file.parents[node], pose), own)


def mesh_of(file: File, node: int) -> tuple[dict[str, Any], list[float] | None]:
    entry = file.nodes[node]
    if "meshInstance" in entry:
        return file.tree["meshes"][entry["meshInstance"]["mesh"]], entry["meshInstance"].get("blendAmounts")
    return file.tree["meshes"][entry["mesh"]], None


def amounts_of(file: File, node: int, given: list[float] | None) -> list[float]:
    mesh, own = mesh_of(file, node)
    blend = mesh.get("blend", {"shapes": []})
    return given or own or blend.get("amounts") or [0.0] * len(blend["shapes"])


def _add(rows: list[list[float]], file: File, target: dict[str, int], amount: float, start: int = 0) -> None:
    """Add a target to the rows that its indices name, which count from `start`."""
    for i, offset in zip(file.numbers(target["indices"]), file.rows(target["offsets"]), strict=True):
        if start <= i < start + len(rows):
            rows[i - start] = [x + amount * d for x, d in zip(rows[i - start], offset, strict=True)]


def blended(file: File, node: int, given: list[float] | None) -> list[list[float]]:
    mesh, _ = mesh_of(file, node)
    rows = [list(map(float, row)) for row in file.rows(mesh["vertices"])]
    shapes = mesh.get("blend", {}).get("shapes", [])
    for shape, amount in zip(shapes, amounts_of(file, node, given), strict=True):
        if "position" in shape:
            _add(rows, file, shape["position"], amount)
    return rows


def influences(file: File, node: int) -> dict[int, list[tuple[int, float]]]:
    """(group, weight) of every vertex, with the groups that this skeleton has a joint for."""
    mesh, _ = mesh_of(file, node)
    joints = file.nodes[file.parents[node]]["skeleton"].get("joints", [])
    result: dict[int, list[tuple[int, float]]] = {}
    skin = mesh["skin"]
    columns = (file.numbers(skin[key]) for key in ("vertices", "groups", "weights"))
    for vertex, group, weight in zip(*columns, strict=True):
        if group < len(joints):
            result.setdefault(vertex, []).append((group, weight))
    return result


def vertex_maps(file: File, node: int, pose: dict[int, Map]) -> list[Map]:
    """The map of each vertex of a mesh node into the world: blended over its influences, or its node's."""
    mesh, _ = mesh_of(file, node)
    count, n = len(file.rows(mesh["vertices"])), file.dimension
    skeleton = file.parents.get(node)
    if "skin" not in mesh or skeleton is None or "skeleton" not in file.nodes[skeleton]:
        return [world(file, node, pose)] * count
    joints = file.nodes[skeleton]["skeleton"].get("joints", [])
    rest = local(file, node)
    now, then = invert(world(file, skeleton, pose)), invert(world(file, skeleton, {}))
    maps = []
    for joint in joints:
        if joint < 0:
            maps.append(rest)
            continue
        moved = multiply(now, world(file, joint, pose))
        bound = multiply(then, world(file, joint, {}))
        maps.append(multiply(multiply(moved, invert(bound)), rest))
    listed, out = influences(file, node), []
    for vertex in range(count):
        entries = listed.get(vertex, [])
        total = math.fsum(w for _, w in entries)
        if abs(total) < 1e-12 * math.fsum(abs(w) for _, w in entries) or not entries or total == 0:
            blend = rest
        else:
            blend = [
                [math.fsum(w / total * maps[g][i][j] for g, w in entries) for j in range(n + 1)]
                for i in range(n)
            ]
        out.append(multiply(world(file, skeleton, pose), blend))
    return out


def posed(
    file: File, node: int, pose: dict[int, Map] | None = None, amounts: list[float] | None = None
) -> list[list[float]]:
    """The vertices of the mesh on a node in world space."""
    maps = vertex_maps(file, node, pose or {})
    return [apply(m, v) for m, v in zip(maps, blended(file, node, amounts), strict=True)]


def corners(file: File, surface: dict[str, Any]) -> list[int]:
    """The vertex of each corner of a surface's simplexes."""
    key = "simplexes" if "simplexes" in surface else "cells"
    return [int(v) for row in file.rows(surface[key]) for v in row]


def corner_values(
    file: File, node: int, number: int, key: str, amounts: list[float] | None
) -> list[list[float]]:
    """Blended, not yet turned, values (`normals` or `textureMap`) of each simplex corner of a surface."""
    mesh, _ = mesh_of(file, node)
    surface = mesh["surfaces"][number]
    bound, target_key = surface[key], "normal" if key == "normals" else "textureMap"
    old = isinstance(bound, int)
    values = [list(map(float, row)) for row in file.rows(bound if old else bound["values"])]
    start = 0
    for before in mesh["surfaces"][:number]:
        if old:
            start += len(corners(file, before))
        elif key in before:
            start += len(file.rows(before[key]["values"]))
    shapes = mesh.get("blend", {}).get("shapes", [])
    for shape, amount in zip(shapes, amounts_of(file, node, amounts), strict=True):
        if target_key in shape:
            _add(values, file, shape[target_key], amount, start)
        for part in shape.get("surfaces", []):
            if part["surface"] == number and target_key in part:
                _add(values, file, part[target_key], amount)
    return values if old else [list(values[k]) for k in file.numbers(bound["simplexes"])]


def posed_normals(
    file: File, node: int, number: int, pose: dict[int, Map] | None = None, amounts: list[float] | None = None
) -> list[list[float]]:
    """The normal of each simplex corner of a surface in world space, of length 1."""
    mesh, _ = mesh_of(file, node)
    maps = vertex_maps(file, node, pose or {})
    out, n = [], file.dimension
    values = corner_values(file, node, number, "normals", amounts)
    for vertex, normal in zip(corners(file, mesh["surfaces"][number]), values, strict=True):
        back = invert([[*row[:n], 0.0] for row in maps[vertex]])
        turned = [sum(back[k][i] * normal[k] for k in range(n)) for i in range(n)]
        length = math.sqrt(sum(x * x for x in turned))
        out.append([x / length for x in turned])
    return out
