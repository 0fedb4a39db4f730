"""Rules about what a text becomes: its size, its numbers, and what binding had to drop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pantin.report import Finding, rule
from pantin.rig import Mesh
from pantin.rigy.rules.scope import Scope
from pantin.rigy.rules.weight_maps import four_influences
from pantin.rigy.schema.document import Document, Primitive
from pantin.rigy.shapes import VERTEX_COUNTS

LARGEST = float(np.finfo(np.float32).max)
"""Vertices are stored as float32."""


@rule("RIGY-P71", "error", "the model is too large for the numbers a vertex has: more than 3.4e38 metres")
def too_large() -> Iterator[Finding]:
    """Every coordinate of the model is a finite float32.

    Why: positions are written as float32; what does not fit would become infinite.
    Mend: use smaller sizes and translations.
    Source: Rigy 0.3, Floating-point serialization.
    """
    yield too_large.at()


def fits(meshes: Iterable[Mesh]) -> bool:
    """Whether all coordinates can be written."""
    for mesh in meshes:
        for surface in mesh.surfaces:
            positions = surface.positions
            if len(positions) and not (positions.min() >= -LARGEST and positions.max() <= LARGEST):
                return False
    return True


def _most(one: Primitive) -> int:
    """The vertices of a primitive; of an implicit surface, which is not made yet, the points of its grid."""
    if one.implicit is not None:
        nx, ny, nz = one.implicit.domain.grid
        return nx * ny * nz
    return VERTEX_COUNTS.get(one.type, 0)


def vertices(document: Document) -> int:
    """Vertices, bones and meshes of a document by itself."""
    count = sum(1 + sum(_most(one) for one in mesh.primitives) for mesh in document.meshes)
    return count + sum(len(armature.bones) for armature in document.armatures)


def after(scope: Scope) -> Iterator[Finding]:
    """The findings that are known only once vertices are bound."""
    for finding in four_influences(scope):
        yield scope.unit.mark(finding)
