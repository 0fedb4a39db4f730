"""Binary FBX: records of nodes, decoded when they are asked for. Offsets and lengths are never trusted."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from pantin.base.limits import Budget
from pantin.formats.fbx.faults import Faults
from pantin.formats.fbx.nodes import Array, Node, Numbers, Value

MAGIC = b"Kaydara FBX Binary  \x00\x1a"
HEADER = len(MAGIC) + 5
"""The magic, a byte for the order of bytes, and the version."""

WIDE = 7500
"""The version from which on offsets have 64 bits."""

MOST_DEPTH = 64
"""Nodes of scenes nest some ten levels deep; readers stop at 32."""

SCALARS = {"C": "B", "B": "B", "Z": "B", "Y": "h", "I": "i", "L": "q", "F": "f", "D": "d"}
ARRAYS = {"b": "u1", "c": "u1", "i": "i4", "l": "i8", "f": "f4", "d": "f8"}
SIZES = {code: struct.calcsize(kind) for code, kind in SCALARS.items()}

Decoder = Callable[[bytes, int], tuple[Any]]

SHORT = 160
"""Longest node values in bytes that are cached by content: many objects store the same program defaults."""


class BinaryFile:
    """The content of a binary file; `faults` collects what is wrong as nodes are decoded."""

    def __init__(self, data: bytes, budget: Budget, faults: Faults) -> None:
        self.data, self.budget, self.faults = data, budget, faults
        self.big_endian = data[len(MAGIC)] != 0
        order = ">" if self.big_endian else "<"
        self.order = order
        self.version: int = struct.unpack_from(f"{order}I", data, len(MAGIC) + 1)[0]
        self.is_wide = self.version >= WIDE
        self.record = struct.Struct(f"{order}{'QQQ' if self.is_wide else 'III'}B")
        self.end = len(data)
        """Offset of the null record that ends the list of top-level nodes."""
        self._scalars: dict[int, tuple[Decoder, int]] = {
            ord(code): (struct.Struct(order + kind).unpack_from, SIZES[code])
            for code, kind in SCALARS.items()
        }
        self._length = struct.Struct(f"{order}I").unpack_from
        self._array = struct.Struct(f"{order}III").unpack_from
        self._link = struct.Struct(f"{order}xqxq").unpack_from
        self._known: dict[tuple[int, bytes], tuple[str, list[Value]]] = {}
        self._names: dict[bytes, str] = {}

    def roots(self) -> list[Node]:
        nodes, self.end = self._records(HEADER, len(self.data), 0)
        return nodes

    def load_children(self, node: Node) -> list[Node]:
        if node.body >= node.end:
            return []
        if node.depth >= MOST_DEPTH:
            self.faults.add("FBX-DEPTH", node.start, depth=MOST_DEPTH)
            return []
        return self._records(node.body, node.end, node.depth + 1)[0]

    def _records(self, position: int, end: int, depth: int) -> tuple[list[Node], int]:
        """Read the records from an offset up to a null record or the end of the file; also return the end
        offset."""
        data, record, size = self.data, self.record, self.record.size
        nodes: list[Node] = []
        names, stored, unpack = self._names, Node.stored, record.unpack_from
        while True:
            if position + size > end:
                if position < end or depth == 0:
                    self.faults.add("FBX-TRUNCATED", position, what="ends within a node")
                return nodes, position
            after, count, length, name_length = unpack(data, position)
            if after == 0 and name_length == 0:
                return nodes, position + size
            values_at = position + size + name_length
            body = values_at + length
            after = after or body  # some writers leave it 0 where there are no children
            if after > end or body > after:
                self.faults.add("FBX-OFFSET", position, found=min(after, 1 << 62), most=end)
                return nodes, end
            raw = data[position + size : values_at]
            name = names.get(raw)
            if name is None:
                name = names[raw] = raw.decode("utf-8", "surrogateescape")
            nodes.append(stored(self, name, position, values_at, body, after, count, depth))
            position = after

    def load_values(self, node: Node) -> tuple[str, list[Value]]:
        size = node.body - node.values_at
        if size > SHORT:
            return self._decode_values(node)
        if node.name == "C":
            return self._decode_link(node) or self._decode_values(node)
        key = node.count, self.data[node.values_at : node.body]
        known = self._known.get(key)
        if known is None:
            codes, values = self._decode_values(node)
            if len(values) == node.count and not any(isinstance(value, Array) for value in values):
                self._known[key] = codes, values
            return codes, list(values)
        return known[0], list(known[1])

    def _decode_link(self, node: Node) -> tuple[str, list[Value]] | None:
        """Decode a connection between two ids in the layout that all programs write; None for other nodes.
        Decoding these separately pays off, because a file has several connections for each object."""
        data, at, end = self.data, node.values_at + 7, node.body
        if end - at < 18 or data[at] != 76 or data[at + 9] != 76:  # L, twice
            return None
        kind = data[at - 2 : at]
        if data[at - 7] != 83 or self._length(data, at - 6)[0] != 2:  # a string of two characters
            return None
        child, parent = self._link(data, at)
        if kind == b"OO" and node.count == 3 and end == at + 18:
            return "SLL", ["OO", child, parent]
        is_property = kind == b"OP" and node.count == 4 and end - at >= 23 and data[at + 18] == 83
        if not is_property or self._length(data, at + 19)[0] != end - at - 23:
            return None
        raw = data[at + 23 : end]
        name = self._names.get(raw)
        if name is None:
            name = self._names[raw] = raw.decode("utf-8", "surrogateescape")
        return "SLLS", ["OP", child, parent, name]

    def _decode_values(self, node: Node) -> tuple[str, list[Value]]:
        data, position, end = self.data, node.values_at, node.body
        codes: list[str] = []
        values: list[Value] = []
        scalars, length_of = self._scalars, self._length
        for _ in range(node.count):
            if position >= end:
                self.faults.add("FBX-VALUE", node.start, name=node.name, why="its values end early")
                break
            code = data[position]
            position += 1
            scalar = scalars.get(code)
            if scalar is not None:
                decode, size = scalar
                if position + size > end:
                    self.faults.add("FBX-VALUE", node.start, name=node.name, why="its values end early")
                    break
                values.append(decode(data, position)[0])
                position += size
            elif code in b"SR":
                size = length_of(data, position)[0] if position + 4 <= end else end
                if position + 4 + size > end:
                    self.faults.add("FBX-VALUE", node.start, name=node.name, why="a string ends too late")
                    break
                raw = data[position + 4 : position + 4 + size]
                values.append(raw.decode("utf-8", "surrogateescape") if code == 83 else raw)
                position += 4 + size
            elif chr(code) in ARRAYS:
                if position + 12 > end:
                    self.faults.add("FBX-VALUE", node.start, name=node.name, why="an array ends too late")
                    break
                array, position = self._read_array(node, chr(code), position, end)
                if array is None:
                    break
                values.append(array)
            else:
                why = f"there is no type of value {chr(code)!a}"
                self.faults.add("FBX-VALUE", node.start, name=node.name, why=why)
                break
            codes.append(chr(code))
        return "".join(codes), values

    def _read_array(self, node: Node, code: str, position: int, end: int) -> tuple[Array | None, int]:
        length, encoding, size = self._array(self.data, position)
        position += 12
        kind = np.dtype(self.order + ARRAYS[code])
        if encoding == 0:
            size = length * kind.itemsize
        if position + size > end or encoding > 1:
            why = "an array ends too late" if encoding <= 1 else f"an array has the encoding {encoding}"
            self.faults.add("FBX-VALUE", node.start, name=node.name, why=why)
            return None, end
        start, name = position, node.name

        def load() -> Numbers:
            if encoding == 0:
                numbers = np.frombuffer(self.data, kind, length, start)
            else:
                numbers = self._inflate(node, kind, length, start, size)
            return (
                numbers
                if kind.isnative
                else self.budget.hold(numbers.nbytes, name, lambda: numbers.astype(kind.newbyteorder("=")))
            )

        return Array(code, length, load), position + size

    def _inflate(self, node: Node, kind: np.dtype[Any], length: int, start: int, size: int) -> Numbers:
        """Decompress an array. A damaged array gives the numbers before the damage."""
        wanted = length * kind.itemsize
        # A byte of deflate stands for at most 1,032 others: a larger claim needs no memory to refuse.
        if wanted > 1032 * size + 64:
            self.faults.add("FBX-ARRAY", node.start, name=node.name, found="fewer", expected=length)
            return np.zeros(0, kind)
        inflate = zlib.decompressobj()
        self.budget.check(wanted, node.name)
        try:
            raw = inflate.decompress(memoryview(self.data)[start : start + size], wanted or 1)
        except zlib.error as error:
            self.faults.add(
                "FBX-VALUE", node.start, name=node.name, why=f"an array cannot be inflated: {error}"
            )
            return np.zeros(0, kind)
        decoded_count = len(raw) // kind.itemsize
        if decoded_count != length or (not inflate.eof and self._has_more(inflate)):
            self.faults.add("FBX-ARRAY", node.start, name=node.name, found=decoded_count, expected=length)
        return self.budget.hold(len(raw), node.name, lambda: np.frombuffer(raw, kind, decoded_count))

    @staticmethod
    def _has_more(inflate: zlib._Decompress) -> bool:
        try:
            return bool(inflate.decompress(inflate.unconsumed_tail, 1))
        except zlib.error:
            return False

    def words(self, node: Node) -> list[float | str] | None:
        """Always None: binary files do not store lists as text."""
        return None

    def load_numbers(self, node: Node) -> Numbers | None:
        """Decode a node with many single values of one type at once; None for other nodes."""
        if node.count < 2 or node.values_at >= node.body:
            return None
        code = chr(self.data[node.values_at])
        size = SIZES.get(code)
        if size is None or code in "CBZ" or node.body - node.values_at != node.count * (size + 1):
            return None
        kind = np.dtype([("code", "u1"), ("number", self.order + SCALARS[code])])
        rows = np.frombuffer(self.data, kind, node.count, node.values_at)
        if not (rows["code"] == ord(code)).all():
            return None
        native = kind["number"].newbyteorder("=")
        return self.budget.hold(
            node.count * native.itemsize, node.name, lambda: rows["number"].astype(native)
        )


def read_header(data: bytes) -> bool:
    """Whether the data begin with a complete header of binary FBX."""
    return data.startswith(MAGIC) and len(data) >= HEADER
