"""A report sorts its findings by severity and is ok without errors."""

from __future__ import annotations

from pantin.report import Finding, Report

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
