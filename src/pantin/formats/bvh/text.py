"""The text of a file: lines and columns, numbers in any spelling, and faults at a place in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import field
from numpy.typing import NDArray

from pantin.base.records import Record

NUMBER = re.compile(r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
NOT_FINITE = re.compile(
    r"[+-]?(?:nan(?:\(\w*\))?|inf(?:inity)?|[0-9.]*#(?:ind|qnan|snan|inf)\w*)", re.IGNORECASE
)
"""The spellings of NaN and infinity in files of various programs."""


class Fault(Record):
    """A violation of the rule with this id; `values` go into its message."""

    rule: str
    line: int
    column: int
    values: Mapping[str, Any] = field(default_factory=dict)


def number_of(word: str) -> float | None:
    """A number; NaN for one that is not finite; None for any other word."""
    if NUMBER.fullmatch(word):
        return float(word.replace(",", "."))
    return float("nan") if NOT_FINITE.fullmatch(word) else None


class Text:
    """The bytes of a file with "\\n" as the end of every line, and positions in them as lines and columns."""

    def __init__(self, data: bytes) -> None:
        data = data.removeprefix(b"\xef\xbb\xbf")
        self.data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data

    @cached_property
    def line_starts(self) -> NDArray[np.int64]:
        """Where each line begins; made for the first fault."""
        ends = np.flatnonzero(np.frombuffer(self.data, np.uint8) == ord("\n"))
        return np.concatenate([[0], ends + 1])

    def locate(self, position: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = int(np.searchsorted(self.line_starts, position, side="right"))
        begin = int(self.line_starts[line - 1])
        return line, len(self.decode(self.data[begin:position])) + 1

    @staticmethod
    def decode(data: bytes) -> str:
        """Names are in UTF-8, or in whatever the program used: then every byte is a character."""
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")
