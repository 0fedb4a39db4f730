"""Rules about implicit surfaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, pointer_to
from pantin.rigy.schema.document import CAPSULES, FIELDS, MOST_POINTS, Implicit, Primitive
from pantin.rigy.schema.kinds import UNREAD
from pantin.rigy.schema.primitive import MARCHING_CUBES
from pantin.rigy.shapes import vertex_count


def _surfaces(scope: Scope) -> Iterator[tuple[Primitive, Implicit]]:
    for mesh in scope.document.meshes:
        for primitive in mesh.primitives:
            if primitive.implicit is not None and primitive.original is None:
                yield primitive, primitive.implicit


@rule("RIGY-V80", "error", "the domain of {id!r} needs finite min < max along {axis}, not {low} to {high}")
def domain(scope: Scope) -> Iterator[Finding]:
    """Empty domain.

    What: The corners of a domain must be finite, and min must be below max on every axis.
    Why: an empty domain has no points to sample.
    Fix: make every number of max larger than that of min.
    Source: Rigy chapter 12, V80.
    """
    infinite = {fault.path for fault in scope.faults("finite")}
    for primitive, implicit in _surfaces(scope):
        corners = (*implicit.domain.path, "aabb")
        for axis, low, high in zip(range(3), implicit.domain.low, implicit.domain.high, strict=True):
            if low >= high or infinite & {(*corners, "min", axis), (*corners, "max", axis)}:
                values: dict[str, Any] = {"id": primitive.id, "low": low, "high": high, "axis": "xyz"[axis]}
                yield domain.at(pointer_to(primitive.path, "domain", "aabb", "max", axis), **values)


@rule("RIGY-V81", "error", "the grid of {id!r} needs at least 2 points along {axis}, not {count}")
def grid(scope: Scope) -> Iterator[Finding]:
    """Grid is too small.

    What: A grid must have at least two points along every axis.
    Why: a cell lies between two points.
    Fix: write at least 2; a smooth surface needs 20 or more.
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
    Why: the field would be 0 everywhere.
    Fix: add an operator under ops.
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
    Why: other fields are not defined.
    Fix: use one of the fields that the message lists, including its @1.
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


@rule("RIGY-V84", "error", "{key!r} of a field operator of {id!r} must be greater than 0, {got}")
def operator_size(scope: Scope) -> Iterator[Finding]:
    """Field operator without extent.

    What: The strength, radius and height of a field operator must be greater than 0, and a capsule must
    have a height.
    Why: a field without extent has no surface.
    Fix: write a positive number; use op: subtract instead of a negative strength.
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


@rule("RIGY-V86", "error", "the grid of {id!r} has {count:,} points; the limit is {most:,}")
def grid_size(scope: Scope) -> Iterator[Finding]:
    """Grid is too large.

    What: A grid must have at most two million points.
    Why: time and memory grow with the number of points.
    Fix: use fewer points, or a smaller domain.
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
    Why: other algorithms would give other triangles.
    Fix: write algorithm: marching_cubes@1, or remove extraction.
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
    Fix: lower iso, raise the strength, or move the operators into the domain.
    Source: Rigy chapter 3, implicit surfaces.
    """
    for primitive, implicit in _surfaces(scope):
        if vertex_count(primitive) == 0:
            yield some_surface.at(pointer_to(primitive.path, "iso"), id=primitive.id, iso=implicit.iso)


RULES = (
    domain, grid, some_operators, known_field, operator_size, grid_size, known_extraction, some_surface,
)  # fmt: skip
