"""Random G4MF rigs in N dimensions, in every dialect, for comparing evaluators."""

from __future__ import annotations

import math
import random
from typing import Any

from g4mf_writer import Writer


def basis(rng: random.Random, n: int) -> list[float]:
    """A sheared, well-conditioned basis: the identity and something smaller."""
    return [float(i == j) + rng.uniform(-0.3, 0.3) / n**0.5 for i in range(n) for j in range(n)]


def simple_rotor(rng: random.Random, n: int) -> list[float]:
    """A rotation in one coordinate plane."""
    planes = n * (n - 1) // 2
    angle, out = rng.uniform(-math.pi, math.pi), [0.0] * (1 + planes)
    out[0], out[1 + rng.randrange(planes)] = math.cos(angle / 2), math.sin(angle / 2)
    return out


def transform(rng: random.Random, n: int) -> dict[str, Any]:
    result: dict[str, Any] = {"position": [rng.uniform(-1, 1) for _ in range(n)]}
    kind = rng.randrange(3)
    if kind == 0:
        result["basis"] = basis(rng, n)
    elif kind == 1:
        result["rotor"] = simple_rotor(rng, n)
        result["scale"] = [rng.uniform(0.5, 2) for _ in range(n)]
    return result


def random_rig(seed: int, n: int, dialect: str = "C", type: str = "float64") -> Writer:
    """A mesh of two surfaces with normals, texture map, two shapes and a skin, on a skeleton of four bones.

    Some vertices have no influence, some weights do not sum to 1 or cancel, a joint is −1, one repeats, and
    one group has no joint. Node 6 holds the mesh.
    """
    rng = random.Random(seed)
    kit = Writer(n)
    if dialect == "A":
        kit.type_key = "primitiveType"
    count, width = 9, max(n, 3)
    vertices = kit.accessor([[rng.uniform(-1, 1) for _ in range(n)] for _ in range(count)], type)
    surfaces, corners = [], []
    for cells in (3, 2):
        rows = [rng.sample(range(count), width) for _ in range(cells)]
        corners.append(cells * width)
        surfaces.append({"cells" if dialect == "A" else "simplexes": kit.accessor(rows, "uint16")})
    sizes = [
        _bind(kit, rng, surface, corner, n, dialect)
        for surface, corner in zip(surfaces, corners, strict=True)
    ]
    shapes = [_shape(kit, rng, n, count, dialect, corners, sizes) for _ in range(2)]
    joints = [2, 3, -1, 4, 4]
    entries: list[tuple[int, int, float]] = []
    for vertex in range(count - 2):
        groups = rng.sample(range(6), rng.randrange(1, 5))
        weights = sorted((rng.uniform(0.1, 1) for _ in groups), reverse=True)
        entries += [(vertex, group, weight) for group, weight in zip(groups, weights, strict=True)]
    entries += [(count - 2, 0, 0.5), (count - 2, 1, -0.5)]
    skin = {
        "vertices": kit.accessor([one for one, _, _ in entries], "uint8"),
        "groups": kit.accessor([one for _, one, _ in entries], "uint8"),
        "weights": kit.accessor([one for _, _, one in entries], "float64"),
    }
    kit.tree["meshes"] = [
        {"vertices": vertices, "surfaces": surfaces, "skin": skin, "blend": {"shapes": shapes}}
    ]
    instance: dict[str, Any] = {"mesh": 0} if dialect == "A" else {"meshInstance": {"mesh": 0}}
    kit.tree["nodes"] = [
        {"children": [1, 7]},
        {"children": [2, 6], "skeleton": {"joints": joints}, **transform(rng, n)},
        {"children": [3, 5], "bone": {}, **transform(rng, n)},
        {"children": [4], "bone": {"length": 0.5}, **transform(rng, n)},
        {"bone": {}, **transform(rng, n)},
        {"bone": {}, **transform(rng, n)},
        {**instance, **transform(rng, n)},
        {**instance, **transform(rng, n)},
    ]
    return kit


def _unit(rng: random.Random, n: int) -> list[float]:
    vector = [rng.gauss(0, 1) for _ in range(n)]
    length = math.sqrt(sum(x * x for x in vector))
    return [x / length for x in vector]


def _bind(
    kit: Writer, rng: random.Random, surface: dict[str, Any], corners: int, n: int, dialect: str
) -> int:
    """Normals and texture map of a surface; how many values each has."""
    count = corners if dialect == "A" else 4
    normals = kit.accessor([_unit(rng, n) for _ in range(count)])
    texture = kit.accessor([[rng.random(), rng.random()] for _ in range(count)])
    if dialect == "A":
        surface.update(normals=normals, textureMap=texture)
    else:
        for key, values in (("normals", normals), ("textureMap", texture)):
            which = kit.accessor([rng.randrange(count) for _ in range(corners)], "uint8")
            surface[key] = {"values": values, "simplexes": which}
    return count


def _target(kit: Writer, rng: random.Random, items: int, size: int) -> dict[str, int]:
    picked = sorted(rng.sample(range(items), min(items, 3)))
    return {
        "indices": kit.accessor(picked, "uint16"),
        "offsets": kit.accessor([[rng.uniform(-0.2, 0.2) for _ in range(size)] for _ in picked]),
    }


def _shape(
    kit: Writer, rng: random.Random, n: int, count: int, dialect: str, corners: list[int], sizes: list[int]
) -> dict[str, Any]:
    shape: dict[str, Any] = {"position": _target(kit, rng, count, n)}
    if dialect == "C":
        shape["surfaces"] = [
            {"surface": index, "normal": _target(kit, rng, size, n), "textureMap": _target(kit, rng, size, 2)}
            for index, size in enumerate(sizes)
        ]
    else:
        total = sum(corners if dialect == "A" else sizes)
        shape["normal"] = _target(kit, rng, total, n)
        shape["textureMap"] = _target(kit, rng, total, 2)
    return shape
