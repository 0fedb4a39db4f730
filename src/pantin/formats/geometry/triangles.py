"""The triangles of a posed surface, wound so that they face outwards; or its lines or points."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import WrongDimension
from pantin.formats.posed_surface import Posed
from pantin.rig import Rig, Surface


def surface_of(rig: Rig, posed: Posed) -> Surface:
    """The surface of the rig that a posed surface comes from."""
    return rig.meshes[posed.mesh].surfaces[posed.surface]


def triangles(rig: Rig, posed: Posed) -> NDArray[np.int64]:
    """(T, 3) vertex indices; reversed where the pose mirrors the surface."""
    corners = surface_of(rig, posed).triangles
    return corners[:, ::-1] if posed.mirrored else corners


def require_3d(rig: Rig, format: str) -> None:
    """Raise `Unsupported` for a rig of another dimension."""
    if rig.dimension != 3:
        raise WrongDimension(f"{format} stores geometry of 3 dimensions only; this rig has {rig.dimension}")


def facet_normals(positions: NDArray[Any], corners: NDArray[np.int64]) -> NDArray[np.float64]:
    """(T, 3) normals of length 1; zeros for a triangle without area."""
    a, b, c = (positions[corners[:, corner]].astype(np.float64) for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.sqrt((normals * normals).sum(axis=1, keepdims=True))
    unit: NDArray[np.float64] = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    return unit
