"""Which findings a caller wants to hear of: `--select` and `--ignore`, by rule, by prefix or by severity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pantin.report.catalogue import did_you_mean
from pantin.report.finding import Finding
from pantin.report.report import Report

SEVERITIES = ("ERROR", "WARNING", "INFO")


class UnknownRule(ValueError):
    """A name in a selection that no rule has and no rule starts with."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Rule ids, prefixes or severities to keep and to leave out; an empty `select` keeps every rule.

    Where both speak of a finding the longer name wins, so that `--select GLTF-NODE_LOOP --ignore GLTF` hears
    one rule of the family; between two of the same length, `ignore` does. A severity, which says nothing of
    the rule, is the shortest of names.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def keeps(self, finding: Finding) -> bool:
        """Whether a finding is wanted."""
        chosen = longest(finding, self.select) if self.select else 0
        refused = longest(finding, self.ignore)
        return chosen is not None and (refused is None or refused < chosen)

    def apply(self, report: Report) -> Report:
        """The report with only the findings that are wanted."""
        kept = tuple(finding for finding in report.findings if self.keeps(finding))
        return replace(report, findings=kept)

    def verify(self, known: Iterable[str]) -> None:
        """Raise `UnknownRule` for the first name that selects none of the known ids."""
        ids = tuple(known)
        for name in self.select + self.ignore:
            if name not in SEVERITIES and not any(matches(id, name) for id in ids):
                raise UnknownRule(f"no rule is called {name!r} or starts so.{did_you_mean(name, ids)}")


def names(options: Iterable[str]) -> tuple[str, ...]:
    """The names in a list of options, each of which may itself be a list with commas: `["A,B", "C"]`."""
    return tuple(name for option in options for part in option.split(",") if (name := part.strip().upper()))


def matches(id: str, name: str) -> bool:
    """Whether `name`, in capitals, is this rule id or a prefix of it."""
    return id.upper().startswith(name)


def longest(finding: Finding, candidates: tuple[str, ...]) -> int | None:
    """The length of the longest candidate that a finding answers to, 0 for its severity; None when none."""
    lengths = [len(name) for name in candidates if matches(finding.rule, name)]
    if finding.severity.upper() in candidates:
        lengths.append(0)
    return max(lengths, default=None)
