"""The springs of a rig in words and numbers for `pantin inspect`: chains, parameters, colliders by group."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

if TYPE_CHECKING:
    from pantin.rig import Collider, Rig, Spring, SpringJoint, SpringLimit

Point = tuple[float, ...]


class LimitFigures(Struct, frozen=True):
    """A limit, its angles in degrees."""

    kind: str
    angle: float
    yaw: float


class JointFigures(Struct, frozen=True, omit_defaults=True):
    """A joint that moves, and its parameters."""

    node: int
    name: str | None
    hit_radius: float
    stiffness: float
    gravity_power: float
    gravity_dir: Point
    drag: float
    limit: LimitFigures | None = None

    def parameters(self) -> tuple[Any, ...]:
        """What makes it move as it does."""
        gravity = self.gravity_power, self.gravity_dir
        return self.stiffness, self.drag, *gravity, self.hit_radius, self.limit


class ChainFigures(Struct, frozen=True, omit_defaults=True):
    """A spring: the joints that move, and the node in which the last one's bone ends (None: a point)."""

    name: str | None
    joints: list[JointFigures]
    end: int | None
    end_name: str | None
    center: int | None
    groups: list[int]
    fault: str | None = None


class ColliderFigures(Struct, frozen=True, omit_defaults=True):
    """A collider; `to` is the other end of a capsule, or the normal of a plane."""

    node: int
    shape: str
    offset: Point
    radius: float | None = None
    to: Point | None = None


class GroupFigures(Struct, frozen=True):
    """Colliders that springs name together, by their numbers."""

    name: str | None
    colliders: list[int]


class SpringFigures(Struct, frozen=True):
    """All springs; `joints` is how many nodes they move."""

    joints: int
    springs: list[ChainFigures]
    groups: list[GroupFigures]
    colliders: list[ColliderFigures]


def spring_figures(rig: Rig) -> SpringFigures | None:
    """The springs of a rig; None where it has none."""
    settings = rig.springs
    if not (settings.springs or settings.colliders):
        return None
    chains = [_chain(rig, one) for one in settings.springs]
    return SpringFigures(
        sum(len(one.joints) for one in chains),
        chains,
        [GroupFigures(one.name, list(one.colliders)) for one in settings.groups],
        [_collider(one) for one in settings.colliders],
    )


def _chain(rig: Rig, spring: Spring) -> ChainFigures:
    moving = spring.joints if spring.end is not None else spring.joints[:-1]
    end = spring.joints[-1].node if spring.end is None and spring.joints else None
    return ChainFigures(
        spring.name,
        [_joint(rig, one) for one in moving],
        end,
        None if end is None else rig.nodes.names[end],
        spring.center,
        list(spring.groups),
        spring.fault,
    )


def _joint(rig: Rig, joint: SpringJoint) -> JointFigures:
    return JointFigures(
        joint.node,
        rig.nodes.names[joint.node],
        joint.hit_radius,
        joint.stiffness,
        joint.gravity_power,
        _point(joint.gravity_dir),
        joint.drag,
        None if joint.limit is None else _limit(joint.limit),
    )


def _limit(limit: SpringLimit) -> LimitFigures:
    return LimitFigures(limit.kind, math.degrees(limit.angle), math.degrees(limit.yaw))


def _collider(given: Collider) -> ColliderFigures:
    shape = f"inside of a {given.shape}" if given.inside else given.shape
    if given.shape == "plane":
        return ColliderFigures(given.node, "plane", _point(given.offset), None, _point(given.normal))
    to = _point(given.tail) if given.shape == "capsule" else None
    return ColliderFigures(given.node, shape, _point(given.offset), float(given.radius), to)


def _point(value: Any) -> Point:
    return tuple(np.asarray(value, np.float64).tolist())
