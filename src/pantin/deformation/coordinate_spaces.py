"""Posed vertices in world space, in the space of the skeleton, and in that of the mesh's own node."""

from __future__ import annotations

from pantin.base.records import Record
from pantin.deformation.posed import PosedMesh
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.rig import Doubles, Pose, Rig


class PositionsBySpace(Record, eq=False):
    """The positions of one posed surface in three coordinate spaces.

    world     as in the result of `deform`
    skeleton  in the space of the skin's root; None for a mesh without a skin that names one
    local     in the space of the mesh's own node
    """

    world: Doubles
    skeleton: Doubles | None
    local: Doubles


def positions_by_space(rig: Rig, pose: Pose, posed: PosedMesh) -> PositionsBySpace:
    """The positions of a posed surface (of one pose) in all three spaces.

    Raises `ValueError` where the world transform of the mesh's node or of the skin's root is singular.
    """
    world = world_transforms(rig, pose)
    instance = rig.instances[rig.instance_at(posed.node)]
    root = None if instance.skin is None else rig.skins[instance.skin].root
    local = affine.apply(affine.inverse(world[posed.node]), posed.positions)
    skeleton = None if root is None else affine.apply(affine.inverse(world[root]), posed.positions)
    return PositionsBySpace(posed.positions.astype("float64"), skeleton, local)
