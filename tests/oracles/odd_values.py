"""Values that no argument expects, and the words of messages that Pantin did not write."""

from __future__ import annotations

import re

import numpy as np

ODD = (
    None, True, -1, 10**30, float("nan"), 1.5, "", "nobody", "a\0b", b"", [], [None],
    ["a", 1], {}, {"a": "b"}, {1: None}, (0, 0, 45), np.zeros((2, 3)), np.array("word"), object(),
    lambda: 0, int,
)  # fmt: skip

INTERNAL = re.compile(
    r"object of type|ufunc|operand|has no attribute|positional argument|unexpected keyword|subscriptable|"
    r"not iterable|not callable|unhashable|not supported between|must be str|'NoneType'|_ArrayMethod|"
    r"broadcast|could not convert|inhomogeneous|setting an array|invalid literal|embedded null|a bytes-like|"
    r"expected str, bytes|cannot be interpreted|too many values|not enough values|out of bounds|"
    r"at 0x[0-9a-f]|object arrays?|Expected `|argument of type|required argument|must be real number"
)
"""What messages of Python, NumPy and msgspec have, but no sentence of Pantin."""
