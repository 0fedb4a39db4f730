"""The facts of chunks, whichever format they are of."""

from __future__ import annotations

import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.document.container import Content, read_content
from pantin.formats.g4mf import container as g4mf
from pantin.formats.gltf import container as gltf


@pytest.mark.parametrize(("format", "header"), [(gltf, 8), (g4mf, 16)])
def test_the_data_of_a_chunk_follow_its_header_as_far_as_they_are_there(format, header):
    """glTF 2.0 §4.4.3: two numbers of four bytes; G4MF: those and a length of eight."""
    chunk = format.Chunk(type=1, offset=100, length=50, available=20)
    assert (chunk.start, chunk.end) == (100 + header, 120 + header)


@pytest.mark.parametrize(("format", "kind"), [(gltf, "glb"), (g4mf, "g4b")])
def test_what_follows_the_last_chunk_is_trailing(format, kind):
    assert format.Container(kind, memoryview(bytes(30)), end=24).trailing == 6


@pytest.mark.parametrize(("format", "kind"), [(gltf, "gltf"), (g4mf, "g4tf")])
def test_a_text_has_neither_header_nor_chunks(format, kind):
    text = format.parse(memoryview(b"{}"), kind)
    assert (text.magic, text.version, text.length, text.chunks, text.trailing) == (None, None, None, (), 0)


def test_a_file_has_a_path_and_its_own_suffix(tmp_path):
    path = tmp_path / "a.GLB"
    path.write_bytes(b"abc")
    for source in (path, str(path)):
        assert read_content(source, "b.gltf", Limits()) == Content(memoryview(b"abc"), ".GLB", path)


def test_bytes_have_the_suffix_of_the_name_they_are_given():
    for source in (b"abc", bytearray(b"abc"), memoryview(b"abc")):
        content = read_content(source, "b.gltf", Limits())
        assert content == Content(memoryview(b"abc"), ".gltf", None)
        assert content.data.readonly
    assert read_content(b"abc", None, Limits()).suffix == ""


def test_both_are_bounded(tmp_path):
    (tmp_path / "a").write_bytes(b"abcd")
    for source in (b"abcd", tmp_path / "a"):
        with pytest.raises(LimitExceeded) as caught:
            read_content(source, None, Limits(file_bytes=3))
        assert caught.value.limit == "file_bytes"
