"""Headers and chunks as they are."""

from __future__ import annotations

import struct

import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.g4mf.container import (
    CHUNK_BLOB,
    CHUNK_JSON,
    MAGIC,
    ZSTD,
    assemble,
    code_of,
    four_characters,
    parse,
)

SMALLEST = b'{"asset":{"dimension":4}}'


def test_the_smallest_file_has_57_bytes(writer):
    data = writer.container([(b"JSON", 0, SMALLEST)])
    assert len(data) == 57
    container = parse(memoryview(data), "g4b")
    assert (container.magic, container.version, container.length) == (MAGIC, 0, 57)
    assert bytes(container.content(0)) == SMALLEST
    assert b"".join(assemble([(CHUNK_JSON, 0, [SMALLEST])])) == data


def test_chunks_begin_at_multiples_of_16_and_the_last_is_not_padded(writer):
    data = writer.container([(b"BLOB", 0, b"abc"), (b"JSON", 0, SMALLEST)])
    container = parse(memoryview(data), "g4b")
    assert [chunk.offset % 16 for chunk in container.chunks] == [0, 0]
    assert container.json_chunk == 1
    assert bytes(container.padding(0)) == bytes(13)
    parts = [(CHUNK_BLOB, 0, [b"abc"]), (CHUNK_JSON, 0, [SMALLEST])]
    assert b"".join(assemble(parts)) == data


@pytest.mark.parametrize("cut", [0, 3, 15, 16, 31, 40, 56])
def test_a_cut_file_is_divided_as_far_as_it_goes(writer, cut):
    data = writer.container([(b"JSON", 0, SMALLEST)])[:cut]
    container = parse(memoryview(data), "g4b")
    assert sum(chunk.available for chunk in container.chunks) == max(0, cut - 32)


def test_a_size_with_its_top_bit_set_takes_what_is_there():
    data = struct.pack("<4sIQ", b"G4MF", 0, 1 << 63) + struct.pack("<4sIQ", b"JSON", 0, (1 << 64) - 1) + b"{}"
    container = parse(memoryview(data), "g4b")
    assert container.chunks[0].available == 2


def test_more_chunks_than_the_limit_are_refused(writer):
    data = writer.container([(b"BLOB", 0, b"")] * 9)
    with pytest.raises(LimitExceeded):
        parse(memoryview(data), "g4b", Limits(chunks=8))


def test_codes_are_four_characters():
    assert (four_characters(ZSTD), code_of("Zstd"), code_of("gzip2")) == ("Zstd", ZSTD, None)
    assert four_characters(1) == "0x00000001"
