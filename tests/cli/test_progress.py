"""A bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import contextlib
import io
import time

import pytest

import pantin.cli.progress as bars
from pantin.base.steps import begin_step
from pantin.cli.progress import describe_speed, progress, show_waiting


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Bars appear at once."""
    monkeypatch.setattr(bars, "PATIENCE", 0.0)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(total, monkeypatch):
    """What a terminal on standard error gets while `total` steps are done."""
    monkeypatch.setenv("TERM", "xterm-256color")
    with contextlib.redirect_stderr(Terminal()) as terminal, progress(total, "checking") as advance:
        for _ in range(total):
            advance()
            print("finding")
    return terminal.getvalue()


def test_a_pipe_gets_nothing(capsys):
    with progress(100, "checking") as advance:
        advance()
    assert capsys.readouterr() == ("", "")


def test_a_terminal_gets_a_bar(monkeypatch):
    bar = shown(100, monkeypatch)
    assert "checking" in bar
    assert "100/100" in bar


def test_nobody_waits_long_enough_for_a_bar(monkeypatch):
    monkeypatch.setattr(bars, "PATIENCE", 60.0)
    assert shown(100, monkeypatch) == ""


def test_a_bar_appears_while_the_first_step_takes_long(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(bars, "PATIENCE", 0.01)
    with contextlib.redirect_stderr(Terminal()) as terminal, progress(3, "slimming") as advance:
        advance(step="one")
        until = time.monotonic() + 30
        while "slimming" not in terminal.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
    assert "1/3" in terminal.getvalue()


def test_steps_of_one_file_are_shown(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    with contextlib.redirect_stderr(Terminal()) as terminal, show_waiting("slim"):
        begin_step("textures")
        with progress(5, "frames") as advance:  # the bar of a part replaces that of the whole
            advance()
    assert "slim" in terminal.getvalue()
    assert "1/5" in terminal.getvalue()


def test_what_waits_in_a_pipe_prints_nothing(capsys):
    with show_waiting("slim"):
        begin_step("textures")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("speed", "words"),
    [(None, ""), (0.0, ""), (0.118, "8.5 s each"), (1.0, "1.0/s"), (1.5, "1.5/s"), (1234.0, "1,234/s")],
)
def test_a_rate_is_never_0(speed, words):
    assert describe_speed(speed) == words


def test_lines_for_a_pipe_stay_in_the_pipe_while_the_bar_stands(monkeypatch, capsys):
    assert "finding" not in shown(5, monkeypatch)
    assert capsys.readouterr().out == "finding\n" * 5


def test_a_bar_without_an_end_goes_on(monkeypatch):
    """A loop is run until it closes, and nobody knows how often that will be."""
    monkeypatch.setenv("TERM", "xterm-256color")
    with contextlib.redirect_stderr(Terminal()) as terminal, progress(None, "baking") as advance:
        advance(64)
        advance(64)
    assert "128/?" in terminal.getvalue()
