"""Expression scalars (`"=2 * $r"`): a small parser that evaluates as it reads, bounded, with its own errors.

sum      = product (("+" | "-") product)*
product  = unary (("*" | "/") unary)*
unary    = ("+" | "-")* atom
atom     = number | "$" name | name "(" sum ("," sum)* ")" | "(" sum ")"
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from pantin.formats.rigy.source import REFUSED
from pantin.maths import exact
from pantin.report.wording import counted

QUANTUM = 1e-9
"""Results are multiples of it (Rigy chapter 10.8)."""

LONGEST = 4096
DEEPEST = 64
"""Characters and nested brackets of one expression."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)|(?P<name>\$?[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>[-+*/(),]))",
    re.ASCII,
)


class ExpressionError(Exception):
    """What is wrong: one of the kinds `syntax`, `param`, `refused`, `finite`, `domain`, and a sentence."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def _clamp(x: float, low: float, high: float) -> float:
    return max(low, min(high, x))


def _sqrt(x: float) -> float:
    if x < 0.0:
        raise ExpressionError("domain", f"square root of the negative number {x}")
    return math.sqrt(x)


FUNCTIONS: dict[str, tuple[int, Callable[..., float]]] = {
    "min": (2, min),
    "max": (2, max),
    "clamp": (3, _clamp),
    "abs": (1, abs),
    "sqrt": (1, _sqrt),
    "sin": (1, exact.sin),
    "cos": (1, exact.cos),
    "tan": (1, exact.tan),
    "atan2": (2, exact.atan2),
    "deg2rad": (1, math.radians),
    "rad2deg": (1, math.degrees),
}


def evaluate(text: str, params: Mapping[str, object]) -> float:
    """The value of an expression, without its `=`, rounded to a multiple of `QUANTUM`, ties to even."""
    if len(text) > LONGEST:
        raise ExpressionError("syntax", f"it is longer than {LONGEST} characters")
    return quantise(_Reader(_tokens(text), params).whole(), QUANTUM)


def quantise(value: float, step: float) -> float:
    """The nearest multiple of a step as a double has it; never −0."""
    scaled = value / step
    if not math.isfinite(scaled):
        raise ExpressionError("finite", f"the result {value} is too large")
    return round(scaled) * step + 0.0


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExpressionError("syntax", f"unexpected character {text[at:].lstrip()[0]!r}")
        tokens.append(match[0].strip())
        at = match.end()
    return tokens


def _quote_token(token: str) -> str:
    return repr(token) if token else "the end"


class _Reader:
    """Tokens being read from left to right."""

    def __init__(self, tokens: list[str], params: Mapping[str, object]) -> None:
        self.tokens, self.params = tokens, params
        self.at = self.depth = 0

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.next
        self.at += 1
        return token

    def expect(self, token: str) -> None:
        if self.take() != token:
            self.at -= 1
            raise ExpressionError("syntax", f"expected {token!r} before {_quote_token(self.next)}")

    def whole(self) -> float:
        value = self.sum()
        if self.next:
            raise ExpressionError("syntax", f"expected an operator before {self.next!r}")
        return value

    def sum(self) -> float:
        value = self.product()
        while self.next in ("+", "-"):
            value = value + self.product() if self.take() == "+" else value - self.product()
        return self.finite(value)

    def product(self) -> float:
        value = self.unary()
        while self.next in ("*", "/"):
            if self.take() == "*":
                value *= self.unary()
                continue
            divisor = self.unary()
            if divisor == 0.0:
                raise ExpressionError("finite", "division by zero")
            value /= divisor
        return self.finite(value)

    def unary(self) -> float:
        negative = False
        while self.next in ("+", "-"):
            negative ^= self.take() == "-"
        value = self.atom()
        return -value if negative else value

    def atom(self) -> float:
        token = self.take()
        if token == "(":
            return self.inside()
        if token[:1].isdecimal():
            return self.finite(float(token))
        if token.startswith("$"):
            return self.param(token[1:])
        if token[:1].isalpha() or token.startswith("_"):
            return self.call(token)
        raise ExpressionError("syntax", f"expected a value before {_quote_token(token)}")

    def inside(self) -> float:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError("syntax", f"brackets are nested deeper than {DEEPEST} levels")
        value = self.sum()
        self.expect(")")
        self.depth -= 1
        return value

    def param(self, name: str) -> float:
        value = self.params.get(name)
        if value is REFUSED:
            raise ExpressionError("refused", f"param '${name}' could not be read")
        if isinstance(value, bool) or not isinstance(value, int | float):
            what = "is not a number" if name in self.params else "is not defined"
            raise ExpressionError("param", f"param '${name}' {what}")
        return float(value)

    def call(self, name: str) -> float:
        if name not in FUNCTIONS:
            raise ExpressionError("syntax", f"unknown function {name!r}")
        count, function = FUNCTIONS[name]
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError("syntax", f"brackets are nested deeper than {DEEPEST} levels")
        self.expect("(")
        arguments = [] if self.next == ")" else [self.sum()]
        while self.next == ",":
            self.take()
            arguments.append(self.sum())
        self.expect(")")
        self.depth -= 1
        if len(arguments) != count:
            raise ExpressionError(
                "syntax", f"{name} takes {counted(count, 'argument')}, not {len(arguments)}"
            )
        return self.finite(function(*arguments))

    def finite(self, value: float) -> float:
        if not math.isfinite(value):
            raise ExpressionError("finite", "an intermediate result is not finite")
        return value
