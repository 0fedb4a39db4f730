"""A report sorts its findings by severity and is ok without errors."""

from __future__ import annotations

import pytest

from pantin.report import Finding, Report
from pantin.report.report import Tally
from pantin.report.wording import and_more, counted, some

ERROR = Finding("A-1", "error", "e")
WARNING = Finding("A-2", "warning", "w")
INFO = Finding("A-3", "info", "i")


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
        (Tally(3), "3 files, no findings"),
        (Tally(1, 1), "1 file, 1 error"),
        (Tally(1000, 2, 0, 1), "1,000 files, 2 errors, 1 info"),
    ],
)
def test_a_tally_reads_as_a_sentence(tally, text):
    assert str(tally) == text


def test_reports_add_up():
    tally = Tally()
    for severity in ("error", "warning", "warning"):
        tally.add(Report("a", "glb", (Finding("X-1", severity, "m"),)))
    assert tally == Tally(3, 1, 2, 0)


def test_messages_count_further_places():
    assert [and_more(count) for count in (1, 2, 3)] == ["", ", and 1 more", ", and 2 more"]


def test_few_are_listed():
    assert some("joint", [4]) == "joint 4"
    assert some("joint", [4, 7, 9]) == "joints 4, 7, 9"


def test_many_are_counted():
    assert some("vertex", list(range(10))) == "vertices 0, 1, 2 and 7 more"


def test_one_is_not_several():
    assert [counted(count, "vertex") for count in (1, 2, 1000)] == [
        "1 vertex",
        "2 vertices",
        "1,000 vertices",
    ]
    assert [counted(count, "blend shape") for count in (0, 1)] == ["0 blend shapes", "1 blend shape"]
