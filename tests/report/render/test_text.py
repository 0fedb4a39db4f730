"""Lines as a compiler prints them (architecture, "Command line")."""

from __future__ import annotations

import pytest

from pantin.report import Finding, Report
from pantin.report.render.text import EVERYTHING, Listing, render


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


PEOPLE = Listing(every=False, blocks=True)


def printed(*findings, listing=PEOPLE, path="a.glb"):
    return [line.rstrip("\n") for line in render([Report(path, "glb", findings)], listing)]


def test_common_findings_are_named_unless_everything_is_wanted():
    common = Finding("R-1", "info", "usual", common=True)
    findings = (common, common, Finding("R-2", "error", "bad"))
    assert printed(*findings) == [
        "a.glb: 1 error",
        "a.glb: R-2 error: bad",
        "a.glb: 2 findings that nearly every file has: R-1 (2) (--all lists them)",
    ]
    assert len(printed(*findings, listing=EVERYTHING)) == 3


def test_a_file_is_a_block_of_errors_then_warnings_then_infos_by_rule():
    findings = (
        Finding("R-1", "info", "first", "/a"),
        Finding("R-2", "error", "second", "/b"),
        Finding("R-3", "warning", "third", "/c"),
        Finding("R-4", "error", "fourth", "/d"),
        Finding("R-2", "error", "fifth", "/e"),
    )
    assert printed(*findings) == [
        "a.glb: 3 errors of 2 rules, 1 warning, 1 info",
        "a.glb#/b: R-2 error: second (and 1 more: #/e)",
        "a.glb#/d: R-4 error: fourth",
        "a.glb#/c: R-3 warning: third",
        "a.glb#/a: R-1 info: first",
    ]
    rules = [line.split()[1] for line in printed(*findings, listing=Listing(blocks=True))[1:]]
    assert rules == ["R-2", "R-2", "R-4", "R-3", "R-1"]


@pytest.mark.parametrize(
    ("findings", "line"),
    [
        (
            [Finding("R-1", "error", "no", f"/{n}") for n in range(1240)],
            "a.glb#/0: R-1 error: no (and 1,239 more: #/1, #/2, #/3, …)",
        ),
        ([Finding("R-1", "error", "no", "/0")] * 3, "a.glb#/0: R-1 error: no (and 2 more)"),
        (
            [Finding("R-1", "error", "no", line=n, column=2) for n in (3, 4)],
            "a.glb:3:2: R-1 error: no (and 1 more: 4:2)",
        ),
        (
            [Finding("R-1", "error", "no"), Finding("R-1", "error", "no", "/a", file="b.bin")],
            "a.glb: R-1 error: no (and 1 more: b.bin#/a)",
        ),
    ],
)
def test_repeats_of_a_rule_are_one_line_with_the_first_places(findings, line):
    assert printed(*findings)[1:] == [line]


@pytest.mark.parametrize(
    ("fixes", "mark"),
    [
        ([("x", False)], " [fixable]"),
        ([("x", False), (None, False)], " (and 1 more) [1 fixable]"),
        ([("x", True)], " [--unsafe]"),
        ([("x", True), ("x", False)], " (and 1 more) [1 fixable]"),
        ([(None, False)], ""),
    ],
)
def test_what_can_be_fixed_is_marked(fixes, mark):
    findings = [Finding("R-1", "error", "no", fix=fix, unsafe=unsafe) for fix, unsafe in fixes]
    assert printed(*findings)[1] == f"a.glb: R-1 error: no{mark}"


@pytest.mark.parametrize("count", [22, 23, 60])
def test_the_first_screen_names_every_rule(count):
    findings = [Finding(f"R-{n}", ("info", "error")[n % 2], "no") for n in range(count)]
    screen = printed(*findings)
    assert len(screen) <= 24
    assert all(f"R-{n}" in " ".join(screen).replace(",", " ").split() for n in range(count))
    assert len(printed(*findings, listing=Listing(blocks=True))) == count + 1


def test_names_on_the_way_to_the_pointer_follow_the_message():
    finding = Finding("R-1", "error", "no", "/nodes/0/matrix", names='node "\x1b" (0)')
    assert printed(finding)[1] == 'a.glb#/nodes/0/matrix: R-1 error: no (in node "\\x1b" (0))'


def test_source_lines_give_way_to_rules():
    findings = [Finding(f"R-{n}", "error", "no", None, 1, 1) for n in range(8)]
    people = PEOPLE._replace(source=lambda path: ["x"])
    assert len(printed(*findings, listing=people)) == 1 + 3 * 8
    assert len(printed(*findings, listing=people._replace(always=False))) == 1 + 8
    assert len(printed(*findings[:7], listing=people._replace(always=False))) == 1 + 3 * 7


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
