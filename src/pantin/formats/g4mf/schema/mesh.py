"""Meshes: surfaces and their bindings, skins, blend shapes."""

# Annotations stay objects here: msgspec would have to compile hundreds of strings at every start.
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from pantin.formats.g4mf.accessor import FLOATING, SIGNED, UNSIGNED
from pantin.formats.g4mf.schema.item import (
    Item,
    Named,
    Natural,
    Numbers,
    Stores,
    at_object,
    index,
    index_at_object,
    items,
    present_objects,
)
from pantin.formats.members.description import CARRIED, reports

INTEGERS = UNSIGNED | SIGNED


class BoundTier(Item, frozen=True, kw_only=True):
    """Which values the elements of one dimension have, for themselves or for the parts they decompose to."""

    accessor: Annotated[int, index("accessors", missing="G4MF-MESH-022"), CARRIED] | None
    dimension: Annotated[Natural, at_object("G4MF-MESH-022"), CARRIED] | None = field(
        name="geometryDimension"
    )
    parts: Annotated[Natural, CARRIED] = field(name="decomposeDimension", default=0)


class Binding(Item, frozen=True, kw_only=True):
    """How values belong to a surface."""

    values: Annotated[int, index("accessors", missing="G4MF-MESH-015"), CARRIED] | None
    simplexes: Annotated[int, index("accessors"), CARRIED] | None = None
    per_simplex: Annotated[int, index("accessors"), CARRIED] | None = None
    geometry: tuple[BoundTier | None, ...] = ()

    @property
    def tiers(self) -> tuple[BoundTier, ...]:
        return present_objects(self, "geometry", self.geometry, BoundTier)


class Surface(Item, frozen=True, kw_only=True):
    simplexes: (
        Annotated[
            int,
            index("accessors", stores=Stores(INTEGERS, "G4MF-MESH-005", "simplex", "G4MF-MESH-006")),
            CARRIED,
        ]
        | None
    ) = None
    edges: Annotated[int, index("accessors", stores=Stores(INTEGERS, "G4MF-MESH-008", 2)), CARRIED] | None = (
        None
    )
    geometry: Annotated[
        tuple[Annotated[int, index("accessors", stores=Stores(UNSIGNED, "G4MF-MESH-011", 1))] | None, ...],
        CARRIED,
    ] = ()
    seams: Annotated[int, index("accessors", stores=Stores(UNSIGNED, "G4MF-MESH-011", 1))] | None = None
    material: Annotated[int, index("materials"), CARRIED] | None = None
    normals: Binding | None = None
    texture_map: Binding | None = None
    polytope_simplexes: bool = False
    extras: Annotated[dict[str, Any], CARRIED] | None = None


class Skin(Named, frozen=True, kw_only=True):
    carried: ClassVar[bool] = True

    groups: (
        Annotated[
            int,
            index(
                "accessors",
                "G4MF-SKIN-002",
                Stores(UNSIGNED, "G4MF-SKIN-004", 1, "G4MF-SKIN-005"),
                missing="G4MF-SKIN-001",
            ),
        ]
        | None
    )
    vertices: (
        Annotated[
            int,
            index(
                "accessors",
                "G4MF-SKIN-002",
                Stores(UNSIGNED, "G4MF-SKIN-006", 1, "G4MF-SKIN-007"),
                missing="G4MF-SKIN-001",
            ),
        ]
        | None
    )
    weights: (
        Annotated[
            int,
            index(
                "accessors",
                "G4MF-SKIN-002",
                Stores(FLOATING, "G4MF-SKIN-008", 1, "G4MF-SKIN-009"),
                missing="G4MF-SKIN-001",
            ),
        ]
        | None
    )
    names: Annotated[tuple[Annotated[str, Meta(min_length=1)] | None, ...], items(empty="G4MF-SKIN-014")] = (
        field(name="groupNames", default=())
    )

    @property
    def group_names(self) -> tuple[str, ...]:
        """The names of the vertex groups, empty for one that is invalid."""
        return tuple(name or "" for name in self.names)


class Target(Item, frozen=True, kw_only=True):
    indices: (
        Annotated[
            int,
            index_at_object(
                "accessors", "G4MF-BLEND-003", Stores(UNSIGNED, "G4MF-BLEND-004", 1, "G4MF-BLEND-005")
            ),
            CARRIED,
        ]
        | None
    )
    offsets: Annotated[int, index_at_object("accessors", "G4MF-BLEND-003"), CARRIED] | None


TargetMember = Annotated[Target, reports(any="G4MF-BLEND-003")]


class ShapePart(Item, frozen=True, kw_only=True):
    """What a blend shape does to one surface."""

    surface: Annotated[Natural, at_object("G4MF-BLEND-018"), CARRIED] | None
    normal: TargetMember | None = None
    texture_map: TargetMember | None = None


class Shape(Item, frozen=True, kw_only=True):
    """A blend shape."""

    position: TargetMember | None = None
    surfaces: (
        Annotated[tuple[ShapePart | None, ...], Meta(min_length=1), reports(length="G4MF-BLEND-021")] | None
    ) = None
    name: Annotated[str, CARRIED] | None = None

    @property
    def parts(self) -> tuple[ShapePart, ...]:
        return present_objects(self, "surfaces", self.surfaces or (), ShapePart)


class Blend(Item, frozen=True, kw_only=True):
    amounts: Annotated[Numbers, items("G4MF-BLEND-023"), CARRIED] | None = None
    entries: Annotated[tuple[Shape | None, ...], at_object("G4MF-BLEND-001")] | None = field(name="shapes")

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return present_objects(self, "shapes", self.entries or (), Shape)


class Mesh(Named, frozen=True, kw_only=True):
    vertices: (
        Annotated[
            int,
            index_at_object("accessors", "G4MF-MESH-001", Stores(FLOATING, "G4MF-MESH-002", "dimension")),
            CARRIED,
        ]
        | None
    )
    entries: Annotated[tuple[Surface | None, ...], Meta(min_length=1), at_object("G4MF-MESH-003")] | None = (
        field(name="surfaces")
    )
    skin: Annotated[Skin, reports(any="G4MF-SKIN-001")] | None = None
    blend: Annotated[Blend, reports(any="G4MF-BLEND-001")] | None = None

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        return present_objects(self, "surfaces", self.entries or (), Surface)
