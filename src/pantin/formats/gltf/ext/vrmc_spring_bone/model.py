"""What a file says of its springs, member by member, whatever state it is in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from pantin.formats.gltf.ext.vrmc_spring_bone import EXTENDED, LIMIT, NAME
from pantin.formats.gltf.model import Gltf
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.rig.spring import COLLIDER_SHAPES, Shape

Place = tuple[str | int, ...]
Object = dict[str, Any]
Vector = tuple[float, ...]
T = TypeVar("T")

SHAPES: tuple[Shape, ...] = ("sphere", "capsule")
"""The shapes of VRMC_springBone itself."""

EXTENDED_SHAPES: dict[str, Shape] = {**{shape: shape for shape in COLLIDER_SHAPES}, "palne": "plane"}
"""The shapes of the extended colliders, as they are written; "palne" is how the specification spells it
once."""
LIMITS = ("cone", "hinge", "spherical")


def as_object(value: Any) -> Object:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def objects(value: Any) -> list[Object]:
    """The items of a list, empty objects for those that are none."""
    return [as_object(one) for one in as_list(value)]


def number(value: Any) -> float | None:
    """A number, infinite ones (1e999, or as many digits) among them; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def vector(value: Any, length: int = 3) -> Vector | None:
    """A list of so many numbers; None for anything else."""
    numbers = [number(one) for one in as_list(value)]
    if len(numbers) != length or None in numbers:
        return None
    return tuple(one for one in numbers if one is not None)


def index(value: Any, below: int) -> int | None:
    """An index in range; None for anything else."""
    right = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below
    return int(value) if right else None


def indices(value: Any, below: int) -> list[int]:
    """The indices in range that a list has."""
    return [at for one in as_list(value) if (at := index(one, below)) is not None]


def finite(values: Vector | None) -> bool:
    return values is not None and all(map(math.isfinite, values))


def length(values: Vector) -> float:
    return math.sqrt(sum(value * value for value in values))


def quoted(owner: Object, name: str) -> str:
    """A member as a message shows it."""
    return shown(owner[name]) if name in owner else "missing"


@dataclass(frozen=True, slots=True)
class RawExtension:
    """The block of a file: `there` says whether it has one. Items that are no objects are empty ones."""

    there: bool
    block: Object
    colliders: list[Object]
    groups: list[Object]
    springs: list[Object]
    joints: list[list[Object]]
    nodes: int

    @classmethod
    def of(cls, tree: Object) -> RawExtension:
        found = as_object(tree.get("extensions")).get(NAME)
        block = as_object(found)
        colliders, groups, springs = (objects(block.get(name)) for name in LISTS)
        joints = [objects(spring.get("joints")) for spring in springs]
        count = len(as_list(tree.get("nodes")))
        return cls(found is not None, block, colliders, groups, springs, joints, count)

    def each_joint(self) -> Iterator[tuple[Place, Object, bool]]:
        """Place, joint, and whether it is the last of its spring."""
        for at, joints in enumerate(self.joints):
            for slot, joint in enumerate(joints):
                yield (*PLACE, "springs", at, "joints", slot), joint, slot == len(joints) - 1

    def each_shape(self) -> Iterator[tuple[Place, str, Object]]:
        """Place, kind and body of each shape of the block itself."""
        for at, collider in enumerate(self.colliders):
            shape = as_object(collider.get("shape"))
            for kind in SHAPES:
                if isinstance(shape.get(kind), dict):
                    yield (*PLACE, "colliders", at, "shape", kind), kind, shape[kind]

    def each_extended(self) -> Iterator[tuple[Place, int, Object]]:
        """Place, collider and body of each extended collider."""
        for at, collider in enumerate(self.colliders):
            extensions = as_object(collider.get("extensions"))
            if EXTENDED in extensions:
                place = (*PLACE, "colliders", at, "extensions", EXTENDED)
                yield place, at, as_object(extensions[EXTENDED])

    def each_limit(self) -> Iterator[tuple[Place, Object, bool]]:
        """Place and body of each joint's limit, and whether the joint is the last of its spring."""
        for place, joint, last in self.each_joint():
            extensions = as_object(joint.get("extensions"))
            if LIMIT in extensions:
                yield (*place, "extensions", LIMIT), as_object(extensions[LIMIT]), last

    def chain(self, spring: int) -> list[int]:
        """The nodes of a spring's joints, as far as they exist."""
        found = (index(joint.get("node"), self.nodes) for joint in self.joints[spring])
        return [node for node in found if node is not None]


LISTS = ("colliders", "colliderGroups", "springs")
PLACE: Place = ("extensions", NAME)


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


def understood(tree: Object, model: Gltf) -> Object:
    """The file, or an empty one where its version is another: what its nodes would mean is not known."""
    return tree if len(model.nodes) == len(as_list(tree.get("nodes"))) else {}


def gaps(scope: Scope) -> list[dict[int, list[int]]]:
    """For each spring the nodes it skips, lowest first, by the slot of the joint below them.

    Springs that share no node skip fewer nodes than there are; past that they share some, which is a finding
    already, and no more of them are looked for: the work stays linear.
    """
    raw, hierarchy = scope.fact(raw_extension), scope.hierarchy
    left, every = 2 * raw.nodes, []
    for spring in range(len(raw.springs)):
        chain, own = raw.chain(spring), dict[int, list[int]]()
        for slot, (head, tail) in enumerate(pairwise(chain), 1):
            node = hierarchy.parents[tail] if head != tail and hierarchy.is_within(tail, head) else head
            while node is not None and node != head and left:
                own.setdefault(slot, []).append(node)
                node, left = hierarchy.parents[node], left - 1
        every.append(own)
    return every


def nearest(scope: Scope, marks: dict[int, T]) -> list[T | None]:
    """For each node the mark of the closest marked node at or above it."""
    found: list[T | None] = [None] * len(scope.parents)
    looped = set(scope.hierarchy.looped)
    for node in scope.hierarchy.order:
        parent = scope.parents[node] if node not in looped else None
        found[node] = marks[node] if node in marks else (None if parent is None else found[parent])
    return found
