"""The tree of an FBX file: nodes with a name, values and children, read on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from typing import Self

    from pantin.formats.fbx.properties import Property, ReadProperty

Numbers: TypeAlias = NDArray[Any]
Value: TypeAlias = "int | float | str | bytes | Array"

StoredLink: TypeAlias = "tuple[int, int, str | None]"
"""A connection as binary files store it: child, parent, and the property of the parent."""

SEPARATOR = "\x00\x01"
"""The separator between the name and the class of an object, in a binary file."""


class Word(str):
    """An unquoted word, which text files use for booleans and modes: `Shading: T`."""

    __slots__ = ()


class Array:
    """A list of numbers, decoded on first use.

    code      the type letter of a binary file: b, c, i, l, f or d
    length    how many numbers the file declares
    """

    __slots__ = ("_load", "_numbers", "code", "length")

    def __init__(
        self,
        code: str,
        length: int,
        load: Callable[[], Numbers] | None = None,
        numbers: Numbers | None = None,
    ) -> None:
        self.code, self.length = code, length
        self._load, self._numbers = load, numbers

    @classmethod
    def from_numbers(cls, numbers: Numbers, code: str) -> Array:
        return cls(code, len(numbers), numbers=numbers)

    @property
    def numbers(self) -> Numbers:
        if self._numbers is None:
            assert self._load is not None
            self._numbers = self._load()
        return self._numbers


class Content(Protocol):
    """The source file of a node, which decodes its parts."""

    def load_values(self, node: Node) -> tuple[str, list[Value]]: ...
    def load_children(self, node: Node) -> list[Node]: ...
    def load_numbers(self, node: Node) -> Numbers | None: ...
    def words(self, node: Node) -> list[float | str] | None: ...
    def load_bytes(self, node: Node, name: str) -> bytes | None: ...
    def load_links(self, node: Node) -> list[Node | StoredLink] | None: ...
    def load_properties(self, node: Node, name: str, read: ReadProperty) -> dict[str, Property] | None: ...


class Node:
    """A node of the tree.

    name      the key
    codes     a type letter for each value
    values    numbers, strings, bytes and arrays
    children  in the order of the file

    The offsets are those of the file: of the node (`start`, `end`), its values (`values_at`) and its children
    (`body`). A node without a file has none of them. The edits of a document set `edited`, for values, and
    `rearranged`, for the list of children.
    """

    __slots__ = (
        "_children",
        "_codes",
        "_content",
        "_values",
        "body",
        "count",
        "depth",
        "edited",
        "end",
        "name",
        "rearranged",
        "start",
        "values_at",
    )

    def __init__(
        self, name: str, values: Sequence[Value] = (), codes: str = "", children: Sequence[Node] = ()
    ) -> None:
        self.name = name
        self._codes, self._values = codes, list(values)
        self._children: list[Node] | None = list(children)
        self._content: Content | None = None
        self.start = self.values_at = self.body = self.end = self.count = self.depth = -1
        self.edited = self.rearranged = False

    @classmethod
    def stored(
        cls,
        content: Content,
        name: str,
        start: int,
        values_at: int,
        body: int,
        end: int,
        count: int,
        depth: int,
    ) -> Self:
        """Create a node that reads its values and children on demand."""
        node = cls.__new__(cls)
        node.name, node.start, node.values_at, node.body, node.end = name, start, values_at, body, end
        node.count, node.depth, node.edited, node.rearranged = count, depth, False, False
        node._content, node._codes, node._children = content, "", None
        node._values = None  # type: ignore[assignment]
        return node

    def __repr__(self) -> str:
        return f"<Node {self.name} values={self.count} at={self.start}>"

    @property
    def is_stored(self) -> bool:
        return self._content is not None

    @property
    def values(self) -> list[Value]:
        if self._values is None:
            assert self._content is not None
            self._codes, self._values = self._content.load_values(self)
        return self._values

    @property
    def codes(self) -> str:
        self.values  # noqa: B018  (decodes them)
        return self._codes

    @property
    def children(self) -> list[Node]:
        if self._children is None:
            assert self._content is not None
            self._children = self._content.load_children(self)
        return self._children

    @children.setter
    def children(self, children: list[Node]) -> None:
        self._children = children

    def words(self) -> list[float | str] | None:
        """Numbers and words of a list that is still unparsed text; None for other nodes."""
        if self._values is None and self._content is not None:
            return self._content.words(self)
        return None

    def stored_properties(self, name: str, read: ReadProperty) -> dict[str, Property] | None:
        """The properties in the children of a node that nobody has read or edited, all with this name; None
        for other nodes, and where the children must be read as nodes."""
        if self._content is None or self._children is not None:
            return None
        return self._content.load_properties(self, name, read)

    def stored_links(self) -> list[Node | StoredLink] | None:
        """Connections between ids, and nodes for other children, of a node that nobody has read or edited;
        None as above."""
        if self._content is None or self._children is not None:
            return None
        return self._content.load_links(self)

    def stored_bytes(self, name: str) -> bytes | None:
        """The first child with this name as the file stores it, from its values on; None without one, and for
        nodes that are new or that anybody has read or edited."""
        if self._content is None or self._children is not None:
            return None
        return self._content.load_bytes(self, name)

    def set_values(self, values: Sequence[Value], codes: str) -> None:
        self._values, self._codes, self.edited = list(values), codes, True

    def is_changed(self) -> bool:
        """Whether this node or a descendant was edited. Nodes that were never read are unchanged."""
        return self.edited or self.rearranged or any(child.is_changed() for child in self._children or ())

    # What readers ask

    def first(self, name: str) -> Node | None:
        """The first child with this name."""
        return next((child for child in self.children if child.name == name), None)

    def every(self, name: str) -> Iterator[Node]:
        return (child for child in self.children if child.name == name)

    def value(self, index: int = 0) -> Value | None:
        values = self.values
        return values[index] if index < len(values) else None

    def text(self, name: str, default: str = "") -> str:
        """The string of the first child with this name."""
        child = self.first(name)
        value = child.value() if child is not None else None
        return value if isinstance(value, str) else default

    def number(self, name: str, default: float = 0.0) -> float:
        """The number of the first child with this name."""
        child = self.first(name)
        value = child.value() if child is not None else None
        return as_number(value, default)

    def integer(self, name: str, default: int = 0) -> int:
        """The whole number of the first child with this name."""
        child = self.first(name)
        return as_integer(child.value() if child is not None else None, default)

    def numbers(self, name: str) -> Numbers:
        """The numbers of the first child with this name, as an array or one by one; empty without any."""
        child = self.first(name)
        return child.all_numbers() if child is not None else np.zeros(0)

    def all_numbers(self) -> Numbers:
        """The numbers of this node, from an array or from single values."""
        if self._values is None and self._content is not None:
            numbers = self._content.load_numbers(self)
            if numbers is not None:
                return numbers
        values = self.values
        if len(values) == 1 and isinstance(values[0], Array):
            return values[0].numbers
        if not values and self._children is None and self.count == 0:
            return np.zeros(0)
        if any(not isinstance(value, int | float) for value in values):
            # Text files have words where a number is not finite, and lists around them.
            single = [
                value.numbers if isinstance(value, Array) else np.array([as_number(value, np.nan)])
                for value in values
            ]
            return np.concatenate(single).astype(np.float64)
        try:
            return np.array(values)
        except OverflowError:
            return np.array(values, np.float64)


def as_number(value: Value | None, default: float = 0.0) -> float:
    """A number; `default` for anything else. Text files write numbers that are not finite as words."""
    if isinstance(value, int | float):
        return value
    return default


def as_integer(value: Value | None, default: int = 0) -> int:
    """A whole number; `default` for anything else, including numbers that are not finite."""
    number = as_number(value, default)
    return int(number) if abs(number) < 1 << 64 else default


def whole_numbers(numbers: Numbers, missing: int = -1) -> NDArray[np.int64]:
    """Indices of a file, with `missing` for entries that are not numbers, which text files may have."""
    if numbers.dtype.kind in "iu":
        return numbers.astype(np.int64, copy=False)
    usable = np.abs(numbers) < 1 << 62
    return np.where(usable, numbers, missing).astype(np.int64)


def split_name(text: str, is_text: bool) -> tuple[str, str]:
    """Name and class of an object: `Name␀␁Class` in binary files, `Class::Name` in text files."""
    if SEPARATOR in text:
        name, _, kind = text.partition(SEPARATOR)
        return name, kind
    if is_text or "::" in text:
        kind, separator, name = text.partition("::")
        return (name, kind) if separator else (text, "")
    return text, ""


def clean(text: str) -> str:
    """A string without bytes that are not UTF-8; the tree keeps such bytes as lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return text
