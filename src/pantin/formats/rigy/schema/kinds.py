"""Kinds of values a key may hold: each reads a composed value into Python, and describes itself as JSON
Schema.

Reading never stops. What cannot be read becomes a fault, and is replaced by a value that rules ignore: NaN
for a number and `UNREAD` for a name. So one run finds everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from pantin.formats.rigy.schema.typos import meant_key
from pantin.formats.rigy.source import REFUSED, Map, Path, Seq

STRING = "a string"

UNREAD = ""
"""Replaces a name that could not be read. Ids must not be empty, so it never equals a real one. Where a list
of objects could not be read, one object with this id takes its place: what refers to it may be right."""

COMPARED = 20_000
"""How many words the misspelt names of a file are compared with, about a second of work. In a document
where every name is wrong, later findings have no suggestion."""

LONGEST_QUOTE = 60
"""Characters of a document that a message repeats."""


def cut(text: str) -> str:
    """The beginning of a long string, as a message repeats it."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


class Fault(Struct, frozen=True):
    """Something that could not be read: its kind, its path, and the values for the message.

    With `on_key` the finding points at the key instead of the value. `position` is the line and column, and
    `origin` the macro, where expansion may change the tree before the finding is made.
    """

    kind: str
    path: Path
    values: dict[str, Any]
    on_key: bool = False
    position: tuple[int, int] | None = None
    origin: str = ""


class Faults(Struct):
    """All faults of one file, in the order of reading."""

    listed: list[Fault] = []
    compared: int = 0

    def add(
        self,
        kind: str,
        path: Path,
        *,
        on_key: bool = False,
        position: tuple[int, int] | None = None,
        origin: str = "",
        **values: Any,
    ) -> None:
        self.listed.append(Fault(kind, path, values, on_key, position, origin))


class Kind(Protocol):
    """Reads a composed value, and describes itself as JSON Schema."""

    def read(self, value: Any, path: Path, faults: Faults) -> Any: ...
    def schema(self) -> dict[str, Any]: ...


def one_of(words: Sequence[str]) -> str:
    """ "x, y or z"."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def name_of(value: Any) -> str:
    """How a message names a value: `an empty value`, `true`, `0.5`, `the string 'x'`, `a list`."""
    if value is None:
        return "an empty value"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return f"the string {value[:40]!r}"
    return "a mapping" if isinstance(value, dict) else "a list"


def _report_wrong(value: Any, expected: str, path: Path, faults: Faults) -> None:
    if value is not REFUSED:
        wrong_type(path, expected, value, faults)


def wrong_type(path: Path, expected: str, value: Any, faults: Faults) -> None:
    """Add a fault for a value that does not have the type of its key, or of the document as a whole."""
    if not path and value is None:
        faults.add("empty document", path)
        return
    key, got = _key(path), name_of(value)
    named = repr(key) if key else "the document"
    # YAML reads 0.12 and 7 as numbers: versions and ids are the values this happens to.
    unquoted = expected == STRING and isinstance(value, int | float)
    instead = f': write "{got}"' if unquoted else f", not {got}"
    words: dict[str, Any] = {"key": key, "value": value, "named": named, "expected": expected, "got": got}
    faults.add("type", path, **words, instead=instead)


def _key(path: Path) -> str:
    """The key of a value, or of the list that contains it; empty for the root."""
    return next((str(token) for token in reversed(path) if isinstance(token, str)), "")


class String(Struct, frozen=True):
    """A string that is not empty."""

    empty: bool = False

    def read(self, value: Any, path: Path, faults: Faults) -> str:
        if isinstance(value, str) and (value or self.empty):
            return value
        if value == "":
            faults.add("empty", path, key=_key(path))
        else:
            _report_wrong(value, STRING, path, faults)
        return UNREAD

    def schema(self) -> dict[str, Any]:
        return {"type": "string"} if self.empty else {"type": "string", "minLength": 1}


class Word(Struct, frozen=True):
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: Any, path: Path, faults: Faults) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        if isinstance(value, str):
            faults.add("word", path, key=str(path[-1]), got=cut(value), words=self.words)
        else:
            _report_wrong(value, one_of(self.words), path, faults)
        return UNREAD

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"enum": list(self.words)}, STAND_IN_WORD]}


class Version(Struct, frozen=True):
    """A version, as a string. Any string is read; a rule checks that it is supported. `later` is the pattern
    of versions that are compiled with a warning."""

    known: tuple[str, ...]
    later: str = ""

    def read(self, value: Any, path: Path, faults: Faults) -> str:
        return String().read(value, path, faults)

    def schema(self) -> dict[str, Any]:
        known = {"enum": list(self.known)}
        return {"anyOf": [known, {"type": "string", "pattern": self.later}]} if self.later else known


STAND_IN_WORD: dict[str, Any] = {"type": "string", "pattern": r"^\$|\$\{"}
"""A param, or a string with an index, that becomes a word."""

STAND_IN: dict[str, Any] = {"type": "string", "pattern": r"^(\$|=).+"}
"""A param, an index or an expression that becomes a number."""

NUMBER_SCHEMA: dict[str, Any] = {"anyOf": [{"type": "number"}, STAND_IN]}


def whole_schema(number: dict[str, Any]) -> dict[str, Any]:
    """A whole number, or what becomes one."""
    return {"anyOf": [number, STAND_IN]}


class Number(Struct, frozen=True):
    """A finite number."""

    def read(self, value: Any, path: Path, faults: Faults) -> float:
        kind = type(value)
        if kind is float or kind is int:
            number = float(value)
            if math.isfinite(number):
                return number
            faults.add("finite", path, key=_key(path), got=value)
        else:
            _report_wrong(value, "a number", path, faults)
        return math.nan

    def schema(self) -> dict[str, Any]:
        return NUMBER_SCHEMA


class Whole(Struct, frozen=True):
    """A whole number; `stand_in` replaces an unreadable one and breaks no rule."""

    stand_in: int

    def read(self, value: Any, path: Path, faults: Faults) -> int:
        if type(value) is int:
            return value
        _report_wrong(value, "a whole number", path, faults)
        return self.stand_in

    def schema(self) -> dict[str, Any]:
        return whole_schema({"type": "integer"})


class Index(Struct, frozen=True):
    """A whole number that is not negative, such as a vertex. `literal`: expansion needs it as a number."""

    literal: bool = False

    def read(self, value: Any, path: Path, faults: Faults) -> int:
        if type(value) is int and value >= 0:
            return value
        if type(value) is int:
            faults.add("index", path, got=value)
        else:
            _report_wrong(value, "a whole number", path, faults)
        return -1

    def schema(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": 0}
        return number if self.literal else whole_schema(number)


class Vector(Struct, frozen=True):
    """A list of exactly `length` numbers."""

    length: int

    def read(self, value: Any, path: Path, faults: Faults) -> tuple[float, ...]:
        if isinstance(value, Seq) and len(value) == self.length:
            return tuple(Number().read(item, (*path, index), faults) for index, item in enumerate(value))
        if isinstance(value, Seq):
            faults.add("length", path, key=str(path[-1]), expected=self.length, got=len(value))
        else:
            _report_wrong(value, f"a list of {self.length} numbers", path, faults)
        return (math.nan,) * self.length

    def schema(self) -> dict[str, Any]:
        return {
            "type": "array",
            "items": NUMBER_SCHEMA,
            "minItems": self.length,
            "maxItems": self.length,
        }


class ListOf(Struct, frozen=True):
    """A list of any length, or of exactly `length`. With `single`, an item may replace a list of one.

    With `repeat`, items may be macros that generate several; they are expanded before reading.
    """

    item: Kind
    length: int | None = None
    single: bool = False
    repeat: bool = False

    def read(self, value: Any, path: Path, faults: Faults) -> tuple[Any, ...]:
        if self.single and isinstance(value, Map):
            return (self.item.read(value, path, faults),)
        if not isinstance(value, Seq):
            _report_wrong(value, "a list", path, faults)
            return (self.item.read(REFUSED, path, Faults()),) if self._holds_objects else ()
        if self.length is not None and len(value) != self.length:
            faults.add("length", path, key=str(path[-1]), expected=self.length, got=len(value))
            return (UNREAD,) * self.length
        read, objects = self.item.read, self._holds_objects
        return tuple(
            [
                read(item, (*path, index), faults)
                for index, item in enumerate(value)
                if objects or item is not REFUSED
            ]
        )

    @property
    def _holds_objects(self) -> bool:
        return self.repeat or isinstance(self.item, ObjectOf)

    def schema(self) -> dict[str, Any]:
        single = self.item.schema()
        items = {"anyOf": [single, repeat_of(self.item).schema()]} if self.repeat else single
        many: dict[str, Any] = {"type": "array", "items": items}
        if self.length is not None:
            many |= {"minItems": self.length, "maxItems": self.length}
        return {"anyOf": [single, many]} if self.single else many


class MapOf(Struct, frozen=True):
    """A mapping from arbitrary names to values of one kind."""

    item: Kind

    def read(self, value: Any, path: Path, faults: Faults) -> dict[str, Any]:
        if not isinstance(value, Map):
            _report_wrong(value, "a mapping", path, faults)
            return {UNREAD: self.item.read(REFUSED, (*path, UNREAD), Faults())}
        values = {key: self.item.read(item, (*path, key), faults) for key, item in value.items()}
        values.pop(UNREAD, None)  # nothing refers to it, and rules take it for an unread mapping
        return values

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.item.schema()}


class Anything(Struct, frozen=True):
    """Any value; it is ignored."""

    def read(self, value: Any, path: Path, faults: Faults) -> None:
        return None

    def schema(self) -> dict[str, Any]:
        return {}


class Key(Struct, frozen=True):
    """A key of an object: its kind, and its default.

    A key without a default is required. One whose default is None, or that is `nullable`, may also be written
    empty.
    """

    kind: Kind
    default: Any = ...
    attribute: str = ""
    nullable: bool = False

    @property
    def may_be_empty(self) -> bool:
        return self.default is None or self.nullable


class ObjectOf(Struct, frozen=True):
    """A mapping with known keys, read into `make(path=…, **values)`."""

    what: str
    make: Callable[..., Any]
    keys: dict[str, Key]
    spellings: dict[str, tuple[str, Kind]] = {}
    """Other spellings of keys, each with the key and its kind; `schema.upgrade` replaces them first."""

    def read(self, value: Any, path: Path, faults: Faults) -> Any:
        if not isinstance(value, Map):
            _report_wrong(value, f"a mapping ({self.what})", path, faults)
            value = None
        values: dict[str, Any] = {"path": path}
        meant = self._read_unknown_keys(value, path, faults) if value is not None else {}
        for name, key in self.keys.items():
            attribute = key.attribute or name
            if value is not None and name in value and (value[name] is not None or not key.may_be_empty):
                values[attribute] = key.kind.read(value[name], (*path, name), faults)
            elif key.default is not ... and name not in meant:
                values[attribute] = key.default
            else:
                if value is not None and name not in meant:
                    faults.add("missing", path, key=name, what=self.what)
                values[attribute] = key.kind.read(REFUSED, (*path, name), Faults())
        return self.make(**values)

    def _read_unknown_keys(self, value: Map, path: Path, faults: Faults) -> set[str]:
        """The keys that unknown ones stand for. They are read as if they had a value that is rejected, so
        that a misspelt key is one finding and not two."""
        meant: set[str] = set()
        if value.keys() <= self.keys.keys():
            return meant
        known = tuple(self.keys)
        absent = [name for name in known if name not in value]
        for name in value:
            if name in self.keys or name in ("?", "<<"):
                continue
            faults.compared += len(absent)
            near = meant_key(self.what, name, absent) if faults.compared <= COMPARED else None
            instead = near if near in absent else None
            if instead is not None:
                meant.add(instead)
            words = {"key": name, "what": self.what, "known": known, "instead": instead}
            faults.listed.append(Fault("unknown key", (*path, name), words, on_key=True))
        return meant

    def schema(self) -> dict[str, Any]:
        """The schema: what `read` accepts, also in the other spellings."""
        from pantin.formats.rigy.schema.key_texts import key_text  # readers need no texts

        properties = {}
        for name, key in self.keys.items():
            value = key.kind.schema()
            if key.may_be_empty and value:
                value = {"anyOf": [value, {"type": "null"}]}
            about = key_text(self.what, name).about
            properties[name] = value | ({"description": about} if about else {})
        for name, (canonical, kind) in self.spellings.items():
            note = {"description": f"another spelling of {canonical}", "deprecated": True}
            properties[name] = kind.schema() | note
        schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
        required = [name for name, key in self.keys.items() if key.default is ...]
        for name, (canonical, _) in self.spellings.items():
            if canonical in required:
                required.remove(canonical)
                schema["anyOf"] = [{"required": [canonical]}, {"required": [name]}]
        return schema | ({"required": required} if required else {})


def repeat_of(item: Kind) -> ObjectOf:
    """The keys of a list item that generates several."""
    block = {"count": Key(Index(literal=True)), "as": Key(String()), "body": Key(item)}
    return ObjectOf("list item", dict, {"repeat": Key(ObjectOf("repeat", dict, block))})
