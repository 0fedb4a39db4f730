"""Small changes to a document: transforms, accessors, clips, nodes, extensions and the lists of them.

Each function changes a value or appends; none renumbers, and none overwrites bytes that may have other users.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.files import BytesLike
from pantin.formats.gltf.array_store import ArrayStore
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import ANIMATION_POINTER, GPU_INSTANCING
from pantin.formats.gltf.extensions import every
from pantin.report.pointer import pointer, tokens
from pantin.rig import Channel, Clip, PropertyChannel


def set_trs(
    document: Document,
    node: int,
    *,
    translation: ArrayLike | None = None,
    rotation: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> None:
    """Set the translation, rotation (xyzw) or scale of a node; those not given stay.

    A node with a matrix keeps it if only the translation changes. Otherwise all three must be given, because
    a matrix may have more than a rotation and a scale can express.
    """
    components = {"translation": translation, "rotation": rotation, "scale": scale}
    numbers = {name: _numbers(value, name) for name, value in components.items() if value is not None}
    matrix = _node(document, node).get("matrix")
    if matrix is not None and set(numbers) == {"translation"}:
        document.set(pointer("nodes", node, "matrix"), [*matrix[:12], *numbers["translation"], *matrix[15:]])
        return
    if matrix is not None and numbers:
        if len(numbers) < 3:
            raise ValueError(f"node {node} has a matrix: give translation, rotation and scale together")
        document.remove(pointer("nodes", node, "matrix"))
    for name, value in numbers.items():
        document.set(pointer("nodes", node, name), value)


def set_matrix(document: Document, node: int, matrix: ArrayLike) -> None:
    """Set the matrix of a node, an affine transform (3, 4), and remove its translation, rotation
    and scale.
    """
    whole = np.eye(4)
    whole[:3] = np.asarray(matrix, np.float64)
    for name in ("translation", "rotation", "scale"):
        if name in _node(document, node):
            document.remove(pointer("nodes", node, name))
    document.set(pointer("nodes", node, "matrix"), whole.T.reshape(-1).tolist())


def _node(document: Document, node: int) -> dict[str, Any]:
    nodes = document.tree.get("nodes", [])
    if not 0 <= node < len(nodes):
        raise ValueError(f"there is no node {node}: the document has {len(nodes)}")
    members: dict[str, Any] = nodes[node]
    return members


def _numbers(value: ArrayLike, what: str) -> list[float]:
    array = np.asarray(value, np.float64)
    length = 4 if what == "rotation" else 3
    if array.shape != (length,) or not np.isfinite(array).all():
        raise ValueError(f"{what} needs {length} finite numbers")
    numbers: list[float] = array.tolist()
    return numbers


class DocumentArrays(ArrayStore):
    """Appends arrays to a document under edit. The next buffer view replaces the one at `instead_of`,
    if set."""

    def __init__(self, document: Document, *, instead_of: int | None = None) -> None:
        self._document = document
        self._instead_of = instead_of

    def add_view(self, data: BytesLike, target: int | None = None, stride: int | None = None) -> int:
        view = self._document.append_bytes(data, target, instead_of=self._instead_of)
        self._instead_of = None
        if stride is not None:
            self._document.set(pointer("bufferViews", view, "byteStride"), stride)
        return view

    def add_accessor(self, members: dict[str, Any]) -> int:
        return self._document.append("/accessors", members)


def append_accessor(document: Document, array: NDArray[Any], **options: Any) -> int:
    """Append an array; returns the index of its accessor. Options as in `ArrayStore.store_array`."""
    return DocumentArrays(document).store_array(array, **options)


def repoint(document: Document, member: str, accessor: int) -> None:
    """Let the member at a pointer use another accessor. The old one stays, because it may have
    other users.
    """
    document.set(member, accessor)


def append_clip(document: Document, clip: Clip, pointers: Sequence[str] = ()) -> int:
    """Append a clip; its channels refer to nodes of the document. `pointers` are for its properties. Returns
    the index of the animation."""
    if clip.is_empty:
        raise ValueError("an animation has at least one channel (glTF 2.0 §5.5)")
    times: dict[bytes, int] = {}
    samplers, channels = [], []
    for index, channel in enumerate(clip.channels):
        samplers.append(store_sampler(document, channel, times))
        channels.append({"sampler": index, "target": {"node": channel.node, "path": channel.property}})
    for text, animated in zip(pointers, clip.properties, strict=True):
        channels.append({"sampler": len(samplers), "target": pointer_target(text)})
        samplers.append(store_sampler(document, animated, times))
    members: dict[str, Any] = {} if clip.name is None else {"name": clip.name}
    return document.append("/animations", members | {"channels": channels, "samplers": samplers})


def pointer_target(text: str) -> dict[str, Any]:
    """The target of a channel that animates the property at a pointer."""
    return {"path": "pointer", "extensions": {ANIMATION_POINTER: {"pointer": text}}}


def store_sampler(
    document: Document, channel: Channel | PropertyChannel, times: dict[bytes, int]
) -> dict[str, Any]:
    """A sampler with new arrays; `times` are the accessors of times already stored."""
    keys = channel.times.astype("<f4")
    if keys.tobytes() not in times:
        times[keys.tobytes()] = append_accessor(document, keys, min_max=True)
    output = append_accessor(document, stored_values(channel))
    sampler: dict[str, Any] = {"input": times[keys.tobytes()], "output": output}
    if channel.interpolation != "LINEAR":
        sampler["interpolation"] = channel.interpolation
    return sampler


def stored_values(channel: Channel | PropertyChannel) -> NDArray[Any]:
    """The values of a channel in the layout of an accessor: a row per value and tangent, a number per weight,
    a byte per flag."""
    if isinstance(channel, PropertyChannel):
        return stored_property(channel)
    width = 1 if channel.property == "weights" else channel.values.shape[-1]
    return channel.values.reshape(-1, width)


DOUBLED = ("width", "height")
"""Camera sizes that glTF halves: it measures from the centre to the edge."""


def stored_property(channel: PropertyChannel) -> NDArray[Any]:
    """The values of a property in the layout of an accessor."""
    values: NDArray[Any] = np.asarray(channel.values)
    rows = values.reshape(-1, values.shape[-1])
    if channel.part == "nodes":
        return np.asarray(rows != 0, np.uint8)
    return np.asarray(rows / 2) if channel.part == "cameras" and channel.field in DOUBLED else rows


def append_nodes(
    document: Document,
    nodes: Sequence[Mapping[str, Any]],
    *,
    parent: int | None = None,
    scenes: Iterable[int] | None = None,
) -> list[int]:
    """Append nodes, given as JSON objects, as children of a node or roots of scenes; returns their indices.

    Without a parent they become roots of `scenes`, or of all scenes. A node that another new one lists in its
    `children` (by the index it will have) has that node as its only parent.
    """
    if parent is not None:
        _node(document, parent)
    added = [document.append("/nodes", dict(node)) for node in nodes]
    nested = {child for node in nodes for child in node.get("children", ())}
    top = [index for index in added if index not in nested]
    lists = [pointer("nodes", parent, "children")] if parent is not None else []
    if parent is None:
        scenes = range(len(document.tree.get("scenes", []))) if scenes is None else scenes
        lists = [pointer("scenes", scene, "nodes") for scene in scenes]
    for list_pointer in lists:
        for index in top:
            document.append(list_pointer, index)
    return added


MESH_MEMBERS = ("mesh", "skin", "weights")


def move_mesh_to_child(document: Document, node: int, parent: int | None = None) -> int | None:
    """Move the mesh of a node, its skin, weights and instances, to a new node without transform, a child of
    `parent` or of the node itself; returns its index, None if the node has no mesh.

    The node keeps its index, and so every animation of its transform. What refers to the mesh by its node
    (channels of weights, expressions of a character) follows the mesh.
    """
    added = move_to_child(document, node, MESH_MEMBERS, (GPU_INSTANCING,), suffix="mesh", parent=parent)
    if added is None:
        return None
    for index, animation in enumerate(document.tree.get("animations", ())):
        for slot, channel in enumerate(animation.get("channels", ())):
            target = pointer("animations", index, "channels", slot, "target")
            _retarget_weights(document, target, channel.get("target", {}), node, added)
    for extension in every():
        if extension.edits.after_mesh_move is not None:
            extension.edits.after_mesh_move(document, node, added)
    return added


def move_to_child(
    document: Document,
    node: int,
    members: Iterable[str],
    extensions: Iterable[str] = (),
    *,
    suffix: str,
    parent: int | None = None,
) -> int | None:
    """Move members and extensions of a node to a new node without transform, a child of `parent` or of the
    node itself; returns its index, None if the node has none of them. `suffix` ends the name of the child.
    """
    parent_node = _node(document, node)
    moved: dict[str, Any] = {
        member: deepcopy(parent_node[member]) for member in members if member in parent_node
    }
    current = parent_node.get("extensions")
    names = [name for name in extensions if isinstance(current, dict) and name in current]
    if names:
        moved["extensions"] = {name: deepcopy(parent_node["extensions"][name]) for name in names}
    if not moved:
        return None
    child: dict[str, Any] = {"name": f"{parent_node['name']}.{suffix}"} if "name" in parent_node else {}
    for member in moved:
        if member != "extensions":
            document.remove(pointer("nodes", node, member))
    for name in names:
        remove_extension(document, pointer("nodes", node), name)
    return append_nodes(document, [child | moved], parent=node if parent is None else parent)[0]


def reparent(document: Document, node: int, parent: int, old_parent: int | None) -> None:
    """Make a node the last child of another, instead of a child of `old_parent` or a root."""
    lists = [] if old_parent is None else [pointer("nodes", old_parent, "children")]
    lists += [pointer("scenes", index, "nodes") for index, _ in indexed_objects(document.tree, "scenes")]
    for list_pointer in lists:
        collection, index, member = tokens(list_pointer)
        listed = document.tree[collection][int(index)].get(member)
        slots = [slot for slot, item in enumerate(listed if isinstance(listed, list) else ()) if item == node]
        if slots and len(slots) == len(listed):
            document.remove(list_pointer)  # glTF does not allow empty lists
            continue
        for slot in reversed(slots):
            document.remove(f"{list_pointer}/{slot}")
    document.append(pointer("nodes", parent, "children"), node)


def add_root(document: Document, children: Sequence[int]) -> int:
    """Add a node without transform as the parent of some root nodes, and replace them in every scene; returns
    its index.
    """
    node = append_nodes(document, [{"name": "root", "children": list(children)}], scenes=())[0]
    moved = set(children)
    for index, scene in enumerate(list(document.tree.get("scenes", ()))):
        listed = scene.get("nodes", [])
        first = next((slot for slot, root in enumerate(listed) if root in moved), None)
        if first is not None:
            before, after = listed[:first], [root for root in listed[first:] if root not in moved]
            document.set(pointer("scenes", index, "nodes"), [*before, node, *after])
    return node


def _retarget_weights(
    document: Document, target_pointer: str, target: dict[str, Any], node: int, new_node: int
) -> None:
    """Change the target of a channel from the weights of one node to those of another, for node indices and
    pointers.
    """
    if target.get("path") == "weights" and target.get("node") == node:
        document.set(f"{target_pointer}/node", new_node)
    extensions = target.get("extensions")
    extension = extensions.get(ANIMATION_POINTER) if isinstance(extensions, dict) else None
    path = extension.get("pointer") if isinstance(extension, dict) else None
    weights = pointer("nodes", node, "weights")
    if isinstance(path, str) and (path == weights or path.startswith(f"{weights}/")):
        moved = pointer("nodes", new_node, "weights") + path[len(weights) :]
        document.set(f"{target_pointer}/extensions/{ANIMATION_POINTER}/pointer", moved)


def set_extension(document: Document, owner: str, name: str, value: Mapping[str, Any]) -> None:
    """Set an extension of the object at the pointer `owner`, and list its name in `extensionsUsed`."""
    members: Any = document.tree
    for token in tokens(owner):
        members = members[int(token) if isinstance(members, list) else token]
    if "extensions" not in members:
        document.set(f"{owner}/extensions", {})
    document.set(f"{owner}/extensions{pointer(name)}", dict(value))
    list_as_used(document, name)


def list_as_used(document: Document, name: str) -> None:
    """List an extension in `extensionsUsed`, once. An invalid value of that member is replaced."""
    if not isinstance(document.tree.get("extensionsUsed", []), list):
        document.remove("/extensionsUsed")
    if name not in document.tree.get("extensionsUsed", ()):
        document.append("/extensionsUsed", name)


def remove_extension(document: Document, owner: str, name: str) -> None:
    """Remove an extension from the object at the pointer `owner`, and `extensions` if it would be empty."""
    members: Any = document.tree
    for token in tokens(owner):
        members = members[int(token) if isinstance(members, list) else token]
    is_only = len(members["extensions"]) == 1
    document.remove(f"{owner}/extensions" if is_only else f"{owner}/extensions{pointer(name)}")


def unlist_extensions(document: Document, *names: str) -> None:
    """Remove names from `extensionsUsed` and `extensionsRequired`, and remove the list if it becomes empty,
    as glTF forbids empty lists.
    """
    for member in ("extensionsUsed", "extensionsRequired"):
        listed = document.tree.get(member)
        if not isinstance(listed, list):
            continue
        removed = [index for index, name in enumerate(listed) if name in names]
        if removed and len(removed) == len(listed):
            document.remove(pointer(member))
            continue
        for index in reversed(removed):
            document.remove(pointer(member, index))


def indexed_objects(owner: Mapping[str, Any], name: str) -> list[tuple[int, dict[str, Any]]]:
    """The objects in a list of the tree, each with its index. Invalid files may have other items, or no
    list.
    """
    items = owner.get(name)
    entries = enumerate(items) if isinstance(items, list) else ()
    return [(index, item) for index, item in entries if isinstance(item, dict)]


def names_of(document: Document, collection: str) -> list[str | None]:
    """The names of the objects in a list of the root, None where an object has none."""
    listed = document.tree.get(collection)
    names: list[str | None] = [None] * (len(listed) if isinstance(listed, list) else 0)
    for index, item in indexed_objects(document.tree, collection):
        name = item.get("name")
        names[index] = name if isinstance(name, str) else None
    return names


def unpack_primitive(document: Document, mesh: int, primitive: int) -> bool:
    """Store the attributes of a primitive that an extension packs as plain accessors. Returns whether
    anything was packed.

    Readers of such an extension take the attributes from its stream and ignore the accessors, so call this
    before changing a primitive. Raises `BadAccessor` if it cannot be unpacked.
    """
    functions = [extension.edits.unpack_primitive for extension in every()]
    unpacked = [function(document, mesh, primitive) for function in functions if function is not None]
    return any(unpacked)


def unlist_unused(document: Document) -> None:
    """Remove extensions that no longer pack any data from `extensionsUsed` and `extensionsRequired`."""
    for extension in every():
        if extension.edits.unlist_unused is not None:
            extension.edits.unlist_unused(document)
