"""Containers: what stands in the bytes is recorded, true or not."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.gltf.container import CHUNK_BIN, CHUNK_JSON, Container, compose, parse

OTHER = 0x12345678


def chunk(type: int, data: bytes, length: int | None = None) -> bytes:
    return struct.pack("<II", len(data) if length is None else length, type) + data


def glb(*chunks: bytes, length: int | None = None, version: int = 2, magic: bytes = b"glTF") -> memoryview:
    body = b"".join(chunks)
    return memoryview(
        struct.pack("<4sII", magic, version, 12 + len(body) if length is None else length) + body
    )


def test_the_chunks_of_a_glb_are_found_in_their_order():
    container = parse(glb(chunk(CHUNK_JSON, b"{}  "), chunk(CHUNK_BIN, b"data"), chunk(OTHER, b"")), "glb")
    assert [(c.type, c.offset, c.length, c.available) for c in container.chunks] == [
        (CHUNK_JSON, 12, 4, 4),
        (CHUNK_BIN, 24, 4, 4),
        (OTHER, 36, 0, 0),
    ]
    assert (container.version, container.length, container.end, container.trailing) == (2, 44, 44, 0)
    assert bytes(container.json or b"") == b"{}  "
    assert bytes(container.bin or b"") == b"data"


def test_text_is_all_json():
    container = parse(memoryview(b"{}"), "gltf")
    assert (container.json, container.bin, container.magic, container.trailing) == (b"{}", None, None, 0)


@pytest.mark.parametrize(
    ("size", "fields"),
    [
        (0, (None, None, None)),
        (3, (None, None, None)),
        (4, (0x46546C67, None, None)),
        (11, (0x46546C67, 2, None)),
    ],
)
def test_a_cut_header_has_the_fields_that_are_there(size, fields):
    container = parse(glb()[:size], "glb")
    assert (container.magic, container.version, container.length) == fields
    assert container.chunks == ()


def test_another_magic_or_version_is_not_divided():
    for data in (glb(chunk(CHUNK_JSON, b"{}  "), magic=b"glTX"), glb(chunk(CHUNK_JSON, b"{}  "), version=1)):
        assert parse(data, "glb").chunks == ()


def test_a_chunk_longer_than_the_file_keeps_both_lengths():
    (found,) = parse(glb(chunk(CHUNK_JSON, b"{}", length=4_000_000_000)), "glb").chunks
    assert (found.length, found.available) == (4_000_000_000, 2)


def test_data_after_the_stated_length_is_trailing():
    container = parse(glb(chunk(CHUNK_JSON, b"{}  "), b"more and more", length=24), "glb")
    assert (len(container.chunks), container.end, container.trailing) == (1, 24, 13)


def test_a_cut_chunk_header_is_trailing():
    container = parse(glb(chunk(CHUNK_JSON, b"{}  "), b"\0\0\0", length=99), "glb")
    assert (len(container.chunks), container.end, container.trailing) == (1, 24, 3)


def test_only_the_first_chunk_of_a_type_counts():
    container = parse(
        glb(chunk(CHUNK_JSON, b"{}"), chunk(CHUNK_BIN, b"one "), chunk(CHUNK_BIN, b"two ")), "glb"
    )
    assert container.bin == b"one "


def test_a_flood_of_chunks_is_a_limit():
    with pytest.raises(LimitExceeded) as caught:
        parse(glb(bytes(8 * 100)), "glb", Limits(chunks=99))
    assert caught.value.limit == "chunks"


def test_composing_puts_json_and_bin_in_their_places_and_keeps_other_chunks():
    data = glb(chunk(CHUNK_JSON, b"{}  "), chunk(OTHER, b"keep"), chunk(CHUNK_BIN, b"old "))
    again = parse(memoryview(b"".join(compose(parse(data, "glb"), b'{"a":1}', [b"new", b"er"]))), "glb")
    assert [(c.type, c.length) for c in again.chunks] == [(CHUNK_JSON, 8), (OTHER, 4), (CHUNK_BIN, 8)]
    assert (again.json, again.bin) == (b'{"a":1} ', b"newer\0\0\0")
    assert again.length == len(again.data)


def test_a_first_bin_chunk_comes_right_behind_the_json():
    """glTF 2.0 §4.4.3: the binary buffer is the second chunk."""
    data = glb(chunk(CHUNK_JSON, b"{}  "), chunk(OTHER, b"keep"))
    again = parse(memoryview(b"".join(compose(parse(data, "glb"), b"{}", [b"x"]))), "glb")
    assert [c.type for c in again.chunks] == [CHUNK_JSON, CHUNK_BIN, OTHER]
    fresh = parse(memoryview(b"".join(compose(Container("glb", memoryview(b"")), b"{}", [b"x"]))), "glb")
    assert [c.type for c in fresh.chunks] == [CHUNK_JSON, CHUNK_BIN]


VALID = bytes(glb(chunk(CHUNK_JSON, b'{"asset":{"version":"2.0"}}  '), chunk(CHUNK_BIN, b"datadata")))


@given(st.lists(st.tuples(st.integers(0, len(VALID) - 1), st.integers(0, 255))), st.integers(0, len(VALID)))
def test_any_bytes_divide_without_gap_or_overlap(flips, size):
    data = bytearray(VALID)
    for position, value in flips:
        data[position] = value
    container = parse(memoryview(bytes(data[:size])), "glb")
    position = 12
    for found in container.chunks:
        assert found.offset == position
        assert 0 <= found.available <= found.length
        position = found.end
    assert container.end + container.trailing == size
