"""Locate members of a JSON text: one pass over its tokens, which enters only the requested containers.

The text must parse. Nothing here recurses, so only memory limits the nesting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct, field

from pantin.base.tuples import NamedTuple
from pantin.formats.json_text.parse import BOM, STRING, replace_lone_surrogates
from pantin.report.pointer import pointer as make_pointer
from pantin.report.pointer import tokens

# Commas and colons may be skipped like spaces, since the text is known to parse.
_TOKEN = re.compile(rb"[ \t\r\n,:]*(?:(" + STRING + rb")|([\[{])|([\]}])|([^ \t\r\n,:\[\]{}\"]+))", re.DOTALL)
_TEXT, _OPEN, _CLOSE = 1, 2, 3
_SKIP = re.compile(STRING + rb"|[\[{]|[\]}]", re.DOTALL)
_OPENERS, _QUOTE = b"[{", ord('"')
_SHORT = 1 << 14


class Span(NamedTuple):
    """The byte range of a value, and where its key begins if it is a member of an object."""

    start: int
    end: int
    key: int | None

    @property
    def first(self) -> int:
        """Where the member begins: at its key, or at the element of an array."""
        return self.start if self.key is None else self.key


class Located(Struct):
    """A requested value. If the scan entered it, `members` has all its members, and `children` the requested
    ones among them.
    """

    span: Span
    is_object: bool = False
    members: list[tuple[str, Span]] = field(default_factory=list)
    children: dict[str, Located] = field(default_factory=dict)


TokenTree = dict[str, "TokenTree"]
"""The reference tokens of pointers as a tree: every node is requested, one with branches is entered."""


def token_tree(paths: Iterable[tuple[str, ...]]) -> TokenTree:
    root: TokenTree = {}
    for path in paths:
        node = root
        for token in path:
            node = node.setdefault(token, {})
    return root


def locate(text: bytes, pointers: Iterable[str]) -> dict[str, Span]:
    """The byte ranges of the values at JSON pointers; pointers that are not in the text are omitted.

    Of members with the same key the last counts, as in parsers.
    """
    paths = {pointer: tokens(pointer) for pointer in pointers}
    root = scan(text, token_tree(paths.values()))
    spans = {}
    for pointer, path in paths.items():
        value: Located | None = root
        for token in path:
            value = value.children.get(token) if value else None
        if value is not None:
            spans[pointer] = value.span
    return spans


class _Frame(Struct):
    """A container being scanned, the requests inside it, and the next key or index."""

    container: Located
    requested: TokenTree
    index: int = 0
    key: tuple[str, int] | None = None

    def next_name(self) -> tuple[str, int | None]:
        """The key or index of the next value, and where the key begins."""
        if self.key is not None:
            key, self.key = self.key, None
            return key
        self.index += 1
        return str(self.index - 1), None


def scan(text: bytes, requested: TokenTree) -> Located:
    """The root of the text, with everything in it that is requested."""
    first = _TOKEN.match(text, len(BOM) if text.startswith(BOM) else 0)
    if first is None:
        raise ValueError("there is no JSON value in the text")
    start = first.start(first.lastindex or 0)
    if first.lastindex != _OPEN or not requested:
        return Located(Span(start, _find_end(text, first), None))
    root = Located(Span(start, start, None), text[start] == _OPENERS[1])
    stack, position = [_Frame(root, requested)], first.end()
    while stack:
        frame = stack[-1]
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError("the JSON ends before its last closing bracket")
        position = match.end()
        kind = match.lastindex or 0
        start = match.start(kind)
        if kind == _CLOSE:
            stack.pop()
            _close_container(frame, position, stack)
        elif kind == _TEXT and frame.container.is_object and frame.key is None:
            frame.key = (_decode_key(match[_TEXT]), start)
        else:
            position = _scan_value(text, match, start, stack)
    return root


def _scan_value(text: bytes, match: re.Match[bytes], start: int, stack: list[_Frame]) -> int:
    """Enter the value that begins at `start` if something in it is requested, else skip it."""
    frame = stack[-1]
    name, key = frame.next_name()
    branch = frame.requested.get(name)
    if branch and match.lastindex == _OPEN:
        container = Located(Span(start, start, key), text[start] == _OPENERS[1])
        frame.container.children[name] = container
        frame.container.members.append((name, container.span))
        stack.append(_Frame(container, branch))
        return match.end()
    span = Span(start, _find_end(text, match), key)
    frame.container.members.append((name, span))
    if branch is not None:
        frame.container.children[name] = Located(span)
    return span.end


def _close_container(frame: _Frame, end: int, stack: list[_Frame]) -> None:
    """Set the end of a container's span, also in the members of its parent."""
    frame.container.span = frame.container.span._replace(end=end)
    if stack:
        members = stack[-1].container.members
        members[-1] = (members[-1][0], frame.container.span)


def _find_end(text: bytes, match: re.Match[bytes]) -> int:
    """The end of the value whose first token was matched."""
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
    raise ValueError("the JSON ends before its last closing bracket")


def _decode_key(raw: bytes) -> str:
    if b"\\" not in raw:
        return raw[1:-1].decode("utf-8")
    import json

    return str(json.loads(replace_lone_surrogates(raw.decode("utf-8"))))


def duplicate_keys(text: bytes, value: object) -> list[tuple[str, int]]:
    """Every repeated key of an object: the pointer of the member, and the offset of its key. `value` is that
    of the text.
    """
    if _has_every_member(text, value) or not _has_duplicates(text):
        return []
    return list(_duplicates(text))


def _has_every_member(text: bytes, value: object) -> bool:
    """Whether the value has as many quotes as the text, so that it lacks no member of an object and no key is
    repeated; false if that cannot be told in this way: a text with escapes may have others.
    """
    if b"\\" in text:
        return False
    try:
        again = msgspec.json.encode(value)
    except (OverflowError, RecursionError, UnicodeError):
        return False
    return _count_quotes(text) == _count_quotes(again)


def _count_quotes(text: bytes) -> int:
    """In a long text with NumPy, in an eighth of the time."""
    if len(text) < _SHORT:
        return text.count(b'"')
    import numpy as np

    return int(np.count_nonzero(np.frombuffer(text, np.uint8) == _QUOTE))


def _has_duplicates(text: bytes) -> bool:
    """The answer of the C parser: almost no file has any, so the slow scan is rarely needed."""
    import json

    repeated = False

    def compare(pairs: list[tuple[str, object]]) -> None:
        nonlocal repeated
        repeated = repeated or len(dict(pairs)) != len(pairs)

    try:
        string = replace_lone_surrogates(text.removeprefix(BOM).decode("utf-8"))
        json.loads(string, object_pairs_hook=compare, parse_int=len, parse_float=len)
    except RecursionError:
        return True
    return repeated


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
            path[-1], key = _decode_key(match[_TEXT]), True
            if path[-1] in inside:
                yield make_pointer(*path), match.start(_TEXT)
            inside.add(path[-1])
            continue
        if isinstance(inside, int):
            path[-1] = str(inside)
            seen[-1] = inside + 1
        key = False
        if kind == _OPEN:
            seen.append(set() if match[_OPEN] == b"{" else 0)
            path.append("")
