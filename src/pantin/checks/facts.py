"""Facts about a rig that several rules need, computed once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from pantin.rig import Rig

T = TypeVar("T")

_FACTS: WeakKeyDictionary[Rig, dict[Callable[[Rig], Any], Any]] = WeakKeyDictionary()


def fact(rig: Rig, make: Callable[[Rig], T]) -> T:
    """`make(rig)`, made once for as long as the rig exists: a rig never changes."""
    known = _FACTS.get(rig)
    if known is None:
        known = _FACTS[rig] = {}
    if make not in known:
        known[make] = make(rig)
    result: T = known[make]
    return result


def note(rig: Rig, make: Callable[[Rig], T], known: T) -> None:
    """Store the known result of `make(rig)`."""
    _FACTS.setdefault(rig, {})[make] = known
