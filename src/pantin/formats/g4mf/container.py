"""The header and chunks of a `.g4b`, valid or not, or the text of a `.g4tf`. Nothing is checked here: a wrong
size is stored beside the actual one, for rules to compare."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Literal

from pantin.base.errors import LimitExceeded
from pantin.base.files import BytesLike
from pantin.base.limits import Limits
from pantin.formats.document import container as document

Kind = Literal["g4b", "g4tf"]

# File format page: magic, chunk types and encodings are four characters, read as little-endian numbers.
MAGIC = 0x464D3447
CHUNK_JSON = 0x4E4F534A
CHUNK_BLOB = 0x424F4C42
PLAIN = 0
ZSTD = 0x6474735A
RESERVED_ENCODING = 0xFFFFFFFF
VERSION = 0
HEADER_BYTES = 16
ALIGNMENT = 16
TOP_BIT = 1 << 63


def four_characters(code: int) -> str:
    """A type or encoding as four characters, or as a number if not printable."""
    raw = struct.pack("<I", code)
    return raw.decode("ascii") if all(32 < byte < 127 for byte in raw) else f"0x{code:08X}"


def code_of(characters: str) -> int | None:
    """The number of a four-character code; None for any other string."""
    raw = characters.encode("utf-8")
    return int(struct.unpack("<I", raw)[0]) if len(raw) == 4 else None


class Chunk(document.Chunk):
    """A chunk; its data may be encoded."""

    HEADER_BYTES = HEADER_BYTES

    encoding: int = PLAIN


class Container(document.Container[Chunk]):
    """The bytes of a file and its division into chunks."""

    kind: Kind

    @property
    def json_chunk(self) -> int | None:
        """The index of the first JSON chunk, which is the document wherever it is."""
        return next((index for index, chunk in enumerate(self.chunks) if chunk.type == CHUNK_JSON), None)

    def content(self, index: int) -> memoryview:
        """The data of a chunk as stored, encoded or not."""
        chunk = self.chunks[index]
        return self.data[chunk.start : chunk.end]

    def padding(self, index: int) -> memoryview:
        """The bytes between a chunk and the next one's header."""
        following = self.chunks[index + 1].offset if index + 1 < len(self.chunks) else self.chunks[index].end
        return self.data[self.chunks[index].end : following]


def parse(data: memoryview, kind: Kind, limits: Limits = Limits()) -> Container:  # noqa: B008 (frozen)
    """Divide a file into chunks. Only a limit raises; every other error is recorded in the container."""
    if kind == "g4tf":
        return Container("g4tf", data, end=len(data))
    header = bytes(data[:HEADER_BYTES])
    magic = struct.unpack_from("<I", header)[0] if len(header) >= 4 else None
    version = struct.unpack_from("<I", header, 4)[0] if len(header) >= 8 else None
    if len(header) < HEADER_BYTES or magic != MAGIC or version != VERSION:
        length = struct.unpack_from("<Q", header, 8)[0] if len(header) == HEADER_BYTES else None
        return Container("g4b", data, magic, version, length, end=len(header))
    length = struct.unpack_from("<Q", header, 8)[0]
    chunks, end = _chunks(data, length, limits)
    return Container("g4b", data, magic, version, length, chunks, end)


def _chunks(data: memoryview, length: int, limits: Limits) -> tuple[tuple[Chunk, ...], int]:
    """Read chunks by their own sizes, to the end of the bytes or to a boundary at the stated end."""
    chunks: list[Chunk] = []
    offset = end = HEADER_BYTES
    while offset < length and len(data) - offset >= HEADER_BYTES:
        if len(chunks) == limits.chunks:
            raise LimitExceeded("chunks", f"the file has more than {limits.chunks:,} chunks")
        type, encoding, size = struct.unpack_from("<IIQ", data, offset)
        available = min(size, len(data) - offset - HEADER_BYTES)
        chunks.append(Chunk(type, offset, size, available, encoding))
        end = chunks[-1].end
        offset = end + -end % ALIGNMENT
    return tuple(chunks), min(max(end, min(offset, len(data), length)), len(data))


def compose(
    container: Container, replaced: Mapping[int, Sequence[BytesLike]], added: Sequence[Sequence[BytesLike]]
) -> list[BytesLike]:
    """The bytes of a file, in parts, with the chunks of `container`. Those in `replaced` get other data
    (encoded as the chunk states), and plain BLOB chunks are appended."""
    chunks: list[tuple[int, int, Sequence[BytesLike]]] = [
        (chunk.type, chunk.encoding, replaced.get(index, [container.content(index)]))
        for index, chunk in enumerate(container.chunks)
    ]
    chunks += [(CHUNK_BLOB, PLAIN, parts) for parts in added]
    return [*assemble(chunks), container.data[container.end :]]


def assemble(chunks: Sequence[tuple[int, int, Sequence[BytesLike]]]) -> list[BytesLike]:
    """The bytes of a file, in parts, from chunks: type, encoding, data. Plain JSON is padded with spaces,
    other data with zeros."""
    parts: list[BytesLike] = []
    total = HEADER_BYTES
    for index, (type, encoding, content) in enumerate(chunks):
        size = sum(map(len, content))
        parts += [struct.pack("<IIQ", type, encoding, size), *content]
        total += HEADER_BYTES + size
        if index != len(chunks) - 1:
            filler = b" " if (type, encoding) == (CHUNK_JSON, PLAIN) else b"\0"
            parts.append(filler * (-size % ALIGNMENT))
            total += -size % ALIGNMENT
    return [struct.pack("<IIQ", MAGIC, VERSION, total), *parts]
