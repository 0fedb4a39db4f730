"""Decimal numbers in a text, all of them at once; the compiled twin in `number_text_numba.py` has the same
bits, since both round correctly."""

from __future__ import annotations

import re
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine

NUMBER = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
"""A number as it may be spelled; neither "nan" nor "inf"."""

OTHER = re.compile(rb"[^0-9+\-.eE\s]")
"""Characters that never occur in numbers. A word without them either matches `NUMBER` or is rejected by
`float`."""

Parsed: TypeAlias = tuple[NDArray[np.float64], NDArray[np.int64]]


def parse_numbers(text: bytes) -> Parsed:
    """(N,) the words of a text as float64, and (L,) how many words each of its lines has.

    Words are separated by ASCII white space, lines by "\\n". A word that is not a number is NaN; one beyond
    the range of float64 is infinite.
    """
    return NUMBER_TEXT(len(text), text)


def parse_numbers_numpy(text: bytes) -> Parsed:
    """The reference: `float` rounds correctly."""
    words = text.split()
    counts = np.array([len(line.split()) for line in text.split(b"\n")], np.int64)
    if OTHER.search(text) is None:
        try:
            return np.array(list(map(float, words)), np.float64), counts
        except ValueError:
            pass
    return np.array([parse_word(word) for word in words], np.float64), counts


def parse_word(word: bytes) -> float:
    """One number; NaN for anything else."""
    return float(word) if NUMBER.fullmatch(word) else float("nan")


NUMBER_TEXT = engine.Kernel(
    "number text", parse_numbers_numpy, Later("pantin.kernels.number_text_numba", "parse_numbers")
)
