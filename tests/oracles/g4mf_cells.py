"""Random files with targets over the corners of several surfaces and of their cells, and what these become.

The form of January 2026: `normal` and `textureMap` count the corners of all surfaces one after another,
`topologyNormal` and `topologyTextureMap` the corners of all boundary cells. Nothing here is from the package.
"""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

from g4mf_direct import File
from g4mf_writer import Writer

Rows = list[list[float]]

TARGETS = {
    "normal": ("normals", False),
    "textureMap": ("textureMap", False),
    "topologyNormal": ("normals", True),
    "topologyTextureMap": ("textureMap", True),
}
"""Each target with the member that it moves, and whether that is one of `topology`."""


def cube(n: int, rng: random.Random) -> tuple[Rows, list[list[int]], dict[int, list[list[int]]]]:
    """Vertices, edges, and the elements of every dimension up to n − 1 of a cube, in random valid orders."""
    vertices = list(itertools.product((0, 1), repeat=n))
    elements: dict[int, list[dict[int, int]]] = {}  # the coordinates that an element has in common
    for size in range(1, n):
        elements[size] = [
            dict(zip(fixed, values, strict=True))
            for fixed in itertools.combinations(range(n), n - size)
            for values in itertools.product((0, 1), repeat=n - size)
        ]
        rng.shuffle(elements[size])
    edges = []
    for common in elements[1]:
        ends = [i for i, row in enumerate(vertices) if all(row[axis] == x for axis, x in common.items())]
        rng.shuffle(ends)
        edges.append(ends)
    tiers: dict[int, list[list[int]]] = {}
    for size in range(2, n):
        tiers[size] = []
        for common in elements[size]:
            parts = [
                i
                for i, part in enumerate(elements[size - 1])
                if all(part.get(a) == x for a, x in common.items())
            ]
            tiers[size].append(
                _loop(parts, edges, rng) if size == 2 else _neighbours_first(parts, rng, elements[size - 1])
            )
    return [[2.0 * x - 1 + rng.uniform(-0.1, 0.1) for x in row] for row in vertices], edges, tiers


def _loop(parts: list[int], edges: list[list[int]], rng: random.Random) -> list[int]:
    """The edges of a face, each beside the next."""
    first = rng.choice(parts)
    loop, end = [first], rng.choice(edges[first])
    while len(loop) < len(parts):
        step = next(part for part in parts if part not in loop and end in edges[part])
        loop.append(step)
        end = sum(edges[step]) - end
    return loop


def _neighbours_first(parts: list[int], rng: random.Random, below: list[dict[int, int]]) -> list[int]:
    """The facets of a cell; the first two are not opposite each other."""
    rng.shuffle(parts)
    second = next(i for i in range(1, len(parts)) if set(below[parts[i]]) != set(below[parts[0]]))
    parts[1], parts[second] = parts[second], parts[1]
    return parts


def corners(size: int, index: int, edges: list[list[int]], tiers: dict[int, list[list[int]]]) -> list[int]:
    """The parts of an element are visited in order, and the first occurrence of each vertex is kept."""
    if size == 1:
        return edges[index]
    seen: dict[int, None] = {}
    for part in tiers[size][index]:
        seen |= dict.fromkeys(corners(size - 1, part, edges, tiers))
    return list(seen)


def random_file(seed: int, n: int) -> Writer:
    """Node 1 has a mesh of one to three surfaces, each with simplexes, edges, cells and values or without."""
    rng = random.Random(seed)
    kit = Writer(n)
    vertices, edges, tiers = cube(n, rng)
    texture, surfaces = rng.randrange(1, 4), []
    counts: dict[bool, list[tuple[int, set[str]]]] = {False: [], True: []}
    for _ in range(rng.randrange(1, 4)):
        surface: dict[str, Any] = {}
        instances = len(vertices)
        if rng.random() < 0.6:
            simplexes = [rng.sample(range(len(vertices)), max(n, 3)) for _ in range(rng.randrange(1, 4))]
            surface["simplexes"] = kit.accessor(simplexes, "uint16")
            instances = len(simplexes) * max(n, 3)
        if rng.random() < 0.8 or "simplexes" not in surface:
            surface["edges"] = kit.accessor(edges, "uint16")
            instances = instances if "simplexes" in surface else 2 * len(edges)
        owners = [(False, surface, instances)]
        if "edges" in surface and rng.random() < 0.8:
            surface["topology"] = own = {}
            if n > 2:
                flat = [[x for row in tiers[size] for x in (len(row), *row)] for size in range(2, n)]
                own["geometry"] = [kit.accessor(numbers, "uint16") for numbers in flat]
            cells = len(edges) if n == 2 else len(tiers[n - 1])
            owners.append((True, own, sum(len(corners(n - 1, i, edges, tiers)) for i in range(cells))))
        for of_cells, owner, count in owners:
            stored = {key for key in ("normals", "textureMap") if rng.random() < 0.7}
            for key in sorted(stored):
                rows = [_unit(rng, n) if key == "normals" else _offset(rng, texture) for _ in range(count)]
                owner[key] = kit.accessor(rows)
            counts[of_cells].append((count, stored))
        if len(owners) == 1:
            counts[True].append((0, set()))
        surfaces.append(surface)
    shapes = [_shape(kit, rng, n, len(vertices), texture, counts) for _ in range(rng.randrange(1, 4))]
    amounts = [rng.uniform(-2, 2) for _ in shapes]
    mesh = {"vertices": kit.accessor(vertices), "surfaces": surfaces}
    kit.tree["meshes"] = [{**mesh, "blend": {"shapes": shapes, "amounts": amounts}}]
    kit.tree["nodes"] = [{"children": [1]}, {"meshInstance": {"mesh": 0}}]
    return kit


def _shape(
    kit: Writer,
    rng: random.Random,
    n: int,
    vertices: int,
    texture: int,
    counts: dict[bool, list[tuple[int, set[str]]]],
) -> dict[str, Any]:
    picked = [rng.randrange(vertices) for _ in range(4)]
    shape: dict[str, Any] = {"position": _target(kit, rng, picked, n)}
    for name, (member, of_cells) in TARGETS.items():
        start, with_values = 0, []
        for count, stored in counts[of_cells]:
            with_values += list(range(start, start + count)) if member in stored else []
            start += count
        if with_values and rng.random() < 0.8:
            picked = [rng.choice(with_values) for _ in range(10)]
            shape[name] = _target(kit, rng, picked, n if member == "normals" else texture)
    return shape


def _target(kit: Writer, rng: random.Random, picked: list[int], size: int) -> dict[str, int]:
    offsets = [_offset(rng, size) for _ in picked]
    return {"indices": kit.accessor(picked, "uint32"), "offsets": kit.accessor(offsets)}


def _offset(rng: random.Random, size: int) -> list[float]:
    return [rng.uniform(-0.5, 0.5) for _ in range(size)]


def _unit(rng: random.Random, n: int) -> list[float]:
    row = [rng.gauss(0, 1) for _ in range(n)]
    return [x / math.hypot(*row) for x in row]


def blended(file: File) -> list[dict[str, list[Rows]]]:
    """For each surface, its values with the shapes of the mesh: of its corners, then of those of its cells.
    Normals have the length 1."""
    mesh = file.tree["meshes"][0]
    starts = dict.fromkeys(TARGETS, 0)
    result = []
    for surface in mesh["surfaces"]:
        values: dict[str, list[Rows]] = {"normals": [], "textureMap": []}
        for name, (member, of_cells) in TARGETS.items():
            owner = surface.get("topology", {}) if of_cells else surface
            if member in owner:
                rows = [list(row) for row in file.rows(owner[member])]
                _move(file, rows, name, starts[name])
                values[member].append([_normalised(row) for row in rows] if member == "normals" else rows)
            starts[name] += _corner_count(file, surface, of_cells)
        result.append(values)
    return result


def _move(file: File, rows: Rows, name: str, start: int) -> None:
    blend = file.tree["meshes"][0]["blend"]
    for shape, amount in zip(blend["shapes"], blend["amounts"], strict=True):
        if name not in shape:
            continue
        pairs = zip(file.numbers(shape[name]["indices"]), file.rows(shape[name]["offsets"]), strict=True)
        for index, offset in pairs:
            if 0 <= index - start < len(rows):
                moved = zip(rows[index - start], offset, strict=True)
                rows[index - start] = [x + amount * difference for x, difference in moved]


def _normalised(row: list[float]) -> list[float]:
    return [x / math.hypot(*row) for x in row]


def _corner_count(file: File, surface: dict[str, Any], of_cells: bool) -> int:
    edges = [[int(x) for x in row] for row in file.rows(surface["edges"])] if "edges" in surface else []
    if not of_cells:
        if "simplexes" in surface:
            return sum(map(len, file.rows(surface["simplexes"])))
        return 2 * len(edges) if edges else len(file.rows(file.tree["meshes"][0]["vertices"]))
    if "topology" not in surface:
        return 0
    if file.dimension == 2:
        return 2 * len(edges)
    tiers: dict[int, list[list[int]]] = {}
    for size, accessor in enumerate(surface["topology"]["geometry"], start=2):
        flat, tiers[size] = file.numbers(accessor), []
        while flat:
            tiers[size].append(flat[1 : 1 + flat[0]])
            flat = flat[1 + flat[0] :]
    size = file.dimension - 1
    return sum(len(corners(size, index, edges, tiers)) for index in range(len(tiers[size])))
