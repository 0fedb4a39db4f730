"""Rules about the compiled model: its size, its coordinates, and the influences that binding dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pantin.formats.rigy.rules.primitives import some_surface
from pantin.formats.rigy.rules.scope import Scope, pointer_to
from pantin.formats.rigy.rules.weight_maps import constant_gradient, four_influences
from pantin.formats.rigy.schema.document import Document, Primitive
from pantin.formats.rigy.shapes import VERTEX_COUNTS, tessellate
from pantin.report import Finding, rule
from pantin.rig import Mesh

LARGEST = float(np.finfo(np.float32).max)
"""Vertices are stored as float32."""


@rule("RIGY-P71", "error", "{what} is larger than 3.4e38 m, the largest float32")
def too_large(scopes: Iterable[Scope]) -> Iterator[Finding]:
    """Coordinates exceed float32.

    What: Every coordinate of the model must be a finite float32.
    Why: Positions are written as float32; a larger number would become infinite.
    Fix: Use smaller dimensions and translations.
    Source: Rigy 0.3, Floating-point serialization.
    """
    first = None
    for scope in scopes:
        first = first or scope
        for mesh in scope.source.document.meshes if scope.source.document else ():
            for primitive in mesh.primitives:
                if not _fits(tessellate(primitive, scope.profile).positions):
                    finding = too_large.at(pointer_to(primitive.path), what=f"primitive {primitive.id!r}")
                    yield scope.source.locate(finding)
                    return
    # A place of an instance, which has no coordinates in the document.
    if first is not None:
        yield first.source.locate(too_large.at("", what="the model"))


def fits_float32(meshes: Iterable[Mesh]) -> bool:
    """Whether all coordinates can be written."""
    return all(_fits(surface.positions) for mesh in meshes for surface in mesh.surfaces)


def _fits(positions: np.ndarray) -> bool:
    return not len(positions) or bool(positions.min() >= -LARGEST and positions.max() <= LARGEST)


def _largest_count(primitive: Primitive) -> int:
    """An upper bound of the vertices of a primitive: for an implicit surface, the points of its grid."""
    if primitive.implicit is not None:
        nx, ny, nz = primitive.implicit.domain.grid
        return nx * ny * nz
    return VERTEX_COUNTS.get(primitive.type, 0)


def count_vertices(document: Document) -> int:
    """Vertices, bones and meshes of a document without its imports."""
    count = sum(1 + sum(map(_largest_count, mesh.primitives)) for mesh in document.meshes)
    return count + sum(len(armature.bones) for armature in document.armatures)


def binding_findings(scope: Scope) -> Iterator[Finding]:
    """The findings that need bound vertices, or surfaces of which every part is right."""
    if scope.source.document is not None:
        yield from map(scope.source.locate, some_surface(scope))
    yield from map(scope.source.locate, four_influences(scope))
    yield from map(scope.source.locate, constant_gradient(scope))
