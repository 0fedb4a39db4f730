"""What can be fixed in a Rigy source: edits of its text, which keep comments and everything else.

Older spellings, numbers that must be strings and rotations that are not of length 1 have one meaning, which
the fix writes. A name that is nearly another, or a version that is too low, are guesses: such a fix is
unsafe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from pantin.formats.fixing import Fix
from pantin.formats.rigy.editor.fixes import (
    QuickFix,
    Replacement,
    add_quotes,
    correct_spelling,
    raise_version,
    write_unit_quaternion,
)
from pantin.formats.rigy.files import RigySource
from pantin.formats.rigy.respell import respell
from pantin.report import Finding

Maker = Callable[[str, Finding], Iterator[QuickFix]]

VERSION = ("RIGY-P22", "RIGY-P59", "RIGY-V77", "RIGY-V79")
"""Rules about what a later version of the language has."""


def text_of(document: RigySource) -> str | None:
    """The text of a source; None if it is not UTF-8."""
    try:
        return document.data.decode()
    except UnicodeDecodeError:
        return None


def edits_of(document: RigySource, finding: Finding, make: Maker) -> tuple[Replacement, ...]:
    """The edits that a finding asks for; none of one in another file."""
    text = text_of(document)
    if text is None or finding.line is None or finding.column is None or finding.file is not None:
        return ()
    return next((fix.edits for fix in make(text, finding)), ())


def can_edit(make: Maker) -> Callable[[RigySource, Finding], bool]:
    return lambda document, finding: bool(edits_of(document, finding, make))


def apply_edits(make: Maker) -> Callable[[RigySource, Sequence[Finding]], int]:
    """A function that applies the edits of findings, each once. It starts with the last one, so that the
    positions of the others stay valid."""

    def apply(document: RigySource, findings: Sequence[Finding]) -> int:
        edits = {edit for finding in findings for edit in edits_of(document, finding, make)}
        ordered = sorted(edits, key=lambda edit: (edit.line, edit.column, edit.text), reverse=True)
        lines, count = (text_of(document) or "").split("\n"), 0
        before: Replacement | None = None
        for edit in ordered:
            if before is not None and (edit.end_line, edit.end_column) > (before.line, before.column):
                continue  # two edits of one place: the next round has the other, if it is still needed
            line = lines[edit.line - 1]
            lines[edit.line - 1] = line[: edit.column - 1] + edit.text + line[edit.end_column - 1 :]
            before, count = edit, count + 1
        document.rewrite("\n".join(lines).encode())
        return count

    return apply


def can_respell(document: RigySource, finding: Finding) -> bool:
    text = text_of(document)
    return text is not None and finding.file is None and respell(text) != text


def write_canonical(document: RigySource, findings: Sequence[Finding]) -> int:
    """Replace older spellings; the number of findings about them."""
    document.rewrite(respell(text_of(document) or "").encode())
    return len(findings)


@cache
def fixes() -> tuple[Fix, ...]:
    """All fixes, in the order to apply them."""
    certain = (
        Fix(
            ("RIGY-P10",),
            "write the number as a string",
            "quoted {}",
            "number",
            apply_edits(add_quotes),
            can_edit(add_quotes),
        ),
        Fix(
            ("RIGY-P85",),
            "normalise the rotation to length 1",
            "normalised {}",
            "rotation",
            apply_edits(write_unit_quaternion),
            can_edit(write_unit_quaternion),
        ),
        Fix(
            ("RIGY-P16",),
            "write canonical spellings",
            "corrected {}",
            "spelling",
            write_canonical,
            can_respell,
        ),
    )
    version = Fix(
        VERSION,
        "raise the version",
        "raised {}",
        "version",
        apply_edits(raise_version),
        can_edit(raise_version),
        unsafe=True,
    )
    # The message of any other rule may name what was meant.
    others = {rule for fix in (*certain, version) for rule in fix.rules}
    spelling = Fix(
        tuple(rule for rule in rules_of_the_language() if rule not in others),
        "write the nearest name",
        "replaced {}",
        "name",
        apply_edits(correct_spelling),
        can_edit(correct_spelling),
        unsafe=True,
    )
    return (*certain[:2], spelling, version, certain[2])


def rules_of_the_language() -> list[str]:
    from pantin.formats.rigy import FORMAT
    from pantin.report.rule import CATALOGUE

    FORMAT.load_rules()
    return sorted(rule for rule in CATALOGUE if rule.startswith("RIGY-"))
