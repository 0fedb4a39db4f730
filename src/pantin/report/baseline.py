"""Baselines: a file that lists accepted findings, so that only new ones are reported.

An entry has a file (relative to the folder of the baseline), a rule, a pointer and a count. Lines and
messages change with every edit; these do not.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

from msgspec import field

from pantin.base.records import Record, replace
from pantin.report.catalogue import current_id
from pantin.report.report import Finding, Report

VERSION = 1
"""The version of the file format."""

Key = tuple[str, str, str | None]


class BadBaseline(ValueError):
    """A file that is not a valid baseline; the message says why."""


class Baseline(Record):
    """How many findings of each (file, rule, pointer) are accepted; files are relative to `folder`."""

    folder: Path
    accepted: Counter[Key] = field(default_factory=Counter)
    met: Counter[Key] = field(default_factory=Counter)
    """The number of findings of each entry in the reports so far."""
    checked: set[str] = field(default_factory=set)
    """The files of those reports."""

    def key(self, report: Report, finding: Finding) -> Key:
        return (relative(finding.file or report.path, self.folder), finding.rule, finding.pointer)

    def accept(self, report: Report) -> None:
        """Accept every finding of `report`."""
        self.accepted.update(self.key(report, finding) for finding in report.findings)

    def apply(self, report: Report) -> Report:
        """The report without accepted findings; those beyond the accepted count stay."""
        seen: Counter[Key] = Counter()
        new = []
        self.checked.add(relative(report.path, self.folder))
        for finding in report.findings:
            key = self.key(report, finding)
            seen[key] += 1
            if seen[key] > self.accepted[key]:
                new.append(finding)
        self.met.update(seen)
        return replace(report, findings=tuple(new))

    def stale(self) -> int:
        """The number of entries for checked files that accept more findings than exist."""
        return sum(self.met[key] < count for key, count in self.accepted.items() if key[0] in self.checked)

    def text(self) -> str:
        """The content of the file: sorted, one entry per line, so that two versions compare well."""
        rows = [json.dumps(to_entry(key, self.accepted[key])) for key in sorted(self.accepted, key=sort_key)]
        body = "".join(f"\n    {row}," for row in rows).removesuffix(",")
        return f'{{\n  "version": {VERSION},\n  "accepted": [{body}\n  ]\n}}\n'


def parse(text: str | bytes, folder: Path) -> Baseline:
    """The baseline in the content of a file in `folder`. Raises `BadBaseline`."""
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadBaseline(f"is not JSON: {error}") from None
    if (
        not isinstance(tree, dict)
        or tree.get("version") != VERSION
        or not isinstance(tree.get("accepted"), list)
    ):
        raise BadBaseline(f'is not a baseline: expected {{"version": {VERSION}, "accepted": […]}}')
    return Baseline(folder, Counter(dict(map(parse_entry, tree["accepted"]))))


def parse_entry(row: Any) -> tuple[Key, int]:
    match row:
        case {"path": str(path), "rule": str(rule)}:
            pointer, count = row.get("pointer"), row.get("count", 1)
            if isinstance(pointer, str | None) and type(count) is int and count > 0:
                return (path, current_id(rule), pointer), count
    raise BadBaseline(
        f"has an invalid entry (expected path, rule, pointer and count): {json.dumps(row)[:80]}"
    )


def to_entry(key: Key, count: int) -> dict[str, Any]:
    """An entry of the file; an absent pointer and a count of 1 are omitted."""
    path, rule, pointer = key
    row: dict[str, Any] = {"path": path, "rule": rule}
    if pointer is not None:
        row["pointer"] = pointer
    if count != 1:
        row["count"] = count
    return row


def sort_key(key: Key) -> tuple[str, str, str]:
    path, rule, pointer = key
    return path, rule, pointer or ""


def relative(path: str, folder: Path) -> str:
    """`path` relative to `folder`, with forward slashes, so that a baseline works on every machine."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # Windows: two drives have no relative path between them
        return Path(path).resolve().as_posix()
