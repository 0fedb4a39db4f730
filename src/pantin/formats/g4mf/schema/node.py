"""Nodes and what they are: bones, skeletons, instances, cameras, lights, physics."""

# Annotations stay objects here: msgspec would have to compile hundreds of strings at every start.
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from pantin.formats.g4mf.schema.item import (
    AboveZero,
    Angle,
    Item,
    Named,
    Natural,
    NotNegative,
    Numbers,
    index,
    items,
)
from pantin.formats.members.description import CARRIED, reports

COMPONENTS = ("bone", "camera", "light", "meshInstance", "modelInstance", "physics", "skeleton")
"""Components of a node, of which it may have at most one."""


TRANSFORM = ("position", "basis", "rotor", "scale")
"""Members of a node that form its transform."""


NodeIndex = Annotated[int, index("nodes")]


class Bone(Item, frozen=True, kw_only=True):
    length: Annotated[NotNegative, reports(any="G4MF-BONE-004"), CARRIED] | None = None
    mass: Annotated[NotNegative, reports(any="G4MF-BONE-005"), CARRIED] | None = None
    shape: Annotated[int, index("shapes", "G4MF-BONE-006"), CARRIED] | None = None


class Skeleton(Item, frozen=True, kw_only=True):
    # −1 is allowed in a slot, so these are not plain indices; G4MF-SKEL-003 looks at them.
    joints: Annotated[tuple[int | None, ...], items("G4MF-SKEL-003"), CARRIED] = ()
    name: Annotated[str, CARRIED] | None = None


class MeshInstance(Item, frozen=True, kw_only=True):
    blend_amounts: Annotated[Numbers, items("G4MF-BLEND-023"), CARRIED] | None = None
    # −1 keeps the material of a surface; G4MF-NODE-013 looks at them.
    materials: (
        Annotated[tuple[int | None, ...], items("G4MF-NODE-013", type="G4MF-NODE-013"), CARRIED] | None
    ) = None
    mesh: Annotated[int, index("meshes", missing="G4MF-NODE-012"), CARRIED] | None


class ModelInstance(Item, frozen=True, kw_only=True):
    file: Annotated[int, index("files", missing="G4MF-CORE-015")] | None
    # Overrides may have a part of an object, and null for none; `model` decodes them as such.
    material_overrides: dict[str, Any] | None = None
    node_additional_children: dict[str, tuple[NodeIndex | None, ...]] | None = None
    node_overrides: dict[str, Any] | None = None


class Motion(Item, frozen=True, kw_only=True):
    type: Literal["static", "kinematic", "dynamic"] | None
    mass: float | None = None
    inertia_diagonal: Numbers | None = None
    inertia_orientation: tuple[Annotated[float, Meta(ge=-1, le=1)], ...] | None = None
    linear_velocity: Numbers | None = None
    angular_velocity: Numbers | None = None
    gravity_factor: float | None = None


class Collider(Item, frozen=True, kw_only=True):
    shape: Annotated[int, index("shapes", missing="G4MF-CORE-015")] | None


class Trigger(Item, frozen=True, kw_only=True):
    shape: Annotated[int, index("shapes")] | None = None
    nodes: tuple[NodeIndex | None, ...] | None = None


class Physics(Item, frozen=True, kw_only=True):
    motion: Motion | None = None
    collider: Collider | None = None
    trigger: Trigger | None = None


class Camera(Named, frozen=True, kw_only=True):
    carried: ClassVar[bool] = True

    clip_far: float | None = None
    clip_near: float | None = None
    fov: Annotated[float, Meta(gt=0, le=3.1415925)] | None = None
    keep_aspect: Natural | None = None
    size: AboveZero | None = None
    type: Literal["orthographic", "perspective"] | None = None


class Light(Named, frozen=True, kw_only=True):
    carried: ClassVar[bool] = True

    type: str | None = None
    color: Annotated[tuple[NotNegative, ...], Meta(min_length=3, max_length=3)] | None = None
    cone_inner_angle: Angle | None = None
    cone_outer_angle: Angle | None = None
    intensity: NotNegative | None = None
    range: NotNegative | None = None


class Node(Named, frozen=True, kw_only=True):
    # Node 0 is no child, and no node twice; G4MF-NODE-001 looks at them.
    child_slots: Annotated[tuple[Natural | None, ...], items("G4MF-NODE-001"), CARRIED] = field(
        name="children", default=()
    )
    visible: Annotated[bool, CARRIED] | None = None
    position: Annotated[Numbers, items("G4MF-NODE-006", type="G4MF-NODE-006"), CARRIED] | None = None
    basis: Annotated[Numbers, items("G4MF-NODE-007", type="G4MF-NODE-007"), CARRIED] | None = None
    rotor: Annotated[Numbers, items("G4MF-NODE-008", type="G4MF-NODE-008"), CARRIED] | None = None
    scale: Annotated[tuple[AboveZero, ...], items("G4MF-NODE-010", type="G4MF-NODE-010"), CARRIED] | None = (
        None
    )
    bone: Annotated[Bone, reports(any="G4MF-BONE-001")] | None = None
    camera: Camera | None = None
    light: Light | None = None
    mesh_instance: Annotated[MeshInstance, reports(any="G4MF-NODE-012")] | None = None
    model_instance: ModelInstance | None = None
    physics: Physics | None = None
    skeleton: Annotated[Skeleton, reports(any="G4MF-SKEL-001")] | None = None

    @property
    def children(self) -> tuple[int, ...]:
        """The children whose indices are integers of 0 or more."""
        slots = self.child_slots
        return slots if None not in slots else tuple(child for child in slots if child is not None)  # type: ignore[return-value]

    @property
    def joints(self) -> tuple[int | None, ...]:
        return () if self.skeleton is None else self.skeleton.joints

    @property
    def mass(self) -> float | None:
        return None if self.bone is None else self.bone.mass

    @property
    def mesh(self) -> int | None:
        return None if self.mesh_instance is None else self.mesh_instance.mesh

    @property
    def blend_amounts(self) -> tuple[float, ...] | None:
        return None if self.mesh_instance is None else self.mesh_instance.blend_amounts


class Taper(Item, frozen=True, kw_only=True):
    radii: Annotated[tuple[NotNegative, ...], Meta(min_length=2)] | None = None
    exponent: AboveZero | None = None
    position: Annotated[Numbers, Meta(min_length=2)] | None = None


class Curve(Item, frozen=True, kw_only=True):
    radii: Annotated[tuple[NotNegative, ...], Meta(min_length=2)] | None = None
    exponent: AboveZero | None = None
    taper: tuple[Taper | None, ...] = ()


class SolidShape(Item, frozen=True, kw_only=True):
    """A shape of physics, which a bone may have too."""

    curves: tuple[Curve | None, ...] = ()
    heights: Annotated[int, index("accessors")] | None = None
    length: NotNegative | None = None
    mesh: Annotated[int, index("meshes")] | None = None
    size: Annotated[tuple[NotNegative, ...], Meta(min_length=1)] | None = None
    type: str | None = None
