"""How much was found in how many files, counted as the reports go by."""

from __future__ import annotations

from dataclasses import dataclass

from pantin.report.report import Report
from pantin.report.wording import counted


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
