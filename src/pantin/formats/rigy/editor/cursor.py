"""Where a cursor is in a source, by indentation and brackets alone: a text in progress is seldom valid."""

from __future__ import annotations

import re

from msgspec import Struct, field

from pantin.formats.rigy.schema.document import DIMENSION_KEYS
from pantin.formats.rigy.schema.kinds import Key, Kind, ListOf, MapOf, ObjectOf, repeat_of
from pantin.formats.rigy.schema.primitive import IMPLICIT, PrimitiveKind

_KEY = re.compile(
    r"""("[^"]*"|'[^']*'|[^\s#{}\[\],"'-][^#{}\[\],]*?|-[^\s#{}\[\],][^#{}\[\],]*?)\s*:(?=\s|$)\s*"""
)
_OPEN = {"{": "map", "[": "list"}


class OpenCollection(Struct):
    """A mapping or list that the cursor is in: the key it is at, and the keys so far with their text."""

    kind: str
    column: int
    flow: bool = False
    key: str = ""
    keys: dict[str, str] = field(default_factory=dict)


class Cursor(Struct, frozen=True):
    """`containers` from the root inwards; `is_key` where a key is typed, else a value; `word` is what is
    typed of it, from `column` on, which is counted from 0."""

    containers: tuple[OpenCollection, ...]
    is_key: bool
    word: str
    column: int

    @property
    def keys(self) -> dict[str, str]:
        """The keys of the innermost mapping, with the text of their values."""
        return next((item.keys for item in reversed(self.containers) if item.kind == "map"), {})

    @property
    def path(self) -> tuple[str, ...]:
        """Keys, and `[]` for list items, down to what is typed."""
        steps = [item.key if item.kind == "map" else "[]" for item in self.containers]
        ends_open = self.is_key and self.containers and self.containers[-1].kind == "map"
        return tuple(steps[:-1] if ends_open else steps)


def find_cursor(text: str, line: int, column: int) -> Cursor:
    """The cursor at a line and column, both counted from 0."""
    lines = text.split("\n")
    scan = _Scan()
    for number, content in enumerate(lines[: line + 1]):
        content = content.rstrip("\r")
        scan.line(content[:column] if number == line else content, last=number == line)
    cursor = scan.result()
    return cursor if cursor.containers[-1:] == () else _with_keys_below(cursor, lines, line, column)


def _with_keys_below(cursor: Cursor, lines: list[str], line: int, column: int) -> Cursor:
    """The cursor, with the keys that follow it in its mapping."""
    innermost = cursor.containers[-1]
    if innermost.kind != "map":
        return cursor
    if innermost.flow:
        for name in re.findall(r"(\w+)\s*:", lines[line][column:].partition("}")[0]):
            innermost.keys.setdefault(name, "")
        return cursor
    for content in lines[line + 1 :]:
        stripped = content.lstrip(" ")
        indent = len(content) - len(stripped)
        if not stripped.strip() or stripped.startswith("#"):
            continue
        if indent < innermost.column or (indent == innermost.column and stripped.startswith("- ")):
            break
        match = _KEY.match(stripped) if indent == innermost.column else None
        if match:
            innermost.keys.setdefault(match[1].strip("\"'"), stripped[match.end() :].strip())
    return cursor


class _Scan:
    """Reads lines, and keeps the containers that are open."""

    def __init__(self) -> None:
        self.stack: list[OpenCollection] = []
        self.is_key, self.word, self.column = True, "", 0

    def line(self, content: str, *, last: bool) -> None:
        stripped = content.lstrip(" ")
        column = len(content) - len(stripped)
        if self.stack and self.stack[-1].flow:
            if not self._is_outside(stripped, column):
                self._flow(content, 0)
                return
            while self.stack[-1].flow:  # a bracket that is not closed yet
                self.stack.pop()
        if (not stripped or stripped.startswith("#")) and not last:
            return
        while stripped.startswith("- ") or stripped == "-":
            self._item(column)
            rest = stripped[1:].lstrip(" ")
            column += len(stripped) - len(rest)
            stripped = rest
        match = _KEY.match(stripped)
        if match is None:
            self._scan_fragment(stripped, column, content)
            return
        self._key(match[1].strip("\"'"), column)
        value, start = stripped[match.end() :], column + match.end()
        self.stack[-1].keys[self.stack[-1].key] = value.split(" #")[0].strip()
        self.is_key, self.word, self.column = False, value, start
        if value[:1] in _OPEN:
            self._flow(content, start)

    def _is_outside(self, stripped: str, column: int) -> bool:
        """Whether a line cannot belong to the brackets that are open: it has a key, and is not indented."""
        block = next((item.column for item in reversed(self.stack) if not item.flow), 0)
        return column <= block and _KEY.match(stripped.lstrip("- ")) is not None

    def _scan_fragment(self, stripped: str, column: int, content: str) -> None:
        """A line without a colon: the beginning of a key, or an item of a list."""
        if stripped[:1] in _OPEN and stripped:
            self._flow(content, column)
            return
        while self.stack and (
            self.stack[-1].column > column
            or (self.stack[-1].column == column and self.stack[-1].kind == "list" and stripped != "")
        ):
            self.stack.pop()
        if not (self.stack and self.stack[-1].kind == "map" and self.stack[-1].column == column):
            self.stack.append(OpenCollection("map", column))
        self.is_key, self.word, self.column = True, stripped, column

    def _item(self, column: int) -> None:
        while self.stack and self.stack[-1].column > column:
            self.stack.pop()
        if not (self.stack and self.stack[-1].kind == "list" and self.stack[-1].column == column):
            self.stack.append(OpenCollection("list", column))

    def _key(self, name: str, column: int) -> None:
        while self.stack and (
            self.stack[-1].column > column
            or (self.stack[-1].column == column and self.stack[-1].kind == "list")
        ):
            self.stack.pop()
        if not (self.stack and self.stack[-1].kind == "map" and self.stack[-1].column == column):
            self.stack.append(OpenCollection("map", column))
        self.stack[-1].key = name

    def _flow(self, content: str, start: int) -> None:
        """Read characters inside of brackets."""
        index, begin = start, start
        while index < len(content):
            character = content[index]
            if character in "\"'":
                end = content.find(character, index + 1)
                index = len(content) if end < 0 else end + 1
                continue
            if character in _OPEN:
                self.stack.append(OpenCollection(_OPEN[character], index + 1, flow=True))
                begin = index + 1
            elif character in "}]":
                if self.stack and self.stack[-1].flow:
                    self.stack.pop()
                begin = index + 1
                if not (self.stack and self.stack[-1].flow):
                    self.is_key, self.word, self.column = False, "", index + 1
                    return
            elif character == ",":
                self.stack[-1].key = ""
                begin = index + 1
            elif character == ":" and self._is_colon(content, index):
                self.stack[-1].key = content[begin:index].strip().strip("\"'")
                self.stack[-1].keys[self.stack[-1].key] = re.split(r"[,}]", content[index + 1 :])[0].strip()
                begin = index + 1
            index += 1
        typed = content[begin:]
        self.word = typed.lstrip(" ")
        self.column = len(content) - len(self.word)
        self.is_key = self.stack[-1].kind == "map" and not self.stack[-1].key

    def _is_colon(self, content: str, index: int) -> bool:
        return self.stack[-1].kind == "map" and content[index + 1 : index + 2] in ("", " ")

    def result(self) -> Cursor:
        return Cursor(tuple(self.stack), self.is_key, self.word, self.column)


def kind_at(root: ObjectOf, cursor: Cursor) -> Kind | None:
    """The kind of the value at a cursor; for a key, that of the mapping that gets it. None where the schema
    has nothing there."""
    kind: Kind | None = root
    steps = list(zip(cursor.path, cursor.containers, strict=False))
    for step, container in steps:
        kind = step_into(kind, step, container.keys)
        if kind is None:
            return None
    return form_of(kind, cursor.keys) if cursor.is_key else kind


def step_into(kind: Kind | None, step: str, keys: dict[str, str]) -> Kind | None:
    """The kind below a key or a list item; `keys` are those of the mapping that has the key."""
    if step == "[]":
        return kind.item if isinstance(kind, ListOf) else kind
    form = form_of(kind, keys)
    if isinstance(form, MapOf):
        return form.item
    if not isinstance(form, ObjectOf):
        return None
    if step == "repeat" and step not in form.keys:
        return repeat_of(form).keys["repeat"].kind
    key = form.keys.get(step)
    if key is None:
        return None
    if step == "dimensions" and isinstance(form_of(key.kind, {}), ObjectOf):
        return _dimensions(key.kind, keys.get("type", ""))
    return key.kind


def _dimensions(kind: Kind, solid: str) -> Kind:
    """The dimensions of a type of solid."""
    form = form_of(kind, {})
    names = DIMENSION_KEYS.get(solid)
    if not isinstance(form, ObjectOf) or names is None:
        return kind
    keys: dict[str, Key] = {name: form.keys[name] for name in names}
    return ObjectOf(form.what, form.make, keys)


def form_of(kind: Kind | None, keys: dict[str, str]) -> Kind | None:
    """The object or mapping that a value of a kind is, by the keys it has."""
    while kind is not None and not isinstance(kind, ObjectOf | MapOf):
        if isinstance(kind, PrimitiveKind):
            if keys.get("type") == "implicit_surface":
                return IMPLICIT
            return kind.variant(list(keys), keys.get("macro", ""))
        if isinstance(kind, ListOf):
            kind = kind.item
        elif hasattr(kind, "form"):
            kind = kind.form
        else:
            return None
    return kind
