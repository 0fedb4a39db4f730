"""Writing: a failed write leaves what was there, one file or many."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from contextlib import suppress
from itertools import count

import pytest

from pantin.base import files
from pantin.base.files import writing
from pantin.base.files.temporary import temporary_name

needs_links = pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")


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


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, failing):
    def fail(*_):
        raise OSError(errno.ENOSPC, "the disk is full")

    path = tmp_path / "a"
    path.write_bytes(b"old")
    if failing == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(os, "replace", fail)
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


@pytest.fixture
def old_set(tmp_path):
    """A folder with the old main file and one of its companions, and the new set, whose companions have names
    of their own."""
    (tmp_path / "main").write_bytes(b"old main")
    (tmp_path / "one").write_bytes(b"old one")
    (tmp_path / "other").write_bytes(b"somebody else's")
    new = {
        tmp_path / "new one": b"new one",
        tmp_path / "a" / "b" / "two": b"new two",
        tmp_path / "three": b"new three",
    }
    return tmp_path / "main", new


def test_companions_are_written_with_their_file(old_set, tmp_path, snapshot):
    main, companions = old_set
    files.atomic_write(main, [b"new ", b"main"], companions)
    assert snapshot(tmp_path) == {
        "main": b"new main",
        "one": b"old one",
        "new one": b"new one",
        "other": b"somebody else's",
        "a": None,
        "a/b": None,
        "a/b/two": b"new two",
        "three": b"new three",
    }


def test_a_set_is_written_whole_or_not_at_all_whichever_call_fails(
    old_set, tmp_path, snapshot, failing_call, full_disk
):
    main, companions = old_set
    before = snapshot(tmp_path)
    files.atomic_write(main, [b"new main"], companions)
    after = snapshot(tmp_path)
    reached, refused = set(), set()
    for number in count(1):
        restore(tmp_path, before)
        raised = None
        with failing_call(number, full_disk) as calls:
            try:
                files.atomic_write(main, [b"new main"], companions)
            except OSError as error:
                raised = error
        if len(calls) < number:
            break
        reached.add(calls[number - 1])
        if raised is not None:
            refused.add(calls[number - 1])
        assert raised in (None, full_disk)
        assert snapshot(tmp_path) == (after if raised is None else before), calls
    assert reached == {"open", "fsync", "chmod", "mkdir", "link", "replace"}
    assert refused == reached - {"link"}  # without links a file is renamed


@pytest.mark.parametrize("done", [False, True])
def test_an_interrupt_at_any_moment_leaves_the_old_set_or_the_new_one(
    old_set, tmp_path, snapshot, failing_call, done
):
    """`done`: the interrupt comes after the system did its work, before the next line."""
    main, companions = old_set
    before = snapshot(tmp_path)
    files.atomic_write(main, [b"new main"], companions)
    after = snapshot(tmp_path)
    complete = []
    for number in count(1):
        restore(tmp_path, before)
        with failing_call(number, KeyboardInterrupt(), done=done) as calls, suppress(KeyboardInterrupt):
            files.atomic_write(main, [b"new main"], companions)
        if len(calls) < number:
            break
        found = snapshot(tmp_path)
        assert found in (before, after), calls
        complete.append(found == after)
    # Old until the main file has been renamed; the flush of the folder comes after that.
    assert complete == [False] * (len(complete) - 1 - done) + [True] * (1 + done)


def restore(folder, content):
    """Make a folder what a snapshot of it says."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for name, data in content.items():
        (folder / name).mkdir() if data is None else (folder / name).write_bytes(data)


def test_no_folder_is_made_for_the_main_file(tmp_path, snapshot):
    folder = tmp_path / "none"
    with pytest.raises(FileNotFoundError):
        files.atomic_write(folder / "main", [b"new"], {folder / "sub" / "one": b"new"})
    assert snapshot(tmp_path) == {}


def test_a_companion_that_is_a_folder_is_not_replaced(old_set, tmp_path, snapshot):
    main, companions = old_set
    (tmp_path / "three").mkdir()
    before = snapshot(tmp_path)
    with pytest.raises(IsADirectoryError):
        files.atomic_write(main, [b"new"], companions)
    assert snapshot(tmp_path) == before


def test_a_companion_under_a_file_is_refused(old_set, tmp_path, snapshot):
    main, _ = old_set
    before = snapshot(tmp_path)
    with pytest.raises(OSError, match=r"two") as raised:
        files.atomic_write(main, [b"new"], {tmp_path / "a one": b"1", tmp_path / "other" / "two": b"2"})
    assert raised.value.errno in (errno.ENOTDIR, errno.EEXIST, errno.ENOENT)
    assert snapshot(tmp_path) == before


@needs_links
def test_two_names_of_one_file_are_refused(old_set, tmp_path, snapshot):
    main, _ = old_set
    (tmp_path / "link").symlink_to("one")
    before = snapshot(tmp_path)
    with pytest.raises(FileExistsError, match="two files"):
        files.atomic_write(main, [b"new"], {tmp_path / "one": b"1", tmp_path / "link": b"2"})
    assert snapshot(tmp_path) == before


def test_a_companion_that_exists_is_refused(old_set, tmp_path, snapshot):
    main, companions = old_set
    before = snapshot(tmp_path)
    with pytest.raises(FileExistsError) as raised:
        files.atomic_write(main, [b"new main"], {**companions, tmp_path / "one": b"new"})
    assert raised.value.filename == str(tmp_path / "one")
    assert snapshot(tmp_path) == before


def test_temporary_files_of_dead_processes_are_removed_and_no_others(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    own = temporary_name()
    dead = own.replace(f"-{os.getpid()}-", f"-{process.pid}-")
    elsewhere = ".pantin-00000000-" + dead.split("-", 2)[2]
    kept = {own, elsewhere, dead.replace(".tmp", ".txt"), ".0123456789abcdef.tmp", "a.tmp"}
    for name in {dead, *kept}:
        (tmp_path / name).write_bytes(b"")
    files.atomic_write(tmp_path / "a", [b"new"])
    assert {path.name for path in tmp_path.iterdir()} == {"a", *kept}


def test_a_killed_process_leaves_a_file_that_the_next_save_removes(tmp_path):
    code = (
        "import os, pathlib, sys; from pantin.base import files\ndef parts():\n yield b'half'\n os._exit(9)\n"
    )
    code += "files.atomic_write(pathlib.Path(sys.argv[1]), parts())"
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path / "a")]).returncode == 9
    assert len(list(tmp_path.iterdir())) == 1
    files.atomic_write(tmp_path / "b", [b"new"])
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_a_read_only_file_is_replaced_by_force_only(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="--force") as raised:
        files.atomic_write(path, [b"new"])
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    with files.replace_read_only():
        files.atomic_write(path, [b"new"])
    assert path.read_bytes() == b"new"
    assert not path.stat().st_mode & 0o222


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_is_kept(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    os.chown(path, 1234, 2345)
    path.chmod(0o640)
    files.atomic_write(path, [b"new"])
    status = path.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 2345, 0o640)


def test_an_owner_that_cannot_be_kept_is_not_an_error(tmp_path, monkeypatch):
    def fail(*_):
        raise PermissionError(errno.EPERM, "not permitted")

    path = tmp_path / "a"
    path.write_bytes(b"old")
    status = path.stat()
    other = os.stat_result((status.st_mode, 0, 0, 1, status.st_uid + 1, status.st_gid + 1, 3, 0, 0, 0))
    monkeypatch.setattr(os, "chown", fail, raising=False)
    writing._give_to_owner(path, other)
    files.atomic_write(path, [b"new"])
    assert path.read_bytes() == b"new"


@needs_links
def test_links_that_lead_to_each_other_are_refused_and_stay(tmp_path):
    (tmp_path / "a.glb").symlink_to("b.glb")
    (tmp_path / "b.glb").symlink_to("a.glb")
    with pytest.raises(OSError, match=os.strerror(errno.ELOOP)):
        files.atomic_write(tmp_path / "a.glb", [b"new"])
    assert all(path.is_symlink() for path in tmp_path.iterdir())
