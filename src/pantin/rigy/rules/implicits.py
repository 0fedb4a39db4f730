"""Rules about implicit surfaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.report import Finding, rule
from pantin.rigy.rules.scope import Scope, at
from pantin.rigy.schema.document import CAPSULES, FIELDS, MOST_POINTS, Implicit, Primitive
from pantin.rigy.schema.kinds import UNREAD
from pantin.rigy.schema.primitive import MARCHING_CUBES
from pantin.rigy.shapes import vertex_count


def _surfaces(scope: Scope) -> Iterator[tuple[Primitive, Implicit]]:
    for mesh in scope.document.meshes:
        for one in mesh.primitives:
            if one.implicit is not None and one.original is None:
                yield one, one.implicit


@rule("RIGY-V80", "error", "the domain of {id!r} runs from {low} to {high} along {axis}")
def domain(scope: Scope) -> Iterator[Finding]:
    """The corners of a domain are finite, and ascend on every axis.

    Why: an empty domain has no points to sample.
    Mend: make every number of max larger than that of min.
    Source: Rigy chapter 12, V80.
    """
    infinite = {fault.path for fault in scope.faults("finite")}
    for one, field in _surfaces(scope):
        corners = (*field.domain.path, "aabb")
        for axis, low, high in zip(range(3), field.domain.low, field.domain.high, strict=True):
            if low >= high or infinite & {(*corners, "min", axis), (*corners, "max", axis)}:
                values: dict[str, Any] = {"id": one.id, "low": low, "high": high, "axis": "xyz"[axis]}
                yield domain.at(at(one.path, "domain", "aabb", "max", axis), **values)


@rule("RIGY-V81", "error", "the grid of {id!r} has {count} points along {axis}, and needs 2")
def grid(scope: Scope) -> Iterator[Finding]:
    """A grid has at least two points along every axis.

    Why: a cell lies between points.
    Mend: write at least 2; a smooth surface needs some tens.
    Source: Rigy chapter 12, V81.
    """
    for one, field in _surfaces(scope):
        for axis, count in zip("xyz", field.domain.grid, strict=True):
            if count < 2:
                where = at(one.path, "domain", "grid", f"n{axis}")
                yield grid.at(where, id=one.id, count=count, axis=axis)


@rule("RIGY-V82", "error", "{id!r} has no operators")
def some_operators(scope: Scope) -> Iterator[Finding]:
    """An implicit surface has at least one operator.

    Why: the field would be 0 everywhere.
    Mend: add an operator under ops.
    Source: Rigy chapter 12, V82.
    """
    broken = {(*fault.path, fault.values.get("key")) for fault in scope.faults("missing")}
    broken |= {fault.path for fault in scope.faults("type")}
    for one, field in _surfaces(scope):
        if not field.ops and (*one.path, "ops") not in broken:
            yield some_operators.at(at(one.path, "ops"), id=one.id)


@rule("RIGY-V83", "error", "there is no field {got!r}: {known}{hint}")
def known_field(scope: Scope) -> Iterator[Finding]:
    """A field is one of the language's.

    Why: others are not defined.
    Mend: use one of those the message lists, with its @1.
    Source: Rigy chapter 12, V83.
    """
    for _, field in _surfaces(scope):
        for one in field.ops:
            if one.field not in FIELDS and one.field != UNREAD:
                values = {"got": one.field, "known": ", ".join(FIELDS)}
                yield known_field.at(at(one.path, "field"), hint=scope.close_to(one.field, FIELDS), **values)


@rule("RIGY-V84", "error", "{key} of this operator is {value}, and must be more than 0")
def operator_size(scope: Scope) -> Iterator[Finding]:
    """Strength, radius and height are more than 0, and a capsule has a height.

    Why: a field without extent has no surface.
    Mend: write a positive number; use op: subtract instead of a negative strength.
    Source: Rigy chapter 12, V84.
    """
    for _, field in _surfaces(scope):
        for one in field.ops:
            for key in ("strength", "radius", "height"):
                value = getattr(one, key)
                if value is not None and value <= 0.0:
                    yield operator_size.at(at(one.path, key), key=key, value=value)
            if one.height is None and one.field in CAPSULES:
                yield operator_size.at(at(one.path, "field"), key="height", value="missing")


@rule("RIGY-V86", "error", "the grid of {id!r} has {count:,} points, more than {most:,}")
def grid_size(scope: Scope) -> Iterator[Finding]:
    """A grid has at most two million points.

    Why: time and memory grow with them.
    Mend: use fewer points, or a smaller domain.
    Source: Rigy chapter 12, V86.
    """
    for one, field in _surfaces(scope):
        nx, ny, nz = field.domain.grid
        if min(nx, ny, nz) > 0 and nx * ny * nz > MOST_POINTS:
            yield grid_size.at(
                at(one.path, "domain", "grid"), id=one.id, count=nx * ny * nz, most=MOST_POINTS
            )


@rule("RIGY-V87", "error", "there is no extraction {got!r}: marching_cubes@1")
def known_extraction(scope: Scope) -> Iterator[Finding]:
    """The surface is extracted by marching_cubes@1.

    Why: other ways would give other triangles.
    Mend: write algorithm: marching_cubes@1, or leave extraction out.
    Source: Rigy chapter 12, V87.
    """
    for one, field in _surfaces(scope):
        if field.algorithm not in (MARCHING_CUBES, UNREAD):
            yield known_extraction.at(at(one.path, "extraction", "algorithm"), got=field.algorithm)


@rule("RIGY-P84", "warning", "{id!r} has no surface: the field is nowhere {iso} inside the domain")
def some_surface(scope: Scope) -> Iterator[Finding]:
    """An implicit surface has triangles.

    Why: glTF has no empty meshes, so nothing of it is written.
    Mend: lower iso, raise the strength, or move the operators into the domain.
    Source: Rigy chapter 3, implicit surfaces.
    """
    for one, field in _surfaces(scope):
        if vertex_count(one) == 0:
            yield some_surface.at(at(one.path, "iso"), id=one.id, iso=field.iso)


RULES = (
    domain, grid, some_operators, known_field, operator_size, grid_size, known_extraction, some_surface,
)  # fmt: skip
