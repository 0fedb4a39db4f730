"""VRM 0.x of a file as typed objects, valid or not, with the faults of their members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.base.records import Record
from pantin.formats.gltf.ext.vrm0.schema import BoneGroup, ColliderGroup, Point, SecondaryAnimation, Vrm0
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import Vector, number, vector
from pantin.formats.members.faults import Fault, by_path, shown
from pantin.report.pointer import JsonPath

if TYPE_CHECKING:
    from pantin.formats.gltf.extension_objects import ExtensionObjects
    from pantin.formats.gltf.scope import Scope

ROOT: JsonPath = ("extensions", NAME)
PATH: JsonPath = (*ROOT, "secondaryAnimation")

NONE = -1
"""The index that means none."""


class Vrm0Objects(Record, eq=False):
    """The objects of VRM 0.x in a file.

    block   the object in the root; an empty one where the file has none
    occurs  whether the file has one
    faults  broken members by their paths; of an item in a list, by both paths
    nodes   how many nodes the file has
    """

    block: Vrm0
    occurs: bool
    faults: dict[JsonPath, Fault]
    nodes: int

    @classmethod
    def from_objects(cls, objects: ExtensionObjects, nodes: int) -> Vrm0Objects:
        block = next((value for _, value in objects.objects_of(NAME)), None)
        faults = by_path(fault for fault in objects.faults if fault.path[:2] == ROOT)
        return cls(block or Vrm0(), block is not None, faults, nodes)

    @property
    def springs(self) -> SecondaryAnimation:
        return self.block.secondary_animation or SecondaryAnimation()

    @property
    def groups(self) -> list[BoneGroup]:
        """The bone groups, with empty objects in place of other values."""
        return [group or BoneGroup() for group in self.springs.bone_groups or ()]

    @property
    def collider_groups(self) -> list[ColliderGroup]:
        """The collider groups, with empty objects in place of other values."""
        return [group or ColliderGroup() for group in self.springs.collider_groups or ()]

    def node(self, index: int | None) -> int | None:
        """The index of a node if it exists."""
        return index if index is not None and 0 <= index < self.nodes else None

    def stated(self, value: Any, *path: str | int) -> Any:
        """The value in a file at a path, valid or not; None without a value."""
        fault = self.faults.get(path)
        return value if value is not None or fault is None else fault.value

    def is_stated(self, value: object, *path: str | int) -> bool:
        """Whether a file has a member, valid or not."""
        return value is not None or path in self.faults

    def shown(self, value: object, *path: str | int) -> str:
        """A member formatted for messages."""
        return shown(self.stated(value, *path))

    def word(self, value: str | None, *path: str | int) -> str | None:
        """A word in lower case, even if the schema lacks it: writers differ in capitals."""
        word = self.stated(value, *path)
        return word.lower() if isinstance(word, str) else None

    def number(self, value: float | None, default: float, *path: str | int) -> float | None:
        """A number, possibly infinite; the default if missing, None for other values."""
        return number(self.stated(value, *path)) if self.is_stated(value, *path) else default

    def axes(self, point: Point | None, *path: str | int) -> Vector | None:
        """A vector {x, y, z} converted from Unity's left-handed axes to glTF; missing components are 0. Some
        writers give a list of three numbers, which is accepted too."""
        stated = self.stated(point, *path)
        if stated is None:
            return (0.0, 0.0, 0.0)
        if isinstance(stated, Point):
            named = (("x", stated.x), ("y", stated.y), ("z", stated.z))
            parts = [self.number(value, 0.0, *path, name) for name, value in named]
        else:
            parts = list(vector(stated) or (None,))
        if None in parts:
            return None
        x, y, z = (part for part in parts if part is not None)
        return (x, y, 0.0 - z)  # −z would be −0 where z is 0


def vrm0_objects(scope: Scope) -> Vrm0Objects:
    """The VRM 0.x objects of the file being checked; `scope.fact(vrm0_objects)` computes them once."""
    return Vrm0Objects.from_objects(scope.extended, len(scope.model.nodes))


SPRING_HOLDER = "secondary"
"""The root node where UniVRM puts its spring components; it is always empty."""


def empty_nodes(scope: Scope) -> set[int]:
    """Nodes that may be empty in VRM 0.x: the holder of springs, and all descendants of spring bones, because
    all of them swing."""
    nodes, parents = scope.model.nodes, scope.hierarchy.parents
    holders = {index for index, node in enumerate(nodes) if node is not None and node.name == SPRING_HOLDER}
    return spring_descendants(scope) | {index for index in holders if parents[index] is None}


def spring_descendants(scope: Scope) -> set[int]:
    """All descendants of spring bones, because all of them swing."""
    vrm = scope.fact(vrm0_objects)
    marks = [False] * vrm.nodes
    for group in vrm.groups:
        for bone in group.bones or ():
            node = vrm.node(bone)
            if node is not None:
                marks[node] = True
    return {node for node, is_below in enumerate(scope.hierarchy.has_marked_ancestor(marks)) if is_below}
