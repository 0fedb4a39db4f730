"""A Rigy document after reading: one schema, the newest, for every version and spelling.

Every object keeps the path it was read from, so that a finding about it has a line and a column.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct

from pantin.formats.rigy.source import Path

Vec3: TypeAlias = tuple[float, float, float]

VERSIONS = tuple(f"0.{minor}" for minor in range(1, 14))
"""The versions of the language (Rigy chapter 15)."""

DIMENSION_KEYS: dict[str, tuple[str, ...]] = {
    "box": ("x", "y", "z"),
    "sphere": ("radius",),
    "cylinder": ("radius", "height"),
    "capsule": ("radius", "height"),
    "wedge": ("x", "y", "z"),
}
"""The keys of `dimensions` for each type, in the order a list of extents is read."""

BOX_ALIASES = {"width": "x", "height": "y", "depth": "z"}
FIELDS = ("metaball_sphere@1", "metaball_capsule@1", "sdf_sphere@1", "sdf_capsule@1")
CAPSULES = ("metaball_capsule@1", "sdf_capsule@1")
MOST_POINTS = 2_000_000
"""Points of the grid of an implicit surface (Rigy chapter 12, V86)."""


class AxisAngle(Struct, frozen=True):
    path: Path
    axis: Vec3
    degrees: float


class Transform(Struct, frozen=True):
    """Rotation, then translation. At most one form of rotation is set.

    `scale` comes before both. Only field operators have one, and it must be the same along all axes.
    """

    path: Path
    translation: Vec3 | None
    rotation_euler: Vec3 | None
    rotation_degrees: Vec3 | None
    rotation_quat: tuple[float, float, float, float] | None
    rotation_axis_angle: AxisAngle | None = None
    scale: Vec3 | None = None


class Dimensions(Struct, frozen=True):
    """Sizes by name, in metres. `extents` when they came from a list of full extents."""

    sizes: dict[str, float]
    extents: bool = False


class Domain(Struct, frozen=True):
    """Where the field of an implicit surface is sampled: corners, and points along each axis."""

    path: Path
    low: Vec3
    high: Vec3
    grid: tuple[int, int, int]


class FieldOperator(Struct, frozen=True):
    """One term of a field."""

    path: Path
    op: str
    field: str
    strength: float
    radius: float
    height: float | None
    transform: Transform | None


class Implicit(Struct, frozen=True):
    """The field of an implicit surface, and the value it has on the surface."""

    domain: Domain
    iso: float
    ops: tuple[FieldOperator, ...]
    algorithm: str


class Primitive(Struct, frozen=True):
    """One solid. `mirrored` marks the copy that symmetry made, whose `original` is the id of its
    original. An implicit surface has no dimensions."""

    path: Path
    type: str
    id: str
    dimensions: Dimensions = Dimensions({})
    name: str | None = None
    transform: Transform | None = None
    material: str | None = None
    surface: str | None = None
    tags: tuple[str, ...] = ()
    implicit: Implicit | None = None
    mirrored: bool = False
    original: str | None = None


class UvSet(Struct, frozen=True):
    path: Path
    generator: str | None


class UvRole(Struct, frozen=True):
    path: Path
    set: str


class Mesh(Struct, frozen=True):
    path: Path
    id: str
    primitives: tuple[Primitive, ...]
    name: str | None = None
    material: str | None = None
    uv_sets: dict[str, UvSet] | None = None
    uv_roles: dict[str, UvRole] | None = None


class Bone(Struct, frozen=True):
    path: Path
    id: str
    parent: str
    head: Vec3
    tail: Vec3
    roll: float = 0.0
    mirrored: bool = False

    @property
    def is_root(self) -> bool:
        """Whether it has no parent. `parent: none` says so even where another bone is called none."""
        return self.parent == "none"


class Armature(Struct, frozen=True):
    path: Path
    id: str
    bones: tuple[Bone, ...]
    name: str | None = None


class BoneWeight(Struct, frozen=True):
    """`original` is the bone that a mirrored weight was written for; empty on the original side."""

    path: Path
    bone_id: str
    weight: float
    original: str = ""


class PrimitiveWeights(Struct, frozen=True):
    path: Path
    primitive_id: str
    bones: tuple[BoneWeight, ...]


class Gradient(Struct, frozen=True):
    path: Path
    axis: str
    range: tuple[float, float]
    start: tuple[BoneWeight, ...]
    end: tuple[BoneWeight, ...]


class Override(Struct, frozen=True):
    path: Path
    vertices: tuple[int, ...]
    bones: tuple[BoneWeight, ...]


class WeightMap(Struct, frozen=True):
    """`renames` maps bone ids of the source file to those of the mirrored side; empty on the original
    side."""

    path: Path
    primitive_id: str
    gradients: tuple[Gradient, ...] = ()
    overrides: tuple[Override, ...] = ()
    source: str | None = None
    source_primitive: str | None = None
    renames: dict[str, str] = {}


class Binding(Struct, frozen=True):
    path: Path
    mesh_id: str
    armature_id: str
    weights: tuple[PrimitiveWeights, ...] = ()
    weight_maps: tuple[WeightMap, ...] = ()
    skinning_solver: str | None = None


class MirrorX(Struct, frozen=True):
    """Ids that start with `prefix_from`, or end with `suffix_from`, have a copy on the other side."""

    path: Path
    prefix_from: str | None
    prefix_to: str | None
    suffix_from: str | None
    suffix_to: str | None


class Symmetry(Struct, frozen=True):
    path: Path
    mirror_x: MirrorX | None


class Anchor(Struct, frozen=True):
    path: Path
    id: str
    translation: Vec3
    scope: str | None = None


class Import(Struct, frozen=True):
    path: Path
    source: str
    contract: str | None = None


class Attach3(Struct, frozen=True):
    path: Path
    start: tuple[str, ...]
    end: tuple[str, ...]
    mode: str


class Instance(Struct, frozen=True):
    path: Path
    id: str
    source: str | None = None
    mesh_id: str | None = None
    attach3: Attach3 | None = None


class Material(Struct, frozen=True):
    path: Path
    base_color: tuple[float, ...]
    uses_uv_roles: tuple[str, ...] = ()


class PoseBone(Struct, frozen=True):
    """`rotation` is w, x, y, z."""

    path: Path
    rotation: tuple[float, float, float, float] | None
    translation: Vec3 | None


class Pose(Struct, frozen=True):
    path: Path
    id: str
    bones: dict[str, PoseBone]


class Document(Struct, frozen=True, dict=True):
    """A whole Rigy document. What refers to parts by id finds them without a search (`dict=True` keeps what
    `cached_property` finds)."""

    path: Path
    version: str
    materials: dict[str, Material]
    meshes: tuple[Mesh, ...]
    armatures: tuple[Armature, ...]
    bindings: tuple[Binding, ...]
    symmetry: Symmetry | None
    skinning_solver: str | None
    poses: tuple[Pose, ...]
    anchors: tuple[Anchor, ...]
    imports: dict[str, Import]
    instances: tuple[Instance, ...]

    @cached_property
    def mesh_by_id(self) -> dict[str, Mesh]:
        return {mesh.id: mesh for mesh in reversed(self.meshes)}

    @cached_property
    def armature_by_id(self) -> dict[str, Armature]:
        return {armature.id: armature for armature in reversed(self.armatures)}

    @cached_property
    def binding_by_mesh(self) -> dict[str, Binding]:
        return {binding.mesh_id: binding for binding in self.bindings}

    @cached_property
    def anchor_positions(self) -> dict[str, Vec3]:
        return {anchor.id: anchor.translation for anchor in self.anchors}


def sizes(primitive: Primitive) -> tuple[float, ...]:
    """The sizes in the order of `DIMENSION_KEYS`, with the defaults of the language; an alias of a
    box takes precedence."""
    stated = primitive.dimensions.sizes
    if primitive.type == "box":
        pairs = zip(BOX_ALIASES, ("x", "y", "z"), strict=True)
        return tuple(stated.get(alias, stated.get(name, 1.0)) for alias, name in pairs)
    if primitive.type == "wedge":
        return tuple(stated.get(name, 1.0) for name in ("x", "y", "z"))
    if primitive.type == "sphere":
        return (stated.get("radius", 0.5),)
    if primitive.type == "implicit_surface":
        return ()
    radius = 0.5 if primitive.type == "cylinder" else 0.25
    return stated.get("radius", radius), stated.get("height", 1.0)


NO_VERSION = (0, 0)
"""A version that is missing or not a string: reported once, not for each feature that needs a version."""


def version_of(document: Document) -> tuple[int, int]:
    """The version as numbers; `NO_VERSION` where it could not be read."""
    return numbers_of(document.version) or NO_VERSION


def numbers_of(version: str) -> tuple[int, int] | None:
    """The two numbers of a version, or None for another string."""
    major, _, minor = version.partition(".")
    if not (major.isdecimal() and minor.isdecimal() and version.isascii() and len(version) < 9):
        return None
    return int(major), int(minor)


def is_read(*numbers: float) -> bool:
    """Whether all of these were read as numbers."""
    return not any(math.isnan(number) for number in numbers)


def is_uniform(scale: Vec3 | None) -> bool:
    """Whether the scale of a field operator is one positive factor for all axes, or missing."""
    return scale is None or (scale[0] == scale[1] == scale[2] and 0.0 < scale[0] < math.inf)
