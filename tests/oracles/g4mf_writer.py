"""G4MF files written down by hand: a tree, arrays packed with `struct`, and the bytes of both containers.

It shares no code with the package, so that a mistake in its reader is not repeated here.
"""

from __future__ import annotations

import base64
import copy
import json
import struct
from collections.abc import Sequence
from typing import Any

LETTERS = {
    "int8": "b",
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
    "uint64": "Q",
    "float16": "e",
    "float32": "f",
    "float64": "d",
}
PLAIN, ZSTD = 0, 0x6474735A


class Writer:
    """A file in the making: `tree` is its JSON without buffers; `accessor` adds an array."""

    def __init__(self, dimension: int, **members: Any) -> None:
        self.tree: dict[str, Any] = {"asset": {"dimension": dimension}, **members}
        self.data = b""
        self.type_key = "componentType"

    def accessor(self, rows: Sequence[Any], type: str = "float64", size: int | None = None) -> int:
        """The index of a new accessor; a row may be a number or a list of them."""
        width = len(rows[0]) if rows and isinstance(rows[0], list | tuple) else 1
        flat = [value for row in rows for value in (row if isinstance(row, list | tuple) else [row])]
        packed = bytes(flat) if type == "float8" else struct.pack(f"<{len(flat)}{LETTERS[type]}", *flat)
        self.data += bytes(-len(self.data) % 16)
        view = {"byteOffset": len(self.data), "byteLength": len(packed)}
        self.data += packed
        self.tree.setdefault("bufferViews", []).append(view)
        entry = {"bufferView": len(self.tree["bufferViews"]) - 1, self.type_key: type}
        width = size or width
        if width != 1:
            entry["vectorSize"] = width
        self.tree.setdefault("accessors", []).append(entry)
        return len(self.tree["accessors"]) - 1

    def _with_buffer(self, **entry: Any) -> dict[str, Any]:
        tree = copy.deepcopy(self.tree)
        if self.data:
            tree["buffers"] = [{"byteLength": len(self.data), **entry}]
        return tree

    def text(self) -> bytes:
        """A `.g4tf` with its data in a data URI."""
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        return json.dumps(self._with_buffer(uri=uri), indent="\t").encode() + b"\n"

    def binary(self, *, zstd: bool = False, implicit: bool = False, json_last: bool = False) -> bytes:
        """A `.g4b`: the buffer named by its chunk, or by order alone; the JSON first or behind it."""
        entry: dict[str, Any] = {} if implicit else {"chunk": 0 if json_last else 1}
        data, encoding = self.data, PLAIN
        if zstd:
            import zstandard

            data, encoding = zstandard.compress(self.data), ZSTD
            entry["encoding"] = "Zstd"
        tree = self._with_buffer(**entry)
        chunks = [(b"JSON", PLAIN, json.dumps(tree, separators=(",", ":")).encode())]
        if self.data:
            chunks.insert(0 if json_last else 1, (b"BLOB", encoding, data))
        return container(chunks)


def container(chunks: Sequence[tuple[bytes, int, bytes]], version: int = 0) -> bytes:
    """A binary file of (type, encoding, data) chunks, each padded to 16 bytes but the last."""
    body = b""
    for index, (kind, encoding, data) in enumerate(chunks):
        body += kind + struct.pack("<IQ", encoding, len(data)) + data
        if index != len(chunks) - 1:
            body += (b" " if kind == b"JSON" and encoding == PLAIN else b"\0") * (-len(data) % 16)
    return b"G4MF" + struct.pack("<IQ", version, 16 + len(body)) + body
