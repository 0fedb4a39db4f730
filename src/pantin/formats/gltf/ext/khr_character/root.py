"""The root of a character: the common ancestor of all its nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.edits import add_root, indexed_objects
from pantin.formats.gltf.extension_names import KHR_CHARACTER
from pantin.formats.gltf.json_values import as_index, as_list, as_object, block_of
from pantin.formats.gltf.node_edits import references_to_nodes, remove_nodes
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.rig import Character, Rig

ADDED = "addedRoot"
"""The `extras` member that marks a root added for KHR_character; the root is removed with it."""


def root_of(document: Document, rig: Rig, character: Character) -> tuple[int, bool]:
    """The lowest common ancestor of all meshes, joints and human bones, and whether it was added. None is
    added above nodes of different scenes, because each scene would show all of them."""
    paths = _paths_to_roots(document, rig, character)
    shared = set(paths[0]).intersection(*paths[1:])
    for node in paths[0]:
        if node in shared:
            return node, False
    tops = list(dict.fromkeys(path[-1] for path in paths))
    # All roots of the scene, so that it is a character as a whole, and they keep their order.
    roots = next((list(scene.roots) for scene in rig.scenes if {*tops} <= {*scene.roots}), tops)
    if any(0 < len({*roots} & {*scene.roots}) < len(roots) for scene in rig.scenes):
        return roots[0], False
    return add_root(document, roots), True


def _paths_to_roots(document: Document, rig: Rig, character: Character) -> list[list[int]]:
    """For each node with character data, the path up to its root."""
    parents = rig.nodes.parents.tolist()

    def path(node: int) -> list[int]:
        ancestors = [node]
        while parents[ancestors[-1]] >= 0:
            ancestors.append(parents[ancestors[-1]])
        return ancestors

    # Of the file, as the rig lacks meshes that cannot be read.
    nodes = document.model.nodes
    used = [*character.humanoid.values()]
    used += [index for index, node in enumerate(nodes) if node is not None and node.mesh is not None]
    used += [joint for skin in rig.skins for joint in skin.joints.tolist() if joint >= 0]
    return [path(node) for node in dict.fromkeys(used or [0])]


def added_root(document: Document) -> int | None:
    """The root that was added for KHR_character; None if it has since got more children."""
    block = as_object(block_of(document.tree, KHR_CHARACTER))
    nodes = as_list(document.tree.get("nodes"))
    root = as_index(block.get("rootNode"), len(nodes))
    if root is None or as_object(block.get("extras")).get(ADDED) is not True:
        return None
    node = as_object(nodes[root])
    is_plain = root == len(nodes) - 1 and "children" in node and set(node) <= {"name", "children"}
    return root if is_plain else None


def remove_added_root(document: Document, root: int) -> None:
    """Remove the added root from a document without KHR_character, unless something else refers to it."""
    if any(references_to_nodes(document, [root])):
        return
    children = document.tree["nodes"][root]["children"]
    for index, scene in indexed_objects(document.tree, "scenes"):
        listed = as_list(scene.get("nodes"))
        if root in listed:
            slot = listed.index(root)
            document.set(pointer("scenes", index, "nodes"), [*listed[:slot], *children, *listed[slot + 1 :]])
    document.remove(pointer("nodes", root, "children"))
    remove_nodes(document, [root])
