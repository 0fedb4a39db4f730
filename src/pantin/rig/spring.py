"""Settings of spring bones: chains of joints with their parameters, and colliders (3D).

`pantin.springs` simulates them. Names and defaults are those of VRMC_springBone 1.0.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from numpy.typing import ArrayLike

from pantin.base.records import Record
from pantin.base.tuples import NamedTuple
from pantin.rig.part import Part

Shape: TypeAlias = Literal["sphere", "capsule", "plane"]
LimitKind: TypeAlias = Literal["cone", "hinge", "spherical"]


class ShapeMembers(NamedTuple):
    """The parameters of a shape.

    members  fields of `Collider`, with the same names as in files
    hollow   whether it can keep tails inside
    """

    members: tuple[str, ...]
    hollow: bool


COLLIDER_SHAPES: Final[dict[Shape, ShapeMembers]] = {
    "sphere": ShapeMembers(("offset", "radius"), hollow=True),
    "capsule": ShapeMembers(("offset", "radius", "tail"), hollow=True),
    "plane": ShapeMembers(("offset", "normal"), hollow=False),
}


class SpringLimit(Part, eq=False):
    """How far a joint may rotate from its rest direction (VRMC_springBone_limit 1.0-draft), in radians.

    angle     of a cone or a hinge; the pitch of a spherical limit
    yaw       of a spherical limit
    rotation  xyzw, of the space that the limit is measured in, whose +Y is the rest direction of the bone

    >>> import math
    >>> pantin.rig.SpringLimit("cone", angle=math.pi / 4).kind
    'cone'
    """

    kind: LimitKind
    angle: float
    yaw: float = 0.0
    rotation: ArrayLike = (0.0, 0.0, 0.0, 1.0)


class SpringJoint(Part, eq=False):
    """One joint of a chain. The last joint is only the tail of the bone before it; its parameters are not
    used.

    >>> pantin.rig.SpringJoint(node=2, stiffness=0.8, gravity_power=0.2).drag
    0.5
    """

    node: int
    hit_radius: float = 0.0
    stiffness: float = 1.0
    gravity_power: float = 0.0
    gravity_dir: ArrayLike = (0.0, -1.0, 0.0)
    drag: float = 0.5
    limit: SpringLimit | None = None


class Spring(Part, eq=False):
    """A chain of joints, each an ancestor of the next.

    center       the node in whose space inertia is measured; None is the world
    groups       the collider groups that its joints collide with, in this order
    end          a virtual tail in the space of the last joint, which then moves too (as in VRM 0.x)
    fault        why it cannot be simulated, as reported by the reader of the file
    clamped      which numbers were out of range and clamped by the reader: only lenient simulations accept
                 the spring
    free_center  any node may be the center, as in VRM 0.x; otherwise it is an ancestor of the chain that no
                 other spring moves

    >>> spring = pantin.load("examples/springs/strand.glb").rig.springs.springs[0]
    >>> [joint.node for joint in spring.joints], spring.groups
    ([1, 2, 3, 4, 5, 6, 7], (0,))
    """

    joints: tuple[SpringJoint, ...]
    groups: tuple[int, ...] = ()
    center: int | None = None
    name: str | None = None
    end: ArrayLike | None = None
    fault: str | None = None
    free_center: bool = False
    clamped: str | None = None


class Collider(Part, eq=False):
    """A shape on a node that pushes tails out, or keeps them `inside`.

    offset  the centre of a sphere, the first end of a capsule, a point of a plane
    tail    the other end of a capsule
    normal  of a plane: unit, pointing to where tails may be

    >>> from pantin.rig import Collider
    >>> Collider(node=0, radius=0.1).shape
    'sphere'
    >>> Collider(node=0, shape="capsule", radius=0.1, tail=(0, 0.3, 0), inside=True).keeps_inside
    True
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
        """Whether it keeps tails inside: a shape without an inside pushes them out whatever `inside` is."""
        return self.inside and COLLIDER_SHAPES[self.shape].hollow


class ColliderGroup(Record, eq=False):
    """A list of colliders that springs refer to.

    >>> pantin.rig.ColliderGroup((0, 1), "legs").colliders
    (0, 1)
    """

    colliders: tuple[int, ...]
    name: str | None = None


class SpringSettings(Record, eq=False):
    """All springs of a rig, in the order of the file.

    >>> from pantin.rig import Node, Spring, SpringJoint, SpringSettings
    >>> chain = Spring((SpringJoint(0, stiffness=0.5), SpringJoint(1)), name="tail")
    >>> nodes = [Node("root"), Node("tip", parent=0, translation=(0, 1, 0))]
    >>> rig = pantin.build(nodes=nodes, springs=SpringSettings((chain,)))
    >>> len(pantin.SpringSimulation(rig).joints)
    1
    """

    springs: tuple[Spring, ...] = ()
    colliders: tuple[Collider, ...] = ()
    groups: tuple[ColliderGroup, ...] = ()
