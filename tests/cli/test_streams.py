"""Colours for terminals, plain text for pipes."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import pytest

from pantin.cli.exit import UnreadableError
from pantin.cli.streams import (
    coloured,
    console,
    describe_error,
    nearest_file,
    on_terminal,
    prepare_streams,
    read_standard_input,
    read_whole,
    say,
)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


def test_a_terminal_is_coloured_and_a_pipe_is_not():
    assert coloured(Terminal())
    assert not coloured(io.StringIO())


def test_no_color_is_honoured(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal()
    assert on_terminal(terminal)
    assert not coloured(terminal)
    console(terminal).print("x", style="bold red")
    assert terminal.getvalue() == "x\n"


def test_lines_are_not_wrapped_in_a_pipe():
    pipe = io.StringIO()
    console(pipe).print("long " * 100)
    assert pipe.getvalue().count("\n") == 1


def test_markup_in_a_text_is_printed_as_it_is():
    pipe = io.StringIO()
    console(pipe).print("[red]x[/red] :smile:")
    assert pipe.getvalue() == "[red]x[/red] :smile:\n"


def test_words_go_to_standard_error_without_control_characters(capsys):
    say("a\x1b\nb")
    assert capsys.readouterr() == ("", "pantin: a\\x1b\nb\n")


def test_nobody_types_a_model(monkeypatch):
    monkeypatch.setattr("sys.stdin", Terminal())
    with pytest.raises(UnreadableError, match="nothing is piped"):
        read_standard_input()


def test_an_error_of_the_system_is_a_sentence():
    missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "a.glb")
    assert describe_error(missing, "a.glb") == "a.glb: no such file or directory"


def test_a_folder_that_is_not_there_is_named():
    missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "nowhere/a.glb")
    message = "nowhere/a.glb: no such file or directory, for there is no folder nowhere"
    assert describe_error(missing, "nowhere/a.glb") == message


def test_an_error_of_ours_says_all_of_it():
    assert describe_error(IsADirectoryError("/x is a folder"), "a.glb") == "/x is a folder"
    named = FileNotFoundError(errno.ENOENT, "there is no such folder", "nowhere")
    assert describe_error(named, "nowhere") == "nowhere: there is no such folder"


def test_closed_streams_are_nobody_to_read_or_write(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(UnreadableError, match="nothing is piped"):
        read_standard_input()
    prepare_streams()
    print("into the void")
    sys.stdout.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no devices among its files")
def test_a_device_is_no_file_beside_the_models():
    with pytest.raises(OSError, match="larger than 67,108,864 bytes"):
        read_whole(Path("/dev/zero"))


def test_the_nearest_file_is_one_of_the_same_folder_whatever_its_suffix(tmp_path):
    for name in ("arm.gltf", "arm.glb", "leg.glb", "notes.txt"):
        (tmp_path / name).touch()
    assert nearest_file(tmp_path / "am.glb") == ". Did you mean arm.glb?"
    assert nearest_file(tmp_path / "arm.gtlf") == ". Did you mean arm.glb?"
    assert nearest_file(tmp_path / "missing.glb") == ""
    (tmp_path / ".hidden").touch()
    assert nearest_file(tmp_path / ".glb") == ""
    assert nearest_file(tmp_path / "nowhere" / "arm.glb") == ""
