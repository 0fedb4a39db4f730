"""A document after expansion, written as YAML."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct, field

from pantin.base.errors import BadFile
from pantin.base.limits import Limits
from pantin.formats.rigy.check import run_rules
from pantin.formats.rigy.expand import expand
from pantin.formats.rigy.expand.rotations import canonicalise_for_text
from pantin.formats.rigy.profile import get_profile
from pantin.formats.rigy.project import SourceFile, kind_of
from pantin.formats.rigy.rules.scope import Scope
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import Map, Parser, Seq, compose, resolve
from pantin.formats.rigy.spans import with_line_feeds
from pantin.report import Report

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_@./-]*\Z")
"""Strings that need no quotes, unless YAML reads them as another type."""

UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters that need an escape in YAML and have none in JSON, or that some readers take for line breaks.
There are others below a space, which JSON escapes too."""

LONGEST_KEY = 1000
"""Characters; YAML allows 1024 before the colon of a key."""

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
    """The document without repeats, params, expressions, aabb and macros. It compiles to the same bytes under
    the same profile.

    Comments are dropped, or kept with the first item generated from their line. With "provenance", new
    comments name the macro that generated an item and the original string of a value.
    Raises `BadFile` for a document that cannot be expanded.
    """
    if comments not in COMMENTS:
        raise ValueError(f"comments must be one of {', '.join(COMMENTS)}, not {comments!r}")
    limits, settings = limits or Limits(), get_profile(profile)
    source = SourceFile(compose(text, limits), None, path, None)
    root, faults = source.composed.root, Faults()
    if isinstance(root, Map) and kind_of(root) == "rigy" and not source.composed.faults:
        expand(
            root,
            faults,
            plain=source.composed.plain,
            room=limits.expanded,
            operators=not settings.raw_operators,
            spelling=canonicalise_for_text,
        )
        root.pop("params", None)
    source.faults = faults
    findings = run_rules([Scope(source, settings)], settings)
    if any(finding.severity == "error" for finding in findings) or not isinstance(root, Map):
        raise BadFile(Report(path, kind_of(root), tuple(findings)))
    document = with_line_feeds(text if isinstance(text, str) else text.decode("utf-8-sig"))
    writer = _Writer(comments == "provenance", find_comments(document) if comments == "keep" else Comments())
    lines = [*writer.block(root, ""), *writer.rest()]
    return "\n".join(lines) + "\n"


class Comments(Struct):
    """Comments to write: those on their own line with its number, in order; the others by line."""

    alone: deque[tuple[int, str]] = field(default_factory=deque)
    beside: dict[int, str] = {}


def find_comments(text: str) -> Comments:
    """The comments of a document: a `#` outside scalars, at the start of a line or after a space."""
    scalars = [
        (token.start_mark.index, token.end_mark.index)
        for token in yaml.scan(text, Loader=Parser)
        if isinstance(token, yaml.ScalarToken)
    ]
    comments, line, counted = Comments(), 1, 0
    gaps = zip([0, *(end for _, end in scalars)], [*(start for start, _ in scalars), len(text)], strict=True)
    for start, end in gaps:
        # A gap ends at the next scalar; a comment in it ends with its line, before that.
        for match in COMMENT.finditer(text, start, end):
            line += text.count("\n", counted, match.start())
            counted = match.start()
            if text[text.rfind("\n", 0, counted) + 1 : counted].strip():
                comments.beside[line] = match[0]
            else:
                comments.alone.append((line, match[0]))
    return comments


class _Writer(Struct):
    """Writes values as lines, with the original comments or with provenance comments."""

    provenance: bool
    comments: Comments

    def block(self, value: Map | Seq, indent: str) -> Iterator[str]:
        """The lines of a mapping or a list that is not empty."""
        pairs: Any = value.items() if isinstance(value, Map) else enumerate(value)
        for key, item in pairs:
            head = f"{indent}{_key(key, indent)}" if isinstance(value, Map) else f"{indent}-"
            line = value.marks[key][0]
            yield from (indent + comment for comment in self._above(line))
            comment = self._comment_beside(line, (value.notes or {}).get(key))
            if self.provenance and isinstance(item, Map) and item.origin:
                yield f"{indent}# {item.origin}"
            if isinstance(item, Map | Seq) and item and not _is_flat(item):
                lines = list(self.block(item, indent + "  "))
                if isinstance(value, Seq) and not lines[0].lstrip().startswith("#"):
                    yield f"{head} {lines[0].lstrip()}{comment}"
                    yield from lines[1:]
                else:
                    yield head + comment
                    yield from lines
            else:
                yield f"{head} {_flow(item)}{comment}"

    def rest(self) -> list[str]:
        """The comments after the last value."""
        return [comment for _, comment in self.comments.alone]

    def _above(self, line: int) -> list[str]:
        """The comments on their own lines directly above a line."""
        lines, alone = [], self.comments.alone
        while alone and alone[0][0] < line:
            lines.append(alone.popleft()[1])
        return lines

    def _comment_beside(self, line: int, note: str | None) -> str:
        if self.provenance:
            return f"  # {_quote(note)}" if note is not None else ""
        comment = self.comments.beside.pop(line, None)
        return "" if comment is None else f"  {comment}"


def _is_flat(value: Map | Seq) -> bool:
    """Whether a value goes on one line: a list of scalars."""
    return isinstance(value, Seq) and not any(isinstance(item, Map | Seq) for item in value)


def _flow(value: Any) -> str:
    if isinstance(value, Map):
        return "{" + ", ".join(f"{_key(key)} {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Seq):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _key(key: str, indent: str = "") -> str:
    """A key with its colon; a long one needs a question mark (YAML 1.2.2 §7.4.2)."""
    written = _scalar(key)
    return f"{written}:" if len(written) <= LONGEST_KEY else f"? {written}\n{indent}:"


def _quote(text: str) -> str:
    """A string in double quotes, with escapes for what YAML 1.2.2 §5.1 does not print."""
    quoted = json.dumps(text, ensure_ascii=False)
    return UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return value if PLAIN.match(value) and resolve(value) == value else _quote(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value)
    return {"inf": ".inf", "-inf": "-.inf", "nan": ".nan"}.get(text, text)
