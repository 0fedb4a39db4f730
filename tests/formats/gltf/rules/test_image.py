"""The rules about images: where their data is, and what it says of itself."""

from __future__ import annotations

import base64
import json

import pytest

from pantin.base.limits import Limits
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC"
)
"""One red pixel."""


def found(tree: dict, tmp_path=None, **options) -> list[tuple[str, str | None]]:
    text = json.dumps({"asset": {"version": "2.0"}} | tree).encode()
    source: object = text
    if tmp_path is not None:
        source = tmp_path / "a.gltf"
        source.write_bytes(text)
    findings = check(read(source, name="a.gltf", **options))
    return [(each.rule.removeprefix("GLTF-"), each.pointer) for each in findings if each.severity != "info"]


def in_view(data: bytes, **view) -> dict:
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return {
        "buffers": [{"byteLength": len(data), "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": len(data)} | view],
        "images": [{"bufferView": 0, "mimeType": "image/png"}],
    }


def test_a_file_beside_the_document(tmp_path):
    (tmp_path / "red.png").write_bytes(PNG)
    images = [{"uri": "red.png"}, {"uri": "blue.png"}, {"uri": "red.png", "mimeType": "image/jpeg"}]
    assert found({"images": images}, tmp_path) == [
        ("IO_ERROR", "/images/1/uri"),
        ("IMAGE_MIME_TYPE_INVALID", "/images/2/uri"),
    ]


def test_a_file_outside_the_folder_is_not_read_and_that_is_said(tmp_path):
    (tmp_path / "red.png").write_bytes(PNG)
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "a.gltf").write_text('{"asset": {"version": "2.0"}, "images": [{"uri": "../red.png"}]}')
    findings = check(read(folder / "a.gltf"))
    assert ("GLTF-IMAGE_URI_OUTSIDE", "info") in [(each.rule, each.severity) for each in findings]
    assert {each.severity for each in findings} == {"info"}


@pytest.mark.parametrize(
    ("data", "view", "codes"),
    [
        (PNG, {}, []),
        (PNG + bytes(3), {}, []),
        (PNG, {"byteLength": 40}, ["IMAGE_UNEXPECTED_EOS"]),
        (PNG, {"byteLength": len(PNG) - 12}, ["IMAGE_UNEXPECTED_EOS"]),
        (PNG[:13], {}, ["IMAGE_UNRECOGNIZED_FORMAT"]),
        (b"x" + PNG, {"byteOffset": 1, "byteLength": len(PNG)}, []),
        (PNG, {"byteOffset": 1}, ["BUFFER_VIEW_TOO_LONG"]),
        (PNG, {"byteOffset": "x"}, ["TYPE_MISMATCH"]),
        (PNG, {"byteStride": 4}, ["IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE"]),
    ],
)
def test_an_image_in_a_buffer_view(data, view, codes):
    assert {code for code, _ in found(in_view(data, **view))} >= set(codes)
    images = [code for code, _ in found(in_view(data, **view)) if code.startswith("IMAGE")]
    assert images == [code for code in codes if code.startswith("IMAGE")]


def test_an_image_with_extensions_is_not_looked_into():
    """As in the Khronos validator: the extension may change what the data is."""
    tree = in_view(b"not an image at all")
    assert ("IMAGE_UNRECOGNIZED_FORMAT", "/images/0") in found(tree)
    tree["images"][0]["extensions"] = {"EXT_other": {}}
    assert found(tree | {"extensionsUsed": ["EXT_other"]}) == []


@pytest.mark.parametrize("mime", ["image/webp", "text/plain", "IMAGE/PNG", "image/png"])
def test_the_media_type_of_a_data_uri(mime):
    uri = f"data:{mime};base64,{base64.b64encode(PNG).decode()}"
    expected = [] if mime.lower() == "image/png" else [("INVALID_URI", "/images/0/uri")]
    assert found({"images": [{"uri": uri}]}) == expected


def test_a_file_that_is_too_large_is_a_limit(tmp_path):
    (tmp_path / "red.png").write_bytes(PNG + bytes(5000))
    codes = found({"images": [{"uri": "red.png"}]}, tmp_path, limits=Limits(file_bytes=4000))
    assert codes == [("LIMIT_EXCEEDED", "/images/0")]


def test_an_image_in_a_glb_should_be_in_its_chunk():
    """As in the Khronos validator, also where the data URI states another type than it has."""
    uri = f"data:image/jpeg;base64,{base64.b64encode(PNG).decode()}"
    text = json.dumps({"asset": {"version": "2.0"}, "images": [{"uri": uri}, {"uri": "red.png"}]}).encode()
    text += b" " * (-len(text) % 4)
    chunk = len(text).to_bytes(4, "little") + b"JSON" + text
    glb = b"glTF" + (2).to_bytes(4, "little") + (12 + len(chunk)).to_bytes(4, "little") + chunk
    codes = [(each.rule.removeprefix("GLTF-"), each.pointer) for each in check(read(glb))]
    assert [code for code, where in codes if where == "/images/0/uri"] == [
        "URI_GLB",
        "DATA_URI_GLB",
        "INVALID_URI",
    ]
    assert [code for code, where in codes if where == "/images/1/uri"] == ["URI_GLB", "IO_ERROR"]
