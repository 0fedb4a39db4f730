"""Binary FBX: records of nodes, decoded when they are asked for. Offsets and lengths are never trusted."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from pantin.base.limits import Budget
from pantin.formats.fbx.faults import Faults
from pantin.formats.fbx.nodes import Array, Node, Numbers, StoredLink, Value
from pantin.formats.fbx.properties import Property, ReadProperty

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

LINK = 25
"""Bytes of the values of a connection between two ids: `OO`, child, parent."""

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
        # The record of a connection between two ids, and the begin of the values of an object, as all
        # programs write them.
        self._link = struct.Struct(f"{self.record.format}2sI2scqcq")
        self._heading = struct.Struct(f"{order}cqcI").unpack_from
        self._known: dict[tuple[int, bytes], tuple[str, list[Value]]] = {}
        self._properties: dict[bytes, tuple[int, str, Property]] = {}
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
            name = names.get(raw) or self._text(raw)
            nodes.append(stored(self, name, position, values_at, body, after, count, depth))
            position = after

    def load_values(self, node: Node) -> tuple[str, list[Value]]:
        size = node.body - node.values_at
        if size > SHORT:
            return self._decode_values(node)
        if node.depth == 1 and node.count == 3:
            heading = self._decode_heading(node)
            if heading is not None:
                return "LSS", heading
        key = node.count, self.data[node.values_at : node.body]
        known = self._known.get(key)
        if known is None:
            codes, values = self._decode_values(node)
            if len(values) == node.count and not any(isinstance(value, Array) for value in values):
                self._known[key] = codes, values
            return codes, list(values)
        return known[0], list(known[1])

    def _decode_heading(self, node: Node) -> list[Value] | None:
        """The id, name and subclass of an object; None for other nodes. Each is different, so a list of known
        values does not help."""
        data, at, end = self.data, node.values_at, node.body
        if end - at < 19:
            return None
        code, identity, second, length = self._heading(data, at)
        middle = at + 14 + length
        if code != b"L" or second != b"S" or not self._ends_in_text(middle, end):
            return None
        return [
            identity,
            data[at + 14 : middle].decode("utf-8", "surrogateescape"),
            self._text(data[middle + 5 : end]),
        ]

    def _text(self, raw: bytes) -> str:
        """A string that occurs often."""
        text = self._names.get(raw)
        if text is None:
            text = self._names[raw] = raw.decode("utf-8", "surrogateescape")
        return text

    def load_bytes(self, node: Node, name: str) -> bytes | None:
        """The first child with this name, from its values on, without making nodes."""
        data, unpack, size = self.data, self.record.unpack_from, self.record.size
        wanted = name.encode()
        position, end = node.body, node.end
        while position + size <= end:
            after, _, _, name_length = unpack(data, position)
            start = position + size
            if not start + name_length <= after <= end:
                return None
            if data[start : start + name_length] == wanted:
                return data[start + name_length : after]
            position = after
        return None

    def load_links(self, node: Node) -> list[Node | StoredLink] | None:
        """Connections between ids, of which a file has several for each object, without making nodes of them;
        nodes for other children; None where the records are damaged."""
        data, unpack, size = self.data, self._link.unpack_from, self._link.size
        header = self.record.size
        links: list[Node | StoredLink] = []
        position, end = node.body, node.end
        while position + size <= end:
            after, count, length, named, name, two, kind, first, child, second, parent = unpack(
                data, position
            )
            if not position + header + named + length <= after <= end:
                return None
            plain = named == 1 and name == b"CS" and two == 2 and first == b"L" and second == b"L"
            if plain and kind == b"OO" and count == 3 and length == LINK:
                links.append((child, parent, None))
            elif plain and kind == b"OP" and count == 4 and self._ends_in_text(position + size, after):
                links.append((child, parent, self._text(data[position + size + 5 : after])))
            else:
                links.append(self._record(position, node.depth + 1))
            position = after
        rest = data[position:end]
        return None if any(rest) or len(rest) not in (0, header) else links

    def _ends_in_text(self, position: int, end: int) -> bool:
        """Whether the values up to an offset are one string."""
        data = self.data
        return (
            position + 5 <= end
            and data[position] == 83
            and (position + 5 + self._length(data, position + 1)[0] == end)
        )

    def _record(self, position: int, depth: int) -> Node:
        """The node of a record whose offsets are valid."""
        after, count, length, name_length = self.record.unpack_from(self.data, position)
        values_at = position + self.record.size + name_length
        name = self._text(self.data[values_at - name_length : values_at])
        return Node.stored(self, name, position, values_at, values_at + length, after, count, depth)

    def load_properties(self, node: Node, name: str, read: ReadProperty) -> dict[str, Property] | None:
        """The properties in the children of a node, which all have one name, without making nodes of them;
        None where there are other records or damaged ones. Many objects have the same properties, so those
        that were read before are known by their bytes."""
        data, unpack, size = self.data, self.record.unpack_from, self.record.size
        known, wanted = self._properties, name.encode()
        properties: dict[str, Property] = {}
        position, end = node.body, node.end
        while position + size <= end:
            after, count, length, name_length = unpack(data, position)
            values_at = position + size + name_length
            if after == 0 and name_length == 0:
                return properties
            if after != values_at + length or after > end or data[position + size : values_at] != wanted:
                return None
            raw = data[values_at:after]
            entry = known.get(raw)
            if entry is None or entry[0] != count:
                named = read(self._decode_values(self._record(position, node.depth + 1))[1])
                if named is None:
                    return None
                entry = count, *named
                if length <= SHORT:
                    known[raw] = entry
            properties[entry[1]] = entry[2]
            position = after
        return None

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
