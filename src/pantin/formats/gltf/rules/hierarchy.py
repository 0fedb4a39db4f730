"""Rules about the node hierarchy: parents, roots of scenes, and nodes with a skin."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.allowed import allowed_objects
from pantin.formats.gltf.rules.node import has_transform
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule(
    "GLTF-NODE_PARENT_OVERRIDE",
    "error",
    "{node} is listed as a child of {other}, but is already a child of {parent}",
)
def node_parent_override(scope: Scope) -> Iterator[Finding]:
    """Node has more than one parent.

    What: A node may be listed in the `children` of one node only.
    Why: Nodes form trees. With two parents the node has no defined position.
    Fix: Remove it from one of the lists, or add a second node with the same mesh.
    Source: glTF 2.0 §3.5.2.
    """
    overridden = scope.hierarchy.overridden
    first_parents: dict[int | None, int] = {}
    for parent, children in enumerate(scope.children) if overridden else ():
        for child in children:
            first_parents.setdefault(child, parent)
    for parent, slot in overridden:
        child = scope.children[parent][slot]
        values = {"node": child, "parent": first_parents[child], "other": parent}
        names = {key: scope.named("node", index) for key, index in values.items()}
        yield node_parent_override.at(pointer("nodes", parent, "children", slot), **names)


@rule("GLTF-NODE_LOOP", "error", "{node} is its own ancestor")
def node_loop(scope: Scope) -> Iterator[Finding]:
    """Node is its own ancestor.

    What: The children of a node, and their children, must not include the node.
    Why: The transform of the node depends on itself. Readers may hang or crash.
    Fix: Remove one node of the loop from the children of its parent.
    Source: glTF 2.0 §3.5.2.
    """
    for node in scope.hierarchy.looped:
        yield node_loop.at(pointer("nodes", node), node=scope.named("node", node))


def skinned_nodes(scope: Scope) -> list[int]:
    """The nodes with a skin."""
    model = scope.model
    return [i for i, node in enumerate(model.nodes) if node and get(model.skins, node.skin) is not None]


@rule(
    "GLTF-NODE_SKINNED_MESH_LOCAL_TRANSFORMS",
    "warning",
    "the transform of {node} is ignored, because its mesh is skinned",
    only_with=("skin",),
)
def node_skinned_mesh_local_transforms(scope: Scope) -> Iterator[Finding]:
    """Node with a skinned mesh has a transform.

    What: A node with `skin` should have no matrix, translation, rotation or scale.
    Why: Only the joints place a skinned mesh, so the transform of its node has no effect.
    Fix: Remove the transform. To move the mesh, move the root of the skeleton.
    Source: glTF 2.0 §3.7.3.2.
    """
    for i in scope.fact(skinned_nodes):
        node = scope.model.nodes[i]
        if node and has_transform(node):
            yield node_skinned_mesh_local_transforms.at(pointer("nodes", i), node=scope.named("node", i))


@rule(
    "GLTF-NODE_SKINNED_MESH_PARENT_TRANSFORMS",
    "warning",
    "the transforms of the ancestors of {node} are ignored, because its mesh is skinned",
    only_with=("skin",),
)
def node_skinned_mesh_parent_transforms(scope: Scope) -> Iterator[Finding]:
    """Ancestor of a node with a skinned mesh has a transform.

    What: No ancestor of a node with `skin` should have a transform. Not reported where STAIK_skeletons or
    KHR_skeleton_bone ask for the node there: beside the root of its skeleton.
    Why: Only the joints place a skinned mesh, so the transforms of its ancestors have no effect on it.
    Fix: Move the node to the root of the scene.
    Source: glTF 2.0 §3.7.3.2.
    """
    if not scope.fact(skinned_nodes):
        return
    marks = [node is not None and has_transform(node) for node in scope.model.nodes]
    moved = scope.hierarchy.has_marked_ancestor(marks)
    below = allowed_objects(scope, node_skinned_mesh_parent_transforms.id)
    for i in scope.fact(skinned_nodes):
        if moved[i] and i not in below:
            yield node_skinned_mesh_parent_transforms.at(pointer("nodes", i), node=scope.named("node", i))


@rule(
    "GLTF-NODE_SKINNED_MESH_NON_ROOT",
    "info",
    "{node} has a skinned mesh and is a child of {parent}; it should be a root node",
    only_with=("skin",),
)
def node_skinned_mesh_non_root(scope: Scope) -> Iterator[Finding]:
    """Node with a skinned mesh is not a root.

    What: A node with `skin` should have no parent. Not reported where STAIK_skeletons or KHR_skeleton_bone
    ask for the node there: beside the root of its skeleton.
    Why: The transforms of its ancestors are ignored, so its position in the hierarchy is misleading.
    Fix: Move the node to the root of the scene.
    Source: glTF 2.0 §3.7.3.2.
    """
    below = allowed_objects(scope, node_skinned_mesh_non_root.id)
    for i in scope.fact(skinned_nodes):
        parent = scope.parents[i]
        if parent is not None and i not in below:
            values = {"node": scope.named("node", i), "parent": scope.named("node", parent)}
            yield node_skinned_mesh_non_root.at(pointer("nodes", i), **values)


@rule(
    "GLTF-NODE_SKIN_NO_SCENE",
    "error",
    "{node} is in {scene}, which does not contain the joints of {skin}",
    only_with=("skin",),
)
def node_skin_no_scene(scope: Scope) -> Iterator[Finding]:
    """Joints of a skin are missing from the scene.

    What: The root of a skin's joints must be in every scene that shows a node with that skin.
    Why: A joint outside the scene has no transform there, so the mesh cannot be deformed.
    Fix: Add the root of the skeleton to the scene.
    Source: glTF 2.0 §3.7.3.2.
    """
    if not scope.fact(skinned_nodes):
        return
    listed, shown = scope.listed_in, scope.shown_in
    for i in scope.fact(skinned_nodes):
        node = scope.model.nodes[i]
        root = get(scope.skin_roots, node.skin) if node else None
        top = None if root is None else scope.hierarchy.root(root)
        if node is None or top is None or scope.parents[top] is not None:
            continue
        lacking = shown[i] & ~listed[top]
        if lacking:
            first = (lacking & -lacking).bit_length() - 1
            values = {"node": i, "scene": first, "skin": node.skin}
            names = {kind: scope.named(kind, index) for kind, index in values.items()}
            yield node_skin_no_scene.at(pointer("nodes", i), **names)


@rule(
    "GLTF-SCENE_NON_ROOT_NODE", "error", "{scene} lists {node}, which is a child of {parent}, not a root node"
)
def scene_non_root_node(scope: Scope) -> Iterator[Finding]:
    """Scene lists a node that has a parent.

    What: The `nodes` of a scene must be root nodes.
    Why: The node would be shown twice, or at one of two positions.
    Fix: List its topmost ancestor instead, or remove the node from the children of its parent.
    Source: glTF 2.0 §3.5.1.
    """
    for i, scene in enumerate(scope.model.scenes):
        for j, node in enumerate((scene.nodes or ()) if scene else ()):
            parent = get(scope.parents, node)
            if parent is not None and get(scope.model.nodes, node) is not None:
                values = {"scene": scope.named("scene", i), "node": scope.named("node", node)}
                where, parent_name = pointer("scenes", i, "nodes", j), scope.named("node", parent)
                yield scene_non_root_node.at(where, **values, parent=parent_name)


SCENE_RULES = (scene_non_root_node,)
RULES = (
    node_parent_override,
    node_loop,
    node_skinned_mesh_local_transforms,
    node_skinned_mesh_parent_transforms,
    node_skinned_mesh_non_root,
    node_skin_no_scene,
)
