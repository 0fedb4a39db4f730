"""Names of vertex attributes: the known ones, and the number of sets in a primitive (glTF 2.0 §3.7.2.1)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

from pantin.base.records import Record
from pantin.formats.gltf.rules.usage import PrimitiveRef, primitives
from pantin.formats.gltf.scope import Scope

SetName = Literal["COLOR", "JOINTS", "WEIGHTS", "TEXCOORD"]
SINGLE: Final = frozenset(("POSITION", "NORMAL", "TANGENT"))
SET_NAMES: Final[tuple[SetName, ...]] = ("COLOR", "JOINTS", "WEIGHTS", "TEXCOORD")
MORPH_SET_NAMES: Final = ("COLOR", "TEXCOORD")
# A number without leading zeros, in ASCII digits.
_SET = re.compile(r"([^_]*)_(0|[1-9][0-9]*)\Z", re.ASCII | re.DOTALL)


def is_known(semantic: str, *, morph: bool) -> bool:
    """Whether a semantic is one of the specification's, or of the author's own (these begin with an
    underscore).
    """
    if semantic.startswith("_") or semantic in SINGLE:
        return True
    return set_of(semantic, MORPH_SET_NAMES if morph else SET_NAMES) is not None


@lru_cache(maxsize=256)
def set_of(semantic: str, names: tuple[str, ...] = SET_NAMES) -> tuple[str, int] | None:
    """`("JOINTS", 1)` for `JOINTS_1`; None unless it is a numbered semantic among `names`."""
    match = _SET.match(semantic)
    if match is None or match[1] not in names or len(match[2]) > MOST_DIGITS:
        return None
    return match[1], int(match[2])


# Python refuses to turn thousands of digits into a number; no file has 10^18 sets.
MOST_DIGITS: Final = 18


class Sets(Record):
    """The numbered semantics of one primitive: those with gaps, and the number of sets of each (0 with
    gaps).
    """

    gaps: tuple[SetName, ...]
    counts: dict[SetName, int]

    @property
    def influences(self) -> int:
        """The number of JOINTS and WEIGHTS pairs; 0 if they do not match."""
        return self.counts["JOINTS"] if self.counts["JOINTS"] == self.counts["WEIGHTS"] else 0


def sets(scope: Scope) -> dict[tuple[int, int], Sets]:
    """The numbered semantics of every primitive (mesh, number)."""
    return {
        (owner.mesh, owner.number): _sets(tuple(owner.primitive.attributes or ()))
        for owner in scope.fact(primitives)
    }


def sets_of(scope: Scope, owner: PrimitiveRef) -> Sets:
    return scope.fact(sets)[owner.mesh, owner.number]


@lru_cache(maxsize=256)
def _sets(semantics: tuple[str, ...]) -> Sets:
    """The numbered semantics of a primitive; cached, because many primitives have the same."""
    kinds_and_numbers = [set_of(semantic) for semantic in semantics]
    pairs = [pair for pair in kinds_and_numbers if pair is not None]
    numbers_by_name = {name: {number for kind, number in pairs if kind == name} for name in SET_NAMES}
    gaps = tuple(
        name for name, numbers in numbers_by_name.items() if max(numbers, default=-1) + 1 != len(numbers)
    )
    return Sets(
        gaps, {name: 0 if name in gaps else len(numbers) for name, numbers in numbers_by_name.items()}
    )
