"""OBJ, STL and NPZ as formats among others: what a rig shows in a pose, and nothing of the rig."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.assets.format import WriteOptions
from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.deformation import DegenerateCounts, PosedMeshes
    from pantin.rig import Rig


@dataclass(frozen=True, eq=False, slots=True)
class Geometry:
    """The surfaces that the default scene of a rig shows in a pose."""

    rig: Rig
    posed: PosedMeshes


@rule("RIG-DEGENERATE_POSE", "warning", "{what}: {count}")
def degenerate_pose(guarded: DegenerateCounts) -> Iterator[Finding]:
    """A pose leaves every normal and tangent with a direction, and every number in reach of the format.

    Why: a joint that is scaled to zero flattens what it moves, and a flattened surface has no direction that
    is right; numbers beyond the range of floats have no place at all.
    Mend: pose the joint with a small scale instead of zero, or hide the mesh in another way.
    Source: glTF 2.0 §3.7.2.1 (normals have length 1) and §3.5.3 (a scale of zero hides a subtree)
    """
    found = (
        (guarded.transforms, "transforms or blend amounts too large for numbers to hold were drawn back"),
        (guarded.vertices, "vertices too far out for numbers to hold were drawn back"),
        (guarded.normals, "normals without a direction in this pose keep the one they had before"),
        (guarded.tangents, "tangents without a direction in this pose keep the one they had before"),
    )
    for count, what in found:
        if count:
            yield degenerate_pose.at(what=what, count=f"{count:,}")


def lower(rig: Rig, options: WriteOptions) -> tuple[Geometry, list[Finding]]:
    """What the default scene shows at rest, or in the pose that is wanted."""
    from pantin.deformation import deform
    from pantin.deformation.limits import check_vertex_limit

    check_vertex_limit(rig)
    posed = deform(rig, options.pose or rig.rest_pose(), solver=options.solver)
    return Geometry(rig, posed), list(degenerate_pose(posed.degenerate))


def write_obj(geometry: Geometry, path: Path, options: WriteOptions) -> None:
    from pantin.formats.geometry import write_obj

    write_obj(geometry.rig, geometry.posed, path)


def write_stl(geometry: Geometry, path: Path, options: WriteOptions) -> None:
    from pantin.formats.geometry import write_stl

    write_stl(geometry.rig, geometry.posed, path)


def write_npz(geometry: Geometry, path: Path, options: WriteOptions) -> None:
    from pantin.formats.geometry import write_npz

    write_npz(geometry.rig, geometry.posed, path)
