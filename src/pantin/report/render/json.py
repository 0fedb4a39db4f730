"""Findings as one JSON document: `{"files": [{"path", "format", "findings": […]}], "summary": {…}}`.

The document is plain ASCII, so that no terminal, pipe or code page changes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from pantin.report.report import SEVERITIES, Finding, Report, Tally


def render(reports: Iterable[Report]) -> Iterator[str]:
    """The document, file by file."""
    tally = Tally()
    separator = "\n"
    yield '{"files": ['
    for report in reports:
        tally.add(report)
        yield f"{separator}  {json.dumps(file_entry(report))}"
        separator = ",\n"
    summary = {f"{severity}s": tally.findings[severity] for severity in SEVERITIES}
    yield f'\n], "summary": {json.dumps(summary)}}}\n'


def file_entry(report: Report) -> dict[str, Any]:
    findings = [finding_entry(finding) for finding in report.findings]
    return {"path": report.path, "format": report.format, "findings": findings}


def finding_entry(finding: Finding) -> dict[str, Any]:
    """A finding: rule, severity and message always, the other members if the finding has them."""
    entry: dict[str, Any] = {"rule": finding.rule, "severity": finding.severity, "message": finding.message}
    for name in ("pointer", "line", "column", "fix", "file"):
        value = getattr(finding, name)
        if value is not None:
            entry[name] = value
    return entry
