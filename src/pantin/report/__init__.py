"""`Rule`, `Finding` and `Report`: the kinds of faults, the faults of a file, and how to print them.

This package knows no format. Rules register themselves here when they are defined; reports are imported when
they are first used, because help needs the rules of a verb's module, and no report.
"""

from __future__ import annotations

from pantin.report.rule import CATALOGUE, Rule, rule

TYPE_CHECKING = False  # see pantin/__init__.py

if TYPE_CHECKING:
    from pantin.report.report import Finding, Report, Severity

__all__ = ["CATALOGUE", "Finding", "Report", "Rule", "Severity", "rule"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in ("Finding", "Report", "Severity"):
            raise AttributeError(f"module 'pantin.report' has no attribute {name!r}")
        from pantin.report import report

        value = globals()[name] = getattr(report, name)
        return value
