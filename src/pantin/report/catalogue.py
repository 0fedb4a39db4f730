"""Finding a rule by name: exact, without its prefix, or close enough to suggest; and the families
rules form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pantin.report.rule import Rule

Rules = Mapping[str, Rule[...]]

SUGGESTIONS = 3
"""How many names a "did you mean" offers: more is a list to read, not a hint."""

BEGINNING = 3
"""Letters from which on a name may be meant by how it begins: one or two begin too many."""


def family(id: str) -> str:
    """The prefix of a rule id: `"GLTF"` of `"GLTF-NODE_LOOP"`."""
    return id.partition("-")[0]


def families(rules: Rules) -> dict[str, tuple[Rule[...], ...]]:
    """The rules by family, families and rules each in alphabetical order."""
    grouped: dict[str, list[Rule[...]]] = {}
    for id in sorted(rules):
        grouped.setdefault(family(id), []).append(rules[id])
    return {name: tuple(members) for name, members in grouped.items()}


def lookup(name: str, rules: Rules) -> tuple[Rule[...], ...]:
    """The rules called `name`, whatever its case, with or without the prefix; none when it is unknown.

    More than one only when families share a number: `lookup("003")` may be a rule of each.
    """
    wanted = name.strip().upper().replace(" ", "_")
    exact = [rule for id, rule in rules.items() if id.upper() == wanted]
    return tuple(exact or (rule for id, rule in rules.items() if id.partition("-")[2].upper() == wanted))


def close_to(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names that `name` may have been meant to be, best first, compared without case.

    A rule may be meant by its part after the prefix, so `NODE_LOP` finds `GLTF-NODE_LOOP`.
    """
    from difflib import get_close_matches

    spellings: dict[str, str] = {}
    for candidate in known:
        spellings.setdefault(candidate.upper(), candidate)
        spellings.setdefault(candidate.partition("-")[2].upper() or candidate.upper(), candidate)
    wanted = name.strip().upper()
    begun = [one for one in spellings if len(wanted) >= BEGINNING and one.startswith(wanted)]
    found = [*begun, *get_close_matches(wanted, spellings, n=SUGGESTIONS, cutoff=0.6)]
    return tuple(dict.fromkeys(spellings[spelling] for spelling in found))[:SUGGESTIONS]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`" Did you mean A or B?"`, or nothing when no known name is close."""
    close = close_to(name, known)
    return f" Did you mean {' or '.join(close)}?" if close else ""
