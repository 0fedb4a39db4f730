"""What spring bones are pushed out of, as see-through geometry."""

from __future__ import annotations

import numpy as np

from pantin.motion import world
from pantin.rig import Collider, Doubles, Pose, Rig
from pantin.viewer.colour import linear
from pantin.viewer.geometry import Geometry
from pantin.viewer.paint import Paint
from pantin.viewer.solids import capsule, sphere, square

OUTSIDE = Paint((*linear("#2f8fe0"), 0.42), peeled=True, double_sided=True)
INSIDE = Paint((*linear("#9b5de5"), 0.30), peeled=True, double_sided=True)

PLANE_REACH = 0.35
"""Half the side of the square that stands for an endless plane, as a part of the model's size."""


def colliders(rig: Rig, pose: Pose, size: float) -> list[Geometry]:
    """Every collider of the rig in a pose: blue where tails are pushed out, violet where they are kept in."""
    maps = world(pose)
    return [_collider(one, maps[one.node], size) for one in rig.springs.colliders]


def _collider(one: Collider, placed: Doubles, size: float) -> Geometry:
    paint = INSIDE if one.inside else OUTSIDE
    linear_part = placed[:, :3]
    middle = _mapped(placed, one.offset)
    # VRMC_springBone 1.0 §Colliders: the radius follows the largest scale of the node.
    radius = one.radius * float(np.sqrt((linear_part * linear_part).sum(axis=0)).max())
    if one.shape == "capsule":
        return capsule(middle, _mapped(placed, one.tail), radius, paint)
    if one.shape == "plane":
        normal = (linear_part * np.asarray(one.normal, np.float64)).sum(axis=1)
        return square(middle, normal, PLANE_REACH * size, paint)
    return sphere(middle, radius, paint)


def _mapped(placed: Doubles, point: object) -> Doubles:
    return np.asarray((placed[:, :3] * np.asarray(point, np.float64)).sum(axis=1) + placed[:, 3])
