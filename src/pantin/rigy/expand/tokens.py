"""The tokens of preprocessing: identifiers, `$name`, `${index}` and `=expression`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Any

from pantin.rigy.source import Map, Path, Seq

NOT_AN_IDENTIFIER = "not an identifier (letters, digits and underscores)"
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
PARAM = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)\Z")
EMBEDDED_PARAM = re.compile(r"\$[A-Za-z_]")
INDEX = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}")

TOOLING = "geometry_checks"
"""The one top-level key that preprocessing leaves alone (Rigy chapter 10.1)."""


def is_identifier(value: Any) -> bool:
    return isinstance(value, str) and IDENTIFIER.match(value) is not None


def is_expression(text: str) -> bool:
    return len(text) > 1 and text[0] == "="


def each_text(root: Map, change: Callable[[str, Path], Any], skip: tuple[str, ...] = (TOOLING,)) -> None:
    """Replace every text below `root` that has a token in it by what `change` makes of it.

    Without recursion, so depth costs none. A text that changes is noted beside its new value, so that
    findings can name it.
    """
    pending: deque[tuple[Map | Seq, Path]] = deque([(root, ())])
    while pending:
        holder, path = pending.popleft()
        changed: dict[Any, Any] = {}
        for place, value in holder.items() if type(holder) is Map else enumerate(holder):
            kind = type(value)
            if kind is str:
                if ("$" in value or value[:1] == "=") and (path or place not in skip):
                    fresh = change(value, (*path, place))
                    if fresh is not value:
                        changed[place] = fresh
            elif (kind is Map or kind is Seq) and (path or place not in skip):
                pending.append((value, (*path, place)))
        if changed:
            holder.notes = {**(holder.notes or {}), **{place: holder[place] for place in changed}}
        for place, fresh in changed.items():
            holder[place] = fresh
