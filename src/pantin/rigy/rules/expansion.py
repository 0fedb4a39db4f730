"""Rules about preprocessing: params, repeats, expressions, boxes by their corners, and macros."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rigy.rules.scope import Scope
from pantin.rigy.rules.text import limit


@rule("RIGY-V58", "error", "{reason}")
def params(scope: Scope) -> Iterator[Finding]:
    """Params are numbers, texts or booleans under names of letters, digits and underscores.

    Why: a param stands for one scalar; lists, mappings and references to other params do not.
    Mend: write the value itself, one param for each number.
    Source: Rigy chapter 12, V58.
    """
    yield from scope.found(params, "params")


@rule("RIGY-V59", "error", "there is no param {name!r}{hint}")
def known_param(scope: Scope) -> Iterator[Finding]:
    """A param that is used is defined.

    Why: there is no value to put in its place.
    Mend: define it under params, or correct the name.
    Source: Rigy chapter 12, V59.
    """
    yield from scope.found(known_param, "unknown param")


@rule("RIGY-V60", "error", "{text!r} has a param inside a text")
def whole_param(scope: Scope) -> Iterator[Finding]:
    """A param stands for a whole scalar.

    Why: texts are not put together from params, and a sum without = is a text.
    Mend: write "=2 * $name" for arithmetic (from 0.12 on), or write the text out.
    Source: Rigy chapter 12, V60.
    """
    yield from scope.found(whole_param, "param usage")


@rule("RIGY-V61", "error", "{key!r} must be {expected}, but the param {param} is {got}")
def param_type(scope: Scope) -> Iterator[Finding]:
    """A param has the type that the place it is used in asks for.

    Why: a param keeps its type, it is not converted.
    Mend: change the value of the param, or use another one.
    Source: Rigy chapter 12, V61.
    """
    for fault in scope.faults("type"):
        written = scope.unit.text.note(fault.path)
        if written is not None and written.startswith("$"):
            yield scope.placed(param_type.at(pointer(*fault.path), param=written, **fault.values), fault)


@rule("RIGY-V62", "error", "count is {got}, and must be a whole number of at least 0")
def repeat_count(scope: Scope) -> Iterator[Finding]:
    """A repeat has a whole number of copies.

    Why: half a copy or minus one does not exist; params are put in after repeats, so $n is a text here.
    Mend: write the number.
    Source: Rigy chapter 12, V62.
    """
    yield from scope.found(repeat_count, "repeat count")


@rule("RIGY-V63", "error", "as is {got}, and must be a name of letters, digits and underscores")
def repeat_as(scope: Scope) -> Iterator[Finding]:
    """The index of a repeat has a name.

    Why: ${name} in the body stands for the index.
    Mend: write a name that does not begin with a digit.
    Source: Rigy chapter 12, V63.
    """
    yield from scope.found(repeat_as, "repeat as")


@rule("RIGY-V64", "error", "this repeat cannot be expanded: {reason}")
def repeat_structure(scope: Scope) -> Iterator[Finding]:
    """A repeat is the only key of a list item and holds count, as and a body.

    Why: it stands for list items; anywhere else it is not clear what it would stand for.
    Mend: write `- repeat: {count: 3, as: i, body: {…}}`.
    Source: Rigy chapter 12, V64.
    """
    yield from scope.found(repeat_structure, "repeat")


@rule("RIGY-V65", "error", "{token} is not the index of a repeat around it")
def resolved_token(scope: Scope) -> Iterator[Finding]:
    """Every ${name} is the index of a repeat it stands in.

    Why: nothing would be put in its place.
    Mend: correct the name, or move the item into the repeat.
    Source: Rigy chapter 12, V65.
    """
    yield from scope.found(resolved_token, "unresolved")


@rule("RIGY-V68", "error", "{text!r} is not an expression: {reason}")
def expression_syntax(scope: Scope) -> Iterator[Finding]:
    """An expression has numbers, params, + - * /, brackets and the functions of the language.

    Why: what cannot be read has no value.
    Mend: correct it; there are min, max, clamp, abs, sqrt, sin, cos, tan, atan2, deg2rad and rad2deg.
    Source: Rigy chapter 12, V68.
    """
    yield from scope.found(expression_syntax, "expression syntax")


@rule("RIGY-V69", "error", "{text!r} has no value: {reason}")
def expression_param(scope: Scope) -> Iterator[Finding]:
    """The params of an expression are defined, and numbers.

    Why: there is no number to put in their place.
    Mend: define the param, or correct its name.
    Source: Rigy chapter 12, V69.
    """
    yield from scope.found(expression_param, "expression param")


@rule("RIGY-V70", "error", "{text!r} has no finite value: {reason}")
def expression_finite(scope: Scope) -> Iterator[Finding]:
    """An expression is finite at every step.

    Why: infinity and NaN spread through every sum they meet.
    Mend: look for a division by zero, or for numbers that are far too large.
    Source: Rigy chapter 12, V70.
    """
    yield from scope.found(expression_finite, "expression finite")


@rule("RIGY-V71", "error", "{text!r} has no value: {reason}")
def expression_domain(scope: Scope) -> Iterator[Finding]:
    """No square root of a negative number is taken.

    Why: it is not a real number.
    Mend: use abs, max(0, …), or correct the terms.
    Source: Rigy chapter 12, V71.
    """
    yield from scope.found(expression_domain, "expression domain")


@rule("RIGY-V76", "error", "this macro says mesh {got!r}, and stands in mesh {mesh!r}")
def macro_mesh(scope: Scope) -> Iterator[Finding]:
    """From 0.12 on a macro belongs to the mesh it stands in.

    Why: two answers to where its boxes go would contradict each other.
    Mend: remove `mesh` from the macro.
    Source: Rigy chapter 12, V76.
    """
    yield from scope.found(macro_mesh, "macro mesh")


@rule("RIGY-P80", "error", "this {macro} cannot be expanded: {reason}")
def macro(scope: Scope) -> Iterator[Finding]:
    """The numbers of a macro fit together.

    Why: a wall without height or an opening beyond its edge has no boxes; a leg outside the plane no wedge.
    Mend: correct the value the message names.
    Source: Rigy chapter 10.5 and 10.7.
    """
    yield from scope.found(macro, "macro")


@rule("RIGY-P81", "error", "{reason}")
def box_corners(scope: Scope) -> Iterator[Finding]:
    """A box by its corners has min below max on every axis, and no other size.

    Why: two sizes could disagree, and a box that is inside out has none.
    Mend: write min and max alone, each with three numbers.
    Source: Rigy chapter 10.4.
    """
    yield from scope.found(box_corners, "aabb")


@rule("RIGY-F115", "error", "box.aabb says where the box is; it cannot have a transform as well")
def box_corners_alone(scope: Scope) -> Iterator[Finding]:
    """A box by its corners has no transform.

    Why: the corners are its place already.
    Mend: remove the transform, or give dimensions instead of corners.
    Source: Rigy chapter 12, F115.
    """
    yield from scope.found(box_corners_alone, "aabb transform")


@rule("RIGY-F116", "error", "the id of this cutout is {got!r}, and must be letters, digits and underscores")
def cutout_id(scope: Scope) -> Iterator[Finding]:
    """A cutout has an id that can be part of another one.

    Why: the boxes around it are named after it.
    Mend: write a name that does not begin with a digit.
    Source: Rigy chapter 12, F116.
    """
    yield from scope.found(cutout_id, "cutout id")


def room(scope: Scope) -> Iterator[Finding]:
    """Repeats that stand for more than the limit."""
    for fault in scope.faults("room"):
        yield from limit(f"the repeats stand for more than {fault.values['room']:,} values (limit expanded)")


RULES = (
    params, known_param, whole_param, param_type, repeat_count, repeat_as, repeat_structure, resolved_token,
    expression_syntax, expression_param, expression_finite, expression_domain, macro_mesh, macro, box_corners,
    box_corners_alone, cutout_id, room,
)  # fmt: skip
