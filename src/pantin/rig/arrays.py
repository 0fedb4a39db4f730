"""The arrays of a rig: checked once, then read-only. The builder raises `InvalidRig`.

Arrays with a dtype that a rig keeps are not copied: the results are read-only views of the caller's memory.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any, TypeAlias, TypeGuard, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.records import replace
from pantin.base.short_repr import short_value

Reals: TypeAlias = NDArray[np.floating[Any]]
"""An array of float32 or float64: vertex data and keys, in the precision of the file."""

Doubles: TypeAlias = NDArray[np.float64]
"""An array of float64: transforms, matrices and blend weights."""

Indices: TypeAlias = NDArray[np.integer[Any]]
"""An array of integers of any size: nodes, joints and corners of triangles."""

PartT = TypeVar("PartT")

Shape: TypeAlias = tuple[int | None, ...]
MemoryKey: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...], str]

LARGE = 1 << 10
"""Arrays with at least this many numbers are checked alone: the check takes longer than the call."""

BATCH = 1 << 18
"""Numbers that are checked at once: 2 MB, about a second-level cache."""

_KEPT = (np.float32, np.float64)
_lowest, _highest = np.minimum.reduce, np.maximum.reduce


class InvalidRig(ValueError):
    """The parts given to the builder do not form a rig; the message says which part, and why.

    >>> from pantin.rig import Node
    >>> try:
    ...     pantin.build(nodes=[Node("knee", parent=3)])
    ... except pantin.rig.InvalidRig as error:
    ...     print(error)
    parents: index 3 is outside -1 … 0
    """


class OnlyIn3D(ValueError):
    """Quaternions and dual quaternions need three dimensions, and the rig has another number.

    >>> from pantin.rig import Node
    >>> try:
    ...     pantin.SpringBatch(pantin.build(dimension=4, nodes=[Node()]), 10)
    ... except pantin.rig.OnlyIn3D as error:
    ...     print(error)
    spring bones need 3 dimensions; this rig has 4
    """


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A read-only view, or the array if it is read-only; the caller's own array keeps its flags."""
    if not array.flags.writeable:
        return array
    view = array.view()
    view.flags.writeable = False
    return view


def memory_key(array: NDArray[Any]) -> MemoryKey:
    """The memory of an array: address, shape, strides and dtype. Arrays with equal keys have the same
    numbers, so that thousands of channels of a small file over one accessor are checked once.
    """
    return array.__array_interface__["data"][0], array.shape, array.strides, array.dtype.str


def reals(value: ArrayLike, what: str, shape: Shape) -> Reals:
    """Finite numbers of this shape (None: any length). float32 and float64 are kept; others become
    float64."""
    array = value if is_canonical(value) and shape_matches(value.shape, shape) else floats(value, what, shape)
    if not is_finite(array):
        raise InvalidRig(f"{what} must be finite")
    return array


def floats(value: ArrayLike, what: str, shape: Shape) -> Reals:
    """As `reals`, without checking the numbers."""
    array = _array(value, what, shape)
    if array.dtype.type not in _KEPT:
        if array.dtype.kind not in "iuf":
            raise InvalidRig(f"{what} must be numbers, not {array.dtype}")
        array = array.astype(np.float64)
    return read_only(array)


def is_canonical(array: Any) -> TypeGuard[Reals]:
    """Whether `floats` would return this very array, if the shape fits: no name for messages is needed."""
    return type(array) is np.ndarray and array.dtype.type in _KEPT and not array.flags.writeable


def is_finite(array: Reals) -> bool:
    """Whether all numbers are finite: minimum and maximum propagate NaN and need no temporary array."""
    if array.size < LARGE:  # in half the time
        return bool(np.logical_and.reduce(np.isfinite(array), axis=None))
    stored = _deduplicate_rows(array)
    return not array.size or (isfinite(_lowest(stored, None)) and isfinite(_highest(stored, None)))


def batches(arrays: Iterable[Reals]) -> Iterator[list[Reals]]:
    """Arrays in lists to check at once: a file may have thousands, and a call per array takes longer than the
    check. Of large arrays over the same memory, only the first is listed.
    """
    seen: set[MemoryKey] = set()
    batch: list[Reals] = []
    size = 0
    for array in arrays:
        count = array.size
        if count > LARGE:
            key = memory_key(array)
            if key not in seen:
                seen.add(key)
                yield [_deduplicate_rows(array)]
            continue
        batch.append(array)
        size += count
        if size > BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def all_finite(arrays: Iterable[Reals]) -> bool:
    """Whether all numbers of thousands of arrays are finite."""
    return all(is_finite(np.concatenate(batch, axis=None)) for batch in batches(arrays))


def doubles(value: ArrayLike, what: str, shape: Shape) -> Doubles:
    """As `reals`, in float64: structure is always stored in double precision."""
    return read_only(reals(value, what, shape).astype(np.float64, copy=False))


def indices(
    value: ArrayLike, what: str, below: int, *, lowest: int = 0, length: int | None = None
) -> Indices:
    """Indices in [lowest, below), in the integer dtype they came in."""
    array = _array(value, what, (length,))
    if array.size == 0:
        return read_only(array.astype(np.int64))
    if array.dtype.kind not in "iu":
        raise InvalidRig(f"{what} must be integers, not {array.dtype}")
    for index in (int(_lowest(array, None)), int(_highest(array, None))):
        if not lowest <= index < below:
            raise InvalidRig(f"{what}: index {index} is outside {lowest} … {below - 1}")
    return read_only(array)


def index(value: int | None, what: str, below: int) -> int | None:
    """One index in [0, below), or None."""
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        raise InvalidRig(f"{what} must be an index, not {short_value(value)}") from None
    if not 0 <= number < below:
        raise InvalidRig(f"{what} is {number}, out of range (there are {below})")
    return number


def with_members(part: PartT, **members: Any) -> PartT:
    """The part with these members; the part itself if they are identical, as for most files."""
    for name, value in members.items():
        if getattr(part, name) is not value:
            return replace(part, **members)
    return part


def unique(values: Iterable[Any], what: str) -> None:
    """Raise `InvalidRig` for a repeated value."""
    seen = set()
    for value in values:
        if value in seen:
            raise InvalidRig(f"{what} {value} twice")
        seen.add(value)


def _deduplicate_rows(array: NDArray[Any]) -> NDArray[Any]:
    """The array without repeated rows: a file of a few bytes may describe millions of the same row."""
    if 0 not in array.strides:
        return array
    return array[tuple(slice(0, 1) if step == 0 else slice(None) for step in array.strides)]


def _array(value: ArrayLike, what: str, shape: Shape) -> NDArray[Any]:
    try:
        array = np.asarray(value)
    except ValueError as ragged:
        raise InvalidRig(f"{what} must be one array: {ragged}") from None
    if not shape_matches(array.shape, shape):
        wanted = ", ".join("any" if length is None else str(length) for length in shape)
        raise InvalidRig(f"{what} must have shape ({wanted}), not {array.shape}")
    return array


def shape_matches(have: tuple[int, ...], shape: Shape) -> bool:
    """Whether a shape is the expected one (None: any length)."""
    # A loop: the generator of `all(...)` takes longer than the comparison, and there are many surfaces.
    if have == shape:
        return True
    if len(have) != len(shape):
        return False
    for length, wanted in zip(have, shape, strict=True):
        if wanted is not None and wanted != length:
            return False
    return True
