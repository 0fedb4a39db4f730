"""The rules about GLB files agree on what is wrong with one."""

from __future__ import annotations

import struct

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read

TEXT = b'{"asset":{"version":"2.0"}} '
JSON, BIN = b"JSON", b"BIN\0"


def chunk(type: bytes, data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + type + data


def codes(*chunks: bytes, length: int | None = None) -> list[str]:
    body = b"".join(chunks)
    header = b"glTF" + struct.pack("<II", 2, 12 + len(body) if length is None else length)
    found = check(read(header + body, name="a.glb"))
    return [finding.rule.removeprefix("GLTF-GLB_") for finding in found]


def test_a_good_file():
    assert codes(chunk(JSON, TEXT), chunk(BIN, bytes(4))) == []


def test_several_chunks_with_one_fault_are_one_finding():
    unknown = chunk(b"ABCD", b"")
    found = check(
        read(b"glTF" + struct.pack("<II", 2, 64) + chunk(JSON, TEXT) + unknown + unknown, name="a.glb")
    )
    messages = [finding.message for finding in found if finding.rule == "GLTF-GLB_UNKNOWN_CHUNK_TYPE"]
    assert messages == ["the chunk at byte 48 has the unknown type 0x44434241 (and 1 more chunk)"]


@pytest.mark.parametrize("cut", range(12))
def test_a_cut_header_has_no_other_fault(cut):
    data = (b"glTF" + struct.pack("<II", 2, 48))[:cut]
    assert [finding.rule for finding in check(read(data, name="a.glb"))] == [
        "GLTF-GLB_UNEXPECTED_END_OF_HEADER"
    ]


def test_the_data_of_a_cut_file_is_not_judged():
    """There is no telling what the missing bytes were."""
    text = b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":8}]}'
    whole = chunk(JSON, text + b" " * (-len(text) % 4)) + chunk(BIN, bytes(8))
    assert codes(whole[:-4], length=12 + len(whole)) == ["UNEXPECTED_END_OF_CHUNK_DATA", "GLTF-UNUSED_OBJECT"]


def test_an_empty_json_chunk_at_the_end_is_said_once():
    assert codes(chunk(JSON, b"")) == ["EMPTY_CHUNK"]


def test_of_a_cut_text_only_the_cut_is_said():
    whole = chunk(JSON, TEXT)
    assert codes(whole[:-8], length=12 + len(whole)) == ["UNEXPECTED_END_OF_CHUNK_DATA"]


def test_a_json_chunk_that_takes_in_the_next_one_is_no_json():
    """The Khronos validator stops at the text that is wrong, before it comes to the end."""
    whole = chunk(JSON, TEXT) + chunk(BIN, bytes(4))
    longer = struct.pack("<I", len(whole)) + whole[4:]
    assert codes(longer) == ["CHUNK_TOO_BIG", "GLTF-INVALID_JSON"]


def test_a_json_chunk_that_is_too_long_with_nothing_behind_it_is_cut():
    whole = chunk(JSON, TEXT)
    longer = struct.pack("<I", len(whole)) + whole[4:]
    assert codes(longer) == ["CHUNK_TOO_BIG", "UNEXPECTED_END_OF_CHUNK_DATA"]
