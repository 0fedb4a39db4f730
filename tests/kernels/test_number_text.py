"""Numbers in a text: what `float` makes of each word, on both backends."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pantin.kernels.engine import Backend, force_backend
from pantin.kernels.number_text import parse_numbers

ODD = (
    *("nan", "inf", "-1.#IND", "1_0", "--1", "1e", "e5", "+", ".", "-.", "1e+", "1.2.3", "1e5.", "é", "0x10"),
    *(
        "1e400",
        "1e-400",
        "0e999",
        "-0",
        "00000000000000000000000001",
        "9007199254740993",
        "1.",
        "+.5",
        "-.5E-3",
    ),
    *(
        "18446744073709551615",
        "99999999999999999999",
        "1844674407370955161.5",
        "5e-324",
        "2.2250738585072011e-308",
    ),
)


SPELLINGS = ("{:.6f}", "{!r}", "{:e}", "{:.15f}", "{:.18f}", "{:.25g}", "{:.0f}")


def words(count, seed=1):
    """Numbers as programs print them, and words that are none."""
    draw = random.Random(seed)
    for _ in range(count):
        value = draw.uniform(-1, 1) * 10 ** draw.randrange(-8, 9)
        spelling = draw.choice((*SPELLINGS, "odd", "long"))
        if spelling == "odd":
            yield draw.choice(ODD)
        elif spelling == "long":  # near the middle of two doubles
            yield str(draw.randrange(2**53, 2**64))
        else:
            yield spelling.format(value)


def expected(word):
    plain = set(word) <= set("0123456789+-.eE")
    try:
        return float(word) if plain else np.nan
    except ValueError:
        return np.nan


@pytest.mark.parametrize("backend", [Backend.NUMPY, Backend.TWIN])
def test_every_word_is_the_nearest_double(backend):
    listed = [*ODD, *words(20_000)]
    with force_backend(backend):
        values, counts = parse_numbers(" ".join(listed).encode())
    wanted = np.array([expected(word) for word in listed])
    assert values.tobytes() == np.where(np.isnan(wanted), np.nan, wanted).tobytes()
    assert counts.tolist() == [len(listed)]


@pytest.mark.parametrize("backend", [Backend.NUMPY, Backend.TWIN])
@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (b"", [0]),
        (b"\n", [0, 0]),
        (b"1 2\n3", [2, 1]),
        (b" \t1\x0b2\x0c3\r\n\n 4 \n", [3, 0, 1, 0]),
    ],
)
def test_words_are_counted_by_line(backend, text, counts):
    with force_backend(backend):
        values, found = parse_numbers(text)
    assert found.tolist() == counts
    assert values.tolist() == [float(number + 1) for number in range(sum(counts))]


def test_a_long_text_has_the_same_bits_on_both_backends():
    """Several parts, which threads read on their own."""
    draw = random.Random(2)
    text = "".join(word + draw.choice((" ", "\n", "\t", "\n\n")) for word in words(200_000, 3)).encode()
    assert len(text) > 2 << 20
    with force_backend(Backend.NUMPY):
        slow = parse_numbers(text)
    with force_backend(Backend.TWIN):
        fast = parse_numbers(text)
    assert [array.tobytes() for array in fast] == [array.tobytes() for array in slow]
