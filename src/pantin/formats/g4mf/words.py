"""Names of items: the characters they may not have, and names made fit and unique."""

from __future__ import annotations

import re
from collections.abc import Container

FORBIDDEN = frozenset('"#*.:|?@<>{}[]/\\%')
"""G4MF core, item names: besides control characters."""


def is_control(character: str) -> bool:
    return ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0


_UNDERSCORES = {code: "_" for code in range(0xA0) if chr(code) in FORBIDDEN or is_control(chr(code))}
_UNFIT = re.compile("[" + re.escape("".join(map(chr, _UNDERSCORES))) + "]")


def name_fault(name: str) -> str | None:
    """What is wrong with the characters of a name; None where nothing is."""
    found = _UNFIT.search(name)
    if found is None:
        return None
    if found[0] in FORBIDDEN:
        return f"has the character {found[0]!r}, which names may not have"
    return f"has the control character U+{ord(found[0]):04X}"


def fit_name(name: str) -> str:
    """The name with an underscore for each character that names may not have."""
    return name.translate(_UNDERSCORES)


def unique_name(name: str, taken: Container[str], numbers: dict[str, int]) -> str:
    """The name, with a number behind it where it is taken.

    `numbers` remembers the next one to try for each name: of a million equal names none begins at 2 again.
    """
    if name not in taken:
        return name
    number = numbers.get(name, 2)
    while f"{name}_{number}" in taken:
        number += 1
    numbers[name] = number + 1
    return f"{name}_{number}"
