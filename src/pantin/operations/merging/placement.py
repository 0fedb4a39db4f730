"""`Placement`: maps the nodes of a part to nodes of the merged rig."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.base.records import replace
from pantin.maths import affine
from pantin.operations.edit.rig_parts import RigParts, rest_world_transforms
from pantin.operations.merging.bones import needed_nodes
from pantin.operations.merging.facts import Names
from pantin.rig import Doubles, Instance, Node, Rig

SAME = 1e-9
"""How far the rest transforms of a bone may be apart, relative to the size, to count as equal: a product of
float64 matrices is rounded by some 1e-16 at each step."""


class Placement:
    """The nodes of a part in the merged rig. Bones that the body has move as the body's: in a pose, a bone of
    the part is at B(pose) B(rest)⁻¹ P(rest), where B and P are the world transforms of both.

    partner   the node of the body for each node of the part that has one
    offsets   B(rest)⁻¹ P(rest) of those
    added     the new node for each other node of the part that is needed
    meshes    the node with the mesh of each node with an instance
    """

    def __init__(
        self,
        parts: RigParts,
        body: Rig,
        part: Rig,
        matched: Mapping[int, int],
        names: Names,
        below: int | None = None,
    ) -> None:
        """With `below`, a node of the merged rig, all nodes of the part are placed below it, even matched or
        unneeded ones."""
        self.parts, self.part, self.names = parts, part, names
        self._root = -1 if below is None else below
        self.body_rest, self.part_rest = rest_world_transforms(body), rest_world_transforms(part)
        self.partner = dict(matched)
        self.offsets = {node: self._offset(node, partner) for node, partner in matched.items()}
        self.nodes = part.node_list()
        self._shown, self._visible = part.shown(), part.visible
        self.added: dict[int, int] = {}
        self.meshes: dict[int, int] = {}
        self.new_roots: list[int] = []
        needed = needed_nodes(part, matched) if below is None else part.nodes.order.tolist()
        for node in needed:
            self.added[node] = self._append(self._below_partner(node), shown=bool(self._shown[node]))
        self._origin = {new: node for node, new in self.added.items()}
        for instance in part.instances:
            self.meshes[instance.node] = self._mesh_node(instance)

    def __getitem__(self, node: int) -> int:
        """The node of the merged rig for a node of the part."""
        return self.partner[node] if node in self.partner else self.added[node]

    def get(self, node: int) -> int | None:
        return self.partner.get(node, self.added.get(node))

    def offset(self, node: int) -> Doubles:
        """The transform from the space of a node of the part to that of its node in the merged rig."""
        return self.offsets.get(node, affine.identity(self.part.dimension))

    def rest(self, node: int) -> Doubles:
        """The world transform at rest of a node of the merged rig: of the body, or of those from the part."""
        if node < len(self.body_rest):
            return np.asarray(self.body_rest[node])
        return np.asarray(self.part_rest[self._origin[node]])

    def local(self, node: int) -> Doubles:
        """The local transform at rest of a node of the merged rig."""
        parent = self.parts.nodes[node].parent
        if parent < 0:
            return self.rest(node)
        return np.asarray(affine.multiply(affine.inverse(self.rest(parent)), self.rest(node)))

    def _offset(self, node: int, partner: int) -> Doubles:
        inverse, singular = affine.invert(self.body_rest[partner])
        if bool(singular):
            name = self.parts.nodes[partner].name
            raise ValueError(f"bone {name or partner!r} of the body has a scale of 0: no part can follow it")
        offset = affine.multiply(inverse, self.part_rest[node])
        return affine.identity(self.part.dimension) if is_identity(offset) else np.asarray(offset)

    def _below_partner(self, node: int) -> Node:
        """A node of the part, with its parent in the merged rig and the same place at rest."""
        own, parent = self.nodes[node], int(self.part.nodes.parents[node])
        if parent < 0:
            return replace(own, parent=self._root)
        if parent in self.added:
            return replace(own, parent=self.added[parent])
        moved = replace(own, parent=self.partner[parent])
        offset = self.offsets[parent]
        if is_identity(offset):
            return moved
        return with_matrix(moved, affine.multiply(offset, self.part.nodes.local[node]))

    def _mesh_node(self, instance: Instance) -> int:
        """The node for a mesh: its own if it comes along; below the bone that it is on; or one without a
        transform, because the transform of a skinned mesh has no meaning."""
        node = instance.node
        if node in self.added:
            return self.added[node]
        shown, visible = bool(self._shown[node]), bool(self._visible[node])
        fresh = Node(self.nodes[node].name, visible=visible, extras=self.nodes[node].extras)
        if instance.skin is None:
            fresh = with_matrix(replace(fresh, parent=self.partner[node]), self.offsets[node])
        return self._append(fresh, shown=shown)

    def _append(self, node: Node, *, shown: bool) -> int:
        cameras, lights = len(self.parts.source.cameras), len(self.parts.source.lights)
        index = len(self.parts.nodes)
        self.parts.nodes.append(
            replace(
                node,
                name=self.names.free("node", node.name),
                camera=None if node.camera is None else node.camera + cameras,
                light=None if node.light is None else node.light + lights,
            )
        )
        if node.parent < 0 and shown:
            self.new_roots.append(index)
        return index


def is_identity(matrix: Doubles) -> bool:
    """Whether a transform, or its linear part, is the identity but for rounding."""
    return bool(np.abs(matrix - np.eye(*matrix.shape)).max() <= SAME)


def with_matrix(node: Node, matrix: Doubles) -> Node:
    """A node with another transform: translation, rotation and scale where they give the matrix exactly."""
    bare = replace(node, translation=None, rotation=None, scale=None, matrix=None)
    if len(matrix) == 3 and bool(affine.is_trs(matrix)):
        translation, rotation, scale = affine.decompose(matrix)
        return replace(bare, translation=translation, rotation=rotation, scale=scale)
    return replace(bare, matrix=matrix)
