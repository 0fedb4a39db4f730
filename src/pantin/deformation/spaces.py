"""Posed vertices in other spaces than the world: the skeleton's that a mesh hangs from, and its own."""

from __future__ import annotations

from dataclasses import dataclass

from pantin.deformation.posed import PosedMesh
from pantin.maths import affine
from pantin.motion import world
from pantin.rig import Doubles, Pose, Rig


@dataclass(frozen=True, eq=False, slots=True)
class Spaces:
    """One posed surface in three spaces.

    world     as `deform` gives it
    skeleton  in the space of the skin's root; None for a mesh without a skin that names one
    local     in the space of the mesh's own node
    """

    world: Doubles
    skeleton: Doubles | None
    local: Doubles


def in_spaces(rig: Rig, pose: Pose, posed: PosedMesh) -> Spaces:
    """The positions of a posed surface (of one pose) in all three spaces.

    Raises `ValueError` where the node of the mesh or of the skeleton flattens space.
    """
    placed = world(pose)
    instance = rig.instances[rig.instance_at(posed.node)]
    root = None if instance.skin is None else rig.skins[instance.skin].root
    local = affine.apply(affine.inverse(placed[posed.node]), posed.positions)
    skeleton = None if root is None else affine.apply(affine.inverse(placed[root]), posed.positions)
    return Spaces(posed.positions.astype("float64"), skeleton, local)
