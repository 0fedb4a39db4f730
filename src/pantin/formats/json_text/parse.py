"""Parse JSON text into plain values, with position and reason of a syntax error.

Invalid JSON is reported, not raised; only a text that is nested too deep raises.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import msgspec

from pantin.base.errors import LimitExceeded
from pantin.base.records import Record

if TYPE_CHECKING:
    import json

BOM = b"\xef\xbb\xbf"
# A string, or the rest of the text after a quote that is never closed, so that no search starts again inside
# it. Possessive, because backtracking would store a hundred bytes for each escape. (Before Python 3.11.5 a
# possessive group that fails half-way does not step back; this one can fail only at the end of the text.)
STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
# Patterns are compiled when they are first used: few files need one, and each takes as long as a small file.
_CONSTANT = STRING + rb"|(-?Infinity|NaN)"
_LINE_END = rb"\r\n?|\n"
# An opening bracket counts +1 and a closing one -1, as signed bytes; everything else is removed.
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[{]}"))
_NOT_MARKS = bytes(set(range(256)) - set(b'[{]}"'))
# A surrogate escape without its other half is not a character; Python cannot encode a string with one.
_PAIR = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\."
_PAIR_CHARACTERS = 12
# CPython does not convert longer decimal texts to an int; most readers would make a double of them anyway.
_INT_DIGITS = 4300


_LONG = 1 << 16
"""Bytes from which on brackets are not counted first: nearly every such text has more than may nest."""


class JsonFault(Record):
    """Why a text is not valid JSON, and the offset of the error (line and column count from 1).

    A byte order mark (`"bom"`) is forbidden by RFC 8259 §8.1, but the text after it is still parsed.
    """

    kind: Literal["bom", "encoding", "syntax"]
    message: str
    offset: int
    line: int
    column: int


def parse(
    text: bytes, max_depth: int | None = None, *, integers: bool = False
) -> tuple[Any, JsonFault | None]:
    """The value of a JSON text, and its fault. A text that does not parse has the value None. With
    `integers`, a number with a zero fraction is an integer, as in JSON Schema.

    Raises `LimitExceeded` for a text nested deeper than `max_depth`, or than the parser can go.
    """
    if max_depth is not None:
        check_depth(text, max_depth)
    body = text.removeprefix(BOM)
    has_mark = len(body) != len(text)
    mark = make_fault(text, "bom", "the text begins with a byte order mark", 0) if has_mark else None
    try:
        try:
            return (_WITH_INTEGERS if integers else _AS_WRITTEN).decode(body), mark
        except (msgspec.DecodeError, UnicodeError):
            return _parse_slowly(text, len(text) - len(body), mark, integers)
    except RecursionError:
        raise LimitExceeded("json_depth", "the JSON nests deeper than the parser goes") from None


def _parse_slowly(
    text: bytes, start: int, mark: JsonFault | None, integers: bool
) -> tuple[Any, JsonFault | None]:
    """Parse a text that the fast parser refused: numbers beyond the range of a double and lone surrogates are
    valid JSON.

    For any other text, this parser knows the position of the fault.
    """
    import json  # no valid file needs it

    try:
        string = text[start:].decode("utf-8")
    except UnicodeDecodeError as error:
        return None, make_fault(text, "encoding", "the text is not UTF-8", start + error.start)
    try:
        return json.loads(
            replace_lone_surrogates(string),
            parse_constant=_refuse,
            parse_int=_parse_integer,
            parse_float=_parse_float if integers else None,
        ), mark
    except json.JSONDecodeError as error:
        message, position = _syntax_error(error, string)
        return None, make_fault(text, "syntax", message, start + len(string[:position].encode("utf-8")))
    except _ConstantError as error:
        constants = re.compile(_CONSTANT, re.DOTALL).finditer(text, start)
        offset = next(match.start() for match in constants if match[1])
        return None, make_fault(text, "syntax", f"{error} is not a number in JSON", offset)


def _syntax_error(error: json.JSONDecodeError, string: str) -> tuple[str, int]:
    """The message and the place of an error. Before Python 3.13 a trailing comma is "expecting value" or
    "expecting property name", at the bracket behind it."""
    before = string[: error.pos].rstrip(" \t\r\n")
    bracket, whole = ("]", "array") if error.msg == "Expecting value" else ("}", "object")
    if before.endswith(",") and string.startswith(bracket, error.pos):
        return f"illegal trailing comma before end of {whole}", len(before) - 1
    return error.msg[:1].lower() + error.msg[1:], error.pos


class _ConstantError(ValueError):
    pass


def _refuse(constant: str) -> NoReturn:
    raise _ConstantError(constant)


def _parse_integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _INT_DIGITS else float(digits)


def _parse_float(digits: str) -> int | float:
    """An integer for a number that is one exactly. −0.0 is none, as it has a sign; larger doubles are
    integers by their precision alone."""
    value = float(digits)
    is_integer = value.is_integer() and abs(value) < 2**53 and (value != 0 or digits[0] != "-")
    return int(value) if is_integer else value


_AS_WRITTEN = msgspec.json.Decoder()
_WITH_INTEGERS = msgspec.json.Decoder(float_hook=_parse_float)


def replace_lone_surrogates(string: str) -> str:
    """The string with U+FFFD for each surrogate escape without its other half."""

    def replace(match: re.Match[str]) -> str:
        escape = match[0]
        return "\\ufffd" if len(escape) != _PAIR_CHARACTERS and len(escape) > 2 else escape

    return re.sub(_PAIR, replace, string) if "\\u" in string else string


def check_depth(text: bytes, max_depth: int) -> None:
    """Raise `LimitExceeded` when arrays and objects nest deeper than `max_depth`."""
    if len(text) < _LONG and text.count(b"[") + text.count(b"{") <= max_depth:
        return
    import numpy as np  # here, because small texts need none of it

    steps = np.frombuffer(_bracket_steps(text), np.int8)
    if steps.cumsum(dtype=np.int64).max(initial=0) > max_depth:
        raise LimitExceeded("json_depth", f"the JSON nests deeper than {max_depth:,} levels")


def _bracket_steps(text: bytes) -> bytes:
    """The brackets outside of strings, as steps up and down."""
    if b"\\" in text:
        return re.sub(STRING, b"", text, flags=re.DOTALL).translate(_STEPS, _NOT_BRACKETS)
    # Without escapes every second quote ends a string: seven times as fast.
    # Most strings hold no bracket: their two quotes can go together, which moves no other mark in or out.
    marks = text.translate(None, _NOT_MARKS).replace(b'""', b"")
    return b"".join(marks.split(b'"')[::2]).translate(_STEPS)


def make_fault(
    text: bytes, kind: Literal["bom", "encoding", "syntax"], message: str, offset: int
) -> JsonFault:
    return JsonFault(kind, message, offset, *line_column(text, offset))


def line_column(text: bytes, offset: int) -> tuple[int, int]:
    """Line and column of a byte offset, both from 1. Columns count characters, as editors do.

    LF, CRLF and CR end lines.
    """
    return line_columns(text, [offset])[offset]


def line_columns(text: bytes, offsets: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Line and column of many byte offsets, in one pass over the text."""
    starts = [0, *(end.end() for end in re.finditer(_LINE_END, text))]
    positions: dict[int, tuple[int, int]] = {}
    line, start, column = 0, 0, 1
    for offset in sorted(set(offsets)):
        offset_line = bisect_right(starts, offset) - 1
        if offset_line != line:
            line, start, column = offset_line, starts[offset_line], 1
        column += len(text[start:offset].decode("utf-8", "replace"))
        start = offset
        positions[offset] = (line + 1, column)
    return positions


# A parser may stop at these only because the text ends: nothing, an escape, the later parts of a number.
_REST = rb"(?:[ \t\r\n]*|(?<=\\)u[0-9a-fA-F]{0,4}|(?<=[0-9])(?:\.|[eE][+-]?))\Z"
# Where a value or a name is expected, also the beginning of a word or number, and a quote: parsers report
# the first quote of a string only if it is not closed.
_VALUE = rb'"|(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-)\Z'
_BEFORE_VALUE = (b"", b"[", b"{", b",", b":")


def is_unfinished(text: bytes, fault: JsonFault) -> bool:
    """Whether appending text could still make this valid JSON; `fault` is the fault that `parse` gave."""
    if fault.kind == "encoding":
        return _ends_within_character(text) and _beginning_is_unfinished(text[: fault.offset])
    if fault.kind != "syntax":
        return False
    before = text[: fault.offset].rstrip(b" \t\r\n")[-1:]
    value = before in _BEFORE_VALUE and re.compile(_VALUE).match(text, fault.offset)
    return bool(value or re.compile(_REST).match(text, fault.offset))


def _ends_within_character(text: bytes) -> bool:
    """Whether text that is not UTF-8 only lacks the last bytes of its last character."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(text)
    except UnicodeDecodeError:
        return False
    return True


def _beginning_is_unfinished(text: bytes) -> bool:
    fault = parse(text)[1]
    return fault is not None and is_unfinished(text, fault)
