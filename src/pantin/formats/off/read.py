"""Read OFF: `OFF`, `4OFF`, `nOFF` with its dimension, or `5OFF` and so on, with comments."""

from __future__ import annotations

import re

import numpy as np

from pantin.formats.off.errors import OffError
from pantin.operations.shapes.polytope import Polytope
from pantin.report.wording import counted, quoted
from pantin.rig.triangulation import Lists

_HEADER = re.compile(r"(n|[0-9]{0,2})OFF")
MOST_DIMENSIONS = 16


class _Tokens:
    """The words of a file, with their line numbers."""

    def __init__(self, text: str) -> None:
        self.words: list[tuple[str, int]] = []
        for number, line in enumerate(text.splitlines(), 1):
            self.words += [(word, number) for word in line.partition("#")[0].split()]
        self.position = 0

    def next(self, expected: str) -> tuple[str, int]:
        if self.position == len(self.words):
            line = self.words[-1][1] if self.words else None
            raise OffError(f"unexpected end of file; expected {expected}", line)
        self.position += 1
        return self.words[self.position - 1]

    def integer(self, expected: str) -> int:
        word, line = self.next(expected)
        if not word.isascii() or not word.isdigit() or len(word) > 18:
            raise OffError(f"expected {expected}, found {quoted(word)}", line)
        return int(word)

    def count(self, expected: str) -> int:
        """How many items follow: each of them takes at least one word."""
        count = self.integer(expected)
        if count > len(self.words):
            words = counted(len(self.words), "word")
            raise OffError(f"{expected} is {count:,}, but the file has only {words}", self.line)
        return count

    def number(self, expected: str) -> float:
        word, line = self.next(expected)
        try:
            value = float(word)
        except ValueError:
            raise OffError(f"expected {expected}, found {quoted(word)}", line) from None
        if not np.isfinite(value):
            raise OffError(f"{quoted(word)} is not a finite number", line)
        return value

    @property
    def line(self) -> int:
        """The line of the last word."""
        return self.words[self.position - 1][1]

    def skip_line(self) -> bool:
        """Skip the rest of the line of the last word; whether there is any."""
        line, start = self.line, self.position
        while self.position < len(self.words) and self.words[self.position][1] == line:
            self.position += 1
        return self.position > start


def read(data: bytes) -> Polytope:
    """The polytope in the bytes of an OFF file. Raises `OffError`."""
    return read_with_colours(data)[0]


def read_with_colours(data: bytes) -> tuple[Polytope, int]:
    """The polytope in the bytes of an OFF file, and how many of its elements have a colour. Raises
    `OffError`.

    The counts are those of vertices, faces, edges, and from 4D on of the elements of 3 dimensions and so on;
    edges are counted but not listed.
    """
    try:
        tokens = _Tokens(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise OffError("the file is not UTF-8") from None
    dimension = _read_dimension(tokens)
    count, faces = tokens.count("the number of vertices"), 0
    if dimension > 2:
        faces = tokens.count("the number of faces")
        tokens.integer("the number of edges")
    cells = [tokens.count("the number of cells") for _ in range(dimension - 3)]
    if dimension == 2:
        faces = tokens.count("the number of faces")
        tokens.skip_line()
    if count * dimension > len(tokens.words):
        vertices, words = counted(count, "vertex"), counted(len(tokens.words), "word")
        raise OffError(f"the header states {vertices}, but the file has only {words}")
    positions = np.array(
        [[tokens.number("a coordinate") for _ in range(dimension)] for _ in range(count)], np.float64
    ).reshape(count, dimension)
    elements: list[Lists] = []
    parts, coloured = count, 0
    for size in (faces, *cells):
        lists, with_colour = _read_lists(tokens, size, parts)
        elements.append(lists)
        parts, coloured = size, coloured + with_colour
    return Polytope(positions, tuple(elements)), coloured


def _read_dimension(tokens: _Tokens) -> int:
    word, line = tokens.next("OFF")
    header = _HEADER.fullmatch(word)
    if header is None:
        raise OffError(f"the file starts with {quoted(word)}; expected OFF", line)
    dimension = tokens.integer("the dimension") if header[1] == "n" else int(header[1] or 3)
    if not 2 <= dimension <= MOST_DIMENSIONS:
        raise OffError(f"unsupported dimension {dimension} (supported: 2 to {MOST_DIMENSIONS})", line)
    return dimension


def _read_lists(tokens: _Tokens, size: int, parts: int) -> tuple[Lists, int]:
    """Lists of indices, each below the number of `parts`; and how many are followed by a colour."""
    lists: Lists = []
    coloured = 0
    for number in range(size):
        count = tokens.count("the length of a list")
        row = []
        for _ in range(count):
            index = tokens.integer("an index")
            if index >= parts:
                raise OffError(f"list {number} uses index {index}, but there are only {parts:,}", tokens.line)
            row.append(index)
        if count and tokens.skip_line():
            coloured += 1
        lists.append(row)
    return lists, coloured
