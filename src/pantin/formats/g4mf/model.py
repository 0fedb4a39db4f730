"""The typed view of a G4MF tree in the newest form.

Nothing is checked here: a member of the wrong type is None, and `raw` keeps the JSON for the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pantin.base.records import Record
from pantin.report.pointer import pointer

Raw = dict[str, Any]


class BoundTier(Record):
    """Which values the elements of one dimension have, for themselves or for the parts they decompose to."""

    raw: Raw
    pointer: str
    accessor: int | None
    dimension: int | None
    parts: int


class Binding(Record):
    """How values belong to a surface."""

    raw: Raw
    pointer: str
    values: int | None
    simplexes: int | None = None
    per_simplex: int | None = None
    tiers: tuple[BoundTier, ...] = ()


class Surface(Record):
    raw: Raw
    pointer: str
    simplexes: int | None
    edges: int | None
    geometry: tuple[int | None, ...]
    seams: int | None
    material: int | None
    normals: Binding | None
    texture_map: Binding | None


class Skin(Record):
    raw: Raw
    pointer: str
    groups: int | None
    vertices: int | None
    weights: int | None
    group_names: tuple[str, ...]


class Target(Record):
    raw: Any
    pointer: str
    indices: int | None
    offsets: int | None


class ShapePart(Record):
    """What a blend shape does to one surface (newest form)."""

    raw: Raw
    pointer: str
    surface: int | None
    normal: Target | None
    texture_map: Target | None


TRANSFORM = ("position", "basis", "rotor", "scale")
"""Members of a node that are its transform."""

COMPONENTS = ("bone", "camera", "light", "meshInstance", "modelInstance", "physics", "skeleton")
"""Members of a node that say what it is: a node has at most one of them."""

CHANNELS = ("baseColor", "emissive", "normal", "orm")
"""Members of a material that are channels."""

ORM = (0.0, 1.0, 0.0)
"""G4MF material, ORM: occlusion, roughness and metallic of a material without the channel."""


class Shape(Record):
    raw: Raw
    pointer: str
    name: str
    position: Target | None
    parts: tuple[ShapePart, ...]


class Blend(Record):
    raw: Raw
    pointer: str
    amounts: tuple[float, ...] | None
    shapes: tuple[Shape, ...]


class Mesh(Record):
    raw: Raw
    pointer: str
    name: str
    vertices: int | None
    surfaces: tuple[Surface, ...]
    skin: Skin | None
    blend: Blend | None


class Node(Record):
    raw: Raw
    pointer: str
    name: str
    children: tuple[int, ...]
    bone: Raw | None
    skeleton: Raw | None
    joints: tuple[Any, ...]
    mesh: int | None
    blend_amounts: tuple[float, ...] | None


class Model(Record):
    tree: Raw
    dimension: int | None
    nodes: tuple[Node, ...]
    meshes: tuple[Mesh, ...]


def natural(value: Any) -> int | None:
    """An index or a count, None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def is_index(value: Any, below: int) -> bool:
    """Whether a value is the index of one of `below` things."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below


DOUBLE_BITS = 1000
"""Integers of more bits do not fit a double, and do not count as numbers."""


def number(value: Any) -> bool:
    """Whether a value is a number that a double can hold, or is not finite."""
    if isinstance(value, int):
        return not isinstance(value, bool) and value.bit_length() <= DOUBLE_BITS
    return isinstance(value, float)


def objects(holder: Any, key: str) -> list[Any]:
    """The list at a key of an object; empty where there is none."""
    member = holder.get(key) if isinstance(holder, dict) else None
    return member if isinstance(member, list) else []


def asset_of(tree: Raw) -> Raw:
    """The `asset` of a document; empty where it has none."""
    result = tree.get("asset")
    return result if isinstance(result, dict) else {}


def strings(holder: Raw, key: str) -> list[str]:
    """The strings in the list at a key."""
    return [entry for entry in objects(holder, key) if isinstance(entry, str)]


def read_model(tree: Raw) -> Model:
    """The typed view of a tree."""
    return Model(
        tree,
        natural(asset_of(tree).get("dimension")),
        tuple(_node(entry, pointer("nodes", index)) for index, entry in enumerate(objects(tree, "nodes"))),
        tuple(_mesh(entry, pointer("meshes", index)) for index, entry in enumerate(objects(tree, "meshes"))),
    )


def _numbers(value: Any) -> tuple[float, ...] | None:
    if not isinstance(value, list) or not all(number(entry) and math.isfinite(entry) for entry in value):
        return None
    return tuple(value)


def _name(raw: Raw) -> str:
    name = raw.get("name", "")
    return name if isinstance(name, str) else ""


def _node(value: Any, location: str) -> Node:
    raw = value if isinstance(value, dict) else {}
    bone, skeleton = raw.get("bone"), raw.get("skeleton")
    instance = raw.get("meshInstance")
    mesh = instance.get("mesh") if isinstance(instance, dict) else None
    amounts = instance.get("blendAmounts") if isinstance(instance, dict) else None
    return Node(
        raw,
        location,
        _name(raw),
        tuple([child for child in objects(raw, "children") if natural(child) is not None]),
        bone if isinstance(bone, dict) else None,
        skeleton if isinstance(skeleton, dict) else None,
        tuple(objects(skeleton, "joints")),
        natural(mesh),
        _numbers(amounts),
    )


def _mesh(value: Any, location: str) -> Mesh:
    raw = value if isinstance(value, dict) else {}
    surfaces = enumerate(objects(raw, "surfaces"))
    skin, blend = raw.get("skin"), raw.get("blend")
    return Mesh(
        raw,
        location,
        _name(raw),
        natural(raw.get("vertices")),
        tuple(_surface(entry, f"{location}/surfaces/{index}") for index, entry in surfaces),
        _skin(skin, f"{location}/skin") if isinstance(skin, dict) else None,
        _blend(blend, f"{location}/blend") if isinstance(blend, dict) else None,
    )


def _surface(value: Any, location: str) -> Surface:
    raw = value if isinstance(value, dict) else {}
    geometry = raw.get("geometry")
    return Surface(
        raw,
        location,
        natural(raw.get("simplexes")),
        natural(raw.get("edges")),
        tuple(natural(entry) for entry in geometry) if isinstance(geometry, list) else (),
        natural(raw.get("seams")),
        natural(raw.get("material")),
        read_binding(raw.get("normals"), f"{location}/normals"),
        read_binding(raw.get("textureMap"), f"{location}/textureMap"),
    )


def read_binding(value: Any, location: str) -> Binding | None:
    """The binding that a value is."""
    if not isinstance(value, dict):
        return None
    tiers = enumerate(objects(value, "geometry"))
    return Binding(
        value,
        location,
        natural(value.get("values")),
        natural(value.get("simplexes")),
        natural(value.get("perSimplex")),
        tuple(_tier(entry, f"{location}/geometry/{index}") for index, entry in tiers),
    )


def _tier(value: Any, location: str) -> BoundTier:
    raw = value if isinstance(value, dict) else {}
    parts = natural(raw.get("decomposeDimension", 0))
    return BoundTier(
        raw, location, natural(raw.get("accessor")), natural(raw.get("geometryDimension")), parts or 0
    )


def _skin(raw: Raw, location: str) -> Skin:
    names = tuple(entry if isinstance(entry, str) else "" for entry in objects(raw, "groupNames"))
    groups, vertices, weights = (natural(raw.get(key)) for key in ("groups", "vertices", "weights"))
    return Skin(raw, location, groups, vertices, weights, names)


def _blend(raw: Raw, location: str) -> Blend:
    shapes = enumerate(objects(raw, "shapes"))
    return Blend(
        raw,
        location,
        _numbers(raw.get("amounts")),
        tuple(_shape(entry, f"{location}/shapes/{index}") for index, entry in shapes),
    )


def _shape(value: Any, location: str) -> Shape:
    raw = value if isinstance(value, dict) else {}
    parts = enumerate(objects(raw, "surfaces"))
    return Shape(
        raw,
        location,
        _name(raw),
        _target(raw, "position", location),
        tuple(_part(entry, f"{location}/surfaces/{index}") for index, entry in parts),
    )


def _part(value: Any, location: str) -> ShapePart:
    raw = value if isinstance(value, dict) else {}
    return ShapePart(
        raw,
        location,
        natural(raw.get("surface")),
        _target(raw, "normal", location),
        _target(raw, "textureMap", location),
    )


def _target(holder: Raw, key: str, location: str) -> Target | None:
    if key not in holder:
        return None
    raw = holder[key]
    inner = raw if isinstance(raw, dict) else {}
    return Target(raw, f"{location}/{key}", natural(inner.get("indices")), natural(inner.get("offsets")))


def targets(shape: Shape) -> Iterator[Target]:
    """Every target of a shape."""
    if shape.position is not None:
        yield shape.position
    for part in shape.parts:
        yield from (target for target in (part.normal, part.texture_map) if target is not None)
