"""Parts of a rig by name or by index, with a sentence for what is not there."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.report.catalogue import did_you_mean
from pantin.report.wording import counted

MOST_LISTED = 8
"""Up to this many names are listed where none of them is like the one that was given."""

LONGEST_INDEX = 10
"""Digits: no file has so many of anything, and Python refuses to read numbers of thousands of digits."""


def index_of(name: int | str, names: Sequence[str | None], kind: str) -> int:
    """The index of what is called `name`; or `name` itself, as a number, where nothing is called so.

    Raises `ValueError` where nothing, or more than one thing, has the name.
    """
    word = str(name)
    found = [index for index, known in enumerate(names) if known == name]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(map(str, found))
        raise ValueError(f"{len(found)} {kind}s are called {name!r}; give one of the indices {listed}")
    if word.isdecimal() and len(word) < LONGEST_INDEX and int(word) < len(names):
        return int(word)
    called = [known for known in names if known]
    hint = did_you_mean(word, called)
    listed = f": {', '.join(map(repr, called))}" if called and not hint and len(called) <= MOST_LISTED else ""
    count = counted(len(names), kind) if names else f"no {kind}"
    if called and not hint and not listed:
        hint = " `pantin inspect` lists them."
    missing = f"there is no {kind} {name}" if isinstance(name, int) else f"no {kind} is called {name!r}"
    raise ValueError(f"{missing}, and the file has {count}{listed}.{hint}")
