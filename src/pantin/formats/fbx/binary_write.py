"""Write binary FBX: nodes as records with absolute offsets, arrays compressed with zlib, and the footer."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

from pantin.formats.fbx.binary import ARRAYS, HEADER, MAGIC, SCALARS, WIDE
from pantin.formats.fbx.nodes import Array, Node, Value

LEVEL = 1
"""The level of zlib: of half of the time, for a tenth more bytes than the default (vertices and keys)."""

LEAST_COMPRESSED = 128
"""Bytes of an array from which on it is compressed, as the FBX SDK does it."""

# An id, a time and an id in the header that belong together; any other combination is refused by the FBX SDK.
# Blender writes the same, so files do not depend on when they were made.
FOOTER_ID = bytes.fromhex("fabcab09d0c8d466b176fb831cf7267e")
FILE_ID = bytes.fromhex("28b32aebb624ccc2bfc8b02aa92bfcf1")
CREATION_TIME = "1970-01-01 10:00:00:000"
END = bytes.fromhex("f85a8c6adef5d97eece90ce3758f290b")

CLOSED_EMPTY = ("AnimationStack", "AnimationLayer")
"""Nodes with values of which the FBX SDK expects a list of children, even an empty one; so it does of all
without values."""


class BinaryWriter:
    """Writes nodes in a version and an order of bytes."""

    def __init__(self, version: int, big_endian: bool = False) -> None:
        self.version, self.order = version, ">" if big_endian else "<"
        self.record = struct.Struct(f"{self.order}{'QQQ' if version >= WIDE else 'III'}B")
        self._scalars = {code: struct.Struct(self.order + kind).pack for code, kind in SCALARS.items()}

    def document(self, roots: list[Node]) -> bytes:
        out = bytearray(MAGIC + bytes([self.order == ">"]) + struct.pack(f"{self.order}I", self.version))
        assert len(out) == HEADER
        for node in roots:
            self.write(out, node)
        out += bytes(self.record.size)
        out += footer(len(out), self.version, self.order, FOOTER_ID)
        return bytes(out)

    def write(self, out: bytearray, node: Node) -> None:
        """Append a node to a file."""
        start = len(out)
        out += bytes(self.record.size)
        name = node.name.encode("utf-8", "surrogateescape")
        out += name
        values = self.encode_values(node)
        out += values
        for child in node.children:
            self.write(out, child)
        if node.children or not node.values or node.name in CLOSED_EMPTY:
            out += bytes(self.record.size)
        self.record.pack_into(out, start, len(out), len(node.values), len(values), len(name))

    def encode_values(self, node: Node) -> bytes:
        pairs = zip(node.codes, node.values, strict=True)
        return b"".join(self._encode(code, value) for code, value in pairs)

    def _encode(self, code: str, value: Value) -> bytes:
        if isinstance(value, Array):
            return self._encode_array(code, value.numbers)
        if isinstance(value, str | bytes):
            raw = value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")
            if code in "SR":
                return code.encode() + struct.pack(f"{self.order}I", len(raw)) + raw
            return code.encode() + raw[:1]
        return code.encode() + self._scalars[code](value)

    def _encode_array(self, code: str, numbers: np.ndarray[Any, Any]) -> bytes:
        raw = np.ascontiguousarray(numbers, np.dtype(self.order + ARRAYS[code])).tobytes()
        stored = zlib.compress(raw, LEVEL) if len(raw) >= LEAST_COMPRESSED else raw
        encoding = int(stored is not raw)
        head = struct.pack(f"{self.order}III", len(numbers), encoding, len(stored))
        return code.encode() + head + stored


def footer(size: int, version: int, order: str, identity: bytes) -> bytes:
    """What follows the last null record of a file of this size: after an id, zeros to a multiple of 16."""
    after = size + 16
    padding = (-after) % 16 or 16
    return identity + bytes(padding) + bytes(4) + struct.pack(f"{order}I", version) + bytes(120) + END
