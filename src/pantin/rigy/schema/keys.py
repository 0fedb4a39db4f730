"""The keys of a Rigy document: for each object which there are, what they hold, and what stands for a
missing one."""

from __future__ import annotations

from typing import Any

from pantin.rigy.schema.document import (
    BOX_ALIASES,
    DIMENSION_KEYS,
    Anchor,
    Armature,
    Attach3,
    Binding,
    Bone,
    BoneWeight,
    Dimensions,
    Document,
    Gradient,
    Import,
    Instance,
    Material,
    Mesh,
    MirrorX,
    Override,
    Primitive,
    PrimitiveWeights,
    Symmetry,
    Transform,
    WeightMap,
)
from pantin.rigy.schema.kinds import (
    Anything,
    Faults,
    Index,
    Key,
    ListOf,
    MapOf,
    Number,
    ObjectOf,
    Text,
    Vector,
    Word,
)
from pantin.rigy.source import Map, Path


class _Dimensions:
    """Sizes by name; older names of a box's sides become the newer ones."""

    def read(self, value: Any, path: Path, faults: Faults) -> Dimensions:
        sizes: dict[str, float] = MapOf(Number()).read(value, path, faults)
        extents = isinstance(value, Map) and value.upgraded
        if isinstance(value, Map) and not sizes and not extents:
            faults.add("empty", path, key="dimensions")
        return Dimensions(sizes, extents)

    def schema(self) -> dict[str, Any]:
        sizes = {name: {"type": "number", "exclusiveMinimum": 0} for name in self._names()}
        listed = {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}
        mapped = {"type": "object", "properties": sizes, "additionalProperties": False, "minProperties": 1}
        return {"anyOf": [mapped, listed]}

    @property
    def form(self) -> ObjectOf:
        return ObjectOf("dimensions", Dimensions, {name: Key(Number()) for name in self._names()})

    def _names(self) -> list[str]:
        names = dict.fromkeys(name for keys in DIMENSION_KEYS.values() for name in keys)
        return [*names, *(name for name in BOX_ALIASES if name not in names)]


_OPTIONAL_TEXT = Key(Text(empty=True), None)
_POINT = Key(Vector(3))
_SOLVER = Key(Word(("lbs", "dqs")), None)

TRANSFORM = ObjectOf(
    "transform",
    Transform,
    {
        "translation": Key(Vector(3), None, "metres"),
        "rotation_euler": Key(Vector(3), None, "radians about x, then y, then z"),
        "rotation_degrees": Key(Vector(3), None, "degrees about x, then y, then z"),
        "rotation_quat": Key(Vector(4), None, "x, y, z, w"),
    },
    later={"rotation_axis_angle": "0.12"},
)
PRIMITIVE = ObjectOf(
    "primitive",
    Primitive,
    {
        "id": Key(Text()),
        "type": Key(Word(tuple(DIMENSION_KEYS))),
        "name": _OPTIONAL_TEXT,
        "dimensions": Key(_Dimensions(), about="metres; a list is the full extents x, y, z"),
        "transform": Key(TRANSFORM, None),
        "material": Key(Text(), None),
        "surface": _OPTIONAL_TEXT,
        "tags": Key(ListOf(Text()), ()),
    },
    later={"domain": "0.13", "iso": "0.13", "ops": "0.13", "extraction": "0.13", "aabb": "0.11"},
)
MESH = ObjectOf(
    "mesh",
    Mesh,
    {"id": Key(Text()), "name": _OPTIONAL_TEXT, "primitives": Key(ListOf(PRIMITIVE))},
    later={"material": "0.12", "uv_sets": "0.8", "uv_roles": "0.7"},
)
BONE = ObjectOf(
    "bone",
    Bone,
    {
        "id": Key(Text()),
        "parent": Key(Text(), about="the id of another bone, or none"),
        "head": _POINT,
        "tail": _POINT,
        "roll": Key(Number(), 0.0),
    },
)
ARMATURE = ObjectOf(
    "armature",
    Armature,
    {"id": Key(Text()), "name": _OPTIONAL_TEXT, "bones": Key(ListOf(BONE))},
)
BONE_WEIGHT = ObjectOf("bone weight", BoneWeight, {"bone_id": Key(Text()), "weight": Key(Number())})
PRIMITIVE_WEIGHTS = ObjectOf(
    "weights entry", PrimitiveWeights, {"primitive_id": Key(Text()), "bones": Key(ListOf(BONE_WEIGHT))}
)
GRADIENT = ObjectOf(
    "gradient",
    Gradient,
    {
        "axis": Key(Word(("x", "y", "z"))),
        "range": Key(Vector(2)),
        "from": Key(ListOf(BONE_WEIGHT, single=True), attribute="start"),
        "to": Key(ListOf(BONE_WEIGHT, single=True), attribute="end"),
    },
)
OVERRIDE = ObjectOf(
    "override", Override, {"vertices": Key(ListOf(Index())), "bones": Key(ListOf(BONE_WEIGHT))}
)
WEIGHT_MAP = ObjectOf(
    "weight map",
    WeightMap,
    {
        "primitive_id": Key(Text()),
        "gradients": Key(ListOf(GRADIENT), ()),
        "overrides": Key(ListOf(OVERRIDE), ()),
        "source": Key(Text(), None, "a JSON file beside this one"),
    },
)
BINDING = ObjectOf(
    "binding",
    Binding,
    {
        "mesh_id": Key(Text()),
        "armature_id": Key(Text()),
        "weights": Key(ListOf(PRIMITIVE_WEIGHTS), ()),
        "weight_maps": Key(ListOf(WEIGHT_MAP), ()),
        "skinning_solver": _SOLVER,
    },
)
MIRROR_X = ObjectOf(
    "mirror_x",
    MirrorX,
    {
        "prefix_from": Key(Text(), None),
        "prefix_to": Key(Text(empty=True), None),
        "suffix_from": Key(Text(), None),
        "suffix_to": Key(Text(empty=True), None),
    },
)
ATTACH3 = ObjectOf(
    "attach3",
    Attach3,
    {
        "from": Key(ListOf(Text(), length=3), attribute="start"),
        "to": Key(ListOf(Text(), length=3), attribute="end"),
        "mode": Key(Word(("rigid", "uniform", "affine"))),
    },
)
INSTANCE = ObjectOf(
    "instance",
    Instance,
    {
        "id": Key(Text()),
        "import": Key(Text(), None, attribute="source"),
        "mesh_id": Key(Text(), None),
        "attach3": Key(ATTACH3, None),
    },
)
IMPORT = ObjectOf("import", Import, {"source": Key(Text()), "contract": Key(Text(), None)})
ANCHOR = ObjectOf("anchor", Anchor, {"id": Key(Text()), "translation": _POINT, "scope": _OPTIONAL_TEXT})
MATERIAL = ObjectOf(
    "material",
    Material,
    {"base_color": Key(ListOf(Number()))},
    later={"uses_uv_roles": "0.7"},
)
COORDINATES = ObjectOf(
    "coordinate_system",
    lambda path, **_: None,
    {"up": Key(Word(("Y",))), "forward": Key(Word(("-Z",))), "handedness": Key(Word(("right",)))},
)


def _document(path: Path, units: str, coordinate_system: None, **rest: Any) -> Document:
    for unused in ("tessellation_profile", "geometry_checks"):
        rest.pop(unused)
    return Document(path=path, **rest)


DOCUMENT = ObjectOf(
    "Rigy document",
    _document,
    {
        "version": Key(Text(), about='the version of the language, as text: "0.3"'),
        "units": Key(Word(("meters",)), "meters"),
        "coordinate_system": Key(COORDINATES, None),
        "tessellation_profile": Key(Word(("v0_1_default",)), "v0_1_default"),
        "imports": Key(MapOf(IMPORT), {}),
        "materials": Key(MapOf(MATERIAL), {}),
        "meshes": Key(ListOf(MESH), ()),
        "armatures": Key(ListOf(ARMATURE), ()),
        "bindings": Key(ListOf(BINDING), ()),
        "anchors": Key(ListOf(ANCHOR), ()),
        "instances": Key(ListOf(INSTANCE), ()),
        "symmetry": Key(ObjectOf("symmetry", Symmetry, {"mirror_x": Key(MIRROR_X, None)}), None),
        "skinning_solver": _SOLVER,
        "geometry_checks": Key(Anything(), None),
    },
    later={"poses": "0.5", "params": "0.10"},
)
