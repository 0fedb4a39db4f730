"""Find parts by index or name."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from pantin.base.short_repr import short_value

MOST_LISTED = 8
"""The most names that an error lists if none is close to the given one."""


def names_of(names: Iterable[str | None]) -> dict[str, list[int]]:
    """The indices of each name."""
    indices: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        if name is not None:
            indices.setdefault(name, []).append(index)
    return indices


def find_index(which: int | str, names: dict[str, list[int]], count: int, kind: str) -> int:
    """The index of a part, by index or by name; raises `ValueError` where no part or several match."""
    if isinstance(which, str):
        matches = names.get(which, [])
        if len(matches) != 1:
            many = f"{len(matches)} {kind}s are" if matches else f"no {kind} is"
            advice = "; give an index" if matches else hint(which, names) or _listed(names)
            raise ValueError(f"{many} called {which!r}{advice}")
        return matches[0]
    try:
        if isinstance(which, bool):
            raise TypeError
        index = operator.index(which)
    except TypeError:
        raise TypeError(f"a {kind} must be given by index or name, not as {short_value(which)}") from None
    if not 0 <= index < count:
        raise ValueError(f"there is no {kind} {which}: the rig has {count}")
    return index


def _listed(names: Iterable[str]) -> str:
    """Text to append to a message about an unknown name without a similar one: all names, if they are few."""
    known = list(names)
    return f"; there are {', '.join(map(repr, known))}" if 0 < len(known) <= MOST_LISTED else ""


def hint(name: str, known: Iterable[str]) -> str:
    """A question to append to a message about an unknown name, with similar names, if any."""
    from difflib import get_close_matches  # imported for wrong names only

    known = tuple(known)
    begun = [each for each in known if name and each.startswith(f"{name}-")]
    close = list(dict.fromkeys([*begun, *get_close_matches(name, known)]))[:3]
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
