"""External weight files: JSON with the influences of a primitive's vertices, read once and checked by
`rules`."""

from __future__ import annotations

import msgspec

from pantin.rigy.schema.kinds import Fault, Faults, Index, Key, ListOf, Number, ObjectOf, String
from pantin.rigy.source import compose


class Entry(msgspec.Struct):
    """One bone of one vertex."""

    bone_id: str
    weight: float


class Vertex(msgspec.Struct):
    vertex: int
    bones: list[Entry]


class Content(msgspec.Struct):
    """The whole file."""

    primitive_id: str
    vertex_count: int
    influences: list[Vertex] = []


def _nothing(**_: object) -> None:
    """Only the faults of reading are wanted."""


ENTRY = ObjectOf("bone", _nothing, {"bone_id": Key(String()), "weight": Key(Number())})
VERTEX = ObjectOf("vertex", _nothing, {"vertex": Key(Index()), "bones": Key(ListOf(ENTRY))})
CONTENT = ObjectOf(
    "weight file",
    _nothing,
    {
        "primitive_id": Key(String()),
        "vertex_count": Key(Index()),
        "influences": Key(ListOf(VERTEX), ()),
    },
)
"""The same schema for invalid files: msgspec stops at the first fault, this finds all."""


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


def read_weights(name: str, raw: bytes, shown: str) -> WeightFile:
    """Read a weight file. Never raises on account of its content."""
    try:
        return WeightFile(name, raw, shown, msgspec.json.decode(raw, type=Content))
    except msgspec.ValidationError as error:
        return WeightFile(name, raw, shown, None, str(error), _faults(raw))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        return WeightFile(name, raw, shown, None, _with_line(raw, str(error)))


def _faults(raw: bytes) -> tuple[Fault, ...]:
    """The faults of a JSON file that does not match the schema; the composer reads it as YAML.

    Unknown keys are ignored, as they are in a valid file. JSON that the composer rejects (tabs, depth) has no
    list of faults.
    """
    composed, faults = compose(raw), Faults()
    if composed.faults:
        return ()
    CONTENT.read(composed.root, (), faults)
    return tuple(fault for fault in faults.found if fault.kind != "unknown key")


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
