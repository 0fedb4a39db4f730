"""Resolving: no name leads out of the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pantin.base.files import OutsideError, PathError, Resolver

needs_links = pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")


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
    assert Resolver(tmp_path).resolve(uri) == tmp_path / name


@pytest.mark.parametrize(
    ("path", "name"),
    [("a%20b.bin", "a%20b.bin"), ("%2e%2e/a.bin", "%2e%2e/a.bin"), ("a/../100%.bin", "100%.bin")],
)
def test_a_path_has_no_escapes(tmp_path, path, name):
    assert Resolver(tmp_path).resolve(path, is_escaped=False) == tmp_path / name


@pytest.mark.parametrize("path", ["../a.bin", "/a.bin", "C:/a.bin", "a\0b", "", "\ud800"])
def test_a_path_that_leaves_the_folder_is_refused(tmp_path, path):
    with pytest.raises(PathError):
        Resolver(tmp_path).resolve(path, is_escaped=False)


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
    with pytest.raises(PathError):
        Resolver(tmp_path).resolve(uri)


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
        with pytest.raises(PathError, match="link"):
            Resolver(inside).resolve(uri)
        assert Resolver(inside, allow_outside=True).resolve(uri).read_bytes() == b"x"
    assert Resolver(inside).resolve("in").read_bytes() == b"y"


def test_a_caller_may_allow_other_folders_but_never_a_scheme(tmp_path):
    assert Resolver(tmp_path, allow_outside=True).resolve("../a.bin") == tmp_path / "../a.bin"
    absolute = (tmp_path / "b.bin").as_posix()
    assert Resolver(tmp_path / "c", allow_outside=True).resolve(absolute) == Path(absolute)
    for uri in ("../a.bin", absolute):
        with pytest.raises(OutsideError):
            Resolver(tmp_path / "c").resolve(uri)
    with pytest.raises(PathError, match="scheme"):
        Resolver(tmp_path, allow_outside=True).resolve("http://example.com/a.bin")


def test_references_resolve_in_the_folder_of_the_file_they_stand_in(tmp_path):
    path = tmp_path / "x.gltf"
    assert Resolver.beside(path).resolve("a.bin") == tmp_path / "a.bin"
    assert (
        Resolver.for_source(str(path)) == Resolver.for_source(path) == Resolver(tmp_path, allow_outside=False)
    )
    assert Resolver.for_source(path, allow_outside=True) == Resolver.beside(path, allow_outside=True)


@pytest.mark.parametrize(
    "resolver", [Resolver.none(), Resolver.for_source(b"{}"), Resolver.for_source(b"{}", allow_outside=True)]
)
def test_bytes_in_memory_have_no_files_beside_them(resolver):
    with pytest.raises(PathError, match="no folder"):
        resolver.resolve("a.bin")
