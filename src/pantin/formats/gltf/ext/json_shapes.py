"""Shapes of JSON values, for the rules of extensions that a schema describes: what a value must be, and each
place where one is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from msgspec import field

from pantin.base.records import Record
from pantin.formats.gltf.json_values import Tokens, as_integer, number, value_words


class Misfit(NamedTuple):
    """A value that is not what it must be: where it is, how it is called, what it is, and what is expected.

    `missing` is True for a required member that is not there; the place is that of its owner.
    """

    place: Tokens
    member: str
    value: str
    expected: str
    missing: bool = False


class Text(Record):
    """A string: not empty, if it must say something; one of some words, if they are given."""

    filled: bool = False
    words: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        if self.words:
            return (
                " or ".join(f'"{word}"' for word in self.words)
                if len(self.words) < 4
                else (f"one of {', '.join(self.words)}")
            )
        return "a string that is not empty" if self.filled else "a string"

    def fits(self, value: Any) -> bool:
        valid = isinstance(value, str) and (bool(value) or not self.filled)
        return valid and (not self.words or value in self.words)


class Number(Record):
    """A number within bounds."""

    least: float | None = None
    most: float | None = None

    @property
    def expected(self) -> str:
        if self.least is None and self.most is None:
            return "a finite number"
        if self.most is None:
            return f"a number of {self.least:g} or more"
        return f"a number from {self.least:g} to {self.most:g}"

    def fits(self, value: Any) -> bool:
        found = number(value)
        if found is None or found != found or found in (float("inf"), float("-inf")):
            return False
        return (self.least is None or found >= self.least) and (self.most is None or found <= self.most)


class Whole(Record):
    """An integer within bounds, often an index, whose collection other rules look at."""

    least: int | None = 0
    most: int | None = None

    @property
    def expected(self) -> str:
        if self.most is not None:
            return f"an integer from {self.least} to {self.most}"
        return "an integer" if self.least is None else f"an integer of {self.least} or more"

    def fits(self, value: Any) -> bool:
        found = as_integer(value)
        if found is None or (self.least is not None and found < self.least):
            return False
        return self.most is None or found <= self.most


class Flag(Record):
    expected = "true or false"

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)


class Anything(Record):
    expected = "anything"

    def fits(self, value: Any) -> bool:
        return True


class Items(Record):
    """A list of values of one shape."""

    of: Shape
    least: int = 0
    length: int | None = None

    @property
    def expected(self) -> str:
        if self.length is not None:
            return f"a list of {self.length} items"
        return "a list with at least one item" if self.least else "a list"

    def fits(self, value: Any) -> bool:
        if not isinstance(value, list) or len(value) < self.least:
            return False
        return self.length is None or len(value) == self.length


class Members(Record):
    """An object: members by name, those that it must have, and what all other members must be (None: they are
    not looked at)."""

    known: Mapping[str, Shape] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    others: Shape | None = None
    expected = "an object"

    def fits(self, value: Any) -> bool:
        return isinstance(value, dict)


Shape: TypeAlias = "Text | Number | Whole | Flag | Anything | Items | Members"

VECTOR = Items(Number(), length=3)


def misfits(value: Any, shape: Shape, place: Tokens) -> Iterator[Misfit]:
    """Each place at or below a value where it does not have its shape, owners before what they own."""
    if not shape.fits(value):
        yield Misfit(place, _named(place), value_words(value), shape.expected)
    if isinstance(shape, Items) and isinstance(value, list):
        for index, item in enumerate(value):
            yield from misfits(item, shape.of, (*place, index))
    elif isinstance(shape, Members) and isinstance(value, dict):
        for name in shape.required:
            if name not in value:
                yield Misfit(place, name, "missing", "", missing=True)
        for name, member in value.items():
            inner = shape.known.get(name, shape.others)
            if inner is not None and name not in ("extensions", "extras"):
                yield from misfits(member, inner, (*place, name))


def _named(place: Tokens) -> str:
    """The last name of a place: `"weight"`, `"targetValue/2"`."""
    last = max((index for index, token in enumerate(place) if isinstance(token, str)), default=0)
    return "/".join(map(str, place[last:]))
