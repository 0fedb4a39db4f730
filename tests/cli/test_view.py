"""`pantin view`: a page written, or served until Ctrl-C."""

from __future__ import annotations

import http.client
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pantin.cli.exit import Exit


def test_a_page_is_written(pantin):
    ended = pantin("view", "arm.glb", "--out", "arm.html", "--clip", "bend")
    assert (ended.code, ended.out) == (Exit.CLEAN, "")
    assert ended.err.startswith("pantin: arm.html: ")
    assert ended.err.endswith(" MB, self-contained\n")
    assert Path("arm.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("words", ["--out -", "--out=-", "-o -"])
def test_a_page_goes_to_standard_output(piped, words):
    ended = piped(Path("arm.glb").read_bytes(), "view", "-", *words.split())
    assert (ended.code, ended.out[:15]) == (Exit.CLEAN, b"<!doctype html>")
    assert ended.err.startswith("pantin: standard output: ")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("gone.glb",), Exit.UNREADABLE, "gone.glb: no such file"),
        (("arm.glb", "--clip", "bent"), Exit.USAGE, "no clip is called 'bent', and the file has 1 clip"),
        (("arm.glb", "--watch"), Exit.USAGE, "--watch needs a file"),
    ],
)
def test_what_cannot_be_shown_is_said(pantin, arguments, code, words):
    ended = pantin("view", *arguments, "--out", "page.html")
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err
    assert not Path("page.html").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("gone.glb",), Exit.UNREADABLE, "gone.glb: no such file"),
        (("am.glb", "--watch"), Exit.UNREADABLE, "am.glb: no such file or directory. Did you mean arm.glb?"),
        (("arm.glb", "--clip", "bent"), Exit.USAGE, "no clip is called 'bent'"),
        (("-", "--watch"), Exit.USAGE, "--watch needs a file"),
    ],
)
def test_what_cannot_be_served_ends_at_once(pantin, arguments, code, words):
    ended = pantin("view", *arguments, "--no-open")
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err


def test_a_folder_that_is_not_there_is_said(pantin):
    ended = pantin("view", "arm.glb", "--out", "gone/page.html")
    assert ended.code == Exit.UNREADABLE
    assert "gone/page.html: no such file or directory, for there is no folder gone" in ended.err


@pytest.mark.parametrize(
    ("words", "message"), [("", "Ctrl-C ends"), ("--watch", "; the page follows the file")]
)
def test_ctrl_c_ends_quietly(pantin, monkeypatch, words, message):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupted)
    ended = pantin("view", "arm.glb", "--no-open", *words.split())
    assert ended.code == Exit.CLEAN
    assert ended.out.startswith("http://127.0.0.1:")
    assert ended.err.endswith(f"{message}\n")


def test_the_command_serves_what_it_prints(models):
    command = [sys.executable, "-m", "pantin", "view", "arm.glb", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        try:
            url = urlsplit(running.stdout.readline().strip())
            line = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
            line.request("GET", url.path)
            answer = line.getresponse()
            assert answer.status == 200
            assert answer.read(15) == b"<!doctype html>"
            line.close()
        finally:
            running.kill()


def test_two_models_and_their_difference_are_pages(pantin):
    ended = pantin("view", "arm.glb", "arm.glb", "--out", "both.html")
    assert ended.code == Exit.CLEAN
    assert Path("both.html").read_text(encoding="utf-8").count('"joints":[0,1,2]') >= 2
    ended = pantin("diff", "arm.glb", "arm.glb", "--html", "difference.html")
    assert ended.code == Exit.CLEAN
    assert "are equal" in ended.out
    assert '"distances":{"largest":0.0,' in Path("difference.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((".", "--out", "-"), "a gallery cannot be written to standard output"),
        ((".", "--out", "page.html", "--clip", "bend"), "--clip is for one model"),
        ((".", "arm.glb", "--out", "page.html"), "give no second model"),
        ((".", "--clip", "bend", "--no-open"), ". is a folder: give one of its models"),
        (("arm.glb", "page.html"), "Did you mean --out page.html?"),
    ],
)
def test_what_a_folder_or_a_page_cannot_be_is_said(pantin, arguments, words):
    ended = pantin("view", *arguments)
    assert ended.code == Exit.USAGE
    assert words in ended.err


def test_the_gallery_of_a_folder_is_a_file_or_a_folder(pantin, models):
    pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")
    ended = pantin("view", ".", "--out", "gallery.html")
    assert (ended.code, ended.err) == (Exit.CLEAN, "pantin: gallery.html: 3 models\n")
    (models / "cut.glb").write_bytes(b"glTF")
    ended = pantin("view", ".", "--out", "gallery")
    assert ended.code == Exit.UNREADABLE
    *_, last = ended.err.splitlines()
    assert last == f"pantin: {Path('gallery', 'index.html')}: 4 models (1 unreadable), each with its page"
    assert "cut.glb: " in ended.err


def test_a_page_is_no_image(pantin):
    ended = pantin("view", "arm.glb", "--out", "arm.png")
    assert ended.code == Exit.USAGE
    assert ended.err == "pantin: arm.png: view writes an HTML page; for an image, use pantin render\n"
