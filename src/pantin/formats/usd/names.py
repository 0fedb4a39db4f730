"""Convert names to valid, unique identifiers of prims and joints, and back."""

from __future__ import annotations

from collections.abc import Iterable


def identifier(name: str | None, fallback: str) -> str:
    """The nearest USD identifier: letters, digits and underscores of any script, not starting with a
    digit."""
    letters = [letter if f"_{letter}".isidentifier() else "_" for letter in (name or "").strip()]
    valid_name = "".join(letters) or fallback
    return f"_{valid_name}" if not valid_name.isidentifier() else valid_name


class Siblings:
    """The names below one prim, kept unique."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def claim(self, name: str | None, fallback: str) -> str:
        """A free identifier near `name`: `arm`, then `arm_1`, `arm_2`."""
        wanted = identifier(name, fallback)
        number, free = 0, wanted
        while free in self._taken:
            number += 1
            free = f"{wanted}_{number}"
        self._taken.add(free)
        return free
