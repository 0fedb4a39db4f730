"""The formatting of a JSON text, guessed from its bytes, and new values formatted in the same way."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pantin.base.records import Record, replace
from pantin.formats.json_text.parse import BOM, STRING

_FIRST_MEMBER = re.compile(rb"\s*[\[{](\r\n|\n|\r)([ \t]*)\S")
_COLON = re.compile(rb"\s*\{\s*" + STRING + rb"([ \t]*:[ \t]*)", re.DOTALL)
_STRINGS = re.compile(STRING, re.DOTALL)
_COMMA = re.compile(rb"[\w\]}\"](,[ \t]*)[^ \t\r\n]")
_SCALAR_ARRAY = re.compile(rb"\[([ \t\r\n]*)[-\d\"tfn]")
# Enough of a text in one line to hold its first comma, unless it begins with a very long string.
_SAMPLE = 4096
_LINE_INDENT = re.compile(rb"[ \t]*")


class Style(Record):
    """The spacing of a text. `newline` is empty for a text of one line; `indent` is one level.

    `inline_scalars`: arrays of numbers and strings stay on one line even if other values get a line per
    member.
    """

    newline: bytes = b""
    indent: bytes = b""
    colon: bytes = b":"
    comma: bytes = b","
    inline_scalars: bool = True

    @property
    def one_line(self) -> Style:
        return replace(self, newline=b"", indent=b"")

    def render(self, value: Any, base: bytes = b"") -> bytes:
        """The text of a value that begins in a line indented by `base`."""
        if not isinstance(value, dict | list) or not value:
            return msgspec.json.encode(value)
        if not self.newline and (self.colon, self.comma) == (b":", b","):
            return msgspec.json.encode(value)
        scalars = isinstance(value, list) and not any(isinstance(item, dict | list) for item in value)
        if self.newline and scalars and self.inline_scalars:
            return self.one_line.render(value)
        return self._render_members(value, base)

    def _render_members(self, value: dict[str, Any] | list[Any], base: bytes) -> bytes:
        inner = base + self.indent
        if isinstance(value, dict):
            opening, closing = b"{", b"}"
            parts = [self.member(key, item, inner) for key, item in value.items()]
        else:
            opening, closing = b"[", b"]"
            parts = [self.render(item, inner) for item in value]
        if not self.newline:
            return opening + self.comma.join(parts) + closing
        between = self.newline + inner
        return opening + between + (b"," + between).join(parts) + self.newline + base + closing

    def member(self, key: str, value: Any, base: bytes) -> bytes:
        """The text of a member of an object that begins in a line indented by `base`."""
        return msgspec.json.encode(key) + self.colon + self.render(value, base)


def guess_style(text: bytes) -> Style:
    """The style of a text: from its first member, first colon, first comma, and first array of plain values.

    The rest of the text may differ; but a text is nearly always written by one program in one way.
    """
    text = text.removeprefix(BOM)
    first = _FIRST_MEMBER.match(text)
    colon = _COLON.match(text)
    colon_bytes = colon[1] if colon else (b": " if first else b":")
    if first is None:
        comma = _COMMA.search(_STRINGS.sub(b'""', text[:_SAMPLE]))
        spaced = b", " if colon_bytes.endswith(b" ") else b","
        return Style(colon=colon_bytes, comma=comma[1] if comma else spaced)
    array = _SCALAR_ARRAY.search(text)
    inline = array is None or not array[1].strip(b" \t")
    return Style(first[1], first[2], colon_bytes, b", ", inline)


def line_indent(text: bytes, offset: int) -> bytes:
    """The white space at the beginning of the line that contains a byte offset."""
    start = max(text.rfind(b"\n", 0, offset), text.rfind(b"\r", 0, offset)) + 1
    match = _LINE_INDENT.match(text, start)
    return match[0] if match else b""
