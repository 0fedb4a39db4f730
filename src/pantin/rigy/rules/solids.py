"""Rules about primitives: their sizes and rotations."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at
from pantin.rigy.schema.document import BOX_ALIASES, DIMENSION_KEYS, Mesh, Primitive, Transform, is_read

SHORTEST_QUATERNION = 1e-12
"""Below it the direction of a quaternion is noise (Rigy chapter 12, V78)."""


def primitives(scope: Scope) -> Iterator[tuple[Mesh, Primitive]]:
    for mesh in scope.document.meshes:
        for primitive in mesh.primitives:
            yield mesh, primitive


@rule("RIGY-V07", "error", "{key!r} of primitive {id!r} is {value}, and must be more than 0")
def positive_size(scope: Scope) -> Iterator[Finding]:
    """Every dimension is more than zero.

    Why: a flat or inverted solid has no inside.
    Mend: write a positive number. In a list of extents a capsule's y may equal its x: then it is a sphere.
    Source: Rigy chapter 12, V07.
    """
    for _, one in primitives(scope):
        for key, value in one.dimensions.sizes.items():
            if value < 0.0 or (value == 0.0 and not (one.dimensions.extents and key == "height")):
                yield positive_size.at(at(one.path, "dimensions", key), key=key, id=one.id, value=value)


@rule("RIGY-P35", "error", "a {type} has no dimension {key!r}{hint}")
def unknown_dimension(scope: Scope) -> Iterator[Finding]:
    """Dimensions are those of the primitive's type: x, y, z; radius; or radius and height.

    Why: a misspelt dimension would otherwise be replaced by its default.
    Mend: correct the name. The reference profile lets it pass with a warning.
    Source: Rigy chapter 3, dimension keys.
    """
    for _, one in primitives(scope):
        known = _known(one.type)
        for key in one.dimensions.sizes if known else ():
            if key not in known:
                where = at(one.path, "dimensions", key)
                yield unknown_dimension.at(where, type=one.type, key=key, hint=scope.close_to(key, known))


def _known(kind: str) -> tuple[str, ...]:
    keys = DIMENSION_KEYS.get(kind, ())
    return keys + tuple(BOX_ALIASES) if kind == "box" else keys


@rule("RIGY-P36", "warning", "{type} {id!r} has no {key!r}; {value} is used")
def default_dimension(scope: Scope) -> Iterator[Finding]:
    """Every dimension of a primitive is written.

    Why: a size that is left out has a default that hardly anybody means.
    Mend: write the size.
    Source: Rigy chapter 3, dimension keys.
    """
    defaults = {"sphere": (0.5,), "cylinder": (0.5, 1.0), "capsule": (0.25, 1.0), "box": (1.0, 1.0, 1.0)}
    defaults["wedge"] = defaults["box"]
    older = {name: alias for alias, name in BOX_ALIASES.items()}
    for _, one in primitives(scope):
        given = one.dimensions.sizes
        if one.type not in defaults or not given:
            continue
        for key, value in zip(DIMENSION_KEYS[one.type], defaults[one.type], strict=True):
            if key not in given and not (one.type == "box" and older[key] in given):
                where = at(one.path, "dimensions")
                yield default_dimension.at(where, type=one.type, id=one.id, key=key, value=value)


@rule("RIGY-P37", "warning", "{alias!r} and {key!r} are the same side of box {id!r}; {alias!r} is used")
def dimension_twice(scope: Scope) -> Iterator[Finding]:
    """A side of a box is given once: as x, y, z or as width, height, depth.

    Why: of two values for one side only one counts.
    Mend: remove one of them.
    Source: Rigy chapter 3, dimension keys.
    """
    for _, one in primitives(scope):
        for alias, key in BOX_ALIASES.items() if one.type == "box" else ():
            if alias in one.dimensions.sizes and key in one.dimensions.sizes:
                yield dimension_twice.at(at(one.path, "dimensions", key), alias=alias, key=key, id=one.id)


def _transforms(scope: Scope) -> Iterator[tuple[str, Transform]]:
    """The transforms of primitives and of their field operators, with what each of them moves."""
    for _, one in primitives(scope):
        if one.transform is not None:
            yield f"primitive {one.id!r}", one.transform
        for each in one.implicit.ops if one.implicit is not None else ():
            if each.transform is not None:
                yield f"an operator of {one.id!r}", each.transform


@rule("RIGY-V72", "error", "{what} is rotated in {count} ways: {forms}")
def one_rotation(scope: Scope) -> Iterator[Finding]:
    """A transform has at most one form of rotation.

    Why: which of them comes first is not defined.
    Mend: keep one of them.
    Source: Rigy chapter 12, V72.
    """
    for what, transform in _transforms(scope):
        given = [form for form in _FORMS if getattr(transform, form) is not None]
        if len(given) > 1:
            where = at(transform.path, given[1])
            yield one_rotation.at(where, what=what, count=len(given), forms=", ".join(given))


_FORMS = ("rotation_euler", "rotation_degrees", "rotation_axis_angle", "rotation_quat")


@rule("RIGY-V78", "error", "the quaternion of {what} has length 0")
def quaternion_length(scope: Scope) -> Iterator[Finding]:
    """A quaternion is not zero; any other is normalised.

    Why: zero is no rotation, not even the identity, which is [0, 0, 0, 1].
    Mend: write [x, y, z, w] with at least one number away from 0.
    Source: Rigy chapter 12, V78.
    """
    for what, transform in _transforms(scope):
        quaternion = transform.rotation_quat
        if quaternion is not None and math.hypot(*quaternion) <= SHORTEST_QUATERNION:
            yield quaternion_length.at(at(transform.path, "rotation_quat"), what=what)


@rule("RIGY-V67", "error", "the axis that {what} is rotated about has length 0")
def axis_length(scope: Scope) -> Iterator[Finding]:
    """The axis of a rotation has a direction.

    Why: zero is no axis; a rotation about it is not the identity but a mistake.
    Mend: write for example axis: [0, 1, 0].
    Source: Rigy chapter 12, V67.
    """
    for what, transform in _transforms(scope):
        turn = transform.rotation_axis_angle
        if turn is not None and is_read(*turn.axis) and math.hypot(*turn.axis) <= SHORTEST_QUATERNION:
            yield axis_length.at(at(turn.path, "axis"), what=what)


RULES = (
    positive_size, unknown_dimension, default_dimension, dimension_twice, one_rotation, quaternion_length,
    axis_length,
)  # fmt: skip
LENIENT = ("RIGY-P35",)
