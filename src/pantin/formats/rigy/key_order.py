"""Sort the keys of a document into the order of the schema; comments move with the entries below them."""

from __future__ import annotations

import re

from pantin.base.records import Record
from pantin.formats.rigy.schema.kinds import Kind, ListOf, MapOf, ObjectOf, repeat_of
from pantin.formats.rigy.spans import Span, line_break, spans

_COMMENT = re.compile(r"#[^\n]*")


def order_keys(text: str, kind: Kind) -> str:
    """The document with the keys of every object in the order of `kind`; unknown keys come last.

    Lists and mappings with arbitrary keys keep their order. A flow mapping with comments between its entries
    is unchanged, because it is unclear which entry such a comment belongs to.
    """
    root = spans(text)
    if root is None:
        return text
    end, reordered = _Ordering(text, line_break(text)).reorder(root, kind)
    return text[: root.start] + reordered + text[end:]


def resolve_kind(kind: Kind | None, span: Span) -> Kind | None:
    """The kind that describes a value: kinds with several forms have one for each."""
    while kind is not None and hasattr(kind, "form"):
        kind = kind.form
    if kind is not None and hasattr(kind, "variant") and span.kind == "map":
        macro = span.get("macro")
        kind = kind.variant(span.names, macro.value if macro is not None else "")
    return kind.item if isinstance(kind, ListOf) and kind.single and span.kind == "map" else kind


class _Ordering(Record):
    text: str
    line_break: str

    def reorder(self, span: Span, kind: Kind | None) -> tuple[int, str]:
        """Where a value ends, with the comments that belong to it, and its text from `span.start` on."""
        if span.kind == "scalar":
            return span.end, self.text[span.start : span.end]
        kind = resolve_kind(kind, span)
        if span.kind == "map" and isinstance(kind, ObjectOf) and not self._has_explicit_key(span):
            below = [kind.keys[name].kind if name in kind.keys else None for name in span.names]
            return self._flow(span, kind, below) if span.flow else self._block(span, kind, below)
        inner = kind.item if isinstance(kind, ListOf | MapOf) else None
        parts, at = [], span.start
        for item in span.items if inner is not None else ():
            is_repeat = isinstance(kind, ListOf) and kind.repeat and item.names == ["repeat"]
            end, reordered = self.reorder(
                item, repeat_of(inner) if is_repeat and inner is not None else inner
            )
            parts += [self.text[at : item.start], reordered]
            at = end
        end = max(at, span.end)
        return end, "".join(parts) + self.text[at:end]

    def _flow(self, span: Span, kind: ObjectOf, below: list[Kind | None]) -> tuple[int, str]:
        pieces, between, at = [], [], span.start
        for key, item, inner_kind in zip(span.keys, span.items, below, strict=True):
            end, reordered = self.reorder(item, inner_kind)
            between.append(self.text[at : key.start])
            pieces.append(self.text[key.start : item.start] + reordered)
            at = end
        between.append(self.text[at : span.end])
        if not any("#" in gap for gap in between):
            pieces = [pieces[index] for index in _order(span, kind)]
        joined = "".join(gap + piece for gap, piece in zip(between, pieces, strict=False))
        return span.end, joined + between[-1]

    def _block(self, span: Span, kind: ObjectOf, below: list[Kind | None]) -> tuple[int, str]:
        column = span.start - (self.text.rfind("\n", 0, span.start) + 1)
        leads, bodies, at = [], [], span.start
        for index, (key, item, inner_kind) in enumerate(zip(span.keys, span.items, below, strict=True)):
            leads.append(self.text[at : key.start])
            end, reordered = self.reorder(item, inner_kind)
            at = self._line_end(max(end, key.end))
            following = span.keys[index + 1].start if index + 1 < len(span.keys) else len(self.text)
            at = self._comments_below(at, following, column)
            bodies.append(self.text[key.start : item.start] + reordered + self.text[end:at])
        leads[0] = self.line_break + " " * column
        reordered = "".join(leads[index] + bodies[index] for index in _order(span, kind))
        # The first entry starts where the mapping starts, after a dash or at the start of a line.
        return at, reordered.lstrip(" \r\n")

    def _line_end(self, at: int) -> int:
        """The end of the line that contains `at`, without its newline."""
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        return end - 1 if self.text[end - 1 : end] == "\r" else end

    def _comments_below(self, at: int, limit: int, column: int) -> int:
        """The end of the comments directly below an entry that are indented deeper than its key."""
        while at < limit:
            start = self.text.find("\n", at) + 1
            if not start:
                return at
            end = self._line_end(start)
            line = self.text[start:end]
            if not line.lstrip(" ").startswith("#") or len(line) - len(line.lstrip(" ")) <= column:
                return at
            at = end
        return at

    def _has_explicit_key(self, span: Span) -> bool:
        """Whether a key is written with a question mark; such a mapping stays as it is."""
        before = [
            span.start,
            *(max(key.end, item.end) for key, item in zip(span.keys, span.items, strict=True)),
        ]
        gaps = (self.text[start : key.start] for start, key in zip(before, span.keys, strict=False))
        return any("?" in _COMMENT.sub("", gap) for gap in gaps if "?" in gap)


def _order(span: Span, kind: ObjectOf) -> list[int]:
    """The indices of the entries in the order of the schema."""
    rank = {name: index for index, name in enumerate(kind.keys)}
    return sorted(range(len(span.keys)), key=lambda index: rank.get(span.keys[index].value, len(rank)))
