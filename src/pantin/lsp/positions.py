"""Positions of the protocol: lines from 0, and columns in the units that client and server agreed on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types

WIDTHS: dict[str, Callable[[str], int]] = {
    "utf-8": lambda character: len(character.encode("utf-8", "surrogatepass")),
    "utf-16": lambda character: 2 if ord(character) > 0xFFFF else 1,
}
"""Units of a character, by the name of the encoding; in utf-32 each has one."""


class Lines:
    """The lines of a text, with conversions of columns."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.lines = text.split("\n")
        self._width: Callable[[str], int] = WIDTHS.get(encoding, lambda _: 1)
        self._plain = text.isascii()

    def units(self, line: int, column: int) -> int:
        """The units before a column; both counted from 0."""
        if self._plain or line >= len(self.lines):
            return column
        return sum(map(self._width, self.lines[line][:column]))

    def column(self, line: int, units: int) -> int:
        """The column after this number of units."""
        if self._plain or line >= len(self.lines):
            return units
        passed = 0
        for column, character in enumerate(self.lines[line]):
            if passed >= units:
                return column
            passed += self._width(character)
        return len(self.lines[line])

    def position(self, line: int, column: int) -> types.Position:
        """A position for a line and column, both counted from 1."""
        line = min(max(line, 1), len(self.lines))
        column = min(max(column, 1), len(self.lines[line - 1]) + 1)
        return types.Position(line - 1, self.units(line - 1, column - 1))

    def range(self, line: int, column: int, end_line: int, end_column: int) -> types.Range:
        return types.Range(self.position(line, column), self.position(end_line, end_column))

    def word(self, line: int, column: int) -> types.Range:
        """The range of the word or value that begins at a line and column, both counted from 1."""
        content = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        end = column - 1
        while end < len(content) and content[end] not in " ,:]}#\r":
            end += 1
        return self.range(line, column, line, max(end, column) + (end > column - 1))


def path_of(uri: str) -> Path:
    """The path of a file; an unsaved text gets that of a file that does not exist."""
    parts = urlsplit(uri)
    path = unquote(parts.path)
    if len(path) > 2 and path[0] == "/" and path[2] == ":":  # /C:/… on Windows
        path = path[1:]
    return Path(path or "untitled.rigy.yaml")


def uri_of(path: Path) -> str:
    return path.absolute().as_uri()
