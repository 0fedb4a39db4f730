"""Documents: reading, changing, and what stays."""

from __future__ import annotations

import json

import numpy as np
import pytest
import zstandard

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.g4mf import encoding
from pantin.formats.g4mf.accessor import view
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.save import to_bytes


@pytest.mark.parametrize("options", [{}, {"zstd": True}, {"implicit": True}, {"json_last": True}])
def test_every_container_holds_the_same(kit, options):
    text, binary = read(kit.text()), read(kit.binary(**options))
    assert (text.kind, binary.kind) == ("g4tf", "g4b")
    for index in range(len(text.tree["accessors"])):
        assert np.array_equal(view(text, index), view(binary, index))


def test_compressed_json_is_read_and_bounded(writer):
    text = b'{"asset":{"dimension":4}}'
    data = writer.container([(b"JSON", writer.ZSTD, zstandard.compress(text))])
    assert read(data).tree == {"asset": {"dimension": 4}}
    bomb = writer.container([(b"JSON", writer.ZSTD, zstandard.compress(b" " * (4 << 20)))])
    with pytest.raises(LimitExceeded):
        read(bomb, limits=Limits(json_bytes=1 << 20))


def test_a_change_leaves_all_else_as_it_is(kit):
    data = kit.text()
    document = read(data)
    document.set("/nodes/4/name", "Elbow")
    assert to_bytes(document) == data.replace(b'"name": "Arm"', b'"name": "Elbow"')
    assert read(data).tree["nodes"][4]["name"] == "Arm"


def test_new_arrays_go_behind_the_old_ones(kit):
    for data in (kit.text(), kit.binary(), kit.binary(implicit=True)):
        document = read(data)
        at = document.append_array(np.array([[1.5, 2.5]]), "float16")
        again = read(to_bytes(document))
        assert view(again, at).tolist() == [[1.5, 2.5]]
        assert np.array_equal(view(again, 0), view(read(data), 0))


def test_copies_do_not_share_changes(kit):
    document = read(kit.text())
    other = document.copy()
    other.set("/nodes/0/name", "Other")
    other.append_array(np.zeros(3), "float32")
    assert not document.edited
    assert document.growth == {}
    assert document.tree["nodes"][0]["name"] == "World"


def buffers_over_one_chunk(writer, count, length):
    """A `.g4b` with so many buffers, all of them the same compressed zeros."""
    tree = {
        "asset": {"dimension": 4},
        "buffers": [{"byteLength": length, "chunk": 1, "encoding": "Zstd"} for _ in range(count)],
        "bufferViews": [{"buffer": index, "byteLength": length} for index in range(count)],
        "accessors": [{"bufferView": index, "componentType": "uint8"} for index in range(count)],
    }
    zeros = zstandard.compress(bytes(length))
    return writer.container([(b"JSON", 0, json.dumps(tree).encode()), (b"BLOB", writer.ZSTD, zeros)])


def test_buffers_over_one_compressed_chunk_have_one_bound(writer):
    """Each of a thousand buffers may take as much as all data of a file may, but not all of them."""
    document = read(buffers_over_one_chunk(writer, 5, 1 << 20), limits=Limits(decoded_bytes=1 << 21))
    assert [len(document.buffer(index).data) for index in range(2)] == [1 << 20] * 2
    for number in (2, 3, 2):
        with pytest.raises(LimitExceeded, match="decoded_bytes"):
            document.buffer(number)
    assert len(check(document)) == 3


def test_a_part_that_is_too_large_is_unpacked_once(writer, monkeypatch):
    """Whatever asks for it again, and however often, is refused without waiting for it."""
    document = read(buffers_over_one_chunk(writer, 1, 1 << 20), limits=Limits(decoded_bytes=1 << 10))
    with pytest.raises(LimitExceeded):
        document.buffer(0)
    monkeypatch.setattr(encoding, "_pieces", lambda data: pytest.fail("unpacked once more"))
    with pytest.raises(LimitExceeded):
        document.buffer(0)
