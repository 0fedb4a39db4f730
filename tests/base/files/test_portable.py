"""What Windows does differently, by pretending to be there. Facts: Microsoft, "Naming Files, Paths, and
Namespaces"; `os.replace` and `unlink` of read-only files fail there."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from pantin.base.files import PathError, Resolver, atomic_write, portable, replace_read_only

RESERVED = [
    "NUL",
    "con",
    "aux.bin",
    "COM1.glb",
    "lpt9",
    "textures/prn.png",
    "model.bin:stream",
    "a.bin.",
    "b ",
    "x?",
]
ALLOWED = [
    "a.bin",
    "console.bin",
    "textures/com10.png",
    "nul-1.bin",
    "com.bin",
    "../a.bin",
    "./b.bin",
    ".hidden",
]


@pytest.fixture
def windows(monkeypatch):
    monkeypatch.setattr(portable, "WINDOWS", True)


@pytest.mark.parametrize("name", RESERVED)
def test_names_that_windows_reserves_are_refused_there(name, windows):
    assert portable.name_fault(name) is not None
    with pytest.raises(PathError):
        Resolver(Path("folder")).resolve(name)


@pytest.mark.parametrize("name", ALLOWED)
def test_other_names_are_not(name, windows):
    assert portable.name_fault(name) is None


@pytest.mark.skipif(portable.WINDOWS, reason="these names are refused here")
@pytest.mark.parametrize("name", [name for name in RESERVED if ":" not in name])
def test_elsewhere_every_name_is_allowed(name):
    assert Resolver(Path("folder")).resolve(name) == Path("folder") / name


def test_an_absolute_path_may_have_a_drive(windows):
    assert portable.name_fault("C:\\models\\a.bin") is None
    assert portable.name_fault("C:\\models\\nul") is not None


def test_a_reserved_name_is_not_written(windows, tmp_path):
    with pytest.raises(OSError, match="name of a device"):
        atomic_write(tmp_path / "nul.glb", [b"x"])
    assert list(tmp_path.iterdir()) == []


def test_long_paths_get_the_prefix(windows):
    long = "C:\\" + "\\".join(["folder"] * 50) + "\\a.glb"
    assert str(portable.to_long_path(Path(long))) == "\\\\?\\" + long
    share = "\\\\server\\share\\" + "x" * 300
    assert str(portable.to_long_path(Path(share))) == "\\\\?\\UNC\\server\\share\\" + "x" * 300
    assert portable.to_long_path(Path("C:\\a.glb")) == Path("C:\\a.glb")
    assert portable.to_long_path(portable.to_long_path(Path(long))) == portable.to_long_path(Path(long))


class Strict:
    """Renames and removals as Windows does them: not of a file that is read-only."""

    def __init__(self, monkeypatch):
        self.replace, self.unlink = Path.replace, Path.unlink
        monkeypatch.setattr(Path, "replace", lambda path, target: self._replace(path, target))
        monkeypatch.setattr(Path, "unlink", lambda path, missing_ok=False: self._unlink(path, missing_ok))

    def _refuse(self, path):
        if Path(path).exists() and not Path(path).stat().st_mode & stat.S_IWRITE:
            raise PermissionError(13, "Access is denied", str(path))

    def _replace(self, path, target):
        self._refuse(path)
        self._refuse(target)
        return self.replace(path, target)

    def _unlink(self, path, missing_ok):
        self._refuse(path)
        return self.unlink(path, missing_ok=missing_ok)


def test_a_read_only_file_is_replaced_where_renames_refuse_it(windows, monkeypatch, tmp_path):
    target = tmp_path / "a.glb"
    target.write_bytes(b"old")
    target.chmod(0o444)
    Strict(monkeypatch)
    with replace_read_only():
        atomic_write(target, [b"new"])
    assert target.read_bytes() == b"new"
    assert not target.stat().st_mode & stat.S_IWRITE
    assert [path.name for path in tmp_path.iterdir()] == ["a.glb"]


def test_a_failed_replacement_leaves_the_file_read_only(windows, monkeypatch, tmp_path):
    target, fresh = tmp_path / "a.glb", tmp_path / "missing"
    target.write_bytes(b"old")
    target.chmod(0o444)
    with pytest.raises(FileNotFoundError):
        portable.replace(fresh, target)
    assert target.read_bytes() == b"old"
    assert not target.stat().st_mode & stat.S_IWRITE


def test_two_files_that_differ_in_case_alone_are_not_written_together(tmp_path):
    with pytest.raises(FileExistsError, match="would be this one"):
        atomic_write(tmp_path / "a.gltf", [b"x"], {tmp_path / "T.bin": b"1", tmp_path / "t.BIN": b"2"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("answers", [True, False])
def test_whether_a_disk_ignores_case_is_asked_of_a_folder_that_exists(tmp_path, monkeypatch, answers):
    """A disk that ignores case finds a folder by its name in the other case."""
    folder = tmp_path / "Models"
    folder.mkdir()
    if answers:
        (tmp_path / "mODELS").symlink_to(folder)
    assert portable.ignores_case(folder / "123" / "not there yet") == answers
