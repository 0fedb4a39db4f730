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
    hidden: int = 0
    """Those of them that were not printed."""

    def add(self, report: Report) -> None:
        self.files += 1
        self.errors += len(report.errors)
        self.warnings += len(report.warnings)
        self.infos += len(report.infos)

    def __str__(self) -> str:
        """`"3 files, 1 error, 2 warnings"`, or `"3 files, no findings"`; then how many are not shown."""
        counts = ((self.errors, "error"), (self.warnings, "warning"), (self.infos, "info"))
        found = [counted(count, noun) for count, noun in counts if count]
        hidden = f" ({self.hidden:,} not shown; --all shows them)" if self.hidden else ""
        return ", ".join([counted(self.files, "file"), *(found or ["no findings"])]) + hidden
