"""A JSON tree changed by copying the path to each change, so that copies share all they have in common."""

from __future__ import annotations

import math
from typing import Any

from pantin.report.pointer import pointer, tokens


class EditedTree:
    """A tree and the pointers of what was changed in it, in the order of `splice`.

    The tree it begins with is never changed: the first change under an object or array copies it and those
    above it.
    """

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.touched: dict[str, None] = {}
        # The containers made here, which may be changed in place; held so that their ids stay theirs.
        self._own: dict[int, Any] = {}

    def copy(self) -> EditedTree:
        """Another tree with the same content; from now on neither may change what both hold."""
        other = EditedTree(self.root)
        other.touched = dict(self.touched)
        self._own = {}
        return other

    def set(self, place: str, value: Any) -> None:
        """Put `value` at a pointer whose container exists: a new or old member, or an element or the next
        one.
        """
        value = plain(value, place)
        container, name = self._container(place)
        if isinstance(container, dict):
            container[name] = value
        else:
            index = _index(name, len(container), place)
            container[index : index + 1] = [value]
        self.touched[place] = None

    def remove(self, place: str) -> None:
        """Take away a member or an element. Elements behind it move down, and so count as touched."""
        container, name = self._container(place)
        if isinstance(container, dict):
            if name not in container:
                raise ValueError(f"there is nothing to remove at {place}")
            del container[name]
            self.touched[place] = None
            return
        index = _index(name, len(container) - 1, place)
        parent = tokens(place)[:-1]
        for moved in range(index, len(container)):
            self.touched[pointer(*parent, moved)] = None
        container[index:] = [plain(item, place) for item in container[index + 1 :]]

    def append(self, place: str, value: Any) -> int:
        """Put `value` at the end of the array at `place`, made where there is none yet; its index."""
        container, name = self._container(place)
        if isinstance(container, dict) and name not in container:
            self.set(place, [])
        array = self._container(place + "/0")[0]
        if not isinstance(array, list):
            raise ValueError(f"{place} is not an array to append to")
        array.append(plain(value, place))
        self.touched[f"{place}/{len(array) - 1}"] = None
        return len(array) - 1

    def _container(self, place: str) -> tuple[Any, str]:
        """The container of what is at `place`, made our own with all above it, and the last token."""
        path = tokens(place)
        if not path:
            raise ValueError("the whole document cannot be changed at once")
        self.root = here = self._owned(self.root)
        for token in path[:-1]:
            inner = None
            key: str | int = token
            if isinstance(here, dict):
                inner = here.get(token)
            elif token.isdecimal() and int(token) < len(here):
                key = int(token)
                inner = here[key]
            if not isinstance(inner, dict | list):
                raise ValueError(f"nothing at {place} can be changed: there is no object or array around it")
            here[key] = self._owned(inner)
            here = here[key]
        return here, path[-1]

    def _owned(self, container: Any) -> Any:
        if id(container) not in self._own:
            container = container.copy()
            self._own[id(container)] = container
        return container


def _index(token: str, last: int, place: str) -> int:
    if not (token.isascii() and token.isdecimal() and token == str(int(token)) and int(token) <= last):
        raise ValueError(f"{place} is not in the array: its last token must be a number from 0 to {last}")
    return int(token)


def plain(value: Any, place: str) -> Any:
    """A copy of a value that JSON can say, so that later changes of the caller's do not reach the tree."""
    match value:
        case None | bool():
            return value
        case int():
            return int(value)
        case str():
            if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
                raise ValueError(f"the text for {place} holds half a surrogate pair, which no file can")
            return str(value)
        case float():
            if not math.isfinite(value):
                raise ValueError(f"{value} for {place} is not a number in JSON")
            return float(value)
        case list() | tuple():
            return [plain(item, place) for item in value]
        case dict():
            for key in value:
                if not isinstance(key, str):
                    raise TypeError(f"the keys for {place} must be text, not {type(key).__name__}")
            return {plain(key, place): plain(item, place) for key, item in value.items()}
    raise TypeError(f"JSON has no {type(value).__name__}, at {place}")
