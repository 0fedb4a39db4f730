"""The header and chunks of a GLB, valid or not, or the JSON text of a `.gltf`. Nothing is checked here: a
wrong length is stored beside the actual one, for rules to compare."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Literal

from pantin.base.errors import LimitExceeded
from pantin.base.files import BytesLike
from pantin.base.limits import Limits
from pantin.formats.document import container as document

Kind = Literal["glb", "gltf"]

# glTF 2.0 §4.4: the header's magic and the two chunk types the specification defines, little-endian.
MAGIC = 0x46546C67
CHUNK_JSON = 0x4E4F534A
CHUNK_BIN = 0x004E4942
VERSION = 2
HEADER_BYTES = 12
CHUNK_HEADER_BYTES = 8
_LARGEST = 0xFFFFFFFF


class Chunk(document.Chunk):
    """A chunk of a GLB."""

    HEADER_BYTES = CHUNK_HEADER_BYTES


class Container(document.Container[Chunk]):
    """The bytes of a file and its division into chunks."""

    kind: Kind

    def first(self, type: int) -> Chunk | None:
        """The first chunk of a type; later ones are ignored (glTF 2.0 §4.4.3)."""
        return next((chunk for chunk in self.chunks if chunk.type == type), None)

    @property
    def json(self) -> memoryview | None:
        """The JSON text: the whole file, or the available bytes of the first JSON chunk."""
        if self.kind == "gltf":
            return self.data
        return self._content(self.first(CHUNK_JSON))

    @property
    def bin(self) -> memoryview | None:
        """The available bytes of the first BIN chunk."""
        return self._content(self.first(CHUNK_BIN))

    @property
    def cut_in_header(self) -> bool:
        """Whether the bytes end within a chunk's header."""
        return self.end != self.length and 0 < self.trailing < CHUNK_HEADER_BYTES

    @property
    def cut_in_data(self) -> bool:
        """Whether the bytes end within a chunk's data."""
        return bool(self.chunks) and self.chunks[-1].available < self.chunks[-1].length

    @property
    def is_cut(self) -> bool:
        """Whether the file is truncated, so that its data cannot be checked."""
        return self.kind == "glb" and (self.cut_in_header or self.cut_in_data)

    def _content(self, chunk: Chunk | None) -> memoryview | None:
        return None if chunk is None else self.data[chunk.start : chunk.end]


EMPTY = Container("glb", memoryview(b""))
"""A GLB without chunks, from which `compose` makes a new one."""


def parse(data: memoryview, kind: Kind, limits: Limits = Limits()) -> Container:  # noqa: B008 (frozen)
    """Divide a file into chunks. Only a limit raises; every other error is recorded in the container."""
    if kind == "gltf":
        return Container("gltf", data, end=len(data))
    count = len(data) // 4 if len(data) < HEADER_BYTES else 3
    fields: list[int | None] = list(struct.unpack_from(f"<{count}I", data))
    magic, version, length = fields + [None] * (3 - count)
    header = (magic, version, length)
    if length is None or magic != MAGIC or version != VERSION:
        return Container("glb", data, *header, end=min(len(data), HEADER_BYTES))
    chunks, end = _chunks(data, length, limits)
    return Container("glb", data, *header, chunks, end)


def _chunks(data: memoryview, length: int, limits: Limits) -> tuple[tuple[Chunk, ...], int]:
    """Read chunks by their own lengths, to the end of the bytes or to a boundary at the stated end of the
    file.

    A chunk that extends past the stated end is included: its length may be the correct one.
    """
    chunks: list[Chunk] = []
    offset = HEADER_BYTES
    while offset != length and len(data) - offset >= CHUNK_HEADER_BYTES:
        if len(chunks) == limits.chunks:
            raise LimitExceeded("chunks", f"the GLB has more than {limits.chunks:,} chunks")
        size, type = struct.unpack_from("<II", data, offset)
        available = min(size, len(data) - offset - CHUNK_HEADER_BYTES)
        chunks.append(Chunk(type, offset, size, available))
        offset = chunks[-1].end
    return tuple(chunks), offset


def compose(container: Container, json: bytes, bin: Sequence[BytesLike] | None = None) -> list[BytesLike]:
    """The parts of a GLB: the chunks of `container`, in their order, with new JSON text and BIN data. Without
    `bin` the BIN chunk is unchanged.

    Trailing bytes are kept too. Raises `ValueError` for lengths that do not fit 32 bits.
    """
    parts: list[BytesLike] = []
    for type, content in _contents(container, json.rstrip(b" "), bin):
        parts += _chunk_parts(type, content)
    length = HEADER_BYTES + sum(map(len, parts))
    if length > _LARGEST:
        raise ValueError(f"a GLB holds at most {_LARGEST:,} bytes, this one would need {length:,}")
    return [struct.pack("<III", MAGIC, VERSION, length), *parts, container.data[container.end :]]


def _contents(
    container: Container, text: bytes, bin: Sequence[BytesLike] | None
) -> list[tuple[int, Sequence[BytesLike]]]:
    """The type and data of each chunk of the new GLB. A missing JSON chunk is added first, a missing BIN
    chunk after the JSON (glTF 2.0 §4.4.3).
    """
    old_json, old_bin = container.first(CHUNK_JSON), container.first(CHUNK_BIN)
    contents: list[tuple[int, Sequence[BytesLike]]] = []
    for chunk in container.chunks:
        if chunk is old_json:
            contents.append((CHUNK_JSON, [text]))
        elif chunk is old_bin and bin is not None:
            contents.append((CHUNK_BIN, bin))
        else:
            contents.append((chunk.type, [container.data[chunk.start : chunk.end]]))
    if old_json is None:
        contents.insert(0, (CHUNK_JSON, [text]))
    if old_bin is None and bin is not None:
        json_index = 0 if old_json is None else container.chunks.index(old_json)
        contents.insert(json_index + 1, (CHUNK_BIN, bin))
    return contents


def _chunk_parts(type: int, content: Sequence[BytesLike]) -> list[BytesLike]:
    """The parts of a chunk. Its length is a multiple of four bytes and includes the padding, spaces for JSON
    and zeros for the rest (glTF 2.0 §4.4.3).
    """
    padding = b" " if type == CHUNK_JSON else b"\0"
    length = sum(map(len, content))
    fill = -length % 4
    if length + fill > _LARGEST:
        raise ValueError(f"a GLB chunk holds at most {_LARGEST:,} bytes, this one would need {length:,}")
    return [struct.pack("<II", length + fill, type), *content, padding * fill]
