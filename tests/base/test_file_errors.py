"""Errors of the system as sentences."""

from __future__ import annotations

import errno
import os

import pytest

from pantin.base.file_errors import describe_error, nearest_file


def test_an_error_of_the_system_is_a_sentence():
    missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "a.glb")
    assert describe_error(missing, "a.glb") == "a.glb: no such file or directory"


def test_no_error_of_the_system_makes_the_sentence_fail(tmp_path):
    for number in errno.errorcode:
        for name in ("a.glb", b"a.glb", 7, None, "x" * 300, "a\0b", "a\udcff", "/", ""):
            error = OSError(number, os.strerror(number), name)
            for path in ("a.glb", tmp_path, "x" * 5000, "a\0b", ""):
                assert os.strerror(number).lower() in describe_error(error, path)


def test_a_folder_that_is_not_there_is_named():
    missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "nowhere/a.glb")
    message = "nowhere/a.glb: no such file or directory, for there is no folder nowhere"
    assert describe_error(missing, "nowhere/a.glb") == message


def test_an_error_of_ours_says_all_of_it():
    assert describe_error(IsADirectoryError("/x is a folder"), "a.glb") == "/x is a folder"
    named = FileNotFoundError(errno.ENOENT, "there is no such folder", "nowhere")
    assert describe_error(named, "nowhere") == "nowhere: there is no such folder"


def test_a_link_to_nothing_is_named_with_its_target(tmp_path):
    link = tmp_path / "a.glb"
    link.symlink_to("nowhere.glb")
    missing = OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    assert describe_error(missing, link) == f"{link}: a link to nowhere.glb, which does not exist"


def test_the_nearest_file_is_one_of_the_same_folder_that_can_be_meant(tmp_path):
    for name in ("arm.gltf", "arm.glb", "leg.glb", "arm.txt", "notes.txt", "Dockerfile"):
        (tmp_path / name).touch()
    models = (".glb", ".gltf")
    assert nearest_file(tmp_path / "am.glb", models) == ". Did you mean arm.glb?"
    assert nearest_file(tmp_path / "am.GLTF", models) == ". Did you mean arm.gltf?"
    assert nearest_file(tmp_path / "arm.gtlf", models) == ". Did you mean arm.glb?"
    assert nearest_file(tmp_path / "missing.glb", models) == ""
    assert nearest_file(tmp_path / "nofile.glb", models) == ""
    assert nearest_file(tmp_path / "note.glb", models) == ""
    assert nearest_file(tmp_path / "note.txt", models) == ". Did you mean notes.txt?"
    assert nearest_file(tmp_path / "arm.gtlf") == ""
    (tmp_path / ".hidden").touch()
    assert nearest_file(tmp_path / ".glb") == ""
    assert nearest_file(tmp_path / "nowhere" / "arm.glb") == ""


def test_a_name_without_a_suffix_may_be_that_of_a_folder_or_a_model(tmp_path):
    (tmp_path / "models").mkdir()
    for name in ("leg.glb", "modes", "Dockerfile"):
        (tmp_path / name).touch()
    assert nearest_file(tmp_path / "modles", (".glb",)) == ". Did you mean models?"
    assert nearest_file(tmp_path / "leg", (".glb",)) == ". Did you mean leg.glb?"
    assert nearest_file(tmp_path / "nofile", (".glb",)) == ""


PATHS = ("a.glb", "x" * 300 + ".glb", "y/" * 3000 + "a.glb", "a\0b.glb", "", "/", "~", "\udcff.glb")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: ascii(path[:8]))
def test_every_error_of_the_system_has_a_sentence_whatever_the_path(path):
    """A name of more than 255 bytes cannot even be looked up."""
    for number in errno.errorcode:
        message = describe_error(OSError(number, os.strerror(number), path), path)
        assert message.startswith(path)
        assert os.strerror(number).lower() in message
