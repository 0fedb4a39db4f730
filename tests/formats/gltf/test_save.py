"""Saving: the same bytes where nothing changed, and no file lost or overwritten on the way."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest

from pantin.base import files
from pantin.formats.gltf.container import CHUNK_BIN, CHUNK_JSON, Container, compose
from pantin.formats.gltf.document import read
from pantin.formats.gltf.save import missing_file, to_bytes, write

OCTETS = "data:application/octet-stream;base64,"
TEXT = b"""{
    "asset": {"version": "2.0"},
    "nodes": [{"name": "a", "translation": [1.50, 0, -0.0]}],
    "buffers": [{"uri": "sub/a%20b.bin", "byteLength": 3}],
    "images": [{"uri": "t.png"}]
}
"""


def glb(tree=None, bin=b"binary", container=None) -> bytes:
    tree = tree or {"asset": {"version": "2.0"}, "buffers": [{"byteLength": 6}]}
    return b"".join(
        compose(container or Container("glb", memoryview(b"")), json.dumps(tree).encode(), bin and [bin])
    )


@pytest.fixture
def asset(tmp_path) -> Path:
    folder = tmp_path / "source"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a b.bin").write_bytes(b"abc")
    (folder / "t.png").write_bytes(b"picture")
    (folder / "x.gltf").write_bytes(TEXT)
    return folder / "x.gltf"


def test_an_untouched_document_is_written_byte_for_byte(tmp_path, asset):
    odd = [glb() + b"trailing", b"not gltf at all", b"", b'{"a": 1e999}', glb()[:30]]
    for index, data in enumerate([*odd, asset.read_bytes()]):
        target = tmp_path / f"{index}.{'glb' if data[:4] == b'glTF' else 'gltf'}"
        write(read(data), target)
        assert target.read_bytes() == data
        assert to_bytes(read(target)) == data


def test_every_file_of_the_corpus_is_written_byte_for_byte(corpus, tmp_path):
    suffixes = {".gltf", ".glb", ".vrm", ".vrma"}
    paths = sorted(path for path in corpus.rglob("*") if path.suffix in suffixes)
    assert len(paths) > 100
    for path in paths:
        document = read(path)
        assert to_bytes(document) == path.read_bytes(), path
        target = tmp_path / path.relative_to(corpus)
        target.parent.mkdir(parents=True, exist_ok=True)
        write(document, target)
        assert target.read_bytes() == path.read_bytes(), path


def test_a_change_changes_only_what_was_touched(asset):
    document = read(asset)
    document.set("/nodes/0/name", "b")
    assert write(document, asset) == []
    assert asset.read_bytes() == TEXT.replace(b'"a"', b'"b"')


def test_a_changed_glb_keeps_its_other_chunks_and_its_data(tmp_path):
    parts = compose(Container("glb", memoryview(b"")), b'{"asset":{"version":"2.0"}}', [b"data"])
    data = b"".join(parts) + b"\4\0\0\0XTRAmore"
    data = data[:8] + len(data).to_bytes(4, "little") + data[12:]
    document = read(data)
    document.set("/asset/generator", "test")
    (tmp_path / "x.glb").write_bytes(b"old")
    write(document, tmp_path / "x.glb")
    again = read(tmp_path / "x.glb")
    assert again.tree == {"asset": {"version": "2.0", "generator": "test"}}
    assert again.container.length == len(again.container.data)
    assert again.container.bin == b"data"
    assert [c.type for c in again.container.chunks][2] == int.from_bytes(b"XTRA", "little")


def test_a_document_can_be_saved_where_it_was_read_from(tmp_path):
    path = tmp_path / "x.glb"
    path.write_bytes(glb())
    document = read(path)
    document.append_bytes(b"new data")
    write(document, path)
    again = read(path)
    assert again.buffer(0).data == b"binary\0\0new data"
    assert [c.type for c in again.container.chunks] == [CHUNK_JSON, CHUNK_BIN]
    write(document, path)
    assert path.read_bytes() == to_bytes(document)


def test_a_save_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("the disk is full")

    path = tmp_path / "x.glb"
    path.write_bytes(glb())
    document = read(path)
    document.append_bytes(b"new data")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="full"):
        write(document, path)
    assert path.read_bytes() == glb()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["a.gltf", "a.glb"])
def test_a_folder_that_is_not_there_is_not_made(tmp_path, asset, name):
    """Whether the asset has other files or not: a mistyped folder is an error, and nothing is written."""
    with pytest.raises(FileNotFoundError, match="folder") as raised:
        write(asset, tmp_path / "none" / name)
    assert raised.value.filename == str(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_the_files_a_document_names_come_along(tmp_path, asset):
    target = tmp_path / "new" / "y.gltf"
    target.parent.mkdir()
    assert write(read(asset), target) == []
    assert target.read_bytes() == TEXT
    assert (target.parent / "sub" / "a b.bin").read_bytes() == b"abc"
    assert (target.parent / "t.png").read_bytes() == b"picture"
    assert write(read(asset), target) == []


def test_new_data_never_goes_into_a_file_that_others_may_share(asset):
    (asset.parent / "x.bin").write_bytes(b"somebody else's")
    document = read(asset)
    document.append_bytes(b"new")
    write(document, asset)
    again = read(asset)
    assert again.tree["buffers"][1] == {"byteLength": 3, "uri": f"x.{sha256(b'new').hexdigest()[:8]}.bin"}
    assert again.buffer(1).data == b"new"
    assert again.buffer(0).data == b"abc"
    assert (asset.parent / "x.bin").read_bytes() == b"somebody else's"


def test_new_data_is_embedded_where_all_data_is(tmp_path):
    document = read(json.dumps({"buffers": [{"byteLength": 3, "uri": OCTETS + "AAAA"}]}).encode())
    document.append_bytes(b"new")
    write(document, tmp_path / "x.gltf")
    assert [path.name for path in tmp_path.iterdir()] == ["x.gltf"]
    assert read(tmp_path / "x.gltf").tree["buffers"][1] == {"byteLength": 3, "uri": OCTETS + "bmV3"}
    assert read(to_bytes(document)).buffer(1).data == b"new"


def test_new_data_of_a_glb_whose_first_buffer_is_elsewhere_is_embedded(tmp_path):
    document = read(glb({"buffers": [{"byteLength": 3, "uri": OCTETS + "AAAA"}]}, bin=None))
    document.append_bytes(b"new")
    write(document, tmp_path / "x.glb")
    again = read(tmp_path / "x.glb")
    assert again.buffer(1).data == b"new"
    assert again.container.bin is None


def test_a_glb_cannot_leave_its_data_outside(tmp_path):
    with pytest.raises(ValueError, match="embed"):
        write(read(glb()), tmp_path / "x.glb", embed=False)
    assert list(tmp_path.iterdir()) == []


def test_saving_does_not_change_the_document(tmp_path, asset):
    document = read(asset)
    document.append_bytes(b"new")
    before = json.dumps(document.tree)
    for name in ("a.gltf", "a.glb"):
        write(document, tmp_path / name)
        assert json.dumps(document.tree) == before
    assert files.read(asset, 9999) == TEXT


def test_what_is_missing_or_outside_is_reported_where_it_is_named(tmp_path):
    path = tmp_path / "x.gltf"
    path.write_text(json.dumps({"images": [{"uri": "../b.png"}, {"uri": "c.png"}]}))
    found = list(missing_file(read(path)))
    assert [(f.rule, f.pointer) for f in found] == [
        ("LOSS-MISSING_FILE", "/images/0/uri"),
        ("LOSS-MISSING_FILE", "/images/1/uri"),
    ]
