"""Check springs for the builder: indices that exist, numbers that are finite and in range."""

from __future__ import annotations

from typing import get_args

import numpy as np

from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.rig.arrays import InvalidRig, doubles, index
from pantin.rig.spring import (
    COLLIDER_SHAPES,
    Collider,
    ColliderGroup,
    LimitKind,
    Shape,
    Spring,
    SpringJoint,
    SpringLimit,
    SpringSettings,
)

UNIT = 1e-3
"""A direction is unit when its length is 1 within this: rounding to decimals and float32 (and the tolerance
for plane normals in files)."""


def check_springs(settings: SpringSettings, dimension: int, nodes: int) -> SpringSettings:
    """The settings with each spring and collider checked separately.

    Accepted, because the other springs can still be simulated: a chain whose joints are not descendants of
    one another, or that shares nodes with another chain. `SpringSimulation` reports those.
    """
    if dimension != 3 and (settings.springs or settings.colliders or settings.groups):
        raise InvalidRig(f"spring bones need 3 dimensions, not {dimension}")
    colliders, groups = len(settings.colliders), len(settings.groups)
    return SpringSettings(
        tuple(
            _check_spring(spring, f"spring {number}", nodes, groups)
            for number, spring in enumerate(settings.springs)
        ),
        tuple(
            _check_collider(collider, f"collider {number}", nodes)
            for number, collider in enumerate(settings.colliders)
        ),
        tuple(
            _check_group(group, f"collider group {number}", colliders)
            for number, group in enumerate(settings.groups)
        ),
    )


def _check_spring(spring: Spring, what: str, nodes: int, groups: int) -> Spring:
    for group in spring.groups:
        index(group, f"{what} collider group", groups)
    index(spring.center, f"{what} center", nodes)
    joints = tuple(
        _check_joint(joint, f"{what} joint {number}", nodes) for number, joint in enumerate(spring.joints)
    )
    end = None if spring.end is None else doubles(spring.end, f"{what} end", (3,))
    return replace(spring, joints=joints, end=end)


def _check_joint(joint: SpringJoint, what: str, nodes: int) -> SpringJoint:
    index(joint.node, f"{what} node", nodes)
    for name in ("hit_radius", "stiffness", "gravity_power", "drag"):
        _check_not_negative(getattr(joint, name), f"{what} {name}")
    if joint.drag > 1:
        raise InvalidRig(f"{what} drag must be at most 1, not {joint.drag:g}")
    direction = doubles(joint.gravity_dir, f"{what} gravity direction", (3,))
    limit = None if joint.limit is None else _check_limit(joint.limit, f"{what} limit")
    return replace(joint, gravity_dir=direction, limit=limit)


def _check_limit(limit: SpringLimit, what: str) -> SpringLimit:
    if limit.kind not in get_args(LimitKind):
        raise InvalidRig(f"{what} kind must be one of {', '.join(get_args(LimitKind))}, not {limit.kind!r}")
    _check_not_negative(limit.angle, f"{what} angle")
    _check_not_negative(limit.yaw, f"{what} yaw")
    rotation = doubles(limit.rotation, f"{what} rotation", (4,))
    if abs(float(np.sqrt((rotation * rotation).sum())) - 1) > UNIT:
        raise InvalidRig(f"{what} rotation must be a unit quaternion")
    return replace(limit, rotation=quaternion.normalize(rotation))


def _check_collider(collider: Collider, what: str, nodes: int) -> Collider:
    index(collider.node, f"{what} node", nodes)
    if collider.shape not in get_args(Shape):
        raise InvalidRig(f"{what} shape must be one of {', '.join(get_args(Shape))}, not {collider.shape!r}")
    _check_not_negative(collider.radius, f"{what} radius")
    normal = doubles(collider.normal, f"{what} normal", (3,))
    length = float(np.sqrt((normal * normal).sum()))
    if "normal" in COLLIDER_SHAPES[collider.shape].members and not length > 0:
        raise InvalidRig(f"{what} normal must not be zero")
    return replace(
        collider,
        offset=doubles(collider.offset, f"{what} offset", (3,)),
        tail=doubles(collider.tail, f"{what} tail", (3,)),
        normal=normal / length if length > 0 else normal,
    )


def _check_group(group: ColliderGroup, what: str, colliders: int) -> ColliderGroup:
    for collider in group.colliders:
        index(collider, f"{what} collider", colliders)
    return group


def _check_not_negative(value: float, what: str) -> None:
    if not (np.isfinite(value) and value >= 0):
        raise InvalidRig(f"{what} must be finite and not negative, not {value}")
