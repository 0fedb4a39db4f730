"""External weight files: JSON with the influences of a primitive's vertices, read once and judged by
`rules`."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec


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


@dataclass(frozen=True, slots=True)
class WeightFile:
    """A file as read: its name as written and as findings show it, its content, or in `fault` why there
    is none."""

    name: str
    raw: bytes
    shown: str
    content: Content | None
    fault: str | None = None


def read_weights(name: str, raw: bytes, shown: str) -> WeightFile:
    """Read a weight file. Never raises on account of its content."""
    try:
        return WeightFile(name, raw, shown, msgspec.json.decode(raw, type=Content))
    except msgspec.ValidationError as error:
        return WeightFile(name, raw, shown, None, str(error))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        return WeightFile(name, raw, shown, None, _place(raw, str(error)))


def _place(raw: bytes, message: str) -> str:
    """msgspec counts bytes; people count lines."""
    head, _, tail = message.partition("(byte ")
    digits = tail.rstrip(")")
    if not digits.isdecimal():
        return message
    offset = int(digits)
    line, column = raw.count(b"\n", 0, offset) + 1, offset - raw.rfind(b"\n", 0, offset)
    return f"{head.strip()} at line {line}, column {column}"


def bones(vertex: Vertex, renames: dict[str, str]) -> list[tuple[str, float]]:
    """The bones of a vertex, by the names they have on the side that reads the file."""
    return [(renames.get(one.bone_id, one.bone_id), one.weight) for one in vertex.bones]
