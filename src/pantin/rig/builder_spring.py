"""The builder's part for springs: indices that exist, numbers that are finite and in range."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np

from pantin.maths import quaternion
from pantin.rig.arrays import NotARig, doubles, index
from pantin.rig.spring import (
    COLLIDER_SHAPES,
    Collider,
    ColliderGroup,
    Limit,
    LimitKind,
    Shape,
    Spring,
    SpringJoint,
    SpringSettings,
)

UNIT = 1e-3
"""A direction is unit when its length is 1 within this: what decimals and float32 leave of it (and the
tolerance for plane normals in files)."""


def springs(given: SpringSettings, dimension: int, nodes: int) -> SpringSettings:
    """The settings with everything checked that stands on its own.

    Not refused here, since the rest can be simulated without it: a chain whose joints are not below one
    another, or that meets another chain. `SpringSimulation` says so.
    """
    if dimension != 3 and (given.springs or given.colliders or given.groups):
        raise NotARig(f"spring bones exist in 3 dimensions, not in {dimension}")
    count, many = len(given.colliders), len(given.groups)
    return SpringSettings(
        tuple(_spring(one, f"spring {at}", nodes, many) for at, one in enumerate(given.springs)),
        tuple(_collider(one, f"collider {at}", nodes) for at, one in enumerate(given.colliders)),
        tuple(_group(one, f"collider group {at}", count) for at, one in enumerate(given.groups)),
    )


def _spring(given: Spring, what: str, nodes: int, groups: int) -> Spring:
    for group in given.groups:
        index(group, f"{what} collider group", groups)
    index(given.center, f"{what} center", nodes)
    joints = tuple(_joint(one, f"{what} joint {at}", nodes) for at, one in enumerate(given.joints))
    end = None if given.end is None else doubles(given.end, f"{what} end", (3,))
    return replace(given, joints=joints, end=end)


def _joint(given: SpringJoint, what: str, nodes: int) -> SpringJoint:
    index(given.node, f"{what} node", nodes)
    for name in ("hit_radius", "stiffness", "gravity_power", "drag"):
        _not_negative(getattr(given, name), f"{what} {name}")
    if given.drag > 1:
        raise NotARig(f"{what} drag is {given.drag:g}, above 1")
    direction = doubles(given.gravity_dir, f"{what} gravity direction", (3,))
    limit = None if given.limit is None else _limit(given.limit, f"{what} limit")
    return replace(given, gravity_dir=direction, limit=limit)


def _limit(given: Limit, what: str) -> Limit:
    if given.kind not in get_args(LimitKind):
        raise NotARig(f"{what} is {given.kind!r}, none of {', '.join(get_args(LimitKind))}")
    _not_negative(given.angle, f"{what} angle")
    _not_negative(given.yaw, f"{what} yaw")
    turned = doubles(given.rotation, f"{what} rotation", (4,))
    if abs(float(np.sqrt((turned * turned).sum())) - 1) > UNIT:
        raise NotARig(f"{what} rotation is not a unit quaternion")
    return replace(given, rotation=quaternion.normalize(turned))


def _collider(given: Collider, what: str, nodes: int) -> Collider:
    index(given.node, f"{what} node", nodes)
    if given.shape not in get_args(Shape):
        raise NotARig(f"{what} is {given.shape!r}, none of {', '.join(get_args(Shape))}")
    _not_negative(given.radius, f"{what} radius")
    normal = doubles(given.normal, f"{what} normal", (3,))
    length = float(np.sqrt((normal * normal).sum()))
    if "normal" in COLLIDER_SHAPES[given.shape].members and not length > 0:
        raise NotARig(f"{what} has a normal of no length")
    return replace(
        given,
        offset=doubles(given.offset, f"{what} offset", (3,)),
        tail=doubles(given.tail, f"{what} tail", (3,)),
        normal=normal / length if length > 0 else normal,
    )


def _group(given: ColliderGroup, what: str, colliders: int) -> ColliderGroup:
    for one in given.colliders:
        index(one, f"{what} collider", colliders)
    return given


def _not_negative(value: float, what: str) -> None:
    if not (np.isfinite(value) and value >= 0):
        raise NotARig(f"{what} is {value}, and must be a finite number that is not negative")
