"""Rules about the JSON: whether it parses, and the white space that the newest specification requires."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pantin.base.records import replace
from pantin.formats import json_text
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more, counted, quoted

_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]")
_TRAILING = re.compile(rb"[ \t]+(?=\n|\Z)")


def _with_line(scope: Scope, finding: Finding, offset: int) -> Finding:
    line, column = json_text.line_column(scope.document.text, offset)
    return replace(finding, line=line, column=column)


def _is_text_file(scope: Scope) -> bool:
    return scope.document.kind == "g4tf"


@rule("G4MF-FILE-015", "error", "invalid JSON: {message}")
def json_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid JSON.

    What: The document is JSON in UTF-8, and its root is an object.
    Why: Nothing in the file can be read otherwise.
    Fix: Correct the JSON at the line and column of the message.
    Source: G4MF file format, text; RFC 8259.
    """
    fault = scope.document.json_error
    if fault is not None and fault.kind != "bom":
        yield replace(json_invalid.at(message=fault.message), line=fault.line, column=fault.column)
    elif fault is None and not isinstance(scope.document.root, dict):
        yield json_invalid.at("", message="the root must be an object")


@rule("G4MF-FILE-016", "error", "the file starts with a byte order mark (EF BB BF)")
def byte_order_mark(scope: Scope) -> Iterator[Finding]:
    """Byte order mark at the start of the file.

    What: The JSON does not start with a byte order mark.
    Why: JSON parsers reject the mark, and UTF-8 does not need one.
    Fix: Save the file as UTF-8 without a byte order mark.
    Source: G4MF file format, text.
    """
    fault = scope.document.json_error
    if fault is not None and fault.kind == "bom":
        yield replace(byte_order_mark.at(), line=1, column=1)


@rule("G4MF-FILE-017", "error", "control character U+{code:04X} at byte {offset}{more}")
def control_character(scope: Scope) -> Iterator[Finding]:
    """Control character in the file.

    What: A text file, and the JSON chunk of a binary file, has no control characters except tab and line
    feed. G4MF-FILE-018 reports carriage returns.
    Why: Editors and terminals act on control characters instead of showing them.
    Fix: Remove the characters, or write them as `\\u` escapes.
    Source: G4MF file format, text and JSON chunks.
    """
    matches = list(_CONTROL.finditer(scope.document.text))
    if matches:
        offset, code = matches[0].start(), matches[0][0][-1]
        finding = control_character.at(code=code, offset=offset, more=and_more(len(matches)))
        yield _with_line(scope, finding, offset)


@rule("G4MF-FILE-018", "error", "the file has {count}; lines must end with LF only")
def carriage_returns(scope: Scope) -> Iterator[Finding]:
    """Carriage returns in the file.

    What: Lines of a text file, and of the JSON chunk of a binary file, end with a line feed (LF) only, not
    with CR or CRLF.
    Why: The newest specification requires it, so that a file has the same bytes on every system.
    Fix: Save the file with LF line endings.
    Source: G4MF file format, text and JSON chunks (newest).
    """
    count = scope.document.text.count(b"\r")
    if count:
        finding = carriage_returns.at(count=counted(count, "carriage return"))
        yield _with_line(scope, finding, scope.document.text.index(b"\r"))


@rule("G4MF-FILE-019", "error", "the file ends with {count}; it must end with exactly 1")
def file_end_without_single_feed(scope: Scope) -> Iterator[Finding]:
    """File does not end with exactly one line feed.

    What: A text file ends with exactly one line feed.
    Why: The newest specification requires it.
    Fix: End the last line with a line feed, and remove empty lines after it.
    Source: G4MF file format, text (newest).
    """
    text = scope.document.text
    if not _is_text_file(scope) or not text:
        return
    feeds = len(text) - len(text.rstrip(b"\n"))
    if feeds != 1:
        yield file_end_without_single_feed.at(count=counted(feeds, "line feed"))


@rule("G4MF-FILE-020", "error", "white space at the end of a line{more}")
def trailing_white_space(scope: Scope) -> Iterator[Finding]:
    """White space at the end of a line.

    What: No line of a text file ends with spaces or tabs.
    Why: The newest specification forbids it.
    Fix: Remove the white space.
    Source: G4MF file format, text (newest).
    """
    if _is_text_file(scope):
        offsets = [match.start() for match in _TRAILING.finditer(scope.document.text)]
        if offsets:
            yield _with_line(scope, trailing_white_space.at(more=and_more(len(offsets))), offsets[0])


@rule("G4MF-FILE-021", "error", "duplicate key {key}")
def key_repeated(scope: Scope) -> Iterator[Finding]:
    """Duplicate key in a JSON object.

    What: No JSON object has the same key twice.
    Why: Parsers keep only one of the values, and different parsers keep different ones.
    Fix: Remove one of the two members.
    Source: RFC 8259 §4.
    """
    if not isinstance(scope.document.root, dict):
        return
    text = scope.document.text
    duplicates = list(json_text.duplicate_keys(text, scope.document.root))
    lines = json_text.line_columns(text, [offset for _, offset in duplicates])
    for pointer, offset in duplicates:
        line, column = lines[offset]
        key = quoted(pointer.rsplit("/", 1)[-1])
        yield replace(key_repeated.at(pointer, key=key), line=line, column=column)


RULES = (
    json_invalid,
    byte_order_mark,
    control_character,
    carriage_returns,
    file_end_without_single_feed,
    trailing_white_space,
    key_repeated,
)
