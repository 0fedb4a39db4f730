"""Look up parts of a rig by name or index."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.report.catalogue import did_you_mean
from pantin.report.wording import counted
from pantin.rig.names import MOST_LISTED

LONGEST_INDEX = 10
"""The most digits of an index: Python refuses to parse numbers of thousands of digits."""


def index_of(name: int | str, names: Sequence[str | None], kind: str) -> int:
    """The index of the thing called `name`; or `name` itself, as a number, if nothing has that name.

    Raises `ValueError` if nothing, or more than one thing, has the name.
    """
    word = str(name)
    matches = [index for index, known in enumerate(names) if known == name]
    if len(matches) == 1:
        return matches[0]
    if matches:
        listed = ", ".join(map(str, matches))
        things = counted(len(matches), kind)
        raise ValueError(f"{things} are called {name!r}; use one of the indices {listed}")
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
