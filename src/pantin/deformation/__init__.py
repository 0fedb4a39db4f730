"""Posed geometry: blend shapes, then linear or dual-quaternion skinning, in world space, with normals."""

from pantin.deformation.deform import deform
from pantin.deformation.posed import Deformed, Guarded, PosedMesh

__all__ = ["Deformed", "Guarded", "PosedMesh", "deform"]
