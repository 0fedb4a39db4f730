"""Lines as a compiler prints them (architecture, "Command line")."""

from __future__ import annotations

import pytest

from pantin.report import Finding, Report
from pantin.report.render.text import render


@pytest.mark.parametrize(
    ("finding", "line"),
    [
        (Finding("R-1", "error", "no", "/a", 12, 13), "hero.glb:12:13: R-1 error: no\n"),
        (Finding("R-1", "error", "no", None, 12), "hero.glb:12: R-1 error: no\n"),
        (
            Finding("R-1", "warning", "no", "/skins/0/joints/3"),
            "hero.glb#/skins/0/joints/3: R-1 warning: no\n",
        ),
        (Finding("R-1", "info", "no", ""), "hero.glb: R-1 info: no\n"),
        (Finding("R-1", "info", "no"), "hero.glb: R-1 info: no\n"),
        (Finding("R-1", "error", "no", "/a", file="part.rigy"), "part.rigy#/a: R-1 error: no\n"),
    ],
)
def test_the_place_is_line_and_column_or_a_pointer_or_the_file(finding, line):
    assert list(render([Report("hero.glb", "glb", (finding,))])) == [line]


def test_nothing_from_a_file_is_printed_raw():
    finding = Finding("R-1", "error", "named \x1b[31mred\n", "/extras/\x07")
    assert list(render([Report("\x1b.glb", "glb", (finding,))])) == [
        "\\x1b.glb#/extras/\\x07: R-1 error: named \\x1b[31mred\\n\n"
    ]


def test_files_without_findings_print_nothing():
    assert list(render([Report("a.glb", "glb")])) == []
