"""Names of items: forbidden characters, and conversion to valid, unique names."""

from __future__ import annotations

import re
from collections.abc import Container

FORBIDDEN = frozenset('"#*.:|?@<>{}[]/\\%')
"""Forbidden characters besides control characters (G4MF core, item names)."""


def is_control(character: str) -> bool:
    return ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0


_UNDERSCORES = {code: "_" for code in range(0xA0) if chr(code) in FORBIDDEN or is_control(chr(code))}
_INVALID = re.compile("[" + re.escape("".join(map(chr, _UNDERSCORES))) + "]")


def name_fault(name: str) -> str | None:
    """The fault in the characters of a name; None if valid."""
    match = _INVALID.search(name)
    if match is None:
        return None
    if match[0] in FORBIDDEN:
        return f"has the forbidden character {match[0]}"
    return f"has the control character U+{ord(match[0]):04X}"


def sanitise_name(name: str) -> str:
    """The name with underscores in place of forbidden characters."""
    return name.translate(_UNDERSCORES)


def make_unique_name(name: str, taken: Container[str], numbers: dict[str, int]) -> str:
    """The name, with a number appended if it is taken. `numbers` stores the next number for each name, so
    that a million equal names take linear time."""
    if name not in taken:
        return name
    number = numbers.get(name, 2)
    while f"{name}_{number}" in taken:
        number += 1
    numbers[name] = number + 1
    return f"{name}_{number}"
