"""The text of a document after preprocessing, as one could have written it by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pantin.errors import BadFile
from pantin.limits import Limits
from pantin.report import Report
from pantin.rigy.expand import expand
from pantin.rigy.judge import judge
from pantin.rigy.profile import STANDARD
from pantin.rigy.rules.scope import Scope
from pantin.rigy.schema.kinds import Faults
from pantin.rigy.source import Map, Seq, compose, resolve
from pantin.rigy.units import Unit, kind_of

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_@./-]*\Z")
"""Texts that need no quotes, unless they mean something else."""


def expanded_text(
    text: str | bytes, *, provenance: bool = False, path: str = "<text>", limits: Limits | None = None
) -> str:
    """The document without repeats, params, expressions, corners and macros; it compiles to the same bytes.

    Comments of the author are dropped. With `provenance`, comments say which macro made an item and what was
    written where a value stands. Raises `BadFile` for what cannot be expanded.
    """
    limits = limits or Limits()
    unit = Unit(compose(text, limits), None, path, None)
    root, faults = unit.text.root, Faults()
    if isinstance(root, Map) and not unit.text.faults:
        expand(root, faults, plain=unit.text.plain, room=limits.expanded)
    unit.faults = faults
    findings = judge([Scope(unit, STANDARD)], STANDARD)
    if findings or not isinstance(root, Map):
        raise BadFile(Report(path, kind_of(root), tuple(findings)))
    root.pop("params", None)
    return "\n".join(_block(root, "", provenance)) + "\n"


def _block(value: Map | Seq, indent: str, provenance: bool) -> Iterator[str]:
    """The lines of a mapping or a list that is not empty."""
    pairs: Any = value.items() if isinstance(value, Map) else enumerate(value)
    for place, one in pairs:
        head = f"{indent}{_scalar(place)}:" if isinstance(value, Map) else f"{indent}-"
        note = (value.notes or {}).get(place)
        comment = f"  # {json.dumps(note)}" if provenance and note is not None else ""
        if provenance and isinstance(one, Map) and one.origin:
            yield f"{indent}# {one.origin}"
        if isinstance(one, Map | Seq) and one and not _is_flat(one):
            lines = list(_block(one, indent + "  ", provenance))
            if isinstance(value, Seq) and not lines[0].lstrip().startswith("#"):
                lines[0] = f"{head} {lines[0].lstrip()}"
                yield from lines
            else:
                yield head + comment
                yield from lines
        else:
            yield f"{head} {_flow(one)}{comment}"


def _is_flat(value: Map | Seq) -> bool:
    """Whether a value goes on one line: a list of scalars without anything to say about them."""
    return isinstance(value, Seq) and not any(isinstance(one, Map | Seq) for one in value)


def _flow(value: Any) -> str:
    if isinstance(value, Map):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Seq):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return value if PLAIN.match(value) and resolve(value) == value else json.dumps(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value)
    return {"inf": ".inf", "-inf": "-.inf", "nan": ".nan"}.get(text, text)
