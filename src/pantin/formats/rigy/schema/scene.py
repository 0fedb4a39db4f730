"""Rigs scenes (`.rigs.yaml`) and contracts (`.ricy.yaml`).

A scene is a tree of assets, each attached by its mount to a slot of its parent. A contract lists the anchors
that an asset promises, and named triples of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pantin.formats.rigy.schema.kinds import (
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
from pantin.formats.rigy.source import REFUSED, Map, Path

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
    """An asset of the scene. Without its own contract, the one beside the asset is used if there
    is one."""

    path: Path
    source: str
    contract: str | None = None


class Scene(Struct, frozen=True):
    path: Path
    rigs_version: str
    imports: dict[str, SceneImport]
    scene: Root

    def children(self) -> Iterator[tuple[Child, str]]:
        """Every child with the name of the import that its parent is made from."""
        pending = [(child, self.scene.base) for child in reversed(self.scene.children)]
        while pending:
            child, base = pending.pop()
            yield child, base
            pending += [(below, child.base) for below in reversed(child.children)]

    def frames(self) -> Iterator[tuple[Child, str, Frame, str]]:
        """Every slot and mount with the name of the import that has its anchors, and its kind."""
        for child, base in self.children():
            yield child, base, child.place.slot, "slot"
            yield child, child.base, child.place.mount, "mount"


class _Import:
    """The path of an asset, or a mapping that names its contract too."""

    form = ObjectOf("import", SceneImport, {"source": Key(String()), "contract": Key(String(), None)})

    def read(self, value: Any, path: Path, faults: Faults) -> SceneImport:
        if isinstance(value, Map):
            scene_import: SceneImport = self.form.read(value, path, faults)
            return scene_import
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
    """What an asset promises. `slots` and `mounts` are the triples that scenes name (Rigs 0.1 §6.1);
    `frame3_sets` is the older table for both, whose names may start with `slots.` or `mounts.`."""

    path: Path
    contract_version: str
    required_anchors: tuple[str, ...]
    required_frame3_sets: tuple[str, ...]
    frame3_sets: dict[str, tuple[str, ...]]
    slots: dict[str, tuple[str, ...]]
    mounts: dict[str, tuple[str, ...]]

    def triples(self) -> Iterator[tuple[Path, tuple[str, ...]]]:
        """Every triple with its path; the last step of the path is its name."""
        for table in ("slots", "mounts", "frame3_sets"):
            for name, anchors in getattr(self, table).items():
                yield (table, name), anchors

    def find(self, kind: str, name: str) -> tuple[str, ...] | None:
        """The anchors of a "slot" or a "mount"."""
        own: dict[str, tuple[str, ...]] = getattr(self, f"{kind}s")
        return own.get(name, self.frame3_sets.get(f"{kind}s.{name}", self.frame3_sets.get(name)))

    def names(self, kind: str) -> list[str]:
        """Every name that `find` knows for a kind."""
        other = {"slot": "mounts.", "mount": "slots."}[kind]
        older = [name.removeprefix(f"{kind}s.") for name in self.frame3_sets if not name.startswith(other)]
        return [*getattr(self, f"{kind}s"), *older]


_TRIPLES = Key(MapOf(ListOf(String())), {})

CONTRACT = ObjectOf(
    "contract",
    Contract,
    {
        "contract_version": Key(String(), ""),
        "required_anchors": Key(ListOf(String()), ()),
        "required_frame3_sets": Key(ListOf(String()), ()),
        "slots": Key(_TRIPLES.kind, {}),
        "mounts": Key(_TRIPLES.kind, {}),
        "frame3_sets": _TRIPLES,
    },
)


def read_contract(root: Any, faults: Faults) -> Contract:
    """A contract. The shape of Rigs, `slots` and `mounts`, has no version; that of Rigy 0.2 must have one."""
    contract: Contract = CONTRACT.read(root, (), faults)
    if isinstance(root, Map) and not root.keys() & {"contract_version", "slots", "mounts"}:
        faults.add("missing", (), key="contract_version", what="contract")
    return contract
