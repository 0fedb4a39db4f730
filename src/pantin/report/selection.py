"""`--select` and `--ignore`: which findings to report, by rule, by prefix or by severity."""

from __future__ import annotations

from collections.abc import Iterable

from pantin.base.records import Record, replace
from pantin.report.catalogue import current_id, did_you_mean
from pantin.report.report import Finding, Report

SEVERITIES = ("ERROR", "WARNING", "INFO")


class UnknownRule(ValueError):
    """A name in a selection that matches no rule."""


class Selection(Record):
    """Rule ids, prefixes or severities to keep and to drop; an empty `select` keeps every rule.

    If both match a finding, the longer name wins, so that `--select GLTF-NODE_LOOP --ignore GLTF` keeps one
    rule of the family; between names of the same length, `ignore` wins. A severity is shorter than any name.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def keeps(self, finding: Finding) -> bool:
        """Whether a finding is reported."""
        selected = longest_match(finding, self.select) if self.select else 0
        ignored = longest_match(finding, self.ignore)
        return selected is not None and (ignored is None or ignored < selected)

    def apply(self, report: Report) -> Report:
        """The report with only the selected findings."""
        kept = tuple(finding for finding in report.findings if self.keeps(finding))
        return replace(report, findings=kept)

    def with_ignored(self, names: Iterable[str]) -> Selection:
        """This selection without some more rules, which may be several in one string with commas."""
        return replace(self, ignore=(*self.ignore, *parse_names(names)))

    def verify(self, known: Iterable[str]) -> None:
        """Raise `UnknownRule` for the first name that matches none of the known ids."""
        ids = tuple(known)
        for name in self.select + self.ignore:
            if name not in SEVERITIES and not any(matches(id, name) for id in ids):
                raise UnknownRule(f"no rule matches {name!r}.{did_you_mean(name, ids)}")


def parse_names(options: Iterable[str]) -> tuple[str, ...]:
    """The names in a list of options, each of which may have several, separated by commas: `["A,B", "C"]`."""
    return tuple(name for option in options for part in option.split(",") if (name := part.strip().upper()))


def matches(id: str, name: str) -> bool:
    """Whether `name`, in capitals, is this rule id, an old one of the same rule, or a prefix of it."""
    return id.upper().startswith(current_id(name))


def longest_match(finding: Finding, candidates: tuple[str, ...]) -> int | None:
    """The length of the longest candidate that matches a finding, 0 for its severity; None if none does."""
    lengths = [len(name) for name in candidates if matches(finding.rule, name)]
    if finding.severity.upper() in candidates:
        lengths.append(0)
    return max(lengths, default=None)
