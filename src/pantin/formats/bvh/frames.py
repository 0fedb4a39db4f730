"""The section MOTION: how many frames, how long each is, and a line of numbers for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.bvh.text import Fault, Text, number_of
from pantin.kernels.number_text import parse_numbers
from pantin.report.wording import and_more, counted, quoted

FRAMES = re.compile(rb"\s*frames[ \t]*:?[ \t]*([^\s]*)", re.IGNORECASE)
FRAME_TIME = re.compile(rb"\s*frame[ \t]*time[ \t]*:?[ \t]*([^\s]*)", re.IGNORECASE)
DEFAULT_FRAME_TIME = 1 / 30
"""Seconds of a frame where the file does not say."""
LONGEST_FRAME = 1e6
"""Seconds, eleven days: more is a fault, and the times of frames might not be finite."""
MOST_FRAMES = 1e15
MOST_LOOKED_AT = 1000
"""Words that are not numbers, of which the first is named and the others are counted."""


class Motion(Struct):
    """The frames that can be used.

    values      (K, C) a row for each
    indices     (K,) the number of each in the file: frames with faults are left out
    frame_time  seconds
    left_out    how many frames with faults there are
    """

    values: NDArray[np.float64]
    indices: NDArray[np.int64]
    frame_time: float = DEFAULT_FRAME_TIME
    left_out: int = 0
    faults: list[Fault] = field(default_factory=list)


def read_motion(text: Text, position: int, columns: int) -> Motion:
    """The motion after the word MOTION at `position`, with `columns` numbers a frame. Never raises."""
    return _Reader(text, columns).read(position)


class _Reader:
    def __init__(self, text: Text, columns: int) -> None:
        self.text, self.columns = text, columns
        self.word = re.compile(rb"[^\s,]+")
        self.faults: list[Fault] = []

    def read(self, position: int) -> Motion:
        declared, position = self._header(FRAMES, position)
        stated_time, position = self._header(FRAME_TIME, position)
        if declared is None:
            declared, position = self._header(FRAMES, position)
        count = self._frame_count(declared)
        self.begin, self.first_line = position, self.text.data.count(b"\n", 0, position) + 1
        body = self._body(position)
        numbers, widths = parse_numbers(body)
        values, indices, frames = self._rows(numbers, widths, count)
        if count is not None and frames != count and self.columns:
            assert declared is not None
            what = f"Frames: {count:,}, but the file has {counted(frames, 'frame')}"
            self._fault("BVH-FRAME_COUNT", *self.text.locate(declared.start(1)), what=what)
        seconds = self._frame_time(stated_time, frames)
        if not np.isfinite(numbers).all():
            self._bad_numbers(numbers, widths)
            finite = np.isfinite(values).all(1)
            values, indices = values[finite], indices[finite]
        return Motion(values, indices, seconds, frames - len(values), self.faults)

    def _header(self, pattern: re.Pattern[bytes], position: int) -> tuple[re.Match[bytes] | None, int]:
        match = pattern.match(self.text.data, position)
        return match, match.end() if match else position

    def _frame_count(self, header: re.Match[bytes] | None) -> int | None:
        word = self.text.decode(header.group(1)) if header else ""
        value = number_of(word) if word else None
        if value is not None and 0 <= value < MOST_FRAMES and value == int(value):
            return int(value)
        at = header.start(1) if header else len(self.text.data)
        what = (
            f"Frames is {quoted(word)}, expected a whole number" if header else "MOTION has no line Frames:"
        )
        self._fault("BVH-FRAME_COUNT", *self.text.locate(at), what=what)
        return None

    def _frame_time(self, header: re.Match[bytes] | None, frames: int) -> float:
        word = self.text.decode(header.group(1)) if header else ""
        value = number_of(word) if word else None
        if value is not None and 0 < value <= LONGEST_FRAME:
            return value
        if value == 0.0 and frames <= 1:
            return DEFAULT_FRAME_TIME  # a pose
        what = "MOTION has no line Frame Time:" if header is None else f"Frame Time is {quoted(word)}"
        location = self.text.locate(header.start(1)) if header else (self.first_line, 1)
        self._fault("BVH-FRAME_TIME", *location, what=what)
        return DEFAULT_FRAME_TIME

    def _body(self, position: int) -> bytes:
        """The lines of numbers. Programs in other languages write a comma for the point."""
        body = self.text.data[position:]
        comma = body.find(b",")
        if comma < 0:
            return body
        means = b" " if b"." in body else b"."
        if means == b".":
            self.word = re.compile(rb"\S+")
        what = "between numbers" if means == b" " else "in place of the decimal point"
        self._fault("BVH-COMMA", *self.text.locate(position + comma), what=what)
        return body.replace(b",", means)

    def _rows(
        self, numbers: NDArray[np.float64], widths: NDArray[np.int64], count: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], int]:
        """The frames of the right width, their indices, and how many frames of any width there are."""
        lines = np.flatnonzero(widths)
        width = widths[lines]
        columns = self.columns
        odd = np.flatnonzero(width != columns)
        if columns and len(odd) and numbers.size == (count or 0) * columns:
            what = f"{counted(int(width[0]), 'number')} on the first line of a frame of {columns:,}"
            self._fault("BVH-WRAPPED", self.first_line + int(lines[0]), 1, what=what)
            whole = numbers.reshape(-1, columns)
            return whole, np.arange(len(whole)), len(whole)
        if len(odd):
            self._wrong_widths(lines, width, odd)
        kept = np.flatnonzero(width == columns) if columns else np.zeros(0, np.int64)
        if len(odd):
            numbers = numbers[np.repeat(width == columns, width)] if columns else numbers[:0]
        return numbers.reshape(len(kept), columns), kept, len(lines)

    def _wrong_widths(
        self, lines: NDArray[np.int64], width: NDArray[np.int64], odd: NDArray[np.int64]
    ) -> None:
        first = int(odd[0])
        line, values = self.first_line + int(lines[first]), int(width[first])
        if len(odd) == 1 and first == len(lines) - 1 and values < self.columns:
            what = f"the file ends in frame {first:,}, after {counted(values, 'number')} of {self.columns:,}"
            self._fault("BVH-TRUNCATED", line, 1, what=what)
            return
        what = f"frame {first:,} has {counted(values, 'number')}, expected {self.columns:,}"
        self._fault("BVH-VALUE_COUNT", line, 1, what=f"{what}{and_more(len(odd))}")

    def _bad_numbers(self, numbers: NDArray[np.float64], widths: NDArray[np.int64]) -> None:
        """Faults for the first word that is not a number, and for the first that is not finite."""
        bad = np.flatnonzero(~np.isfinite(numbers))
        counts = {"BVH-NUMBER": 0, "BVH-NOT_FINITE": 0}
        firsts: dict[str, tuple[int, str]] = {}
        for position, word in self._words(bad[:MOST_LOOKED_AT], np.cumsum(widths)):
            rule = "BVH-NUMBER" if number_of(word) is None else "BVH-NOT_FINITE"
            counts[rule] += 1
            firsts.setdefault(rule, (position, word))
        for rule, (position, word) in firsts.items():
            more = and_more(counts[rule] + max(0, len(bad) - MOST_LOOKED_AT))
            self._fault(rule, *self.text.locate(position), what=f"{quoted(word)} in a frame{more}")

    def _words(self, indices: NDArray[np.int64], ends: NDArray[np.int64]) -> Iterator[tuple[int, str]]:
        """Words of the frames and where they begin; each line is looked through once."""
        lines = np.searchsorted(ends, indices, side="right")
        for line in np.unique(lines).tolist():
            begin = max(self.begin, int(self.text.line_starts[self.first_line - 1 + line]))
            wanted = set((indices[lines == line] - (ends[line - 1] if line else 0)).tolist())
            for number, word in enumerate(self.word.finditer(self.text.data, begin)):
                if number in wanted:
                    yield word.start(), self.text.decode(word.group())
                    wanted.remove(number)
                    if not wanted:
                        break

    def _fault(self, rule: str, line: int, column: int, **values: Any) -> None:
        self.faults.append(Fault(rule, line, column, values))
