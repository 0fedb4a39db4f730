"""A document that is a JSON text: its tree, and verbs that change it while all other bytes stay."""

from __future__ import annotations

from typing import Any

from pantin.formats.json_text.parse import JsonFault, parse
from pantin.formats.json_text.tree import EditedTree
from pantin.report.pointer import tokens


class JsonDocument:
    """Callers read `tree`, and change it only with the verbs below; `text` is the JSON as it was read."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._parsed: tuple[Any, JsonFault | None] | None = None
        self._edits: EditedTree | None = None

    @property
    def json_error(self) -> JsonFault | None:
        """What is wrong with the JSON text, if there is one.

        Unless it is only a byte order mark, `tree` is then empty.
        """
        return self._parse()[1]

    @property
    def root(self) -> Any:
        """The value of the JSON text as it was read, whatever its type; None where it does not parse."""
        return self._parse()[0]

    @property
    def tree(self) -> dict[str, Any]:
        """The JSON object of the file; empty when the text holds none."""
        if self._edits is not None:
            return self._edits.root
        return self.root if isinstance(self.root, dict) else {}

    @property
    def has_text(self) -> bool:
        """Whether the file holds a JSON text at all."""
        return True

    def _parse(self) -> tuple[Any, JsonFault | None]:
        if self._parsed is None:
            self._parsed = parse(self.text) if self.has_text else (None, None)
        return self._parsed

    @property
    def edited(self) -> bool:
        return self._edits is not None and bool(self._edits.touched)

    @property
    def touched(self) -> tuple[str, ...]:
        """The pointers of all that the verbs have changed."""
        return tuple(self._edits.touched) if self._edits else ()

    def new_text(self) -> bytes:
        """The JSON text with all changes in it; whatever was not changed has the bytes it was read with."""
        if not self.edited:
            return self.text
        from pantin.formats.json_text.splice import splice  # not needed by those who only read

        return splice(self.text, self.tree, self.touched)

    def take_edits(self, other: JsonDocument) -> None:
        """Become as `other` is, which goes its own way from here."""
        self._parsed = other._parse()
        self._edits = other._edits and other._edits.copy()

    def set(self, pointer: str, value: Any) -> None:
        """Put a JSON value at a pointer, whose object or array must exist."""
        self._edit(pointer).set(pointer, value)

    def remove(self, pointer: str) -> None:
        """Take away what is at a pointer. Removing from the middle of an array renumbers what is behind."""
        self._edit(pointer).remove(pointer)

    def append(self, pointer: str, value: Any) -> int:
        """Put a JSON value at the end of an array, made where there is none yet; its index."""
        return self._edit(pointer).append(pointer, value)

    def before_change(self, collection: str | None) -> None:
        """Called before each change, with the member of the root that it is in: what was derived is stale."""

    def _edit(self, pointer: str) -> EditedTree:
        if self._edits is None:
            if not isinstance(self.root, dict):
                raise ValueError("the file holds no JSON object that could be changed")
            self._edits = EditedTree(self.root)
        self.before_change(next(iter(tokens(pointer)), None))
        return self._edits
