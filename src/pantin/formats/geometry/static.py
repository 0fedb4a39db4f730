"""Static geometry: the surfaces of a rig in a pose, which OBJ, STL, OFF, RigNet and posed NPZ files store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.base.records import Record
from pantin.formats.expression_findings import dropped_with_pose
from pantin.formats.format import WriteOptions
from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.deformation import DegenerateCounts, PosedMeshes
    from pantin.deformation.element_attributes import PosedElements
    from pantin.rig import Rig


class Geometry(Record, eq=False):
    """The surfaces of the default scene of a rig in a pose."""

    rig: Rig
    posed: PosedMeshes
    elements: tuple[PosedElements, ...] = ()
    """The attributes of corners of each posed surface, for formats that store them; else none."""


@rule("RIG-DEGENERATE_POSE", "warning", "{what} ({count:,})")
def degenerate_pose(guarded: DegenerateCounts) -> Iterator[Finding]:
    """Pose leaves normals without direction, or numbers out of range.

    What: In this pose a normal or a tangent has zero length, or a transform, a weight or a vertex exceeds the
    range of the number format.
    Why: A joint scaled to zero flattens what it moves, and a flattened surface has no normal. Pantin keeps
    the normal of the rest pose and clamps numbers, so the result can look wrong.
    Fix: Pose the joint with a small scale instead of zero, or hide the mesh in another way.
    Source: glTF 2.0 §3.7.2.1 (normals have length 1) and §3.5.3 (a scale of zero hides a subtree)
    """
    counts = (
        (guarded.transforms, "clamped transforms or blend shape weights that are too large"),
        (guarded.vertices, "clamped vertices that are too far from the origin"),
        (guarded.normals, "kept the rest normals where the pose leaves normals without direction"),
        (guarded.tangents, "kept the rest tangents where the pose leaves tangents without direction"),
    )
    for count, what in counts:
        if count:
            yield degenerate_pose.at(what=what, count=count)


def lower(rig: Rig, options: WriteOptions) -> tuple[Geometry, list[Finding]]:
    """The default scene at rest, or in the pose of the options."""
    from pantin.deformation import deform
    from pantin.deformation.limits import check_vertex_limit
    from pantin.kernels.engine import strict_rounding

    check_vertex_limit(rig, options.budget)
    with strict_rounding():
        posed = deform(rig, options.pose or rig.rest_pose(), solver=options.solver)
    expressions = dropped_with_pose(options.pose, "the file stores none that change")
    return Geometry(rig, posed), [*degenerate_pose(posed.degenerate), *expressions]
