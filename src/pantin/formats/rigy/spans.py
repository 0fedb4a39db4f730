"""The spans of a YAML document: every mapping, list and scalar with its range of characters.

Only for documents that can be parsed to their end. Aliases and keys that are not strings, which
`source.compose` refuses, are spans without a value.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct, field
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from pantin.formats.rigy.source import Parser

_LONE_RETURN = re.compile(r"\r(?!\n)")


class Span(Struct):
    """A value and the characters [start, end) of it. `end` is where its last scalar or bracket ends.

    A mapping has `keys` beside `items`, a list `items` alone. `flow` says that it has brackets.
    """

    kind: str
    start: int
    end: int
    flow: bool = True
    keys: list[Span] = field(default_factory=list)
    items: list[Span] = field(default_factory=list)
    value: str = ""

    @property
    def names(self) -> list[str]:
        return [key.value for key in self.keys]

    def get(self, name: str) -> Span | None:
        """The value of a key of a mapping; None for a list or a scalar."""
        if self.kind != "map":
            return None
        for key, item in zip(self.keys, self.items, strict=True):
            if key.value == name:
                return item
        return None


def line_break(text: str) -> str:
    """The line break of a document."""
    return "\r\n" if "\r\n" in text else "\n"


def with_line_feeds(text: str) -> str:
    """The document with lone carriage returns, which are line breaks too (YAML 1.2 §5.4), replaced by its
    usual line break."""
    return _LONE_RETURN.sub(line_break(text), text) if "\r" in text else text


def spans(text: str) -> Span | None:
    """The tree of a document; None for an empty one."""
    parser: Any = Parser(text)
    stack: list[Span] = []
    root: Span | None = None
    while (event := parser.get_event()) is not None:
        kind = type(event)
        if kind is MappingEndEvent or kind is SequenceEndEvent:
            closed, mark = stack.pop(), event.end_mark
            closed.end = _last(closed) if mark is None or not closed.flow else mark.index
            continue
        fresh = _start_span(event, text)
        if fresh is None:
            continue
        if not stack:
            root = fresh
        elif stack[-1].kind == "map" and len(stack[-1].keys) == len(stack[-1].items):
            stack[-1].keys.append(fresh)
        else:
            stack[-1].items.append(fresh)
        if fresh.kind in ("map", "list"):
            stack.append(fresh)
    return root


def _start_span(event: Any, text: str) -> Span | None:
    kind = type(event)
    if kind is AliasEvent:
        return Span("alias", event.start_mark.index, event.end_mark.index)
    if kind is ScalarEvent:
        start, end = event.start_mark.index, event.end_mark.index
        if event.style in ("|", ">") and text[end - 1] == "\n":
            end -= 2 if text[end - 2 : end] == "\r\n" else 1  # a block ends before its last line does
        return Span("scalar", start, end, value=event.value)
    if kind is MappingStartEvent or kind is SequenceStartEvent:
        name = "map" if kind is MappingStartEvent else "list"
        return Span(name, event.start_mark.index, event.end_mark.index, bool(event.flow_style))
    return None


def _last(block: Span) -> int:
    """Where the last entry of a block ends: its value, or its key where the value is empty."""
    ends = [block.start, *(span.end for span in block.items[-1:]), *(span.end for span in block.keys[-1:])]
    return max(ends)
