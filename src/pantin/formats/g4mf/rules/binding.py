"""Rules about bindings: the values of normals and texture maps, and the elements they belong to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.formats.g4mf.accessor import FLOATING, UNSIGNED
from pantin.formats.g4mf.model import Binding, Mesh, Surface
from pantin.formats.g4mf.naming import describe, first_of
from pantin.formats.g4mf.newest import upgrade_faults
from pantin.formats.g4mf.rules.members import MESSAGE
from pantin.formats.g4mf.rules.mesh import surfaces
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import counted

UNIT_NORMAL = {"float8": 0.15, "float16": 5e-3}
"""How far a normal's length may be from 1, by type: components rounded to 2^-4 and 2^-11 of their size."""
UNIT_OTHERWISE = 1e-3
"""Normals stored with four decimals are off by up to N · 5e-5."""


def bindings(scope: Scope) -> Iterator[tuple[Mesh, Surface, Binding, bool]]:
    """Every binding, and whether its values are normals."""
    for mesh, surface in surfaces(scope):
        for binding, is_normal in ((surface.normals, True), (surface.texture_map, False)):
            if binding is not None:
                yield mesh, surface, binding, is_normal


@rule("G4MF-MESH-015", "error", MESSAGE)
def values_of_other_type(scope: Scope) -> Iterator[Finding]:
    """Values of normals or a texture map have the wrong type.

    What: `values` of a binding is an accessor with a floating-point type. Normals have a `vectorSize` equal
    to the dimension of the file.
    Why: Normals are directions in space, texture coordinates are positions in a texture.
    Fix: Store the values as float32 with the right `vectorSize`.
    Source: G4MF mesh, normals and texture map.
    """
    yield from scope.member_findings.get(values_of_other_type.id, ())
    for _, _, binding, is_normal in bindings(scope):
        extent = scope.extent(binding.values)
        described = scope.describe(binding.pointer)
        if extent is None or not scope.dimension:
            continue
        if extent.type not in FLOATING or (is_normal and extent.size != scope.dimension):
            size = f" with {counted(scope.dimension, 'number')} each" if is_normal else ""
            yield values_of_other_type.at(
                binding.pointer,
                member=f'"values" of {described}',
                value=f"{extent.type} with {counted(extent.size, 'number')} each",
                expected=f"floating point{size}",
            )


@rule("G4MF-MESH-016", "warning", "normal {index} of {surface} has length {length:.4g}, expected 1")
def normal_not_unit(scope: Scope) -> Iterator[Finding]:
    """Normal does not have length 1.

    What: Stored normals have length 1, within the precision of their type.
    Why: Lighting uses them as they are, so the surface looks too bright or too dark.
    Fix: Divide each normal by its length.
    Source: G4MF mesh, normals.
    """
    for _, surface, binding, is_normal in bindings(scope):
        array, extent = scope.array(binding.values), scope.extent(binding.values)
        if not is_normal or array is None or extent is None or array.dtype.kind != "f":
            continue
        with np.errstate(all="ignore"):
            lengths = np.sqrt(np.einsum("ij,ij->i", array, array, dtype=np.float64))
        wrong = np.flatnonzero(~(np.abs(lengths - 1) <= UNIT_NORMAL.get(extent.type, UNIT_OTHERWISE)))
        if len(wrong):
            yield normal_not_unit.at(
                binding.pointer,
                index=first_of(int(wrong[0]), len(wrong)),
                surface=scope.describe(surface.pointer),
                length=float(lengths[wrong[0]]),
            )


@rule("G4MF-MESH-017", "error", '{binding}: "{key}" has {count}; expected {expected}, one per {element}')
def binding_count_wrong(scope: Scope) -> Iterator[Finding]:
    """Binding has the wrong number of values or indices.

    What: A binding has one value, or one index of a value, for every corner or element it covers.
    Why: Entry i belongs to corner i, so a wrong number shifts or loses values.
    Fix: Write one entry per corner or element.
    Source: G4MF mesh, bindings.
    """
    for mesh, surface, binding, _ in bindings(scope):
        for key, element, accessor, expected in _expected_counts(scope, mesh, surface, binding):
            extent = scope.extent(accessor)
            if extent is not None and extent.count * (extent.size if key != "values" else 1) != expected:
                noun = "value" if key == "values" else "index"
                yield binding_count_wrong.at(
                    binding.pointer,
                    binding=scope.describe(binding.pointer),
                    key=key,
                    count=counted(extent.count * (extent.size if key != "values" else 1), noun),
                    expected=expected,
                    element=element,
                )
    for fault in upgrade_faults(scope.document, "count"):
        described = describe(scope.file.tree, fault.pointer)
        yield binding_count_wrong.at(
            fault.pointer, binding=described, key="values", element="cell corner", **fault.parts
        )


def _expected_counts(
    scope: Scope, mesh: Mesh, surface: Surface, binding: Binding
) -> Iterator[tuple[str, str, int | None, int]]:
    """Member, what each of its entries belongs to, its accessor, and how many entries it needs."""
    simplexes = scope.extent(surface.simplexes)
    if binding.simplexes is not None:
        corners = 0 if simplexes is None else simplexes.count * simplexes.size
        yield "simplexes", "simplex corner", binding.simplexes, corners
    if binding.per_simplex is not None:
        yield "perSimplex", "simplex", binding.per_simplex, 0 if simplexes is None else simplexes.count
    for tier in binding.tiers:
        if tier.dimension == 0:
            yield "geometry", "vertex", tier.accessor, scope.element_count(mesh.vertices)
        elif tier.dimension == 1:
            ends, element = (2, "edge end") if tier.parts == 0 else (1, "edge")
            yield "geometry", element, tier.accessor, ends * scope.element_count(surface.edges)


@rule("G4MF-MESH-018", "error", '{binding}: "{key}" {fault}')
def bound_value_missing(scope: Scope) -> Iterator[Finding]:
    """Binding refers to a value that does not exist.

    What: `simplexes` and `perSimplex` of a binding hold integers from 0 to the number of values minus 1.
    Why: A corner without a value has no normal or texture coordinate.
    Fix: Correct the index.
    Source: G4MF mesh, bindings.
    """
    for _, _, binding, _ in bindings(scope):
        values = scope.extent(binding.values)
        if values is None:
            continue
        for key, accessor in (("simplexes", binding.simplexes), ("perSimplex", binding.per_simplex)):
            array = scope.array(accessor)
            if array is None:
                continue
            if array.dtype.kind not in "iu":
                fault = "are not integers"
            elif len(wrong := array[(array >= values.count) | (array < 0)]):
                count = counted(values.count, "value")
                fault = f"uses value {first_of(int(wrong[0]), len(wrong))}, but there are {count}"
            else:
                continue
            described = scope.describe(binding.pointer)
            yield bound_value_missing.at(f"{binding.pointer}/{key}", binding=described, key=key, fault=fault)


@rule("G4MF-MESH-022", "error", MESSAGE)
def bound_tier_invalid(scope: Scope) -> Iterator[Finding]:
    """Binding to geometry has an invalid dimension.

    What: Each entry of `geometry` in a binding has an accessor of unsigned integers and a
    `geometryDimension` that the surface has. `decomposeDimension` is not larger than that.
    Why: The indices follow the elements of that dimension, in their order.
    Fix: Add `geometryDimension`, or correct `decomposeDimension`.
    Source: G4MF mesh, binding geometry.
    """
    yield from scope.member_findings.get(bound_tier_invalid.id, ())
    for _, surface, binding, _ in bindings(scope):
        for tier in binding.tiers:
            extent = scope.extent(tier.accessor)
            if tier.dimension is None or tier.accessor is None:
                continue
            if tier.parts > tier.dimension:
                key, value = "decomposeDimension", str(tier.parts)
                expected = f"at most {tier.dimension}, the geometryDimension"
            elif tier.dimension - 1 > len(surface.geometry):
                key, value = "geometryDimension", str(tier.dimension)
                expected = f"at most {len(surface.geometry) + 1}, the dimension of the surface's elements"
            elif extent is not None and extent.type not in UNSIGNED:
                key, value, expected = "accessor", extent.type, "unsigned integers"
            else:
                continue
            yield bound_tier_invalid.at(
                tier.pointer,
                member=f'"{key}" of {scope.describe(tier.pointer)}',
                value=value,
                expected=expected,
            )


RULES = (
    values_of_other_type,
    normal_not_unit,
    binding_count_wrong,
    bound_value_missing,
    bound_tier_invalid,
)
