"""Lines as a compiler prints them (architecture, "Command line")."""

from __future__ import annotations

import pytest

from pantin.report import Finding, Report
from pantin.report.render.text import Listing, render


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


def test_common_findings_are_hidden_unless_everything_is_wanted():
    common = Finding("R-1", "info", "usual", common=True)
    report = Report("a.glb", "glb", (common, Finding("R-2", "error", "bad")))
    assert list(render([report], Listing(every=False))) == ["a.glb: R-2 error: bad\n"]
    assert len(list(render([report]))) == 2


@pytest.mark.parametrize(("count", "lines"), [(5, 5), (6, 4)])
def test_a_rule_that_occurs_more_than_five_times_is_shown_three_times(count, lines):
    report = Report("a.glb", "glb", tuple(Finding("R-1", "info", f"{n}") for n in range(count)))
    printed = list(render([report], Listing(every=False)))
    assert len(printed) == lines
    if count > 5:
        assert printed[-1] == "a.glb: R-1 info: and 3 more (--all shows them)\n"


def test_a_long_source_line_is_cut_around_the_column():
    finding = Finding("R-1", "error", "no", None, 1, 501)
    report = Report("a.gltf", "gltf", (finding,))
    _, line, caret = render([report], Listing(source=lambda path: ["x" * 500 + "y" * 500]))
    assert len(line) < 200
    assert line[caret.index("^")] == "y"
    assert line[caret.index("^") - 1] == "x"


def test_a_line_that_is_not_there_is_not_shown():
    report = Report("a.gltf", "gltf", (Finding("R-1", "error", "no", None, 9, 1),))
    assert len(list(render([report], Listing(source=lambda path: ["one"])))) == 1
