"""Edits of lists: nodes added and removed, clips removed, materials added.

Nothing is renumbered, except the clips after one that is removed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from pantin.formats.gltf.array_users import Users
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import indexed_objects, list_as_used, set_extension
from pantin.formats.gltf.extension_names import LIGHTS, VISIBILITY
from pantin.formats.gltf.extension_names import SKELETON_BONE as BONES
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.new.file_layout import STANDARD
from pantin.formats.gltf.new.materials import materials_json
from pantin.formats.gltf.new.store import Store
from pantin.formats.gltf.objects import references
from pantin.formats.hierarchy import Hierarchy
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import named
from pantin.rig import Material, Node

NODE_MEMBERS = frozenset(
    {
        *("node", "nodes", "joint", "joints", "bone", "bones", "root", "rootBone", "firstPersonBone"),
        *("center", "source", "ids"),
    }
)
"""Extension members with node indices: VRM, springs, constraints, skeletons, levels of detail."""

NODE_POINTER = re.compile(r"/nodes/(0|[1-9][0-9]{0,17})(?:/.*)?")


def append_nodes(document: Document, nodes: Sequence[Node], parent: int | None) -> list[int]:
    """Append nodes. Their parents are indices of the document or of new nodes, which follow the others;
    those without one become children of `parent`, or roots of all scenes."""
    first = len(document.tree.get("nodes", ()))
    parents = [parent if node.parent < 0 else node.parent for node in nodes]
    added = []
    for index, node in enumerate(nodes, first):
        children = [first + slot for slot, above in enumerate(parents) if above == index]
        added.append(document.append("/nodes", _node_json(node, children)))
        if not node.visible:
            set_extension(document, pointer("nodes", index), VISIBILITY, {"visible": False})
        if node.bone_length is not None:
            set_extension(document, pointer("nodes", index), BONES, {"length": float(node.bone_length)})
        if node.light is not None:
            set_extension(document, pointer("nodes", index), LIGHTS, {"light": node.light})
    for index, above in zip(added, parents, strict=True):
        if above is not None and above < first:
            document.append(pointer("nodes", above, "children"), index)
        elif above is None:
            for scene in range(len(document.tree.get("scenes", ()))):
                document.append(pointer("scenes", scene, "nodes"), index)
    return added


def _node_json(node: Node, children: list[int]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    if node.name is not None:
        members["name"] = node.name
    if children:
        members["children"] = children
    for name in ("translation", "rotation", "scale"):
        if (value := getattr(node, name)) is not None:
            members[name] = np.asarray(value, np.float64).tolist()
    if node.matrix is not None:
        whole = np.eye(4)
        whole[:3] = np.asarray(node.matrix, np.float64)
        members["matrix"] = whole.T.reshape(-1).tolist()
    if node.camera is not None:
        members["camera"] = node.camera
    if node.extras:
        members["extras"] = dict(node.extras)
    return members


def remove_nodes(document: Document, nodes: Collection[int]) -> list[int]:
    """Remove nodes with their descendants; returns the indices of all.

    Those at the end of the list are removed from it. The others become empty objects outside the hierarchy,
    so that no index changes. Raises `ValueError` where anything but the hierarchy refers to one of them.
    """
    removed = _with_descendants(document, nodes)
    for path, node in references_to_nodes(document, removed):
        listed = document.tree["nodes"][node]
        what = named("node", node, listed.get("name") if isinstance(listed, dict) else None)
        raise ValueError(
            f"{what} cannot be removed: {_owner(document, path)} refers to it ({pointer(*path)})"
        )
    for index, kept in indexed_objects(document.tree, "nodes"):
        if index not in removed:
            _remove_items(document, pointer("nodes", index, "children"), kept.get("children"), removed)
    for index, scene in indexed_objects(document.tree, "scenes"):
        _remove_items(document, pointer("scenes", index, "nodes"), scene.get("nodes"), removed)
    last = len(document.tree["nodes"]) - 1
    while last in removed:
        document.remove(pointer("nodes", *((last,) if last else ())))
        last -= 1
    for index in sorted(removed):
        if index < last:
            document.set(pointer("nodes", index), {})
    return sorted(removed)


def _with_descendants(document: Document, nodes: Collection[int]) -> set[int]:
    children = [(node.children or ()) if node else () for node in document.model.nodes]
    parents = Hierarchy(children).parents
    removed = set(nodes)
    pending = list(removed)
    below: dict[int | None, list[int]] = {}
    for index, parent in enumerate(parents):
        below.setdefault(parent, []).append(index)
    while pending:
        new = [child for child in below.get(pending.pop(), ()) if child not in removed]
        removed.update(new)
        pending += new
    return removed


def _remove_items(document: Document, list_pointer: str, listed: Any, removed: Collection[int]) -> None:
    """Remove indices from a list, and the list itself if none is left: glTF does not allow empty lists."""
    slots = [slot for slot, item in enumerate(listed if isinstance(listed, list) else ()) if item in removed]
    if slots and len(slots) == len(listed):
        document.remove(list_pointer)
        return
    for slot in reversed(slots):
        document.remove(f"{list_pointer}/{slot}")


def references_to_nodes(document: Document, nodes: Collection[int]) -> Iterator[tuple[JsonPath, int]]:
    """The references to these nodes from elsewhere, except those of the hierarchy; skins first."""
    referring: list[tuple[JsonPath, int]] = []
    for reference in references(document.model):
        if reference.collection == "nodes" and not _is_hierarchy(reference.path):
            referring.append((reference.path, reference.index))
    referring.sort(key=lambda reference: reference[0][0] != "skins")
    for path, index in (*referring, *_extension_indices(document.tree, ())):
        inside = path[0] == "nodes" and path[1] in nodes
        if index in nodes and not inside:
            yield path, index


def _is_hierarchy(path: JsonPath) -> bool:
    return (path[0], path[2]) in (("nodes", "children"), ("scenes", "nodes")) and len(path) == 4


def _owner(document: Document, path: JsonPath) -> str:
    """The object that contains a path: `skin "arm" (0)`."""
    if path[0] == "extensions":
        return f"extension {path[1]}"
    collection, index = str(path[0]), int(path[1])
    kind = {"meshes": "mesh", "animations": "clip"}.get(collection, collection.removesuffix("s"))
    return named(kind, index, document.tree[collection][index].get("name"))


def _extension_indices(value: Any, path: JsonPath, inside: bool = False) -> Iterator[tuple[JsonPath, int]]:
    """Node indices in extensions, and in their pointers, with their paths."""
    if isinstance(value, list):
        for slot, item in enumerate(value):
            yield from _extension_indices(item, (*path, slot), inside)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name != "extras":
                yield from _extension_indices(item, (*path, name), inside or name == "extensions")
    elif not inside:
        return
    elif isinstance(value, str) and (match := NODE_POINTER.fullmatch(value)):
        yield path, int(match[1])
    elif isinstance(value, int) and not isinstance(value, bool):
        member = next(token for token in reversed(path) if isinstance(token, str))
        if member in NODE_MEMBERS and path[0] in ("extensions", "nodes", "scenes", "skins"):
            yield path, value


def remove_clip(document: Document, clip: int) -> None:
    """Remove an animation; later ones move down by one index."""
    for reference in references(document.model):
        if reference.collection == "animations" and reference.index >= clip:
            owner, where = _owner(document, reference.path), pointer(*reference.path)
            raise ValueError(
                f"clip {clip} cannot be removed: {owner} refers to clip {reference.index} ({where})"
            )
    users = Users(document)
    only = len(document.tree["animations"]) == 1
    document.remove(pointer("animations", *(() if only else (clip,))))
    for extension in every():
        if extension.edits.after_clip_removal is not None:
            extension.edits.after_clip_removal(document)
    users.drop_unused_tail()


def append_material(document: Document, material: Material) -> int:
    """Append a material that uses textures of the document; returns its index."""
    store = Store(STANDARD)
    index = document.append("/materials", materials_json(store, [material])[0])
    for name in store.extensions:
        list_as_used(document, name)
    return index
