"""All findings of one file."""

from __future__ import annotations

from dataclasses import dataclass

from pantin.report.finding import Finding, Severity


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one file, in the order they were made.

    `path` is the file as the caller named it, `format` the format it was read as (`"gltf"`, `"glb"`, …; empty
    when none was recognised).

    >>> report = pantin.check("examples/loose.glb")
    >>> report.ok, len(report.errors), len(report.warnings)
    (False, 1, 1)
    """

    path: str
    format: str
    findings: tuple[Finding, ...] = ()

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
        """True when there is no finding of severity error."""
        return not self.errors

    def _of(self, severity: Severity) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == severity)
