"""Where the bytes of buffers are."""

from __future__ import annotations

import pytest

from pantin.base.files import Resolver
from pantin.formats.document.buffer import load_uri
from pantin.formats.g4mf.buffer import load, unknown_encoding
from pantin.formats.g4mf.container import parse

MOST = 1 << 20
TEXT = parse(memoryview(b"{}"), "g4tf")


def loaded(entry, folder=None, container=TEXT, index=0):
    return load(entry, index, container, lambda uri: load_uri(uri, Resolver(folder), MOST), MOST)


def test_files_beside_the_document_are_read(tmp_path):
    (tmp_path / "a.bin").write_bytes(b"abcdef")
    assert bytes(loaded({"byteLength": 4, "uri": "a.bin"}, tmp_path).data) == b"abcd"


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ({"byteLength": 4, "uri": "none.bin"}, "missing"),
        ({"byteLength": 4, "uri": "../a.bin"}, "outside"),
        ({"byteLength": 4, "uri": "https://example.org/a"}, "refused"),
        ({"byteLength": 4, "uri": 3}, "bad_uri"),
        ({"byteLength": 4, "uri": "data:text/plain,abcd"}, "bad_uri"),
        ({"byteLength": 4, "uri": "data:a/b;base64,!!!!"}, "bad_uri"),
        ({"byteLength": 4, "uri": "data:a/b;base64,AAAA"}, "short"),
        ({"byteLength": 1 << 60, "uri": "data:a/b;base64,AAAA"}, "short"),
        ({"byteLength": 3, "uri": "data:a/b;base64,AAAA", "encoding": "Brot"}, "unknown"),
        ({"byteLength": -1}, "short"),
        ({"byteLength": 4}, "no_chunk"),
        (None, "not_object"),
    ],
)
def test_bytes_that_cannot_be_had_are_a_fault(tmp_path, entry, kind):
    assert loaded(entry, tmp_path).fault.kind == kind


def test_without_chunk_buffer_i_is_chunk_i_plus_1(writer):
    """The order before 2026-06-25."""
    data = writer.container([(b"JSON", 0, b"{}"), (b"BLOB", 0, b"abcd"), (b"BLOB", 0, b"efgh")])
    container = parse(memoryview(data), "g4b")
    assert bytes(loaded({"byteLength": 4}, container=container, index=1).data) == b"efgh"
    assert bytes(loaded({"byteLength": 4, "chunk": 1}, container=container, index=1).data) == b"abcd"
    assert loaded({"byteLength": 4, "chunk": 9}, container=container).fault.kind == "no_chunk"


@pytest.mark.parametrize(
    ("entry", "unknown"),
    [
        ({"chunk": 1}, "Brot"),
        ({"chunk": 0}, None),
        ({"chunk": 9}, None),
        ({"uri": "a.bin", "encoding": "Brot"}, "Brot"),
        ({"uri": "a.bin", "encoding": "Zstd"}, None),
        ({"uri": "a.bin"}, None),
        (3, None),
    ],
)
def test_an_encoding_that_nobody_knows_is_told_from_the_headers(writer, entry, unknown):
    brot = int.from_bytes(b"Brot", "little")
    data = writer.container([(b"JSON", 0, b"{}"), (b"BLOB", brot, b"x")])
    assert unknown_encoding(entry, 0, parse(memoryview(data), "g4b")) == unknown
