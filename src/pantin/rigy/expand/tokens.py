"""The tokens of preprocessing: identifiers, `$name`, `${index}` and `=expression`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pantin.rigy.source import Map, Path, Seq

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
    """Replace every text below `root` by what `change` makes of it; without recursion, so depth costs none.

    A text that changes is noted beside its new value, so that findings and the expanded text can name it.
    """
    pending: list[tuple[Map | Seq, Path]] = [(root, ())]
    while pending:
        holder, path = pending.pop()
        places: Any = list(holder) if isinstance(holder, Map) else range(len(holder))
        for place in places:
            if not path and place in skip:
                continue
            value: Any = holder[place]
            if isinstance(value, str):
                fresh = change(value, (*path, place))
                if fresh is not value:
                    holder[place] = fresh
                    holder.notes = {**(holder.notes or {}), place: value}
            elif isinstance(value, Map | Seq):
                pending.append((value, (*path, place)))
