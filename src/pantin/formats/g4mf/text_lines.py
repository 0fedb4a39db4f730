"""The lines of a text file: line feeds only, no white space at their ends, and at most 998 octets where no
string is longer (G4MF file format, "Text File Format" and "Line Length Compliance")."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pantin.formats.json_text.parse import STRING

LONGEST = 998
"""Octets of a line without its end: mail and other protocols do not carry more (RFC 5322 §2.1.1)."""

DEPTH = 2
"""Brackets within which each member has a line: the collections of the root, and their items."""

_TOKENS = re.compile(STRING + rb"|[\[\]{},]|[^\[\]{},\"]+", re.DOTALL)
_CONTROL = re.compile(rb"\x7f|\xc2[\x80-\x9f]")
"""The control characters that JSON allows in strings."""
_LINE_END = re.compile(rb"[ \t]*\r?\n|[ \t]*\r")


def new_json(text: bytes) -> bytes:
    """The JSON of a new file: line feeds and tabs are its only control characters, others are escaped."""
    return _CONTROL.sub(_escape, _LINE_END.sub(b"\n", text.strip(b" \t\r\n")))


def _escape(match: re.Match[bytes]) -> bytes:
    return b"\\u%04x" % ord(match[0].decode())


def new_text_file(text: bytes) -> bytes:
    """JSON that was not a text file as one. Only white space and escapes change."""
    lines = new_json(text)
    if b"\n" not in lines:
        lines = b"".join(_with_lines(lines))
    return _break_long(lines) + b"\n"


def edited_text_file(text: bytes, before: bytes) -> bytes:
    """An edited text file: lines that are new and too long are broken, unless the file had such lines."""
    known = set(before.split(b"\n"))
    ended = text.rstrip(b" \n") + b"\n"
    return ended if any(len(line) > LONGEST for line in known) else _break_long(ended, known)


def _with_lines(text: bytes) -> Iterator[bytes]:
    """The parts of a text in one line, with line feeds and tabs between the outer members."""
    depth, opened = 0, False
    for match in _TOKENS.finditer(text):
        token = match[0]
        closes = token in b"]}"
        if opened and not closes:
            yield b"\n" + b"\t" * depth
        if closes:
            if depth <= DEPTH and not opened:
                yield b"\n" + b"\t" * (depth - 1)
            depth -= 1
        opened = token in (b"[", b"{") and depth < DEPTH
        depth += token in (b"[", b"{")
        yield token
        if token == b"," and depth <= DEPTH:
            yield b"\n" + b"\t" * depth


def _break_long(text: bytes, known: Collection[bytes] = ()) -> bytes:
    """The text with line feeds between the tokens of lines that are too long, except in `known` lines."""
    lines: list[bytes] = []
    for line in text.split(b"\n"):
        lines += [line] if len(line) <= LONGEST or line in known else _break_line(line)
    return b"\n".join(lines)


def _break_line(line: bytes) -> Iterator[bytes]:
    """The pieces of a line, each as long as is allowed. A piece ends after a comma or an opening bracket, or
    before a closing one, and begins with the indent of the line and a tab."""
    indent = line[: len(line) - len(line.lstrip(b"\t "))]
    piece, pending, is_first = indent, b"", True
    for match in _TOKENS.finditer(line, len(indent)):
        token = match[0]
        pending += token
        if token not in (b",", b"[", b"{"):
            following = line[match.end() : match.end() + 1]
            if following not in (b"]", b"}"):
                continue
        start = indent if is_first else indent + b"\t"
        if len(piece) + len(pending) > LONGEST and len(piece) > len(start):
            yield piece.rstrip(b" \t")
            is_first, piece = False, indent + b"\t"
            pending = pending.lstrip(b" \t")
        piece, pending = piece + pending, b""
    yield (piece + pending).rstrip(b" \t")
