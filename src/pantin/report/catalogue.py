"""Look up rules by name: exact, without the prefix, or close enough to suggest; and the families of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pantin.report.rule import Rule

Rules = Mapping[str, Rule[...]]

SUGGESTIONS = 3
"""How many names a "did you mean" offers."""

BEGINNING = 3
"""The fewest letters that count as the beginning of a name: fewer match too many names."""


def family(id: str) -> str:
    """The prefix of a rule id: `"GLTF"` of `"GLTF-NODE_LOOP"`."""
    return id.partition("-")[0]


def families(rules: Rules) -> dict[str, tuple[Rule[...], ...]]:
    """The rules by family, families and rules each in alphabetical order."""
    grouped: dict[str, list[Rule[...]]] = {}
    for id in sorted(rules):
        grouped.setdefault(family(id), []).append(rules[id])
    return {name: tuple(members) for name, members in grouped.items()}


RENAMED = {"LOSS-UNLIFTED": "LOSS-UNSUPPORTED"}
"""Ids of the last release, which settings, options and baselines may still have."""


def current_id(id: str) -> str:
    """The id of a rule today."""
    return RENAMED.get(id, id)


def lookup(name: str, rules: Rules) -> tuple[Rule[...], ...]:
    """The rules called `name`, in any case, with or without the prefix; empty if it is unknown.

    There is more than one only if families share a number: `lookup("003")` may match a rule of each.
    """
    wanted = current_id(name.strip().upper().replace(" ", "_"))
    exact = [rule for id, rule in rules.items() if id.upper() == wanted]
    return tuple(exact or (rule for id, rule in rules.items() if id.partition("-")[2].upper() == wanted))


def require_rules(names: Iterable[str], rules: Rules) -> None:
    """Raise `ValueError` for the first name that is not the id of a rule."""
    for name in names:
        if not isinstance(name, str) or current_id(name) not in rules:
            raise ValueError(f"there is no rule {name!r}.{did_you_mean(str(name), rules)}")


def close_to(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names closest to `name`, best first, ignoring case.

    The prefix of a rule may be missing: `NODE_LOP` finds `GLTF-NODE_LOOP`.
    """
    from difflib import get_close_matches

    spellings: dict[str, str] = {}
    for candidate in known:
        spellings.setdefault(candidate.upper(), candidate)
        spellings.setdefault(candidate.partition("-")[2].upper() or candidate.upper(), candidate)
    wanted = name.strip().upper()
    begun = [spelling for spelling in spellings if len(wanted) >= BEGINNING and spelling.startswith(wanted)]
    close = [*begun, *get_close_matches(wanted, spellings, n=SUGGESTIONS, cutoff=0.6)]
    return tuple(dict.fromkeys(spellings[spelling] for spelling in close))[:SUGGESTIONS]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`" Did you mean A or B?"`, or an empty string if no known name is close."""
    close = close_to(name, known)
    return f" Did you mean {' or '.join(close)}?" if close else ""
