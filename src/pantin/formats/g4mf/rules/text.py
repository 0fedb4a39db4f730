"""Rules about the JSON text: whether it parses, and the white space that the newest text asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pantin.formats import json_text
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more

_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]")
_TRAILING = re.compile(rb"[ \t]+(?=\n|\Z)")


def _at(scope: Scope, found: Finding, offset: int) -> Finding:
    line, column = json_text.line_column(scope.document.text, offset)
    return replace(found, line=line, column=column)


def _is_text(scope: Scope) -> bool:
    return scope.document.kind == "g4tf"


@rule("G4MF-FILE-015", "error", "this is not JSON: {message}")
def text_is_json(scope: Scope) -> Iterator[Finding]:
    """The document is JSON in UTF-8, and an object.

    Why: nothing of it can be read otherwise.
    Mend: correct it at the place that is named.
    Source: G4MF file format, text; RFC 8259.
    """
    fault = scope.document.json_error
    if fault is not None and fault.kind != "bom":
        yield replace(text_is_json.at(message=fault.message), line=fault.line, column=fault.column)
    elif fault is None and not isinstance(scope.document.root, dict):
        yield text_is_json.at("", message="its root is not an object")


@rule("G4MF-FILE-016", "error", "the text begins with a byte order mark")
def text_has_no_mark(scope: Scope) -> Iterator[Finding]:
    """The text has no byte order mark.

    Why: UTF-8 has one order, and parsers refuse the mark.
    Mend: save the file without it.
    Source: G4MF file format, text.
    """
    fault = scope.document.json_error
    if fault is not None and fault.kind == "bom":
        yield replace(text_has_no_mark.at(), line=1, column=1)


@rule("G4MF-FILE-017", "error", "the text has the control character at byte {at}{more}")
def text_has_no_controls(scope: Scope) -> Iterator[Finding]:
    """The text has no control character but tab and line feed.

    Why: editors and terminals act on them.
    Mend: remove them, or write them as escapes.
    Source: G4MF file format, text.
    """
    if _is_text(scope):
        found = [one.start() for one in _CONTROL.finditer(scope.document.text)]
        if found:
            yield _at(scope, text_has_no_controls.at(at=found[0], more=and_more(len(found))), found[0])


@rule("G4MF-FILE-018", "warning", "the text has carriage returns ({count})")
def text_has_no_returns(scope: Scope) -> Iterator[Finding]:
    """Lines end with a line feed alone.

    Why: the newest text asks for it, so that a file has the same bytes everywhere.
    Mend: save the file with LF.
    Source: G4MF file format, text (newest).
    """
    count = scope.document.text.count(b"\r") if _is_text(scope) else 0
    if count:
        yield _at(scope, text_has_no_returns.at(count=count), scope.document.text.index(b"\r"))


@rule("G4MF-FILE-019", "warning", "the text ends with {what}, not with one line feed")
def text_ends_with_feed(scope: Scope) -> Iterator[Finding]:
    """The text ends with exactly one line feed.

    Why: the newest text asks for it.
    Mend: save the file with one empty line at most.
    Source: G4MF file format, text (newest).
    """
    text = scope.document.text
    if not _is_text(scope) or not text:
        return
    feeds = len(text) - len(text.rstrip(b"\n"))
    if feeds != 1:
        yield text_ends_with_feed.at(what=f"{feeds} of them" if feeds else "none")


@rule("G4MF-FILE-020", "warning", "a line ends with white space{more}")
def lines_end_clean(scope: Scope) -> Iterator[Finding]:
    """No line ends with white space.

    Why: the newest text asks for it.
    Mend: remove it.
    Source: G4MF file format, text (newest).
    """
    if _is_text(scope):
        found = [one.start() for one in _TRAILING.finditer(scope.document.text)]
        if found:
            yield _at(scope, lines_end_clean.at(more=and_more(len(found))), found[0])


@rule("G4MF-FILE-021", "error", "the key comes a second time in its object")
def keys_are_unique(scope: Scope) -> Iterator[Finding]:
    """No object has the same key twice.

    Why: parsers keep one of the two, and not all the same one.
    Mend: remove one.
    Source: RFC 8259 §4.
    """
    if not isinstance(scope.document.root, dict):
        return
    text = scope.document.text
    found = list(json_text.duplicate_keys(text))
    lines = json_text.line_columns(text, [offset for _, offset in found])
    for place, offset in found:
        line, column = lines[offset]
        yield replace(keys_are_unique.at(place), line=line, column=column)


RULES = (
    text_is_json,
    text_has_no_mark,
    text_has_no_controls,
    text_has_no_returns,
    text_ends_with_feed,
    lines_end_clean,
    keys_are_unique,
)
