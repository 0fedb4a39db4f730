"""A bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import contextlib
import io

from pantin.cli.progress import FEW, progress


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


def test_a_few_files_need_none(monkeypatch):
    assert shown(FEW, monkeypatch) == ""


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
