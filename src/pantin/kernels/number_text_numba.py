# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twin of `number_text.py`: numbers of up to 19 digits; Python reads the few others.

A number is digits · 10^e. Where both are exact in float64 (up to 2^53 and 10^22), one division or product
rounds correctly (Clinger 1990). Longer numbers, from programs that print every bit, also use the remainder of
the division, unless the result is too close to the midpoint of two doubles.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import numba as nb
import numpy as np

from pantin.base.threads import share

from .engine import compile_options, njit_cached
from .number_text import Parsed, parse_word

OPTIONS = compile_options(strict=True)

POWERS = np.array([float(10**exponent) for exponent in range(23)])
"""Powers of ten that are exact in float64."""

PART = 1 << 20
"""Bytes of a text that one thread reads at a time."""

SECONDS = 3e-9
"""Estimated time for one byte, on one thread."""

WORD = re.compile(rb"\S+")

SPLIT = float((1 << 27) + 1)
"""Veltkamp's constant: it splits a double into two halves with exact products."""

UNDECIDED = 1e-6
"""How near a quotient may be to the midpoint of two doubles, in units of the last place. The correction errs
by less than 2^-50 of that unit; the extra margin sends one number in a million to Python."""


def parse_numbers(text: bytes) -> Parsed:
    """As `number_text.parse_numbers_numpy`."""
    if not text:
        return np.zeros(0), np.zeros(1, np.int64)
    data = np.frombuffer(text, np.uint8)
    count, parse = _kernels()
    cuts = _cuts(text)
    sizes = np.zeros((len(cuts), 2), np.int64)

    def count_parts(begin: int, end: int) -> None:
        for part in range(begin, end):
            sizes[part + 1] = count(data[cuts[part] : cuts[part + 1]])

    share(count_parts, len(cuts) - 1, SECONDS * len(text))
    starts = sizes.cumsum(0)
    values, counts = np.empty(starts[-1, 0], np.float64), np.zeros(starts[-1, 1] + 1, np.int64)
    left = np.empty((len(values), 2), np.int64)  # memory that is not written is never taken from the system
    lefts = np.zeros(len(cuts) - 1, np.int64)

    def parse_parts(begin: int, end: int) -> None:
        for part in range(begin, end):
            words, lines = slice(starts[part, 0], starts[part + 1, 0]), slice(starts[part, 1], None)
            piece = data[cuts[part] : cuts[part + 1]]
            lefts[part] = parse(piece, values[words], counts[lines], left[words], POWERS)

    share(parse_parts, len(cuts) - 1, SECONDS * len(text))
    for part, number in enumerate(lefts.tolist()):
        first = int(starts[part, 0])
        for index, begin in left[first : first + number].tolist():
            word = WORD.match(text, begin + cuts[part])
            assert word is not None
            values[first + index] = parse_word(word.group())
    return values, counts


def _cuts(text: bytes) -> list[int]:
    """Starts of the parts that threads read separately, each at the beginning of a line."""
    cuts = [0]
    while len(text) - cuts[-1] > PART:
        end = text.find(b"\n", cuts[-1] + PART)
        if end < 0:
            break
        cuts.append(end + 1)
    return [*cuts, len(text)]


# At module level, because a compiled function captured in a closure keeps its caller out of the disk cache.
# Inlined, because a call with an array costs as much as reading a number.


@nb.njit(inline="always", **OPTIONS)
def _is_space(code):
    return code == 32 or 9 <= code <= 13


@nb.njit(inline="always", **OPTIONS)
def _read_digits(data, position):
    """Read digits with or without a point: the position after them, the number, its exponent of ten, the
    count of digits without leading zeros, and whether there are any. Digits after the 19th are ignored."""
    digits, kept, exponent, has_digits, point = np.uint64(0), 0, 0, False, False
    while position < len(data):
        code = data[position]
        if 48 <= code <= 57:
            has_digits = True
            if kept or code != 48:
                kept += 1
            if kept <= 19:
                digits = digits * np.uint64(10) + np.uint64(code - 48)
            exponent -= point
        elif code == 46 and not point:
            point = True
        else:
            break
        position += 1
    return position, digits, exponent, kept, has_digits


@nb.njit(inline="always", **OPTIONS)
def _read_exponent(data, position):
    """Behind the letter of an exponent: the position behind it, the exponent, and whether it has digits."""
    size = len(data)
    down = position < size and data[position] == 45
    if down or (position < size and data[position] == 43):
        position += 1
    power, first = 0, position
    while position < size and 48 <= data[position] <= 57:
        power = min(power * 10 + (data[position] - 48), 100_000)
        position += 1
    return position, -power if down else power, position > first


@nb.njit(inline="always", **OPTIONS)
def _corrected_quotient(digits, divisor):
    """digits / divisor rounded to the nearest double, and whether that is certain."""
    high = float(digits >> np.uint64(32)) * 4294967296.0
    low = float(digits & np.uint64(0xFFFFFFFF))
    quotient = (high + low) / divisor
    # The product of quotient and divisor, exactly, as a sum of two doubles (Dekker 1971).
    product = quotient * divisor
    scaled = SPLIT * quotient
    upper = scaled - (scaled - quotient)
    lower = quotient - upper
    scaled = SPLIT * divisor
    top = scaled - (scaled - divisor)
    bottom = divisor - top
    tail = ((upper * top - product) + upper * bottom + lower * top) + lower * bottom
    correction = (((high - product) + low) - tail) / divisor
    value = quotient + correction
    rest = abs(correction - (value - quotient))
    half = abs(np.nextafter(value, np.inf) - value) / 2
    # The unit in the last place below a power of two is half of that above.
    return value, abs(rest - half) > UNDECIDED * half and abs(rest - half / 2) > UNDECIDED * half


@nb.njit(inline="always", **OPTIONS)
def _to_double(digits, exponent, powers):
    """digits · 10^exponent rounded to the nearest double, and whether that is certain."""
    if digits == 0:
        return 0.0, True
    if digits <= np.uint64(1 << 53) and -22 <= exponent <= 22:
        whole = float(digits)
        return whole / powers[-exponent] if exponent < 0 else whole * powers[exponent], True
    if -22 <= exponent <= 0:
        return _corrected_quotient(digits, powers[-exponent])
    return 0.0, False


@nb.njit(inline="always", **OPTIONS)
def _read_word(data, position, powers):
    """The number that begins here: the position behind the word, the number, and whether it is certain."""
    negative = data[position] == 45
    if negative or data[position] == 43:
        position += 1
    position, digits, exponent, kept, readable = _read_digits(data, position)
    if position < len(data) and readable and (data[position] == 101 or data[position] == 69):
        position, power, readable = _read_exponent(data, position + 1)
        exponent += power
    while position < len(data) and not _is_space(data[position]):
        readable = False
        position += 1
    value, certain = _to_double(digits, exponent, powers)
    return position, -value if negative else value, readable and kept <= 19 and certain


@functools.cache
def _kernels() -> tuple[Any, Any]:
    def count(data):
        words, lines, inside = 0, 0, False
        for position in range(len(data)):
            code = data[position]
            if _is_space(code):
                inside = False
                lines += code == 10
            elif not inside:
                inside = True
                words += 1
        return words, lines

    def parse(data, values, counts, left, powers):
        """Fill values and counts; the words that Python must read are (index, start) in `left`."""
        position, word, line, lefts = 0, 0, 0, 0
        while position < len(data):
            if _is_space(data[position]):
                line += data[position] == 10
                position += 1
                continue
            start = position
            position, value, certain = _read_word(data, position, powers)
            if certain:
                values[word] = value
            else:
                left[lefts, 0], left[lefts, 1] = word, start
                lefts += 1
            word += 1
            counts[line] += 1
        return lefts

    return njit_cached(count, **OPTIONS), njit_cached(parse, **OPTIONS)
