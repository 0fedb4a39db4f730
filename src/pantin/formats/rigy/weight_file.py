"""External weight files: JSON with the influences of a primitive's vertices, read once and checked by
`rules`."""

from __future__ import annotations

import json

import msgspec

from pantin.formats.rigy.schema.kinds import Fault, Faults, Index, Key, ListOf, Number, ObjectOf, String
from pantin.formats.rigy.source import Path, compose


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """One bone of one vertex."""

    bone_id: str
    weight: float


class Vertex(msgspec.Struct, forbid_unknown_fields=True):
    """The bones of one vertex."""

    vertex: int
    bones: list[Entry]


class Content(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file, in the shape of Rigy 0.3."""

    primitive_id: str
    vertex_count: int
    influences: list[Vertex]


class LaterVertex(Vertex, rename={"vertex": "vertex_index"}):
    """The bones of one vertex in the shape of chapter 6.5. A field must be declared again to be renamed."""

    vertex: int


class LaterContent(Content, rename={"influences": "weights"}):
    """The same file in the shape of chapter 6.5: only two keys have other names."""

    influences: list[LaterVertex]  # type: ignore[assignment]


def _ignore(**_: object) -> None:
    """Only the faults of reading are wanted."""


ENTRY = ObjectOf("bone", _ignore, {"bone_id": Key(String()), "weight": Key(Number())})


class WeightFileForm(msgspec.Struct, frozen=True):
    """One of the two shapes: the struct it is decoded into, and the keys that the shapes name differently.

    `form` is the same schema for invalid files: msgspec stops at the first fault, this finds all.
    """

    content: type[Content]
    influences: str
    vertex: str

    @property
    def form(self) -> ObjectOf:
        entry = ObjectOf("vertex", _ignore, {self.vertex: Key(Index()), "bones": Key(ListOf(ENTRY))})
        keys = {"primitive_id": Key(String()), "vertex_count": Key(Index())}
        return ObjectOf("weight file", _ignore, {**keys, self.influences: Key(ListOf(entry))})


FIRST = WeightFileForm(Content, "influences", "vertex")
LATER = WeightFileForm(LaterContent, "weights", "vertex_index")


class WeightFile(msgspec.Struct, frozen=True):
    """A file as read: its name as written and as findings show it, its content, or what is wrong with it.

    `fault` describes a file that is not JSON, `faults` the values that do not match the schema.
    """

    name: str
    raw: bytes
    shown: str
    content: Content | None
    fault: str | None = None
    faults: tuple[Fault, ...] = ()
    shape: WeightFileForm = FIRST

    def entry(self, index: int) -> Path:
        """The path of an entry of `content.influences` in the file."""
        return (self.shape.influences, index)

    def vertex(self, index: int) -> Path:
        """The path of the vertex of an entry."""
        return (*self.entry(index), self.shape.vertex)


def read_weights(name: str, raw: bytes, shown: str) -> WeightFile:
    """Read a weight file. Never raises on account of its content."""
    shape = FIRST
    try:
        shape = _shape(raw)
        content = msgspec.json.decode(raw, type=shape.content)
    except msgspec.ValidationError as error:
        return WeightFile(name, raw, shown, None, str(error), _faults(raw, shape), shape)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        return WeightFile(name, raw, shown, None, _with_line(raw, str(error)), shape=shape)
    twice = _repeated_key(raw, content)
    if twice is not None:
        fault = f"the key {twice!r} occurs more than once in an object"
        return WeightFile(name, raw, shown, None, fault, shape=shape)
    return WeightFile(name, raw, shown, content, shape=shape)


def _shape(raw: bytes) -> WeightFileForm:
    """The shape that the file has, by the name of its list. With both lists it is the shape of 0.3, and the
    other list is reported."""
    keys = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    return LATER if LATER.influences in keys and FIRST.influences not in keys else FIRST


def _repeated_key(raw: bytes, content: Content) -> str | None:
    """A key that an object of a valid file has twice; msgspec takes the last.

    A colon stands between each key and its value. A file with no more colons than it has keys is not read
    again; other colons are in names.
    """
    entries = content.influences
    keys = 3 + 2 * len(entries) + 2 * sum(len(entry.bones) for entry in entries)
    if raw.count(b":") == keys:
        return None
    repeated: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        names = [name for name, _ in pairs]
        repeated.extend(name for index, name in enumerate(names) if name in names[:index])

    json.loads(raw, object_pairs_hook=look)
    return repeated[0] if repeated else None


def _faults(raw: bytes, shape: WeightFileForm) -> tuple[Fault, ...]:
    """The faults of a JSON file that does not match the schema; the composer reads it as YAML.

    JSON that the composer rejects (tabs, depth) has no list of faults, nor has `null`, which YAML takes for
    an empty document.
    """
    composed, faults = compose(raw), Faults()
    if composed.faults or composed.root is None:
        return ()
    shape.form.read(composed.root, (), faults)
    return tuple(faults.listed)


def _with_line(raw: bytes, message: str) -> str:
    """The message with line and column instead of a byte offset."""
    head, _, tail = message.partition("(byte ")
    digits = tail.rstrip(")")
    if not digits.isdecimal():
        return message
    offset = int(digits)
    line, column = raw.count(b"\n", 0, offset) + 1, offset - raw.rfind(b"\n", 0, offset)
    return f"{head.strip()} at line {line}, column {column}"


def bones(vertex: Vertex, renames: dict[str, str]) -> list[tuple[str, float]]:
    """The bones of a vertex, by their names on the side that reads the file."""
    return [(renames.get(bone.bone_id, bone.bone_id), bone.weight) for bone in vertex.bones]
