"""Members of the objects in a document, each of the expected type; those that are not are reported."""

from __future__ import annotations

import math
from typing import Any

from pantin.base.records import Record
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import is_index, number
from pantin.formats.g4mf.naming import show
from pantin.formats.g4mf.originals import item_extras, item_name


class Members(Record):
    """The members of one object; `what` is what it is to its owner, for messages."""

    source: Source
    raw: dict[str, Any]
    pointer: str
    what: str = ""

    @classmethod
    def read(cls, source: Source, value: Any, pointer: str, what: str = "") -> Members:
        """The members of a value; none where it is not an object."""
        return cls(source, value if isinstance(value, dict) else {}, pointer, what)

    @property
    def name(self) -> str | None:
        return item_name(self.raw)

    @property
    def extras(self) -> dict[str, Any] | None:
        return item_extras(self.raw)

    def member(self, key: str) -> Members:
        return Members.read(self.source, self.raw.get(key), f"{self.pointer}/{key}", f"its {key}")

    def number(self, key: str, default: float, above: float = -math.inf) -> float:
        """A finite number that is more than `above`."""
        value = self.raw.get(key)
        if value is None:
            return default
        if number(value) and math.isfinite(value) and value > above:
            return float(value)
        self._skip(key)
        return default

    def numbers(self, key: str, *lengths: int) -> tuple[float, ...] | None:
        """A list of finite numbers of one of these lengths, any where none is given."""
        value = self.raw.get(key)
        if value is None:
            return None
        if (
            isinstance(value, list)
            and (len(value) in lengths or not lengths)
            and all(number(entry) and math.isfinite(entry) for entry in value)
        ):
            return tuple(map(float, value))
        self._skip(key)
        return None

    def choice(self, key: str, known: tuple[str, ...], default: Any) -> Any:
        """One of the known words."""
        value = self.raw.get(key)
        if value is None or value in known:
            return default if value is None else value
        self._skip(key)
        return default

    def index(self, key: str, count: int) -> int | None:
        """The index of one of `count` things."""
        value = self.raw.get(key)
        if is_index(value, count):
            return int(value)  # type: ignore[arg-type]
        if value is not None:
            self._skip(key)
        return None

    def _skip(self, key: str) -> None:
        self.source.skip(f"{self.pointer}/{key}", f"it is {show(self.raw[key])}", f'"{key}"')
