"""Differences of blend shapes: their names, their effect at weight 1, and their weights at rest."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.operations.comparison.binding import SMALLEST_WEIGHT
from pantin.operations.comparison.difference import Change, is_default_name
from pantin.operations.comparison.geometry import TOLERANCES, used_attributes
from pantin.operations.comparison.matching import Matching, match_parts
from pantin.operations.comparison.vertex_matching import VertexMatching
from pantin.operations.comparison.vertices import VertexRange, VertexTable
from pantin.rig import BlendShape, Deltas, Doubles, Indices


def compare_blend_shapes(
    a: VertexTable, b: VertexTable, matched: VertexMatching, tolerance: float
) -> Iterator[Change]:
    """Blend shapes by name: how far each moves vertices at weight 1, and the weights of the rest pose."""
    mine, theirs = matched.couples
    seen = set()
    for part in a.parts:
        own = slice(*np.searchsorted(mine, (part.vertices.start, part.vertices.stop)))
        for other in b.owners(theirs[own]):
            if not part.surface.blend_shapes and not other.surface.blend_shapes:
                continue
            instances = part.instance, other.instance
            names = [_shape_names(table, index) for table, index in zip((a, b), instances, strict=True)]
            shapes = match_shapes(a, b, instances)
            if instances not in seen:
                seen.add(instances)
                yield from _shape_lists(a, part, names, shapes)
                yield from _rest_weights(a, b, part, other, shapes, names[0])
            inside = (theirs[own] >= other.vertices.start) & (theirs[own] < other.vertices.stop)
            pair = mine[own][inside], theirs[own][inside]
            for index, number in shapes.pairs():
                yield from _compare_shape(a, b, (part, other), (index, number), pair, tolerance)


def match_shapes(a: VertexTable, b: VertexTable, instances: tuple[int, int]) -> Matching:
    """Match the blend shapes of an instance of A with those of an instance of B."""
    names = [_shape_names(table, index) for table, index in zip((a, b), instances, strict=True)]
    return match_parts(names[0], names[1], lambda index: index, lambda index: index)


def _shape_names(table: VertexTable, instance: int) -> list[str | None]:
    mesh = table.rig.meshes[table.rig.instances[instance].mesh]
    names = list(mesh.blend_names or ())[: mesh.blend_shape_count]
    return [*names, *([None] * (mesh.blend_shape_count - len(names)))]


def _shape_lists(
    a: VertexTable, part: VertexRange, names: list[list[str | None]], shapes: Matching
) -> Iterator[Change]:
    for which, own, there in (("first", names[0], shapes.forward), ("second", names[1], shapes.backward)):
        for index in np.flatnonzero(there < 0).tolist():
            called = _describe_shape(own[index], index)
            yield Change("blend_shapes", a.name(part), f"{called} is only in the {which} file")
    for index, number in shapes.pairs():
        mine, theirs = names[0][index], names[1][number]
        if mine != theirs and not is_default_name(mine, theirs, "blend shape"):
            message = f"{_describe_shape(mine, index)} is called {theirs!r} in the second file"
            yield Change("names", a.name(part), message)


def _describe_shape(name: str | None, index: int) -> str:
    return f"blend shape {index}" if name is None else f"blend shape {name!r} ({index})"


def _rest_weights(
    a: VertexTable,
    b: VertexTable,
    part: VertexRange,
    other: VertexRange,
    shapes: Matching,
    names: list[str | None],
) -> Iterator[Change]:
    rest = [table.rig.rest_pose().blend[which.instance] for table, which in ((a, part), (b, other))]
    for index, number in shapes.pairs():
        if abs(rest[0][index] - rest[1][number]) > SMALLEST_WEIGHT:
            called = _describe_shape(names[index], index)
            message = f"{called} has weight {rest[1][number]:g} at rest, not {rest[0][index]:g}"
            yield Change("blend_shapes", a.name(part), message)


def _compare_shape(
    a: VertexTable,
    b: VertexTable,
    parts: tuple[VertexRange, VertexRange],
    numbers: tuple[int, int],
    vertices: tuple[Indices, Indices],
    tolerance: float,
) -> Iterator[Change]:
    """One blend shape of one surface: where it moves vertices, and what it does to their attributes."""
    moved = [
        _offsets(table, part, number)[rows - part.first]
        for table, part, number, rows in zip((a, b), parts, numbers, vertices, strict=True)
    ]
    gap = float(np.nan_to_num(np.linalg.norm(moved[0] - moved[1], axis=1), nan=np.inf).max(initial=0.0))
    called = _describe_shape(_shape_names(a, parts[0].instance)[numbers[0]], numbers[0])
    if not gap <= tolerance:
        message = f"vertices of {called} differ, by up to {gap:g}"
        yield Change("blend_shapes", a.name(parts[0]), message, gap)
    needed = used_attributes(a.material(parts[0])) | used_attributes(b.material(parts[1]))
    arrays = [
        _attribute_deltas(part, number, rows - part.first)
        for part, number, rows in zip(parts, numbers, vertices, strict=True)
    ]
    for name in sorted(needed & (arrays[0].keys() | arrays[1].keys())):
        # A shape that says nothing about an attribute leaves it as it is.
        difference = arrays[0].get(name, 0.0) - arrays[1].get(name, 0.0)
        if not np.abs(difference).max(initial=0.0) <= TOLERANCES[name.rstrip(" 0123456789")]:
            yield Change("blend_shapes", a.name(parts[0]), f"{called} changes {name} in another way")


def _offsets(table: VertexTable, part: VertexRange, shape: int) -> Doubles:
    """(v, N) how far one blend shape at weight 1 takes the vertices of a surface, in the world."""
    rest = table.rig.rest_pose()
    weights = np.eye(len(rest.blend[part.instance]))[shape]
    pose = rest.with_blend(table.instance(part).node, weights)
    offsets: Doubles = (table.pose(pose, (part,)) - table.rest)[part.vertices]
    return offsets


def _attribute_deltas(part: VertexRange, number: int, rows: Indices) -> dict[str, Doubles]:
    """What a blend shape adds to the attributes of some vertices of a surface."""
    shapes = part.surface.blend_shapes
    shape = shapes[number] if number < len(shapes) else BlendShape()
    stated = {"normals": shape.normals, "tangents": shape.tangents}
    stated |= {f"texture coordinates {index}": deltas for index, deltas in enumerate(shape.texcoords)}
    stated |= {f"colours {index}": deltas for index, deltas in enumerate(shape.colors)}
    count = len(part.surface.positions)
    return {name: _dense(deltas, count)[rows] for name, deltas in stated.items() if deltas is not None}


def _dense(deltas: Deltas, count: int) -> Doubles:
    values: NDArray[np.float64] = np.zeros((count, deltas.values.shape[1]))
    values[slice(None) if deltas.indices is None else deltas.indices] = deltas.values
    return values
