"""Counts what differs between two manifests of `scripts/golden`: a line for each kind of difference, with the
number of lines that have it, and one of them. It shows the few causes of thousands of differences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from golden_rows import Row

PLAIN = (
    (re.compile(r"[\"'][^\"']*[\"']"), "'…'"),
    (re.compile(r"\S*[/\\]\S*"), "PATH"),
    (re.compile(r"-?\d[\d.,e-]*"), "0"),
    (re.compile(r"\s+"), " "),
)
"""What is different in each line: names, paths, numbers and spaces."""

MEMBERS = re.compile(r"\s*\"(\w+)\": (\"[A-Z][A-Z0-9_-]+\"|)")
"""A member of a report; the value is a rule."""


def print_causes(keys: Sequence[str], before: dict[str, Any], after: dict[str, Any], most: int) -> None:
    """The kinds of differences of some lines, the most frequent first, each with a line that has it."""
    lines: dict[str, list[str]] = {}
    for key in keys:
        for cause in sorted(set(causes(before, after, key))):
            lines.setdefault(cause, []).append(key)
    ordered = sorted(lines, key=lambda cause: (-len(lines[cause]), cause))
    for cause in ordered[:most]:
        print(f"{len(lines[cause]):6,}  {cause}\n        {min(lines[cause], key=len)[:140]}")
    if len(ordered) > most:
        print(f"        … and {len(ordered) - most:,} more kinds of differences")


def causes(before: dict[str, Any], after: dict[str, Any], key: str) -> Iterator[str]:
    """The kinds of differences of one line."""
    old, new = before["rows"][key], after["rows"][key]
    command = key.split(" ")[0]
    if old["exit"] != new["exit"]:
        yield f"{command}: exit {old['exit']} -> {new['exit']}"
    was, now = old.get("files", {}), new.get("files", {})
    for name in was.keys() | now.keys():
        if was.get(name) != now.get(name):
            change = "is gone" if name not in now else "is new" if name not in was else "differs"
            yield f"{command}: {''.join(PurePath(name).suffixes)} {change}"
    for sign, line in changed_lines(old, new, "reports", before, after):
        if found := MEMBERS.match(line):
            yield f"{command}: {sign} report {found[1]} {found[2]}".rstrip()
    for sign, line in changed_lines(old, new, "findings", before, after):
        yield f"{sign} finding {' '.join(line.split()[:2])}"
    for sign, line in changed_lines(old, new, "messages", before, after):
        yield f"{sign} message {plain(line)}"


def changed_lines(
    old: Row, new: Row, member: str, before: dict[str, Any], after: dict[str, Any]
) -> Iterator[tuple[str, str]]:
    """The lines of a member that only one of the rows has."""
    texts = [
        [line for name in names_in(row, member) for line in manifest["texts"][name].splitlines()]
        for row, manifest in ((old, before), (new, after))
    ]
    for sign, own, other in (("-", texts[0], set(texts[1])), ("+", texts[1], set(texts[0]))):
        for line in own:
            if line not in other:
                yield sign, line


def names_in(row: Row, member: str) -> list[str]:
    names = row.get(member, [])
    return [names] if isinstance(names, str) else list(names)


def plain(line: str) -> str:
    """A line without what is different in each."""
    for pattern, word in PLAIN:
        line = pattern.sub(word, line)
    return line.strip()[:100]
