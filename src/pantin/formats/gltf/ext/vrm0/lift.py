"""Springs of VRM 0.x lifted into the rig: every node below a root is a joint, and chains end 7 cm further
on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.formats.gltf.ext.vrm0.claims import PLACE, Claims, axes
from pantin.formats.gltf.ext.vrmc_spring_bone.claims import (
    Object,
    as_list,
    as_object,
    finite,
    index,
    number,
    quoted,
    understood,
)
from pantin.maths import affine
from pantin.rig import (
    Collider,
    ColliderGroup,
    Doubles,
    InvalidRig,
    Node,
    Spring,
    SpringJoint,
    SpringSettings,
    build,
)

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.draft import Draft
    from pantin.formats.gltf.lift.source import Source

END = 0.07
"""Metres from a leaf to the tail it is given (VRMC_springBone 1.0, "For vrm0")."""

DRAG = 0.4
"""Of a group that gives none: no schema says, all readers use this."""


def lift(source: Source, draft: Draft) -> None:
    """Give the draft the springs of the file; those of VRM 1.0 win where a file has both."""
    if not draft.has_springs:
        # A node of numbers that are not finite is no rig: `lift` comes back here with nodes that are one.
        with suppress(InvalidRig):
            draft.springs = springs(source, draft.nodes)


def springs(source: Source, nodes: Sequence[Node]) -> SpringSettings:
    """The springs of a VRM 0.x file; none where it has no such block.

    The axes of VRM 0.x are Unity's, left-handed: z is negated. The tail of a node is its first child; other
    children start chains of their own.
    """
    found = Claims.of(understood(source.document.tree, source.model))
    if not found.groups:
        return SpringSettings()
    tree = _Tree(source, nodes)
    colliders, groups = _colliders(source, found)
    made: list[Spring] = []
    claimed: set[int] = set()
    for at, group in enumerate(found.groups):
        made += _group(source, found, at, group, tree, claimed)
    return SpringSettings(tuple(made), tuple(colliders), tuple(groups))


class _Tree:
    """Children in file order, and where every node rests in the world."""

    def __init__(self, source: Source, nodes: Sequence[Node]) -> None:
        self.parents = [node.parent for node in nodes]
        self.children: list[list[int]] = [[] for _ in nodes]
        for parent, one in enumerate(source.model.nodes):
            for child in (one.children or ()) if one else ():
                if child is not None and child < len(nodes) and self.parents[child] == parent:
                    self.children[parent].append(child)
        rig = build(nodes=nodes)
        self.local = rig.nodes.local
        self.world: dict[int, Doubles] = {-1: affine.identity(3)}
        for node in rig.order.tolist():
            self.world[node] = affine.multiply(self.world[self.parents[node]], rig.nodes.local[node])

    def chains(self, root: int, claimed: set[int]) -> Iterator[tuple[list[int], int | None]]:
        """The chains below a root, itself first: along first children, then from each other child.

        A chain ends before a node that is claimed, which is returned beside it: all below that is claimed
        too. Those of the chain become so.
        """
        waiting = [root]
        while waiting:
            chain: list[int] = []
            node: int | None = waiting.pop()
            while node is not None and node not in claimed:
                chain.append(node)
                below = self.children[node]
                waiting += reversed(below[1:])
                node = below[0] if below else None
            claimed.update(chain)
            if chain:
                yield chain, node

    def place(self, node: int) -> Doubles:
        """Where a node rests in its parent's space: it is the tail of that, whoever moves it."""
        found: Doubles = self.local[node, :, 3]
        return found

    def end(self, leaf: int) -> Doubles | None:
        """The point 7 cm beyond a leaf, on the line from its parent, in the leaf's own space."""
        here, above = self.world[leaf][:, 3], self.world[self.parents[leaf]][:, 3]
        way = here - above
        size = float(np.sqrt((way * way).sum()))
        inverse, singular = affine.invert(self.world[leaf])
        if not size > 0 or bool(singular):
            return None
        return affine.apply(inverse, here + way * (END / size))


def _colliders(source: Source, found: Claims) -> tuple[list[Collider], list[ColliderGroup]]:
    colliders: list[Collider] = []
    groups = []
    for at, group in enumerate(found.collider_groups):
        node = index(group.get("node"), found.nodes)
        own = []
        for slot, one in enumerate(as_list(group.get("colliders"))):
            radius, offset = number(as_object(one).get("radius", 0.0)), axes(as_object(one).get("offset"))
            if node is None or radius is None or not finite((radius,)) or radius < 0 or not finite(offset):
                place = (*PLACE, "colliderGroups", at, "colliders", slot)
                source.leave_out(place, f"collider {slot}", "its node, offset or radius has no meaning")
                continue
            own.append(len(colliders))
            colliders.append(Collider(node, "sphere", offset or (0.0, 0.0, 0.0), radius))
        groups.append(ColliderGroup(tuple(own)))
    return colliders, groups


def _group(
    source: Source, found: Claims, at: int, group: Object, tree: _Tree, claimed: set[int]
) -> Iterator[Spring]:
    numbers, fault = _numbers(group)
    groups = [index(one, len(found.collider_groups)) for one in as_list(group.get("colliderGroups"))]
    center = group.get("center", -1)
    middle = None if center == -1 else index(center, found.nodes)
    comment = group.get("comment")
    name = comment if isinstance(comment, str) and comment else None
    if None in groups:
        fault = fault or "it names a collider group that does not exist"
    if center != -1 and middle is None:
        fault = fault or "its center is no node"
    for slot, bone in enumerate(as_list(group.get("bones"))):
        root = index(bone, found.nodes)
        place = (*PLACE, "boneGroups", at, "bones", slot)
        if root is None or root in claimed:
            why = "there is no such node" if root is None else "another root is above it"
            source.leave_out(place, "a root of springs", why)
            continue
        for chain, tail in tree.chains(root, claimed):
            end = tree.end(chain[-1]) if tail is None else tree.place(tail)
            if fault:
                yield Spring((), name=name, fault=fault)
            elif len(chain) > 1 or end is not None:
                joints = tuple(SpringJoint(node, **numbers) for node in chain)
                met = tuple(g for g in groups if g is not None)
                yield Spring(joints, met, middle, name, end, free_center=True)


def _numbers(group: Object) -> tuple[dict[str, Any], str | None]:
    """The parameters of a group's joints, and why they cannot be used."""
    keys = {"stiffness": ("stiffiness", 1.0), "gravity_power": ("gravityPower", 0.0)}
    keys |= {"drag": ("dragForce", DRAG), "hit_radius": ("hitRadius", 0.0)}
    found: dict[str, Any] = {}
    for name, (key, default) in keys.items():
        value = number(group.get(key, default))
        if value is None or not finite((value,)) or (name == "stiffness" and value < 0):
            return {}, f"{key} is {quoted(group, key)}"
        found[name] = value
    direction = axes(group.get("gravityDir", {"x": 0.0, "y": -1.0, "z": 0.0}))
    if direction is None or not finite(direction):
        return {}, "gravityDir is not finite"
    # No schema gives a range: what falls less than not at all rises, and what the rules only warn of is read
    # as the nearest number that has a meaning.
    if found["gravity_power"] < 0:
        found["gravity_power"], direction = -found["gravity_power"], tuple(-part for part in direction)
    found["drag"], found["hit_radius"] = min(max(found["drag"], 0.0), 1.0), max(found["hit_radius"], 0.0)
    return found | {"gravity_dir": direction}, None
