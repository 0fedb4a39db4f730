"""Input and output of a batch: a `Job` for all files, a `Task` and a `Row` for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from pantin.base.records import Record, field_names
from pantin.report import Finding, Report

Outcome = Literal["ok", "skipped", "findings", "refused", "unreadable", "failed"]

CODES: dict[Outcome, int] = {"ok": 0, "skipped": 0, "findings": 1, "refused": 2, "unreadable": 3, "failed": 4}
"""The exit code that `pantin` has for each outcome."""


class Row(Record):
    """The result for one file of a batch.

    path           the file as it was named
    target         the file that was written; None where none is
    outcome        "ok"; "skipped", where there is nothing to do; "findings", of severity error; "refused",
                   for a request that this file does not allow; "unreadable", for a file that cannot be read
                   or written; "failed", for one that crashed, took too long or needed too much memory
    result         what was done, where a verb does not do the same to every file: "migrated" or "copied"
    reason         a sentence, where the outcome is one of the last three; a few words for "skipped"
    format         the format of the file that was read
    sha256, bytes  of that file
    target_bytes   of the file that was written
    nodes, …       how many nodes, meshes, skins, clips and materials the model has
    read_seconds   the time to get and hash the file, `work_seconds` for the work, `write_seconds` to upload
    attempts       how often it was begun: more than once where a process was lost
    resumed        whether the row is that of an earlier run
    notes          what else there is to say, a line each
    findings       all findings, in order

    >>> rows = pantin.batch.run("check", ["examples/arm.glb"])
    >>> [(row.path, row.outcome, row.nodes, row.attempts) for row in rows]
    [('examples/arm.glb', 'ok', 4, 1)]
    """

    path: str
    target: str | None = None
    outcome: Outcome = "ok"
    result: str = ""
    reason: str | None = None
    format: str = ""
    sha256: str | None = None
    bytes: int | None = None
    target_bytes: int | None = None
    nodes: int | None = None
    meshes: int | None = None
    skins: int | None = None
    clips: int | None = None
    materials: int | None = None
    read_seconds: float = 0.0
    work_seconds: float = 0.0
    write_seconds: float = 0.0
    attempts: int = 1
    resumed: bool = False
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    references: tuple[tuple[str, str], ...] = ()
    """The other files that the model was read from, with the SHA-256 of each."""
    value: Any = None
    """The result of a verb that writes no file and has more to give than findings: an `Inspection`."""
    traceback: str | None = None

    @property
    def code(self) -> int:
        """The exit code of a command that works on this file alone."""
        return 3 if self.outcome == "failed" and self.traceback is None else CODES[self.outcome]

    @property
    def report(self) -> Report:
        return Report(self.path, self.format, self.findings)

    def to_builtins(self) -> dict[str, Any]:
        """The row of a report file: names and values, with the findings as a list of objects."""
        hidden = ("findings", "value", "traceback", "references", "notes")
        plain = {name: getattr(self, name) for name in field_names(self) if name not in hidden}
        counts = {
            severity + "s": sum(finding.severity == severity for finding in self.findings)
            for severity in ("error", "warning", "info")
        }
        return (
            plain | counts | {"notes": list(self.notes), "findings": list(map(plain_finding, self.findings))}
        )


MEMBERS = ("rule", "severity", "message", "pointer", "line", "column", "fix", "file", "common")
"""The members of a finding in a report file."""


def plain_finding(finding: Finding) -> dict[str, Any]:
    return {name: getattr(finding, name) for name in MEMBERS}


class Task(NamedTuple):
    """One file of a batch: its number in the order, what to read and to write, the row that a manifest has of
    it, and why it cannot be done.

    >>> batch = pantin.batch.Batch(verb="check", sources=["examples/arm.glb"])
    >>> [task.source for task in batch.tasks()]
    ['examples/arm.glb']
    """

    number: int
    source: str
    target: str | None = None
    done: Row | None = None
    problem: str | None = None


class Job(NamedTuple):
    """The work for every file: a verb with its options, the limits of a worker, and whether to create missing
    target folders."""

    verb: str
    options: Mapping[str, Any]
    timeout: float | None = None
    memory: int | None = None
    makes_folders: bool = False
    module: str = ""
    """The module of the verb: a worker may not have the list of verbs with those that other packages add."""
