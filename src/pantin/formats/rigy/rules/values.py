"""Rules about keys and the types of their values: unknown, missing, of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.rigy.rules.scope import Scope
from pantin.formats.rigy.rules.typos import length_hint, type_hint, typo_hint
from pantin.formats.rigy.schema.document import version_of
from pantin.formats.rigy.schema.features import has
from pantin.formats.rigy.schema.kinds import cut, one_of
from pantin.formats.rigy.source import Path
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


def _unknown_keys(scope: Scope, the_rule: Any) -> Iterator[Finding]:
    for fault in scope.faults("unknown key"):
        if not is_of_operator(fault.path):
            key, what = fault.values["key"], fault.values["what"]
            instead = fault.values["instead"]
            meant = f"; did you mean {instead!r}?" if instead else scope.suggest(key, fault.values["known"])
            hint = typo_hint(what, key) or meant
            finding = the_rule.at(pointer(*fault.path), key=cut(key), owner=scope.owner(fault), hint=hint)
            yield scope.at_fault(finding, fault)


def is_of_operator(path: Path) -> bool:
    """Whether a path is that of a key in the transform of a field operator, which RIGY-V85 reports."""
    return "ops" in path and path[-2:-1] == ("transform",)


def _is_strict(scope: Scope) -> bool:
    document = scope.source.document
    return document is not None and has(version_of(document), "strict keys")


@rule("RIGY-V33", "error", "unknown key {key!r} in {owner}{hint}")
def unknown_key(scope: Scope) -> Iterator[Finding]:
    """Unknown key.

    What: Every key must be one that the schema of its object has.
    Why: A misspelt key would otherwise be ignored, and its default used silently.
    Fix: Correct the spelling, or remove the key.
    Source: Rigy chapter 12, V33.
    """
    if not _is_strict(scope):
        yield from _unknown_keys(scope, unknown_key)


@rule("RIGY-V57", "error", "unknown key {key!r} in {owner}{hint}")
def unknown_field(scope: Scope) -> Iterator[Finding]:
    """Unknown key (version 0.10 and later).

    What: Every key must be one that the schema of its object has. In documents before version 0.10 the
    same violation is RIGY-V33.
    Why: A misspelt key would otherwise be ignored, and its default used silently.
    Fix: Correct the spelling, or remove the key.
    Source: Rigy chapter 12, V57.
    """
    if _is_strict(scope):
        yield from _unknown_keys(scope, unknown_field)


@rule("RIGY-V34", "error", "missing key {key!r} in {owner}{hint}")
def missing_key(scope: Scope) -> Iterator[Finding]:
    """Missing key.

    What: Every required key of an object must be present.
    Why: The object has no meaning without it, and there is no default.
    Fix: Add the key.
    Source: Rigy chapter 12, V34.
    """
    for fault in scope.faults("missing"):
        where = pointer(*fault.path, fault.values["key"])
        hint = typo_hint("missing", f"{fault.values['what']} {fault.values['key']}")
        yield scope.at_fault(
            missing_key.at(where, **fault.values, owner=scope.owner(fault), hint=hint), fault
        )


@rule("RIGY-V32", "error", "{key!r} must be a finite number, not {got}")
def finite(scope: Scope) -> Iterator[Finding]:
    """Number is not finite.

    What: Every number must be finite. For poses, rotations and domains the same violation is RIGY-V36,
    RIGY-V73 and RIGY-V80.
    Why: One NaN or infinity spreads through every sum it is part of.
    Fix: Write a finite number.
    Source: Rigy chapter 12, V32.
    """
    for fault in scope.faults("finite"):
        elsewhere = (_is_rotation(fault.path) and _is_strict(scope)) or is_pose_rotation(fault.path)
        if not elsewhere and fault.path[-4:-2] != ("domain", "aabb"):
            yield scope.at_fault(finite.at(pointer(*fault.path), **fault.values), fault)


def is_pose_rotation(path: Path) -> bool:
    """Whether a path leads into poses[].bones.<bone>.rotation."""
    return len(path) > 4 and path[0] == "poses" and path[4] == "rotation"


def _is_rotation(path: Path) -> bool:
    return any(str(token).startswith("rotation_") for token in path)


@rule("RIGY-V73", "error", "{key!r} of a rotation must be finite, not {got}")
def finite_rotation(scope: Scope) -> Iterator[Finding]:
    """Rotation is not finite.

    What: Angles, axes and quaternions must be finite. In documents before version 0.10 the same violation
    is RIGY-V32.
    Why: One NaN or infinity spreads to every vertex that is rotated.
    Fix: Write a finite number.
    Source: Rigy chapter 12, V73.
    """
    for fault in scope.faults("finite"):
        if _is_rotation(fault.path) and _is_strict(scope):
            yield scope.at_fault(finite_rotation.at(pointer(*fault.path), **fault.values), fault)


@rule("RIGY-P10", "error", "{named} must be {expected}{instead}{hint}")
def wrong_type(scope: Scope) -> Iterator[Finding]:
    """Value has the wrong type.

    What: Every value must have the type that the schema has for its key.
    Why: Guessing hides mistakes: yes, 012 and "1" mean different things to different readers.
    Fix: Write a value of the type the message names; versions, and ids that look like numbers, need
    quotes.
    Source: Rigy 0.3, the schema tables.
    """
    for fault in scope.faults("type"):
        written = scope.source.composed.note(fault.path)
        if written is None or not written.startswith("$"):  # RIGY-V61 reports those
            hint = type_hint(fault)
            yield scope.at_fault(wrong_type.at(pointer(*fault.path), **fault.values, hint=hint), fault)


MINIMAL = (
    '{version: "0.13", meshes: [{id: body, primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]}]}'
)


@rule("RIGY-P20", "error", "the file is empty; a minimal document is {minimal}")
def empty_document(scope: Scope) -> Iterator[Finding]:
    """Empty document.

    What: A file must contain a document, a scene or a contract.
    Why: There is nothing to compile.
    Fix: Write the document of the message, or let `pantin new` write a commented one.
    Source: Rigy chapter 2.
    """
    for fault in scope.faults("empty document"):
        yield scope.at_fault(empty_document.at("", minimal=MINIMAL), fault)


@rule("RIGY-P11", "error", "{key!r} must not be empty")
def empty_value(scope: Scope) -> Iterator[Finding]:
    """Empty value.

    What: Ids, references and dimensions must not be empty.
    Why: Nothing can refer to an object without an id, and a primitive without dimensions has no shape.
    Fix: Write a value.
    Source: Rigy 0.3, the schema tables.
    """
    yield from scope.findings(empty_value, "empty")


@rule("RIGY-P12", "error", "{key!r} must be {listed}, not {got!r}{hint}")
def unknown_word(scope: Scope) -> Iterator[Finding]:
    """Unknown keyword.

    What: A key that takes one of a fixed set of words, such as type, axis or mode, must have one of them.
    Why: An unknown type, axis or mode has no meaning.
    Fix: Choose one of the words that the message lists.
    Source: Rigy 0.3, Validation Rules (gradient.axis); the schema tables.
    """
    for fault in scope.faults("word"):
        words = fault.values["words"]
        hint = scope.suggest(fault.values["got"], words)
        finding = unknown_word.at(pointer(*fault.path), **fault.values, listed=one_of(words), hint=hint)
        yield scope.at_fault(finding, fault)


@rule("RIGY-P13", "error", "{key!r} must have {expected} items, not {got}{hint}")
def wrong_length(scope: Scope) -> Iterator[Finding]:
    """Wrong number of items.

    What: A vector must have three numbers, a quaternion four, a range two, and a list of anchors three
    names.
    Why: Neither dropping nor adding a number would be right.
    Fix: Write as many items as the message asks for.
    Source: Rigy 0.3, the schema tables.
    """
    for fault in scope.faults("length"):
        hint = length_hint(fault)
        yield scope.at_fault(wrong_length.at(pointer(*fault.path), **fault.values, hint=hint), fault)


@rule("RIGY-P14", "error", "vertex index {got} is negative; indices start at 0")
def negative_index(scope: Scope) -> Iterator[Finding]:
    """Negative vertex index.

    What: Vertex indices must be 0 or greater.
    Why: Counting from the end is not defined.
    Fix: Write the index counted from 0.
    Source: Rigy 0.3, VertexOverride.
    """
    yield from scope.findings(negative_index, "index")


@rule("RIGY-P16", "info", "non-canonical spelling: {old} is read as {new}")
def respelled(scope: Scope) -> Iterator[Finding]:
    """Non-canonical spelling.

    What: Reports each rigy_version, translation beside a transform, list of dimensions and vertex_index of
    an override that is read as its canonical spelling.
    Why: The examples in the specification spell some keys differently from its schema; both spellings
    work, one is canonical.
    Fix: Write what the message says, or let `pantin fmt` do it.
    Source: Rigy 0.3, Full Example; chapter 6.4.
    """
    yield from scope.findings(respelled, "respelled")


@rule("RIGY-P17", "error", "{old!r} and {new!r} are both given; remove {old!r}")
def spelled_twice(scope: Scope) -> Iterator[Finding]:
    """Value given in two spellings.

    What: A value with two spellings must be given in only one of them.
    Why: It would be unclear which of the two applies.
    Fix: Remove the older spelling.
    Source: Rigy 0.3, Full Example.
    """
    yield from scope.findings(spelled_twice, "conflict")


@rule("RIGY-P18", "error", "invalid extents for a {type}: {reason}")
def extents(scope: Scope) -> Iterator[Finding]:
    """Extents do not fit the primitive.

    What: Dimensions given as a list are the full extents [x, y, z] and must be possible for the type of
    the primitive.
    Why: A round primitive has one diameter, and a capsule is at least as long as it is wide.
    Fix: Correct the numbers, or give the dimensions by name.
    Source: Rigy 0.3, Full Example.
    """
    yield from scope.findings(extents, "extents")


@rule("RIGY-P19", "error", "{key!r} must be a distance such as 10cm, 0.25m, 2in or 1ft, not {got}")
def distance(scope: Scope) -> Iterator[Finding]:
    """Invalid distance.

    What: The values of a nudge must be numbers with an optional unit: m, cm, in or ft.
    Why: Other units would have to be guessed.
    Fix: Write for example 10cm, 0.25m, 2in or 1ft.
    Source: Rigs 0.1 §7.2.
    """
    yield from scope.findings(distance, "distance")


RULES = (
    unknown_key, unknown_field, missing_key, finite, finite_rotation, wrong_type,
    empty_document, empty_value, unknown_word, wrong_length,
    negative_index, respelled, spelled_twice, extents, distance,
)  # fmt: skip
