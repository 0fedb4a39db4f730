"""Accepted findings: a file that lists what is known and tolerated, so that only what is new is reported.

A finding is known by its file (relative to the baseline's own folder), rule and pointer, with a count: lines
and messages shift with every edit, these do not.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pantin.report.finding import Finding
from pantin.report.report import Report

VERSION = 1
"""The version of the file's own shape."""

Key = tuple[str, str, str | None]


class BadBaseline(ValueError):
    """A baseline file that does not have the shape `Baseline.write` gives it."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """How many findings of each (file, rule, pointer) are accepted, for files under or beside `folder`."""

    folder: Path
    accepted: Counter[Key] = field(default_factory=Counter)
    met: Counter[Key] = field(default_factory=Counter)
    """How many findings of each entry were met in the reports so far."""
    checked: set[str] = field(default_factory=set)
    """The files of those reports."""

    def key(self, report: Report, finding: Finding) -> Key:
        return (relative(finding.file or report.path, self.folder), finding.rule, finding.pointer)

    def accept(self, report: Report) -> None:
        """Add every finding of `report` to what is accepted."""
        self.accepted.update(self.key(report, finding) for finding in report.findings)

    def apply(self, report: Report) -> Report:
        """The report without the findings that are accepted; those beyond the accepted count stay."""
        seen: Counter[Key] = Counter()
        fresh = []
        self.checked.add(relative(report.path, self.folder))
        for finding in report.findings:
            key = self.key(report, finding)
            seen[key] += 1
            if seen[key] > self.accepted[key]:
                fresh.append(finding)
        self.met.update(seen)
        return replace(report, findings=tuple(fresh))

    def stale(self) -> int:
        """How many entries, of files that were checked, accept more than was found."""
        return sum(self.met[key] < count for key, count in self.accepted.items() if key[0] in self.checked)

    def text(self) -> str:
        """The file's text: sorted, one finding a line, so that two versions compare well."""
        rows = [json.dumps(entry(key, self.accepted[key])) for key in sorted(self.accepted, key=in_order)]
        body = "".join(f"\n    {row}," for row in rows).removesuffix(",")
        return f'{{\n  "version": {VERSION},\n  "accepted": [{body}\n  ]\n}}\n'


def parse(text: str | bytes, folder: Path) -> Baseline:
    """The baseline written in `text`, a file that lies in `folder`. Raises `BadBaseline`."""
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise BadBaseline(f"is not JSON: {fault}") from None
    if (
        not isinstance(tree, dict)
        or tree.get("version") != VERSION
        or not isinstance(tree.get("accepted"), list)
    ):
        raise BadBaseline(f'is not a baseline: expected {{"version": {VERSION}, "accepted": […]}}')
    return Baseline(folder, Counter(dict(map(parsed_entry, tree["accepted"]))))


def parsed_entry(row: Any) -> tuple[Key, int]:
    match row:
        case {"path": str(path), "rule": str(rule)}:
            where, count = row.get("pointer"), row.get("count", 1)
            if isinstance(where, str | None) and type(count) is int and count > 0:
                return (path, rule, where), count
    raise BadBaseline(
        f"has an entry that is not a path, a rule, a pointer and a count: {json.dumps(row)[:80]}"
    )


def entry(key: Key, count: int) -> dict[str, Any]:
    """One accepted finding as it stands in the file; a pointer or a count of 1 that says nothing is
    left out.
    """
    path, rule, where = key
    row: dict[str, Any] = {"path": path, "rule": rule}
    if where is not None:
        row["pointer"] = where
    if count != 1:
        row["count"] = count
    return row


def in_order(key: Key) -> tuple[str, str, str]:
    path, rule, where = key
    return path, rule, where or ""


def relative(path: str, folder: Path) -> str:
    """`path` as seen from `folder`, with forward slashes, so that a baseline means the same on every
    machine.
    """
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # Windows: two drives have no relative path between them
        return Path(path).resolve().as_posix()
