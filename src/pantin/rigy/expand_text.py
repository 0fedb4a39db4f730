"""The text of a document after preprocessing, as one could have written it by hand."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct, field

from pantin.errors import BadFile
from pantin.limits import Limits
from pantin.report import Report
from pantin.rigy.check import run_rules
from pantin.rigy.expand import expand
from pantin.rigy.profile import named
from pantin.rigy.project import SourceFile, kind_of
from pantin.rigy.rules.scope import Scope
from pantin.rigy.schema.kinds import Faults
from pantin.rigy.source import Map, Parser, Seq, compose, resolve
from pantin.rigy.spans import with_line_feeds

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_@./-]*\Z")
"""Texts that need no quotes, unless they mean something else."""

COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\n\r]*", re.MULTILINE)

COMMENTS = ("keep", "drop", "provenance")


def expand_text(
    text: str | bytes,
    *,
    comments: str = "drop",
    path: str = "<text>",
    profile: str = "standard",
    limits: Limits | None = None,
) -> str:
    """The document without repeats, params, expressions, corners and macros; under its profile it compiles to
    the same bytes.

    Comments of the author are dropped, or kept with the first item made from the line they stand at; with
    "provenance" comments say instead which macro made an item and what was written where a value stands.
    Raises `BadFile` for what cannot be expanded.
    """
    if comments not in COMMENTS:
        raise ValueError(f"comments are one of {', '.join(COMMENTS)}, not {comments!r}")
    limits, habits = limits or Limits(), named(profile)
    source = SourceFile(compose(text, limits), None, path, None)
    root, faults = source.composed.root, Faults()
    if isinstance(root, Map) and not source.composed.faults:
        operators = not habits.raw_operators
        expand(root, faults, plain=source.composed.plain, room=limits.expanded, operators=operators)
    source.faults = faults
    findings = run_rules([Scope(source, habits)], habits)
    if findings or not isinstance(root, Map):
        raise BadFile(Report(path, kind_of(root), tuple(findings)))
    root.pop("params", None)
    document = with_line_feeds(text if isinstance(text, str) else text.decode("utf-8-sig"))
    writer = _Writer(comments == "provenance", find_comments(document) if comments == "keep" else Comments())
    lines = [*writer.block(root, ""), *writer.rest()]
    return "\n".join(lines) + "\n"


class Comments(Struct):
    """Comments still to be written: those alone on a line, with it, from the top down; others by line."""

    alone: deque[tuple[int, str]] = field(default_factory=deque)
    beside: dict[int, str] = {}


def find_comments(text: str) -> Comments:
    """The comments of a text: a `#` outside every scalar, at a line's start or behind a space."""
    scalars = [
        (token.start_mark.index, token.end_mark.index)
        for token in yaml.scan(text, Loader=Parser)
        if isinstance(token, yaml.ScalarToken)
    ]
    found, line, counted = Comments(), 1, 0
    gaps = zip([0, *(end for _, end in scalars)], [*(start for start, _ in scalars), len(text)], strict=True)
    for start, end in gaps:
        # A gap runs to the next scalar: a comment in it ends before that, with its line.
        for match in COMMENT.finditer(text, start, end):
            line += text.count("\n", counted, match.start())
            counted = match.start()
            if text[text.rfind("\n", 0, counted) + 1 : counted].strip():
                found.beside[line] = match[0]
            else:
                found.alone.append((line, match[0]))
    return found


class _Writer(Struct):
    """Writes values as lines, with the author's comments, or with some that say where values come from."""

    provenance: bool
    comments: Comments

    def block(self, value: Map | Seq, indent: str) -> Iterator[str]:
        """The lines of a mapping or a list that is not empty."""
        pairs: Any = value.items() if isinstance(value, Map) else enumerate(value)
        for place, one in pairs:
            head = f"{indent}{_scalar(place)}:" if isinstance(value, Map) else f"{indent}-"
            line = value.marks[place][0]
            yield from (indent + comment for comment in self._above(line))
            comment = self._beside(line, (value.notes or {}).get(place))
            if self.provenance and isinstance(one, Map) and one.origin:
                yield f"{indent}# {one.origin}"
            if isinstance(one, Map | Seq) and one and not _is_flat(one):
                lines = list(self.block(one, indent + "  "))
                if isinstance(value, Seq) and not lines[0].lstrip().startswith("#"):
                    yield f"{head} {lines[0].lstrip()}{comment}"
                    yield from lines[1:]
                else:
                    yield head + comment
                    yield from lines
            else:
                yield f"{head} {_flow(one)}{comment}"

    def rest(self) -> list[str]:
        """Comments that stand alone behind everything."""
        return [one for _, one in self.comments.alone]

    def _above(self, line: int) -> list[str]:
        """The comments that stand alone above a line and below what was written before it."""
        found, alone = [], self.comments.alone
        while alone and alone[0][0] < line:
            found.append(alone.popleft()[1])
        return found

    def _beside(self, line: int, note: str | None) -> str:
        if self.provenance:
            return f"  # {json.dumps(note)}" if note is not None else ""
        comment = self.comments.beside.pop(line, None)
        return "" if comment is None else f"  {comment}"


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
