"""Differences of surfaces: positions, triangles, attributes of vertices, weights, bind matrices, blend
shapes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.comparison.difference import Change
from pantin.comparison.influences import FIXED, Influenced, in_world, influences_of
from pantin.comparison.matching import Matching, match_parts
from pantin.comparison.vertices import Part, VertexMatching, VertexTable, describe_node
from pantin.rig import Doubles, Indices, Material, Rig

ATTRIBUTE_TOLERANCES = {"normals": 1e-2, "tangents": 1e-2, "colours": 2e-3, "texture coordinates": 1e-4}
"""Normals and tangents are often stored in eight bits, and decoders of compressed ones round differently;
half a step of an eight-bit colour; texture coordinates to a tenth of a pixel."""

SMALLEST_WEIGHT = 1e-5
"""Weights that differ by less were only rounded."""


def compare_geometry(
    a: VertexTable, b: VertexTable, matched: VertexMatching, tolerance: float
) -> Iterator[Change]:
    """Vertices and triangles of the rest pose."""
    for table, there, which in ((a, matched.forward, "first"), (b, matched.backward, "second")):
        for part in table.parts:
            missing = int((there[part.vertices] < 0).sum())
            if missing:
                message = f"{missing} of {len(part.surface.positions)} vertices are only in the {which} file"
                yield Change("geometry", table.name(part), message)
    for part, _ in matched.pairs:
        own = part.vertices
        gaps = np.linalg.norm(a.rest[own] - b.rest[matched.forward[own]], axis=1)
        far = np.flatnonzero(~(gaps <= tolerance))
        if len(far):
            worst = int(np.nanargmax(np.nan_to_num(gaps, nan=np.inf)))
            message = (
                f"{_count(len(far), 'vertex', 'vertices')} moved at rest, vertex {worst} by {gaps[worst]:g}"
            )
            yield Change("geometry", a.name(part), message, float(gaps[worst]))
        yield from _attributes(a, b, part, matched)
    if matched.loose_a and (matched.forward >= 0).all() and (matched.backward >= 0).all():
        yield from _triangles(a, b, matched)


def _count(count: int, noun: str, plural: str) -> str:
    return f"{count} {noun if count == 1 else plural}"


def _triangles(a: VertexTable, b: VertexTable, matched: VertexMatching) -> Iterator[Change]:
    """Triangles of surfaces that were matched vertex by vertex. Vertices at one place count as one."""
    corners_a = _corner_points(a, matched.loose_a, np.arange(len(a.rest)), a.rest)
    corners_b = _corner_points(b, matched.loose_b, matched.backward, a.rest)
    only_a, only_b = _only(corners_a, corners_b), _only(corners_b, corners_a)
    for count, which in ((only_a, "first"), (only_b, "second")):
        if count:
            where = ", ".join(a.name(part) for part in matched.loose_a[:2])
            yield Change(
                "geometry", where, f"{_count(count, 'triangle is', 'triangles are')} only in the {which} file"
            )


def _corner_points(table: VertexTable, parts: tuple[Part, ...], ids: Indices, points: Doubles) -> Indices:
    """(T, 3) the corners of triangles as numbers of distinct points of A, the smallest first."""
    _, point = np.unique(points, axis=0, return_inverse=True)
    rows = [part.surface.triangles + part.first for part in parts]
    corners = point.reshape(-1)[ids[np.concatenate([np.zeros((0, 3), np.int64), *rows])]]
    turn = np.argmin(corners, axis=1)
    rotated: Indices = np.take_along_axis(corners, (turn[:, None] + np.arange(3)) % 3, axis=1)
    whole = (rotated[:, 0] != rotated[:, 1]) & (rotated[:, 1] != rotated[:, 2])
    distinct: Indices = rotated[whole]
    return distinct


def _only(corners: Indices, others: Indices) -> int:
    """How many triangles are not among the others."""
    known = {row.tobytes() for row in np.ascontiguousarray(others)}
    return sum(row.tobytes() not in known for row in np.ascontiguousarray(corners))


def _attributes(a: VertexTable, b: VertexTable, part: Part, matched: VertexMatching) -> Iterator[Change]:
    """Attributes that the material uses: others may be removed without a trace."""
    there = next(other for mine, other in matched.pairs if mine is part)
    needed = _needed(material_of(a, part)) | _needed(material_of(b, there))
    mine, theirs = _attribute_arrays(part), _attribute_arrays(there)
    for name in sorted(needed & (mine.keys() | theirs.keys())):
        if name not in mine or name not in theirs:
            yield Change("geometry", a.name(part), f"has {name} in one file only")
            continue
        width = min(mine[name].shape[1], theirs[name].shape[1])
        gaps = np.abs(mine[name][:, :width] - theirs[name][:, :width]).max(axis=1, initial=0.0)
        changed = int((~(gaps <= ATTRIBUTE_TOLERANCES[name.rstrip(" 0123456789")])).sum())
        if changed:
            message = f"{name} of {_count(changed, 'vertex', 'vertices')} differ by up to {gaps.max():g}"
            yield Change("geometry", a.name(part), message)


def material_of(table: VertexTable, part: Part) -> Material | None:
    """The material of a surface of an instance."""
    instance = table.instance(part)
    own = None if instance.materials is None else instance.materials[part.number]
    index = part.surface.material if own is None else own
    return None if index is None else table.rig.materials[index]


def _needed(material: Material | None) -> set[str]:
    """The attributes that change how a surface with this material looks."""
    needed = {"colours 0"}
    if material is None or not material.unlit:
        needed.add("normals")
    uses = {} if material is None else material.texture_uses()
    if "normal_texture" in uses:
        needed.add("tangents")
    for use in uses.values():
        override = None if use.transform is None else use.transform.texcoord
        needed.add(f"texture coordinates {use.texcoord if override is None else override}")
    if material is not None and material.extensions:
        needed.add("texture coordinates 0")
    return needed


def _attribute_arrays(part: Part) -> dict[str, Doubles]:
    surface = part.surface
    arrays = {"normals": surface.normals, "tangents": surface.tangents}
    arrays |= {f"texture coordinates {index}": values for index, values in enumerate(surface.texcoords)}
    arrays |= {f"colours {index}": values for index, values in enumerate(surface.colours)}
    return {name: values.astype(np.float64) for name, values in arrays.items() if values is not None}


def compare_binding(
    a: VertexTable, b: VertexTable, nodes: Matching, matched: VertexMatching, tolerance: float
) -> Iterator[Change]:
    """Weights, and positions relative to joints: what makes vertices move alike in poses that no clip has."""
    mine, theirs = influences_of(a), influences_of(b)
    there = _renumber(theirs, nodes, matched, len(a.rest))
    kept = matched.forward[mine.vertices] >= 0
    keys_a = _keys(mine.vertices[kept], mine.nodes[kept], len(a.rig.nodes))
    keys_b = _keys(there.vertices, there.nodes, len(a.rig.nodes))
    keys = np.union1d(keys_a, keys_b)
    weights = np.zeros((2, len(keys)))
    weights[0, np.searchsorted(keys, keys_a)] = mine.weights[kept]
    weights[1, np.searchsorted(keys, keys_b)] = there.weights
    gaps = np.abs(weights[0] - weights[1])
    yield from _weights(a, keys // (len(a.rig.nodes) + 2), gaps)
    common, at_a, at_b = np.intersect1d(keys_a, keys_b, return_indices=True)
    moved_by = common % (len(a.rig.nodes) + 2) - 2
    places = [in_world(a, moved_by, local) for local in (mine.local[kept][at_a], there.local[at_b])]
    apart = np.linalg.norm(places[0] - places[1], axis=1)
    yield from _binds(a, moved_by, apart, tolerance)
    yield from _joint_lists(a.rig, b.rig, nodes, a, b, matched)


def _renumber(theirs: Influenced, nodes: Matching, matched: VertexMatching, count: int) -> Influenced:
    """The rows of B for the vertices and nodes of A. A vertex of B may be several of A."""
    matching = np.flatnonzero(matched.forward >= 0)
    first = np.searchsorted(theirs.vertices, matched.forward[matching], "left")
    last = np.searchsorted(theirs.vertices, matched.forward[matching], "right")
    counts = last - first
    rows = np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    known = theirs.nodes[rows]
    # A node that A does not have is told from one that is fixed in the world.
    renumbered = np.where(
        known < 0, FIXED, np.where(nodes.backward[known] < 0, FIXED - 1, nodes.backward[known])
    )
    return Influenced(np.repeat(matching, counts), renumbered, theirs.weights[rows], theirs.local[rows])


def _keys(vertices: Indices, nodes: Indices, count: int) -> Indices:
    """One number for a vertex and a node, which may be −1 or −2."""
    keys: Indices = vertices * (count + 2) + nodes + 2
    return keys


def _weights(a: VertexTable, vertices: Indices, gaps: Doubles) -> Iterator[Change]:
    for part in a.parts:
        inside = (vertices >= part.vertices.start) & (vertices < part.vertices.stop)
        changed = np.flatnonzero(inside & (gaps > SMALLEST_WEIGHT))
        if len(changed):
            worst = changed[np.argmax(gaps[changed])]
            count = _count(len(np.unique(vertices[changed])), "vertex", "vertices")
            vertex = int(vertices[worst]) - part.first
            message = f"weights of {count} differ, at vertex {vertex} by {gaps[worst]:g}"
            yield Change("weights", a.name(part), message)


def _binds(a: VertexTable, nodes: Indices, apart: Doubles, tolerance: float) -> Iterator[Change]:
    far = ~(apart <= tolerance)
    for node in np.unique(nodes[far]).tolist():
        of_node = far & (nodes == node)
        worst = float(np.nan_to_num(apart[of_node], nan=np.inf).max())
        where = describe_node(a.rig, node) if node >= 0 else "the world"
        message = (
            f"{_count(int(of_node.sum()), 'vertex is', 'vertices are')} bound elsewhere, by up to {worst:g}"
        )
        yield Change("binds", where, message, worst)


def _joint_lists(
    a: Rig, b: Rig, nodes: Matching, table_a: VertexTable, table_b: VertexTable, matched: VertexMatching
) -> Iterator[Change]:
    """Bind matrices of joints that no vertex follows, and how a skin is blended."""
    seen = set()
    for part, other in matched.pairs:
        skins = table_a.instance(part).skin, table_b.instance(other).skin
        if skins in seen:
            continue
        seen.add(skins)
        if (skins[0] is None) != (skins[1] is None):
            yield Change("joints", table_a.name(part), "has a skin in one file only")
        if skins[0] is None or skins[1] is None:
            continue
        mine, theirs = a.skins[skins[0]], b.skins[skins[1]]
        if mine.solver != theirs.solver:
            yield Change("joints", table_a.name(part), f"is blended by {theirs.solver}, not {mine.solver}")
        if not np.array_equal(part.surface.positions, other.surface.positions):
            continue
        bound = {int(nodes.backward[joint]): row for row, joint in enumerate(theirs.joints) if joint >= 0}
        identity = np.eye(a.dimension, a.dimension + 1)
        for row, joint in enumerate(mine.joints.tolist()):
            if joint < 0 or joint not in bound:
                continue
            pair = [
                identity if skin.inverse_binds is None else skin.inverse_binds[at]
                for skin, at in ((mine, row), (theirs, bound[joint]))
            ]
            if not np.allclose(
                pair[0], pair[1], rtol=1e-5, atol=1e-5 * max(1.0, float(np.abs(pair[0]).max()))
            ):
                yield Change("binds", describe_node(a, joint), "has another inverse bind matrix")


def compare_blend_shapes(
    a: VertexTable, b: VertexTable, matched: VertexMatching, tolerance: float
) -> Iterator[Change]:
    """Blend shapes by name: how far each moves vertices at weight 1, and the weights of the rest pose."""
    seen = set()
    for part, other in _shaped_pairs(a, b, matched):
        instances = part.instance, other.instance
        names = [_shape_names(table, instance) for table, instance in zip((a, b), instances, strict=True)]
        shapes = match_parts(names[0], names[1], lambda at: at, lambda at: at)
        if instances not in seen:
            seen.add(instances)
            yield from _shape_lists(a, part, names, shapes)
            yield from _rest_weights(a, b, part, other, shapes, names[0])
        for index, number in shapes.pairs():
            gap = _shape_gap(a, b, part, matched, index, number, other)
            if not gap <= tolerance:
                message = f"blend shape {names[0][index]!r} moves vertices elsewhere, by up to {gap:g}"
                yield Change("blend_shapes", a.name(part), message, gap)


def _shaped_pairs(a: VertexTable, b: VertexTable, matched: VertexMatching) -> Iterator[tuple[Part, Part]]:
    """Surfaces of A with blend shapes, and the surface of B that has most of their vertices."""
    firsts = np.array([part.first for part in b.parts], np.int64)
    for part in a.parts:
        there = matched.forward[part.vertices]
        there = there[there >= 0]
        if not len(there):
            continue
        owners = np.searchsorted(firsts, there, "right") - 1
        other = b.parts[int(np.bincount(owners).argmax())]
        if part.surface.blend_shapes or other.surface.blend_shapes:
            yield part, other


def _shape_names(table: VertexTable, instance: int) -> list[str | None]:
    mesh = table.rig.meshes[table.rig.instances[instance].mesh]
    names = list(mesh.blend_names or ())[: mesh.blend_shape_count]
    return [*names, *([None] * (mesh.blend_shape_count - len(names)))]


def _shape_lists(
    a: VertexTable, part: Part, names: list[list[str | None]], shapes: Matching
) -> Iterator[Change]:
    for which, own, there in (("first", names[0], shapes.forward), ("second", names[1], shapes.backward)):
        for index in np.flatnonzero(there < 0).tolist():
            yield Change(
                "blend_shapes", a.name(part), f"blend shape {own[index]!r} is only in the {which} file"
            )
    for index, number in shapes.pairs():
        if names[0][index] != names[1][number] and not _numbered(names[0][index], names[1][number], index):
            message = f"blend shape {names[0][index]!r} is called {names[1][number]!r} in the second file"
            yield Change("names", a.name(part), message)


def _numbered(mine: str | None, theirs: str | None, index: int) -> bool:
    """Whether one file has no name for a blend shape and the other its number, as some writers do."""
    return {mine, theirs} == {None, str(index)}


def _rest_weights(
    a: VertexTable, b: VertexTable, part: Part, other: Part, shapes: Matching, names: list[str | None]
) -> Iterator[Change]:
    rest = [table.rig.rest_pose().blend[at.instance] for table, at in ((a, part), (b, other))]
    for index, number in shapes.pairs():
        if abs(rest[0][index] - rest[1][number]) > SMALLEST_WEIGHT:
            message = (
                f"blend shape {names[index]!r} has weight {rest[1][number]:g} at rest, not {rest[0][index]:g}"
            )
            yield Change("blend_shapes", a.name(part), message)


def _shape_gap(
    a: VertexTable, b: VertexTable, part: Part, matched: VertexMatching, index: int, number: int, other: Part
) -> float:
    """How far one blend shape at weight 1 takes matched vertices apart."""
    moved = []
    for table, at, shape in ((a, part, index), (b, other, number)):
        count = len(table.rig.rest_pose().blend[at.instance])
        pose = table.rig.rest_pose().with_blend(table.instance(at).node, np.eye(count)[shape])
        moved.append(table.pose(pose, tuple(some for some in table.parts if some.instance == at.instance)))
    own = part.vertices
    there = matched.forward[own]
    known = there >= 0
    offsets_a = (moved[0] - a.rest)[own][known]
    offsets_b = (moved[1] - b.rest)[there[known]]
    return float(np.nan_to_num(np.linalg.norm(offsets_a - offsets_b, axis=1), nan=np.inf).max(initial=0.0))
