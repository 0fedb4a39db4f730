"""Faults noticed while a file is read. Rules turn them into findings."""

from __future__ import annotations

from typing import Any, NamedTuple

MOST = 100
"""The most faults of one rule: a damaged file may have one in every node."""


class Fault(NamedTuple):
    """A violation of the rule with this id at an offset in the file; `values` go into its message."""

    rule: str
    offset: int
    values: dict[str, Any]


class Faults:
    """The faults of a file, without duplicates."""

    def __init__(self) -> None:
        self.by_key: dict[tuple[str, int, str], Fault] = {}
        self._counts: dict[str, int] = {}

    def add(self, rule: str, offset: int, **values: Any) -> None:
        key = (rule, offset, repr(values))
        if key not in self.by_key and self._counts.get(rule, 0) < MOST:
            self.by_key[key] = Fault(rule, offset, values)
            self._counts[rule] = self._counts.get(rule, 0) + 1

    def by_rule(self, rule: str) -> list[Fault]:
        return [fault for fault in self.by_key.values() if fault.rule == rule]
