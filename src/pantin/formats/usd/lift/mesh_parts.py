"""Rejoin meshes that the writer split into several prims. Surfaces with other attributes, modes or polygon
sizes need separate prims; custom data say which surfaces of which mesh each prim holds."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from pantin.base.records import replace
from pantin.formats.usd.conventions import MESH_PART
from pantin.formats.usd.lift.skeletons import ReadBinding, ReadShapes, ReadSkeleton
from pantin.rig import Surface

PartKey = tuple[str, int]
"""The path of the parent, and the number of the mesh as written."""


class ReadGeometry(Struct, eq=False):
    """The surfaces of a prim with their numbers in the whole mesh, and their deformers."""

    prim: Any
    surfaces: list[Surface]
    numbers: list[int]
    binding: ReadBinding | None = None
    skeleton: ReadSkeleton | None = None
    shapes: ReadShapes | None = None
    joined: list[str] = field(default_factory=list)

    @property
    def rigid_joint(self) -> int | None:
        return None if self.binding is None else self.binding.rigid_joint


class MeshParts:
    """For each split mesh, the first prim, and by its path the other prims."""

    def __init__(self) -> None:
        self.first: dict[PartKey, Any] = {}
        self.others: dict[str, list[Any]] = {}

    def find_first(self, prim: Any) -> Any | None:
        """The first prim of a split mesh, for its later parts; None for other prims."""
        key = part_key(prim)
        if key is None:
            return None
        first = self.first.setdefault(key, prim)
        return None if first == prim else first


def part_key(prim: Any) -> PartKey | None:
    """The mesh to which a prim belongs as a part."""
    numbers = _stated(prim)
    return (str(prim.GetParent().GetPath()), numbers[0]) if numbers else None


def surface_numbers(prim: Any, count: int) -> list[int]:
    """The numbers of the surfaces of a prim in the whole mesh."""
    stated = _stated(prim)[1:]
    return stated if len(stated) == count else list(range(count))


def _stated(prim: Any) -> list[int]:
    value = prim.GetCustomDataByKey(MESH_PART)
    try:
        return [int(each) for each in value] if value is not None else []
    except (TypeError, ValueError):
        return []


def join_parts(first: ReadGeometry, other: ReadGeometry) -> ReadGeometry | None:
    """Join two parts into one mesh, if they still fit; None if they have been edited apart. The caller has
    checked that they share a skin."""
    alike = first.rigid_joint == other.rigid_joint and (first.skeleton is other.skeleton)
    named = [None if part.shapes is None else part.shapes.names for part in (first, other)]
    numbers = first.numbers + other.numbers
    if not alike or named[0] != named[1] or len(set(numbers)) < len(numbers):
        return None
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    surfaces = first.surfaces + other.surfaces
    return replace(
        first,
        surfaces=[surfaces[index] for index in order],
        numbers=sorted(numbers),
        joined=[*first.joined, str(other.prim.GetPath())],
    )
