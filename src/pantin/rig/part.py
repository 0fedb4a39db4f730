"""`Part`: the base class of the types of a rig, which makes them picklable and copyable.

Processes of `multiprocessing`, loaders of datasets and `torch.save` send rigs as pickles.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, field_names


class Picklable:
    """A frozen type that is pickled as the values of its fields, and rebuilt from them.

    Caches and the file are left out: deferred clips are read first, and views become separate bytes and
    arrays.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: _pack(getattr(self, name)) for name in field_names(self)}
        return _make, (type(self), values)

    def __copy__(self) -> Self:
        """The object itself: a shallow copy of a frozen object would be indistinguishable."""
        return self


class Numbered:
    """A part of a rig that is found by its name, with the functions `node`, `mesh` and `skin`. These
    functions used to return indices, so a part can still be used as an index, with a warning."""

    __slots__ = ()

    def __index__(self) -> int:
        kind = type(self).__name__.lower()
        number: int | None = self.__dict__.get("_number")
        if number is None:
            raise TypeError(f"a {kind} outside a rig has no index: rig.{kind}_index gives the index in a rig")
        from pantin.base.deprecation import warn

        warn(f"rig.{kind}(…) is a {type(self).__name__} now: rig.{kind}_index(…) gives its index")
        return number


P = TypeVar("P", bound=Numbered)


def with_number(part: P, number: int) -> P:
    """The part, with its index in the rig that it was looked up in."""
    part.__dict__["_number"] = number
    return part


class Part(Picklable, Record):
    """A record of a rig."""


class _Call:
    """Stands for the result of a call in a pickle, for values that cannot be pickled or would change."""

    __slots__ = ("argument", "function")

    def __init__(self, function: Callable[[Any], Any], argument: Any) -> None:
        self.function = function
        self.argument = argument

    def __reduce__(self) -> tuple[Any, ...]:
        return self.function, (self.argument,)


def _make(cls: type[Any], values: dict[str, Any]) -> Any:
    return cls(**values)


def _pack(value: Any) -> Any:
    """The value of a field as it can be pickled."""
    if isinstance(value, np.ndarray):
        return value if value.flags.writeable else _Call(_lock, value)
    if isinstance(value, memoryview):
        return bytes(value)
    if isinstance(value, MappingProxyType):
        return _Call(_protect, _pack(dict(value)))
    if type(value) is dict:
        return {name: _pack(item) for name, item in value.items()}
    if type(value) is tuple:
        return tuple(map(_pack, value))
    return value


def _lock(array: NDArray[Any]) -> NDArray[Any]:
    """The array that was just made, read-only as before: NumPy does not pickle that. The array itself, not a
    view of it, because several parts may share it.
    """
    array.flags.writeable = False
    return array


def _protect(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """A function, because pickle does not find `MappingProxyType` by its name."""
    return MappingProxyType(mapping)
