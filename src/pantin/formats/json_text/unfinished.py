"""Whether a text that is no JSON was only cut short, or is wrong whatever might follow it."""

from __future__ import annotations

import codecs
import re

from pantin.formats.json_text.parse import JsonFault, parse

# What a parser may stop at only because the text ends there: nothing, an escape, the later parts of a number.
_REST = re.compile(rb"(?:[ \t\r\n]*|(?<=\\)u[0-9a-fA-F]{0,4}|(?<=[0-9])(?:\.|[eE][+-]?))\Z")
# Where a value or a name may stand also the beginning of a word or number, and a string: of one that is
# closed no parser names the first quote.
_VALUE = re.compile(rb'"|(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-)\Z')
_BEFORE_VALUE = (b"", b"[", b"{", b",", b":")


def is_unfinished(text: bytes, fault: JsonFault) -> bool:
    """Whether more text behind this one could still make it JSON; `fault` is what `parse` found in it."""
    if fault.kind == "encoding":
        return _ends_within_character(text) and _beginning_is_unfinished(text[: fault.offset])
    if fault.kind != "syntax":
        return False
    before = text[: fault.offset].rstrip(b" \t\r\n")[-1:]
    value = before in _BEFORE_VALUE and _VALUE.match(text, fault.offset)
    return bool(value or _REST.match(text, fault.offset))


def _ends_within_character(text: bytes) -> bool:
    """Whether text that is not UTF-8 lacks no more than the last bytes of its last character."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(text)
    except UnicodeDecodeError:
        return False
    return True


def _beginning_is_unfinished(text: bytes) -> bool:
    fault = parse(text)[1]
    return fault is not None and is_unfinished(text, fault)
