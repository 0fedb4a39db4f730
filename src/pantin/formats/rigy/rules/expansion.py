"""Rules about expansion: params, repeats, expressions, boxes with an aabb, and macros."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.rigy.rules.scope import Scope
from pantin.formats.rigy.rules.yaml_syntax import limit
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("RIGY-V58", "error", "{reason}")
def params(scope: Scope) -> Iterator[Finding]:
    """Invalid param.

    What: Params must be numbers, strings or booleans, and their names must be identifiers (letters,
    digits and underscores).
    Why: A param is one scalar, not for a list, a mapping or a reference to another param.
    Fix: Write the value itself, with one param for each number.
    Source: Rigy chapter 12, V58.
    """
    yield from scope.findings(params, "params")


@rule("RIGY-V59", "error", "unknown param {name!r}{hint}")
def known_param(scope: Scope) -> Iterator[Finding]:
    """Unknown param.

    What: Every $name must be defined under params.
    Why: There is no value to insert.
    Fix: Define it under params, or correct the name.
    Source: Rigy chapter 12, V59.
    """
    yield from scope.findings(known_param, "unknown param")


@rule("RIGY-V60", "error", "{text!r} contains a param; a param must be the whole value")
def whole_param(scope: Scope) -> Iterator[Finding]:
    """Param inside a string.

    What: A param must be the whole value ($name), not a part of a string.
    Why: Strings are not assembled from params, and arithmetic without a leading = is a string.
    Fix: Write "=2 * $name" for arithmetic (version 0.12 and later), or write the string out.
    Source: Rigy chapter 12, V60.
    """
    yield from scope.findings(whole_param, "param usage")


@rule("RIGY-V61", "error", "{key!r} must be {expected}, but param {param} is {got}")
def param_type(scope: Scope) -> Iterator[Finding]:
    """Param has the wrong type.

    What: The value of a param must have the type of the key it is used for.
    Why: Params keep their type; they are not converted.
    Fix: Change the value of the param, or use another.
    Source: Rigy chapter 12, V61.
    """
    for fault in scope.faults("type"):
        param = scope.source.composed.note(fault.path)
        if param is not None and param.startswith("$"):
            yield scope.at_fault(param_type.at(pointer(*fault.path), param=param, **fault.values), fault)


@rule("RIGY-V62", "error", "repeat count must be a whole number of at least 0, not {got}")
def repeat_count(scope: Scope) -> Iterator[Finding]:
    """Invalid repeat count.

    What: The count of a repeat must be a whole number of at least 0, written as a literal.
    Why: Repeats are expanded before params, so $n is still a string at that point.
    Fix: Write the number.
    Source: Rigy chapter 12, V62.
    """
    yield from scope.findings(repeat_count, "repeat count")


@rule(
    "RIGY-V63",
    "error",
    "repeat index name 'as' must be an identifier (letters, digits and underscores), not {got}",
)
def repeat_as(scope: Scope) -> Iterator[Finding]:
    """Invalid name of a repeat index.

    What: The value of as must be an identifier: letters, digits and underscores, not starting with a
    digit.
    Why: ${name} in the body is replaced by the index.
    Fix: Write a valid name, such as i.
    Source: Rigy chapter 12, V63.
    """
    yield from scope.findings(repeat_as, "repeat as")


@rule("RIGY-V64", "error", "invalid repeat: {reason}")
def repeat_structure(scope: Scope) -> Iterator[Finding]:
    """Invalid repeat.

    What: A repeat must be the only key of a list item and must have count, as and a body.
    Why: It generates list items; elsewhere its meaning is undefined.
    Fix: Write `- repeat: {count: 3, as: i, body: {…}}`.
    Source: Rigy chapter 12, V64.
    """
    yield from scope.findings(repeat_structure, "repeat")


@rule("RIGY-V65", "error", "{token} is not the index of an enclosing repeat")
def resolved_token(scope: Scope) -> Iterator[Finding]:
    """Unknown repeat index.

    What: Every ${name} must be the index of a repeat that contains it.
    Why: There is no number to insert.
    Fix: Correct the name, or move the item into the repeat.
    Source: Rigy chapter 12, V65.
    """
    yield from scope.findings(resolved_token, "unresolved")


@rule("RIGY-V68", "error", "invalid expression {text!r}: {reason}")
def expression_syntax(scope: Scope) -> Iterator[Finding]:
    """Invalid expression.

    What: An expression may contain numbers, params, + - * /, brackets and the functions of the language.
    Why: It cannot be evaluated.
    Fix: Correct it; the functions are min, max, clamp, abs, sqrt, sin, cos, tan, atan2, deg2rad and
    rad2deg.
    Source: Rigy chapter 12, V68.
    """
    yield from scope.findings(expression_syntax, "expression syntax")


@rule("RIGY-V69", "error", "cannot evaluate {text!r}: {reason}")
def expression_param(scope: Scope) -> Iterator[Finding]:
    """Expression uses an invalid param.

    What: The params of an expression must be defined and must be numbers.
    Why: There is no number to insert.
    Fix: Define the param, or correct its name.
    Source: Rigy chapter 12, V69.
    """
    yield from scope.findings(expression_param, "expression param")


@rule("RIGY-V70", "error", "cannot evaluate {text!r}: {reason}")
def expression_finite(scope: Scope) -> Iterator[Finding]:
    """Expression is not finite.

    What: Every step of an expression must be finite.
    Why: Infinity and NaN spread through every sum they are part of.
    Fix: Look for a division by zero, or for numbers that are far too large.
    Source: Rigy chapter 12, V70.
    """
    yield from scope.findings(expression_finite, "expression finite")


@rule("RIGY-V71", "error", "cannot evaluate {text!r}: {reason}")
def expression_domain(scope: Scope) -> Iterator[Finding]:
    """Square root of a negative number.

    What: The argument of sqrt must not be negative.
    Why: The result is not a real number.
    Fix: Use abs or max(0, …), or correct the terms.
    Source: Rigy chapter 12, V71.
    """
    yield from scope.findings(expression_domain, "expression domain")


@rule("RIGY-V76", "error", "macro refers to mesh {got!r}, but is part of mesh {mesh!r}")
def macro_mesh(scope: Scope) -> Iterator[Finding]:
    """Macro refers to another mesh.

    What: From version 0.12 on the mesh of a box_decompose must be the mesh that contains it.
    Why: The two would disagree on the mesh that gets the boxes.
    Fix: Remove `mesh` from the macro.
    Source: Rigy chapter 12, V76.
    """
    yield from scope.findings(macro_mesh, "macro mesh")


@rule("RIGY-P80", "error", "cannot expand {macro}: {reason}")
def macro(scope: Scope) -> Iterator[Finding]:
    """Invalid macro.

    What: The values of a box_decompose or triangle_prism_on_plane must fit together.
    Why: A wall without height, or a cutout beyond its edge, has no boxes; a leg outside the plane gives
    no wedge, and legs that are not at a right angle would give one with other corners.
    Fix: Correct the value that the message names.
    Source: Rigy chapter 10.5 and 10.7.
    """
    yield from scope.findings(macro, "macro")


@rule("RIGY-P81", "error", "{reason}")
def box_corners(scope: Scope) -> Iterator[Finding]:
    """Invalid aabb of a box.

    What: The aabb of a box must have min below max on every axis, and the box must not have dimensions as
    well.
    Why: Two sizes could disagree, and an inverted box has none.
    Fix: Write only min and max, each with three numbers.
    Source: Rigy chapter 10.4.
    """
    yield from scope.findings(box_corners, "aabb")


@rule("RIGY-F115", "error", "a box with an aabb cannot have a transform")
def box_corners_alone(scope: Scope) -> Iterator[Finding]:
    """Box with an aabb has a transform.

    What: A box with an aabb must not have a transform.
    Why: Its corners already give its position.
    Fix: Remove the transform, or write dimensions instead of the aabb.
    Source: Rigy chapter 12, F115.
    """
    yield from scope.findings(box_corners_alone, "aabb transform")


@rule("RIGY-F116", "error", "cutout id {got!r} is not an identifier (letters, digits and underscores)")
def cutout_id(scope: Scope) -> Iterator[Finding]:
    """Invalid cutout id.

    What: The id of a cutout must be an identifier: letters, digits and underscores, not starting with a
    digit.
    Why: The boxes around the cutout are named after it.
    Fix: Write a valid name, such as door.
    Source: Rigy chapter 12, F116.
    """
    yield from scope.findings(cutout_id, "cutout id")


def expansion_limit(scope: Scope) -> Iterator[Finding]:
    """Repeats that expand to more values than the limit."""
    for fault in scope.faults("room"):
        message = f"the repeats expand to more than {fault.values['room']:,} values (limit expanded)"
        for finding in limit(message):
            yield scope.at_fault(finding, fault)


RULES = (
    params, known_param, whole_param, param_type, repeat_count, repeat_as, repeat_structure, resolved_token,
    expression_syntax, expression_param, expression_finite, expression_domain, macro_mesh, macro, box_corners,
    box_corners_alone, cutout_id, expansion_limit,
)  # fmt: skip
