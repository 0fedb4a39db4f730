"""Documents: any bytes are read, and changes stay in the copy they are made in."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.document.document import externals
from pantin.formats.gltf.container import Container, compose
from pantin.formats.gltf.document import Document, read

TREE = {
    "asset": {"version": "2.0"},
    "buffers": [{"byteLength": 6}],
    "bufferViews": [{"buffer": 0, "byteLength": 6}],
    "nodes": [{"name": "a"}, {"name": "b"}],
}


def glb(tree=TREE, bin=b"binary") -> bytes:
    return b"".join(compose(Container("glb", memoryview(b"")), json.dumps(tree).encode(), bin and [bin]))


def test_the_first_bytes_tell_a_glb_and_the_name_insists_on_one():
    assert read(glb()).kind == "glb"
    assert read(b"{}").kind == "gltf"
    assert read(b"{}", name="x.VRM").kind == "glb"


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"3", b"garbage", b'{"a":', b"\xff\xfe", b"glTF", b"glTF\2\0\0\0"]
)
def test_what_holds_no_object_has_an_empty_tree(data):
    document = read(data)
    assert document.tree == {}
    with pytest.raises(ValueError, match="no JSON object"):
        document.set("/asset", {})


def test_a_text_that_does_not_parse_says_where():
    fault = read(b'{\n  "a": nope\n}').json_error
    assert (fault.kind, fault.line, fault.column) == ("syntax", 2, 8)
    assert read(b"").json_error is not None
    assert read(glb()).json_error is None


def test_a_glb_without_json_chunk_has_no_text_to_be_wrong():
    assert read(b"glTF\2\0\0\0\x0c\0\0\0").json_error is None


@pytest.mark.parametrize(
    ("limits", "name"),
    [
        (Limits(file_bytes=10), "file_bytes"),
        (Limits(json_bytes=10), "json_bytes"),
        (Limits(json_depth=2), "json_depth"),
    ],
)
def test_limits_are_checked_while_reading(limits, name):
    with pytest.raises(LimitExceeded) as caught:
        read(glb(), limits=limits)
    assert caught.value.limit == name


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.glb")


def test_the_model_follows_the_edits():
    document = read(glb())
    assert document.model.nodes[1].name == "b"
    document.set("/nodes/1/name", "c")
    assert document.model.nodes[1].name == "c"
    assert document.shape_findings == []


def test_a_copy_is_changed_alone():
    document = read(glb())
    copy = document.copy()
    copy.set("/nodes/0/name", "x")
    copy.append_bytes(b"more")
    assert document.tree == TREE
    assert not document.edited
    assert document.buffer(0).data == b"binary\0\0"
    later = copy.copy()
    later.append_bytes(b"even more")
    assert copy.buffer(0).data == b"binary\0\0more"
    assert copy.tree["nodes"][1] is document.tree["nodes"][1]


def test_new_data_goes_behind_the_bin_chunk():
    document = read(glb())
    view = document.append_bytes(b"12345", target=34962)
    again = document.append_bytes(memoryview(b"67"), alignment=8)
    assert document.tree["bufferViews"][view] == {
        "buffer": 0,
        "byteOffset": 8,
        "byteLength": 5,
        "target": 34962,
    }
    assert document.tree["bufferViews"][again] == {"buffer": 0, "byteOffset": 16, "byteLength": 2}
    assert document.buffer(0).data == b"binary\0\x0012345\0\0\x0067"
    assert document.tree["buffers"] == [{"byteLength": 18}]


def test_new_data_of_a_text_file_gets_a_buffer_of_its_own():
    tree = {**TREE, "buffers": [{"byteLength": 3, "uri": "data:application/octet-stream;base64,AAAA"}]}
    document = read(json.dumps(tree).encode())
    assert document.append_bytes(b"ab") == 1
    assert document.tree["buffers"][1] == {"byteLength": 2}
    assert document.buffer(1).data == b"ab"


def test_new_data_makes_the_first_buffer_of_a_glb_that_has_none():
    document = read(glb({"asset": {"version": "2.0"}}, bin=None))
    document.append_bytes(b"ab")
    assert document.tree["bufferViews"] == [{"buffer": 0, "byteOffset": 0, "byteLength": 2}]
    assert document.buffer(0).data == b"ab"


def test_new_data_does_not_fill_the_gap_of_a_short_chunk():
    document = read(glb({**TREE, "buffers": [{"byteLength": 600}]}))
    document.append_bytes(b"ab")
    assert document.tree["buffers"] == [{"byteLength": 600}, {"byteLength": 2}]


def test_a_view_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one byte"):
        read(glb()).append_bytes(b"")


VALID = glb()


@given(st.lists(st.tuples(st.integers(0, len(VALID) - 1), st.integers(0, 255))), st.integers(0, len(VALID)))
def test_any_bytes_are_a_document_or_past_a_limit(flips, size):
    data = bytearray(VALID)
    for position, value in flips:
        data[position] = value
    for name in ("x.glb", "x.gltf"):
        try:
            document = read(bytes(data[:size]), name=name, limits=Limits(json_depth=4))
        except LimitExceeded:
            continue
        assert isinstance(document, Document)
        assert isinstance(document.tree, dict)
        document.buffer(0)


@given(st.binary(max_size=200))
def test_garbage_is_a_document(data):
    assert isinstance(read(data).tree, dict)


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
    assert kinds[:4] == ["missing", "unreadable", "outside", "refused"]
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


def written(tmp_path, tree) -> Document:
    (tmp_path / "x.gltf").write_text(json.dumps(tree))
    return read(tmp_path / "x.gltf")


def test_files_are_named_by_buffers_images_and_extensions_but_not_by_extras(tmp_path):
    (tmp_path / "b.png").touch()
    found = externals(
        written(
            tmp_path,
            {
                "buffers": [
                    {"uri": "a.bin"},
                    {"uri": "data:,x"},
                    {"uri": "http://example.com/x"},
                    {"uri": ":"},
                ],
                "images": [{"uri": "b.png", "extras": {"uri": "c"}}],
                "extensions": {"X_audio": {"sounds": [{"uri": "d.mp3"}, {"uri": 3}]}},
            },
        )
    )
    assert [(e.pointer, e.uri, e.fault is None) for e in found] == [
        ("/buffers/0/uri", "a.bin", False),
        ("/images/0/uri", "b.png", True),
        ("/extensions/X_audio/sounds/0/uri", "d.mp3", False),
    ]


def test_bytes_in_memory_have_no_files_beside_them():
    (found,) = externals(read(b'{"images":[{"uri":"a.png"}]}'))
    assert found.path is None
