"""The typed view of a G4MF tree, one for all dialects: older spellings are read into the places of today's.

Nothing here judges: a member of the wrong type is None, and `raw` keeps what the file says for the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pantin.report.pointer import pointer

Raw = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BoundTier:
    """Which values the elements of one dimension have, for themselves or for the parts they decompose to."""

    raw: Raw
    pointer: str
    accessor: int | None
    dimension: int | None
    parts: int


@dataclass(frozen=True, slots=True)
class Binding:
    """How values belong to a surface. `dense`: the older form, one value per corner without any index; the
    corners are those of the `cells` of the geometry, or of its simplexes."""

    raw: Raw
    pointer: str
    values: int | None
    simplexes: int | None = None
    per_simplex: int | None = None
    tiers: tuple[BoundTier, ...] = ()
    dense: bool = False
    cells: bool = False


@dataclass(frozen=True, slots=True)
class Surface:
    """`cell_normals` and `cell_texture_map` are the older bindings to corners of cells."""

    raw: Raw
    pointer: str
    simplexes: int | None
    edges: int | None
    geometry: tuple[int | None, ...]
    seams: int | None
    material: int | None
    normals: Binding | None
    texture_map: Binding | None
    cell_normals: Binding | None
    cell_texture_map: Binding | None
    has_topology: bool


@dataclass(frozen=True, slots=True)
class Skin:
    raw: Raw
    pointer: str
    groups: int | None
    vertices: int | None
    weights: int | None
    group_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Target:
    raw: Any
    pointer: str
    indices: int | None
    offsets: int | None


@dataclass(frozen=True, slots=True)
class ShapePart:
    """What a blend shape does to one surface (newest form)."""

    raw: Raw
    pointer: str
    surface: int | None
    normal: Target | None
    texture_map: Target | None


TRANSFORM = ("position", "basis", "rotor", "scale")
"""Members of a node that place it."""

CHANNELS = ("baseColor", "emissive", "normal", "orm")
"""Members of a material that are channels."""

FLAT_KEYS = ("normal", "textureMap", "topologyNormal", "topologyTextureMap")


@dataclass(frozen=True, slots=True)
class Shape:
    """`flat` are the older targets over all surfaces, by their keys."""

    raw: Raw
    pointer: str
    name: str
    position: Target | None
    parts: tuple[ShapePart, ...]
    flat: dict[str, Target]


@dataclass(frozen=True, slots=True)
class Blend:
    raw: Raw
    pointer: str
    amounts: tuple[float, ...] | None
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Mesh:
    raw: Raw
    pointer: str
    name: str
    vertices: int | None
    surfaces: tuple[Surface, ...]
    skin: Skin | None
    blend: Blend | None


@dataclass(frozen=True, slots=True)
class Node:
    """`mesh` and `blend_amounts` come from `meshInstance`, or the older `mesh`; `bone` also from
    `boneLength`."""

    raw: Raw
    pointer: str
    name: str
    children: tuple[int, ...]
    bone: Raw | None
    skeleton: Raw | None
    joints: tuple[Any, ...]
    mesh: int | None
    blend_amounts: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class Model:
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
"""Integers of more bits are near or past what a double holds, and are taken for no number at all."""


def number(value: Any) -> bool:
    """Whether a value is a number that a double can hold, or is not finite."""
    if isinstance(value, int):
        return not isinstance(value, bool) and value.bit_length() <= DOUBLE_BITS
    return isinstance(value, float)


def objects(holder: Any, key: str) -> list[Any]:
    """The list at a key of an object; empty where there is none."""
    found = holder.get(key) if isinstance(holder, dict) else None
    return found if isinstance(found, list) else []


def asset_of(tree: Raw) -> Raw:
    """What a document says of itself; empty where it has no `asset`."""
    found = tree.get("asset")
    return found if isinstance(found, dict) else {}


def strings(holder: Raw, key: str) -> list[str]:
    """The strings in the list at a key."""
    return [one for one in objects(holder, key) if isinstance(one, str)]


def read_model(tree: Raw) -> Model:
    """The typed view of a tree."""
    return Model(
        tree,
        natural(asset_of(tree).get("dimension")),
        tuple(_node(one, pointer("nodes", at)) for at, one in enumerate(objects(tree, "nodes"))),
        tuple(_mesh(one, pointer("meshes", at)) for at, one in enumerate(objects(tree, "meshes"))),
    )


def _numbers(value: Any) -> tuple[float, ...] | None:
    if not isinstance(value, list) or not all(number(one) and math.isfinite(one) for one in value):
        return None
    return tuple(value)


def _name(raw: Raw) -> str:
    name = raw.get("name", "")
    return name if isinstance(name, str) else ""


def _node(given: Any, place: str) -> Node:
    raw = given if isinstance(given, dict) else {}
    bone, skeleton = raw.get("bone"), raw.get("skeleton")
    # Before `bone` was an object: a length of −1 says that the node is none.
    if bone is None and "boneLength" in raw and number(length := raw["boneLength"]) and length >= 0:
        bone = {"length": length}
    instance = raw.get("meshInstance")
    mesh = instance.get("mesh") if isinstance(instance, dict) else raw.get("mesh")
    amounts = instance.get("blendAmounts") if isinstance(instance, dict) else None
    return Node(
        raw,
        place,
        _name(raw),
        tuple([child for child in objects(raw, "children") if natural(child) is not None]),
        bone if isinstance(bone, dict) else None,
        skeleton if isinstance(skeleton, dict) else None,
        tuple(objects(skeleton, "joints")),
        natural(mesh),
        _numbers(amounts),
    )


def _mesh(given: Any, place: str) -> Mesh:
    raw = given if isinstance(given, dict) else {}
    surfaces = enumerate(objects(raw, "surfaces"))
    skin, blend = raw.get("skin"), raw.get("blend")
    return Mesh(
        raw,
        place,
        _name(raw),
        natural(raw.get("vertices")),
        tuple(_surface(one, f"{place}/surfaces/{at}") for at, one in surfaces),
        _skin(skin, f"{place}/skin") if isinstance(skin, dict) else None,
        _blend(blend, f"{place}/blend") if isinstance(blend, dict) else None,
    )


def _surface(given: Any, place: str) -> Surface:
    raw = given if isinstance(given, dict) else {}
    older = raw.get("topology")
    topology = older if isinstance(older, dict) else {}
    geometry = raw.get("geometry", topology.get("geometry"))
    return Surface(
        raw,
        place,
        natural(raw.get("simplexes", raw.get("cells"))),
        natural(raw.get("edges", topology.get("edges"))),
        tuple(natural(one) for one in geometry) if isinstance(geometry, list) else (),
        natural(raw.get("seams", topology.get("seams"))),
        natural(raw.get("material")),
        _binding(raw.get("normals"), f"{place}/normals"),
        _binding(raw.get("textureMap"), f"{place}/textureMap"),
        _binding(topology.get("normals"), f"{place}/topology/normals", cells=True),
        _binding(topology.get("textureMap"), f"{place}/topology/textureMap", cells=True),
        bool(topology) or bool(geometry),
    )


def _binding(given: Any, place: str, *, cells: bool = False) -> Binding | None:
    if natural(given) is not None:
        return Binding({}, place, natural(given), dense=True, cells=cells)
    if not isinstance(given, dict):
        return None
    tiers = enumerate(objects(given, "geometry"))
    return Binding(
        given,
        place,
        natural(given.get("values")),
        natural(given.get("simplexes")),
        natural(given.get("perSimplex")),
        tuple(_tier(one, f"{place}/geometry/{at}") for at, one in tiers),
    )


def _tier(given: Any, place: str) -> BoundTier:
    raw = given if isinstance(given, dict) else {}
    parts = natural(raw.get("decomposeDimension", 0))
    return BoundTier(
        raw, place, natural(raw.get("accessor")), natural(raw.get("geometryDimension")), parts or 0
    )


def _skin(raw: Raw, place: str) -> Skin:
    names = tuple(one if isinstance(one, str) else "" for one in objects(raw, "groupNames"))
    groups, vertices, weights = (natural(raw.get(key)) for key in ("groups", "vertices", "weights"))
    return Skin(raw, place, groups, vertices, weights, names)


def _blend(raw: Raw, place: str) -> Blend:
    shapes = enumerate(objects(raw, "shapes"))
    return Blend(
        raw,
        place,
        _numbers(raw.get("amounts")),
        tuple(_shape(one, f"{place}/shapes/{at}") for at, one in shapes),
    )


def _shape(given: Any, place: str) -> Shape:
    raw = given if isinstance(given, dict) else {}
    parts = enumerate(objects(raw, "surfaces"))
    return Shape(
        raw,
        place,
        _name(raw),
        _target(raw, "position", place),
        tuple(_part(one, f"{place}/surfaces/{at}") for at, one in parts),
        {key: target for key in FLAT_KEYS if (target := _target(raw, key, place)) is not None},
    )


def _part(given: Any, place: str) -> ShapePart:
    raw = given if isinstance(given, dict) else {}
    return ShapePart(
        raw,
        place,
        natural(raw.get("surface")),
        _target(raw, "normal", place),
        _target(raw, "textureMap", place),
    )


def _target(holder: Raw, key: str, place: str) -> Target | None:
    if key not in holder:
        return None
    raw = holder[key]
    inner = raw if isinstance(raw, dict) else {}
    return Target(raw, f"{place}/{key}", natural(inner.get("indices")), natural(inner.get("offsets")))


def targets(shape: Shape) -> Iterator[Target]:
    """Every target of a shape, in whichever form."""
    if shape.position is not None:
        yield shape.position
    yield from shape.flat.values()
    for part in shape.parts:
        yield from (one for one in (part.normal, part.texture_map) if one is not None)
