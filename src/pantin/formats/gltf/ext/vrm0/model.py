"""The raw springs of a VRM 0.x file, valid or not."""

from __future__ import annotations

from typing import Any

from pantin.base.records import Record
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import (
    Object,
    Tokens,
    Vector,
    as_list,
    as_object,
    indices,
    number,
    objects,
    understood,
    vector,
)
from pantin.formats.gltf.scope import Scope

PATH: Tokens = ("extensions", NAME, "secondaryAnimation")


class RawExtension(Record):
    """Bone groups and collider groups; items that are not objects are empty ones."""

    groups: list[Object]
    collider_groups: list[Object]
    nodes: int

    @classmethod
    def from_tree(cls, tree: Object) -> RawExtension:
        vrm = as_object(as_object(tree.get("extensions")).get(NAME))
        block = as_object(vrm.get("secondaryAnimation"))
        count = len(as_list(tree.get("nodes")))
        return cls(objects(block.get("boneGroups")), objects(block.get("colliderGroups")), count)


def raw_extension(scope: Scope) -> RawExtension:
    """The raw extension of the file under the rules; `scope.fact(raw_extension)` makes it once."""
    return RawExtension.from_tree(understood(scope.tree, scope.model))


SPRING_HOLDER = "secondary"
"""The node below no other that UniVRM writes for the components of its springs; it is always empty."""


def empty_nodes(scope: Scope) -> set[int]:
    """The nodes that VRM 0.x has empty: the holder of springs, and the nodes below the bones of springs, down
    to their ends, as all of them swing."""
    nodes, parents = scope.model.nodes, scope.hierarchy.parents
    holders = {index for index, node in enumerate(nodes) if node is not None and node.name == SPRING_HOLDER}
    return spring_descendants(scope) | {index for index in holders if parents[index] is None}


def spring_descendants(scope: Scope) -> set[int]:
    """The nodes below the bones of springs, down to their ends: all of them swing."""
    marks = [False] * len(scope.model.nodes)
    for group in scope.fact(raw_extension).groups:
        for bone in indices(group.get("bones"), len(marks)):
            marks[bone] = True
    return {node for node, is_below in enumerate(scope.hierarchy.has_marked_ancestor(marks)) if is_below}


def axes(value: Any) -> Vector | None:
    """The vector {x, y, z} of Unity's left-handed axes in those of glTF; a missing part is 0.

    Some writers give a list of three numbers, which can mean nothing else.
    """
    if value is None:
        return (0.0, 0.0, 0.0)
    listed = vector(value)
    if listed is not None:
        return (listed[0], listed[1], 0.0 - listed[2])
    components = as_object(value)
    parts = [number(components.get(name, 0.0)) for name in ("x", "y", "z")]
    if not isinstance(value, dict) or None in parts:
        return None
    x, y, z = (part for part in parts if part is not None)
    return (x, y, 0.0 - z)  # −z would be −0 where z is 0
