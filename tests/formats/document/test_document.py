"""Documents with buffers, of either format."""

from __future__ import annotations

import json

import pytest

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.document.document import External, externals


def test_a_copy_is_changed_alone(format, asset):
    document = format.read(asset)
    copy = document.copy()
    copy.append_view(b"new")
    copy.set("/asset/generator", "test")
    assert (document.edited, document.growth) == (False, {})
    assert copy.buffer(2).data == b"new"
    later = copy.copy()
    later.append_view(b"newer")
    assert copy.buffer(2).data == b"new"
    assert document.buffer(2).fault.kind == "not_object"
    assert type(copy) is type(document)


def test_a_file_that_many_buffers_name_is_read_once(format, asset, monkeypatch):
    """Thousands of buffers over one file would else hold it thousands of times."""
    buffers = [{"byteLength": 3, "uri": uri} for uri in ("one.bin", "./one.bin") * 50]
    asset.write_text(json.dumps({"asset": format.about, "buffers": buffers}))
    opened = []
    real = files.read_named
    monkeypatch.setattr(files, "read_named", lambda path, limit: opened.append(path) or real(path, limit))
    document = format.read(asset)
    assert {bytes(document.buffer(index).data) for index in range(100)} == {b"abc"}
    document.set("/buffers/0/name", "changed")
    assert document.copy().buffer(0).data == b"abc"
    assert opened == [asset.parent / "one.bin"]


def test_what_a_uri_stands_for_is_read_each_time(format, asset):
    """Images are large, and asked for once."""
    document = format.read(asset)
    assert document.load("one.bin").data == b"abc"
    (asset.parent / "one.bin").write_bytes(b"new")
    assert document.load("one.bin").data == b"new"


def test_a_buffer_past_the_limit_is_refused_each_time_without_a_look_at_it(format, asset):
    size = asset.stat().st_size
    (asset.parent / "one.bin").write_bytes(bytes(size + 1))
    document = format.read(asset, limits=Limits(file_bytes=size))
    with pytest.raises(LimitExceeded):
        document.buffer(0)
    (asset.parent / "one.bin").unlink()
    for again in (document, document.copy()):
        with pytest.raises(LimitExceeded) as raised:
            again.buffer(0)
        assert len(raised.traceback) < 4
    document.set("/buffers/0/name", "changed")
    assert document.buffer(0).fault.kind == "missing"


def test_new_data_go_into_one_buffer_aligned(format, asset):
    document = format.read(asset)
    first, second = document.append_view(b"1"), document.append_view(b"23", extras=4)
    views = document.tree["bufferViews"]
    assert views[first] == {"buffer": 2, "byteOffset": 0, "byteLength": 1}
    assert views[second] == {"buffer": 2, "byteOffset": document.ALIGNMENT, "byteLength": 2, "extras": 4}
    assert document.tree["buffers"][2]["byteLength"] == document.ALIGNMENT + 2
    assert (document.buffer(2).data[-2:], document.buffer(2).storage) == (b"23", "new")


def test_the_folder_of_a_file_is_where_its_references_resolve(format, asset):
    assert format.read(asset).resolver.folder == asset.parent
    assert format.read(asset.read_bytes()).resolver.folder is None
    assert format.read(asset.read_bytes()).path is None


def test_each_file_is_there_or_has_a_reason(format, asset):
    asset.write_text(asset.read_text().replace("sub/two.bin", "../two.bin"))
    here, outside = externals(format.read(asset))
    assert here == External("/buffers/0/uri", "one.bin", asset.parent / "one.bin", None)
    assert (outside.pointer, outside.path) == ("/buffers/1/uri", None)
    assert "outside the folder" in outside.fault
    here.path.unlink()
    assert externals(format.read(asset))[0].fault == "there is no such file"


def test_bytes_in_memory_have_no_files_beside_them(format, asset):
    found = externals(format.read(asset.read_bytes()))
    assert [external.path for external in found] == [None, None]
    assert found[0].fault == "bytes in memory have no folder to find it in"
