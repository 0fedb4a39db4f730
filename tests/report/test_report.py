"""A report sorts its findings by severity and is ok without errors."""

from __future__ import annotations

import pytest

import pantin
from pantin.base.records import replace
from pantin.report import Finding, Report
from pantin.report.report import Tally
from pantin.report.wording import and_more, counted, list_indices

ERROR = Finding("A-1", "error", "e")
WARNING = Finding("A-2", "warning", "w")
INFO = Finding("A-3", "info", "i")


def tally_of(files, *findings):
    """Counts of so many files, the first of which have one of the findings each."""
    tally = Tally()
    for index in range(files):
        tally.add(Report("a", "glb", findings[index : index + 1]))
    return tally


def test_findings_by_severity_keep_their_order():
    second = Finding("A-4", "error", "e2")
    report = Report("f.glb", "glb", (ERROR, WARNING, second, INFO))
    assert (report.errors, report.warnings, report.infos) == ((ERROR, second), (WARNING,), (INFO,))


def test_warnings_do_not_make_a_report_bad():
    assert Report("f.glb", "glb", (WARNING, INFO)).ok
    assert not Report("f.glb", "glb", (WARNING, ERROR)).ok


def test_a_finding_cannot_be_changed():
    finding = Finding("GLTF-X", "error", "it is broken", "/nodes/0")
    with pytest.raises(AttributeError):
        finding.message = "it is fine"


def test_findings_that_say_the_same_are_equal():
    assert Finding("GLTF-X", "error", "broken", "/a") == Finding("GLTF-X", "error", "broken", "/a")
    assert Finding("GLTF-X", "error", "broken", "/a") != Finding("GLTF-X", "error", "broken", "/b")


def test_a_finding_about_a_whole_file_has_no_place():
    finding = Finding("GLTF-X", "error", "broken")
    assert (finding.pointer, finding.line, finding.column) == (None, None, None)


@pytest.mark.parametrize(
    ("tally", "text"),
    [
        (tally_of(3), "3 files: no findings"),
        (tally_of(1, ERROR), "1 file: 1 with errors (1 error of 1 rule)"),
        (
            tally_of(1000, ERROR, ERROR, replace(ERROR, rule="A-9", fix="mend"), INFO),
            "1,000 files: 996 clean, 3 with errors (3 errors of 2 rules), 1 with infos; "
            "pantin fix repairs 1 finding",
        ),
        (
            tally_of(2, replace(WARNING, fix="a"), replace(WARNING, fix="b", unsafe=True)),
            "2 files: 2 with warnings; pantin fix repairs 1 finding",
        ),
    ],
)
def test_a_tally_reads_as_a_sentence(tally, text):
    assert str(tally) == text


def test_each_file_counts_once():
    tally = tally_of(4, INFO, WARNING)
    tally.add(Report("b", "glb", (INFO, WARNING, ERROR)))
    tally.add(Report("c", "glb", (WARNING, INFO)))
    tally.others["unreadable"] = 1
    assert str(tally) == (
        "7 files: 2 clean, 1 with errors (1 error of 1 rule, 1 warning), 2 with warnings, "
        "1 with infos, 1 unreadable"
    )


def test_reports_add_up():
    tally = tally_of(3, ERROR, WARNING, WARNING)
    assert (tally.files, tally.findings) == (3, {"error": 1, "warning": 2})


def test_messages_count_further_places():
    assert [and_more(count) for count in (1, 2, 3)] == ["", ", and 1 more", ", and 2 more"]


def test_few_are_listed():
    assert list_indices("joint", [4]) == "joint 4"
    assert list_indices("joint", [4, 7, 9]) == "joints 4, 7, 9"


def test_many_are_counted():
    assert list_indices("vertex", list(range(10))) == "vertices 0, 1, 2 and 7 more"


def test_one_is_not_several():
    assert [counted(count, "vertex") for count in (1, 2, 1000)] == [
        "1 vertex",
        "2 vertices",
        "1,000 vertices",
    ]
    assert [counted(count, "blend shape") for count in (0, 1)] == ["0 blend shapes", "1 blend shape"]


def test_a_report_iterates_over_its_findings_and_prints_them():
    report = pantin.check("examples/loose.glb")
    assert [finding.rule for finding in report] == [finding.rule for finding in report.findings]
    assert len(report) == len(report.findings) == len(str(report).splitlines())
    assert str(report).splitlines()[0].startswith("examples/loose.glb#/")
    assert bool(Report("clean.glb", "glb"))
    assert len(Report("clean.glb", "glb")) == 0


def test_the_notebook_view_escapes_and_stays_short():
    many = Report("a.glb", "glb", tuple(Finding("A-1", "error", f"<b>{number}") for number in range(5000)))
    view = many._repr_html_()
    assert "&lt;b&gt;0" in view
    assert "and 4,950 more" in view
    assert len(view) < 20_000
