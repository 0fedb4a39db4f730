"""What spring bones are pushed out of: as see-through geometry for pictures, as data for a page.

Both show what the springs of a page collide with: `PROFILE` is the one they are simulated with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from pantin.rig import Pose, Rig
from pantin.rig.spring import COLLIDER_SHAPES, Shape
from pantin.springs import Profile
from pantin.springs.colliders import WorldCollider, world_colliders
from pantin.viewer.colour import linear
from pantin.viewer.geometry import Geometry
from pantin.viewer.paint import Paint
from pantin.viewer.solids import capsule, sphere, square

PROFILE: Final[Profile] = "spec"
"""viewer/src/colliders.ts places shapes by the rules of this profile."""

OUTSIDE = Paint((*linear("#2f8fe0"), 0.42), peeled=True, double_sided=True)
INSIDE = Paint((*linear("#9b5de5"), 0.30), peeled=True, double_sided=True)

PLANE_REACH = 0.35
"""Half the side of the square that stands for an endless plane, as a part of the model's size."""


def draw_colliders(pose: Pose, size: float) -> list[Geometry]:
    """Every collider of a posed rig: blue where tails are pushed out, violet where they are kept in.

    A plane that has no normal, because its node is flattened, pushes nothing and is not drawn.
    """
    drawn = []
    for placed in world_colliders(pose, PROFILE):
        paint = INSIDE if placed.collider.keeps_inside else OUTSIDE
        geometry = SOLIDS[placed.collider.shape](placed, size, paint)
        if geometry is not None:
            drawn.append(geometry)
    return drawn


def _sphere(placed: WorldCollider, size: float, paint: Paint) -> Geometry:
    return sphere(placed.position, placed.radius, paint)


def _capsule(placed: WorldCollider, size: float, paint: Paint) -> Geometry:
    return capsule(placed.position, placed.position + placed.direction, placed.radius, paint)


def _plane(placed: WorldCollider, size: float, paint: Paint) -> Geometry | None:
    if not placed.direction.any():
        return None
    return square(placed.position, placed.direction, PLANE_REACH * size, paint)


SOLIDS: Final[dict[Shape, Callable[[WorldCollider, float, Paint], Geometry | None]]] = {
    "sphere": _sphere,
    "capsule": _capsule,
    "plane": _plane,
}


def collider_facts(rig: Rig) -> list[dict[str, Any]]:
    """Colliders as viewer/src/facts.ts declares them: in the space of their nodes, which a page may turn."""
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
