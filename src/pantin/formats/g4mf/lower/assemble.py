"""Write the nodes, materials, meshes and skeletons of a rig to a new document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from pantin.formats.g4mf.lower.bind_pose import find_bind_pose, is_bound_at_rest
from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.joint_slots import JointSlots
from pantin.formats.g4mf.lower.materials import MaterialWriter
from pantin.formats.g4mf.lower.mesh_list import MeshList
from pantin.formats.g4mf.lower.node_tree import NodeTree
from pantin.formats.g4mf.lower.skeletons import (
    WORLD,
    place_skeletons,
    sort_nodes,
)
from pantin.formats.g4mf.lower.textures import write_files, write_textures
from pantin.formats.g4mf.lower.transforms import matrix_transform, node_transforms
from pantin.formats.g4mf.lower.views import write_views
from pantin.formats.g4mf.model import TRANSFORM
from pantin.formats.g4mf.originals import with_originals
from pantin.formats.g4mf.text_lines import new_json
from pantin.formats.kept_parts import IndexMap, kept_parts
from pantin.report.pointer import pointer
from pantin.rig import Instance, Json, Rig

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
        self.slots = JointSlots(rig, self.groups, self.order)
        self._with_children = frozenset(rig.nodes.parents.tolist())
        self._hidden_roots = self.scenes.hidden_roots()
        self.tree = NodeTree()
        self.shapes: list[dict[str, Any]] = []
        self._shown: dict[int, bool] = {}
        self.mesh_nodes: dict[int, int] = {}

    def _first_is_root(self) -> bool:
        """Whether the first node can be the root of the document: the only root, without transform, mesh or
        bone."""
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
        result += losses.bindings_lost(self.meshes.dropped_bindings)
        result += losses.transforms_baked(self.materials.baked)
        result += self.losses.findings()
        return result

    def document(self, name: str) -> Document:
        rig = self.rig
        self._write_nodes()
        files, numbers = write_files(self.data, rig, self.losses)
        textures = write_textures(self.data, rig, numbers, self.losses)
        self.materials = MaterialWriter(self.data, rig, self.losses)
        self.meshes = MeshList(rig, self.data, self.losses, self.materials, self.slots, self.bind_pose)
        self._write_instances()
        self._write_skeletons()
        local = self.bind_pose.local
        self._shown |= write_views(rig, local, self.tree, self.node_map, self.data, self.losses)
        self._hide_nodes()
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
            ("meshes", self.meshes.json),
            ("nodes", self.tree.finish()),
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
            self.tree.nodes.append(with_originals(None, self.scenes.originals))
        parents, nodes = rig.nodes.parents.tolist(), rig.nodes
        transforms = node_transforms(rig, self.order, self.bind_pose.local)
        bones = {bone for group in self.groups for bone in group.bones}
        for number, (node, transform) in enumerate(zip(self.order, transforms, strict=True)):
            kept = self.scenes.originals if number == 0 and not self.own_root else {}
            extras = without_bone(nodes.extras[node]) if node in bones else nodes.extras[node]
            members: dict[str, Any] = self.data.item(nodes.names[node], extras, **kept)
            self.tree.nodes.append(members | transform)
            parent = parents[node]
            if parent >= 0:
                self.tree.add_child(self.node_map[node], self.node_map[parent])
            elif self.own_root and node not in self._hidden_roots:
                self.tree.add_child(self.node_map[node], 0)

    def _write_instances(self) -> None:
        bones = {bone for group in self.groups for bone in group.bones}
        bones |= {group.node for group in self.groups}
        shown = self.rig.shown()
        for instance in self.rig.instances:
            if not self.rig.meshes[instance.mesh].surfaces:
                continue
            mesh, writer = self.meshes.of_instance(instance)
            members: dict[str, Any] = {"mesh": mesh}
            if instance.blend_weights is not None and len(instance.blend_weights):
                members["blendAmounts"] = instance.blend_weights.tolist()
            if instance.materials is not None and any(index is not None for index in instance.materials):
                members["materials"] = writer.instance_materials(instance.materials)
            node = self.mesh_nodes[instance.node] = self._mesh_node(instance, bones)
            self.tree.nodes[node]["meshInstance"] = members
            self._shown[node] = bool(shown[instance.node])

    def _hide_nodes(self) -> None:
        hidden = {self.node_map[node] for node in np.flatnonzero(~self.rig.nodes.visible).tolist()}
        for group in self.scenes.hidden:
            parent = self.tree.add(0, self.data.item(group.name, group.extras))
            for root in group.roots:
                self.tree.add_child(self.node_map[root], parent)
            hidden.add(parent)
        if hidden or not all(self._shown.values()):
            moved = hide(
                self.tree.nodes, self.tree.children, hidden, self._shown, lambda node: self.tree.add(node, {})
            )
            self.mesh_nodes = {
                node: moved.get(mesh_node, mesh_node) for node, mesh_node in self.mesh_nodes.items()
            }

    def _mesh_node(self, instance: Instance, bones: set[int]) -> int:
        """The node for a mesh: its own, possibly moved below the skeleton, or a new one."""
        group = self.slots.skeleton_of(instance)
        node, parents = instance.node, self.rig.nodes.parents
        own = self.node_map[node]
        if group is None:
            if node not in bones:
                return own
            return self.tree.add(own, {})
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
            self.tree.remove_child(own, own_parent)
            kept = {key: value for key, value in self.tree.nodes[own].items() if key not in TRANSFORM}
            self.tree.nodes[own] = kept | matrix_transform(rest)
            self.tree.add_child(own, skeleton)
            return own
        return self.tree.add(skeleton, matrix_transform(rest))

    def _write_skeletons(self) -> None:
        for group in self.groups:
            skeleton = 0 if group.node == WORLD else self.node_map[group.node]
            joints = [self.node_map[joint] if joint >= 0 else -1 for joint in self.slots.joints[group]]
            self.tree.nodes[skeleton]["skeleton"] = {"joints": joints} | self.data.item(group.name)
            for bone in group.bones:
                self.tree.nodes[self.node_map[bone]]["bone"] = self._bone(bone)
            roots = [
                child for child in self.tree.children.get(skeleton, []) if "bone" in self.tree.nodes[child]
            ]
            if len(roots) == 1:
                self.tree.children[skeleton].remove(roots[0])
                self.tree.add_child(roots[0], skeleton, first=True)
        self._note_bind_poses()
        driven = {
            instance.skin for instance in self.rig.instances if self.slots.skeleton_of(instance) is not None
        }
        for index in (index for index in range(len(self.rig.skins)) if index not in driven):
            self.losses.add("", "it does not move any vertex", pointer("skins", index))
        for index, skin in enumerate(self.rig.skins):
            if (
                skin.root is not None
                and index in self.slots.owners
                and not self._keeps_root(skin.root, index)
            ):
                why = "a G4MF skeleton is the parent of its first bone"
                self.losses.add("the root", why, pointer("skins", index))
        lengths = self.rig.nodes.bone_lengths
        for node in np.flatnonzero(lengths == lengths).tolist():
            if "bone" not in self.tree.nodes[self.node_map[node]]:
                self.losses.add("the bone length", "not a bone", pointer("nodes", node))

    def _bone(self, node: int) -> dict[str, Any]:
        """The members of a bone. Its shape is at the middle of its length, so it needs a length."""
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
        """Whether the root of a skin is its skeleton in the document, or the skeleton's first bone."""
        skeleton = self.slots.owners[skin].node
        return root == skeleton or int(self.rig.nodes.parents[root]) == skeleton

    def _note_bind_poses(self) -> None:
        """Report skeletons with a bind pose that differs from the rest pose: G4MF has only one pose for
        both."""
        local = self.bind_pose.local
        for index, skeleton in enumerate(self.rig.skeletons):
            if skeleton.inverse_binds is not None and not is_bound_at_rest(self.rig, index, local):
                why = "the rest pose of the bones differs from it"
                self.losses.add("the bind pose", why, pointer("skeletons", index))


class HiddenGroup(Record):
    """Trees outside the default scene, grouped below a hidden node. The group is named after their scene, if
    any."""

    roots: tuple[int, ...]
    name: str | None = None
    extras: Json | None = None


class SceneGroups(Record):
    """`hidden` are trees outside the default scene, `originals` is the data to keep of that scene."""

    hidden: tuple[HiddenGroup, ...]
    originals: dict[str, Any]

    def hidden_roots(self) -> frozenset[int]:
        return frozenset(root for group in self.hidden for root in group.roots)


def group_scenes(rig: Rig) -> SceneGroups:
    """The trees of a rig by the first scene that shows them; the default scene comes first."""
    if not rig.scenes:
        return SceneGroups((), {})
    default = rig.default_scene or 0
    scene = rig.scenes[default]
    stated = {"name": scene.name, "extras": dict(scene.extras) if scene.extras else None}
    kept = {key: value for key, value in stated.items() if value is not None}
    parents = rig.nodes.parents.tolist()
    remaining = set(np.flatnonzero(rig.nodes.parents < 0).tolist())
    remaining -= {_top(parents, root) for root in scene.roots}
    groups = []
    for index, other in enumerate(rig.scenes):
        tops = dict.fromkeys(_top(parents, root) for root in other.roots)
        roots = [root for root in tops if root in remaining]
        if index != default and roots:
            groups.append(HiddenGroup(tuple(roots), other.name, other.extras))
            remaining -= set(roots)
    if remaining:
        groups.append(HiddenGroup(tuple(sorted(remaining))))
    return SceneGroups(tuple(groups), {"scene": kept} if kept else {})


def _top(parents: list[int], node: int) -> int:
    """The root of a node's tree."""
    while parents[node] >= 0:
        node = parents[node]
    return node


DRAWN = ("meshInstance", "light")
"""Components of a node that its visibility affects."""


def hide(
    nodes: Sequence[dict[str, Any]],
    children: Mapping[int, Sequence[int]],
    hidden: set[int],
    shown: Mapping[int, bool],
    add_child: Callable[[int], int],
) -> dict[int, int]:
    """Set `visible` so that exactly the meshes and lights on `shown` nodes are visible.

    `hidden` are nodes to hide with all descendants. A skinned mesh must be a child of its skeleton, which a
    hidden node may contain although the mesh is shown, or the other way round. Then the nodes above the mesh
    are visible, and what else they contain is hidden. `add_child` adds a node below another, for a hidden
    mesh on a node that must be visible. Returns where meshes and lights have moved to.
    """
    moved: dict[int, int] = {}
    parents = {child: node for node, listed in children.items() for child in listed}
    needed = _with_ancestors([node for node, is_shown in shown.items() if is_shown], parents)
    for node in sorted(hidden & needed):
        hidden.discard(node)
        hidden |= {child for child in children.get(node, ()) if child not in needed}
    visible = _visible_nodes(children, hidden)
    for node, is_shown in shown.items():
        if is_shown or node not in visible:
            continue
        if node in needed:
            child = moved[node] = add_child(node)
            for key in DRAWN:
                if key in nodes[node]:
                    nodes[child][key] = nodes[node].pop(key)
            hidden.add(child)
        else:
            hidden.add(node)
    for node in hidden:
        nodes[node]["visible"] = False
    return moved


def _with_ancestors(nodes: Sequence[int], parents: Mapping[int, int]) -> set[int]:
    result: set[int] = set()
    for node in nodes:
        here: int | None = node
        while here is not None and here not in result:
            result.add(here)
            here = parents.get(here)
    return result


def _visible_nodes(children: Mapping[int, Sequence[int]], hidden: set[int]) -> set[int]:
    visible: set[int] = set()
    queue = [0]
    while queue:
        node = queue.pop()
        if node not in hidden:
            visible.add(node)
            queue += children.get(node, ())
    return visible
