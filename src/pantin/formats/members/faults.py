"""Members that are not as their struct describes them, and the words for it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import inspect

from pantin.base.tuples import NamedTuple
from pantin.report.pointer import JsonPath, pointer

if TYPE_CHECKING:
    from pantin.formats.members.description import FaultKind, Member
    from pantin.report import Finding

Kind = Literal["object", "array", "string", "number", "integer", "boolean"]

SHOWN_LENGTH = 40
LARGEST = sys.float_info.max
"""The largest double: JSON can write larger numbers, but readers cannot store them."""


class Fault(NamedTuple):
    """A member that is not as described.

    kind      what is wrong
    path      the path of the member, or of an item in it; of a member that is missing or unknown, too
    owner     the path of the object that has the member
    value     what is there; None for a missing member
    expected  the type of the value at `path`, with its bounds; of an unknown member, that of the object
    member    the description of the member; None for one that is unknown
    known     for `word`, the values that are allowed; for `stored`, what the `reads` function gives
    """

    kind: FaultKind
    path: JsonPath
    owner: JsonPath
    value: Any
    expected: inspect.Type
    member: Member | None = None
    known: Any = ()

    @property
    def rule(self) -> str | None:
        """The id of the rule that reports it, if an annotation names one."""
        return None if self.member is None else self.member.rule_of(self.kind)

    @property
    def pointer(self) -> str:
        """Where the finding points: at the member, or at the object where that is missing, or said so."""
        at_owner = self.kind == "missing" or (self.member is not None and self.kind in self.member.at_owner)
        return pointer(*(self.owner if at_owner else self.path))

    @property
    def member_path(self) -> JsonPath:
        """The path of the member, also where an item of its list is at fault."""
        path = self.path
        while path and isinstance(path[-1], int):
            path = path[:-1]
        return path

    @property
    def name(self) -> str:
        """The member as a message names it, with the position of an item: `targetValue/2`."""
        last = max((index for index, token in enumerate(self.path) if isinstance(token, str)), default=0)
        return "/".join(map(str, self.path[last:]))

    @property
    def wanted(self) -> str:
        """The expected value of a member, in words, even if the fault is in an item of its list."""
        return expected_words(self.expected if self.member is None else self.member.type)

    @property
    def words(self) -> str:
        """The value as a message shows it."""
        return "missing" if self.kind == "missing" else value_words(self.value)


class Reports(Protocol):
    """How a format reports faults: its rules, in its words."""

    def __call__(self, fault: Fault) -> Iterator[Finding]: ...


def findings(faults: Iterable[Fault], reports: Reports) -> list[Finding]:
    """The findings of faults, in their order."""
    return [finding for fault in faults for finding in reports(fault)]


def by_path(faults: Iterable[Fault]) -> dict[JsonPath, Fault]:
    """The first fault at each place of something that a file has; of an item in a list, at the list too."""
    first: dict[JsonPath, Fault] = {}
    for fault in faults:
        if fault.kind not in ("missing", "unknown"):
            first.setdefault(fault.path, fault)
            first.setdefault(fault.member_path, fault)
    return first


def is_a(value: object, kind: Kind) -> bool:
    """Whether a JSON value is of a kind. `2.0` is an integer: JSON has one kind of number."""
    if isinstance(value, bool):
        return kind == "boolean"
    if isinstance(value, int | float):
        return kind == "number" or (kind == "integer" and (isinstance(value, int) or value.is_integer()))
    if isinstance(value, str):
        return kind == "string"
    return kind == ("object" if isinstance(value, dict) else "array" if isinstance(value, list) else None)


def is_index(value: object) -> bool:
    return is_a(value, "integer") and isinstance(value, int | float) and value >= 0


_KINDS: dict[type[inspect.Type], Kind] = {
    inspect.StructType: "object",
    inspect.DictType: "object",
    inspect.VarTupleType: "array",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
}


def json_kind(expected: inspect.Type) -> Kind:
    """The JSON type of a described value."""
    if isinstance(expected, inspect.LiteralType):
        return "string" if isinstance(expected.values[0], str) else "integer"
    return _KINDS[type(expected)]


def in_range(value: float, expected: inspect.IntType | inspect.FloatType) -> bool:
    """Whether a number is within the bounds of its type; it must be finite in any case."""
    return not (
        (expected.ge is not None and value < expected.ge)
        or (expected.le is not None and value > expected.le)
        or (expected.gt is not None and value <= expected.gt)
        or (expected.lt is not None and value >= expected.lt)
        or not -LARGEST <= value <= LARGEST
    )


def shown(value: object) -> str:
    """A value as a message quotes it: as JSON writes it, and short."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "an array"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= SHOWN_LENGTH else text[:SHOWN_LENGTH] + "…"


def value_words(value: object) -> str:
    """A value as a message shows it; lists as long as a quaternion with their numbers."""
    if not isinstance(value, list) or len(value) > 4:
        return shown(value)
    return f"[{', '.join(map(shown, value))}]"


def expected_words(expected: inspect.Type) -> str:
    """The expected value in words: `a number from 0 to 1`, `"bone" or "expression"`."""
    match expected:
        case inspect.LiteralType():
            return word_list([str(word) for word in expected.values])
        case inspect.StrType():
            return "a string that is not empty" if expected.min_length else "a string"
        case inspect.BoolType():
            return "true or false"
        case inspect.FloatType():
            return _number_words(expected)
        case inspect.IntType():
            return _integer_words(expected)
        case inspect.VarTupleType():
            if expected.max_length is not None and expected.max_length == expected.min_length:
                return f"a list of {expected.max_length} items"
            return "a list with at least one item" if expected.min_length else "a list"
    return "an object"


def word_list(words: list[str]) -> str:
    if len(words) < 4:
        return " or ".join(f'"{word}"' for word in words)
    return f"one of {', '.join(words)}"


def _number_words(expected: inspect.FloatType) -> str:
    if expected.ge is not None and expected.le is not None:
        return f"a number from {expected.ge:g} to {expected.le:g}"
    if expected.ge is not None:
        return f"a number of {expected.ge:g} or more"
    if expected.gt is not None:
        return f"a number above {expected.gt:g}"
    return "a finite number"


def _integer_words(expected: inspect.IntType) -> str:
    if expected.le is not None:
        return f"an integer from {expected.ge} to {expected.le}"
    return "an integer" if expected.ge is None else f"an integer of {expected.ge} or more"


def finite(value: float) -> bool:
    """As `math.isfinite`, for integers of any size."""
    try:
        return isfinite(value)
    except OverflowError:
        return False
