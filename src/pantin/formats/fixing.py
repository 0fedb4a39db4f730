"""`Fix`: what a format can do about findings of its rules; which these are, and how fixes are applied."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from pantin.base.records import Record, replace
from pantin.report import Finding
from pantin.report.pointer import tokens
from pantin.report.wording import counted


def always(document: Any, finding: Finding) -> bool:
    return True


class Fix(Record):
    """A change of a document that removes findings.

    rules    those whose findings it removes
    promise  what it does, as an order: "divide weights by their sum"
    done     what it has done, with a place for what it counts: "normalised weights at {}"
    noun     what it counts: "vertex"
    apply    (document, findings) → how many were changed; it changes the document. Raises `ValueError` with
             the reason if that cannot be done
    can      (document, finding) → whether it removes this finding
    part     how many words of the pointer of a finding name the part that `can` looks at, once for all
             findings about it; None: it looks at each
    unsafe   whether the model may look different afterwards
    named    whether it is applied only if its rule is named, although the model looks the same
    """

    rules: tuple[str, ...]
    promise: str
    done: str
    noun: str
    apply: Callable[[Any, Sequence[Finding]], int]
    can: Callable[[Any, Finding], bool] = always
    part: int | None = None
    unsafe: bool = False
    named: bool = False


class RuleFix(Record):
    """What was fixed for a rule: the number of vertices, skins or joints changed, and a description. With a
    count of 0 the description says why nothing could be changed.

    >>> pantin.fix("examples/loose.glb").changes[0].count
    52
    """

    rule: str
    count: int
    what: str
    unsafe: bool = False


def mark(fixes: Iterable[Fix], document: Any, findings: Iterable[Finding]) -> list[Finding]:
    """The findings, those with what `pantin fix` would do that a fix removes without being named."""
    by_rule = {rule: fix for fix in fixes if not fix.named for rule in fix.rules}
    known: dict[tuple[int, tuple[str, ...]], bool] = {}

    def is_fixable(fix: Fix, finding: Finding) -> bool:
        if fix.part is None:
            return fix.can(document, finding)
        key = id(fix), tokens(finding.pointer or "")[: fix.part]
        if key not in known:
            known[key] = fix.can(document, finding)
        return known[key]

    def mark_finding(finding: Finding) -> Finding:
        fix = by_rule.get(finding.rule)
        if fix is None or not is_fixable(fix, finding):
            return finding
        return replace(finding, fix=fix.promise, unsafe=fix.unsafe)

    return [mark_finding(finding) for finding in findings]


def apply(
    fixes: Iterable[Fix],
    document: Any,
    findings: Sequence[Finding],
    *,
    unsafe: bool = False,
    named: Collection[str] = (),
) -> list[RuleFix]:
    """Change the document by the fixes of these findings: safe ones, `unsafe` ones if that is wanted, and any
    whose rule is `named`."""
    changes = []
    for fix in fixes:
        wanted = not (fix.named or (fix.unsafe and not unsafe))
        fixable = [
            finding
            for finding in findings
            if finding.rule in fix.rules and (wanted or finding.rule in named) and fix.can(document, finding)
        ]
        if fixable:
            changes.append(_change(fix, document, fixable))
    return [change for change in changes if change is not None]


def _change(fix: Fix, document: Any, findings: Sequence[Finding]) -> RuleFix | None:
    rule = findings[0].rule
    try:
        with document.transaction():
            count = fix.apply(document, findings)
    except ValueError as error:
        return RuleFix(rule, 0, str(error))
    return RuleFix(rule, count, fix.done.format(counted(count, fix.noun)), fix.unsafe) if count else None
