"""Rules about bindings: the values of normals and texture maps, and what says where they belong."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.formats.g4mf.accessor import FLOATING, UNSIGNED
from pantin.formats.g4mf.model import Binding, Mesh, Surface
from pantin.formats.g4mf.ranges import cell_corners, vertex_instances
from pantin.formats.g4mf.rules.mesh import surfaces
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.wording import and_more

UNIT_NORMAL = {"float8": 0.15, "float16": 5e-3}
"""How far a normal's length may be from 1, by type: components rounded to 2^-4 and 2^-11 of their size."""
UNIT_OTHERWISE = 1e-3
"""Normals stored with four decimals are off by up to N · 5e-5."""


def bindings(scope: Scope) -> Iterator[tuple[Mesh, Surface, Binding, bool]]:
    """Every binding, and whether it is of normals."""
    for mesh, surface in surfaces(scope):
        for binding, normal in (
            (surface.normals, True),
            (surface.cell_normals, True),
            (surface.texture_map, False),
            (surface.cell_texture_map, False),
        ):
            if binding is not None:
                yield mesh, surface, binding, normal


@rule("G4MF-MESH-015", "error", "{what} {fault}")
def values_fit(scope: Scope) -> Iterator[Finding]:
    """Bound values are floating-point vectors; those of normals have the file's dimension.

    Why: they are directions in space, or places in a texture.
    Mend: store them as float32 with the right `vectorSize`.
    Source: G4MF mesh, normals and texture map.
    """
    for _, _, binding, normal in bindings(scope):
        about = scope.extent(binding.values)
        what = "normals" if normal else "texture coordinates"
        if binding.values is None:
            yield values_fit.at(binding.place, what=what, fault="have no values")
        if about is None or not scope.dimension:
            continue
        if about.type not in FLOATING or (normal and about.size != scope.dimension):
            needed = f", floating point with {scope.dimension} is needed" if normal else ""
            fault = f"are {about.type} with {about.size} numbers each{needed}"
            yield values_fit.at(binding.place, what=what, fault=fault)


@rule("G4MF-MESH-016", "warning", "normal {at} has the length {length:.4g}{more}")
def normals_are_unit(scope: Scope) -> Iterator[Finding]:
    """Stored normals have the length 1.

    Why: light is computed with them as they are.
    Mend: divide them by their length.
    Source: G4MF mesh, normals.
    """
    for _, _, binding, normal in bindings(scope):
        array, about = scope.array(binding.values), scope.extent(binding.values)
        if not normal or array is None or about is None or array.dtype.kind != "f":
            continue
        with np.errstate(all="ignore"):
            lengths = np.sqrt((array.astype(np.float64) ** 2).sum(1))
        wrong = np.flatnonzero(~(np.abs(lengths - 1) <= UNIT_NORMAL.get(about.type, UNIT_OTHERWISE)))
        if len(wrong):
            yield normals_are_unit.at(
                binding.place, at=int(wrong[0]), length=float(lengths[wrong[0]]), more=and_more(len(wrong))
            )


@rule("G4MF-MESH-017", "error", "{what}: {count} indices for {expected}")
def binding_counts_fit(scope: Scope) -> Iterator[Finding]:
    """There is a value, or an index of one, for every corner or element that the binding speaks of.

    Why: index i belongs to corner i.
    Mend: write as many as there are corners.
    Source: G4MF mesh, bindings.
    """
    for mesh, surface, binding, _ in bindings(scope):
        for what, accessor, expected in _expected(scope, mesh, surface, binding):
            about = scope.extent(accessor)
            if about is not None and about.count * (about.size if what != "values" else 1) != expected:
                yield binding_counts_fit.at(
                    binding.place, what=what, count=about.count * about.size, expected=expected
                )


def _expected(
    scope: Scope, mesh: Mesh, surface: Surface, binding: Binding
) -> Iterator[tuple[str, int | None, int]]:
    simplexes = scope.extent(surface.simplexes)
    if binding.dense:
        if binding.cells:
            yield "values", binding.values, cell_corners(scope.document, mesh, surface)
        else:
            yield "values", binding.values, vertex_instances(scope.document, mesh, surface)
    if binding.simplexes is not None:
        corners = 0 if simplexes is None else simplexes.count * simplexes.size
        yield "simplexes", binding.simplexes, corners
    if binding.per_simplex is not None:
        yield "perSimplex", binding.per_simplex, 0 if simplexes is None else simplexes.count
    for tier in binding.tiers:
        if tier.dimension == 0:
            yield "vertices", tier.accessor, scope.count(mesh.vertices)
        elif tier.dimension == 1:
            ends = 2 if tier.parts == 0 else 1
            yield "edges", tier.accessor, ends * scope.count(surface.edges)


@rule("G4MF-MESH-018", "error", "{key} {fault}")
def bound_values_exist(scope: Scope) -> Iterator[Finding]:
    """The indices of a binding are integers that name its values.

    Why: an index equal to their number names nothing either.
    Mend: correct the index.
    Source: G4MF mesh, bindings.
    """
    for _, _, binding, _ in bindings(scope):
        values = scope.extent(binding.values)
        if values is None:
            continue
        count = values.count
        for key, accessor in (("simplexes", binding.simplexes), ("perSimplex", binding.per_simplex)):
            array = scope.array(accessor)
            if array is None:
                continue
            place = f"{binding.place}/{key}"
            if array.dtype.kind not in "iu":
                yield bound_values_exist.at(place, key=key, fault="are not integers")
                continue
            wrong = array[(array >= count) | (array < 0)]
            if len(wrong):
                fault = f"names value {int(wrong[0])} of {count}{and_more(len(wrong))}"
                yield bound_values_exist.at(place, key=key, fault=fault)


@rule("G4MF-MESH-022", "error", "{why}")
def bound_tiers_are_sound(scope: Scope) -> Iterator[Finding]:
    """A binding to geometry says of which dimension, and decomposes to none above it.

    Why: the indices follow the elements of that dimension.
    Mend: add `geometryDimension`, or correct `decomposeDimension`.
    Source: G4MF mesh, binding geometry.
    """
    for _, surface, binding, _ in bindings(scope):
        for tier in binding.tiers:
            about = scope.extent(tier.accessor)
            if tier.dimension is None or tier.accessor is None:
                why = "the entry needs an accessor and a geometryDimension"
            elif tier.parts > tier.dimension:
                why = f"elements of dimension {tier.dimension} have no parts of dimension {tier.parts}"
            elif tier.dimension - 1 > len(surface.geometry):
                why = f"the surface has no elements of dimension {tier.dimension}"
            elif about is not None and about.type not in UNSIGNED:
                why = f"the indices are {about.type}, not unsigned integers"
            else:
                continue
            yield bound_tiers_are_sound.at(tier.place, why=why)


RULES = (
    values_fit,
    normals_are_unit,
    binding_counts_fit,
    bound_values_exist,
    bound_tiers_are_sound,
)
