"""Folders are walked in sorted order for known suffixes; named files are taken as they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pantin.batch import find_sources


def touch(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def found(folder, *names):
    sources = find_sources([str(folder / name) for name in names], pytest.fail)
    return [Path(source.name).relative_to(folder).as_posix() for source in sources]


def test_a_folder_is_walked_in_sorted_order(tmp_path):
    touch(tmp_path, "b/z.glb", "b/a.gltf", "a/m.VRM", "c.vrma", "b/notes.txt", "b/t.bin")
    assert found(tmp_path, ".") == ["c.vrma", "a/m.VRM", "b/a.gltf", "b/z.glb"]


def test_hidden_folders_are_left_out(tmp_path):
    touch(tmp_path, ".git/a.glb", "b.glb")
    assert found(tmp_path, ".") == ["b.glb"]


def test_a_named_file_is_taken_whatever_its_name_and_once(tmp_path):
    touch(tmp_path, "notes.txt", "a.glb")
    assert found(tmp_path, "notes.txt", "missing.glb", ".", "a.glb") == ["notes.txt", "missing.glb", "a.glb"]


def test_links_to_folders_are_not_followed(tmp_path):
    touch(tmp_path, "a/b.glb")
    try:
        (tmp_path / "a" / "loop").symlink_to(tmp_path, target_is_directory=True)
    except OSError:
        pytest.skip("this system gives no right to make links")
    assert found(tmp_path, ".") == ["a/b.glb"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_a_folder_is_not_waited_for_and_a_dangling_link_is_reported(tmp_path):
    os.mkfifo(tmp_path / "pipe.glb")
    (tmp_path / "lost.glb").symlink_to(tmp_path / "nowhere.glb")
    assert found(tmp_path, ".") == ["lost.glb"]
