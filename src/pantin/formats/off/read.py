"""Read OFF: `OFF`, `4OFF`, `nOFF` with its dimension, or `5OFF` and so on, with comments."""

from __future__ import annotations

import re

import numpy as np

from pantin.formats.off.polytope import OffError, Polytope
from pantin.rig.triangulation import Lists

_HEADER = re.compile(r"(n|[0-9]{0,2})OFF")
MOST_DIMENSIONS = 16


class _Tokens:
    """Words of the text, with the lines they are in."""

    def __init__(self, text: str) -> None:
        self.words: list[tuple[str, int]] = []
        for number, line in enumerate(text.splitlines(), 1):
            self.words += [(word, number) for word in line.partition("#")[0].split()]
        self.at = 0

    def next(self, what: str) -> tuple[str, int]:
        if self.at == len(self.words):
            raise OffError(f"the text ends where {what} must come", self.words[-1][1] if self.words else None)
        self.at += 1
        return self.words[self.at - 1]

    def integer(self, what: str) -> int:
        word, line = self.next(what)
        if not word.isascii() or not word.isdigit() or len(word) > 18:
            raise OffError(f"{word[:40]!r} stands where {what} must", line)
        return int(word)

    def count(self, what: str) -> int:
        """How many things follow: each of them takes a word at least."""
        count = self.integer(what)
        if count > len(self.words):
            raise OffError(f"{what} is {count:,}, and the text has {len(self.words):,} words", self.line)
        return count

    def number(self, what: str) -> float:
        word, line = self.next(what)
        try:
            value = float(word)
        except ValueError:
            raise OffError(f"{word[:40]!r} stands where {what} must", line) from None
        if not np.isfinite(value):
            raise OffError(f"{word[:40]!r} is not a finite number", line)
        return value

    @property
    def line(self) -> int:
        """Where the last word stands."""
        return self.words[self.at - 1][1]

    def skip_line(self) -> None:
        """Pass over what follows in the line of the last word: colours."""
        line = self.line
        while self.at < len(self.words) and self.words[self.at][1] == line:
            self.at += 1


def read(data: bytes) -> Polytope:
    """The polytope that a text says. Raises `OffError`.

    The counts are those of vertices, faces, edges, and from 4D on of the elements of 3 dimensions and so on;
    edges are counted but not listed.
    """
    try:
        tokens = _Tokens(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise OffError("the text is not UTF-8") from None
    dimension = _dimension(tokens)
    count, faces = tokens.count("the number of vertices"), 0
    if dimension > 2:
        faces = tokens.count("the number of faces")
        tokens.integer("the number of edges")
    cells = [tokens.count("a number of cells") for _ in range(dimension - 3)]
    if dimension == 2:
        faces = tokens.count("the number of faces")
        tokens.skip_line()
    if count * dimension > len(tokens.words):
        raise OffError(f"{count} vertices are promised, and the text has {len(tokens.words)} words")
    vertices = np.array(
        [[tokens.number("a coordinate") for _ in range(dimension)] for _ in range(count)], np.float64
    ).reshape(count, dimension)
    elements: list[Lists] = []
    below = count
    for size in (faces, *cells):
        elements.append(_lists(tokens, size, below))
        below = size
    return Polytope(vertices, tuple(elements))


def _dimension(tokens: _Tokens) -> int:
    word, line = tokens.next("OFF")
    found = _HEADER.fullmatch(word)
    if found is None:
        raise OffError(f"the text begins with {word[:40]!r}, not with OFF", line)
    dimension = tokens.integer("the dimension") if found[1] == "n" else int(found[1] or 3)
    if not 2 <= dimension <= MOST_DIMENSIONS:
        raise OffError(f"polytopes of {dimension} dimensions are not read", line)
    return dimension


def _lists(tokens: _Tokens, size: int, below: int) -> Lists:
    found: Lists = []
    for at in range(size):
        count = tokens.count("the length of a list")
        row = []
        for _ in range(count):
            value = tokens.integer("an index")
            if value >= below:
                raise OffError(f"list {at} names {value}, and there are {below}", tokens.line)
            row.append(value)
        if count:
            tokens.skip_line()
        found.append(row)
    return found
