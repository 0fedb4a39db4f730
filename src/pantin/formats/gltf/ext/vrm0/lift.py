"""Lift the springs of VRM 0.x: every descendant of a root is a joint, and chains have a virtual
tail of 7 cm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.formats.gltf.ext.vrm0.character import lift_character
from pantin.formats.gltf.ext.vrm0.materials import shaded_materials
from pantin.formats.gltf.ext.vrm0.model import PATH, RawExtension, axes
from pantin.formats.gltf.json_values import (
    Object,
    as_index,
    as_list,
    as_object,
    finite,
    member_words,
    number,
    understood,
)
from pantin.maths import affine
from pantin.report.pointer import pointer
from pantin.rig import (
    Collider,
    ColliderGroup,
    Doubles,
    InvalidRig,
    Node,
    Rig,
    Spring,
    SpringJoint,
    SpringSettings,
    build,
)

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.lift.source import Draft, Source

END = 0.07
"""Metres from a leaf to its virtual tail (VRMC_springBone 1.0, "For vrm0")."""

DRAG = 0.4
"""The default of a group: the schema has none, and all readers use this."""


def lift(source: Source, draft: Draft) -> None:
    """Give the draft the character, the springs and the toon shading of the file; those of VRM 1.0 win where
    a file has both."""
    draft.materials = list(shaded_materials(source, draft.materials))
    if draft.character is None:
        draft.character = lift_character(source, draft)
    if not draft.has_springs:
        # A node with numbers that are not finite: `lift` calls again with valid nodes.
        with suppress(InvalidRig):
            draft.springs = springs(source, draft.nodes)


def springs(source: Source, nodes: Sequence[Node]) -> SpringSettings:
    """The springs of a VRM 0.x file; none where it has no such block.

    The axes of VRM 0.x are Unity's, left-handed: z is negated. The tail of a node is its first child; other
    children start chains of their own.
    """
    raw = RawExtension.from_tree(understood(source.document.tree, source.model))
    if not raw.groups:
        return SpringSettings()
    tree = _Tree(source, nodes)
    colliders, groups = _colliders(source, raw)
    lifted: list[Spring] = []
    claimed: set[int] = set()
    for index, group in enumerate(raw.groups):
        lifted += _group(source, raw, index, group, tree, claimed)
    return SpringSettings(tuple(lifted), tuple(colliders), tuple(groups))


class _Tree:
    """Children in file order, and the world transform of every node at rest."""

    def __init__(self, source: Source, nodes: Sequence[Node]) -> None:
        self.parents = [node.parent for node in nodes]
        self.children: list[list[int]] = [[] for _ in nodes]
        for parent, node in enumerate(source.model.nodes):
            for child in (node.children or ()) if node else ():
                if child is not None and child < len(nodes) and self.parents[child] == parent:
                    self.children[parent].append(child)
        rig = build(nodes=nodes)
        self.local = rig.nodes.local
        self.world: dict[int, Doubles] = {-1: affine.identity(3)}
        for index in rig.order.tolist():
            self.world[index] = affine.multiply(self.world[self.parents[index]], rig.nodes.local[index])

    def chains(self, root: int, claimed: set[int]) -> Iterator[tuple[list[int], int | None]]:
        """The chains below a root, itself first: along first children, then from each other child.

        A chain ends before a claimed node, which is returned with it; its descendants are claimed too. The
        nodes of each chain become claimed.
        """
        waiting = [root]
        while waiting:
            chain: list[int] = []
            node: int | None = waiting.pop()
            while node is not None and node not in claimed:
                chain.append(node)
                children = self.children[node]
                waiting += reversed(children[1:])
                node = children[0] if children else None
            claimed.update(chain)
            if chain:
                yield chain, node

    def offset(self, node: int) -> Doubles:
        """The rest position of a node relative to its parent, which is the tail of the parent."""
        translation: Doubles = self.local[node, :, 3]
        return translation

    def end(self, leaf: int) -> Doubles | None:
        """The point 7 cm beyond a leaf, on the line from its parent, in the leaf's own space."""
        position, parent = self.world[leaf][:, 3], self.world[self.parents[leaf]][:, 3]
        direction = position - parent
        size = float(np.sqrt((direction * direction).sum()))
        inverse, singular = affine.invert(self.world[leaf])
        if not size > 0 or bool(singular):
            return None
        return affine.apply(inverse, position + direction * (END / size))


def _colliders(source: Source, raw: RawExtension) -> tuple[list[Collider], list[ColliderGroup]]:
    colliders: list[Collider] = []
    groups = []
    for index, group in enumerate(raw.collider_groups):
        node = as_index(group.get("node"), raw.nodes)
        own = []
        for slot, item in enumerate(as_list(group.get("colliders"))):
            radius, offset = number(as_object(item).get("radius", 0.0)), axes(as_object(item).get("offset"))
            if node is None or radius is None or not finite((radius,)) or radius < 0 or not finite(offset):
                path = (*PATH, "colliderGroups", index, "colliders", slot)
                source.skip(path, f"collider {slot}", "its node, offset or radius is invalid")
                continue
            own.append(len(colliders))
            colliders.append(Collider(node, "sphere", offset or (0.0, 0.0, 0.0), radius))
        groups.append(ColliderGroup(tuple(own)))
    return colliders, groups


def _group(
    source: Source, raw: RawExtension, index: int, group: Object, tree: _Tree, claimed: set[int]
) -> Iterator[Spring]:
    numbers, fault = _numbers(group)
    groups = [as_index(item, len(raw.collider_groups)) for item in as_list(group.get("colliderGroups"))]
    center = group.get("center", -1)
    center_node = None if center == -1 else as_index(center, raw.nodes)
    comment = group.get("comment")
    name = comment if isinstance(comment, str) and comment else None
    if None in groups:
        fault = fault or "it names a collider group that does not exist"
    if center != -1 and center_node is None:
        fault = fault or "its center is not a node of the file"
    for slot, bone in enumerate(as_list(group.get("bones"))):
        root = as_index(bone, raw.nodes)
        path = (*PATH, "boneGroups", index, "bones", slot)
        if root is None or root in claimed:
            why = "there is no such node" if root is None else "it is below another root"
            source.skip(path, "a root of springs", why)
            continue
        for chain, tail in tree.chains(root, claimed):
            end = tree.end(chain[-1]) if tail is None else tree.offset(tail)
            if fault:
                yield Spring((), name=name, fault=fault)
            elif len(chain) > 1 or end is not None:
                joints = tuple(SpringJoint(node, **numbers) for node in chain)
                collider_groups = tuple(group for group in groups if group is not None)
                yield Spring(joints, collider_groups, center_node, name, end, free_center=True)


def _numbers(group: Object) -> tuple[dict[str, Any], str | None]:
    """The parameters of a group's joints, or the reason why they are invalid."""
    keys = {"stiffness": ("stiffiness", 1.0), "gravity_power": ("gravityPower", 0.0)}
    keys |= {"drag": ("dragForce", DRAG), "hit_radius": ("hitRadius", 0.0)}
    parameters: dict[str, Any] = {}
    for name, (key, default) in keys.items():
        value = number(group.get(key, default))
        if value is None or not finite((value,)) or (name == "stiffness" and value < 0):
            return {}, f"{key} is {member_words(group, key)}"
        parameters[name] = value
    direction = axes(group.get("gravityDir", {"x": 0.0, "y": -1.0, "z": 0.0}))
    if direction is None or not finite(direction):
        return {}, "gravityDir is not finite"
    # The schema has no ranges: negative gravity is reversed, and what the rules only warn about is clamped.
    if parameters["gravity_power"] < 0:
        parameters["gravity_power"], direction = (
            -parameters["gravity_power"],
            tuple(0.0 - part for part in direction),
        )
    parameters["drag"] = min(max(parameters["drag"], 0.0), 1.0)
    parameters["hit_radius"] = max(parameters["hit_radius"], 0.0)
    return parameters | {"gravity_dir": direction}, None


def strip(document: Document, rig: Rig) -> bool:
    """Empty the lists of bone groups and collider groups; whether there were any."""
    raw = RawExtension.from_tree(document.tree)
    if not raw.groups and not raw.collider_groups:
        return False
    document.set(pointer(*PATH), {"boneGroups": [], "colliderGroups": []})
    return True
