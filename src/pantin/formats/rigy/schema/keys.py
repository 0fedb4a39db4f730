"""The keys of a Rigy document with the kinds of their values and their defaults, and their JSON Schema."""

from __future__ import annotations

import math
from typing import Any

from pantin.formats.rigy.schema.document import (
    VERSIONS,
    Anchor,
    Armature,
    Attach3,
    Binding,
    Bone,
    BoneWeight,
    Document,
    Gradient,
    Import,
    Instance,
    Material,
    Mesh,
    MirrorX,
    Override,
    Pose,
    PoseBone,
    PrimitiveWeights,
    Symmetry,
    UvRole,
    UvSet,
    WeightMap,
)
from pantin.formats.rigy.schema.kinds import (
    Anything,
    Faults,
    Index,
    Key,
    ListOf,
    MapOf,
    Number,
    ObjectOf,
    String,
    Vector,
    Version,
    Word,
)
from pantin.formats.rigy.schema.primitive import OPTIONAL_STRING, POINT, PrimitiveKind
from pantin.formats.rigy.schema.scene import CHILD, CONTRACT, SCENE
from pantin.formats.rigy.source import Path


class Rotation:
    """A unit quaternion w, x, y, z. One that is nearly of length 1 was rounded: it is normalised, and noted.
    A rule reports other lengths."""

    def read(self, value: Any, path: Path, faults: Faults) -> tuple[float, ...]:
        read = Vector(4).read(value, path, faults)
        size = math.hypot(*read)
        if abs(size * size - 1.0) <= EXACT or not abs(size - 1.0) <= ROUNDED:
            return read
        unit = tuple(part / size for part in read)
        corrected = "[" + ", ".join(f"{part:.7g}" for part in unit) + "]"
        faults.add("rounded rotation", path, length=f"{size:.6g}", corrected=corrected)
        return unit

    def schema(self) -> dict[str, Any]:
        return Vector(4).schema()


class Params:
    """Constants by name. Expansion removes them before a document is read."""

    def read(self, value: Any, path: Path, faults: Faults) -> None:
        return None

    def schema(self) -> dict[str, Any]:
        scalar = {"type": ["number", "string", "boolean"]}
        return {"type": "object", "additionalProperties": scalar}


EXACT = 1e-6
"""How far the squared length of a quaternion may be from 1 (Rigy chapter 12, V36)."""

ROUNDED = 1e-3
"""How far the length may be from 1 for a quaternion that was rounded: four parts with three decimals are off
by 5e-4 each, which changes the length by 1e-3 at most."""

_SOLVER = Key(Word(("lbs", "dqs")), None)

MESH = ObjectOf(
    "mesh",
    Mesh,
    {
        "id": Key(String()),
        "name": OPTIONAL_STRING,
        "material": Key(String(), None),
        "primitives": Key(ListOf(PrimitiveKind(), repeat=True)),
        "uv_sets": Key(MapOf(ObjectOf("UV set", UvSet, {"generator": Key(String(empty=True), None)})), None),
        "uv_roles": Key(MapOf(ObjectOf("UV role", UvRole, {"set": Key(String())})), None),
    },
)
BONE = ObjectOf(
    "bone",
    Bone,
    {
        "id": Key(String()),
        "parent": Key(String()),
        "head": POINT,
        "tail": POINT,
        "roll": Key(Number(), 0.0),
    },
)
ARMATURE = ObjectOf(
    "armature",
    Armature,
    {"id": Key(String()), "name": OPTIONAL_STRING, "bones": Key(ListOf(BONE, repeat=True))},
)
BONE_WEIGHT = ObjectOf("bone weight", BoneWeight, {"bone_id": Key(String()), "weight": Key(Number())})
PRIMITIVE_WEIGHTS = ObjectOf(
    "weights entry",
    PrimitiveWeights,
    {"primitive_id": Key(String()), "bones": Key(ListOf(BONE_WEIGHT, repeat=True))},
)
GRADIENT = ObjectOf(
    "gradient",
    Gradient,
    {
        "axis": Key(Word(("x", "y", "z"))),
        "range": Key(Vector(2)),
        "from": Key(ListOf(BONE_WEIGHT, single=True, repeat=True), attribute="start"),
        "to": Key(ListOf(BONE_WEIGHT, single=True, repeat=True), attribute="end"),
    },
)
OVERRIDE = ObjectOf(
    "override",
    Override,
    {"vertices": Key(ListOf(Index())), "bones": Key(ListOf(BONE_WEIGHT, repeat=True))},
    {"vertex_index": ("vertices", Index())},
)
WEIGHT_MAP = ObjectOf(
    "weight map",
    WeightMap,
    {
        "primitive_id": Key(String()),
        "gradients": Key(ListOf(GRADIENT, repeat=True), (), nullable=True),
        "overrides": Key(ListOf(OVERRIDE, repeat=True), (), nullable=True),
        "source": Key(String(), None),
    },
)
BINDING = ObjectOf(
    "binding",
    Binding,
    {
        "mesh_id": Key(String()),
        "armature_id": Key(String()),
        "weights": Key(ListOf(PRIMITIVE_WEIGHTS, repeat=True), ()),
        "weight_maps": Key(ListOf(WEIGHT_MAP, repeat=True), (), nullable=True),
        "skinning_solver": _SOLVER,
    },
)
MIRROR_X = ObjectOf(
    "mirror_x",
    MirrorX,
    {
        "prefix_from": Key(String(), None),
        "prefix_to": Key(String(empty=True), None),
        "suffix_from": Key(String(), None),
        "suffix_to": Key(String(empty=True), None),
    },
)
ATTACH3 = ObjectOf(
    "attach3",
    Attach3,
    {
        "from": Key(ListOf(String(), length=3), attribute="start"),
        "to": Key(ListOf(String(), length=3), attribute="end"),
        "mode": Key(Word(("rigid", "uniform", "affine"))),
    },
)
INSTANCE = ObjectOf(
    "instance",
    Instance,
    {
        "id": Key(String()),
        "import": Key(String(), None, attribute="source"),
        "mesh_id": Key(String(), None),
        "attach3": Key(ATTACH3, None),
    },
)
IMPORT = ObjectOf("import", Import, {"source": Key(String()), "contract": Key(String(), None)})
ANCHOR = ObjectOf("anchor", Anchor, {"id": Key(String()), "translation": POINT, "scope": OPTIONAL_STRING})
MATERIAL = ObjectOf(
    "material",
    Material,
    {"base_color": Key(ListOf(Number())), "uses_uv_roles": Key(ListOf(String()), (), nullable=True)},
)
POSE_BONE = ObjectOf(
    "bone of a pose",
    PoseBone,
    {"rotation": Key(Rotation(), None), "translation": Key(Vector(3), None)},
)
POSE = ObjectOf("pose", Pose, {"id": Key(String()), "bones": Key(MapOf(POSE_BONE))})
COORDINATES = ObjectOf(
    "coordinate_system",
    lambda path, **_: None,
    {"up": Key(Word(("Y",))), "forward": Key(Word(("-Z",))), "handedness": Key(Word(("right",)))},
)


LATER = r"^0\.[1-9][0-9]{0,5}$"
"""Versions of which the newer ones are compiled as the newest known one."""


def _document(path: Path, **rest: Any) -> Document:
    for unused in ("units", "coordinate_system", "tessellation_profile", "params", "geometry_checks"):
        rest.pop(unused)
    return Document(path=path, **rest)


DOCUMENT = ObjectOf(
    "Rigy document",
    _document,
    {
        "version": Key(Version(VERSIONS, LATER)),
        "units": Key(Word(("meters",)), "meters"),
        "coordinate_system": Key(COORDINATES, None),
        "tessellation_profile": Key(Word(("v0_1_default",)), "v0_1_default"),
        "params": Key(Params(), None),
        "imports": Key(MapOf(IMPORT), {}),
        "materials": Key(MapOf(MATERIAL), {}),
        "meshes": Key(ListOf(MESH, repeat=True), ()),
        "armatures": Key(ListOf(ARMATURE, repeat=True), ()),
        "bindings": Key(ListOf(BINDING, repeat=True), ()),
        "anchors": Key(ListOf(ANCHOR, repeat=True), ()),
        "instances": Key(ListOf(INSTANCE, repeat=True), ()),
        "symmetry": Key(ObjectOf("symmetry", Symmetry, {"mirror_x": Key(MIRROR_X, None)}), None),
        "skinning_solver": _SOLVER,
        "poses": Key(ListOf(POSE, repeat=True), ()),
        "geometry_checks": Key(Anything(), None),
    },
    {"rigy_version": ("version", Version(VERSIONS, LATER))},
)


DRAFT = "https://json-schema.org/draft/2020-12/schema"

KINDS: dict[str, tuple[str, ObjectOf]] = {
    "rigy": ("Rigy document", DOCUMENT),
    "rigs": ("Rigs scene", SCENE),
    "ricy": ("Ricy contract", CONTRACT),
}


def json_schema(kind: str = "rigy") -> dict[str, Any]:
    """The JSON Schema of a kind of file: `rigy`, `rigs` or `ricy`; raises `ValueError` for any other.

    It accepts every document that the compiler accepts, also one with other spellings, params or repeats.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r} (known: {', '.join(KINDS)})")
    title, keys = KINDS[kind]
    schema: dict[str, Any] = {"$schema": DRAFT, "title": title, **keys.schema()}
    return schema | ({"$defs": {"child": CHILD.schema()}} if kind == "rigs" else {})
