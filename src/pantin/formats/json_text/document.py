"""A document that is a JSON text: its tree, and methods that change it while all other bytes stay."""

from __future__ import annotations

import math
from copy import deepcopy
from typing import Any

from pantin.base.short_repr import short_value
from pantin.formats.json_text.parse import JsonFault, parse
from pantin.report.pointer import is_index, tokens
from pantin.report.pointer import pointer as make_pointer


class JsonDocument:
    """Read `tree`; change it with the methods only. `text` is the JSON as it was read."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.revision = 0
        """Counts the changes, so that users of derived data notice when it is out of date."""
        self._parsed: list[tuple[Any, JsonFault | None]] = []
        """Empty until something needs the tree. Copies share the list, and so the tree, whoever is first."""
        self._edits: EditedTree | None = None

    @property
    def json_error(self) -> JsonFault | None:
        """The fault of the JSON text, None if it has none.

        With any fault other than a byte order mark, `tree` is empty.
        """
        return self._parse()[1]

    @property
    def root(self) -> Any:
        """The value of the JSON text as it was read, whatever its type; None where it does not parse."""
        return self._parse()[0]

    @property
    def tree(self) -> dict[str, Any]:
        """The JSON object of the file; empty if the text is not an object."""
        if self._edits is not None:
            return self._edits.root
        return self.root if isinstance(self.root, dict) else {}

    @property
    def has_text(self) -> bool:
        """Whether the file holds a JSON text at all."""
        return True

    def _parse(self) -> tuple[Any, JsonFault | None]:
        if not self._parsed:
            self._parsed.append(self._parse_text())
        return self._parsed[0]

    def _parse_text(self) -> tuple[Any, JsonFault | None]:
        return self._read_tree(self.text) if self.has_text else (None, None)

    def _read_tree(self, text: bytes) -> tuple[Any, JsonFault | None]:
        return parse(text)

    @property
    def edited(self) -> bool:
        return self._edits is not None and bool(self._edits.touched)

    @property
    def touched(self) -> tuple[str, ...]:
        """The pointers of everything that was changed."""
        return tuple(self._edits.touched) if self._edits else ()

    def new_text(self) -> bytes:
        """The JSON text with all changes; everything else keeps its bytes.

        Raises `ValueError` if something other than the methods changed `tree`: the text would lack it.
        """
        self.check_tree()
        if not self.edited:
            return self.text
        from pantin.formats.json_text.splice import splice  # not needed for reading

        text = splice(self.text, self.tree, self.touched)
        self._compare(self._read_tree(text)[0], self.tree)
        return text

    def check_tree(self) -> None:
        """Raise `ValueError` if the tree that was read is no longer what the text has: only the methods may
        change it, and they change copies."""
        if self._parsed:
            self._compare(self._parse_text()[0], self.root)

    def _compare(self, stored: Any, tree: Any) -> None:
        if stored != tree:
            raise ValueError(
                "the tree of the document was changed directly, and no file would have the change: "
                "use document.set, append or remove"
            )

    def get(self, pointer: str, default: Any = None) -> Any:
        """A copy of the JSON value at a pointer, such as `/nodes/3/name`; `default` where there is none.

        >>> pantin.load("examples/arm.glb").document.get("/nodes/1/name")
        'elbow'
        """
        if not isinstance(pointer, str):
            raise TypeError(f"a JSON pointer is a string such as '/nodes/3/name', not {short_value(pointer)}")
        if pointer and not pointer.startswith("/"):
            raise ValueError(f"a JSON pointer begins with a slash, such as '/nodes/3/name', not {pointer!r}")
        value: Any = self.tree
        for token in tokens(pointer):
            if isinstance(value, dict) and token in value:
                value = value[token]
            elif isinstance(value, list) and is_index(token) and int(token) < len(value):
                value = value[int(token)]
            else:
                return default
        return deepcopy(value)

    def take_edits(self, other: JsonDocument) -> None:
        """Copy the state of `other`; later changes of either do not affect the other."""
        self._parsed = other._parsed
        self._edits = other._edits and other._edits.copy()

    def set(self, pointer: str, value: Any) -> None:
        """Set the JSON value at a pointer; its parent object or array must exist."""
        self._edit(pointer).set(pointer, value)

    def remove(self, pointer: str) -> None:
        """Remove the value at a pointer. Later elements of an array move down."""
        self._edit(pointer).remove(pointer)

    def append(self, pointer: str, value: Any) -> int:
        """Append a JSON value to an array, which is created if it is missing; returns its index."""
        return self._edit(pointer).append(pointer, value)

    def before_change(self, collection: str | None) -> None:
        """Called before each change, with the member of the root that contains it, to drop derived data."""

    def _edit(self, pointer: str) -> EditedTree:
        if self._edits is None:
            if not isinstance(self.root, dict):
                raise ValueError("the file contains no JSON object to edit")
            self._edits = EditedTree(self.root)
        self.before_change(next(iter(tokens(pointer)), None))
        self.revision += 1
        return self._edits


class EditedTree:
    """A tree and the pointers of its changes. Trees share what they have in common: the first change inside
    an object or array copies it and its ancestors, so the original tree never changes.
    """

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.touched: dict[str, None] = {}
        # The copied containers, which may be modified directly; stored so that their ids stay unique.
        self._owned: dict[int, Any] = {}

    def copy(self) -> EditedTree:
        """Another tree with the same content; containers are shared until one of the trees changes them."""
        other = EditedTree(self.root)
        other.touched = dict(self.touched)
        self._owned = {}
        return other

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_owned": {}}  # their ids mean nothing elsewhere

    def set(self, pointer: str, value: Any) -> None:
        """Set the value at a pointer whose container exists: a member, an element or the element after the
        last.
        """
        value = copy_value(value, pointer)
        container, name = self._container(pointer)
        if isinstance(container, dict):
            container[name] = value
        else:
            index = _parse_index(name, len(container), pointer)
            container[index : index + 1] = [value]
        self.touched[pointer] = None

    def remove(self, pointer: str) -> None:
        """Remove a member or an element. Later elements move down, and so count as touched."""
        container, name = self._container(pointer)
        if isinstance(container, dict):
            if name not in container:
                raise ValueError(f"there is nothing to remove at {pointer}")
            del container[name]
            self.touched[pointer] = None
            return
        index = _parse_index(name, len(container) - 1, pointer)
        parent = tokens(pointer)[:-1]
        for moved in range(index, len(container)):
            self.touched[make_pointer(*parent, moved)] = None
        container[index:] = [copy_value(item, pointer) for item in container[index + 1 :]]

    def append(self, pointer: str, value: Any) -> int:
        """Append a value to the array at a pointer, which is created if it is missing; returns its index."""
        container, name = self._container(pointer)
        if isinstance(container, dict) and name not in container:
            self.set(pointer, [])
        array = self._container(pointer + "/0")[0]
        if not isinstance(array, list):
            raise ValueError(f"{pointer} is not an array to append to")
        array.append(copy_value(value, pointer))
        self.touched[f"{pointer}/{len(array) - 1}"] = None
        return len(array) - 1

    def _container(self, pointer: str) -> tuple[Any, str]:
        """The container of the value at a pointer, copied with its ancestors, and the last token."""
        path = tokens(pointer)
        if not path:
            raise ValueError("the root of the document cannot be replaced")
        self.root = container = self._own(self.root)
        for token in path[:-1]:
            inner = None
            key: str | int = token
            if isinstance(container, dict):
                inner = container.get(token)
            elif token.isdecimal() and int(token) < len(container):
                key = int(token)
                inner = container[key]
            if not isinstance(inner, dict | list):
                raise ValueError(f"{pointer} cannot be changed: it has no parent object or array")
            container[key] = self._own(inner)
            container = container[key]
        return container, path[-1]

    def _own(self, container: Any) -> Any:
        if id(container) not in self._owned:
            container = container.copy()
            self._owned[id(container)] = container
        return container


def _parse_index(token: str, last: int, pointer: str) -> int:
    if not (token.isascii() and token.isdecimal() and token == str(int(token)) and int(token) <= last):
        raise ValueError(f"{pointer} is not in the array: its last token must be a number from 0 to {last}")
    return int(token)


def copy_value(value: Any, pointer: str) -> Any:
    """A copy of a JSON value, so that later changes by the caller do not affect the tree."""
    match value:
        case None | bool():
            return value
        case int():
            return int(value)
        case str():
            if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
                raise ValueError(
                    f"the string for {pointer} contains half a surrogate pair, which no file can store"
                )
            return str(value)
        case float():
            if not math.isfinite(value):
                raise ValueError(f"{value} for {pointer} is not a number in JSON")
            return float(value)
        case list() | tuple():
            return [copy_value(item, pointer) for item in value]
        case dict():
            for key in value:
                if not isinstance(key, str):
                    raise TypeError(f"the keys for {pointer} must be strings, not {type(key).__name__}")
            return {copy_value(key, pointer): copy_value(item, pointer) for key, item in value.items()}
    raise TypeError(f"JSON has no {type(value).__name__}, at {pointer}")
