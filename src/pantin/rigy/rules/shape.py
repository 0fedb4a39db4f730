"""Rules about keys and the values they hold, whatever they mean: unknown, missing, of a wrong type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rigy.rules.scope import Scope
from pantin.rigy.schema.document import version_of
from pantin.rigy.source import Path

STRICT = (0, 10)
"""From this version on an unknown key has the number V57 (Rigy chapter 12)."""


def _strangers(scope: Scope, the_rule: Any, scaled: bool = False) -> Iterator[Finding]:
    for fault in scope.faults("stranger"):
        if (fault.values["key"] == "scale" and "ops" in fault.path) == scaled:
            hint = scope.close_to(fault.values["key"], fault.values["known"])
            yield scope.placed(the_rule.at(pointer(*fault.path), **fault.values, hint=hint), fault)


def _is_strict(scope: Scope) -> bool:
    document = scope.unit.document
    return document is not None and version_of(document) >= STRICT


@rule("RIGY-V33", "error", "{key!r} is not a key of a {what}{hint}")
def unknown_key(scope: Scope) -> Iterator[Finding]:
    """Every key is one the language has.

    Why: a misspelt key would otherwise be passed over, and its default used in silence.
    Mend: correct the spelling, or remove the key.
    Source: Rigy chapter 12, V33.
    """
    if not _is_strict(scope):
        yield from _strangers(scope, unknown_key)


@rule("RIGY-V57", "error", "{key!r} is not a key of a {what}{hint}")
def unknown_field(scope: Scope) -> Iterator[Finding]:
    """Every key is one the language has; the number of V33 in documents from 0.10 on.

    Why: a misspelt key would otherwise be passed over, and its default used in silence.
    Mend: correct the spelling, or remove the key.
    Source: Rigy chapter 12, V57.
    """
    if _is_strict(scope):
        yield from _strangers(scope, unknown_field)


@rule("RIGY-V85", "error", "an operator has no scale: change its radius, height or strength")
def operator_scale(scope: Scope) -> Iterator[Finding]:
    """The transform of a field operator turns and moves, it does not scale.

    Why: distances would no longer be distances.
    Mend: remove scale and change radius and height instead.
    Source: Rigy chapter 12, V85.
    """
    yield from _strangers(scope, operator_scale, scaled=True)


@rule("RIGY-V34", "error", "this {what} has no {key!r}")
def missing_key(scope: Scope) -> Iterator[Finding]:
    """Every required key is there.

    Why: without it the object has no meaning, and there is no default.
    Mend: add the key.
    Source: Rigy chapter 12, V34.
    """
    for fault in scope.faults("missing"):
        where = pointer(*fault.path, fault.values["key"])
        yield scope.placed(missing_key.at(where, **fault.values), fault)


@rule("RIGY-V32", "error", "{key!r} is {got}, which is not a finite number")
def finite(scope: Scope) -> Iterator[Finding]:
    """Every number is finite; V36, V73 and V80 say so of poses, rotations and domains.

    Why: one NaN or infinity spreads through every sum it meets.
    Mend: write a number.
    Source: Rigy chapter 12, V32.
    """
    for fault in scope.faults("finite"):
        elsewhere = (_is_rotation(fault.path) and _is_strict(scope)) or is_pose_rotation(fault.path)
        if not elsewhere and fault.path[-4:-2] != ("domain", "aabb"):
            yield scope.placed(finite.at(pointer(*fault.path), **fault.values), fault)


def is_pose_rotation(path: Path) -> bool:
    """Whether a path leads into poses[].bones.<bone>.rotation."""
    return len(path) > 4 and path[0] == "poses" and path[4] == "rotation"


def _is_rotation(path: Path) -> bool:
    return any(str(token).startswith("rotation_") for token in path)


@rule("RIGY-V73", "error", "{key!r} of a rotation is {got}, which is not a finite number")
def finite_rotation(scope: Scope) -> Iterator[Finding]:
    """Angles, axes and quaternions are finite; the number of V32 for them in documents from 0.10 on.

    Why: one NaN or infinity spreads through every vertex it turns.
    Mend: write a number.
    Source: Rigy chapter 12, V73.
    """
    for fault in scope.faults("finite"):
        if _is_rotation(fault.path) and _is_strict(scope):
            yield scope.placed(finite_rotation.at(pointer(*fault.path), **fault.values), fault)


@rule("RIGY-P10", "error", "{named} must be {expected}, but is {got}")
def wrong_type(scope: Scope) -> Iterator[Finding]:
    """Every value has the type its key asks for.

    Why: guessing hides mistakes: yes, 012 and "1" mean different things to different readers.
    Mend: write the value as what the message asks for; versions and ids that look like numbers need quotes.
    Source: Rigy 0.3, the schema tables.
    """
    for fault in scope.faults("type"):
        written = scope.unit.text.note(fault.path)
        if written is None or not written.startswith("$"):  # V61 speaks of those
            yield scope.placed(wrong_type.at(pointer(*fault.path), **fault.values), fault)


@rule("RIGY-P11", "error", "{key!r} is empty")
def empty_value(scope: Scope) -> Iterator[Finding]:
    """Ids, references and sizes are not empty.

    Why: nothing can refer to something without a name, and a primitive without sizes has no shape.
    Mend: write a value.
    Source: Rigy 0.3, the schema tables.
    """
    yield from scope.found(empty_value, "empty")


@rule("RIGY-P12", "error", "{key!r} is {got!r}, none of {listed}{hint}")
def unknown_word(scope: Scope) -> Iterator[Finding]:
    """A key that takes one of a few words has one of them.

    Why: an axis, a type or a mode that is not known cannot be guessed.
    Mend: choose one of the words listed.
    Source: Rigy 0.3, Validation Rules (gradient.axis); the schema tables.
    """
    for fault in scope.faults("word"):
        words = fault.values["words"]
        hint = scope.close_to(fault.values["got"], words)
        found = unknown_word.at(pointer(*fault.path), **fault.values, listed=", ".join(words), hint=hint)
        yield scope.placed(found, fault)


@rule("RIGY-P13", "error", "{key!r} has {got} items, not {expected}")
def wrong_length(scope: Scope) -> Iterator[Finding]:
    """A vector has three numbers, a quaternion four, a range two, a triple of anchors three.

    Why: neither leaving out nor filling in would be right.
    Mend: write as many as the message asks for.
    Source: Rigy 0.3, the schema tables.
    """
    yield from scope.found(wrong_length, "length")


@rule("RIGY-P14", "error", "the vertex {got} does not exist: vertices are counted from 0")
def negative_index(scope: Scope) -> Iterator[Finding]:
    """Vertex indices are not negative.

    Why: counting from the end is not defined.
    Mend: write the index counted from 0.
    Source: Rigy 0.3, VertexOverride.
    """
    yield from scope.found(negative_index, "index")


@rule("RIGY-P16", "info", "{old} is read as {new}")
def respelled(scope: Scope) -> Iterator[Finding]:
    """Keys have their canonical spelling.

    Why: the specification's own examples use other spellings than its schema; both are read, one is
    canonical.
    Mend: write it as the message says; `pantin fmt` does so.
    Source: Rigy 0.3, Full Example.
    """
    yield from scope.found(respelled, "respelled")


@rule("RIGY-P17", "error", "{old!r} and {new!r} both stand here and say the same thing differently")
def spelled_twice(scope: Scope) -> Iterator[Finding]:
    """A value that has two spellings is given in one of them.

    Why: it would not be clear which of the two counts.
    Mend: remove the older spelling.
    Source: Rigy 0.3, Full Example.
    """
    yield from scope.found(spelled_twice, "conflict")


@rule("RIGY-P18", "error", "a {type} cannot have these extents: {reason}")
def extents(scope: Scope) -> Iterator[Finding]:
    """Dimensions given as a list are the full extents x, y, z of the primitive.

    Why: a round primitive has one diameter, and a capsule is at least as long as it is wide.
    Mend: correct the numbers, or give the sizes by name.
    Source: Rigy 0.3, Full Example.
    """
    yield from scope.found(extents, "extents")


@rule("RIGY-P19", "error", "{key!r} is {got}, which is not a distance: a number, then m, cm, in or ft")
def distance(scope: Scope) -> Iterator[Finding]:
    """A nudge is a number with an optional unit.

    Why: other units would have to be guessed.
    Mend: write for example 10cm, 0.25m, 2in or 1ft.
    Source: Rigs 0.1 §7.2.
    """
    yield from scope.found(distance, "distance")


RULES = (
    unknown_key, unknown_field, operator_scale, missing_key, finite, finite_rotation, wrong_type,
    empty_value, unknown_word, wrong_length,
    negative_index, respelled, spelled_twice, extents, distance,
)  # fmt: skip
