"""The springs of a file as typed objects, valid or not, with the faults of their members."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, TypeVar

from pantin.base.records import Record
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import (
    Body,
    Collider,
    ColliderGroup,
    ExtendedCollider,
    Joint,
    JointLimit,
    Limits,
    SpringBone,
    SpringObject,
)
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import Shape as BaseShape
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import Spring as SpringChain
from pantin.formats.gltf.extension_names import SPRING_BONE as NAME
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.extension_names import SPRING_BONE_LIMIT as LIMIT
from pantin.formats.gltf.extension_objects import ExtensionObjects
from pantin.formats.gltf.json_values import as_integer
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.description import members
from pantin.formats.members.faults import Fault, by_path, shown
from pantin.report.pointer import JsonPath
from pantin.report.wording import counted, named
from pantin.rig.spring import COLLIDER_SHAPES, Shape

T = TypeVar("T")

PATH: JsonPath = ("extensions", NAME)
ITEMS = {"colliders": "collider", "colliderGroups": "collider group", "springs": "spring"}
LISTS = tuple(ITEMS)

SHAPES: tuple[Shape, ...] = ("sphere", "capsule")
"""The shapes of VRMC_springBone without extensions."""

EXTENDED_SHAPES: dict[str, Shape] = {**{shape: shape for shape in COLLIDER_SHAPES}, "palne": "plane"}
"""Extended collider shapes by name, including "palne", a misspelling in the specification."""
LIMITS = ("cone", "hinge", "spherical")


def node_fault(fault: Fault) -> str:
    """The type error of the member `node`, in words."""
    return "has no node" if fault.kind == "missing" else f"has node {shown(fault.value)}, expected an index"


def index_fault(value: Any, count: int, noun: str) -> str:
    """The fault of an index that should be below `count`, in words."""
    return "expected an index" if as_integer(value) is None else f"but the file has {counted(count, noun)}"


class ExtendedBody(Record, eq=False):
    """The one shape of an extended collider: path, kind and members."""

    path: JsonPath
    kind: Shape
    members: Any


class Springs(Record, eq=False):
    """The objects of VRMC_springBone in a file.

    extended  extended colliders by the index of the collider
    limits    limits by spring and slot of the joint
    faults    broken members by their paths; of an item in a list, by both paths
    nodes     how many nodes the file has
    """

    block: SpringBone
    extended: dict[int, ExtendedCollider]
    limits: dict[tuple[int, int], JointLimit]
    faults: dict[JsonPath, Fault]
    nodes: int

    @classmethod
    def from_objects(cls, objects: ExtensionObjects, nodes: int) -> Springs:
        faults = by_path(fault for fault in objects.faults if fault.path[:2] == PATH)
        return cls(
            next((value for _, value in objects.objects_of(NAME)), SpringBone(spec_version=None)),
            {int(path[3]): value for path, value in objects.objects_of(EXTENDED)},
            {(int(path[3]), int(path[5])): value for path, value in objects.objects_of(LIMIT)},
            faults,
            nodes,
        )

    @property
    def colliders(self) -> tuple[Collider, ...]:
        return self.block.colliders or ()

    @property
    def groups(self) -> tuple[ColliderGroup, ...]:
        return self.block.collider_groups or ()

    @property
    def springs(self) -> tuple[SpringChain, ...]:
        return self.block.springs or ()

    def joints(self, spring: int) -> tuple[Joint, ...]:
        return self.springs[spring].joints or ()

    def node(self, index: int | None) -> int | None:
        """The index of a node if it exists."""
        return index if index is not None and 0 <= index < self.nodes else None

    def chain(self, spring: int) -> list[int]:
        """The existing joint nodes of a spring."""
        nodes = (self.node(joint.node) for joint in self.joints(spring))
        return [node for node in nodes if node is not None]

    def value_or(self, default: T, value: T | None, *path: str | int) -> T | None:
        """The value of a member, or its default if missing; None if broken."""
        return default if value is None and path not in self.faults else value

    def stated(self, value: SpringObject, path: JsonPath) -> list[str]:
        """The members present in an object, valid or not."""
        return [
            member.name
            for member in members(type(value))
            if member.attribute not in value.shared
            and (getattr(value, member.attribute) is not None or (*path, member.name) in self.faults)
        ]

    def each_joint(self) -> Iterator[tuple[JsonPath, Joint, bool]]:
        """Path, joint, and whether it is the last of its spring."""
        for index in range(len(self.springs)):
            joints = self.joints(index)
            for slot, joint in enumerate(joints):
                yield (*PATH, "springs", index, "joints", slot), joint, slot == len(joints) - 1

    def shape(self, collider: int) -> tuple[JsonPath, BaseShape]:
        """Path and base shape of a collider; an empty shape if it has none."""
        return (*PATH, "colliders", collider, "shape"), self.colliders[collider].shape or BaseShape()

    def each_shape(self) -> Iterator[tuple[JsonPath, str, Any]]:
        """Path, kind and members of each shape of the extension itself."""
        for index in range(len(self.colliders)):
            path, shape = self.shape(index)
            for kind in SHAPES:
                if getattr(shape, kind) is not None:
                    yield (*path, kind), kind, getattr(shape, kind)

    def each_extended(self) -> Iterator[tuple[JsonPath, int, ExtendedCollider]]:
        """Path, collider and members of each extended collider."""
        for index, value in sorted(self.extended.items()):
            yield (*PATH, "colliders", index, "extensions", EXTENDED), index, value

    def extended_body(self, collider: int) -> ExtendedBody | None:
        """The shape of an extended collider, if it has exactly one."""
        extended = self.extended.get(collider)
        if extended is None or extended.shape is None:
            return None
        path = (*PATH, "colliders", collider, "extensions", EXTENDED, "shape")
        names = self.stated(extended.shape, path)
        body: Body | None = getattr(extended.shape, names[0]) if len(names) == 1 else None
        return None if body is None else ExtendedBody((*path, names[0]), EXTENDED_SHAPES[names[0]], body)

    def each_limit(self) -> Iterator[tuple[JsonPath, JointLimit, bool]]:
        """Path and members of each joint's limit, and whether the joint is the last of its spring."""
        for (spring, slot), value in sorted(self.limits.items()):
            path = (*PATH, "springs", spring, "joints", slot, "extensions", LIMIT)
            yield path, value, slot == len(self.joints(spring)) - 1


def limit_kinds(limit: JointLimit) -> list[str]:
    """The kinds of a limit; a valid one has exactly one."""
    limits = limit.limit or Limits()
    return [kind for kind in LIMITS if getattr(limits, kind) is not None]


def springs(scope: Scope) -> Springs:
    """The springs of the file being checked; `scope.fact(springs)` computes them once."""
    return Springs.from_objects(scope.extended, len(scope.model.nodes))


def describe(scope: Scope, path: JsonPath) -> str:
    """An object or member of the extension formatted for messages: `joint 1 of spring "Hair" (0)`."""
    if len(path) < 4:
        return NAME
    collection, index, *inside = path[2:]
    owner = named(ITEMS[str(collection)], int(index), scope.raw(path[:4]).get("name"))
    if inside[:1] == ["joints"] and len(inside) > 1:
        owner, inside = f"joint {inside[1]} of {owner}", inside[2:]
    if inside[:2] == ["extensions", EXTENDED]:
        inside = inside[2:]
    if inside[:1] == ["shape"]:
        inside = inside[1:]
    return f'"{"/".join(map(str, inside))}" of {owner}' if inside else owner


def spring_name(scope: Scope, index: int) -> str:
    return describe(scope, (*PATH, "springs", index))


def group_name(scope: Scope, index: int) -> str:
    return describe(scope, (*PATH, "colliderGroups", index))


def collider_name(scope: Scope, index: int) -> str:
    return describe(scope, (*PATH, "colliders", index))


def joint_name(scope: Scope, spring: int, slot: int) -> str:
    return describe(scope, (*PATH, "springs", spring, "joints", slot))


def broken_members(scope: Scope, rule_id: str) -> list[tuple[JsonPath, Any]]:
    """Path and stored value of each member that a rule reports, without repetition."""
    paths = dict.fromkeys(fault.member_path for fault in scope.faults(rule_id) if fault.kind != "missing")
    return [(path, scope.raw(path[:-1])[str(path[-1])]) for path in paths]


def gaps(scope: Scope) -> list[dict[int, list[int]]]:
    """For each spring the nodes it skips, lowest first, by the slot of the joint below them. Springs without
    common nodes skip fewer nodes in total than the file has. The search stops beyond that: some springs share
    nodes, which is reported anyway, and the work stays linear."""
    objects, hierarchy = scope.fact(springs), scope.hierarchy
    left, all_gaps = 2 * objects.nodes, []
    for spring in range(len(objects.springs)):
        chain, own = objects.chain(spring), dict[int, list[int]]()
        for slot, (head, tail) in enumerate(pairwise(chain), 1):
            node = hierarchy.parents[tail] if head != tail and hierarchy.is_within(tail, head) else head
            while node is not None and node != head and left:
                own.setdefault(slot, []).append(node)
                node, left = hierarchy.parents[node], left - 1
        all_gaps.append(own)
    return all_gaps
