"""`Rule`, `Finding` and `Report`: what can be wrong with a file, what is, and how to print it.

This package knows no format. Rules register themselves here when they are defined.
"""

from pantin.report.report import Finding, Report, Severity
from pantin.report.rule import CATALOGUE, Rule, rule

__all__ = ["CATALOGUE", "Finding", "Report", "Rule", "Severity", "rule"]
