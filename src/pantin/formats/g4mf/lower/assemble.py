"""`lower`: the nodes, materials, meshes and skeletons of a rig as a new document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pantin.formats.g4mf.container import CHUNK_BLOB, CHUNK_JSON, PLAIN, assemble
from pantin.formats.g4mf.dialects import Dialect
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.downgrade import downgrade
from pantin.formats.g4mf.group_names import omit_inferable_names
from pantin.formats.g4mf.lower import losses
from pantin.formats.g4mf.lower.baking import bake_bind_pose
from pantin.formats.g4mf.lower.bind_pose import find_bind_pose
from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.meshes import MeshWriter, Slots
from pantin.formats.g4mf.lower.skeletons import (
    WORLD,
    PlacedSkeleton,
    keep_slots,
    needs_rest_slot,
    place_skeletons,
    sort_nodes,
)
from pantin.formats.g4mf.lower.transforms import matrix_transform, node_transforms
from pantin.rig import Instance, Material, Rig

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document
    from pantin.report import Finding

GENERATOR = "Pantin"


@dataclass(frozen=True, slots=True)
class Lowered:
    """A new document, and findings about what of the rig is not in it.

    node_map    the node of the document for each node of the rig
    mesh_nodes  the node of the document that has the mesh of each node of the rig
    """

    document: Document
    findings: tuple[Finding, ...]
    node_map: dict[int, int]
    mesh_nodes: dict[int, int]


def lower(
    rig: Rig, *, dialect: Dialect = "newest", omit_inferable: bool = False, name: str = "rig.g4b"
) -> Lowered:
    """A new `.g4b` document that holds the rig.

    Nodes keep their order if each comes after its parent. A root without a transform is added as their
    parent unless the first node is one. `omit_inferable` omits group names that equal the names of the bones.
    Raises `Unsupported` for skins that the format cannot express.
    """
    writer = _Writer(rig)
    document = writer.document(name)
    if omit_inferable:
        document = omit_inferable_names(document)
    if dialect == "2026-01":
        document = downgrade(document)
    elif dialect != "newest":
        raise ValueError(f"unknown dialect {dialect!r} (known: 'newest', '2026-01')")
    return Lowered(document, tuple(writer.findings()), writer.node_map, writer.mesh_nodes)


class _Writer:
    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.data = DataBuilder()
        self.groups = place_skeletons(rig)
        self.bind_pose = find_bind_pose(rig, self.groups)
        self.order = sort_nodes(rig)
        self.own_root = not self._first_is_root()
        self.node_map = {node: index + self.own_root for index, node in enumerate(self.order)}
        self.owners = {skin: group for group in self.groups for skin in group.skins}
        self.joints = {group: self._list_joints(group) for group in self.groups}
        self._known_slots: dict[PlacedSkeleton, dict[int, int]] = {}
        self._with_children = frozenset(rig.nodes.parents.tolist())
        self.nodes: list[dict[str, Any]] = []
        self.children: dict[int, list[int]] = {}
        self.meshes: list[dict[str, Any]] = []
        self.mesh_nodes: dict[int, int] = {}
        self.dropped_bindings = 0

    def _first_is_root(self) -> bool:
        """Whether the first node can be the root of the document: alone, without transform, mesh or bone."""
        if not self.order or int((self.rig.nodes.parents < 0).sum()) != 1:
            return False
        first, size = self.order[0], self.rig.dimension
        has_identity = np.array_equal(self.rig.nodes.local[first], np.eye(size, size + 1))
        has_mesh = any(instance.node == first for instance in self.rig.instances)
        return has_identity and not has_mesh and all(group.node != WORLD for group in self.groups)

    def findings(self) -> list[Finding]:
        result = [finding for rule in losses.RIG_RULES for finding in rule(self.rig)]
        result += losses.names_changed(self.data.renamed)
        result += losses.rest_changed(self.bind_pose.moved)
        result += losses.bindings_lost(self.dropped_bindings)
        return result

    def document(self, name: str) -> Document:
        rig = self.rig
        self._write_nodes()
        materials = [self._material(material) for material in rig.materials]
        self._write_instances()
        self._write_skeletons()
        for node, children in self.children.items():
            self.nodes[node]["children"] = children
        tree: dict[str, Any] = {"asset": {"dimension": rig.dimension, "generator": GENERATOR}}
        if self.data.accessors:
            tree["accessors"] = self.data.accessors
            tree["bufferViews"] = self.data.views
            tree["buffers"] = [{"byteLength": self.data.length, "chunk": 1}]
        for key, entries in (("materials", materials), ("meshes", self.meshes), ("nodes", self.nodes)):
            if entries:
                tree[key] = entries
        chunks: list[tuple[int, int, list[bytes]]] = [(CHUNK_JSON, PLAIN, [msgspec.json.encode(tree)])]
        if self.data.accessors:
            chunks.append((CHUNK_BLOB, PLAIN, self.data.parts))
        return read(b"".join(assemble(chunks)), name=name)

    def _write_nodes(self) -> None:
        rig = self.rig
        if self.own_root:
            self.nodes.append({})
        parents = rig.nodes.parents.tolist()
        transforms = node_transforms(rig, self.order, self.bind_pose.local)
        for node, transform in zip(self.order, transforms, strict=True):
            members: dict[str, Any] = self.data.name(rig.nodes.names[node])
            self.nodes.append(members | transform)
            parent = parents[node]
            if parent >= 0:
                self._add_child(self.node_map[node], self.node_map[parent])
            elif self.own_root:
                self._add_child(self.node_map[node], 0)

    def _add_child(self, node: int, parent: int, *, first: bool = False) -> None:
        siblings = self.children.setdefault(parent, [])
        siblings.insert(0 if first else len(siblings), node)

    def _material(self, material: Material) -> dict[str, Any]:
        members: dict[str, Any] = self.data.name(material.name)
        if material.base_colour != (1.0, 1.0, 1.0, 1.0):
            members["baseColor"] = {"factor": list(material.base_colour)}
        return members

    def _write_instances(self) -> None:
        bones = {bone for group in self.groups for bone in group.bones}
        bones |= {group.node for group in self.groups}
        known: dict[tuple[int, int | None, bytes], int] = {}
        for instance in self.rig.instances:
            if not self.rig.meshes[instance.mesh].surfaces:
                continue
            slots = self._slots(instance)
            moves = self.bind_pose.moves.get(-1 if instance.skin is None else instance.skin)
            key = (
                instance.mesh,
                None if moves is None else instance.skin,
                b"" if slots is None else slots.groups.tobytes(),
            )
            if key not in known:
                mesh = self.rig.meshes[instance.mesh]
                writer = MeshWriter(self.data, mesh if moves is None else bake_bind_pose(mesh, *moves))
                self.meshes.append(writer.json(slots))
                self.dropped_bindings += writer.dropped_bindings
                known[key] = len(self.meshes) - 1
            members: dict[str, Any] = {"mesh": known[key]}
            if instance.blend_weights is not None and len(instance.blend_weights):
                members["blendAmounts"] = instance.blend_weights.tolist()
            node = self.mesh_nodes[instance.node] = self._mesh_node(instance, bones)
            self.nodes[node]["meshInstance"] = members

    def _group(self, instance: Instance) -> PlacedSkeleton | None:
        surfaces = self.rig.meshes[instance.mesh].surfaces
        has_influences = any(surface.influences is not None for surface in surfaces)
        return self.owners[instance.skin] if has_influences and instance.skin is not None else None

    def _list_joints(self, group: PlacedSkeleton) -> list[int]:
        """The joints of a skeleton, as nodes of the rig; −1 at the end where vertices are partly at rest. All
        bones are joints where no skin lists them."""
        joints = keep_slots(self.rig, group) if self.keeps_order and group.skins else None
        if joints is None:
            listed = (joint for skin in group.skins for joint in self.rig.skins[skin].joints.tolist())
            used = {joint for joint in listed if joint >= 0}
            joints = sorted(used if group.skins else group.bones, key=self.node_map.__getitem__)
        return [*joints, -1] if needs_rest_slot(self.rig, group, joints) else joints

    @cached_property
    def keeps_order(self) -> bool:
        return self.order == sorted(self.order)

    def _slots(self, instance: Instance) -> Slots | None:
        """The index of each slot of a skin among the joints of its skeleton; −1 for a slot at rest."""
        group = self._group(instance)
        if group is None or instance.skin is None:
            return None
        joints = self.joints[group]
        skin_joints = self.rig.skins[instance.skin].joints.tolist()
        rest = len(joints) - 1 if joints and joints[-1] < 0 else -1
        if skin_joints[: len(joints)] == joints[: len(skin_joints)]:
            groups = [slot if slot < len(joints) else rest for slot in range(len(skin_joints))]
        else:
            slots = self._slots_of(group)
            groups = [slots[joint] if joint >= 0 else rest for joint in skin_joints]
        names = self.rig.meshes[instance.mesh].group_names
        return Slots(np.array(groups, np.int64), names if groups == list(range(len(groups))) else None)

    def _slots_of(self, group: PlacedSkeleton) -> dict[int, int]:
        """The slot of each joint of a skeleton, computed once: many skins may share it."""
        if group not in self._known_slots:
            slots = list(enumerate(self.joints[group]))
            self._known_slots[group] = {joint: slot for slot, joint in reversed(slots)}
        return self._known_slots[group]

    def _mesh_node(self, instance: Instance, bones: set[int]) -> int:
        """The node for a mesh: its own, its own made a child of the skeleton, or a new one."""
        group = self._group(instance)
        node, parents = instance.node, self.rig.nodes.parents
        own = self.node_map[node]
        if group is None:
            if node not in bones:
                return own
            return self._add_node(own, {})
        rest = self.bind_pose.meshes[instance.skin] if instance.skin is not None else None
        assert rest is not None
        skeleton = 0 if group.node == WORLD else self.node_map[group.node]
        is_free = node not in bones and node not in self._with_children
        parent = int(parents[node])
        own_parent = self.node_map[parent] if parent >= 0 else 0
        is_child = is_free and own_parent == skeleton
        if is_child and np.allclose(self.bind_pose.local[node], rest, rtol=0, atol=1e-12):
            return own
        if is_free:
            self.children[own_parent].remove(own)
            if not self.children[own_parent]:
                del self.children[own_parent]
            name = {"name": self.nodes[own]["name"]} if "name" in self.nodes[own] else {}
            self.nodes[own] = name | matrix_transform(rest)
            self._add_child(own, skeleton)
            return own
        return self._add_node(skeleton, matrix_transform(rest))

    def _add_node(self, parent: int, members: dict[str, Any]) -> int:
        self.nodes.append(dict(members))
        self._add_child(len(self.nodes) - 1, parent)
        return len(self.nodes) - 1

    def _write_skeletons(self) -> None:
        for group in self.groups:
            skeleton = 0 if group.node == WORLD else self.node_map[group.node]
            joints = [self.node_map[joint] if joint >= 0 else -1 for joint in self.joints[group]]
            self.nodes[skeleton]["skeleton"] = {"joints": joints}
            for bone in group.bones:
                self.nodes[self.node_map[bone]]["bone"] = {}
            roots = [child for child in self.children.get(skeleton, []) if "bone" in self.nodes[child]]
            if len(roots) == 1:
                self.children[skeleton].remove(roots[0])
                self._add_child(roots[0], skeleton, first=True)
