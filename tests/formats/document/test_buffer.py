"""What a URI stands for, or why that cannot be had."""

from __future__ import annotations

import os

import pytest

from pantin.base import files
from pantin.base.errors import LimitExceeded
from pantin.base.files import Resolver
from pantin.formats.document.buffer import Buffer, BufferFault, Growth, load_uri

MOST = 1000


def test_data_written_out_in_a_uri():
    found = load_uri("data:a/b;base64,AAE=", Resolver(), MOST)
    assert found == Buffer(memoryview(b"\0\1"), None, "data", "a/b")


def test_a_file_beside_the_document(tmp_path):
    (tmp_path / "a b.bin").write_bytes(b"abc")
    found = load_uri("a%20b.bin", Resolver(tmp_path), MOST)
    assert (found.data, found.fault, found.storage) == (b"abc", None, "file")
    with pytest.raises(LimitExceeded):
        load_uri("a%20b.bin", Resolver(tmp_path), 2)


@pytest.mark.parametrize(
    ("uri", "kind"),
    [
        ("none.bin", "missing"),
        ("folder", "unreadable"),
        ("../a.bin", "outside"),
        ("http://example.com/x", "refused"),
        (":", "bad_uri"),
        ("data:", "bad_uri"),
        ("data:a/b;base64,*", "bad_uri"),
    ],
)
def test_why_the_bytes_cannot_be_had(tmp_path, uri, kind):
    (tmp_path / "folder").mkdir()
    found = load_uri(uri, Resolver(tmp_path), MOST)
    assert (found.data, found.fault.kind) == (None, kind)


def test_without_a_folder_no_file_is_looked_for():
    for uri in ("a.bin", ":"):
        found = load_uri(uri, Resolver.none(), MOST)
        assert found.fault == BufferFault("refused", "bytes in memory have no folder to find other files in")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert load_uri("pipe", Resolver(tmp_path), MOST).fault.kind == "unreadable"


def test_a_file_that_is_known_is_not_read_again(tmp_path, monkeypatch):
    (tmp_path / "a.bin").write_bytes(b"abc")
    known = {}
    first = load_uri("a.bin", Resolver(tmp_path), MOST, known)
    monkeypatch.setattr(files, "read_named", lambda *_: pytest.fail("read once more"))
    for spelling in ("a.bin", "./a.bin", "b/../a.bin", "%61.bin"):
        assert load_uri(spelling, Resolver(tmp_path), MOST, known).stored is first.stored


def test_a_file_that_was_missing_is_found_once_it_is_there(tmp_path):
    known = {}
    assert load_uri("a.bin", Resolver(tmp_path), MOST, known).fault.kind == "missing"
    (tmp_path / "a.bin").write_bytes(b"abc")
    assert load_uri("a.bin", Resolver(tmp_path), MOST, known).data == b"abc"


def test_too_few_bytes_are_used_of_a_data_uri_alone():
    """As the Khronos validator does, which reads data URIs with the JSON and other buffers after it."""
    short = BufferFault("short", "too few")
    assert Buffer(memoryview(b"a"), short, "data").data == b"a"
    assert Buffer(memoryview(b"a"), short, "file").data is None


def test_data_are_appended_at_multiples_of_their_alignment():
    growth = Growth(memoryview(b"old"))
    assert growth.add(b"12345", 4) == 4
    assert growth.add(b"6", 8) == 16
    assert growth.length == 17
    assert growth.data() == b"old\x0012345" + bytes(7) + b"6"


def test_nothing_is_joined_twice():
    growth = Growth(memoryview(b"old"))
    assert growth.data().obj is growth.base.obj
    growth.add(b"new", 1)
    assert growth.data().obj is growth.data().obj
    growth.add(b"er", 1)
    assert growth.data() == b"oldnewer"
    assert b"".join((growth.base, *growth.parts)) == b"oldnewer"


def test_a_copy_grows_alone():
    growth = Growth()
    growth.add(b"a", 4)
    other = growth.copy()
    other.add(b"b", 1)
    assert (growth.data(), growth.length) == (b"a", 1)
    assert (other.data(), other.length) == (b"ab", 2)
