"""Named arrays: taken from a mapping one at a time and checked, and the prefixes of their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.deprecation import warn
from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.base.short_repr import short_value

VERSION = 2
"""The version of the schema, in the array `pantin_version`."""

READABLE = (1, 2)
"""Versions that are read. The first has former names of arrays."""

Given: TypeAlias = Mapping[str, ArrayLike]
Named: TypeAlias = dict[str, NDArray[Any]]
Value = TypeVar("Value")
Shape: TypeAlias = tuple[int | str, ...]
"""Lengths, or letters that stand for any length."""

KINDS = {"numbers": "iuf", "integers": "iu", "strings": "U", "booleans": "b"}
"""The kinds of dtype that arrays of each sort may have."""

MOST_NUMBERS = Limits().decoded_bytes // 8
"""Numbers of one array that is made of fewer stored ones: dense blend shapes and weights, sampled clips."""

FAR_TOO_MANY = 10**15
"""Larger numbers are not spelled out in messages."""


FORMER = {
    "vertices": "positions",
    "faces": "triangles",
    "uvs": "texcoords",
    "colours": "colors",
    "blend_uvs": "blend_texcoords",
    "blend_colours": "blend_colors",
    "material_base_colours": "material_base_colors",
    "face_mask": "triangle_mask",
}
"""The names of arrays in version 1, which differed from those of `PosedMesh` and `RigBuilder`."""


def current_name(name: str) -> str:
    """The current name of an array: `mesh0/uvs1` is `mesh0/texcoords1`."""
    if not isinstance(name, str):
        raise TypeError(f"names of arrays must be strings, not {short_value(name)}")
    prefix, slash, last = name.rpartition("/")
    if "topology" in prefix.split("/") or prefix.endswith("attribute"):
        return name  # lists of vertices of elements, and names that users chose
    word = last.rstrip("0123456789")
    return prefix + slash + FORMER.get(word, word) + last[len(word) :]


def with_current_names(arrays: Mapping[str, Value]) -> dict[str, Value]:
    """The arrays by their current names. Raises `ValueError` if one is present under both names."""
    current = {current_name(name): values for name, values in arrays.items()}
    if len(current) < len(arrays):
        twice = next(name for name in arrays if current_name(name) != name and current_name(name) in arrays)
        raise ValueError(
            f"{twice!r} and {current_name(twice)!r} are two names of one array: give one of them"
        )
    return current


class NamedArrays(dict[str, Value]):
    """Arrays by name, which can still be read by the names of version 1."""

    def __missing__(self, name: str) -> Value:
        current = current_name(name)
        if current == name or not dict.__contains__(self, current):
            raise KeyError(name)
        warn(f"array {name!r} is deprecated: read {current!r}")
        return self[current]

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, name) or (
            isinstance(name, str) and dict.__contains__(self, current_name(name))
        )

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default


class Arrays:
    """Takes arrays from a mapping by name, and remembers which: whatever is left is not in the schema.

    Every method raises `ValueError` with the name of the array, the expected shape and the given one.
    """

    def __init__(self, arrays: Given, prefix: str = "", taken: set[str] | None = None) -> None:
        self._given, self.prefix = arrays, prefix
        self._taken = set() if taken is None else taken

    def with_prefix(self, prefix: str) -> Arrays:
        """The arrays whose names begin with one more prefix."""
        return Arrays(self._given, self.prefix + prefix, self._taken)

    def __contains__(self, name: str) -> bool:
        return self.prefix + name in self._given

    def names(self) -> list[str]:
        """The names of the arrays under the prefix, without it."""
        return [name.removeprefix(self.prefix) for name in self._given if name.startswith(self.prefix)]

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of an array, without marking it as taken."""
        return np.shape(self._given[self.prefix + name])

    def mark(self, name: str) -> None:
        """Mark an array as taken that its reader checks separately."""
        self._taken.add(self.prefix + name)

    def unread_names(self) -> list[str]:
        """The names of the arrays that were not taken."""
        return [name for name in self._given if name not in self._taken]

    def numbers(self, name: str, *shape: int | str) -> NDArray[Any]:
        return self._take(name, "numbers", shape)

    def integers(self, name: str, *shape: int | str) -> NDArray[Any]:
        return self._take(name, "integers", shape).astype(np.int64, copy=False)

    def strings(self, name: str, *shape: int | str) -> list[str]:
        taken: list[str] = self._take(name, "strings", shape).tolist()
        return taken

    def booleans(self, name: str, *shape: int | str) -> NDArray[np.bool_]:
        return self._take(name, "booleans", shape)

    def optional(self, name: str, *shape: int | str) -> NDArray[Any] | None:
        """Numbers, or None where there is no such array."""
        return self.numbers(name, *shape) if name in self else None

    def optional_integers(self, name: str, *shape: int | str) -> NDArray[Any] | None:
        return self.integers(name, *shape) if name in self else None

    def optional_strings(self, name: str, *shape: int | str) -> list[str] | None:
        return self.strings(name, *shape) if name in self else None

    def _take(self, name: str, sort: str, shape: Shape) -> NDArray[Any]:
        full = self.prefix + name
        if full not in self._given:
            raise ValueError(f"array {full!r} is missing: its shape must be {describe(shape)}")
        array = as_array(full, self._given[full])
        self._taken.add(full)
        fits = array.ndim == len(shape) and all(
            isinstance(wanted, str) or wanted == length
            for wanted, length in zip(shape, array.shape, strict=True)
        )
        if not fits:
            raise ValueError(f"array {full!r} must have shape {describe(shape)}, not {array.shape}")
        if array.size and array.dtype.kind not in KINDS[sort]:
            raise ValueError(f"array {full!r} must hold {sort}, not {array.dtype}")
        return array


def as_array(name: str, values: ArrayLike) -> NDArray[Any]:
    """An array of the caller's; raises `ValueError` for rows of different lengths."""
    try:
        return np.asarray(values)
    except ValueError as ragged:
        raise ValueError(f"array {name!r} is ragged: {ragged}") from None


def describe(shape: Shape) -> str:
    """`(V, 3)`."""
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def count_numbered_prefixes(names: Iterable[str], word: str) -> int:
    """How many prefixes `word0/`, `word1/`, … the names have. Raises `ValueError` for a gap."""
    pattern = re.compile(rf"{word}(0|[1-9][0-9]{{0,8}})/")
    numbers = {int(match[1]) for name in names if (match := pattern.match(name))}
    missing = next((number for number in range(len(numbers)) if number not in numbers), None)
    if missing is not None:
        raise ValueError(
            f"arrays of {word}{max(numbers)}/ without any of {word}{missing}/: "
            f"count from {word}0/ without gaps"
        )
    return len(numbers)


def prefixes(word: str, count: int) -> list[str]:
    """The prefix of each of `count` parts: none for a single one."""
    return [""] if count == 1 else [f"{word}{number}/" for number in range(count)]


def strings(values: Sequence[str | None]) -> NDArray[np.str_]:
    """Names as an array; a missing name is an empty string."""
    return np.array([name or "" for name in values], np.str_)


def integers(values: Sequence[int | None]) -> NDArray[np.int64]:
    """Indices as an array; None is −1."""
    return np.array([-1 if number is None else number for number in values], np.int64)


def name_or_none(name: str) -> str | None:
    return name or None


def require_affordable(count: int, what: str) -> None:
    """Raise `LimitExceeded` before an array with too many numbers is allocated."""
    if count > MOST_NUMBERS:
        shown = f"{count:,}" if count < FAR_TOO_MANY else f"more than {FAR_TOO_MANY:,}"
        raise LimitExceeded(
            "decoded_bytes", f"{what} would have {shown} numbers; arrays have at most {MOST_NUMBERS:,}"
        )
