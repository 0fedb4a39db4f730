"""Findings as JUnit XML, which CI servers show as tests: a suite for each file, a failing case for each rule.

The schema has no severities. Errors and warnings are failures, with the severity as type; infos are in the
output of a passing case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from pantin.report.grouping import Group, group
from pantin.report.render.text import describe_finding, location
from pantin.report.report import Report
from pantin.report.wording import counted, printable


def render(reports: Iterable[Report]) -> Iterator[str]:
    """The document, file by file."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="pantin">\n'
    for report in reports:
        groups = group(report.findings)
        failures = sum(each.severity != "info" for each in groups)
        cases = [_case(report, each) for each in groups] or [_passed_case(report)]
        name = quoteattr(printable(report.path))
        yield f'  <testsuite name={name} tests="{len(cases)}" failures="{failures}" errors="0">\n'
        yield from cases
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _passed_case(report: Report) -> str:
    return f'    <testcase classname={quoteattr(printable(report.path))} name="pantin check"/>\n'


def _case(report: Report, group: Group) -> str:
    """The findings of a rule: the first is the message, all are listed below it."""
    listed = escape(
        "\n".join(f"{location(report, finding)}: {describe_finding(finding)}" for finding in group.findings)
    )
    head = f"    <testcase classname={quoteattr(printable(report.path))} name={quoteattr(group.rule)}>\n"
    if group.severity == "info":
        return f"{head}      <system-out>{listed}</system-out>\n    </testcase>\n"
    more = f" ({counted(len(group.findings), 'finding')})" if len(group.findings) > 1 else ""
    message = quoteattr(describe_finding(group.first) + more)
    failure = f'<failure type="{group.severity}" message={message}>{listed}</failure>'
    return f"{head}      {failure}\n    </testcase>\n"
