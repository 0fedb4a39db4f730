"""Write skeletons into a document: marks, owners, matrices, and new root nodes.

Nothing is renumbered, and valid parts stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import (
    add_root,
    append_accessor,
    list_as_used,
    move_mesh_to_child,
    remove_extension,
    set_extension,
    unlist_extensions,
)
from pantin.formats.gltf.ext.staik_skeletons import schema
from pantin.formats.gltf.ext.staik_skeletons.binds import matrices
from pantin.formats.gltf.ext.staik_skeletons.model import LIST, SkeletonObjects, StatedSkeleton
from pantin.formats.gltf.extension_names import SKELETON_BONE as BONES
from pantin.formats.gltf.extension_names import SKELETONS as NAME
from pantin.formats.gltf.json_values import as_index, as_list, as_object, block_of, objects
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.description import members
from pantin.formats.members.encode import encode
from pantin.maths import affine
from pantin.report.pointer import pointer
from pantin.rig import Doubles, Rig, Skeleton

OWN = tuple(
    member.name for member in members(schema.Skeleton) if member.attribute not in schema.Skeleton.shared
)
"""The members of a skeleton that the extension defines."""


def lower_rig(document: Document, rig: Rig) -> None:
    """Write the skeletons of a rig, and which skins they own, into the document made from it."""
    if rig.skeletons:
        lower(document, rig, rig.skeletons, [skin.skeleton for skin in rig.skins])


def lower(
    document: Document,
    rig: Rig,
    skeletons: Sequence[Skeleton],
    owners: Sequence[int | None],
    *,
    promoted: Iterable[int] = (),
    roots: Iterable[Sequence[int]] = (),
) -> None:
    """Write skeletons, and the owner of each skin, into the document that `rig` was lifted from.

    `roots` are added first: each is a node without transform, the parent of some root nodes. The mesh of a
    `promoted` node moves to a new child. Every skin gets the matrices it is posed with.
    """
    for children in roots:
        add_root(document, children)
    for node in promoted:
        move_mesh_to_child(document, node)
    for index in range(len(rig.skins)):
        if "inverseBindMatrices" not in document.tree["skins"][index]:
            write_binds(document, rig, index)
    _write_skeletons(document, skeletons)
    _mark_nodes(document, skeletons)
    owned = SkeletonObjects(document).owned
    for index, owner in enumerate(owners):
        if owner is not None:
            _set_owner(document, index, owned.get(index), owner, skeletons)


def write_binds(document: Document, rig: Rig, skin: int) -> None:
    """Write the matrices that a skin is posed with: those of the rig, or the identity."""
    binds = rig.skins[skin].inverse_binds
    if binds is None:
        binds = np.broadcast_to(affine.identity(3), (len(rig.skins[skin].joints), 3, 4))
    document.set(pointer("skins", skin, "inverseBindMatrices"), _store(document, binds))


def _store(document: Document, binds: Doubles) -> int:
    matrices = np.zeros((len(binds), 4, 4), np.float32)
    matrices[:, :3] = binds
    matrices[:, 3, 3] = 1
    # Adding 0 turns −0 into 0, so that the last row is written as 0 0 0 1.
    return append_accessor(document, matrices + np.float32(0))


def _write_skeletons(document: Document, skeletons: Sequence[Skeleton]) -> None:
    if not skeletons:
        return
    entries = _skeleton_objects(document, skeletons)
    listed = as_object(block_of(document.tree, NAME)).get("skeletons")
    if isinstance(listed, list) and len(listed) <= len(entries):
        list_pointer = pointer(*LIST)
        for index, old in enumerate(list(listed)):
            _rewrite(document, f"{list_pointer}/{index}", old, entries[index])
        for new in entries[len(listed) :]:
            document.append(list_pointer, new)
    else:
        _extend(document, "", block_of(document.tree, NAME), "skeletons", entries)
    list_as_used(document, NAME)


def _rewrite(document: Document, skeleton: str, old: Any, new: dict[str, Any]) -> None:
    """Change the members of a skeleton that differ; members unknown to the extension stay."""
    if not isinstance(old, dict) or _undefined_members(old) != _undefined_members(new):
        document.set(skeleton, new)
        return
    for member in OWN:
        # Compared as text, because 1 and true are equal in Python but not in JSON.
        if member not in new and member in old:
            document.remove(f"{skeleton}/{member}")
        elif member in new and repr(old.get(member)) != repr(new[member]):
            document.set(f"{skeleton}/{member}", new[member])


def _skeleton_objects(document: Document, skeletons: Sequence[Skeleton]) -> list[dict[str, Any]]:
    """The JSON of skeletons. A skeleton that the file already has keeps its members; a new one inherits the
    extras of the skeletons in the file that list its joints.
    """
    stated = SkeletonObjects(document).skeletons
    listed = objects(as_object(block_of(document.tree, NAME)).get("skeletons"))
    with np.errstate(all="ignore"):  # numbers of any kind
        good = matrices(Scope(document))
    backwards = list(enumerate(stated))[::-1]
    exact = {(skeleton.root, skeleton.joints): index for index, skeleton in backwards}
    first = {joint: index for index, skeleton in backwards for joint in skeleton.slots}
    entries = []
    for skeleton in skeletons:
        joints = skeleton.joints.tolist()
        index = exact.get((int(skeleton.root), tuple(joints)))
        if index is None:
            sources = sorted({first[joint] for joint in joints if joint in first})
            inherited = _inherit([listed[source] for source in sources])
            entries.append(_new_object(document, skeleton) | inherited)
        else:
            entries.append(_correct(document, listed[index], stated[index], skeleton, index in good))
    return entries


def _undefined_members(skeleton: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in skeleton.items() if key not in OWN}


def _inherit(skeletons: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Merge extras, extensions and unknown members of skeletons; the first value wins."""
    inherited: dict[str, Any] = {}
    for skeleton in skeletons:
        inherited = _undefined_members(skeleton) | inherited
    return inherited


def _correct(
    document: Document, listed: dict[str, Any], stated: StatedSkeleton, skeleton: Skeleton, good: bool
) -> dict[str, Any]:
    """Repair a skeleton of the file: drop an invalid name, and rewrite readable matrices that violate a
    rule.
    """
    corrected = dict(listed)
    if stated.has_wrong_name:
        del corrected["name"]
    if stated.states_matrices and not good:
        del corrected["inverseBindMatrices"]
        if skeleton.inverse_binds is not None:
            corrected["inverseBindMatrices"] = _store(document, skeleton.inverse_binds)
    return corrected


def _new_object(document: Document, skeleton: Skeleton) -> dict[str, Any]:
    binds = skeleton.inverse_binds
    return encode(
        schema.Skeleton(
            name=skeleton.name or None,
            root=int(skeleton.root),
            joints=tuple(skeleton.joints.tolist()),
            inverse_bind_matrices=None if binds is None else _store(document, binds),
        )
    )


def _mark_nodes(document: Document, skeletons: Sequence[Skeleton]) -> None:
    """Mark the joints and unmark all other nodes."""
    owners = {joint: index for index, skeleton in enumerate(skeletons) for joint in skeleton.joints.tolist()}
    marks = SkeletonObjects(document).nodes
    for node in range(len(document.tree.get("nodes", ()))):
        mark = marks.get(node)
        if node not in owners:
            if node in marks:
                remove_extension(document, pointer("nodes", node), NAME)
        elif mark is None or mark.skeleton != owners[node]:
            _extend(document, pointer("nodes", node), mark, "skeleton", owners[node])


def _set_owner(
    document: Document, index: int, owned: schema.Owner | None, owner: int, skeletons: Sequence[Skeleton]
) -> None:
    skin, root = document.tree["skins"][index], int(skeletons[owner].root)
    skin_pointer = pointer("skins", index)
    stated = as_index(skin.get("skeleton"), len(document.tree["nodes"]))
    # KHR_skeleton_bone asks for the parent of the topmost bones, which its rules check.
    is_for_bones = stated is not None and BONES in as_list(document.tree.get("extensionsUsed"))
    if stated != root and not is_for_bones:
        document.set(f"{skin_pointer}/skeleton", root)
    if owned is None or owned.skeleton_owner != owner:
        _extend(document, skin_pointer, owned, "skeleton_owner", owner)


def _extend(document: Document, where: str, current: object, member: str, value: Any) -> None:
    """Set a member of the extension object of the owner at pointer `where`; `current` is the existing object,
    if any.
    """
    if current is not None:
        document.set(f"{where}/extensions/{NAME}/{member}", value)
    else:
        set_extension(document, where, NAME, {member: value})


def strip(document: Document, rig: Rig) -> bool:
    """Remove every object of the extension and its name from the lists; returns whether there was
    anything.

    `rig` is the lifted document. A skin whose binds come from the scene gets them as matrices first: without
    the extension, a skin without matrices is bound at the identity.
    """
    objects = SkeletonObjects(document)
    required = document.tree.get("extensionsRequired")
    if not (objects.listed or objects.occurs) and not (isinstance(required, list) and NAME in required):
        return False
    for index, skin in enumerate(rig.skins):
        if skin.skeleton is not None and "inverseBindMatrices" not in document.tree["skins"][index]:
            write_binds(document, rig, index)
    for collection, indices in (("nodes", objects.nodes), ("skins", objects.owned)):
        for index in indices:
            remove_extension(document, pointer(collection, index), NAME)
    if objects.root:
        remove_extension(document, "", NAME)
    unlist_extensions(document, NAME)
    return True
