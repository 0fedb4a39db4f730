"""The bones of a file, the trees they form, and the skins that use each tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from pantin.formats.gltf.extension_names import SKELETON_BONE as NAME
from pantin.formats.gltf.extension_objects import is_listed
from pantin.formats.gltf.model import get
from pantin.report.wording import named

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.ext.khr_skeleton_bone.schema import Bone
    from pantin.formats.gltf.extension_objects import ExtensionObjects
    from pantin.formats.gltf.scope import Scope
    from pantin.formats.hierarchy import Hierarchy


class Bones:
    """The bones of a file: nodes with an object of the extension, joints of skins, and `more`.

    listed   whether `extensionsUsed` names the extension, which makes its rules apply
    objects  the object of each node that has one
    joints   the skins that each joint belongs to
    roots    the `skeleton` of each skin; None where it has none that exists
    nodes    all bones
    """

    def __init__(
        self, document: Document, extended: ExtensionObjects, hierarchy: Hierarchy, more: Iterable[int] = ()
    ) -> None:
        model = document.model
        self.hierarchy = hierarchy
        self.listed = is_listed(document, NAME)
        self.objects: dict[int, Bone] = {int(path[1]): bone for path, bone in extended.objects_of(NAME)}
        self.joints: dict[int, list[int]] = {}
        for index, skin in enumerate(model.skins):
            for joint in (skin.joints or ()) if skin else ():
                if joint is not None and get(model.nodes, joint) is not None:
                    self.joints.setdefault(joint, []).append(index)
        self.roots = [
            skin.skeleton if skin and get(model.nodes, skin.skeleton) is not None else None
            for skin in model.skins
        ]
        self.nodes = {*self.objects, *self.joints, *more}

    @cached_property
    def tops(self) -> dict[int, int]:
        """The topmost bone of the tree of each bone, parents first."""
        tops: dict[int, int] = {}
        for node in self.hierarchy.order:
            if node in self.nodes:
                parent = self.hierarchy.parents[node]
                tops[node] = node if parent is None else tops.get(parent, node)
        return tops

    @cached_property
    def skins(self) -> dict[int, list[int]]:
        """The skins with joints in each tree, by its topmost bone."""
        skins: dict[int, list[int]] = {}
        for bone, top in self.tops.items():
            listed = skins.setdefault(top, [])
            listed += [skin for skin in self.joints.get(bone, ()) if skin not in listed]
        return skins


def bones_of(scope: Scope) -> Bones:
    """The bones of the file being checked; `scope.fact(bones_of)` computes them once."""
    return Bones(scope.document, scope.extended_of(NAME), scope.hierarchy)


def named_bone(scope: Scope, node: int) -> str:
    """A bone as messages name it: `bone "Hips" (3)`."""
    bone_node = scope.model.nodes[node]
    return named("bone", node, bone_node.name if bone_node else None)


def length_of(bone: Bone | None) -> float | None:
    """The length of a bone from its object; None if it has no valid one."""
    length = None if bone is None else bone.length
    # The square of a longer one is infinite.
    return length if length is not None and 0 <= length < 1e300 else None


def skinned_meshes(scope: Scope) -> Iterator[tuple[int, int]]:
    """(node, skin) of each skinned mesh."""
    for index, node in enumerate(scope.model.nodes):
        if node is None or node.mesh is None or node.skin is None:
            continue
        if get(scope.model.skins, node.skin) is not None:
            yield index, node.skin


def meshes_of_skeletons(scope: Scope) -> set[int]:
    """Nodes with skinned meshes that are children of their skeleton, as the extension requires."""
    roots, parents = scope.fact(bones_of).roots, scope.parents
    return {
        node
        for node, skin in skinned_meshes(scope)
        if parents[node] is not None and parents[node] == roots[skin]
    }
