"""Write changed values into a JSON text so that every other member keeps its bytes: order, spacing, number
spelling.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from pantin.formats.json_text.scan import Located, Span, scan, token_tree
from pantin.formats.json_text.style import Style, guess_style, line_indent
from pantin.report.pointer import tokens

Path = tuple[str, ...]
# (start, end, replacement): bytes of the text to replace; an insertion has start == end.
Edit = tuple[int, int, bytes]
_MISSING = object()


def splice(text: bytes, tree: Any, touched: Iterable[str]) -> bytes:
    """`text` with the values of `tree` at the `touched` pointers, and everything else unchanged.

    A touched value that is only in the tree is inserted at the end of its object or array; one that is only
    in the text is removed. Every difference between text and tree must be touched, or have a touched
    ancestor.
    """
    paths = sorted({tokens(pointer) for pointer in touched}, key=len)
    root = scan(text, token_tree(paths))
    changes = _Changes(text, tree, guess_style(text))
    for parent, names in _targets(root, paths).items():
        if parent is None:
            changes.replace(root.span, tree)
        else:
            changes.change(_descend(root, parent), _get(tree, parent), names)
    return _apply(text, changes.edits)


def _targets(root: Located, paths: list[Path]) -> dict[Path | None, dict[str, None]]:
    """The names to change, by container. A touched path is cut at the first ancestor that is touched or new.

    The key None means the whole document.
    """
    whole: set[Path] = set()
    grouped: dict[Path | None, dict[str, None]] = {}
    for path in paths:
        value: Located | None = root
        for length in range(len(path) + 1):
            value = root if length == 0 else value and value.children.get(path[length - 1])
            prefix = path[:length]
            if prefix in whole:
                break
            if value is None or length == len(path):
                whole.add(prefix)
                grouped.setdefault(prefix[:-1] if prefix else None, {})[prefix[-1] if prefix else ""] = None
                break
    return {None: {"": None}} if None in grouped else grouped


def _descend(root: Located, path: Path) -> Located:
    for token in path:
        root = root.children[token]
    return root


def _get(tree: Any, path: Path) -> Any:
    """The value at a path of the tree; `_MISSING` if there is none."""
    for token in path:
        if isinstance(tree, dict):
            tree = tree.get(token, _MISSING)
        elif isinstance(tree, list) and token.isdecimal() and int(token) < len(tree):
            tree = tree[int(token)]
        else:
            return _MISSING
    return tree


class _Changes(Struct):
    text: bytes
    tree: Any
    style: Style
    edits: list[Edit] = field(default_factory=list)

    def change(self, located: Located, container: Any, names: dict[str, None]) -> None:
        """Replace, remove and insert members of one container."""
        lost = self._lost_elements(located, container, names)
        if lost:
            self._resize(located, lost, [])
            return
        spans = dict(located.members)
        removed: set[str] = set()
        inserted: list[tuple[str, Any]] = []
        for name in self._in_order(container, names):
            value = _get(container, (name,))
            if name in spans and value is _MISSING:
                removed.add(name)
            elif name in spans:
                self.replace(spans[name], value)
            elif value is not _MISSING:
                inserted.append((name, value))
        if removed or inserted:
            self._resize(located, removed, inserted)

    def _lost_elements(self, located: Located, container: Any, names: dict[str, None]) -> set[str]:
        """The elements removed from an array, if nothing else changed in it: the elements after them moved
        down and keep their bytes. Empty for any other change.
        """
        if not isinstance(container, list) or len(container) >= len(located.members):
            return set()
        matched, lost = 0, set()
        for name, span in located.members:
            value = container[matched] if matched < len(container) else _MISSING
            if value is not _MISSING and self._has_value(span, value):
                matched += 1
            else:
                lost.add(name)
        # An element that is not touched itself may contain touched values, which are changed there.
        return lost if matched == len(container) and lost <= names.keys() else set()

    def _in_order(self, container: Any, names: dict[str, None]) -> list[str]:
        """New members in the order of the tree, so that the text parses to the same tree."""
        if isinstance(container, dict):
            return [name for name in container if name in names] + [n for n in names if n not in container]
        return sorted(names, key=lambda name: (len(name), name))

    def replace(self, span: Span, value: Any) -> None:
        if self._has_value(span, value):
            return
        old = self.text[span.start : span.end]
        one_line = old[:1] in (b"[", b"{") and len(old) > len(b"{}") and b"\n" not in old and b"\r" not in old
        style = self.style.one_line if one_line else self.style
        self.edits.append((span.start, span.end, style.render(value, line_indent(self.text, span.start))))

    def _has_value(self, span: Span, value: Any) -> bool:
        """Whether the text has this value already; False for the few that only the slow parser reads."""
        try:
            old = msgspec.json.decode(self.text[span.start : span.end])
            return msgspec.json.encode(old) == msgspec.json.encode(value)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return False

    def _resize(self, located: Located, removed: set[str], inserted: list[tuple[str, Any]]) -> None:
        is_kept = [name not in removed for name, _ in located.members]
        if not any(is_kept):
            self._refill(located, inserted)
            return
        spans = [span for _, span in located.members]
        for first, last in _removed_runs(is_kept):
            if first > 0:
                self.edits.append((spans[first - 1].end, spans[last].end, b""))
            else:
                self.edits.append((spans[0].first, spans[last + 1].first, b""))
        if inserted:
            self._append(located, spans, inserted)

    def _append(self, located: Located, spans: list[Span], inserted: list[tuple[str, Any]]) -> None:
        """Insert new members after the last one, with the spacing of the members before it."""
        opening = self.text[located.span.start + 1 : spans[0].first]
        between = b"," + opening if len(spans) == 1 else self.text[spans[-2].end : spans[-1].first]
        several_lines = b"\n" in between or b"\r" in between
        style = self.style if several_lines else self.style.one_line
        if not several_lines and len(spans) == 1:
            between = style.comma
        base = line_indent(between, len(between)) if several_lines else b""
        parts = [self._member(located, style, name, value, base) for name, value in inserted]
        self.edits.append((spans[-1].end, spans[-1].end, b"".join(between + part for part in parts)))

    def _refill(self, located: Located, inserted: list[tuple[str, Any]]) -> None:
        """Rewrite a container that is empty, or becomes so, between its brackets."""
        base = line_indent(self.text, located.span.start)
        inner = base + self.style.indent
        parts = [self._member(located, self.style, name, value, inner) for name, value in inserted]
        if not parts:
            content = b""
        elif self.style.newline:
            between = self.style.newline + inner
            content = between + (b"," + between).join(parts) + self.style.newline + base
        else:
            content = self.style.comma.join(parts)
        self.edits.append((located.span.start + 1, located.span.end - 1, content))

    def _member(self, located: Located, style: Style, name: str, value: Any, base: bytes) -> bytes:
        return style.member(name, value, base) if located.is_object else style.render(value, base)


def _removed_runs(is_kept: list[bool]) -> list[tuple[int, int]]:
    """First and last index of each run of removed members."""
    runs: list[tuple[int, int]] = []
    for index, keep in enumerate(is_kept):
        if keep:
            continue
        if runs and runs[-1][1] == index - 1:
            runs[-1] = (runs[-1][0], index)
        else:
            runs.append((index, index))
    return runs


def _apply(text: bytes, edits: list[Edit]) -> bytes:
    parts: list[bytes] = []
    position = 0
    # A removal that ends at an insertion starts earlier, so it comes first.
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        parts += (text[position:start], new)
        position = end
    parts.append(text[position:])
    return b"".join(parts)
