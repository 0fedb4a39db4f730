"""The rules about buffers and their URIs."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.rules.uri import is_relative

TEXT = '{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": "%s"}]}'


@pytest.mark.parametrize("uri", ["a.bin", "a/b%20c.bin", "../a.bin", "ü.bin", "a b.bin"])
def test_relative(uri):
    assert is_relative(uri)


@pytest.mark.parametrize(
    "uri", ["http://a/b", "file:///a", "//a/b", "/a", "a?b", "a#b", "http://[", "C:/a.bin"]
)
def test_not_relative(uri):
    assert not is_relative(uri)


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("four.bin", None),
        ("five.bin", "IO_ERROR"),
        ("../outside.bin", "URI_OUTSIDE"),
        ("a/../../outside.bin", "URI_OUTSIDE"),
        ("/etc/hostname", "NON_RELATIVE_URI"),
        ("https://example.com/a.bin", "NON_RELATIVE_URI"),
        ("data:application/octet-stream;base64,A", "INVALID_URI"),
        ("data:application/octet-stream;base64,AA==", "BUFFER_BYTE_LENGTH_MISMATCH"),
        (":", "INVALID_URI"),
    ],
)
def test_each_fault_of_a_uri_is_said_once(tmp_path, uri, code):
    folder = tmp_path / "asset"
    folder.mkdir()
    (tmp_path / "outside.bin").write_bytes(bytes(4))
    (folder / "four.bin").write_bytes(bytes(4))
    (folder / "a.gltf").write_text(TEXT % uri, encoding="utf-8")
    found = [finding.rule for finding in check(read(folder / "a.gltf")) if finding.severity != "info"]
    assert found == ([] if code is None else [f"GLTF-{code}"])


def test_bytes_from_nowhere_have_no_files_beside_them():
    found = [finding.rule for finding in check(read((TEXT % "a.bin").encode(), name="a.gltf"))]
    assert "GLTF-IO_ERROR" in found


def test_the_data_of_a_short_data_uri_is_judged_all_the_same():
    """The Khronos validator finds the NaN in these four bytes, although the buffer states five."""
    text = """{"asset": {"version": "2.0"},
        "buffers": [{"byteLength": 5, "uri": "data:application/octet-stream;base64,AADAfw=="}],
        "bufferViews": [{"buffer": 0, "byteLength": 5}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"}]}"""
    found = {finding.rule for finding in check(read(text.encode())) if finding.severity == "error"}
    assert found == {"GLTF-BUFFER_BYTE_LENGTH_MISMATCH", "GLTF-ACCESSOR_INVALID_FLOAT"}
