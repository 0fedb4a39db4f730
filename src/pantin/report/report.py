"""`Finding`, `Report` and `Tally`: one violation, all of one file, and counts over many files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, field

from pantin.base.records import Record, defaults
from pantin.report.wording import counted, plural

Severity: TypeAlias = Literal["error", "warning", "info"]
"""How severe a finding is."""

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""The order of severities in readable reports: worst first."""

NOTEBOOK_ROWS = 50
"""Findings that a notebook shows."""


class Finding(Record, eq=False):
    """A violation of a rule, and its location.

    The location is a JSON pointer, a line and column (both counted from 1), or both; a finding about the
    whole file has neither. `fix` says what `pantin fix` would do, if it can fix the finding. `file` names the
    file of the location if it is another than the checked one (an import, an external buffer). `origin` says
    which repeat or macro generated the part, if no author wrote it out. `common` marks a finding that is true
    of nearly every file of its kind: text output only names its rule. `unsafe` marks a fix that can change
    how the model looks; `names` are the named things on the way to the pointer. None of these four is
    compared.

    >>> finding = pantin.check("examples/broken.gltf").errors[0]
    >>> finding.rule, finding.pointer, finding.line
    ('GLTF-ACCESSOR_MAX_MISMATCH', '/accessors/0/max/1', 20)
    """

    rule: str
    severity: Severity
    message: str
    pointer: str | None = None
    line: int | None = None
    column: int | None = None
    fix: str | None = None
    file: str | None = None
    origin: str | None = None
    common: bool = False
    unsafe: bool = False
    names: str | None = None

    @property
    def is_fixable(self) -> bool:
        """Whether plain `pantin fix` fixes it."""
        return self.fix is not None and not self.unsafe

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    def __repr__(self) -> str:
        names = self.__struct_fields__[: len(self._compared)]
        from pantin.base.short_repr import short_repr

        return short_repr(self, names, defaults(Finding))

    @property
    def _compared(self) -> tuple[str | int | None, ...]:
        position = (self.pointer, self.line, self.column)
        return (self.rule, self.severity, self.message, *position, self.fix, self.file)


class Report(Record):
    """The findings of one file, in order.

    `path` is the file as the caller named it; `format` is its format (`"gltf"`, `"glb"`, …; empty if it is
    unknown).

    >>> report = pantin.check("examples/loose.glb")
    >>> report.ok, len(report.errors), len(report.warnings)
    (False, 1, 0)
    """

    path: str
    format: str
    findings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        counts = f"errors={len(self.errors)} warnings={len(self.warnings)} infos={len(self.infos)}"
        return f"<Report {self.path!r} {counts}>"

    def __str__(self) -> str:
        """The findings, a line each; one line without any.

        >>> print(pantin.check("examples/arm.glb"))
        examples/arm.glb: no findings
        """
        from pantin.report.render.text import line, one  # reports are printed by it

        lines = ["".join(span.text for span in line(self, one(finding))) for finding in self.findings]
        return "\n".join(lines) or f"{self.path}: no findings"

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __bool__(self) -> bool:
        """Always: use `ok` to ask whether there are errors."""
        return True

    def _repr_html_(self) -> str:
        """A table of the findings, for notebooks."""
        from html import escape

        shown = self.findings[:NOTEBOOK_ROWS]
        rows = "".join(
            f"<tr><td>{finding.severity}</td><td>{escape(finding.rule)}</td>"
            f"<td>{escape(finding.pointer or str(finding.line or ''))}</td>"
            f"<td style='text-align:left'>{escape(finding.message)}</td></tr>"
            for finding in shown
        )
        more = len(self.findings) - len(shown)
        rest = f"<p>and {more:,} more</p>" if more else ""
        return (
            f"<p>{escape(repr(self))}</p><table>{rows}</table>{rest}"
            if rows
            else f"<p>{escape(str(self))}</p>"
        )

    def rows(self) -> list[dict[str, str | int | None]]:
        """The findings as plain dictionaries, for a table or a data frame.

        >>> pantin.check("examples/loose.glb").rows()[0]["severity"]
        'error'
        """
        members = ("rule", "severity", "message", "pointer", "line", "column", "fix")
        return [
            {"path": finding.file or self.path} | {name: getattr(finding, name) for name in members}
            for finding in self.findings
        ]

    @property
    def lossy(self) -> bool:
        """Whether a conversion dropped or changed anything: `--strict` fails then."""
        return any(
            finding.rule.startswith("LOSS-") or finding.severity != "info" for finding in self.findings
        )

    @property
    def errors(self) -> tuple[Finding, ...]:
        return self._of("error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return self._of("warning")

    @property
    def infos(self) -> tuple[Finding, ...]:
        return self._of("info")

    @property
    def ok(self) -> bool:
        """Whether the report has no errors."""
        return not self.errors

    def _of(self, severity: Severity) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == severity)


class Tally(Struct):
    """Running counts of files and findings, by severity."""

    files: int = 0
    clean: int = 0
    """How many files have no findings."""
    findings: Counter[str] = field(default_factory=Counter)
    """How many findings."""
    worst: Counter[str] = field(default_factory=Counter)
    """How many files have such findings, and none of a higher severity."""
    beside_errors: int = 0
    """How many warnings are in files that have errors."""
    fixable: int = 0
    """How many findings `pantin fix` fixes."""
    rules: set[tuple[str, str]] = field(default_factory=set)
    """The severities and rules of the findings."""
    hidden: int = 0
    """How many findings have no separate line."""
    others: Counter[str] = field(default_factory=Counter)
    """How many further files could not be checked, by outcome: unreadable, refused, failed."""

    def add(self, report: Report) -> None:
        self.files += 1
        self.clean += not report.findings
        self.findings.update(finding.severity for finding in report.findings)
        severities = {finding.severity for finding in report.findings}
        if "error" in severities:
            self.beside_errors += sum(finding.severity == "warning" for finding in report.findings)
        self.fixable += sum(finding.is_fixable for finding in report.findings)
        self.worst.update([severity for severity in SEVERITIES if severity in severities][:1])
        self.rules.update((finding.severity, finding.rule) for finding in report.findings)

    def __str__(self) -> str:
        """`"9 files: 6 clean, 1 with errors (9 errors of 2 rules, 1 warning), 2 with warnings"`. Each file
        counts once, by its worst severity."""
        parts = [f"{self.clean:,} clean"] if self.clean and self.clean < self.count else []
        parts += [self._describe(severity) for severity in SEVERITIES if self.worst[severity]]
        parts += [f"{number:,} {outcome}" for outcome, number in self.others.items()]
        fixes = f"; pantin fix repairs {counted(self.fixable, 'finding')}" if self.fixable else ""
        hidden = "; --all lists every finding" if self.hidden else ""
        return f"{counted(self.count, 'file')}: {', '.join(parts) or 'no findings'}{fixes}{hidden}"

    @property
    def count(self) -> int:
        return self.files + self.others.total()

    def _describe(self, severity: str) -> str:
        """The number of files by worst severity; for errors also the numbers of findings and rules."""
        files = f"{self.worst[severity]:,} with {plural(severity, 2)}"
        if severity != "error":
            return files
        rules = sum(broken == severity for broken, _ in self.rules)
        warnings = f", {counted(self.beside_errors, 'warning')}" if self.beside_errors else ""
        return f"{files} ({counted(self.findings[severity], severity)} of {counted(rules, 'rule')}{warnings})"
