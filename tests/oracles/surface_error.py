"""How far two glTF files are apart as posed surfaces, computed from their bytes: positions by `gltf_pose`,
then every point against every triangle. Slow and plain, to judge `slim --triangles`."""

from __future__ import annotations

import json
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from tests.oracles.gltf_pose import File, posed

Change = Callable[[dict[str, Any]], None]


def patched(data: bytes, change: Change) -> bytes:
    """A GLB whose JSON was changed."""
    length = struct.unpack_from("<I", data, 12)[0]
    tree = json.loads(data[20 : 20 + length])
    change(tree)
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    head = struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest))
    return head + struct.pack("<I4s", len(text), b"JSON") + text + rest


def triangles(data: bytes, **pose: Any) -> np.ndarray:
    """(T, 3, 3) the posed triangles of all nodes."""
    file, parts = File(data), []
    for (node, number), points in posed(data, **pose).items():
        primitive = file.tree["meshes"][file.tree["nodes"][node]["mesh"]]["primitives"][number]
        assert primitive.get("mode", 4) == 4
        flat = [row[0] for row in file.values(primitive["indices"])]
        parts.append(np.array(points)[np.array(flat, int).reshape(-1, 3)])
    return np.concatenate(parts)


def distance(points: np.ndarray, surface: np.ndarray) -> float:
    """The largest distance of points to triangles: to the plane if the foot is inside, and to the edges."""
    a, b, c = surface[:, 0], surface[:, 1], surface[:, 2]
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    unit = normal / np.maximum(length, 1e-300)[:, None]
    worst = 0.0
    for point in points:
        least = np.inf
        for p, q in ((a, b), (b, c), (c, a)):
            along = q - p
            part = np.clip(((point - p) * along).sum(1) / np.maximum((along**2).sum(1), 1e-300), 0, 1)
            least = min(least, np.linalg.norm(point - p - part[:, None] * along, axis=1).min())
        inside = length > 0
        for p, q in ((a, b), (b, c), (c, a)):
            inside &= (np.cross(q - p, point - p) * unit).sum(1) >= 0
        if inside.any():
            least = min(least, np.abs(((point - a) * unit).sum(1))[inside].min())
        worst = max(worst, least)
    return worst


def two_sided(old: np.ndarray, new: np.ndarray, seed: int = 0) -> float:
    """Of the old surface (corners, points inside) to the new one, and of the new corners to the old one."""
    generator = np.random.default_rng(seed)
    parts = generator.dirichlet([1.0, 1.0, 1.0], (len(old), 4))
    inside = np.einsum("tsk,tkd->tsd", parts, old).reshape(-1, 3)
    corners = np.unique(old.reshape(-1, 3), axis=0)
    there = np.unique(new.reshape(-1, 3), axis=0)
    return max(distance(np.concatenate([corners, inside]), new), distance(there, old))


def open_edges(surface: np.ndarray) -> int:
    """Edges that one triangle has, with corners at one place taken as one."""
    place = np.round(surface / 1e-6).astype(int)
    edges: Counter[Any] = Counter()
    for triangle in place.tolist():
        corners = [tuple(corner) for corner in triangle]
        edges.update(frozenset((corners[k], corners[(k + 1) % 3])) for k in range(3))
    return sum(count == 1 for count in edges.values())
