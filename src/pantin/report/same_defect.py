"""One defect, one finding: a rule that yields to another drops the findings that the other reports."""

from __future__ import annotations

from collections.abc import Iterable

from pantin.report.report import Finding
from pantin.report.rule import CATALOGUE


def without_repeats(findings: list[Finding]) -> list[Finding]:
    """The findings without those already reported, at the same place or inside it, by a rule to which their
    rule yields."""
    rules = {finding.rule for finding in findings}
    yielding = {
        rule: others
        for rule in rules
        if rule in CATALOGUE and (others := rules.intersection(CATALOGUE[rule].yields_to))
    }
    if not yielding:
        return findings
    pointers = {rule: _pointers(findings, others) for rule, others in yielding.items()}
    return [
        finding
        for finding in findings
        if not any(_is_same(finding.pointer, pointer) for pointer in pointers.get(finding.rule, ()))
    ]


def _pointers(findings: Iterable[Finding], rules: set[str]) -> set[str | None]:
    return {finding.pointer for finding in findings if finding.rule in rules}


def _is_same(pointer: str | None, other: str | None) -> bool:
    """Whether two pointers are equal, or one is inside the other."""
    if not pointer or not other:
        return True
    return pointer == other or other.startswith(f"{pointer}/") or pointer.startswith(f"{other}/")
