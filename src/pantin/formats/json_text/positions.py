"""Lines and columns of findings: where the members that they point at are in a JSON text."""

from __future__ import annotations

from collections.abc import Iterable

from pantin.base.records import replace
from pantin.formats.json_text.parse import line_columns
from pantin.formats.json_text.scan import locate
from pantin.report import Finding


def with_positions(text: bytes, findings: Iterable[Finding], *, root: str = "") -> list[Finding]:
    """The findings, those without a line with the line and column of what they point at. `root` is how a
    format writes the pointer of the whole document."""
    listed = list(findings)
    pointers = {finding.pointer for finding in listed if finding.pointer is not None and finding.line is None}
    if not pointers:
        return listed
    spans = locate(text, {"" if pointer == root else pointer for pointer in pointers})
    if root in pointers and "" in spans:
        spans[root] = spans[""]
    lines = line_columns(text, [span.first for span in spans.values()])

    def locate_finding(finding: Finding) -> Finding:
        span = None if finding.pointer is None or finding.line is not None else spans.get(finding.pointer)
        if span is None:
            return finding
        line, column = lines[span.first]
        return replace(finding, line=line, column=column)

    return [locate_finding(finding) for finding in listed]
