"""Rules about the YAML of a source file: its syntax, and features of YAML that are not supported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.base.records import replace
from pantin.formats.rigy.rules.scope import Scope
from pantin.formats.rigy.rules.typos import syntax_hint
from pantin.report import Finding, rule


def _found(scope: Scope, the_rule: Any, kind: str) -> Iterator[Finding]:
    for fault in scope.source.composed.faults:
        if fault.kind == kind:
            key, first, holder = (*fault.detail.split("\0"), "", "")[:3]
            if kind == "duplicate" and DUPLICATES.get(holder, duplicate_key) is not the_rule:
                continue
            detail = fault.detail + (syntax_hint(fault.detail) if kind == "syntax" else "")
            marked = scope.source.locate(the_rule.at(detail=detail, key=key, first=first))
            yield replace(marked, line=fault.line, column=fault.column, pointer=None)


@rule("RIGY-P01", "error", "invalid YAML: {detail}")
def syntax(scope: Scope) -> Iterator[Finding]:
    """Invalid YAML syntax.

    What: The file must be well-formed YAML.
    Why: Nothing after the error can be read reliably.
    Fix: Look at the reported position and the line before it; common causes are a wrong indentation, a
    missing colon, an unclosed bracket and a tab.
    Source: YAML 1.2.2 §5–§8.
    """
    yield from _found(scope, syntax, "syntax")


@rule("RIGY-P02", "error", "{detail} is not supported; write the value out")
def alias(scope: Scope) -> Iterator[Finding]:
    """Alias or merge key.

    What: A document must not contain YAML aliases (*name) or merge keys (<<).
    Why: A few lines of aliases can expand to millions of values, and a finding about one of them has no
    single line to point at.
    Fix: Write the value where it is used.
    Source: YAML 1.2.2 §3.2.2.2; Pantin's dialect.
    """
    yield from _found(scope, alias, "alias")


@rule("RIGY-P03", "error", "the tag {detail} is not supported; remove it")
def tag(scope: Scope) -> Iterator[Finding]:
    """YAML tag.

    What: A document must not contain YAML tags such as !!str.
    Why: Types follow from the schema; a tag could only contradict it, or ask for an object to be
    constructed.
    Fix: Remove the tag; to get a string that looks like a number, put it in quotes.
    Source: YAML 1.2.2 §3.2.1.2; Pantin's dialect.
    """
    yield from _found(scope, tag, "tag")


@rule("RIGY-P04", "error", "the YAML nests deeper than {detail} levels (limit yaml_depth)")
def depth(scope: Scope) -> Iterator[Finding]:
    """Nesting is too deep.

    What: Lists and mappings must not nest deeper than the limit yaml_depth.
    Why: A valid document needs at most twelve levels; anything deeper is a mistake or an attack.
    Fix: Look for a bracket or an indentation that repeats.
    Source: Pantin's limits.
    """
    yield from _found(scope, depth, "depth")


@rule("RIGY-P06", "error", "{detail} starts here; a file may contain only one")
def documents(scope: Scope) -> Iterator[Finding]:
    """More than one YAML document.

    What: A file must contain one YAML document, so no second one may start after a line ---.
    Why: Rigy does not define the meaning of a second document.
    Fix: Remove the line ---, or move the rest into its own file.
    Source: YAML 1.2.2 §9; Pantin's dialect.
    """
    yield from _found(scope, documents, "documents")


@rule("RIGY-P07", "error", "found {detail}")
def encoding(scope: Scope) -> Iterator[Finding]:
    """Invalid encoding or control character.

    What: The file must be UTF-8 and must not contain control characters or line breaks that are foreign
    to YAML 1.2.
    Why: Other encodings look the same in an editor and are read as different characters.
    Fix: Save the file as UTF-8.
    Source: YAML 1.2.2 §5.1–§5.2.
    """
    yield from _found(scope, encoding, "encoding")


@rule("RIGY-P08", "error", "{detail} is used as a key; keys must be strings")
def key(scope: Scope) -> Iterator[Finding]:
    """Key is not a string.

    What: The keys of a mapping must be strings, not mappings or lists.
    Why: No object of the language has other keys.
    Fix: Remove the question mark or the bracket before the colon.
    Source: YAML 1.2.2 §3.2.1.1; Pantin's dialect.
    """
    yield from _found(scope, key, "key")


@rule("RIGY-V56", "error", "duplicate key {key!r} (first on line {first})")
def duplicate_key(scope: Scope) -> Iterator[Finding]:
    """Duplicate key.

    What: A mapping must not contain the same key twice.
    Why: Only one of the values can apply, and YAML readers disagree which.
    Fix: Remove one of them.
    Source: Rigy chapter 12, V56; YAML 1.2.2 §3.2.1.1.
    """
    yield from _found(scope, duplicate_key, "duplicate")


@rule("RIGY-V37", "error", "duplicate material {key!r} (first on line {first})")
def duplicate_material(scope: Scope) -> Iterator[Finding]:
    """Duplicate material.

    What: The names under materials must be unique.
    Why: Only one of the two colours can apply.
    Fix: Remove or rename one of them.
    Source: Rigy chapter 12, V37.
    """
    yield from _found(scope, duplicate_material, "duplicate")


@rule("RIGY-V44", "error", "duplicate UV role {key!r} (first on line {first})")
def duplicate_role(scope: Scope) -> Iterator[Finding]:
    """Duplicate UV role.

    What: The names under uv_roles of a mesh must be unique.
    Why: Only one of the two UV sets can apply.
    Fix: Remove one of them.
    Source: Rigy chapter 12, V44.
    """
    yield from _found(scope, duplicate_role, "duplicate")


DUPLICATES: dict[str, Any] = {"materials": duplicate_material, "uv_roles": duplicate_role}
"""The rules for duplicate keys in these mappings; `duplicate_key` covers all others."""


@rule("RIGY-P70", "error", "{message}")
def limit(message: str, line: int = 1, column: int = 1) -> Iterator[Finding]:
    """Limit exceeded.

    What: The size of a source file, of its repeats and of the compiled model must stay within the limits.
    Why: A short document with instances of instances can ask for more memory than there is.
    Fix: Split the document, use fewer instances, or raise the limit that the message names.
    Source: Pantin's limits.
    """
    yield replace(limit.at(message=message), line=line, column=column)


def size(scope: Scope) -> Iterator[Finding]:
    """Source files that are larger than the limit."""
    for fault in scope.source.composed.faults:
        if fault.kind == "size":
            yield from limit(f"the source file has {fault.detail} (limit yaml_bytes)")


RULES = (
    syntax, alias, tag, depth, size, documents, encoding, key, duplicate_key, duplicate_material,
    duplicate_role,
)  # fmt: skip
