"""The springs of a rig in words and numbers for `pantin inspect`: chains, parameters, colliders by group."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

if TYPE_CHECKING:
    from pantin.rig import Collider, Rig, Spring, SpringJoint, SpringLimit

Point = tuple[float, ...]


class LimitStatistics(Struct, frozen=True):
    """A limit, its angles in degrees."""

    kind: str
    angle: float
    yaw: float


class JointStatistics(Struct, frozen=True, omit_defaults=True):
    """A joint that moves, and its parameters."""

    node: int
    name: str | None
    hit_radius: float
    stiffness: float
    gravity_power: float
    gravity_dir: Point
    drag: float
    limit: LimitStatistics | None = None

    def parameters(self) -> tuple[Any, ...]:
        """The parameters of its motion."""
        gravity = self.gravity_power, self.gravity_dir
        return self.stiffness, self.drag, *gravity, self.hit_radius, self.limit


class ChainStatistics(Struct, frozen=True, omit_defaults=True):
    """A spring: the joints that move, and the node in which the last one's bone ends (None: a point)."""

    name: str | None
    joints: list[JointStatistics]
    end: int | None
    end_name: str | None
    center: int | None
    groups: list[int]
    fault: str | None = None


class ColliderStatistics(Struct, frozen=True, omit_defaults=True):
    """A collider; `to` is the other end of a capsule, or the normal of a plane."""

    node: int
    shape: str
    offset: Point
    radius: float | None = None
    to: Point | None = None


class GroupStatistics(Struct, frozen=True):
    """A group of colliders that springs refer to, by index."""

    name: str | None
    colliders: list[int]


class SpringStatistics(Struct, frozen=True):
    """All springs; `joints` is how many nodes they move."""

    joints: int
    springs: list[ChainStatistics]
    groups: list[GroupStatistics]
    colliders: list[ColliderStatistics]


def spring_statistics(rig: Rig) -> SpringStatistics | None:
    """The springs of a rig; None where it has none."""
    settings = rig.springs
    if not (settings.springs or settings.colliders):
        return None
    chains = [_chain(rig, spring) for spring in settings.springs]
    return SpringStatistics(
        sum(len(chain.joints) for chain in chains),
        chains,
        [GroupStatistics(group.name, list(group.colliders)) for group in settings.groups],
        [_collider(collider) for collider in settings.colliders],
    )


def _chain(rig: Rig, spring: Spring) -> ChainStatistics:
    moving = spring.joints if spring.end is not None else spring.joints[:-1]
    end = spring.joints[-1].node if spring.end is None and spring.joints else None
    return ChainStatistics(
        spring.name,
        [_joint(rig, joint) for joint in moving],
        end,
        None if end is None else rig.nodes.names[end],
        spring.center,
        list(spring.groups),
        spring.fault,
    )


def _joint(rig: Rig, joint: SpringJoint) -> JointStatistics:
    return JointStatistics(
        joint.node,
        rig.nodes.names[joint.node],
        joint.hit_radius,
        joint.stiffness,
        joint.gravity_power,
        _point(joint.gravity_dir),
        joint.drag,
        None if joint.limit is None else _limit(joint.limit),
    )


def _limit(limit: SpringLimit) -> LimitStatistics:
    return LimitStatistics(limit.kind, math.degrees(limit.angle), math.degrees(limit.yaw))


def _collider(collider: Collider) -> ColliderStatistics:
    shape = f"inside of a {collider.shape}" if collider.inside else collider.shape
    if collider.shape == "plane":
        return ColliderStatistics(
            collider.node, "plane", _point(collider.offset), None, _point(collider.normal)
        )
    to = _point(collider.tail) if collider.shape == "capsule" else None
    return ColliderStatistics(collider.node, shape, _point(collider.offset), float(collider.radius), to)


def _point(value: Any) -> Point:
    return tuple(np.asarray(value, np.float64).tolist())
