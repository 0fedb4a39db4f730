"""Plan and write the bones and skeletons of a file. No vertex moves: skinned meshes ignore the transform of
their node, and new nodes have no transform."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct, field

from pantin.base.records import Record
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import (
    add_root,
    list_as_used,
    move_mesh_to_child,
    move_to_child,
    reparent,
    set_extension,
)
from pantin.formats.gltf.ext.khr_skeleton_bone.bones import Bones, skinned_meshes
from pantin.formats.gltf.extension_names import LIGHTS, VISIBILITY
from pantin.formats.gltf.extension_names import SKELETON_BONE as NAME
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.model import Node
from pantin.formats.gltf.scope import Scope
from pantin.report.pointer import pointer


class NewSkeleton(Record):
    """A new identity node at index `node`, the parent of topmost bones without parent."""

    node: int
    below: tuple[int, ...]


class Refusal(NamedTuple):
    """Why a skin gets no skeleton: its topmost bones cannot share a parent, or a `node` with its mesh cannot
    move below `root`; with the reason."""

    skin: int
    node: int | None = None
    root: int = -1
    why: str = ""


class BonePlan(Record):
    """The bones of a file, and the skeleton of each skin.

    bones    all bones, parents first
    promoted bones that are not joints and have no object of the extension yet
    roots    the node that is the skeleton of each skin; None for a skin without joints
    added    nodes to be added
    meshes   (node, skeleton) of each skinned mesh that has to become a child of its skeleton, or is on a bone
    refused  why there is no plan; if there is anything, nothing can be written
    """

    bones: tuple[int, ...] = ()
    promoted: tuple[int, ...] = ()
    roots: tuple[int | None, ...] = ()
    added: tuple[NewSkeleton, ...] = ()
    meshes: tuple[tuple[int, int], ...] = ()
    refused: tuple[Refusal, ...] = ()


def plan_bones(document: Document, more: Iterable[int] = ()) -> BonePlan:
    """Plan the bones of a document with valid trees. The nodes `more` become bones too if they are connected
    with the skeleton of a skin, or if the document has no skins.
    """
    scope = Scope(document)
    bones = _complete(scope, Bones(scope.document, scope.extended_of(NAME), scope.hierarchy, more))
    return _Planner(scope, bones).plan()


def _complete(scope: Scope, bones: Bones) -> Bones:
    """The bones, with all nodes between bones of a skin and between a skeleton and other bones."""
    parents, between, joints_of = scope.parents, set[int](), dict[int, list[int]]()
    for joint, skins in bones.joints.items():
        for skin in skins:
            joints_of.setdefault(skin, []).append(joint)
    for joints in joints_of.values():
        top, seen = scope.hierarchy.common_ancestor(joints), set(joints)
        for joint in joints:
            above = parents[joint] if joint != top else None
            while above is not None and above != top and above not in seen:
                seen.add(above)
                above = parents[above]
        between |= seen
    skinned = set(between)
    used = {*skinned, *(parents[bone] for bone in skinned)}
    for bone in sorted(bones.nodes - skinned):
        path, above = [bone], parents[bone]
        while above is not None and above not in used:
            path.append(above)
            above = parents[above]
        if above is not None or not skinned:
            between.update(path if above is not None else [bone])
    return Bones(scope.document, scope.extended_of(NAME), scope.hierarchy, between)


class _Planner(Struct):
    """Chooses the skeleton of each tree of bones."""

    scope: Scope
    bones: Bones
    added: list[NewSkeleton] = field(default_factory=list)

    def plan(self) -> BonePlan:
        refused = self._add_skeletons()
        if refused:
            return BonePlan(refused=tuple(refused))
        above = {top: new.node for new in self.added for top in new.below}
        of_skin: dict[int, int] = {}
        for top, skins in self.bones.skins.items():
            root = above.get(top, self.scope.parents[top])
            assert root is not None
            of_skin.update(dict.fromkeys(skins, root))
        roots = tuple(of_skin.get(skin) for skin in range(len(self.scope.model.skins)))
        meshes = [
            (node, of_skin[skin])
            for node, skin in skinned_meshes(self.scope)
            if skin in of_skin and (self.scope.parents[node] != of_skin[skin] or node in self.bones.nodes)
        ]
        listed = {*self.bones.joints, *self.bones.objects}
        return BonePlan(
            tuple(self.bones.tops),
            tuple(bone for bone in sorted(self.bones.nodes) if bone not in listed),
            roots,
            tuple(self.added),
            tuple(meshes),
            tuple(self._unmovable(meshes)),
        )

    def _add_skeletons(self) -> list[Refusal]:
        """Plan a parent for topmost bones without one: a single parent for bones that share a skin."""
        groups: dict[int, set[int]] = {}
        tops_of: dict[int, set[int]] = {}
        for top, skins in self.bones.skins.items():
            if self.scope.parents[top] is None:
                groups[top] = {top}
                for skin in skins:
                    tops_of.setdefault(skin, set()).add(top)
        apart: list[Refusal] = []
        for skin, tops in tops_of.items():
            joined = set[int]().union(*(groups[top] for top in tops))
            groups.update(dict.fromkeys(joined, joined))
            if not self._may_share_parent(joined):
                apart.append(Refusal(skin))
        for tops in {min(group): group for group in groups.values()}.values():
            index = len(self.scope.model.nodes) + len(self.added)
            self.added.append(NewSkeleton(index, tuple(sorted(tops))))
        return apart

    def _may_share_parent(self, tops: set[int]) -> bool:
        """Whether each scene with one of these roots has all of them."""
        return len({self.scope.listed_in[top] for top in tops}) == 1

    def _unmovable(self, meshes: list[tuple[int, int]]) -> Iterator[Refusal]:
        """A refusal for each mesh that moving below its skeleton would hide, or show in other scenes."""
        below = {new.node: new.below[0] for new in self.added}
        hidden = _hidden_nodes(self.scope)
        for node, root in meshes:
            beside = below.get(root, root)
            if self.scope.shown_in[node] != self.scope.shown_in[beside]:
                why = "; the two are in different scenes"
            elif hidden[beside] and not hidden[node]:
                why = "; the skeleton is hidden"
            else:
                continue
            moved = self.scope.model.nodes[node]
            assert moved is not None
            assert moved.skin is not None
            yield Refusal(moved.skin, node, beside, why)


def _hidden_nodes(scope: Scope) -> list[bool]:
    """For each node, whether it or an ancestor is hidden."""
    own = [node is not None and is_hidden(node) for node in scope.model.nodes]
    inherited = scope.hierarchy.has_marked_ancestor(own)
    return [mine or above for mine, above in zip(own, inherited, strict=True)]


def is_hidden(node: Node) -> bool:
    """Whether a node is hidden directly, not by an ancestor."""
    visibility = (node.extensions or {}).get(VISIBILITY)
    return isinstance(visibility, dict) and visibility.get("visible") is False


def write_bones(document: Document, plan: BonePlan) -> None:
    """Write planned bones into the document; valid parts stay unchanged."""
    scope = Scope(document)
    parents, hidden = list(scope.parents), _hidden_nodes(scope)
    children = [bool(listed) for listed in scope.children]
    nodes = list(scope.model.nodes)
    for new in plan.added:
        add_root(document, new.below)
    bones, roots = set(plan.bones), {*plan.roots, *(root for _, root in plan.meshes)}
    for node, root in plan.meshes:
        old = nodes[node]
        assert old is not None
        if node in bones or node in roots or children[node] or _has_attachments(old):
            moved = move_mesh_to_child(document, node, root)
            assert moved is not None
        else:
            moved = node
            reparent(document, node, root, parents[node])
        if hidden[node] and (moved != node or not is_hidden(old)):
            set_extension(document, pointer("nodes", moved), VISIBILITY, {"visible": False})
    for bone in plan.bones:
        move_mesh_to_child(document, bone)
        move_to_child(document, bone, ("camera",), suffix="camera")
        move_to_child(document, bone, (), (LIGHTS,), suffix="light")
    for skin, skeleton in enumerate(plan.roots):
        if skeleton is not None and document.tree["skins"][skin].get("skeleton") != skeleton:
            document.set(pointer("skins", skin, "skeleton"), skeleton)
    for bone in plan.promoted:
        set_extension(document, pointer("nodes", bone), NAME, {})
    if plan.bones:
        list_as_used(document, NAME)


def _has_attachments(node: Node) -> bool:
    """Whether anything but its mesh depends on the transform of a node."""
    names = [name for extension in every() if extension.attaches_to_nodes for name in extension.names]
    return node.camera is not None or any(name in (node.extensions or {}) for name in names)
