"""Edits of meshes and skins: weights of joints, inverse bind matrices, morph targets and their weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf import accessor
from pantin.formats.gltf.array_users import Users, append_offsets, put_array
from pantin.formats.gltf.codes import VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import append_accessor, indexed_objects, unlist_unused, unpack_primitive
from pantin.formats.gltf.extension_names import ANIMATION_POINTER
from pantin.report.pointer import pointer
from pantin.report.wording import named

Array = NDArray[Any]

SLOTS = 4
"""Influences in one set (glTF 2.0 §3.7.3.3)."""


def primitives_of(document: Document, mesh: int) -> list[dict[str, Any]]:
    """The primitives of a mesh as JSON; in an invalid file there may be none."""
    mesh_object = document.tree["meshes"][mesh]
    listed = mesh_object.get("primitives") if isinstance(mesh_object, dict) else None
    return [item if isinstance(item, dict) else {} for item in listed] if isinstance(listed, list) else []


def name_of_mesh(document: Document, mesh: int) -> str:
    """The mesh formatted for messages."""
    mesh_object = document.tree["meshes"][mesh]
    return named("mesh", mesh, mesh_object.get("name") if isinstance(mesh_object, dict) else None)


def vertex_count(document: Document, mesh: int, surface: int) -> int:
    """The number of vertices of a primitive; raises `ValueError` without readable positions."""
    return len(_attribute(document, mesh, surface, "POSITION"))


def has_normals(document: Document, mesh: int, surface: int) -> bool:
    attributes = primitives_of(document, mesh)[surface].get("attributes")
    return isinstance(attributes, dict) and "NORMAL" in attributes


def _attribute(document: Document, mesh: int, surface: int, name: str) -> Array:
    attributes = primitives_of(document, mesh)[surface].get("attributes")
    index = attributes.get(name) if isinstance(attributes, dict) else None
    what = f"surface {surface} of {name_of_mesh(document, mesh)}"
    if not isinstance(index, int):
        raise ValueError(f"{what} cannot be edited: it has no positions")
    try:
        return accessor.view(document, index)
    except accessor.BadAccessor as fault:
        if fault.reason == "needs-extra":
            raise
        raise ValueError(f"{what} cannot be edited: {fault}") from None


def smallest_skin(document: Document, mesh: int) -> tuple[int, int] | None:
    """Among the skins used with a mesh, the one with the fewest joints, and their number; None without
    skins."""
    skins = dict(indexed_objects(document.tree, "skins"))
    used = [
        node.get("skin") for _, node in indexed_objects(document.tree, "nodes") if node.get("mesh") == mesh
    ]
    counts = [
        (len(skins[skin]["joints"]), skin)
        for skin in used
        if skin in skins and isinstance(skins[skin].get("joints"), list)
    ]
    return min(counts)[::-1] if counts else None


def set_influences(document: Document, mesh: int, surface: int, joints: Array, weights: Array) -> None:
    """Store joints and weights, (V, 4 × sets) each, as the only sets of a primitive."""
    unpack_primitive(document, mesh, surface)
    users = Users(document)
    attributes = pointer("meshes", mesh, "primitives", surface, "attributes")
    sets = joints.shape[1] // SLOTS
    for number in range(sets):
        part = slice(SLOTS * number, SLOTS * number + SLOTS)
        put_array(users, f"{attributes}/JOINTS_{number}", joints[:, part], target=VERTICES)
        put_array(users, f"{attributes}/WEIGHTS_{number}", weights[:, part], target=VERTICES)
    for name in list(primitives_of(document, mesh)[surface]["attributes"]):
        stem, _, number_text = name.partition("_")
        if stem in ("JOINTS", "WEIGHTS") and number_text.isdecimal() and int(number_text) >= sets:
            document.remove(f"{attributes}/{name}")
    unlist_unused(document)
    users.drop_unused_tail()


def set_inverse_binds(document: Document, skin: int, matrices: Array) -> None:
    """Store (J, 4, 4) inverse bind matrices for a skin."""
    users = Users(document)
    put_array(users, pointer("skins", skin, "inverseBindMatrices"), matrices)
    users.drop_unused_tail()


def target_counts(document: Document, mesh: int) -> list[int]:
    """The number of morph targets of each primitive of a mesh."""
    lists = [primitive.get("targets") for primitive in primitives_of(document, mesh)]
    return [len(targets) if isinstance(targets, list) else 0 for targets in lists]


def target_names(document: Document, mesh: int) -> list[str | None]:
    """The name of each morph target of a mesh, None where the file has none."""
    count = max(target_counts(document, mesh), default=0)
    for owner in (document.tree["meshes"][mesh], *primitives_of(document, mesh)):
        names = _listed_names(owner)
        if names is not None:
            texts = [name if isinstance(name, str) else None for name in names[:count]]
            return texts + [None] * (count - len(texts))
    return [None] * count


def _listed_names(owner: Mapping[str, Any]) -> list[Any] | None:
    extras = owner.get("extras")
    names = extras.get("targetNames") if isinstance(extras, dict) else None
    return names if isinstance(names, list) else None


def append_target(document: Document, mesh: int, name: str, offsets: Sequence[Mapping[str, Array]]) -> int:
    """Append a morph target with these offsets of each primitive, by attribute; returns its index.

    The names of targets, the weights of the mesh and of its nodes, and the keys of every clip for them get
    an entry for it, of weight 0.
    """
    count = target_counts(document, mesh)[0]
    names = target_names(document, mesh)
    users = Users(document)
    for channel in _weight_channels(document, mesh):
        _widen_keys(users, *channel, count)
    for number, attributes in enumerate(offsets):
        unpack_primitive(document, mesh, number)
        target = {
            attribute: append_offsets(document, array, min_max=attribute == "POSITION")
            for attribute, array in attributes.items()
        }
        document.append(pointer("meshes", mesh, "primitives", number, "targets"), target)
    _append_name(document, mesh, names, name)
    for owner in (pointer("meshes", mesh), *_instances(document, mesh)):
        _append_weight(document, owner, count)
    unlist_unused(document)
    return count


def _instances(document: Document, mesh: int) -> list[str]:
    """The pointers of the nodes with a mesh."""
    nodes = indexed_objects(document.tree, "nodes")
    return [pointer("nodes", index) for index, node in nodes if node.get("mesh") == mesh]


def _append_name(document: Document, mesh: int, names: list[str | None], name: str) -> None:
    """Name the new target in the mesh, and in primitives that list names as in VRM 0.x. Unnamed targets get
    names, because names are matched by position."""
    listed = [f"target_{index}" if known is None else known for index, known in enumerate(names)] + [name]
    owner = pointer("meshes", mesh)
    of_primitives = [
        number
        for number, primitive in enumerate(primitives_of(document, mesh))
        if _listed_names(primitive) is not None
    ]
    for number in of_primitives:
        document.set(f"{owner}/primitives/{number}/extras/targetNames", listed)
    mesh_object = document.tree["meshes"][mesh]
    if _listed_names(mesh_object) is None and of_primitives:
        return
    extras = mesh_object.get("extras")
    if extras is not None and not isinstance(extras, dict):
        return  # extras may be any value; the names have no place there
    if extras is None:
        document.set(f"{owner}/extras", {})
    document.set(f"{owner}/extras/targetNames", listed)


def _append_weight(document: Document, owner: str, count: int) -> None:
    """Append a weight of 0 to the weights of a mesh or node, if present."""
    _, collection, index = owner.split("/")
    weights = document.tree[collection][int(index)].get("weights")
    if isinstance(weights, list) and len(weights) == count:
        document.append(f"{owner}/weights", 0.0)


def _weight_channels(document: Document, mesh: int) -> Iterator[tuple[int, int]]:
    """(animation, channel) of each channel for the weights of a mesh, or of a node with it."""
    owners = {pointer("meshes", mesh), *_instances(document, mesh)}
    for index, animation in indexed_objects(document.tree, "animations"):
        for slot, channel in indexed_objects(animation, "channels"):
            target = channel.get("target")
            if isinstance(target, dict) and _weights_owner(target) in owners:
                yield index, slot


def _weights_owner(target: Mapping[str, Any]) -> str | None:
    """The pointer of the node or mesh whose weights a channel animates; None for other channels."""
    if target.get("path") == "weights":
        return pointer("nodes", target["node"]) if "node" in target else None
    extensions = target.get("extensions")
    extension = extensions.get(ANIMATION_POINTER) if isinstance(extensions, dict) else None
    path = extension.get("pointer") if isinstance(extension, dict) else None
    return path.removesuffix("/weights") if isinstance(path, str) and path.endswith("/weights") else None


def _widen_keys(users: Users, animation: int, channel: int, count: int) -> None:
    """Append a weight of 0 to every key of a channel; a shared sampler is copied first. Unreadable keys
    stay."""
    document = users.document
    animation_object = document.tree["animations"][animation]
    slot = animation_object["channels"][channel].get("sampler")
    samplers = dict(indexed_objects(animation_object, "samplers"))
    output = samplers[slot].get("output") if slot in samplers else None
    if not isinstance(output, int):
        return
    try:
        stored = accessor.view(document, output)
    except accessor.BadAccessor:
        return
    if not count or stored.size % count:
        return
    keys = stored.reshape(-1, count)
    wide = np.concatenate([keys, np.zeros((len(keys), 1), stored.dtype)], axis=1).reshape(-1, 1)
    normalized = bool(document.tree["accessors"][output].get("normalized", False))
    others = [other for other in animation_object["channels"] if other.get("sampler") == slot]
    if len(others) == 1:
        member = pointer("animations", animation, "samplers", slot, "output")
        put_array(users, member, wide, normalized=normalized)
        return
    new = {**samplers[slot], "output": append_accessor(document, wide, normalized=normalized)}
    added = document.append(pointer("animations", animation, "samplers"), new)
    document.set(pointer("animations", animation, "channels", channel, "sampler"), added)
