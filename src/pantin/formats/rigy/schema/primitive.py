"""The keys of a primitive: a solid with dimensions, an implicit surface with a field, or a macro."""

from __future__ import annotations

from typing import Any

from pantin.formats.rigy.expand.boxes import AABB, BOX_DECOMPOSE
from pantin.formats.rigy.expand.prism import PRISM
from pantin.formats.rigy.schema.document import (
    BOX_ALIASES,
    DIMENSION_KEYS,
    AxisAngle,
    Dimensions,
    Domain,
    FieldOperator,
    Implicit,
    Primitive,
    Transform,
)
from pantin.formats.rigy.schema.kinds import (
    NUMBER_SCHEMA,
    Fault,
    Faults,
    Key,
    Kind,
    ListOf,
    MapOf,
    Number,
    ObjectOf,
    String,
    Vector,
    Whole,
    Word,
)
from pantin.formats.rigy.schema.typos import closest, meant_key
from pantin.formats.rigy.source import REFUSED, Map, Path

OPTIONAL_STRING = Key(String(empty=True), None)
POINT = Key(Vector(3))


class _Dimensions:
    """Sizes by name; older names of a box's sides become the newer ones."""

    def read(self, value: Any, path: Path, faults: Faults) -> Dimensions:
        sizes: dict[str, float] = MapOf(Number()).read(value, path, faults)
        extents = isinstance(value, Map) and value.upgraded
        if isinstance(value, Map) and not sizes and not extents:
            faults.add("empty", path, key="dimensions")
        return Dimensions(sizes, extents)

    def schema(self) -> dict[str, Any]:
        sizes = dict.fromkeys(self._names(), NUMBER_SCHEMA)
        listed = {"type": "array", "items": NUMBER_SCHEMA, "minItems": 3, "maxItems": 3}
        mapped = {"type": "object", "properties": sizes, "additionalProperties": False, "minProperties": 1}
        return {"anyOf": [mapped, listed]}

    @property
    def form(self) -> ObjectOf:
        defaults = {"width": None, "depth": None, "radius": 0.5}
        keys = {name: Key(Number(), defaults.get(name, 1.0)) for name in self._names()}
        return ObjectOf("dimensions", Dimensions, keys)

    def _names(self) -> list[str]:
        names = dict.fromkeys(name for keys in DIMENSION_KEYS.values() for name in keys)
        return [*names, *(name for name in BOX_ALIASES if name not in names)]


AXIS_ANGLE = ObjectOf("rotation_axis_angle", AxisAngle, {"axis": POINT, "degrees": Key(Number())})
TRANSFORM = ObjectOf(
    "transform",
    Transform,
    {
        "translation": Key(Vector(3), None),
        "rotation_euler": Key(Vector(3), None),
        "rotation_degrees": Key(Vector(3), None),
        "rotation_axis_angle": Key(AXIS_ANGLE, None),
        "rotation_quat": Key(Vector(4), None),
    },
)
_SPELLINGS: dict[str, tuple[str, Kind]] = {"translation": ("transform.translation", Vector(3))}
SOLID = ObjectOf(
    "primitive",
    Primitive,
    {
        "id": Key(String()),
        "type": Key(Word((*DIMENSION_KEYS, "implicit_surface"))),
        "name": OPTIONAL_STRING,
        "dimensions": Key(_Dimensions()),
        "transform": Key(TRANSFORM, None),
        "material": Key(String(), None),
        "surface": OPTIONAL_STRING,
        "tags": Key(ListOf(String()), (), nullable=True),
    },
    _SPELLINGS,
)


def _domain(path: Path, aabb: Any, grid: Any) -> Domain:
    return Domain(path, aabb.min, aabb.max, grid)


def _grid(path: Path, nx: int, ny: int, nz: int) -> tuple[int, int, int]:
    return nx, ny, nz


_COUNT = Key(Whole(stand_in=2))
DOMAIN = ObjectOf(
    "domain",
    _domain,
    {
        "aabb": Key(AABB),
        "grid": Key(ObjectOf("grid", _grid, {"nx": _COUNT, "ny": _COUNT, "nz": _COUNT})),
    },
)


class _Scale:
    """The factor of a field operator: a number, or the same number three times."""

    def read(self, value: Any, path: Path, faults: Faults) -> tuple[float, ...]:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return (Number().read(value, path, faults),) * 3
        return Vector(3).read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [Number().schema(), Vector(3).schema()]}


OPERATOR_TRANSFORM = ObjectOf(
    "transform",
    Transform,
    {**TRANSFORM.keys, "scale": Key(_Scale(), None)},
)
OPERATOR = ObjectOf(
    "field operator",
    FieldOperator,
    {
        "op": Key(Word(("add", "subtract"))),
        "field": Key(String()),
        "strength": Key(Number()),
        "radius": Key(Number()),
        "height": Key(Number(), None),
        "transform": Key(OPERATOR_TRANSFORM, None),
    },
)
MARCHING_CUBES = "marching_cubes@1"


def _algorithm(path: Path, algorithm: str) -> str:
    return algorithm


EXTRACTION = ObjectOf("extraction", _algorithm, {"algorithm": Key(String(), MARCHING_CUBES)})


def _implicit(domain: Domain, iso: float, ops: Any, extraction: str, **rest: Any) -> Primitive:
    return Primitive(implicit=Implicit(domain, iso, ops, extraction), **rest)


IMPLICIT = ObjectOf(
    "implicit surface",
    _implicit,
    {
        **{name: key for name, key in SOLID.keys.items() if name != "dimensions"},
        "domain": Key(DOMAIN),
        "iso": Key(Number()),
        "ops": Key(ListOf(OPERATOR, repeat=True)),
        "extraction": Key(EXTRACTION, MARCHING_CUBES),
    },
    _SPELLINGS,
)

BOX_BY_CORNERS = ObjectOf(
    "primitive",
    Primitive,
    {
        "aabb" if name == "dimensions" else name: Key(AABB) if name == "dimensions" else key
        for name, key in SOLID.keys.items()
        if name != "transform"
    },
)


def _is_macro_without_name(value: Map, path: Path, faults: Faults) -> bool:
    """Whether an item has neither a type nor a macro, but the keys of one: reported once, not key by key."""
    if "type" in value:
        return False
    for macro in MACROS.values():
        if len(value.keys() & (macro.keys.keys() - ANY_PRIMITIVE.keys.keys())) > 1:
            unknown = next((name for name in value if name not in macro.keys), None)
            if unknown is not None and meant_key(macro.what, unknown, ("macro",)) == "macro":
                words = {"key": unknown, "what": "primitive", "known": ("macro",), "instead": "macro"}
                faults.listed.append(Fault("unknown key", (*path, unknown), words, on_key=True))
            else:
                faults.add("missing", path, key="macro", what=macro.what)
            return True
    return False


def _is_implicit(value: Any) -> bool:
    """Whether a primitive is an implicit surface, or has the keys of one where its type is unreadable."""
    if not isinstance(value, Map):
        return False
    known = value.get("type") in (*DIMENSION_KEYS, "implicit_surface")
    return value["type"] == "implicit_surface" if known else bool(value.keys() & {"domain", "iso", "ops"})


def _with_refused_aabb(value: Map, path: Path, faults: Faults) -> Map:
    """The primitive, with dimensions that count as reported where its aabb is misspelt. Expansion replaces an
    aabb by dimensions, so that a primitive has no such key afterwards."""
    unknown = [name for name in value if name not in ANY_PRIMITIVE.keys and len(name) < 12]
    name = closest("aabb", unknown[:99])
    if name is None or not isinstance(value[name], Map) or not value[name].keys() & {"min", "max"}:
        return value
    words = {"key": name, "what": "primitive", "known": ("aabb",), "instead": "aabb"}
    faults.listed.append(Fault("unknown key", (*path, name), words, on_key=True))
    changed = Map()
    changed.update({key: inner for key, inner in value.items() if key != name} | {"dimensions": REFUSED})
    changed.marks = value.marks
    return changed


MACROS = {"box_decompose": BOX_DECOMPOSE, "triangle_prism_on_plane": PRISM}
ANY_PRIMITIVE = ObjectOf("primitive", Primitive, {**SOLID.keys, **BOX_BY_CORNERS.keys, **IMPLICIT.keys})


class PrimitiveKind:
    """An item of a list of primitives."""

    def read(self, value: Any, path: Path, faults: Faults) -> Primitive:
        if isinstance(value, Map) and _is_macro_without_name(value, path, faults):
            value = REFUSED
        if isinstance(value, Map) and "dimensions" not in value:
            value = _with_refused_aabb(value, path, faults)
        primitive: Primitive = (IMPLICIT if _is_implicit(value) else SOLID).read(value, path, faults)
        return primitive

    @property
    def forms(self) -> tuple[ObjectOf, ...]:
        """What an item may be."""
        return SOLID, BOX_BY_CORNERS, IMPLICIT, *MACROS.values()

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [form.schema() for form in self.forms]}

    def variant(self, names: list[str], macro: str) -> ObjectOf:
        """The keys of a primitive that has these: those of its macro, or of any primitive."""
        return MACROS.get(macro, ANY_PRIMITIVE) if "macro" in names else ANY_PRIMITIVE
