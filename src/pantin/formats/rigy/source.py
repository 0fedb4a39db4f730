"""Plain values from YAML, with their line and column: a strict composer over PyYAML's event stream.

Scalars follow the YAML 1.2 core schema. Aliases, merge keys, tags and second documents are rejected, so
reading never expands a document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import yaml
from msgspec import Struct
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from pantin.base.limits import Limits

Path: TypeAlias = tuple[str | int, ...]
"""Keys and list indices from the root of a document to a value."""

Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser, as every wheel of PyYAML has it; the one in Python gives the same events, slower."""


BREAK = re.compile("\r\n?|\n")
FOREIGN_BREAKS = re.compile("[\x85\u2028\u2029]")
"""Ends of lines to YAML 1.1, which the parser follows, and characters like others to 1.2 (§5.4)."""

MACROS = ("$", "=", "repeat", "params", "aabb", "macro")
"""Strings that a document must contain to need expansion."""


class Map(dict[str, Any]):
    """A mapping. `marks` gives for each key the line and column of the key and of its value, counted from 1.

    `upgraded` marks a mapping that replaces an older spelling, `origin` is the macro that generated it, and
    `notes` are the original strings that expansion replaced.
    """

    __slots__ = ("marks", "notes", "origin", "upgraded")

    def __init__(self) -> None:
        super().__init__()
        self.marks: dict[str, tuple[int, int, int, int]] = {}
        self.upgraded = False
        self.origin = ""
        self.notes: dict[Any, str] | None = None


class Seq(list[Any]):
    """A list. `marks` gives the line and column of each item, counted from 1; `notes` as in a `Map`."""

    __slots__ = ("marks", "notes")

    def __init__(self) -> None:
        super().__init__()
        self.marks: list[tuple[int, int]] = []
        self.notes: dict[Any, str] | None = None


def maps_in(holder: Map, key: str) -> Iterator[tuple[int, Map]]:
    """The mappings in the list that a mapping has for a key, with their indices; none for another value."""
    listed = holder.get(key)
    for index, item in enumerate(listed if isinstance(listed, Seq) else ()):
        if isinstance(item, Map):
            yield index, item


class Refused:
    """The type of `REFUSED`, which replaces a value that was rejected and already reported."""


REFUSED = Refused()


class YamlFault(Struct, frozen=True):
    """A fault of the YAML: one of the kinds in `rules.yaml_syntax`, and its position."""

    kind: str
    line: int
    column: int
    detail: str


class Composed(Struct):
    """A composed document: its root value (None for an empty one) and its faults.

    `plain`: it needs no expansion. `whole`: it was read to the end.
    """

    root: Any
    faults: list[YamlFault]
    plain: bool = False
    whole: bool = False

    def locate(self, path: Path, *, key: bool = False) -> tuple[int, int]:
        """Line and column of the value at `path`, or of its key; of the nearest ancestor if it is missing."""
        value, position = self.root, (1, 1)
        for step, token in enumerate(path):
            if isinstance(value, Map) and token in value.marks:
                mark = value.marks[str(token)]
                position = mark[:2] if key and step == len(path) - 1 else mark[2:]
                value = value.get(str(token))
            elif isinstance(value, Seq) and str(token).isdecimal() and int(token) < len(value.marks):
                position, value = value.marks[int(token)], value[int(token)]
            else:
                break
        return position

    def value_at(self, path: Path) -> Any:
        """The value at `path`, or None where there is none."""
        value = self.root
        for token in path:
            value = _child(value, token)
        return value

    def origin(self, path: Path) -> str:
        """The macro that generated the value at `path`, or empty for one in the source file."""
        value, origin = self.root, ""
        for token in path:
            value = _child(value, token)
            origin = value.origin if isinstance(value, Map) and value.origin else origin
        return origin

    def note(self, path: Path) -> str | None:
        """The string at `path` that expansion replaced, or None."""
        value = self.value_at(path[:-1])
        return value.notes.get(path[-1]) if isinstance(value, Map | Seq) and value.notes and path else None


def _child(value: Any, token: str | int) -> Any:
    if isinstance(value, Map):
        return value.get(str(token))
    if isinstance(value, Seq) and str(token).isdecimal() and int(token) < len(value):
        return value[int(token)]
    return None


def compose(text: str | bytes, limits: Limits | None = None) -> Composed:
    """Compose a YAML document. Never raises for bad content; see `faults`."""
    limits = limits or Limits()
    if len(text) > limits.yaml_bytes:
        return Composed(
            None, [YamlFault("size", 1, 1, f"{len(text):,} bytes; the limit is {limits.yaml_bytes:,}")]
        )
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode("utf-8")
            line, column = _position_of(before, len(before))
            return Composed(None, [YamlFault("encoding", line, column, "a byte that is not valid UTF-8")])
    foreign = None if text.isascii() else FOREIGN_BREAKS.search(text)
    if foreign is not None:
        line, column = _position_of(text, foreign.start())
        detail = f"U+{ord(foreign[0]):04X}, which some YAML parsers treat as a line break"
        return Composed(None, [YamlFault("encoding", line, column, detail)])
    composer, whole = _Composer(limits.yaml_depth), False
    try:
        composer.take(Parser(text).get_event)
        whole = True
    except _TooDeep:
        pass  # the fault is already in the list
    except yaml.YAMLError as error:
        composer.faults.append(_syntax(error, text))
    except UnicodeEncodeError as error:
        line, column = _position_of(text, error.start)
        composer.faults.append(YamlFault("encoding", line, column, "a lone surrogate"))
    return Composed(composer.root, composer.faults, not any(mark in text for mark in MACROS), whole)


def _syntax(error: yaml.YAMLError, text: str) -> YamlFault:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        problem = getattr(error, "problem", None) or getattr(error, "context", None) or "not YAML"
        lines = BREAK.split(text)
        line = lines[mark.line] if mark.line < len(lines) else ""
        has_tab = "\t" in line[: len(line) - len(line.lstrip())]
        detail = f"{problem} (the line is indented with a tab)" if has_tab else str(problem)
        return YamlFault("syntax", mark.line + 1, mark.column + 1, detail)
    position = getattr(error, "position", None)
    line, column = _position_of(text, position) if isinstance(position, int) else (1, 1)
    return YamlFault("encoding", line, column, "a character that YAML does not allow")


def _position_of(text: str, position: int) -> tuple[int, int]:
    """Line and column of a character. A carriage return ends a line, alone or before a line feed (YAML 1.2.2
    §5.4)."""
    lines = BREAK.split(text[:position])
    return len(lines), len(lines[-1]) + 1


class _TooDeep(Exception):
    """Stops reading: the time that libyaml takes for a token grows with the number of open brackets."""


class _Composer:
    """Builds values from events with its own stack instead of recursion."""

    def __init__(self, depth: int) -> None:
        self.root: Any = None
        self.faults: list[YamlFault] = []
        self._depth = depth
        self._documents = 0
        self._stack: list[Map | Seq] = []
        self._into: Map | Seq | None = None
        self._key: str | None = None
        self._key_mark = (0, 0)
        self._skipped = 0

    def take(self, next_event: Callable[[], Any]) -> None:
        """Process all events. A third of the reading time is spent here, so the common event, a scalar, is
        handled in the loop itself.
        """
        while (event := next_event()) is not None:
            kind = type(event)
            if kind is ScalarEvent:
                if event.tag is not None:
                    self._fault("tag", event, event.tag)
                mark, into = event.start_mark, self._into
                if self._skipped:
                    continue
                if self._key is None and type(into) is Map:
                    self._name(event, mark)
                    continue
                # `implicit[0]` is True for a plain scalar, the only kind the core schema resolves.
                value = resolve(event.value) if event.implicit[0] else event.value
                if type(into) is Seq:
                    into.append(value)
                    into.marks.append((mark.line + 1, mark.column + 1))
                else:
                    self._put(value, mark)
            elif kind is MappingStartEvent:
                self._open(event, Map())
            elif kind is SequenceStartEvent:
                self._open(event, Seq())
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._close()
            elif kind is AliasEvent:
                self._alias(event)
            elif kind is DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    self._fault("documents", event, "a second document")
                    return

    def _name(self, event: Any, mark: Any) -> None:
        key = event.value
        self._key, self._key_mark = key, (mark.line + 1, mark.column + 1)
        if key == "<<" and event.implicit[0]:
            self._fault("alias", event, "the merge key <<")

    def _put(self, value: Any, mark: Any) -> None:
        into = self._into
        if type(into) is Map:
            key = self._key or ""
            self._key = None
            if key in into:
                detail = f"{key}\0{into.marks[key][0]}\0{self._holder_key()}"
                self.faults.append(YamlFault("duplicate", *self._key_mark, detail))
            else:
                into[key] = value
                into.marks[key] = (*self._key_mark, mark.line + 1, mark.column + 1)
        elif type(into) is Seq:
            into.append(value)
            into.marks.append((mark.line + 1, mark.column + 1))
        else:
            self.root = value

    def _holder_key(self) -> str:
        """The key of the mapping that is being filled."""
        above = self._stack[-2] if len(self._stack) > 1 else None
        return next(reversed(above), "") if isinstance(above, Map) else ""

    def _open(self, event: Any, fresh: Map | Seq) -> None:
        if event.tag is not None:
            self._fault("tag", event, event.tag)
        if len(self._stack) + self._skipped >= self._depth:
            self._fault("depth", event, f"{self._depth}")
            raise _TooDeep
        if self._skipped:
            self._skipped += 1
            return
        if self._key is None and type(self._into) is Map:
            self._fault("key", event, "a mapping or a list")
            self._key, self._skipped = "?", 1
            self._key_mark = (event.start_mark.line + 1, event.start_mark.column + 1)
            return
        self._put(fresh, event.start_mark)
        self._stack.append(fresh)
        self._into = fresh

    def _close(self) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        self._stack.pop()
        self._into = self._stack[-1] if self._stack else None

    def _alias(self, event: Any) -> None:
        self._fault("alias", event, f"the alias *{event.anchor}")
        if self._skipped:
            return
        if self._key is None and type(self._into) is Map:
            self._key = "?"
            self._key_mark = (event.start_mark.line + 1, event.start_mark.column + 1)
        else:
            self._put(REFUSED, event.start_mark)

    def _fault(self, kind: str, event: Any, detail: str) -> None:
        mark = event.start_mark
        self.faults.append(YamlFault(kind, mark.line + 1, mark.column + 1, detail))


_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_FIRST_OF_NUMBER = frozenset("+-.0123456789")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_BASED = re.compile(r"0o([0-7]+)\Z|0x([0-9a-fA-F]+)\Z")

_LONGEST_INTEGER = 300
"""Digits; a double ends at 309, and converting longer integers exactly is quadratic."""


def resolve(text: str) -> Any:
    """The value of a plain scalar under the core schema (YAML 1.2.2 §10.3.2)."""
    if text[:1] in _FIRST_OF_NUMBER:
        if _FLOAT.match(text):
            return int(text) if _INTEGER.match(text) and len(text) <= _LONGEST_INTEGER else float(text)
        based = _BASED.match(text)
        if based and len(text) <= _LONGEST_INTEGER:
            return int(based[1], 8) if based[1] else int(based[2], 16)
    return _WORDS.get(text, text)
