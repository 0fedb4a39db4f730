"""How much was found in how many files, counted as the reports go by; and how counts read in a message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pantin.report.report import Report


@dataclass(slots=True)
class Tally:
    """Running counts over reports."""

    files: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0

    def add(self, report: Report) -> None:
        self.files += 1
        self.errors += len(report.errors)
        self.warnings += len(report.warnings)
        self.infos += len(report.infos)

    def __str__(self) -> str:
        """`"3 files, 1 error, 2 warnings"`, or `"3 files, no findings"`."""
        counts = ((self.errors, "error"), (self.warnings, "warning"), (self.infos, "info"))
        found = [counted(count, noun) for count, noun in counts if count]
        return ", ".join([counted(self.files, "file"), *(found or ["no findings"])])


PLURALS = {"mesh": "meshes", "vertex": "vertices"}
"""Plurals that do not end in s alone."""

LISTED = 3
"""How many of many elements a message names."""


def counted(count: int, noun: str) -> str:
    """`"1 file"`, `"1,000 files"`, `"2 vertices"`."""
    return f"{count:,} {_in_number(noun, count)}"


def some(noun: str, found: Sequence[int]) -> str:
    """The first few by number and the rest as a count: `"joints 4, 7, 9 and 1 more"`."""
    listed = ", ".join(str(one) for one in found[:LISTED])
    left = len(found) - LISTED
    return f"{_in_number(noun, len(found))} {listed}" + (f" and {left:,} more" if left > 0 else "")


def _in_number(noun: str, count: int) -> str:
    return noun if count == 1 else PLURALS.get(noun, f"{noun}s")


def and_more(count: int) -> str:
    """How a message goes on after naming the first of `count` places: `", and 2 more"`, or not at all."""
    return f", and {count - 1} more" if count > 1 else ""
