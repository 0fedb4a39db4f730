"""Posed geometry in world space: blend shapes, then linear or dual-quaternion skinning, and normals."""

from pantin.deformation.deform import PositionsBySpace, deform, positions_by_space
from pantin.deformation.posed import DegenerateCounts, PosedMesh, PosedMeshes

__all__ = [
    "DegenerateCounts",
    "PosedMesh",
    "PosedMeshes",
    "PositionsBySpace",
    "deform",
    "positions_by_space",
]
