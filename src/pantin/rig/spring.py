"""Spring bones as settings: chains of joints with their parameters, and the colliders they meet (3D).

What they do over time is in `pantin.springs`. Names and defaults are those of VRMC_springBone 1.0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from numpy.typing import ArrayLike

Shape: TypeAlias = Literal["sphere", "capsule", "plane"]
LimitKind: TypeAlias = Literal["cone", "hinge", "spherical"]


class ShapeMembers(NamedTuple):
    """What a shape is described by.

    members  fields of `Collider`, which files call the same
    hollow   whether tails can be kept inside of it
    """

    members: tuple[str, ...]
    hollow: bool


COLLIDER_SHAPES: Final[dict[Shape, ShapeMembers]] = {
    "sphere": ShapeMembers(("offset", "radius"), hollow=True),
    "capsule": ShapeMembers(("offset", "radius", "tail"), hollow=True),
    "plane": ShapeMembers(("offset", "normal"), hollow=False),
}


@dataclass(frozen=True, eq=False, slots=True)
class Limit:
    """How far a joint may turn from its rest direction (VRMC_springBone_limit 1.0-draft).

    Radians. `angle` is that of a cone or a hinge, and the pitch of a spherical limit, which also has `yaw`.
    `rotation` xyzw turns the space it is measured in, whose +Y is the rest direction of the bone.
    """

    kind: LimitKind
    angle: float
    yaw: float = 0.0
    rotation: ArrayLike = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, eq=False, slots=True)
class SpringJoint:
    """One joint of a chain. The last one only ends the bone before it; its parameters are not used."""

    node: int
    hit_radius: float = 0.0
    stiffness: float = 1.0
    gravity_power: float = 0.0
    gravity_dir: ArrayLike = (0.0, -1.0, 0.0)
    drag: float = 0.5
    limit: Limit | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Spring:
    """A chain of joints, each an ancestor of the next.

    center       the node in whose space inertia is felt; None is the world
    groups       the collider groups its joints meet, in this order
    end          a tail in the space of the last joint, which then moves too (VRM 0.x ends each chain so)
    fault        why it cannot be simulated, in the words of the reader that lifted it
    free_center  any node may be the center, as in VRM 0.x; else it is above the chain and not moved by others
    """

    joints: tuple[SpringJoint, ...]
    groups: tuple[int, ...] = ()
    center: int | None = None
    name: str | None = None
    end: ArrayLike | None = None
    fault: str | None = None
    free_center: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Collider:
    """A shape that hangs on a node and that tails are pushed out of, or kept `inside` of.

    offset  the centre of a sphere, the first end of a capsule, a point of a plane
    tail    the other end of a capsule
    normal  of a plane: unit, pointing to where tails may be
    """

    node: int
    shape: Shape = "sphere"
    offset: ArrayLike = (0.0, 0.0, 0.0)
    radius: float = 0.0
    tail: ArrayLike = (0.0, 0.0, 0.0)
    normal: ArrayLike = (0.0, 0.0, 1.0)
    inside: bool = False

    @property
    def keeps_inside(self) -> bool:
        """Whether tails are kept inside: a shape that has no inside pushes them out whatever `inside` is."""
        return self.inside and COLLIDER_SHAPES[self.shape].hollow


@dataclass(frozen=True, eq=False, slots=True)
class ColliderGroup:
    """Colliders that springs name together."""

    colliders: tuple[int, ...]
    name: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class SpringSettings:
    """All springs of a rig, numbered as in the file."""

    springs: tuple[Spring, ...] = ()
    colliders: tuple[Collider, ...] = ()
    groups: tuple[ColliderGroup, ...] = ()
