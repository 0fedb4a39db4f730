"""Rules about the text itself: YAML that is not YAML, or more of YAML than a document needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope


def _found(scope: Scope, the_rule: Any, kind: str) -> Iterator[Finding]:
    for fault in scope.unit.text.faults:
        if fault.kind == kind:
            key, first, holder = (*fault.detail.split("\0"), "", "")[:3]
            if kind == "duplicate" and DUPLICATES.get(holder, duplicate_key) is not the_rule:
                continue
            marked = scope.unit.mark(the_rule.at(detail=fault.detail, key=key, first=first))
            yield replace(marked, line=fault.line, column=fault.column, pointer=None)


@rule("RIGY-P01", "error", "this is not YAML: {detail}")
def syntax(scope: Scope) -> Iterator[Finding]:
    """The text is well-formed YAML.

    Why: nothing after the place can be read with certainty.
    Mend: look at the place and the line before it; often an indentation, a missing colon or an open bracket.
    Source: YAML 1.2.2 §5–§8.
    """
    yield from _found(scope, syntax, "syntax")


@rule("RIGY-P02", "error", "{detail} is not read: write the value out")
def alias(scope: Scope) -> Iterator[Finding]:
    """A document has no aliases and no merge keys.

    Why: a few lines of aliases can stand for millions of values, and a finding about one has no single place.
    Mend: write the value where it is used.
    Source: YAML 1.2.2 §3.2.2.2; Pantin's dialect.
    """
    yield from _found(scope, alias, "alias")


@rule("RIGY-P03", "error", "the tag {detail} is not read: values have the type they are written in")
def tag(scope: Scope) -> Iterator[Finding]:
    """A document has no tags.

    Why: types follow from the schema; a tag could only contradict it, or ask for something to be constructed.
    Mend: remove the tag; put quotes around a text that looks like a number.
    Source: YAML 1.2.2 §3.2.1.2; Pantin's dialect.
    """
    yield from _found(scope, tag, "tag")


@rule("RIGY-P04", "error", "nested deeper than {detail} levels (limit yaml_depth)")
def depth(scope: Scope) -> Iterator[Finding]:
    """Lists and mappings nest no deeper than the limit.

    Why: the deepest thing the language has stands at level twelve; what nests further is not a document.
    Mend: look for a bracket or an indentation that repeats.
    Source: Pantin's limits.
    """
    yield from _found(scope, depth, "depth")


@rule("RIGY-P06", "error", "{detail} begins here; a file holds one")
def documents(scope: Scope) -> Iterator[Finding]:
    """A file holds one YAML document.

    Why: what a second one would mean is not defined.
    Mend: remove the line ---, or move what follows into a file of its own.
    Source: YAML 1.2.2 §9; Pantin's dialect.
    """
    yield from _found(scope, documents, "documents")


@rule("RIGY-P07", "error", "{detail} stands here")
def encoding(scope: Scope) -> Iterator[Finding]:
    """The text is UTF-8 and has no control characters.

    Why: other encodings look the same in an editor and mean something else.
    Mend: save the file as UTF-8.
    Source: YAML 1.2.2 §5.1–§5.2.
    """
    yield from _found(scope, encoding, "encoding")


@rule("RIGY-P08", "error", "{detail} cannot be a key: keys are texts")
def key(scope: Scope) -> Iterator[Finding]:
    """Keys are plain texts.

    Why: no object of the language has other keys.
    Mend: remove the question mark or the bracket before the colon.
    Source: YAML 1.2.2 §3.2.1.1; Pantin's dialect.
    """
    yield from _found(scope, key, "key")


@rule("RIGY-V56", "error", "the key {key!r} stands here again; the first is on line {first}")
def duplicate_key(scope: Scope) -> Iterator[Finding]:
    """A mapping has each key once.

    Why: of two values only one could count, and readers disagree which.
    Mend: remove one of them.
    Source: Rigy chapter 12, V56; YAML 1.2.2 §3.2.1.1.
    """
    yield from _found(scope, duplicate_key, "duplicate")


@rule("RIGY-V37", "error", "the material {key!r} stands here again; the first is on line {first}")
def duplicate_material(scope: Scope) -> Iterator[Finding]:
    """Each material is defined once.

    Why: of two colours only one could count.
    Mend: remove or rename one of them.
    Source: Rigy chapter 12, V37.
    """
    yield from _found(scope, duplicate_material, "duplicate")


@rule("RIGY-V44", "error", "the UV role {key!r} stands here again; the first is on line {first}")
def duplicate_role(scope: Scope) -> Iterator[Finding]:
    """A mesh gives each UV role once.

    Why: of two sets only one could count.
    Mend: remove one of them.
    Source: Rigy chapter 12, V44.
    """
    yield from _found(scope, duplicate_role, "duplicate")


DUPLICATES: dict[str, Any] = {"materials": duplicate_material, "uv_roles": duplicate_role}
"""The rules about keys that stand twice below these; `duplicate_key` is about all others."""


@rule("RIGY-P70", "error", "{message}")
def limit(message: str) -> Iterator[Finding]:
    """A text, and the model it becomes, stay within the limits.

    Why: a short text with instances of instances can ask for more memory than there is.
    Mend: split the document, use fewer instances, or raise the limit that the message names.
    Source: Pantin's limits.
    """
    yield limit.at(message=message)


def size(scope: Scope) -> Iterator[Finding]:
    """Texts that are longer than the limit."""
    for fault in scope.unit.text.faults:
        if fault.kind == "size":
            yield from limit(f"the text has {fault.detail} (limit yaml_bytes)")


RULES = (
    syntax, alias, tag, depth, size, documents, encoding, key, duplicate_key, duplicate_material,
    duplicate_role,
)  # fmt: skip
