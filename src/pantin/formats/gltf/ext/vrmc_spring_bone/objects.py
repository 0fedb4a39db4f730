"""The objects of VRMC_springBone 1.0 and of the two extensions of its objects, with members in specification
order. A value of another type counts as an object without members, so that rules report the missing members;
a shape must be an object to count. `rules` has the rules about several members or about positions."""

# Annotations stay objects here: msgspec would have to compile the strings at every start.
from typing import Annotated, ClassVar

from msgspec import Meta

from pantin.formats.gltf.schema import Gltf, NotNegative, Property, Unit
from pantin.formats.members.description import Style, refers, reports

LIMIT_VERSION = "1.0-draft"

UNKNOWN = {"unknown": "VRM-SB004"}
READING = Style(
    by_item=True,
    keeps_range=True,
    keeps_integer=True,
    takes_null=False,
    checks_shared=False,
    empty_if_broken=True,
)

Node = Annotated[int, refers("nodes", checked=False, counted=False)]
"""A node index that VRM rules check; the Khronos validator does not know these references."""
Name = Annotated[str, reports(any="VRM-SB006")]
Point = Annotated[
    tuple[float, ...],
    Meta(min_length=3, max_length=3),
    reports(any="VRM-SB014", range="VRM-SB015"),
]
Radius = Annotated[NotNegative, reports(any="VRM-SB016")]
ExtendedRadius = Annotated[NotNegative, reports(any="VRM-EC004")]
Inside = Annotated[bool, reports(any="VRM-EC012")]
Angle = Annotated[NotNegative, reports(any="VRM-LM003")]
Rotation = Annotated[tuple[float, ...], Meta(min_length=4, max_length=4), reports(any="VRM-LM004")]
Indices = tuple[Annotated[int, reports(any="VRM-SB022")] | None, ...]
GroupIndices = tuple[Annotated[int, reports(any="VRM-SB032")] | None, ...]
Filled = Meta(min_length=1)
LIST = reports(any="VRM-SB003")


class SpringObject(Property, frozen=True, kw_only=True):
    """The base of the objects."""

    style: ClassVar[Style] = READING
    rules: ClassVar[dict[str, str]] = UNKNOWN
    carried: ClassVar[bool] = True


class Body(SpringObject, frozen=True, kw_only=True):
    """The base of shapes."""

    style: ClassVar[Style] = READING._replace(empty_if_broken=False)


class Sphere(Body, frozen=True, kw_only=True):
    offset: Point | None = None
    radius: Radius | None = None


class Capsule(Body, frozen=True, kw_only=True):
    offset: Point | None = None
    radius: Radius | None = None
    tail: Point | None = None


class Shape(SpringObject, frozen=True, kw_only=True):
    """Exactly one of these; VRM-SB012 and VRM-SB013 report another count. Values that are not objects do not
    count."""

    sphere: Annotated[Sphere, reports(any="VRM-SB012")] | None = None
    capsule: Annotated[Capsule, reports(any="VRM-SB012")] | None = None


class ExtendedSphere(Body, frozen=True, kw_only=True):
    offset: Point | None = None
    radius: ExtendedRadius | None = None
    inside: Inside | None = None


class ExtendedCapsule(Body, frozen=True, kw_only=True):
    offset: Point | None = None
    radius: ExtendedRadius | None = None
    tail: Point | None = None
    inside: Inside | None = None


class Plane(Body, frozen=True, kw_only=True):
    offset: Point | None = None
    normal: Point | None = None


class ExtendedShape(SpringObject, frozen=True, kw_only=True):
    """Exactly one of these; VRM-EC003 reports another count."""

    sphere: Annotated[ExtendedSphere, reports(any="VRM-EC003")] | None = None
    capsule: Annotated[ExtendedCapsule, reports(any="VRM-EC003")] | None = None
    plane: Annotated[Plane, reports(any="VRM-EC003")] | None = None
    palne: Annotated[Plane, reports(any="VRM-EC003")] | None = None
    """The specification once misspells the plane; VRM-EC011 says so."""


class ExtendedCollider(SpringObject, frozen=True, kw_only=True):
    spec_version: Annotated[str, reports(any="VRM-EC001")] | None = None
    shape: Annotated[ExtendedShape, reports(missing="VRM-EC002")] | None


class Collider(SpringObject, frozen=True, kw_only=True):
    node: Annotated[Node, reports(missing="VRM-SB010", type="VRM-SB010", range="VRM-SB011")] | None
    shape: Shape | None = None


class ColliderGroup(SpringObject, frozen=True, kw_only=True):
    name: Name | None = None
    colliders: (
        Annotated[
            Indices,
            Filled,
            reports(missing="VRM-SB020", type="VRM-SB020", length="VRM-SB021", at_owner=("type",)),
        ]
        | None
    )


class Cone(SpringObject, frozen=True, kw_only=True):
    angle: Angle | None
    rotation: Rotation | None = None


class Hinge(SpringObject, frozen=True, kw_only=True):
    angle: Angle | None
    rotation: Rotation | None = None


class Spherical(SpringObject, frozen=True, kw_only=True):
    pitch: Angle | None
    yaw: Angle | None
    rotation: Rotation | None = None


class Limits(SpringObject, frozen=True, kw_only=True):
    """Exactly one of these; VRM-LM002 reports another count."""

    cone: Cone | None = None
    hinge: Hinge | None = None
    spherical: Spherical | None = None


class JointLimit(SpringObject, frozen=True, kw_only=True):
    spec_version: Annotated[str, reports(any="VRM-LM001")] | None = None
    limit: Limits | None = None


class Joint(SpringObject, frozen=True, kw_only=True):
    node: Annotated[Node, reports(missing="VRM-SB040", type="VRM-SB040", range="VRM-SB041")] | None
    hit_radius: Annotated[NotNegative, reports(any="VRM-SB042")] | None = None
    stiffness: Annotated[NotNegative, reports(any="VRM-SB043")] | None = None
    gravity_power: Annotated[NotNegative, reports(any="VRM-SB044")] | None = None
    gravity_dir: (
        Annotated[tuple[float, ...], Meta(min_length=3, max_length=3), reports(any="VRM-SB045")] | None
    ) = None
    drag_force: Annotated[Unit, reports(any="VRM-SB048")] | None = None


class Spring(SpringObject, frozen=True, kw_only=True):
    name: Name | None = None
    joints: Annotated[tuple[Joint, ...], Filled, reports(any="VRM-SB030", at_owner=("type", "length"))] | None
    collider_groups: Annotated[GroupIndices, Filled, reports(any="VRM-SB033")] | None = None
    center: Annotated[Node, reports(any="VRM-SB035")] | None = None


class SpringBone(SpringObject, frozen=True, kw_only=True):
    spec_version: Annotated[str, reports(any="VRM-SB001")] | None
    colliders: Annotated[tuple[Collider, ...], Filled, LIST] | None = None
    collider_groups: Annotated[tuple[ColliderGroup, ...], Filled, LIST] | None = None
    springs: Annotated[tuple[Spring, ...], Filled, LIST] | None = None


SPRING_BONE = {Gltf: SpringBone}
EXTENDED_COLLIDER = {Collider: ExtendedCollider}
LIMIT = {Joint: JointLimit}
