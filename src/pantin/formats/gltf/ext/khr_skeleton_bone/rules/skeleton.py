"""Rules about the declaration of the extension, skins and their skeletons, and skinned meshes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.khr_skeleton_bone.bones import bones_of, named_bone, skinned_meshes
from pantin.formats.gltf.extension_names import SKELETON_BONE as NAME
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("KHR-SKB-002", "warning", "extensionsRequired lists KHR_skeleton_bone, which should be optional")
def required(scope: Scope) -> Iterator[Finding]:
    """KHR_skeleton_bone is required.

    What: `extensionsRequired` should not list "KHR_skeleton_bone".
    Why: Readers without the extension refuse the file, although its skins alone are complete.
    Fix: Remove "KHR_skeleton_bone" from `extensionsRequired`.
    Source: KHR_skeleton_bone (draft), "Overview".
    """
    listed = scope.tree.get("extensionsRequired")
    if isinstance(listed, list) and NAME in listed:
        yield required.at("/extensionsRequired")


@rule("KHR-SKB-004", "error", '{skin} has no "skeleton"')
def rootless_skin(scope: Scope) -> Iterator[Finding]:
    """Skin does not name its skeleton.

    What: In a file that uses the extension, every skin must have `skeleton`, the parent of its topmost bones.
    Why: Without it readers have to guess which node the skeleton is.
    Fix: Set `skeleton` of the skin; `pantin skeletons --as khr` does.
    Source: KHR_skeleton_bone (draft), "Skeleton root".
    """
    bones = scope.fact(bones_of)
    for index, skin in enumerate(scope.model.skins if bones.listed else ()):
        # Other rules report a value that is not the index of a node.
        if skin is not None and "skeleton" not in scope.tree["skins"][index]:
            yield rootless_skin.at(pointer("skins", index), skin=scope.named("skin", index))


@rule(
    "KHR-SKB-007",
    "error",
    '{bone} belongs to {skin} and to {other}, but the "skeleton" of one is {root} and of the other'
    " {other_root}",
)
def divided_skeleton(scope: Scope) -> Iterator[Finding]:
    """Bone belongs to two skeletons.

    What: Connected bones must belong to one skeleton: the skins that use them must have the same `skeleton`.
    Why: Engines cannot share a bone between skeletons.
    Fix: Set `skeleton` of all these skins to the parent of the topmost bone.
    Source: KHR_skeleton_bone (draft), "Bones".
    """
    bones = scope.fact(bones_of)
    for skins in bones.skins.values() if bones.listed else ():
        rooted = [skin for skin in sorted(skins) if bones.roots[skin] is not None]
        for skin in rooted[1:]:
            if bones.roots[skin] != bones.roots[rooted[0]]:
                joint = next(joint for joint, listed in bones.joints.items() if skin in listed)
                values = {
                    "bone": named_bone(scope, joint),
                    "skin": scope.named("skin", skin),
                    "other": scope.named("skin", rooted[0]),
                    "root": scope.named("node", bones.roots[skin]),
                    "other_root": scope.named("node", bones.roots[rooted[0]]),
                }
                yield divided_skeleton.at(pointer("skins", skin, "skeleton"), **values)


@rule("KHR-SKB-008", "warning", "{skin} and {other} have the same skeleton, {root}{more}")
def shared_skeleton(scope: Scope) -> Iterator[Finding]:
    """Skeleton has several skins.

    What: A skeleton should have one skin, which lists all its joints.
    Why: Engines bind all meshes of a skeleton with one list of joints. They have to merge the skins.
    Fix: Bind all meshes of the skeleton to one skin.
    Source: KHR_skeleton_bone (draft), "Skins".
    """
    bones = scope.fact(bones_of)
    skins: dict[int, list[int]] = {}
    for skin, root in enumerate(bones.roots if bones.listed else ()):
        if root is not None:
            skins.setdefault(root, []).append(skin)
    for root, listed in skins.items():
        if len(listed) > 1:
            values = {"skin": scope.named("skin", listed[0]), "other": scope.named("skin", listed[1])}
            more = others(len(listed) - 1, "skin")
            where = pointer("skins", listed[1], "skeleton")
            yield shared_skeleton.at(where, **values, root=scope.named("node", root), more=more)


@rule(
    "KHR-SKB-009", "error", "{node} has a mesh with {skin}, but is not a child of its skeleton, {root}{why}"
)
def misplaced_mesh(scope: Scope) -> Iterator[Finding]:
    """Skinned mesh is not a child of its skeleton.

    What: A node with a skinned mesh must be a child of the node that its skin names as `skeleton`.
    Why: Engines keep a skeleton and its meshes together; the place of the node tells them which belong.
    Fix: Move the node below the skeleton. Its own transform never moves a skinned mesh.
    Source: KHR_skeleton_bone (draft), "Skinned meshes".
    """
    bones = scope.fact(bones_of)
    for node, skin in skinned_meshes(scope) if bones.listed else ():
        root = bones.roots[skin]
        if root is not None and scope.parents[node] != root:
            yield misplaced_at(scope, node, skin, root)


def misplaced_at(scope: Scope, node: int, skin: int, root: int, why: str = "") -> Finding:
    """The finding of a skinned mesh that is not a child of its skeleton."""
    names = {"node": scope.named("node", node), "skin": scope.named("skin", skin)}
    return misplaced_mesh.at(pointer("nodes", node), **names, root=scope.named("node", root), why=why)
