"""A coloured line is the plain line with escape sequences of ours, and none of the file's."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from pantin.cli.palette import STYLES, coloured_lines
from pantin.report import Finding, Report
from pantin.report.render.text import EVERYTHING, render

REPORTS = [Report("a.glb", "glb", (Finding("R-1", "error", "no \x1b[2J " + "long " * 50, "/a"),))]


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=40)


def test_without_the_sequences_it_is_the_plain_line(terminal):
    (line,) = coloured_lines(REPORTS, EVERYTHING, terminal)
    assert "\x1b[1;31merror\x1b[0m" in line
    plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
    # Before 14.3, rich drops spaces at the end of a line.
    assert plain.rstrip() == "".join(render(REPORTS)).rstrip()


def test_every_severity_has_a_style():
    assert {"error", "warning", "info"} <= set(STYLES)
