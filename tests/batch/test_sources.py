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


def test_a_link_in_a_circle_is_reported_and_hides_no_file(tmp_path):
    touch(tmp_path, *(f"{number}.glb" for number in range(20)))
    try:
        (tmp_path / "circle.glb").symlink_to("circle.glb")
    except OSError:
        pytest.skip("this system gives no right to make links")
    assert set(found(tmp_path, ".")) == {"circle.glb", *(f"{number}.glb" for number in range(20))}


def relative(names, **settings):
    return [
        source.relative for source in find_sources([str(name) for name in names], pytest.fail, **settings)
    ]


def test_named_files_are_relative_to_the_folder_that_they_share(tmp_path):
    touch(tmp_path, "a/x.glb", "a/b/x.glb", "c/x.glb")
    assert relative([tmp_path / "a/x.glb"]) == ["x.glb"]
    assert relative([tmp_path / "a/x.glb", tmp_path / "a/b/x.glb"]) == ["x.glb", "b/x.glb"]
    assert relative([tmp_path / "a/b/x.glb", tmp_path / "c/x.glb"]) == ["a/b/x.glb", "c/x.glb"]


def test_a_list_has_a_file_in_each_line(tmp_path):
    touch(tmp_path, "a/x.glb", "a/b/y.glb", "c/z.glb")
    lines = [tmp_path / "a/x.glb", "", tmp_path / "a/b/y.glb", tmp_path / "a/x.glb"]
    (tmp_path / "list.txt").write_text("\ufeff" + "\r\n".join(map(str, lines)) + "\n")
    assert relative([f"@{tmp_path / 'list.txt'}"]) == ["x.glb", "b/y.glb"]
    (tmp_path / "folders.txt").write_text(f"{tmp_path / 'a'}\n{tmp_path / 'c'}")
    assert relative([f"@{tmp_path / 'folders.txt'}"]) == ["x.glb", "b/y.glb", "z.glb"]


def test_lists_that_cannot_be_read_are_reported(tmp_path):
    (tmp_path / "model.glb").write_bytes(b"glTF\xff\xfe")
    errors = []
    assert list(find_sources([f"@{tmp_path / 'model.glb'}", f"@{tmp_path / 'none'}"], errors.append)) == []
    assert "not a list of files: it is not UTF-8" in str(errors[0])
    assert isinstance(errors[1], FileNotFoundError)


def test_a_file_whose_name_begins_like_a_list_or_looks_like_a_pattern_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    touch(tmp_path, "@a.glb", "[b].glb")
    assert relative(["@a.glb", "[b].glb"]) == ["@a.glb", "[b].glb"]


def test_a_pattern_takes_any_suffix_and_is_relative_to_its_folder(tmp_path):
    touch(tmp_path, "m/a.glb", "m/n/b.bin", "m/.hidden/c.glb")
    assert relative([tmp_path / "m" / "**" / "*"]) == ["a.glb", "n/b.bin"]


def test_the_target_folder_is_left_out(tmp_path):
    touch(tmp_path, "a.glb", "out/a.glb")
    assert relative([tmp_path], skip=str(tmp_path / "out")) == ["a.glb"]
