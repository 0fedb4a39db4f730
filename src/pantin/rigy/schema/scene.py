"""Rigs scenes (`.rigs.yaml`) and contracts (`.ricy.yaml`).

A scene is a tree of assets, each attached by its mount to a slot of its parent. A contract lists the anchors
that an asset promises, and named triples of them.
"""

from __future__ import annotations

import math
from typing import Any

from msgspec import Struct

from pantin.rigy.schema.kinds import (
    Faults,
    Key,
    Kind,
    ListOf,
    MapOf,
    ObjectOf,
    String,
    Version,
    Word,
    name_of,
)
from pantin.rigy.source import REFUSED, Map, Path

VERSIONS = ("0.1",)
ROTATIONS = ("0deg", "90deg", "180deg", "270deg")

UNITS = {"": 1.0, "m": 1.0, "cm": 0.01, "in": 0.0254, "ft": 0.3048}
"""Metres per unit of a nudge (Rigs 0.1 §7.2)."""


class Frame(Struct, frozen=True):
    """A slot or a mount: either the name of a triple in the contract, or three anchors."""

    path: Path
    name: str | None
    anchors: tuple[str, ...] | None


class Nudge(Struct, frozen=True):
    """Metres along the axes of the slot."""

    path: Path
    north: float = 0.0
    east: float = 0.0
    up: float = 0.0


class Place(Struct, frozen=True):
    path: Path
    slot: Frame
    mount: Frame
    rotate: str = "0deg"
    nudge: Nudge | None = None


class Child(Struct, frozen=True):
    path: Path
    id: str
    base: str
    place: Place
    children: tuple[Child, ...] = ()


class Root(Struct, frozen=True):
    path: Path
    base: str
    children: tuple[Child, ...] = ()


class SceneImport(Struct, frozen=True):
    """An asset of the scene. Without a contract of its own, the one beside the asset is used if there
    is one."""

    path: Path
    source: str
    contract: str | None = None


class Scene(Struct, frozen=True):
    path: Path
    rigs_version: str
    imports: dict[str, SceneImport]
    scene: Root


class _Import:
    """The path of an asset, or a mapping that names its contract too."""

    form = ObjectOf("import", SceneImport, {"source": Key(String()), "contract": Key(String(), None)})

    def read(self, value: Any, path: Path, faults: Faults) -> SceneImport:
        if isinstance(value, Map):
            made: SceneImport = self.form.read(value, path, faults)
            return made
        return SceneImport(path, String().read(value, path, faults))

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [String().schema(), self.form.schema()]}


class _Distance:
    """A number with a unit: 10cm, 0.25m, 2in, 1ft, or a bare number of metres."""

    def read(self, value: Any, path: Path, faults: Faults) -> float:
        if type(value) in (int, float) and math.isfinite(value):
            return float(value)
        if isinstance(value, str):
            digits = value.rstrip("cmintf")
            unit = value[len(digits) :]
            if unit in UNITS and _is_decimal(digits):
                return float(digits) * UNITS[unit]
        if value is not REFUSED:
            faults.add("distance", path, key=str(path[-1]), got=name_of(value))
        return 0.0

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\d+(\.\d+)?(cm|m|in|ft)?$"}]}


def _is_decimal(text: str) -> bool:
    whole, dot, fraction = text.removeprefix("-").partition(".")
    return text.isascii() and whole.isdigit() and (fraction.isdigit() if dot else True) and len(text) < 300


class _Children:
    """Children may have children: the kind refers to itself, so it is looked up when it is used."""

    @property
    def form(self) -> Kind:
        return ListOf(CHILD)

    def read(self, value: Any, path: Path, faults: Faults) -> tuple[Child, ...]:
        read: tuple[Child, ...] = ListOf(CHILD).read(value, path, faults)
        return read

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"$ref": "#/$defs/child"}}


FRAME = ObjectOf(
    "slot or mount", Frame, {"name": Key(String(), None), "anchors": Key(ListOf(String(), length=3), None)}
)
_LENGTH = Key(_Distance(), 0.0)
NUDGE = ObjectOf("nudge", Nudge, {"north": _LENGTH, "east": _LENGTH, "up": _LENGTH})
PLACE = ObjectOf(
    "place",
    Place,
    {
        "slot": Key(FRAME),
        "mount": Key(FRAME),
        "rotate": Key(Word(ROTATIONS), "0deg"),
        "nudge": Key(NUDGE, None),
    },
)
CHILD = ObjectOf(
    "scene child",
    Child,
    {"id": Key(String()), "base": Key(String()), "place": Key(PLACE), "children": Key(_Children(), ())},
)
SCENE = ObjectOf(
    "Rigs scene",
    Scene,
    {
        "rigs_version": Key(Version(VERSIONS)),
        "imports": Key(MapOf(_Import())),
        "scene": Key(ObjectOf("scene", Root, {"base": Key(String()), "children": Key(_Children(), ())})),
    },
)


class Contract(Struct, frozen=True):
    path: Path
    contract_version: str
    required_anchors: tuple[str, ...]
    required_frame3_sets: tuple[str, ...]
    frame3_sets: dict[str, tuple[str, ...]]


CONTRACT = ObjectOf(
    "contract",
    Contract,
    {
        "contract_version": Key(String()),
        "required_anchors": Key(ListOf(String()), ()),
        "required_frame3_sets": Key(ListOf(String()), ()),
        "frame3_sets": Key(MapOf(ListOf(String())), {}, "named triples of anchors"),
    },
)
