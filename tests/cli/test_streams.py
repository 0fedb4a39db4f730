"""Colours for terminals, plain text for pipes."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from pantin.cli.exit import UnreadableError
from pantin.cli.streams import (
    console,
    on_terminal,
    prepare_streams,
    read_standard_input,
    read_whole,
    say,
    use_colour,
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
    assert use_colour(Terminal())
    assert not use_colour(io.StringIO())


def test_no_color_is_honoured(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal()
    assert on_terminal(terminal)
    assert not use_colour(terminal)
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
