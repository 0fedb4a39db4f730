"""`lower`: the nodes, materials, meshes and skeletons of a rig as a new document."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pantin.base.files import BytesLike
from pantin.base.records import Record
from pantin.formats.bone_extras import bone_of, without_bone
from pantin.formats.g4mf.container import CHUNK_BLOB, CHUNK_JSON, PLAIN, assemble
from pantin.formats.g4mf.dialects import Dialect
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.downgrade import downgrade
from pantin.formats.g4mf.group_names import omit_inferable_names
from pantin.formats.g4mf.kept_clips import clips_json
from pantin.formats.g4mf.lower import losses
from pantin.formats.g4mf.lower.baking import bake_bind_pose
from pantin.formats.g4mf.lower.bind_pose import SAME, find_bind_pose
from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.materials import MaterialWriter
from pantin.formats.g4mf.lower.meshes import MeshWriter, Slots
from pantin.formats.g4mf.lower.scenes import group_scenes
from pantin.formats.g4mf.lower.skeletons import (
    WORLD,
    PlacedSkeleton,
    keep_slots,
    needs_rest_slot,
    place_skeletons,
    sort_nodes,
)
from pantin.formats.g4mf.lower.textures import write_files, write_textures
from pantin.formats.g4mf.lower.transforms import matrix_transform, node_transforms
from pantin.formats.g4mf.lower.views import camera_json, light_json
from pantin.formats.g4mf.lower.visibility import hide
from pantin.formats.g4mf.model import COMPONENTS, TRANSFORM
from pantin.formats.g4mf.originals import with_originals
from pantin.formats.g4mf.text_lines import new_json
from pantin.formats.g4mf.views import scale_of
from pantin.formats.kept_parts import IndexMap, kept_parts
from pantin.maths import affine
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Instance, Mesh, Rig

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document
    from pantin.report import Finding

GENERATOR = "Pantin"


class Lowered(Record):
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
        self.losses = losses.Losses(rig)
        self.scenes = group_scenes(rig)
        self.groups = place_skeletons(rig)
        self.bind_pose = find_bind_pose(rig, self.groups)
        self.order = sort_nodes(rig)
        self.own_root = not self._first_is_root()
        self.node_map = {node: index + self.own_root for index, node in enumerate(self.order)}
        self.owners = {skin: group for group in self.groups for skin in group.skins}
        self.joints = {group: self._list_joints(group) for group in self.groups}
        self._known_slots: dict[PlacedSkeleton, dict[int, int]] = {}
        self._with_children = frozenset(rig.nodes.parents.tolist())
        self._hidden_roots = self.scenes.hidden_roots()
        self.nodes: list[dict[str, Any]] = []
        self.children: dict[int, list[int]] = {}
        self.meshes: list[dict[str, Any]] = []
        self.shapes: list[dict[str, Any]] = []
        self._writers: list[MeshWriter] = []
        self._shown: dict[int, bool] = {}
        self.mesh_nodes: dict[int, int] = {}
        self.dropped_bindings = 0

    def _first_is_root(self) -> bool:
        """Whether the first node can be the root of the document: alone, without transform, mesh or bone."""
        if not self.order or int((self.rig.nodes.parents < 0).sum()) != 1:
            return False
        first, size = self.order[0], self.rig.dimension
        has_identity = np.array_equal(self.rig.nodes.local[first], np.eye(size, size + 1))
        has_mesh = any(instance.node == first for instance in self.rig.instances)
        is_seen = not self.scenes.hidden
        return has_identity and is_seen and not has_mesh and all(group.node != WORLD for group in self.groups)

    def findings(self) -> list[Finding]:
        result = [finding for rule in losses.RIG_RULES for finding in rule(self.rig)]
        result += losses.names_changed(self.data.renamed)
        result += losses.rest_changed(self.bind_pose.moved)
        result += losses.bindings_lost(self.dropped_bindings)
        result += losses.transforms_baked(self.materials.baked)
        result += self.losses.findings()
        return result

    def document(self, name: str) -> Document:
        rig = self.rig
        self._write_nodes()
        files, numbers = write_files(self.data, rig, self.losses)
        textures = write_textures(self.data, rig, numbers, self.losses)
        self.materials = MaterialWriter(self.data, rig, self.losses)
        self._write_meshes()
        self._write_instances()
        self._write_skeletons()
        self._write_views()
        self._hide_nodes()
        for node, children in self.children.items():
            self.nodes[node]["children"] = children
        tree: dict[str, Any] = {"asset": {"dimension": rig.dimension, "generator": GENERATOR}}
        if rig.copyright:
            tree["asset"]["extras"] = {"copyright": rig.copyright}
        # Copies of a material become the material again when they are read.
        index_map = IndexMap(
            self.node_map.__getitem__, lambda node: [self.mesh_nodes[node]], lambda material: [material]
        )
        kept = kept_parts(rig, index_map) | clips_json(rig, self.node_map.__getitem__)
        tree |= with_originals(rig.extras, kept)
        if self.data.accessors:
            tree["accessors"] = self.data.accessors
        if self.data.views:
            tree["bufferViews"] = self.data.views
            tree["buffers"] = [{"byteLength": self.data.length, "chunk": 1}]
        for key, entries in (
            ("files", files),
            ("materials", self.materials.json()),
            ("meshes", self.meshes),
            ("nodes", self.nodes),
            ("shapes", self.shapes),
            ("textures", textures),
        ):
            if entries:
                tree[key] = entries
        text = new_json(msgspec.json.encode(tree, enc_hook=dict))  # extras may be any mapping
        chunks: list[tuple[int, int, list[BytesLike]]] = [(CHUNK_JSON, PLAIN, [text])]
        if self.data.views:
            chunks.append((CHUNK_BLOB, PLAIN, self.data.parts))
        return read(b"".join(assemble(chunks)), name=name)

    def _write_nodes(self) -> None:
        rig = self.rig
        if self.own_root:
            self.nodes.append(with_originals(None, self.scenes.originals))
        parents, nodes = rig.nodes.parents.tolist(), rig.nodes
        transforms = node_transforms(rig, self.order, self.bind_pose.local)
        bones = {bone for group in self.groups for bone in group.bones}
        for number, (node, transform) in enumerate(zip(self.order, transforms, strict=True)):
            kept = self.scenes.originals if number == 0 and not self.own_root else {}
            extras = without_bone(nodes.extras[node]) if node in bones else nodes.extras[node]
            members: dict[str, Any] = self.data.item(nodes.names[node], extras, **kept)
            self.nodes.append(members | transform)
            parent = parents[node]
            if parent >= 0:
                self._add_child(self.node_map[node], self.node_map[parent])
            elif self.own_root and node not in self._hidden_roots:
                self._add_child(self.node_map[node], 0)

    def _add_child(self, node: int, parent: int, *, first: bool = False) -> None:
        siblings = self.children.setdefault(parent, [])
        siblings.insert(0 if first else len(siblings), node)

    def _write_meshes(self) -> None:
        """Every mesh, once for each way that instances use it, and those that nothing uses."""
        used: dict[int, dict[tuple[int | None, bytes], Instance | None]] = {}
        for index, mesh in enumerate(self.rig.meshes):
            if mesh.surfaces:
                used[index] = {}
            else:
                self.losses.add("", "without surfaces", pointer("meshes", index))
        for instance in self.rig.instances:
            if instance.mesh in used:
                used[instance.mesh].setdefault(self._way(instance), instance)
        self._known: dict[tuple[int, tuple[int | None, bytes]], int] = {}
        for index, ways in used.items():
            for way, first in (ways or {(None, b""): None}).items():
                self._known[index, way] = len(self.meshes)
                self._write_mesh(index, first)

    def _way(self, instance: Instance) -> tuple[int | None, bytes]:
        """What makes an instance need its own mesh: vertices to move, and groups of vertices."""
        slots = self._slots(instance)
        moves = instance.skin is not None and instance.skin in self.bind_pose.moves
        return instance.skin if moves else None, b"" if slots is None else slots.groups.tobytes()

    def _write_mesh(self, index: int, first: Instance | None) -> None:
        mesh, slots, moves = self.rig.meshes[index], None, None
        if first is not None:
            slots = self._slots(first)
            moves = None if first.skin is None else self.bind_pose.moves.get(first.skin)
        if slots is None and self._is_unbound(index):
            slots = Slots(np.arange(_groups_used(mesh)), mesh.group_names)
        if slots is None and any(surface.influences is not None for surface in mesh.surfaces):
            self.losses.add("the influences", "used without a skin", pointer("meshes", index))
        if self.rig.dimension > 3:
            for number, surface in enumerate(mesh.surfaces):
                if surface.topology is None and len(surface.triangles):
                    where = pointer("meshes", index, "surfaces", number)
                    self.losses.add("the triangles", "G4MF has them in 2D and 3D only", where)
        names = mesh.blend_names or ()
        if len(names) > mesh.blend_shape_count:
            self.losses.add("names without a blend shape", "G4MF has none", pointer("meshes", index))
        if mesh.group_names and (slots is None or not slots.names):
            why = "they are not the groups of its skeleton"
            self.losses.add("the names of vertex groups", why, pointer("meshes", index))
        elif mesh.group_names and slots is not None and len(slots.names or ()) < len(mesh.group_names):
            cut = len(mesh.group_names) - len(slots.names or ())
            part = counted(cut, "name") + " of vertex groups"
            self.losses.add(part, "the skin has no such groups", pointer("meshes", index))
        writer = MeshWriter(
            self.data, mesh if moves is None else bake_bind_pose(mesh, *moves), self.materials
        )
        self.meshes.append(writer.json(slots))
        self._writers.append(writer)
        self.dropped_bindings += writer.dropped_bindings

    def _is_unbound(self, mesh: int) -> bool:
        """Whether no skeleton would use a mesh if it had a skin: then its influences can be stored."""
        skeletons = {group.node for group in self.groups}
        parents = self.rig.nodes.parents
        return _groups_used(self.rig.meshes[mesh]) > 0 and not any(
            instance.skin is not None
            or instance.node in skeletons
            or int(parents[instance.node]) in skeletons
            for instance in self.rig.instances
            if instance.mesh == mesh
        )

    def _write_instances(self) -> None:
        bones = {bone for group in self.groups for bone in group.bones}
        bones |= {group.node for group in self.groups}
        shown = self.rig.shown()
        for instance in self.rig.instances:
            if not self.rig.meshes[instance.mesh].surfaces:
                continue
            mesh = self._known[instance.mesh, self._way(instance)]
            members: dict[str, Any] = {"mesh": mesh}
            if instance.blend_weights is not None and len(instance.blend_weights):
                members["blendAmounts"] = instance.blend_weights.tolist()
            if instance.materials is not None and any(index is not None for index in instance.materials):
                members["materials"] = self._writers[mesh].instance_materials(instance.materials)
            node = self.mesh_nodes[instance.node] = self._mesh_node(instance, bones)
            self.nodes[node]["meshInstance"] = members
            self._shown[node] = bool(shown[instance.node])

    def _write_views(self) -> None:
        """Cameras and lights: on their node, or on a child where it is something else already."""
        nodes, shown = self.rig.nodes, self.rig.shown()
        world = None
        for node in np.flatnonzero((nodes.cameras >= 0) | (nodes.lights >= 0)).tolist():
            if nodes.cameras[node] >= 0:
                index = int(nodes.cameras[node])
                camera = camera_json(self.data, self.losses, self.rig.cameras[index], index)
                self.nodes[self._free_node(node)]["camera"] = camera
            if nodes.lights[node] >= 0:
                if world is None:
                    world = affine.world_transforms(nodes.parents, nodes.order, self.bind_pose.local)
                light = self.rig.lights[int(nodes.lights[node])]
                free = self._free_node(node)
                scale = scale_of(world[node])
                self.nodes[free]["light"] = light_json(self.data, light, scale, self.rig.dimension)
                self._shown[free] = bool(shown[node])
        for kind, count, used in (
            ("camera", len(self.rig.cameras), nodes.cameras),
            ("light", len(self.rig.lights), nodes.lights),
        ):
            for index in sorted(set(range(count)) - set(used.tolist())):
                self.losses.add("", "not on any node", pointer(f"{kind}s", index))

    def _free_node(self, node: int) -> int:
        own = self.node_map[node]
        return self._add_node(own, {}) if any(key in self.nodes[own] for key in COMPONENTS) else own

    def _hide_nodes(self) -> None:
        hidden = {self.node_map[node] for node in np.flatnonzero(~self.rig.nodes.visible).tolist()}
        for group in self.scenes.hidden:
            parent = self._add_node(0, self.data.item(group.name, group.extras))
            for root in group.roots:
                self._add_child(self.node_map[root], parent)
            hidden.add(parent)
        if hidden or not all(self._shown.values()):
            moved = hide(
                self.nodes, self.children, hidden, self._shown, lambda node: self._add_node(node, {})
            )
            self.mesh_nodes = {
                node: moved.get(mesh_node, mesh_node) for node, mesh_node in self.mesh_nodes.items()
            }

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
        skin = self.rig.skins[instance.skin]
        names = _group_names(self.rig.meshes[instance.mesh].group_names, groups)
        return Slots(np.array(groups, np.int64), names, skin.name, skin.extras)

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
        has_view = self.rig.nodes.cameras[node] >= 0 or self.rig.nodes.lights[node] >= 0
        # A root that the default scene does not show gets another parent later.
        taken = node in bones or node in self._with_children or node in self._hidden_roots
        is_free = not taken and not has_view
        parent = int(parents[node])
        own_parent = self.node_map[parent] if parent >= 0 else 0
        is_child = is_free and own_parent == skeleton
        if is_child and np.allclose(self.bind_pose.local[node], rest, rtol=0, atol=1e-12):
            return own
        if is_free:
            self.children[own_parent].remove(own)
            if not self.children[own_parent]:
                del self.children[own_parent]
            kept = {key: value for key, value in self.nodes[own].items() if key not in TRANSFORM}
            self.nodes[own] = kept | matrix_transform(rest)
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
            self.nodes[skeleton]["skeleton"] = {"joints": joints} | self.data.item(group.name)
            for bone in group.bones:
                self.nodes[self.node_map[bone]]["bone"] = self._bone(bone)
            roots = [child for child in self.children.get(skeleton, []) if "bone" in self.nodes[child]]
            if len(roots) == 1:
                self.children[skeleton].remove(roots[0])
                self._add_child(roots[0], skeleton, first=True)
        self._note_bind_poses()
        driven = {instance.skin for instance in self.rig.instances if self._group(instance) is not None}
        for index in (index for index in range(len(self.rig.skins)) if index not in driven):
            self.losses.add("", "it does not move any vertex", pointer("skins", index))
        for index, skin in enumerate(self.rig.skins):
            if skin.root is not None and index in self.owners and not self._keeps_root(skin.root, index):
                why = "a G4MF skeleton is the parent of its first bone"
                self.losses.add("the root", why, pointer("skins", index))
        lengths = self.rig.nodes.bone_lengths
        for node in np.flatnonzero(lengths == lengths).tolist():
            if "bone" not in self.nodes[self.node_map[node]]:
                self.losses.add("the bone length", "not a bone", pointer("nodes", node))

    def _bone(self, node: int) -> dict[str, Any]:
        """The members of a bone. Its shape is in the middle of its length, so that it needs one."""
        length, kept = float(self.rig.nodes.bone_lengths[node]), bone_of(self.rig.nodes.extras[node])
        members: dict[str, Any] = {} if length != length else {"length": length}
        if "mass" in kept:
            members["mass"] = kept["mass"]
        if "shape" in kept and "length" in members:
            if kept["shape"] not in self.shapes:
                self.shapes.append(kept["shape"])
            members["shape"] = self.shapes.index(kept["shape"])
        elif "shape" in kept:
            self.losses.add("the shape", "the bone has no length", pointer("nodes", node))
        return members

    def _keeps_root(self, root: int, skin: int) -> bool:
        """Whether the root of a skin is its skeleton in the document, or the first bone of it."""
        skeleton = self.owners[skin].node
        return root == skeleton or int(self.rig.nodes.parents[root]) == skeleton

    def _note_bind_poses(self) -> None:
        """Report skeletons whose bind pose is not the rest pose of the bones: in G4MF both are the same."""
        for index, skeleton in enumerate(self.rig.skeletons):
            if skeleton.inverse_binds is None:
                continue
            bound, singular = affine.invert(skeleton.inverse_binds)
            inner = skeleton.parents >= 0
            local = bound.copy()
            local[inner] = affine.multiply(skeleton.inverse_binds[skeleton.parents[inner]], bound[inner])
            rest = self.bind_pose.local[skeleton.joints]
            size = max(float(np.abs(local).max(initial=1.0)), 1.0)
            if singular.any() or np.abs(local - rest).max(initial=0.0) > SAME * size:
                why = "the rest pose of the bones differs from it"
                self.losses.add("the bind pose", why, pointer("skeletons", index))


def _groups_used(mesh: Mesh) -> int:
    """One more than the largest group that an influence of a mesh has."""
    listed = (surface.influences for surface in mesh.surfaces)
    return max(
        (int(own.joints.max()) + 1 for own in listed if own is not None and len(own.joints)), default=0
    )


def _group_names(names: tuple[str, ...] | None, groups: list[int]) -> tuple[str, ...] | None:
    """The names of the vertex groups in their new order; None where a group would have no name of its own."""
    if names is None or groups == list(range(len(groups))):
        return names
    by_group = {group: name for group, name in zip(groups, names, strict=False) if group >= 0}
    listed = [by_group.get(group, "") for group in range(max(groups, default=-1) + 1)]
    return tuple(listed) if all(listed) and len(set(listed)) == len(listed) else None
