"""`Finding`, `Report` and `Tally`: one violation, all of one file, and counts over many files."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pantin.base.records import Record
from pantin.report.wording import counted

Severity = Literal["error", "warning", "info"]


class Finding(Record, eq=False):
    """A violation of a rule, and its location.

    The location is a JSON pointer, a line and column (both counted from 1), or both; a finding about the
    whole file has neither. `fix` says what `pantin fix` would do, if it can fix the finding. `file` names the
    file of the location if it is another than the checked one (an import, an external buffer). `origin` says
    which repeat or macro generated the part, if no author wrote it out. `common` marks a finding that is true
    of nearly every file of its kind: text output hides it by default. Neither is printed or compared.

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    def __repr__(self) -> str:
        names = self.__struct_fields__[: len(self._compared)]
        return f"Finding({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    @property
    def _compared(self) -> tuple[str | int | None, ...]:
        place = (self.pointer, self.line, self.column)
        return (self.rule, self.severity, self.message, *place, self.fix, self.file)


class Report(Record):
    """The findings of one file, in order.

    `path` is the file as the caller named it; `format` is its format (`"gltf"`, `"glb"`, …; empty if it is
    unknown).

    >>> report = pantin.check("examples/loose.glb")
    >>> report.ok, len(report.errors), len(report.warnings)
    (False, 1, 1)
    """

    path: str
    format: str
    findings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        counts = f"errors={len(self.errors)} warnings={len(self.warnings)} infos={len(self.infos)}"
        return f"<Report {self.path!r} {counts}>"

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
        return any(found.rule.startswith("LOSS-") or found.severity != "info" for found in self.findings)

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
    """Running counts of files and findings."""

    files: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    hidden: int = 0
    """Those of them that were not printed."""

    def add(self, report: Report) -> None:
        self.files += 1
        self.errors += len(report.errors)
        self.warnings += len(report.warnings)
        self.infos += len(report.infos)

    def __str__(self) -> str:
        """`"3 files, 1 error, 2 warnings"`, or `"3 files, no findings"`; then how many are not shown."""
        counts = ((self.errors, "error"), (self.warnings, "warning"), (self.infos, "info"))
        findings = [counted(count, noun) for count, noun in counts if count]
        hidden = f" ({self.hidden:,} not shown; --all shows them)" if self.hidden else ""
        return ", ".join([counted(self.files, "file"), *(findings or ["no findings"])]) + hidden
