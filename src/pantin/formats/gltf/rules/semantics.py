"""The names of vertex attributes: which are known, and how many sets of each a primitive has (glTF 2.0
§3.7.2.1).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.usage import PrimitiveRef, primitives

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


def set_of(semantic: str, names: tuple[str, ...] = SET_NAMES) -> tuple[str, int] | None:
    """`("JOINTS", 1)` for `JOINTS_1`; None for what is no numbered semantic of `names`."""
    match = _SET.match(semantic)
    if match is None or match[1] not in names or len(match[2]) > MOST_DIGITS:
        return None
    return match[1], int(match[2])


# Python refuses to turn thousands of digits into a number; no file has 10^18 sets.
MOST_DIGITS: Final = 18


@dataclass(frozen=True, slots=True)
class Sets:
    """The numbered semantics of one primitive: `given` of each as the file has them, `usable` of each.

    A semantic whose numbers have gaps has no usable sets; nor have JOINTS and WEIGHTS that do not come in
    pairs.
    """

    given: dict[SetName, frozenset[int]]

    def count(self, name: SetName) -> int:
        """The sets of a semantic if they are numbered without gaps, else 0."""
        return 0 if self.has_gap(name) else len(self.given[name])

    def has_gap(self, name: SetName) -> bool:
        return max(self.given[name], default=-1) + 1 != len(self.given[name])

    @property
    def influences(self) -> int:
        """The pairs of JOINTS and WEIGHTS."""
        return self.count("JOINTS") if self.count("JOINTS") == self.count("WEIGHTS") else 0


def sets(scope: Scope) -> dict[tuple[int, int], Sets]:
    """The numbered semantics of every primitive (mesh, number)."""
    return {(owner.mesh, owner.number): _sets(owner) for owner in scope.fact(primitives)}


def sets_of(scope: Scope, owner: PrimitiveRef) -> Sets:
    return scope.fact(sets)[owner.mesh, owner.number]


def _sets(owner: PrimitiveRef) -> Sets:
    found = [set_of(semantic) for semantic in owner.primitive.attributes or ()]
    numbers = [pair for pair in found if pair is not None]
    return Sets({name: frozenset(number for kind, number in numbers if kind == name) for name in SET_NAMES})
