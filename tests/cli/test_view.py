from __future__ import annotations

from pathlib import Path

import pytest

from pantin.cli.exit import Exit


def test_a_page_is_written(pantin):
    ended = pantin("view", "arm.glb", "--out", "arm.html", "--clip", "bend")
    assert ended.code == Exit.CLEAN
    assert ended.out == ""
    assert "one file, no network" in ended.err
    assert Path("arm.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("gone.glb",), Exit.UNREADABLE, "gone.glb: no such file"),
        (("arm.glb", "--clip", "bent"), Exit.USAGE, "no clip is called 'bent', and the file has 1 clip"),
        (("arm.glb", "--watch"), Exit.USAGE, "--watch serves the page of a file"),
    ],
)
def test_what_cannot_be_shown_is_said(pantin, arguments, code, words):
    ended = pantin("view", *arguments, "--out", "page.html")
    assert ended.code == code
    assert words in ended.err
    assert not Path("page.html").exists()


def test_a_folder_that_is_not_there_is_said(pantin):
    ended = pantin("view", "arm.glb", "--out", "gone/page.html")
    assert ended.code == Exit.UNREADABLE
    assert "no such file or directory" in ended.err
