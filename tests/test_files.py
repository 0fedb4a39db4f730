"""Files: a failed write leaves the old one, and no name leads out of the folder."""

from __future__ import annotations

import errno
import io
import os
import stat
from pathlib import Path

import pytest

from pantin import files
from pantin.errors import LimitExceeded

needs_links = pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")

needs_devices = pytest.mark.skipif(os.name == "nt", reason="Windows has no devices among its files")


def test_a_file_is_read_as_a_read_only_view(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    view = files.read(tmp_path / "a", 3)
    assert view.readonly
    assert bytes(view) == b"abc"


def test_an_empty_file_has_an_empty_view(tmp_path):
    (tmp_path / "a").touch()
    assert bytes(files.read(tmp_path / "a", 3)) == b""


def test_a_file_past_the_limit_is_not_read(tmp_path):
    (tmp_path / "a").write_bytes(b"abcd")
    with pytest.raises(LimitExceeded) as caught:
        files.read(tmp_path / "a", 3)
    assert caught.value.limit == "file_bytes"


def test_a_stream_is_read_to_its_end_without_asking_for_its_limit():
    """A read of the limit at once would take that much memory, though the stream holds three bytes."""
    assert bytes(files.read_stream(io.BytesIO(b"abc"), "a", 1 << 62)) == b"abc"
    with pytest.raises(LimitExceeded):
        files.read_stream(io.BytesIO(b"abcd"), "a", 3)


def test_a_view_outlives_the_file_it_was_read_from(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    view = files.read(path, 99)
    files.atomic_write(path, [b"n", b"ew"])
    assert bytes(view) == b"old"
    assert path.read_bytes() == b"new"


def test_a_view_can_be_written_to_the_file_it_comes_from(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    files.atomic_write(path, [files.read(path, 99), b" and new"])
    assert path.read_bytes() == b"old and new"


def test_a_view_outlives_a_file_that_is_cut_short(tmp_path):
    """Exporters write in place: a program that had the file mapped would be ended by the system."""
    path = tmp_path / "a"
    path.write_bytes(b"old" * 10_000)
    view = files.read(path, 1 << 20)
    path.write_bytes(b"")
    assert bytes(view) == b"old" * 10_000


@needs_devices
def test_a_device_without_an_end_is_not_read_up_to_the_limit_of_files():
    with pytest.raises(LimitExceeded, match="larger than 67,108,864 bytes"):
        files.read(Path("/dev/zero"), 1 << 62)


@needs_devices
def test_a_pipe_that_a_file_names_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(OSError, match="not a regular file"):
            files.read_named(path, 1 << 62)


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, failing):
    def fail(*_):
        raise OSError(errno.ENOSPC, "the disk is full")

    path = tmp_path / "a"
    path.write_bytes(b"old")
    if failing == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk is full") as raised:
        files.atomic_write(path, [b"new"])
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows counts the names of the folders too")
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    path = tmp_path / ("a" * 255)
    files.atomic_write(path, [b"new"])
    assert path.read_bytes() == b"new"


def test_an_error_names_the_file_that_was_to_be_written(tmp_path):
    with pytest.raises(FileNotFoundError) as raised:
        files.atomic_write(tmp_path / "none" / "a", [b"new"])
    assert raised.value.filename == str(tmp_path / "none" / "a")


def test_parts_that_fail_leave_nothing(tmp_path):
    def parts():
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.atomic_write(tmp_path / "a", parts())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_permissions_are_kept(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    files.atomic_write(path, [b"new"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@needs_links
def test_a_link_keeps_pointing_where_it_did(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    files.atomic_write(tmp_path / "link", [b"new"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_folder_is_not_replaced(tmp_path):
    with pytest.raises(OSError, match="folder"):
        files.atomic_write(tmp_path, [b"new"])


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("a.bin", "a.bin"),
        ("sub/a%20b.bin", "sub/a b.bin"),
        ("./%C3%A9", "é"),
        ("a..b", "a..b"),
        ("sub/../a.bin", "a.bin"),
        ("a/b/%2e%2e/../c/./d.bin", "c/d.bin"),
    ],
)
def test_a_relative_reference_names_a_file_in_the_folder(tmp_path, uri, name):
    assert files.resolve(tmp_path, uri) == tmp_path / name


@pytest.mark.parametrize(
    "uri",
    [
        "../a.bin",
        "sub/../../a.bin",
        "a/../../b/a.bin",
        "%2e%2e/a.bin",
        "..%2Fa.bin",
        "/etc/passwd",
        "%2Fetc/passwd",
        "//host/share",
        "\\\\host\\share",
        "..\\a.bin",
        "C:/a.bin",
        "C%3A/a.bin",
        "file:///etc/passwd",
        "http://example.com/a.bin",
        "",
        "a%00b",
        "%ff",
    ],
)
def test_what_leaves_the_folder_is_refused(tmp_path, uri):
    with pytest.raises(files.PathError):
        files.resolve(tmp_path, uri)


@needs_links
def test_links_that_leave_the_folder_are_refused(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret").write_bytes(b"x")
    (inside / "out").symlink_to("../secret")
    (inside / "up").symlink_to("..")
    (inside / "real").write_bytes(b"y")
    (inside / "in").symlink_to("real")
    for uri in ("out", "up/secret"):
        with pytest.raises(files.PathError, match="link"):
            files.resolve(inside, uri)
        assert files.resolve(inside, uri, allow_outside=True).read_bytes() == b"x"
    assert files.resolve(inside, "in").read_bytes() == b"y"


def test_a_caller_may_allow_other_folders_but_never_a_scheme(tmp_path):
    assert files.resolve(tmp_path, "../a.bin", allow_outside=True) == tmp_path / "../a.bin"
    with pytest.raises(files.PathError, match="scheme"):
        files.resolve(tmp_path, "http://example.com/a.bin", allow_outside=True)
