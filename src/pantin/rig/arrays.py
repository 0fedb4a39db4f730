"""Arrays as a rig holds them: checked once, then read-only. `NotARig` is what the builder raises.

Nothing is copied that comes with a dtype a rig keeps: what is returned is a read-only view of the caller's
memory.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from math import isfinite
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Reals: TypeAlias = NDArray[np.floating[Any]]
Doubles: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.integer[Any]]
Shape: TypeAlias = tuple[int | None, ...]
Place: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...], str]

_KEPT = (np.float32, np.float64)
_lowest, _highest = np.minimum.reduce, np.maximum.reduce


class NotARig(ValueError):
    """What was given to the builder is not a rig; the message says what, where and why."""


class OnlyIn3D(ValueError):
    """What was asked for exists in three dimensions alone (quaternions, dual quaternions), and the rig has
    others."""


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """A read-only view; the caller's own array keeps its flags."""
    view = array.view()
    view.flags.writeable = False
    return view


def place(array: NDArray[Any]) -> Place:
    """Where the numbers of an array lie. Two arrays that live and lie at one place hold the same numbers, and
    what thousands of channels of a small file have in common need be looked at once.
    """
    return array.__array_interface__["data"][0], array.shape, array.strides, array.dtype.str


def reals(value: ArrayLike, what: str, shape: Shape) -> Reals:
    """Finite numbers of this shape (None: any length). float32 and float64 are kept, all else becomes
    float64."""
    array = _array(value, what, shape)
    if array.dtype.type not in _KEPT:
        if array.dtype.kind not in "iuf":
            raise NotARig(f"{what} holds {array.dtype}, not numbers")
        array = array.astype(np.float64)
    # Extremes of a whole array carry a NaN through and need no array of booleans as large as the mesh.
    stored = _stored(array)
    if array.size and not (isfinite(_lowest(stored, None)) and isfinite(_highest(stored, None))):
        raise NotARig(f"{what} holds a number that is not finite")
    return frozen(array)


def doubles(value: ArrayLike, what: str, shape: Shape) -> Doubles:
    """As `reals`, in float64: structure is always held in double precision."""
    return frozen(reals(value, what, shape).astype(np.float64, copy=False))


def indices(
    value: ArrayLike, what: str, below: int, *, lowest: int = 0, length: int | None = None
) -> Indices:
    """A list of indices in [lowest, below), in the integer type they came in."""
    array = _array(value, what, (length,))
    if array.size == 0:
        return frozen(array.astype(np.int64))
    if array.dtype.kind not in "iu":
        raise NotARig(f"{what} holds {array.dtype}, not indices")
    for index in (int(_lowest(array, None)), int(_highest(array, None))):
        if not lowest <= index < below:
            raise NotARig(f"{what} holds {index}, outside {lowest} … {below - 1}")
    return frozen(array)


def index(value: int | None, what: str, below: int) -> int | None:
    """One index in [0, below), or None."""
    if value is None:
        return None
    try:
        found = operator.index(value)
    except TypeError:
        raise NotARig(f"{what} must be an index, not {value!r}") from None
    if not 0 <= found < below:
        raise NotARig(f"{what} is {found}, outside 0 … {below - 1}")
    return found


def unique(values: Iterable[Any], what: str) -> None:
    """Refuse a value that comes twice."""
    seen = set()
    for value in values:
        if value in seen:
            raise NotARig(f"{what} {value} twice")
        seen.add(value)


def _stored(array: NDArray[Any]) -> NDArray[Any]:
    """The array without its repetitions: a file of a few bytes may stand for millions of the same row."""
    if 0 not in array.strides:
        return array
    return array[tuple(slice(0, 1) if step == 0 else slice(None) for step in array.strides)]


def _array(value: ArrayLike, what: str, shape: Shape) -> NDArray[Any]:
    try:
        array = np.asarray(value)
    except ValueError as ragged:
        raise NotARig(f"{what} is not one array: {ragged}") from None
    if not _fits(array.shape, shape):
        wanted = ", ".join("any" if length is None else str(length) for length in shape)
        raise NotARig(f"{what} has shape {array.shape} where ({wanted}) is expected")
    return array


def _fits(have: tuple[int, ...], shape: Shape) -> bool:
    # A loop, for the generator of an `all(...)` takes longer than the comparison, and surfaces are many.
    if len(have) != len(shape):
        return False
    for length, wanted in zip(have, shape, strict=True):
        if wanted is not None and wanted != length:
            return False
    return True
