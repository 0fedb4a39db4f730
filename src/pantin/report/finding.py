"""One thing found in one place of one file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that did not hold, and where.

    The place is a JSON pointer, a line and column (both counted from 1), or both; a finding about the file as
    a whole has neither. `fix` says what `--fix` would do, where it can do something. `file` names the file
    the place is in when that is not the file being checked (an import, an external buffer). `origin` says
    what generated the part that is meant, where no author wrote it out. `common` marks what is true of nearly
    every file of its kind: text output hides it unless asked. Neither is printed or compared.

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
    origin: str | None = field(default=None, compare=False, repr=False)
    common: bool = field(default=False, compare=False, repr=False)
