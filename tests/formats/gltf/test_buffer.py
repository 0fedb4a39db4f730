"""Buffers: bytes from wherever they are, or a fault that says why not."""

from __future__ import annotations

import json
import os

import pytest

from pantin.errors import LimitExceeded
from pantin.formats.gltf.container import Container, compose
from pantin.formats.gltf.document import read
from pantin.limits import Limits


def text(*buffers) -> bytes:
    return json.dumps({"asset": {"version": "2.0"}, "buffers": list(buffers)}).encode()


def fault(*buffers, index=0, **options):
    found = read(text(*buffers), **options).buffer(index)
    assert found.data is None
    return found.fault.kind


def test_a_data_uri_keeps_its_media_type_for_rules_to_judge():
    buffer = read(text({"uri": "data:text/odd;base64,AAE=", "byteLength": 2})).buffer(0)
    assert (buffer.data, buffer.mime, buffer.storage, buffer.fault) == (b"\0\1", "text/odd", "data", None)


def test_the_bin_chunk_is_the_first_buffer_without_uri():
    """glTF 2.0 §4.4.3.3"""
    data = b"".join(
        compose(Container("glb", memoryview(b"")), text({"byteLength": 3}, {"byteLength": 1}), [b"abc"])
    )
    document = read(data)
    assert document.buffer(0).data == b"abc\0"
    assert document.buffer(0).storage == "chunk"
    assert document.buffer(1).fault.kind == "no_uri"


def test_a_buffer_of_an_external_file(tmp_path):
    (tmp_path / "a b.bin").write_bytes(b"abc")
    (tmp_path / "x.gltf").write_bytes(text({"uri": "a%20b.bin", "byteLength": 3}))
    buffer = read(tmp_path / "x.gltf").buffer(0)
    assert (buffer.data, buffer.storage) == (b"abc", "file")


def test_fewer_bytes_than_stated_are_kept_but_not_usable(tmp_path):
    (tmp_path / "a.bin").write_bytes(b"\0\1")
    (tmp_path / "x.gltf").write_bytes(text({"uri": "a.bin", "byteLength": 3}))
    buffer = read(tmp_path / "x.gltf").buffer(0)
    assert (buffer.data, buffer.stored, buffer.fault.kind) == (None, b"\0\1", "short")


def test_fewer_bytes_than_stated_in_a_data_uri_are_used_as_far_as_they_go():
    """As the Khronos validator does, which reads data URIs with the JSON and other buffers after it."""
    buffer = read(text({"uri": "data:a/b;base64,AAE=", "byteLength": 3})).buffer(0)
    assert (buffer.data, buffer.stored, buffer.fault.kind) == (b"\0\1", b"\0\1", "short")


def test_faults_of_buffers(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "x.gltf").write_bytes(
        text(
            {"uri": "none.bin", "byteLength": 1},
            {"uri": "folder", "byteLength": 1},
            {"uri": "../x.gltf", "byteLength": 1},
            {"uri": "http://example.com/x", "byteLength": 1},
            {"uri": "n" * 5000, "byteLength": 1},
        )
    )
    document = read(tmp_path / "x.gltf")
    kinds = [document.buffer(index).fault.kind for index in range(5)]
    assert kinds[:4] == ["missing", "unreadable", "refused", "refused"]
    assert kinds[4] in ("missing", "unreadable")


def test_faults_of_uris_in_memory():
    assert fault({"uri": "a.bin"}) == "refused"
    assert fault({"uri": 3}) == "bad_uri"
    assert fault({"uri": ":"}, index=0) == "refused"
    assert fault({"uri": "data:"}) == "bad_uri"
    assert fault({"uri": "data:a/b;base64,*"}) == "bad_uri"
    assert fault({}) == "no_uri"
    assert fault(3) == "not_object"
    assert fault({}, index=1) == "not_object"
    assert fault({}, index=-1) == "not_object"


def test_a_colon_without_scheme_is_no_uri(tmp_path):
    (tmp_path / "x.gltf").write_bytes(text({"uri": ":"}))
    assert read(tmp_path / "x.gltf").buffer(0).fault.kind == "bad_uri"


def test_a_glb_that_lacks_its_chunk():
    data = b"".join(compose(Container("glb", memoryview(b"")), text({"byteLength": 3})))
    assert read(data).buffer(0).fault.kind == "no_chunk"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "x.gltf").write_bytes(text({"uri": "pipe", "byteLength": 1}))
    assert read(tmp_path / "x.gltf").buffer(0).fault.kind == "unreadable"


def test_an_external_file_past_the_limit_is_not_read(tmp_path):
    (tmp_path / "a.bin").write_bytes(bytes(1000))
    (tmp_path / "x.gltf").write_bytes(text({"uri": "a.bin", "byteLength": 1}))
    with pytest.raises(LimitExceeded):
        read(tmp_path / "x.gltf", limits=Limits(file_bytes=999)).buffer(0)
