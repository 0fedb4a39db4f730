"""What was found in a file: `Rule`, `Finding`, `Report`, and how to print them.

This room knows no format. Rules register themselves here as they are defined.
"""

from pantin.report.finding import Finding, Severity
from pantin.report.report import Report
from pantin.report.rule import CATALOGUE, Rule, rule

__all__ = ["CATALOGUE", "Finding", "Report", "Rule", "Severity", "rule"]
