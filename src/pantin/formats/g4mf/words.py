"""Names of items: the characters they may not have, and names made fit and unique."""

from __future__ import annotations

from collections.abc import Container

FORBIDDEN = frozenset('"#*.:|?@<>{}[]/\\%')
"""G4MF core, item names: besides control characters."""


def name_fault(name: str) -> str | None:
    """What is wrong with the characters of a name; None where nothing is."""
    for character in name:
        if character in FORBIDDEN:
            return f"has the character {character!r}, which names may not have"
        if is_control(character):
            return f"has the control character U+{ord(character):04X}"
    return None


def is_control(character: str) -> bool:
    return ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0


def fit_name(name: str) -> str:
    """The name with an underscore for each character that names may not have."""
    return "".join("_" if one in FORBIDDEN or is_control(one) else one for one in name)


def unique_name(name: str, taken: Container[str]) -> str:
    """The name, with a number behind it where it is taken."""
    fresh, number = name, 2
    while fresh in taken:
        fresh, number = f"{name}_{number}", number + 1
    return fresh
