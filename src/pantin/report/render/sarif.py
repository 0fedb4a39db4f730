"""Findings as SARIF 2.1.0, the format of code-scanning services. Chapters are those of the OASIS standard."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from pantin.report.catalogue import Rules
from pantin.report.explanation import explain
from pantin.report.report import Finding, Report
from pantin.report.rule import Rule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}  # §3.27.10


def render(reports: Iterable[Report], rules: Rules, version: str) -> Iterator[str]:
    """The log, result by result. The table of rules comes last, because it lists the rules of the results.

    JSON does not order members, so `tool` may follow `results`.
    """
    used: dict[str, int] = {}
    separator = "\n"
    yield f'{{"$schema": {json.dumps(SCHEMA)}, "version": "2.1.0", "runs": [{{"results": ['
    for report in reports:
        for finding in report.findings:
            index = used.setdefault(finding.rule, len(used))
            yield f"{separator}  {json.dumps(result(report, finding, index))}"
            separator = ",\n"
    driver = {"name": "pantin", "version": version, "rules": [descriptor(id, rules.get(id)) for id in used]}
    # §3.14.17: columns count characters, not UTF-16 code units
    yield f'\n], "columnKind": "unicodeCodePoints", "tool": {json.dumps({"driver": driver})}}}]}}\n'


def result(report: Report, finding: Finding, rule_index: int) -> dict[str, Any]:
    """A result (§3.27)."""
    entry: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [location(report, finding)],
    }
    if finding.fix is not None:
        entry["properties"] = {"fix": finding.fix}
    return entry


def location(report: Report, finding: Finding) -> dict[str, Any]:
    """The file, the region in a text file (§3.30), and the JSON pointer as a logical location (§3.33.5)."""
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(finding.file or report.path)}}
    if finding.line is not None:
        physical["region"] = {"startLine": finding.line}
        if finding.column is not None:
            physical["region"]["startColumn"] = finding.column
    entry: dict[str, Any] = {"physicalLocation": physical}
    if finding.pointer:
        entry["logicalLocations"] = [{"fullyQualifiedName": finding.pointer}]
    return entry


def uri(path: str) -> str:
    """A path as a URI reference: relative paths stay relative to the folder the command ran in (§3.4.3)."""
    if PurePath(path).is_absolute():
        return Path(path).as_uri()
    # A colon in the first segment would read as a scheme (RFC 3986 §4.2), so it is escaped with the rest.
    return quote(os.fsencode(PurePath(path).as_posix()))


def descriptor(id: str, rule: Rule[...] | None) -> dict[str, Any]:
    """A rule of the table (§3.49), with its explanation if the catalogue has the rule."""
    if rule is None:
        return {"id": id}
    text = explain(rule)
    paragraphs = [text.what, f"Why: {text.why}", f"Fix: {text.fix}", f"Source: {text.source}"]
    return {
        "id": id,
        "shortDescription": {"text": text.title},
        "fullDescription": {"text": f"{text.what} {text.why}"},
        "help": {"text": "\n\n".join(paragraphs)},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }
