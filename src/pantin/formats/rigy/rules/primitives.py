"""Rules about primitives: their dimensions, rotations and implicit surfaces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pantin.formats.rigy.rules.scope import Scope, pointer_to
from pantin.formats.rigy.rules.typos import typo_hint
from pantin.formats.rigy.rules.values import is_of_operator
from pantin.formats.rigy.schema.document import (
    BOX_ALIASES,
    CAPSULES,
    DIMENSION_KEYS,
    FIELDS,
    MOST_POINTS,
    Implicit,
    Mesh,
    Primitive,
    Transform,
    is_read,
    is_uniform,
)
from pantin.formats.rigy.schema.kinds import UNREAD, cut
from pantin.formats.rigy.schema.primitive import MARCHING_CUBES
from pantin.formats.rigy.shapes import vertex_count
from pantin.report import Finding, rule

SHORTEST_QUATERNION = 1e-12
"""Below it the direction of a quaternion is noise (Rigy chapter 12, V78)."""


def primitives(scope: Scope) -> Iterator[tuple[Mesh, Primitive]]:
    """All primitives with their meshes, without those that could not be read at all."""
    for mesh in scope.document.meshes:
        for primitive in mesh.primitives:
            if primitive.id != UNREAD or primitive.type != UNREAD:
                yield mesh, primitive


@rule("RIGY-V07", "error", "dimension {key!r} of primitive {id!r} must be greater than 0, not {value}")
def positive_size(scope: Scope) -> Iterator[Finding]:
    """Dimension is not positive.

    What: Every dimension of a primitive must be greater than 0.
    Why: A flat or inverted solid has no inside.
    Fix: Write a positive number. In a list of extents the y of a capsule may equal its x, which makes it
    a sphere.
    Source: Rigy chapter 12, V07.
    """
    for _, primitive in primitives(scope):
        for key, value in primitive.dimensions.sizes.items():
            if value < 0.0 or (value == 0.0 and not (primitive.dimensions.extents and key == "height")):
                yield positive_size.at(
                    pointer_to(primitive.path, "dimensions", key), key=key, id=primitive.id, value=value
                )


@rule("RIGY-P35", "error", "unknown dimension {key!r} of {type} {id!r}{hint}")
def unknown_dimension(scope: Scope) -> Iterator[Finding]:
    """Unknown dimension.

    What: The dimensions of a primitive must be those of its type: x, y, z; radius; or radius and height.
    Why: A misspelt dimension would otherwise be replaced by its default.
    Fix: Correct the name. The reference profile reports a warning instead.
    Source: Rigy chapter 3, dimension keys.
    """
    for _, primitive in primitives(scope):
        known = _dimensions_of(primitive.type)
        for key in primitive.dimensions.sizes if known else ():
            if key not in known and key != UNREAD:
                where = pointer_to(primitive.path, "dimensions", key)
                hint = typo_hint(primitive.type, key) or scope.suggest(key, known)
                values = {"type": primitive.type, "id": primitive.id, "key": cut(key), "hint": hint}
                yield scope.source.locate(unknown_dimension.at(where, **values), key=True)


def _dimensions_of(primitive_type: str) -> tuple[str, ...]:
    keys = DIMENSION_KEYS.get(primitive_type, ())
    return keys + tuple(BOX_ALIASES) if primitive_type == "box" else keys


@rule("RIGY-P36", "warning", "{type} {id!r} has no dimension {key!r}; using the default {value}")
def default_dimension(scope: Scope) -> Iterator[Finding]:
    """Missing dimension.

    What: Every dimension of a primitive should be given.
    Why: The default of a missing dimension is rarely what the author wants.
    Fix: Write the dimension.
    Source: Rigy chapter 3, dimension keys.
    """
    defaults = {"sphere": (0.5,), "cylinder": (0.5, 1.0), "capsule": (0.25, 1.0), "box": (1.0, 1.0, 1.0)}
    defaults["wedge"] = defaults["box"]
    older = {name: alias for alias, name in BOX_ALIASES.items()}
    for _, primitive in primitives(scope):
        stated = primitive.dimensions.sizes
        if primitive.type not in defaults or not stated or stated.keys() - {*_dimensions_of(primitive.type)}:
            continue  # an unknown dimension may be the missing one, misspelt
        for key, value in zip(DIMENSION_KEYS[primitive.type], defaults[primitive.type], strict=True):
            if key not in stated and not (primitive.type == "box" and older[key] in stated):
                where = pointer_to(primitive.path, "dimensions")
                yield default_dimension.at(where, type=primitive.type, id=primitive.id, key=key, value=value)


@rule("RIGY-P37", "warning", "{alias!r} and {key!r} set the same side of box {id!r}; {alias!r} is used")
def dimension_twice(scope: Scope) -> Iterator[Finding]:
    """Side of a box given twice.

    What: A side of a box should be given once: as x, y, z or as width, height, depth.
    Why: Only one of the two values applies.
    Fix: Remove one of them.
    Source: Rigy chapter 3, dimension keys.
    """
    for _, primitive in primitives(scope):
        for alias, key in BOX_ALIASES.items() if primitive.type == "box" else ():
            if alias in primitive.dimensions.sizes and key in primitive.dimensions.sizes:
                yield dimension_twice.at(
                    pointer_to(primitive.path, "dimensions", key), alias=alias, key=key, id=primitive.id
                )


def _transforms(scope: Scope) -> Iterator[tuple[str, Transform]]:
    """The transforms of primitives and of their field operators, with what each transform belongs to."""
    for _, primitive in primitives(scope):
        if primitive.transform is not None:
            yield f"primitive {primitive.id!r}", primitive.transform
        for operator in primitive.implicit.ops if primitive.implicit is not None else ():
            if operator.transform is not None:
                yield f"an operator of {primitive.id!r}", operator.transform


@rule("RIGY-V72", "error", "{what} has {count} rotations ({forms}); only one is allowed")
def one_rotation(scope: Scope) -> Iterator[Finding]:
    """More than one rotation.

    What: A transform must have at most one of rotation_euler, rotation_degrees, rotation_axis_angle and
    rotation_quat.
    Why: Their order is not defined.
    Fix: Keep one of them.
    Source: Rigy chapter 12, V72.
    """
    for what, transform in _transforms(scope):
        forms = [form for form in _FORMS if getattr(transform, form) is not None]
        if len(forms) > 1:
            where = pointer_to(transform.path, forms[1])
            yield one_rotation.at(where, what=what, count=len(forms), forms=", ".join(forms))


_FORMS = ("rotation_euler", "rotation_degrees", "rotation_axis_angle", "rotation_quat")


@rule("RIGY-V78", "error", "rotation_quat of {what} has length 0")
def quaternion_length(scope: Scope) -> Iterator[Finding]:
    """Quaternion has zero length.

    What: The length of rotation_quat must be greater than 1e-12; the quaternion is normalised.
    Why: The zero quaternion is not a rotation; the identity is [0, 0, 0, 1].
    Fix: Write [x, y, z, w] with at least one number that is not 0.
    Source: Rigy chapter 12, V78.
    """
    for what, transform in _transforms(scope):
        quaternion = transform.rotation_quat
        if quaternion is not None and math.hypot(*quaternion) <= SHORTEST_QUATERNION:
            yield quaternion_length.at(pointer_to(transform.path, "rotation_quat"), what=what)


@rule("RIGY-V67", "error", "the rotation axis of {what} has length 0")
def axis_length(scope: Scope) -> Iterator[Finding]:
    """Rotation axis has zero length.

    What: The axis of rotation_axis_angle must be longer than 1e-12.
    Why: A zero vector has no direction to rotate about.
    Fix: Write for example axis: [0, 1, 0].
    Source: Rigy chapter 12, V67.
    """
    for what, transform in _transforms(scope):
        turn = transform.rotation_axis_angle
        if turn is not None and is_read(*turn.axis) and math.hypot(*turn.axis) <= SHORTEST_QUATERNION:
            yield axis_length.at(pointer_to(turn.path, "axis"), what=what)


def _surfaces(scope: Scope) -> Iterator[tuple[Primitive, Implicit]]:
    for mesh in scope.document.meshes:
        for primitive in mesh.primitives:
            if primitive.implicit is not None and primitive.original is None:
                yield primitive, primitive.implicit


@rule(
    "RIGY-V80",
    "error",
    "the domain of implicit surface {id!r} needs finite min < max along {axis}, not {low} to {high}",
)
def domain(scope: Scope) -> Iterator[Finding]:
    """Empty domain.

    What: The corners of a domain must be finite, and min must be below max on every axis.
    Why: An empty domain has no points to sample.
    Fix: Make every number of max larger than that of min.
    Source: Rigy chapter 12, V80.
    """
    infinite = {fault.path for fault in scope.faults("finite")}
    for primitive, implicit in _surfaces(scope):
        corners = (*implicit.domain.path, "aabb")
        for axis, low, high in zip(range(3), implicit.domain.low, implicit.domain.high, strict=True):
            if low >= high or infinite & {(*corners, "min", axis), (*corners, "max", axis)}:
                values: dict[str, Any] = {"id": primitive.id, "low": low, "high": high, "axis": "xyz"[axis]}
                yield domain.at(pointer_to(primitive.path, "domain", "aabb", "max", axis), **values)


@rule(
    "RIGY-V81",
    "error",
    "the grid of implicit surface {id!r} needs at least 2 points along {axis}, not {count}",
)
def grid(scope: Scope) -> Iterator[Finding]:
    """Grid is too small.

    What: A grid must have at least two points along every axis.
    Why: A cell lies between two points.
    Fix: Write at least 2; a smooth surface needs 20 or more.
    Source: Rigy chapter 12, V81.
    """
    for primitive, implicit in _surfaces(scope):
        for axis, count in zip("xyz", implicit.domain.grid, strict=True):
            if count < 2:
                where = pointer_to(primitive.path, "domain", "grid", f"n{axis}")
                yield grid.at(where, id=primitive.id, count=count, axis=axis)


@rule("RIGY-V82", "error", "implicit surface {id!r} has no operators")
def some_operators(scope: Scope) -> Iterator[Finding]:
    """Implicit surface has no operators.

    What: The ops of an implicit surface must not be empty.
    Why: The field would be 0 everywhere.
    Fix: Add an operator under ops.
    Source: Rigy chapter 12, V82.
    """
    broken = {(*fault.path, fault.values.get("key")) for fault in scope.faults("missing")}
    broken |= {fault.path for fault in scope.faults("type")}
    for primitive, implicit in _surfaces(scope):
        if not implicit.ops and (*primitive.path, "ops") not in broken:
            yield some_operators.at(pointer_to(primitive.path, "ops"), id=primitive.id)


@rule("RIGY-V83", "error", "unknown field {got!r} (known: {known}){hint}")
def known_field(scope: Scope) -> Iterator[Finding]:
    """Unknown field.

    What: The field of an operator must be one of the fields of the language.
    Why: Other fields are not defined.
    Fix: Use one of the fields that the message lists, including its @1.
    Source: Rigy chapter 12, V83.
    """
    for _, implicit in _surfaces(scope):
        for operator in implicit.ops:
            name = operator.field
            if name not in FIELDS and name != UNREAD:
                values = {"got": name, "known": ", ".join(FIELDS)}
                yield known_field.at(
                    pointer_to(operator.path, "field"), hint=scope.suggest(name, FIELDS), **values
                )


@rule(
    "RIGY-V84",
    "error",
    "{key!r} of a field operator of implicit surface {id!r} must be greater than 0, {got}",
)
def operator_size(scope: Scope) -> Iterator[Finding]:
    """Field operator without extent.

    What: The strength, radius and height of a field operator must be greater than 0, and a capsule must
    have a height.
    Why: A field without extent has no surface.
    Fix: Write a positive number; use op: subtract instead of a negative strength.
    Source: Rigy chapter 12, V84.
    """
    for primitive, implicit in _surfaces(scope):
        for operator in implicit.ops:
            for key in ("strength", "radius", "height"):
                value = getattr(operator, key)
                if value is not None and value <= 0.0:
                    got = f"not {value}"
                    yield operator_size.at(pointer_to(operator.path, key), id=primitive.id, key=key, got=got)
            if operator.height is None and operator.field in CAPSULES:
                values = {"id": primitive.id, "key": "height", "got": "but is missing"}
                yield operator_size.at(pointer_to(operator.path, "field"), **values)


@rule("RIGY-V85", "error", "the transform of a field operator {reason}")
def operator_transform(scope: Scope) -> Iterator[Finding]:
    """Field operator is not scaled uniformly.

    What: The transform of a field operator may translate, rotate, and scale by one positive factor: a number,
    or the same number three times. It must have no other keys.
    Why: A field is defined by distances, which other transforms would distort.
    Fix: Write one factor for all axes, or change radius and height instead.
    Source: Rigy chapter 3.7; chapter 12, V85.
    """
    for fault in scope.faults("unknown key"):
        if is_of_operator(fault.path):
            hint = scope.suggest(fault.values["key"], fault.values["known"])
            reason = f"has the unknown key {fault.values['key']!r}{hint}"
            yield scope.at_fault(operator_transform.at(pointer_to(fault.path), reason=reason), fault)
    for _, implicit in _surfaces(scope):
        for operator in implicit.ops:
            scale = None if operator.transform is None else operator.transform.scale
            if scale is not None and is_read(*scale) and not is_uniform(scale):
                same = scale[0] == scale[1] == scale[2]
                must = "a scale greater than 0" if same else "the same scale along x, y and z"
                stated = scale[0] if same else list(scale)
                where = pointer_to(operator.path, "transform", "scale")
                yield operator_transform.at(where, reason=f"must have {must}, not {stated}")


@rule("RIGY-V86", "error", "the grid of implicit surface {id!r} has {count:,} points; the limit is {most:,}")
def grid_size(scope: Scope) -> Iterator[Finding]:
    """Grid is too large.

    What: A grid must have at most two million points.
    Why: Time and memory grow with the number of points.
    Fix: Use fewer points, or a smaller domain.
    Source: Rigy chapter 12, V86.
    """
    for primitive, implicit in _surfaces(scope):
        nx, ny, nz = implicit.domain.grid
        if min(nx, ny, nz) > 0 and nx * ny * nz > MOST_POINTS:
            where = pointer_to(primitive.path, "domain", "grid")
            yield grid_size.at(where, id=primitive.id, count=nx * ny * nz, most=MOST_POINTS)


@rule("RIGY-V87", "error", "unknown extraction algorithm {got!r} (known: marching_cubes@1)")
def known_extraction(scope: Scope) -> Iterator[Finding]:
    """Unknown extraction algorithm.

    What: The algorithm of extraction must be marching_cubes@1.
    Why: Other algorithms would give other triangles.
    Fix: Write algorithm: marching_cubes@1, or remove extraction.
    Source: Rigy chapter 12, V87.
    """
    for primitive, implicit in _surfaces(scope):
        if implicit.algorithm not in (MARCHING_CUBES, UNREAD):
            where = pointer_to(primitive.path, "extraction", "algorithm")
            yield known_extraction.at(where, got=implicit.algorithm)


@rule(
    "RIGY-P84",
    "warning",
    "implicit surface {id!r} is empty: the field never reaches iso {iso} inside the domain",
)
def some_surface(scope: Scope) -> Iterator[Finding]:
    """Implicit surface is empty.

    What: An implicit surface should have at least one triangle.
    Why: glTF has no empty meshes, so the primitive is omitted.
    Fix: Lower iso, raise the strength, or move the operators into the domain.
    Source: Rigy chapter 3, implicit surfaces.
    """
    for primitive, implicit in _surfaces(scope):
        if vertex_count(primitive) == 0:
            yield some_surface.at(pointer_to(primitive.path, "iso"), id=primitive.id, iso=implicit.iso)


RULES = (
    positive_size, unknown_dimension, default_dimension, dimension_twice, one_rotation, quaternion_length,
    axis_length, domain, grid, some_operators, known_field, operator_size, operator_transform, grid_size,
    known_extraction,
)  # fmt: skip
LENIENT = ("RIGY-P35",)
