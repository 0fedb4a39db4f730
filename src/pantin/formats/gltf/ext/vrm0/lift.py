"""Lift VRM 0.x: the springs, in which every descendant of a root is a joint and chains have a virtual tail of
7 cm, and the materials, which list the properties of their shaders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.ext.vrm0 import schema
from pantin.formats.gltf.ext.vrm0.character import lift_character
from pantin.formats.gltf.ext.vrm0.model import NONE, PATH, Vrm0Objects
from pantin.formats.gltf.ext.vrm0.mtoon import SHADER, UNLIT_SHADERS, Properties, mtoon_json, queue_offsets
from pantin.formats.gltf.extension_names import MTOON
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import Vector, as_list, as_object, block_of, finite, objects
from pantin.formats.gltf.lift.material_parts import group_fields
from pantin.formats.gltf.lift.nodes import without_views
from pantin.formats.gltf.material_extensions import BY_NAME
from pantin.formats.members.faults import value_words
from pantin.maths import affine
from pantin.report.pointer import JsonPath, pointer
from pantin.rig import (
    Collider,
    ColliderGroup,
    Doubles,
    InvalidRig,
    Material,
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
DOWN = (0.0, -1.0, 0.0)
"""The defaults of a group: the schema has none, and all readers use these."""


def lift(source: Source, draft: Draft) -> None:
    """Set the character, springs and toon shading of the draft from the file. Data of VRM 1.0 wins in a file
    with both."""
    draft.materials = list(shaded_materials(source, draft.materials))
    if draft.character is None:
        draft.character = lift_character(source, draft)
    if not draft.has_springs:
        # A node with numbers that are not finite: `lift` calls again with valid nodes.
        with suppress(InvalidRig):
            draft.springs = springs(source, draft.nodes)


def springs(source: Source, nodes: Sequence[Node]) -> SpringSettings:
    """The springs of a VRM 0.x file; none without that block.

    The axes of VRM 0.x are Unity's, left-handed: z is negated. The tail of a node is its first child; other
    children start chains of their own.
    """
    vrm = Vrm0Objects.from_objects(source.extended(NAME), len(source.model.nodes))
    if not vrm.groups:
        return SpringSettings()
    tree = _Tree(source, nodes)
    colliders, groups = _colliders(source, vrm)
    lifted: list[Spring] = []
    claimed: set[int] = set()
    for index, group in enumerate(vrm.groups):
        lifted += _group(source, vrm, index, group, tree, claimed)
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
        rig = build(nodes=without_views(nodes))
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
        """The rest position of a node relative to its parent: the tail of the parent."""
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


def _colliders(source: Source, vrm: Vrm0Objects) -> tuple[list[Collider], list[ColliderGroup]]:
    colliders: list[Collider] = []
    groups = []
    for index, group in enumerate(vrm.collider_groups):
        node = vrm.node(group.node)
        own = []
        for slot, item in enumerate(group.colliders or ()):
            path = (*PATH, "colliderGroups", index, "colliders", slot)
            collider = item or schema.Collider()
            radius = vrm.number(collider.radius, 0.0, *path, "radius")
            offset = vrm.axes(collider.offset, *path, "offset")
            if node is None or radius is None or not finite((radius,)) or radius < 0 or not finite(offset):
                source.skip(path, f"collider {slot}", "its node, offset or radius is invalid")
                continue
            own.append(len(colliders))
            colliders.append(Collider(node, "sphere", offset or (0.0, 0.0, 0.0), radius))
        groups.append(ColliderGroup(tuple(own)))
    return colliders, groups


def _group(
    source: Source, vrm: Vrm0Objects, index: int, group: schema.BoneGroup, tree: _Tree, claimed: set[int]
) -> Iterator[Spring]:
    path = (*PATH, "boneGroups", index)
    numbers, fault = _numbers(vrm, group, path)
    listed, count = group.collider_groups or (), len(vrm.collider_groups)
    groups = tuple(item for item in listed if item is not None and 0 <= item < count)
    center = vrm.stated(group.center, *path, "center")
    center_node = None if center == NONE else vrm.node(group.center)
    if len(groups) < len(listed):
        fault = fault or "it names a collider group that does not exist"
    if vrm.is_stated(group.center, *path, "center") and center != NONE and center_node is None:
        fault = fault or "its center is not a node of the file"
    for slot, bone in enumerate(group.bones or ()):
        root = vrm.node(bone)
        if root is None or root in claimed:
            why = "there is no such node" if root is None else "it is below another root"
            source.skip((*path, "bones", slot), "a root of springs", why)
            continue
        for chain, tail in tree.chains(root, claimed):
            end = tree.end(chain[-1]) if tail is None else tree.offset(tail)
            if fault:
                yield Spring((), name=group.comment or None, fault=fault)
            elif len(chain) > 1 or end is not None:
                joints = tuple(SpringJoint(node, **numbers) for node in chain)
                yield Spring(joints, groups, center_node, group.comment or None, end, free_center=True)


def _numbers(vrm: Vrm0Objects, group: schema.BoneGroup, path: JsonPath) -> tuple[dict[str, Any], str | None]:
    """The parameters for the joints of a group, or the reason why they are invalid."""
    stated = {
        "stiffness": ("stiffiness", group.stiffiness, 1.0),
        "gravity_power": ("gravityPower", group.gravity_power, 0.0),
        "drag": ("dragForce", group.drag_force, DRAG),
        "hit_radius": ("hitRadius", group.hit_radius, 0.0),
    }
    parameters: dict[str, Any] = {}
    for name, (key, value, default) in stated.items():
        read = vrm.number(value, default, *path, key)
        if read is None or not finite((read,)) or (name == "stiffness" and read < 0):
            words = value_words(vrm.stated(None, *path, key)) if value is None else f"{value:g}"
            return {}, f"{key} is {words}"
        parameters[name] = read
    direction: Vector | None = DOWN
    if vrm.is_stated(group.gravity_dir, *path, "gravityDir"):
        direction = vrm.axes(group.gravity_dir, *path, "gravityDir")
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
    """Empty the lists of bone groups and collider groups; returns whether there were any."""
    block = as_object(as_object(block_of(document.tree, NAME)).get("secondaryAnimation"))
    if not as_list(block.get("boneGroups")) and not as_list(block.get("colliderGroups")):
        return False
    document.set(pointer(*PATH), {"boneGroups": [], "colliderGroups": []})
    return True


def shaded_materials(source: Source, materials: Sequence[Material]) -> Iterator[Material]:
    """Materials with the toon or unlit shading of their VRM 0.x shaders."""
    block = as_object(block_of(source.document.tree, NAME))
    listed = objects(block.get("materialProperties"))
    textures, offsets = len(source.model.textures), queue_offsets(listed)
    for index, material in enumerate(materials):
        properties = listed[index] if index < len(listed) else {}
        shader = properties.get("shader")
        if shader == SHADER and material.mtoon is None:
            payload = mtoon_json(Properties(properties, textures), offsets.get(index, 0))
            path = ("extensions", NAME, "materialProperties", index)
            fields = group_fields(source, BY_NAME[MTOON], payload, path, source.named("material", index))
            yield replace(material, **fields)
        else:
            yield replace(material, unlit=True) if shader in (*UNLIT_SHADERS,) else material
