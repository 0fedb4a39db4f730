"""Files and bytes as sources of a document."""

from __future__ import annotations

import pytest

from pantin.errors import LimitExceeded
from pantin.formats.document.source import Content, read_content
from pantin.limits import Limits


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
