"""Damaged FBX files: records, values and arrays of the binary container change, its offsets stay right.

The container is read here without Pantin, so that a fault of its reader cannot hide what it is given.
"""

from __future__ import annotations

import random
import struct
import zlib
from typing import NamedTuple

# The last zero says that numbers are little-endian.
MAGIC = b"Kaydara FBX Binary  \0\x1a\0"
HEADER = 27
WIDE = 7500
"""The version from which on records have offsets of 64 bits."""

SIZES = {"Y": 2, "C": 1, "B": 1, "I": 4, "F": 4, "D": 8, "L": 8}
ITEMS = {"f": 4, "d": 8, "i": 4, "l": 8, "b": 1, "c": 1}
EXTREMES = (
    *(bytes(8), b"\xff" * 8, b"\xff" * 7 + b"\x7f", b"\1" + bytes(7), struct.pack("<d", 1e308)),
    *(struct.pack("<d", float("nan")), struct.pack("<d", float("inf")), struct.pack("<2f", -3e38, 1e-40)),
    *(struct.pack("<q", -2), struct.pack("<i", 1 << 20) * 2, struct.pack("<d", -0.5)),
)
STRINGS = (b"", b"\0\1", b"x\0\1Model", b"\xff\xfe", b"Mesh", b"LimbNode", b"Deformer", b"OO", b"a" * 300)


class Record(NamedTuple):
    """A node: its name, its values as codes and bytes, and the nodes in it."""

    name: bytes
    values: list[tuple[str, bytes]]
    children: list[Record]


def is_binary(data: bytes) -> bool:
    return data.startswith(MAGIC) and len(data) > HEADER


def mutate_fbx(data: bytes, chance: random.Random) -> bytes:
    """A damaged copy of a binary file. Raises `ValueError`, `IndexError` or `struct.error` for one that is
    damaged already."""
    (version,) = struct.unpack_from("<I", data, HEADER - 4)
    top, rest = _records(data, HEADER, version >= WIDE)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        _damage(top, chance)
    out = bytearray(data[:HEADER])
    for record in top:
        _append(out, record, version >= WIDE)
    return bytes(out) + data[rest:]


def _records(data: bytes, place: int, wide: bool) -> tuple[list[Record], int]:
    """The records from a place on until an empty one, and where that begins."""
    found = []
    while place < len(data):
        end, count, length = struct.unpack_from("<QQQ" if wide else "<III", data, place)
        if not end:
            break
        named = place + (24 if wide else 12)
        values_at = named + 1 + data[named]
        body = values_at + length
        if not place < body <= end <= len(data):
            raise ValueError("the record does not fit in the file")
        children, _ = _records(data, body, wide) if body < end else ([], 0)
        found.append(Record(data[named + 1 : values_at], _values(data, values_at, count), children))
        place = end
    return found, place


def _values(data: bytes, place: int, count: int) -> list[tuple[str, bytes]]:
    values = []
    for _ in range(count):
        code = chr(data[place])
        if code in SIZES:
            size = SIZES[code]
        elif code in ITEMS:
            size = 12 + struct.unpack_from("<III", data, place + 1)[2]
        elif code in "SR":
            size = 4 + struct.unpack_from("<I", data, place + 1)[0]
        else:
            raise ValueError(f"a value of type {code!r}")
        values.append((code, data[place + 1 : place + 1 + size]))
        place += 1 + size
    return values


def _append(out: bytearray, record: Record, wide: bool) -> None:
    start, layout = len(out), "<QQQ" if wide else "<III"
    empty = bytes(struct.calcsize(layout) + 1)
    values = b"".join(code.encode() + raw for code, raw in record.values)
    out += empty[:-1] + bytes([len(record.name)]) + record.name + values
    for child in record.children:
        _append(out, child, wide)
    if record.children or not record.values:
        out += empty
    struct.pack_into(layout, out, start, len(out), len(record.values), len(values))


def _damage(top: list[Record], chance: random.Random) -> None:
    """Change, remove, repeat or move one record, or one of its values."""
    every = [(siblings, index) for siblings in _lists(top) for index in range(len(siblings))]
    if not every:
        raise ValueError("no records")
    siblings, index = chance.choice(every)
    record, kind = siblings[index], chance.random()
    if kind < 0.65 and record.values:
        place = chance.randrange(len(record.values))
        record.values[place] = _damaged_value(*record.values[place], chance)
    elif kind < 0.72:
        del siblings[index]
    elif kind < 0.79:
        siblings.insert(index, record)
    elif kind < 0.86:
        others, other = chance.choice(every)
        if all(below is not siblings for below in _lists([others[other]])):  # not into itself
            siblings[index] = others[other]
    elif kind < 0.93 and record.values:
        del record.values[chance.randrange(len(record.values))]
    else:
        record.values.insert(0, ("L", chance.choice(EXTREMES)))


def _lists(top: list[Record]) -> list[list[Record]]:
    found, stack = [], [top]
    while stack:
        siblings = stack.pop()
        found.append(siblings)
        stack += [record.children for record in siblings]
    return found


def _damaged_value(code: str, raw: bytes, chance: random.Random) -> tuple[str, bytes]:
    if code in SIZES:
        return code, chance.choice(EXTREMES)[: SIZES[code]]
    if code in "SR":
        text = chance.choice((*STRINGS, raw[4:] * 2, raw[4 : 4 + len(raw) // 2]))
        return code, struct.pack("<I", len(text)) + text
    return code, _damaged_array(code, raw, chance)


def _damaged_array(code: str, raw: bytes, chance: random.Random) -> bytes:
    """Numbers that change, or a head that lies about how many there are."""
    count, encoding, size = struct.unpack_from("<III", raw)
    if chance.random() < 0.25:
        count, encoding = chance.choice(
            (
                (count + 1, encoding),
                (0xFFFFFFFF, encoding),
                (0, encoding),
                (count, 1 - encoding % 2),
                (count, 7),
            )
        )
        return struct.pack("<III", count, encoding, size) + raw[12:]
    numbers = bytearray(zlib.decompress(raw[12:]) if encoding == 1 else raw[12:])
    width = ITEMS[code]
    for _ in range(chance.choice((1, 2, 8))):
        if len(numbers) >= width:
            place = chance.randrange(len(numbers) // width) * width
            numbers[place : place + width] = chance.choice(EXTREMES)[:width]
    if chance.random() < 0.2:
        numbers = numbers[: chance.randrange(len(numbers) // width + 1) * width]
    stored = zlib.compress(bytes(numbers)) if encoding == 1 else bytes(numbers)
    return struct.pack("<III", len(numbers) // width, encoding, len(stored)) + stored
