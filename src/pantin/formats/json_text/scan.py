"""Where the members of a JSON text are: one pass over its tokens, entering only what is asked for.

The text must parse. Nothing here recurses, so that nesting is bounded by memory alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pantin.formats.json_text.parse import BOM, STRING, without_lone_surrogates
from pantin.report.pointer import pointer, tokens

# Commas and colons may be skipped like spaces, since the text is known to parse.
_TOKEN = re.compile(rb"[ \t\r\n,:]*(?:(" + STRING + rb")|([\[{])|([\]}])|([^ \t\r\n,:\[\]{}\"]+))", re.DOTALL)
_TEXT, _OPEN, _CLOSE = 1, 2, 3
_SKIP = re.compile(STRING + rb"|[\[{]|[\]}]", re.DOTALL)
_OPENERS, _QUOTE = b"[{", ord('"')


class Span(NamedTuple):
    """The bytes of a value, and where its key begins if it is a member of an object."""

    start: int
    end: int
    key: int | None

    @property
    def first(self) -> int:
        """Where the member begins: at its key, or at the element of an array."""
        return self.start if self.key is None else self.key


@dataclass(slots=True)
class Place:
    """A value that was entered or asked for. `members` are all its direct ones, with their keys, if it was
    entered.
    """

    span: Span
    is_object: bool = False
    members: list[tuple[str, Span]] = field(default_factory=list)
    children: dict[str, Place] = field(default_factory=dict)


Wanted = dict[str, "Wanted"]
"""A tree of reference tokens: every node is asked for, and a node with branches is entered."""


def wanted(paths: Iterable[tuple[str, ...]]) -> Wanted:
    root: Wanted = {}
    for path in paths:
        node = root
        for token in path:
            node = node.setdefault(token, {})
    return root


def locate(text: bytes, pointers: Iterable[str]) -> dict[str, Span]:
    """The bytes of the values at some JSON pointers; those that are not in the text are left out.

    Of members that share a key the last counts, as it does for parsers.
    """
    paths = {place: tokens(place) for place in pointers}
    root = scan(text, wanted(paths.values()))
    found = {}
    for place, path in paths.items():
        here: Place | None = root
        for token in path:
            here = here.children.get(token) if here else None
        if here is not None:
            found[place] = here.span
    return found


@dataclass(slots=True)
class _Frame:
    """A container being walked: its place so far, what is wanted in it, the key or index that comes next."""

    place: Place
    wanted: Wanted
    index: int = 0
    key: tuple[str, int] | None = None

    def name(self) -> tuple[str, int | None]:
        if self.key is not None:
            named, self.key = self.key, None
            return named
        self.index += 1
        return str(self.index - 1), None


def scan(text: bytes, asked: Wanted) -> Place:
    """The root of the text as a `Place`, with everything in it that is asked for."""
    first = _TOKEN.match(text, len(BOM) if text.startswith(BOM) else 0)
    if first is None:
        raise ValueError("there is no JSON value in the text")
    start = first.start(first.lastindex or 0)
    if first.lastindex != _OPEN or not asked:
        return Place(Span(start, _end(text, first), None))
    root = Place(Span(start, start, None), text[start] == _OPENERS[1])
    stack, position = [_Frame(root, asked)], first.end()
    while stack:
        frame = stack[-1]
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError("the JSON text ends before its last bracket")
        position = match.end()
        kind = match.lastindex or 0
        start = match.start(kind)
        if kind == _CLOSE:
            stack.pop()
            _close(frame, position, stack)
        elif kind == _TEXT and frame.place.is_object and frame.key is None:
            frame.key = (_key(match[_TEXT]), start)
        else:
            position = _value(text, match, start, stack)
    return root


def _value(text: bytes, match: re.Match[bytes], start: int, stack: list[_Frame]) -> int:
    """Take the value that begins at `start`: step into it if something in it is wanted, else past it."""
    frame = stack[-1]
    name, key = frame.name()
    branch = frame.wanted.get(name)
    if branch and match.lastindex == _OPEN:
        place = Place(Span(start, start, key), text[start] == _OPENERS[1])
        frame.place.children[name] = place
        frame.place.members.append((name, place.span))
        stack.append(_Frame(place, branch))
        return match.end()
    span = Span(start, _end(text, match), key)
    frame.place.members.append((name, span))
    if branch is not None:
        frame.place.children[name] = Place(span)
    return span.end


def _close(frame: _Frame, end: int, stack: list[_Frame]) -> None:
    """Now that its end is known, complete the span of a container, also where its parent lists it."""
    frame.place.span = frame.place.span._replace(end=end)
    if stack:
        members = stack[-1].place.members
        members[-1] = (members[-1][0], frame.place.span)


def _end(text: bytes, match: re.Match[bytes]) -> int:
    """Where the value ends whose first token was matched."""
    if match.lastindex != _OPEN:
        return match.end()
    depth = 0
    for token in _SKIP.finditer(text, match.start(_OPEN)):
        byte = text[token.start()]
        if byte == _QUOTE:
            continue
        depth += 1 if byte in _OPENERS else -1
        if depth == 0:
            return token.end()
    raise ValueError("the JSON text ends before its last bracket")


def _key(raw: bytes) -> str:
    if b"\\" not in raw:
        return raw[1:-1].decode("utf-8")
    return str(json.loads(without_lone_surrogates(raw.decode("utf-8"))))


def duplicate_keys(text: bytes) -> list[tuple[str, int]]:
    """Every key that an object has already: the pointer of the member, and the byte where its key begins."""
    return list(_duplicates(text)) if _has_duplicates(text) else []


def _has_duplicates(text: bytes) -> bool:
    """A quick answer from the C parser: almost no file has any, and only then is the slow walk worth its
    time.
    """
    found = False

    def look(pairs: list[tuple[str, object]]) -> None:
        nonlocal found
        found = found or len(dict(pairs)) != len(pairs)

    try:
        string = without_lone_surrogates(text.removeprefix(BOM).decode("utf-8"))
        json.loads(string, object_pairs_hook=look, parse_int=len, parse_float=len)
    except RecursionError:
        return True
    return found


def _duplicates(text: bytes) -> Iterator[tuple[str, int]]:
    path: list[str] = []
    seen: list[set[str] | int] = []
    key = False
    for match in _TOKEN.finditer(text, len(BOM) if text.startswith(BOM) else 0):
        kind = match.lastindex or 0
        inside = seen[-1] if seen else None
        if kind == _CLOSE:
            seen.pop()
            path.pop()
            continue
        if isinstance(inside, set) and not key:
            path[-1], key = _key(match[_TEXT]), True
            if path[-1] in inside:
                yield pointer(*path), match.start(_TEXT)
            inside.add(path[-1])
            continue
        if isinstance(inside, int):
            path[-1] = str(inside)
            seen[-1] = inside + 1
        key = False
        if kind == _OPEN:
            seen.append(set() if match[_OPEN] == b"{" else 0)
            path.append("")
