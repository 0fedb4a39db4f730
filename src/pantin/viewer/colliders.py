"""Colliders of spring bones: as transparent geometry for images, as data for a page.

Both show what the springs of a page collide with: `PROFILE` is the profile of their simulation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from pantin.rig import Pose, Rig
from pantin.rig.spring import COLLIDER_SHAPES, Shape
from pantin.springs import Profile
from pantin.springs.colliders import WorldCollider, world_colliders
from pantin.viewer.colour import linear_rgb
from pantin.viewer.geometry import Geometry
from pantin.viewer.materials import Material
from pantin.viewer.solids import capsule, sphere, square

PROFILE: Final[Profile] = "spec"
"""viewer/src/colliders.ts follows the rules of this profile."""

OUTSIDE = Material((*linear_rgb("#2f8fe0"), 0.42), transparent=True, double_sided=True)
INSIDE = Material((*linear_rgb("#9b5de5"), 0.30), transparent=True, double_sided=True)

PLANE_REACH = 0.35
"""Half the side of the square that represents an infinite plane, relative to the model's size."""


def draw_colliders(pose: Pose, size: float) -> list[Geometry]:
    """The colliders of a posed rig: blue if they push springs out, violet if they keep them inside.

    A plane on a flattened node has no normal, pushes nothing and is not drawn.
    """
    drawn = []
    for collider in world_colliders(pose, PROFILE):
        material = INSIDE if collider.collider.keeps_inside else OUTSIDE
        geometry = SOLIDS[collider.collider.shape](collider, size, material)
        if geometry is not None:
            drawn.append(geometry)
    return drawn


def _sphere(collider: WorldCollider, size: float, material: Material) -> Geometry:
    return sphere(collider.position, collider.radius, material)


def _capsule(collider: WorldCollider, size: float, material: Material) -> Geometry:
    return capsule(collider.position, collider.position + collider.direction, collider.radius, material)


def _plane(collider: WorldCollider, size: float, material: Material) -> Geometry | None:
    if not collider.direction.any():
        return None
    return square(collider.position, collider.direction, PLANE_REACH * size, material)


SOLIDS: Final[dict[Shape, Callable[[WorldCollider, float, Material], Geometry | None]]] = {
    "sphere": _sphere,
    "capsule": _capsule,
    "plane": _plane,
}


def collider_data(rig: Rig) -> list[dict[str, Any]]:
    """Colliders as viewer/src/page_data.ts declares them: in the space of their nodes."""
    return [
        {
            "node": collider.node,
            "shape": collider.shape,
            "inside": collider.keeps_inside,
            **{
                member: np.asarray(getattr(collider, member), np.float64).tolist()
                for member in COLLIDER_SHAPES[collider.shape].members
            },
        }
        for collider in rig.springs.colliders
    ]
