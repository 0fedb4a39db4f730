"""Findings that follow from a value that could not be read: they would report the same mistake again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pantin.formats.rigy.schema.kinds import Fault
from pantin.formats.rigy.source import REFUSED, Composed, Map, Seq
from pantin.report import Finding
from pantin.report.pointer import tokens

HARMLESS = ("respelled", "early", "finite", "rounded rotation")
"""Faults whose value is read nevertheless, or that rules about documents report."""


class Unreadable:
    """The values of a file that could not be read."""

    def __init__(self, faults: Iterable[Fault], composed: Composed) -> None:
        self._paths = {path for path in map(_unread, faults) if path is not None}
        if any(fault.kind == "alias" for fault in composed.faults):
            self._paths.update(_rejected_paths(composed.root))
        self._above = {path[:length] for path in self._paths for length in range(1, len(path))}

    def explains(self, finding: Finding) -> bool:
        """Whether a finding is about an unreadable value, a part of one, or an object that has one."""
        path = tuple(map(str, tokens(finding.pointer or "")))
        return path in self._above or any(path[:length] in self._paths for length in range(len(path) + 1))


def _rejected_paths(root: Any) -> Iterator[tuple[str, ...]]:
    """The paths of values that the reader of YAML rejected."""
    pending: list[tuple[tuple[str, ...], Any]] = [((), root)]
    while pending:
        path, value = pending.pop()
        if value is REFUSED:
            yield path
        elif isinstance(value, Map):
            pending += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, Seq):
            pending += [((*path, str(index)), inner) for index, inner in enumerate(value)]


def _unread(fault: Fault) -> tuple[str, ...] | None:
    """The path of the value that a fault leaves unread, if any."""
    path = tuple(map(str, fault.path))
    if fault.kind in HARMLESS:
        return None
    if fault.kind == "missing":
        return (*path, str(fault.values["key"]))
    if fault.kind == "unknown key":  # the key that it stands for
        instead = fault.values["instead"]
        return None if instead is None else (*path[:-1], str(instead))
    return path
