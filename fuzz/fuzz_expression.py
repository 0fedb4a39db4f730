"""Fuzz target: expressions of tokens in any order, and of any characters. They have a finite value, the same
however wide the spaces are, or an error that says why not.
"""

from __future__ import annotations

import math

from pantin.formats.rigy.expand.expression import FUNCTIONS, LONGEST, ExpressionError, evaluate

PARAMS = {"r": 2, "big": 1e308, "text": "no number", "yes": True}
NUMBERS = ("0", "1", "2.5", "1e308", "1e-320", "9" * 400)
CALLS = tuple(f"{name}(" for name in FUNCTIONS)
NAMES = tuple(f"${name}" for name in (*PARAMS, "none"))
TOKENS = (*NUMBERS, *CALLS, *"+-*/(),", *NAMES, "none(", "\t", "é", "1e", ".")

SEEDS: tuple[str, ...] = ()  # made of tokens


def value(text: str) -> float | str:
    try:
        result = evaluate(text, PARAMS)
    except ExpressionError as error:
        return error.kind
    assert math.isfinite(result)
    return result


def target(data: bytes) -> None:
    value(data.decode("utf-8", "surrogateescape"))
    tokens = [TOKENS[byte % len(TOKENS)] for byte in data]
    wider = "  ".join(tokens)
    if len(wider) <= LONGEST:
        assert value(" ".join(tokens)) == value(wider)
