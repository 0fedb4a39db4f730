"""How the words of options are read, by the form that they have: `NAME=X`, `x,y,z`, `SET=NAME`.

Each parser gets the value of an option, or the tuple of all its values, and its flag for messages; it raises
`ValueError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite, nan
from typing import Any


def rotations(words: Sequence[str], flag: str) -> dict[str | int, Sequence[float] | str]:
    """Degrees about x, y and z by node, from `NODE=rx,ry,rz`; or in planes, from `NODE=yw:90`."""
    result: dict[str | int, Sequence[float] | str] = {}
    for word in words:
        name, text = _split(word, flag, "NODE=rx,ry,rz or NODE=yw:90")
        degrees = text if ":" in text else _angles(text, f"{flag} {word}")
        result.pop(name, None)  # the last one counts, in its place
        result[name] = degrees
    return result


def _angles(text: str, option: str) -> list[float]:
    """Three finite numbers with commas between them."""
    try:
        angles = [float(word) for word in text.split(",")]
    except ValueError:
        angles = []
    if len(angles) != 3:
        raise ValueError(f"{option}: expected three angles, as in elbow=0,0,45, or planes, as in elbow=yw:90")
    return numbers(text, option)


def weights(words: Sequence[str], flag: str) -> dict[str | int, float]:
    """Weights by name, from `NAME=X`."""
    result: dict[str | int, float] = {}
    for word in words:
        name, text = _split(word, flag, "NAME=X")
        values = numbers(text, f"{flag} {word}")
        if len(values) != 1:
            raise ValueError(f"{flag} {word}: one weight is expected, as in smile=0.8")
        result[name] = values[0]
    return result


def point(word: str, flag: str) -> list[float]:
    """A point of the world, from `x,y,z`."""
    coordinates = numbers(word, flag)
    if len(coordinates) != 3:
        raise ValueError(f"{flag} {word}: three numbers are expected, as in 0,1.5,2")
    return coordinates


def points(words: Sequence[str], flag: str) -> dict[str | int, list[float]]:
    """Points of the world by node, from `NODE=x,y,z`."""
    result: dict[str | int, list[float]] = {}
    for word in words:
        name, text = _split(word, flag, "NODE=x,y,z, as in hand_L=0.3,1.2,0.4")
        result[name] = point(text, f"{flag} {name}")
    return result


def numbers(word: str, flag: str) -> list[float]:
    """Finite numbers with commas between them."""
    try:
        result = [float(number) for number in word.split(",")]
    except ValueError:
        raise ValueError(f"{flag}: {word!r} must consist of numbers") from None
    if not all(map(isfinite, result)):
        raise ValueError(f"{flag}: a number is not finite")
    return result


def ranges(words: Sequence[str], flag: str) -> dict[str | int, tuple[float, float]]:
    """Start and end in seconds by clip, from `NAME:START-END`."""
    result: dict[str | int, tuple[float, float]] = {}
    for word in words:
        match = re.fullmatch(r"(.+):([0-9.eE+]+|[0-9.]+[eE]-[0-9]+)-([0-9.eE+]+|[0-9.]+[eE]-[0-9]+)", word)
        try:
            start, end = (float(match[2]), float(match[3])) if match else (nan, nan)
        except ValueError:
            start = end = nan
        if match is None or not (isfinite(start) and isfinite(end)):
            raise ValueError(f"{flag} {word}: expected NAME:START-END in seconds, as in walk:0.2-1.4")
        if match[1] in result:
            raise ValueError(f"{flag}: {match[1]} is cut twice")
        result[match[1]] = start, end
    return result


def clip_numbers(words: Sequence[str], flag: str) -> dict[str | int, float]:
    """Positive numbers by clip, from `NAME=X`; a number alone, for all clips, is that of an empty name."""
    result: dict[str | int, float] = {}
    for word in words:
        name, _, text = word.rpartition("=")
        values = numbers(text, f"{flag} {word}")
        if len(values) != 1 or values[0] <= 0:
            raise ValueError(f"{flag} {word}: expected a positive number, as in 1.2 or walk=1.2")
        result[name] = values[0]
    return result


def new_names(words: Sequence[str], flag: str) -> dict[str | int, str]:
    """New names by old ones, from `OLD=NEW`."""
    pairs = [_split(word, flag, "OLD=NEW") for word in words]
    empty = next((name for name, new in pairs if not new), None)
    if empty is not None:
        raise ValueError(f"{flag} {empty}=: the new name is empty")
    return dict(pairs)


def variants(words: Sequence[str], flag: str) -> dict[str, str]:
    """Chosen variants by the names of their sets, from `SET=NAME`."""
    wrong = next((word for word in words if "=" not in word.strip("=")), None)
    if wrong is not None:
        raise ValueError(f"{flag}: expected SET=NAME, not {wrong!r}")
    return {name: chosen for name, _, chosen in (word.partition("=") for word in words)}


def words(word: str, flag: str) -> tuple[str, ...]:
    """Words with commas between them."""
    return tuple(part.strip() for part in word.split(",") if part.strip())


def _split(word: str, flag: str, form: str) -> tuple[str, str]:
    """Name and value; the last = divides them, for names may have one."""
    name, equals, value = word.rpartition("=")
    if not equals or not name:
        raise ValueError(f"{flag} {word}: expected {form}")
    return name, value


PARSERS: dict[str, Callable[[Any, str], Any]] = {
    "NODE=rx,ry,rz": rotations,
    "NODE=x,y,z": points,
    "NAME=X": weights,
    "NAME:START-END": ranges,
    "[NAME=]X": clip_numbers,
    "OLD=NEW": new_names,
    "SET=NAME": variants,
    "x,y,z": point,
    "a,b,c": numbers,
    "A,B": words,
}
