"""Skeletons written into a document: marks, owners and matrices, and the nodes a single root takes.

Nothing is renumbered, and what is right already is left as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import (
    append_accessor,
    append_nodes,
    move_mesh_to_child,
    set_extension,
    unlist_extensions,
)
from pantin.formats.gltf.ext.staik_skeletons import NAME
from pantin.formats.gltf.ext.staik_skeletons.model import (
    RawExtension,
    RawSkeleton,
    as_index,
    has,
    member_of,
    payload,
)
from pantin.formats.gltf.ext.staik_skeletons.rules.bind import matrices
from pantin.formats.gltf.rules.scope import Scope
from pantin.maths import affine
from pantin.report.pointer import pointer
from pantin.rig import Doubles, Rig, Skeleton

OWN = ("name", "root", "joints", "inverseBindMatrices")
"""The members of a skeleton that the extension gives a meaning."""


def lower_rig(document: Document, rig: Rig) -> None:
    """Write the skeletons of a rig, and which skins they own, into the document that was made of it."""
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
    """Write skeletons, and the one that owns each skin, into the document that `rig` was lifted from.

    `roots` are added first, each a node at the identity above some root nodes; they get the next indices. A
    `promoted` node that carries a mesh gives it to a child of its own. Every skin gets matrices: the ones it
    is posed with.
    """
    for below in roots:
        add_root(document, below)
    for node in promoted:
        move_mesh_to_child(document, node)
    for index in range(len(rig.skins)):
        if "inverseBindMatrices" not in document.tree["skins"][index]:
            write_binds(document, rig, index)
    _write_skeletons(document, skeletons)
    _mark_nodes(document, skeletons)
    for index, owner in enumerate(owners):
        if owner is not None:
            _own(document, index, owner, skeletons)


def add_root(document: Document, below: Sequence[int]) -> int:
    """A new node at the identity above some root nodes, in their stead in every scene; its index."""
    node = append_nodes(document, [{"name": "root", "children": list(below)}], scenes=())[0]
    moved = set(below)
    for index, scene in enumerate(list(document.tree.get("scenes", ()))):
        listed = scene.get("nodes", [])
        first = next((place for place, one in enumerate(listed) if one in moved), None)
        if first is not None:
            before, after = listed[:first], [one for one in listed[first:] if one not in moved]
            document.set(pointer("scenes", index, "nodes"), [*before, node, *after])
    return node


def write_binds(document: Document, rig: Rig, skin: int) -> None:
    """Give a skin the matrices it is posed with: those of its rig, or the identity where that has none."""
    binds = rig.skins[skin].inverse_binds
    if binds is None:
        binds = np.broadcast_to(affine.identity(3), (len(rig.skins[skin].joints), 3, 4))
    document.set(pointer("skins", skin, "inverseBindMatrices"), _store(document, binds))


def _store(document: Document, binds: Doubles) -> int:
    matrices = np.zeros((len(binds), 4, 4), np.float32)
    matrices[:, :3] = binds
    matrices[:, 3, 3] = 1
    # A sum that rounds to −0 is the same number, and a row 0 0 0 1 reads better than one with signs.
    return append_accessor(document, matrices + np.float32(0))


def _write_skeletons(document: Document, skeletons: Sequence[Skeleton]) -> None:
    if not skeletons:
        return
    made = _lowered(document, skeletons)
    listed = member_of(payload(document.tree), "skeletons")
    if isinstance(listed, list) and len(listed) <= len(made):
        place = pointer("extensions", NAME, "skeletons")
        for index, old in enumerate(list(listed)):
            _rewrite(document, f"{place}/{index}", old, made[index])
        for new in made[len(listed) :]:
            document.append(place, new)
    else:
        _extend(document, "", document.tree, "skeletons", made)
    if NAME not in document.tree.get("extensionsUsed", ()):
        document.append("/extensionsUsed", NAME)


def _rewrite(document: Document, place: str, old: Any, new: dict[str, Any]) -> None:
    """Change what differs in a skeleton of the file; what is of others keeps its bytes."""
    if not isinstance(old, dict) or _of_others(old) != _of_others(new):
        document.set(place, new)
        return
    for member in OWN:
        # As text, for 1 and true are equal here, and not in JSON.
        if member not in new and member in old:
            document.remove(f"{place}/{member}")
        elif member in new and repr(old.get(member)) != repr(new[member]):
            document.set(f"{place}/{member}", new[member])


def _lowered(document: Document, skeletons: Sequence[Skeleton]) -> list[dict[str, Any]]:
    """The objects of skeletons: as they stand in the file where they do, else with what those have to say
    that list their joints.
    """
    raw = RawExtension(document.tree, document.model).skeletons
    with np.errstate(all="ignore"):  # numbers of any kind
        good = matrices(Scope(document))
    exact = {(one.root, one.joints): index for index, one in reversed(list(enumerate(raw)))}
    first = {joint: index for index, one in reversed(list(enumerate(raw))) for joint in one.slots}
    made = []
    for one in skeletons:
        joints = one.joints.tolist()
        index = exact.get((int(one.root), tuple(joints)))
        if index is None:
            sources = sorted({first[joint] for joint in joints if joint in first})
            made.append(_members(document, one) | _inherited([raw[source] for source in sources]))
        else:
            made.append(_usable(document, raw[index].members or {}, one, index in good))
    return made


def _of_others(members: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in members.items() if key not in OWN}


def _inherited(skeletons: Iterable[RawSkeleton]) -> dict[str, Any]:
    """Extras, extensions and unknown members of skeletons that become one; the first has the word."""
    found: dict[str, Any] = {}
    for skeleton in skeletons:
        found = _of_others(skeleton.members or {}) | found
    return found


def _usable(document: Document, members: dict[str, Any], skeleton: Skeleton, good: bool) -> dict[str, Any]:
    """A skeleton of the file as it stands there, but for a name that is none and matrices that break a rule:
    they are written anew if they can be read.
    """
    kept = dict(members)
    if not isinstance(kept.get("name", ""), str):
        del kept["name"]
    if "inverseBindMatrices" in kept and not good:
        del kept["inverseBindMatrices"]
        if skeleton.inverse_binds is not None:
            kept["inverseBindMatrices"] = _store(document, skeleton.inverse_binds)
    return kept


def _members(document: Document, skeleton: Skeleton) -> dict[str, Any]:
    members: dict[str, Any] = {"name": skeleton.name} if skeleton.name else {}
    members |= {"root": int(skeleton.root), "joints": skeleton.joints.tolist()}
    if skeleton.inverse_binds is not None:
        members["inverseBindMatrices"] = _store(document, skeleton.inverse_binds)
    return members


def _mark_nodes(document: Document, skeletons: Sequence[Skeleton]) -> None:
    """Mark the joints, and no other node."""
    owners = {joint: index for index, one in enumerate(skeletons) for joint in one.joints.tolist()}
    for index, node in enumerate(list(document.tree.get("nodes", ()))):
        place = pointer("nodes", index)
        if index in owners:
            _set_index(document, place, node, "skeleton", owners[index], len(skeletons))
        elif has(node):
            drop(document, place, node)


def _own(document: Document, index: int, owner: int, skeletons: Sequence[Skeleton]) -> None:
    place, skin, root = pointer("skins", index), document.tree["skins"][index], int(skeletons[owner].root)
    if as_index(skin.get("skeleton")) != root:
        document.set(f"{place}/skeleton", root)
    _set_index(document, place, skin, "skeleton_owner", owner, len(skeletons))


def _set_index(document: Document, place: str, holder: Any, member: str, index: int, count: int) -> None:
    current = payload(holder)
    if not (isinstance(current, dict) and as_index(current.get(member), count) == index):
        _extend(document, place, holder, member, index)


def _extend(document: Document, place: str, holder: Any, member: str, value: Any) -> None:
    """Set a member of the extension object of `holder`, and leave the other members of it."""
    if isinstance(payload(holder), dict):
        document.set(f"{place}/extensions/{NAME}/{member}", value)
    else:
        set_extension(document, place, NAME, {member: value})


def drop(document: Document, place: str, holder: Any) -> None:
    """Take the extension away from an object, and `extensions` with it where nothing else is left."""
    alone = len(holder["extensions"]) == 1
    document.remove(f"{place}/extensions" if alone else f"{place}/extensions/{NAME}")


def strip(document: Document, rig: Rig) -> bool:
    """Remove every object of the extension and its name from the lists; whether there was anything.

    `rig` is what `lift` gave for the document. A skin whose binds come from the scene gets them as matrices
    first: without the extension a skin without matrices is bound at the identity.
    """
    raw = RawExtension(document.tree, document.model)
    required = document.tree.get("extensionsRequired")
    if not raw.used and not (isinstance(required, list) and NAME in required):
        return False
    for index, skin in enumerate(rig.skins):
        if skin.skeleton is not None and "inverseBindMatrices" not in document.tree["skins"][index]:
            write_binds(document, rig, index)
    for collection, places in (("nodes", raw.nodes), ("skins", raw.owned)):
        for index in places:
            drop(document, pointer(collection, index), document.tree[collection][index])
    if raw.has_root:
        drop(document, "", document.tree)
    unlist_extensions(document, NAME)
    return True
