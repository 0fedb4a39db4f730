"""The raw VRMC_springBone extension of a file, valid or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pantin.base.records import Record
from pantin.formats.gltf.extension_names import SPRING_BONE as NAME
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.extension_names import SPRING_BONE_LIMIT as LIMIT
from pantin.formats.gltf.json_values import (
    Object,
    Tokens,
    as_index,
    as_integer,
    as_list,
    as_object,
    objects,
    understood,
)
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report.wording import counted, named
from pantin.rig.spring import COLLIDER_SHAPES, Shape

SHAPES: tuple[Shape, ...] = ("sphere", "capsule")
"""The shapes of VRMC_springBone itself."""

EXTENDED_SHAPES: dict[str, Shape] = {**{shape: shape for shape in COLLIDER_SHAPES}, "palne": "plane"}
"""The shapes of extended colliders by their names; the specification once misspells "palne"."""
LIMITS = ("cone", "hinge", "spherical")


def node_fault(owner: Object) -> str | None:
    """What is wrong with the type of the member `node`, in words; None if it is an integer."""
    if "node" not in owner:
        return "has no node"
    if as_integer(owner["node"]) is None:
        return f"has node {shown(owner['node'])}, expected an index"
    return None


def index_fault(value: Any, count: int, noun: str) -> str:
    """What is wrong with an index of one of `count` things, in words."""
    return "expected an index" if as_integer(value) is None else f"but the file has {counted(count, noun)}"


class RawExtension(Record):
    """The extension object of a file; `exists` is False where it has none.

    Items of lists that are not objects are empty ones.
    """

    exists: bool
    block: Object
    colliders: list[Object]
    groups: list[Object]
    springs: list[Object]
    joints: list[list[Object]]
    nodes: int

    @classmethod
    def of(cls, tree: Object) -> RawExtension:
        value = as_object(tree.get("extensions")).get(NAME)
        block = as_object(value)
        colliders, groups, springs = (objects(block.get(name)) for name in LISTS)
        joints = [objects(spring.get("joints")) for spring in springs]
        count = len(as_list(tree.get("nodes")))
        return cls(value is not None, block, colliders, groups, springs, joints, count)

    def each_joint(self) -> Iterator[tuple[Tokens, Object, bool]]:
        """Path, joint, and whether it is the last of its spring."""
        for index, joints in enumerate(self.joints):
            for slot, joint in enumerate(joints):
                yield (*PATH, "springs", index, "joints", slot), joint, slot == len(joints) - 1

    def each_shape(self) -> Iterator[tuple[Tokens, str, Object]]:
        """Path, kind and members of each shape of the extension itself."""
        for index, collider in enumerate(self.colliders):
            shape = as_object(collider.get("shape"))
            for kind in SHAPES:
                if isinstance(shape.get(kind), dict):
                    yield (*PATH, "colliders", index, "shape", kind), kind, shape[kind]

    def each_extended(self) -> Iterator[tuple[Tokens, int, Object]]:
        """Path, collider and members of each extended collider."""
        for index, collider in enumerate(self.colliders):
            extensions = as_object(collider.get("extensions"))
            if EXTENDED in extensions:
                path = (*PATH, "colliders", index, "extensions", EXTENDED)
                yield path, index, as_object(extensions[EXTENDED])

    def each_limit(self) -> Iterator[tuple[Tokens, Object, bool]]:
        """Path and members of each joint's limit, and whether the joint is the last of its spring."""
        for path, joint, last in self.each_joint():
            extensions = as_object(joint.get("extensions"))
            if LIMIT in extensions:
                yield (*path, "extensions", LIMIT), as_object(extensions[LIMIT]), last

    def chain(self, spring: int) -> list[int]:
        """The nodes of a spring's joints that exist."""
        nodes = (as_index(joint.get("node"), self.nodes) for joint in self.joints[spring])
        return [node for node in nodes if node is not None]

    def describe(self, path: Tokens) -> str:
        """An object or member of the extension as messages name it: `joint 1 of spring "Hair" (0)`."""
        if len(path) < 4:
            return NAME
        collection, index, *members = path[2:]
        lists = {"colliders": self.colliders, "colliderGroups": self.groups, "springs": self.springs}
        owner = named(ITEMS[str(collection)], int(index), lists[str(collection)][int(index)].get("name"))
        if members[:1] == ["joints"] and len(members) > 1:
            owner, members = f"joint {members[1]} of {owner}", members[2:]
        if members[:2] == ["extensions", EXTENDED]:
            members = members[2:]
        if members[:1] == ["shape"]:
            members = members[1:]
        return f'"{"/".join(map(str, members))}" of {owner}' if members else owner

    def spring_name(self, index: int) -> str:
        return self.describe((*PATH, "springs", index))

    def group_name(self, index: int) -> str:
        return self.describe((*PATH, "colliderGroups", index))

    def collider_name(self, index: int) -> str:
        return self.describe((*PATH, "colliders", index))

    def joint_name(self, spring: int, slot: int) -> str:
        return self.describe((*PATH, "springs", spring, "joints", slot))


ITEMS = {"colliders": "collider", "colliderGroups": "collider group", "springs": "spring"}
LISTS = ("colliders", "colliderGroups", "springs")
PATH: Tokens = ("extensions", NAME)


def extended_shape(body: Object) -> tuple[Shape, Object] | None:
    """Kind and body of an extended shape, if there is just one."""
    shape = as_object(body.get("shape"))
    kinds = [kind for kind in EXTENDED_SHAPES if kind in shape]
    if len(kinds) != 1 or not isinstance(shape[kinds[0]], dict):
        return None
    return EXTENDED_SHAPES[kinds[0]], shape[kinds[0]]


def raw_extension(scope: Scope) -> RawExtension:
    """The raw extension of the file under the rules; `scope.fact(raw_extension)` makes it once."""
    return RawExtension.of(understood(scope.tree, scope.model))


def gaps(scope: Scope) -> list[dict[int, list[int]]]:
    """For each spring the nodes it skips, lowest first, by the slot of the joint below them.

    Springs without common nodes skip fewer nodes than the file has. Beyond that they share some, which is a
    finding already, and the search stops: the work stays linear.
    """
    raw, hierarchy = scope.fact(raw_extension), scope.hierarchy
    left, all_gaps = 2 * raw.nodes, []
    for spring in range(len(raw.springs)):
        chain, own = raw.chain(spring), dict[int, list[int]]()
        for slot, (head, tail) in enumerate(pairwise(chain), 1):
            node = hierarchy.parents[tail] if head != tail and hierarchy.is_within(tail, head) else head
            while node is not None and node != head and left:
                own.setdefault(slot, []).append(node)
                node, left = hierarchy.parents[node], left - 1
        all_gaps.append(own)
    return all_gaps
