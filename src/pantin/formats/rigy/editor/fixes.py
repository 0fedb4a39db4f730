"""Quick fixes: the edit that a finding asks for, where there is only one.

A finding says in words what to write ("did you mean 'bones'?"); its edit replaces what is at its position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from pantin.base.errors import PantinError
from pantin.formats.rigy.formatting import format_text
from pantin.formats.rigy.rules.values import MINIMAL
from pantin.formats.rigy.schema.key_texts import KEY_TEXTS
from pantin.formats.rigy.source import compose
from pantin.report import Finding
from pantin.report.pointer import tokens

_MEANT = re.compile(r"did you mean '([^']+)'\?")
_QUOTE = re.compile(r'must be a string: write "([^"]*)"')
_SINCE = re.compile(r'requires version "([\d.]+)"')
_CORRECTED = re.compile(r"is read as (\[[^\]]*\])")
_MISSING = re.compile(r"missing key '(\w+)' in (?:an? )?([\w ]+?)(?: '|;|$)")
_NAME = re.compile(r"[\w.$+@-]+")


class Replacement(Struct, frozen=True):
    """Lines and columns, counted from 1, and the text that replaces what is between them."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class QuickFix(Struct, frozen=True):
    """A fix by its title, and its edits."""

    title: str
    edits: tuple[Replacement, ...]


def quick_fixes(text: str, finding: Finding) -> list[QuickFix]:
    """The fixes of a finding in a text."""
    if finding.line is None or finding.column is None or finding.line > text.count("\n") + 1:
        return []
    return [fix for make in _MAKERS for fix in make(text, finding)]


def _word_at(text: str, finding: Finding, before: str | None = None) -> Replacement | None:
    """The word at the position of a finding, to be replaced; quotes stay."""
    lines = text.split("\n")
    assert finding.line is not None
    assert finding.column is not None
    if finding.line > len(lines):
        return None
    line, column = lines[finding.line - 1], finding.column - 1
    column += line[column : column + 1] in ("'", '"')
    match = _NAME.match(line, column)
    if match is None or (before is not None and match[0] != before):
        return None
    return Replacement(finding.line, column + 1, finding.line, match.end() + 1, "")


def correct_spelling(text: str, finding: Finding) -> Iterator[QuickFix]:
    meant = _MEANT.search(finding.message)
    word = _word_at(text, finding)
    if meant is not None and word is not None:
        yield QuickFix(f"Replace by '{meant[1]}'", (_with(word, meant[1]),))


def add_quotes(text: str, finding: Finding) -> Iterator[QuickFix]:
    number, word = _QUOTE.search(finding.message), _word_at(text, finding)
    if number is not None and word is not None:
        yield QuickFix(f'Write "{number[1]}"', (_with(word, f'"{number[1]}"'),))


def raise_version(text: str, finding: Finding) -> Iterator[QuickFix]:
    """Raise the version of the document."""
    since = _SINCE.search(finding.message)
    wanted = since[1] if since else "0.4" if finding.rule == "RIGY-P59" else None
    match = re.search(r"^(?:rigy_)?version[ \t]*:[ \t]*(\S+)", text, re.MULTILINE)
    if wanted is None or match is None:
        return
    line = text.count("\n", 0, match.start(1)) + 1
    column = match.start(1) - (text.rfind("\n", 0, match.start(1)) + 1) + 1
    edit = Replacement(line, column, line, column + len(match[1]), f'"{wanted}"')
    yield QuickFix(f'Set version "{wanted}"', (edit,))


def _canonical(text: str, finding: Finding) -> Iterator[QuickFix]:
    if finding.rule != "RIGY-P16":
        return
    try:
        formatted = format_text(text)
    except (PantinError, RuntimeError):
        return
    yield QuickFix("Write canonical spellings (format the document)", (whole(text, formatted),))


def write_unit_quaternion(text: str, finding: Finding) -> Iterator[QuickFix]:
    corrected = _CORRECTED.search(finding.message) if finding.rule == "RIGY-P85" else None
    line = text.split("\n")[(finding.line or 1) - 1]
    start = (finding.column or 1) - 1
    end = line.find("]", start)
    if corrected is not None and line[start : start + 1] == "[" and end > 0:
        edit = Replacement(finding.line or 1, start + 1, finding.line or 1, end + 2, corrected[1])
        yield QuickFix(f"Write {corrected[1]}", (edit,))


def _empty(text: str, finding: Finding) -> Iterator[QuickFix]:
    if finding.rule == "RIGY-P20":
        yield QuickFix("Insert a minimal document", (whole(text, f"{text.rstrip()}\n{MINIMAL}\n".lstrip()),))


def _missing(text: str, finding: Finding) -> Iterator[QuickFix]:
    """Add a missing key, with the value of its example, before the first key of its object."""
    match = _MISSING.search(finding.message) if finding.rule == "RIGY-V34" else None
    if match is None:
        return
    example = next(
        (entry.example for (what, key), entry in KEY_TEXTS.items() if (what, key) == (match[2], match[1])), ""
    )
    example = example or next((entry.example for (_, key), entry in KEY_TEXTS.items() if key == match[1]), "")
    path = tokens(finding.pointer or "")[:-1]
    line, column = compose(text).locate(path)
    content = text.split("\n")[line - 1]
    if not example:
        return
    if content[column - 1 : column] == "{":
        gap = "" if content[column:].lstrip().startswith("}") else ", "
        edit = Replacement(line, column + 1, line, column + 1, f"{example}{gap}")
    else:
        edit = Replacement(line, column, line, column, f"{example}\n{' ' * (column - 1)}")
    yield QuickFix(f"Add '{example}'", (edit,))


def whole(text: str, fresh: str) -> Replacement:
    """The replacement of a whole text."""
    lines = text.split("\n")
    return Replacement(1, 1, len(lines), len(lines[-1]) + 1, fresh)


def _with(edit: Replacement, text: str) -> Replacement:
    return Replacement(edit.line, edit.column, edit.end_line, edit.end_column, text)


_MAKERS: tuple[Callable[[str, Finding], Iterator[QuickFix]], ...] = (
    correct_spelling,
    add_quotes,
    raise_version,
    _canonical,
    write_unit_quaternion,
    _empty,
    _missing,
)
