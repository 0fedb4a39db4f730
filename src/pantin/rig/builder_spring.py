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


def check_springs(given: SpringSettings, dimension: int, nodes: int) -> SpringSettings:
    """The settings with each spring and collider checked separately.

    Accepted, because the other springs can still be simulated: a chain whose joints are not descendants of
    one another, or that shares nodes with another chain. `SpringSimulation` reports those.
    """
    if dimension != 3 and (given.springs or given.colliders or given.groups):
        raise InvalidRig(f"spring bones need 3 dimensions, not {dimension}")
    colliders, groups = len(given.colliders), len(given.groups)
    return SpringSettings(
        tuple(
            _check_spring(spring, f"spring {number}", nodes, groups)
            for number, spring in enumerate(given.springs)
        ),
        tuple(
            _check_collider(collider, f"collider {number}", nodes)
            for number, collider in enumerate(given.colliders)
        ),
        tuple(
            _check_group(group, f"collider group {number}", colliders)
            for number, group in enumerate(given.groups)
        ),
    )


def _check_spring(given: Spring, what: str, nodes: int, groups: int) -> Spring:
    for group in given.groups:
        index(group, f"{what} collider group", groups)
    index(given.center, f"{what} center", nodes)
    joints = tuple(
        _check_joint(joint, f"{what} joint {number}", nodes) for number, joint in enumerate(given.joints)
    )
    end = None if given.end is None else doubles(given.end, f"{what} end", (3,))
    return replace(given, joints=joints, end=end)


def _check_joint(given: SpringJoint, what: str, nodes: int) -> SpringJoint:
    index(given.node, f"{what} node", nodes)
    for name in ("hit_radius", "stiffness", "gravity_power", "drag"):
        _check_not_negative(getattr(given, name), f"{what} {name}")
    if given.drag > 1:
        raise InvalidRig(f"{what} drag must be at most 1, not {given.drag:g}")
    direction = doubles(given.gravity_dir, f"{what} gravity direction", (3,))
    limit = None if given.limit is None else _check_limit(given.limit, f"{what} limit")
    return replace(given, gravity_dir=direction, limit=limit)


def _check_limit(given: SpringLimit, what: str) -> SpringLimit:
    if given.kind not in get_args(LimitKind):
        raise InvalidRig(f"{what} kind must be one of {', '.join(get_args(LimitKind))}, not {given.kind!r}")
    _check_not_negative(given.angle, f"{what} angle")
    _check_not_negative(given.yaw, f"{what} yaw")
    rotation = doubles(given.rotation, f"{what} rotation", (4,))
    if abs(float(np.sqrt((rotation * rotation).sum())) - 1) > UNIT:
        raise InvalidRig(f"{what} rotation must be a unit quaternion")
    return replace(given, rotation=quaternion.normalize(rotation))


def _check_collider(given: Collider, what: str, nodes: int) -> Collider:
    index(given.node, f"{what} node", nodes)
    if given.shape not in get_args(Shape):
        raise InvalidRig(f"{what} shape must be one of {', '.join(get_args(Shape))}, not {given.shape!r}")
    _check_not_negative(given.radius, f"{what} radius")
    normal = doubles(given.normal, f"{what} normal", (3,))
    length = float(np.sqrt((normal * normal).sum()))
    if "normal" in COLLIDER_SHAPES[given.shape].members and not length > 0:
        raise InvalidRig(f"{what} normal must not be zero")
    return replace(
        given,
        offset=doubles(given.offset, f"{what} offset", (3,)),
        tail=doubles(given.tail, f"{what} tail", (3,)),
        normal=normal / length if length > 0 else normal,
    )


def _check_group(given: ColliderGroup, what: str, colliders: int) -> ColliderGroup:
    for collider in given.colliders:
        index(collider, f"{what} collider", colliders)
    return given


def _check_not_negative(value: float, what: str) -> None:
    if not (np.isfinite(value) and value >= 0):
        raise InvalidRig(f"{what} must be finite and not negative, not {value}")
