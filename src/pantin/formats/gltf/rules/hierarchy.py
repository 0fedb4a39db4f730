"""Rules about how nodes stand to one another, and to the skins they carry."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.node import has_transform
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule("GLTF-NODE_PARENT_OVERRIDE", "error", "node {node} is a child already")
def node_parent_override(scope: Scope) -> Iterator[Finding]:
    """A node must be the child of one node at most.

    Why: nodes form trees; with two parents there is no telling where the node is.
    Mend: take it out of one of the lists, or make a second node with the same mesh.
    Source: glTF 2.0 §3.5.2.
    """
    for parent, place in scope.hierarchy.overridden:
        node = scope.children[parent][place]
        yield node_parent_override.at(pointer("nodes", parent, "children", place), node=node)


@rule("GLTF-NODE_LOOP", "error", "the node is its own ancestor")
def node_loop(scope: Scope) -> Iterator[Finding]:
    """A node must not be among its own descendants.

    Why: its place depends on itself, so it has none; a reader may never come to an end.
    Mend: take one node of the loop out of its parent's children.
    Source: glTF 2.0 §3.5.2.
    """
    yield from (node_loop.at(pointer("nodes", node)) for node in scope.hierarchy.looped)


def skinned(scope: Scope) -> list[int]:
    """The nodes with a skin."""
    model = scope.model
    return [i for i, node in enumerate(model.nodes) if node and get(model.skins, node.skin) is not None]


@rule("GLTF-NODE_SKINNED_MESH_LOCAL_TRANSFORMS", "warning", "its own transform does not move a skinned mesh")
def node_skinned_mesh_local_transforms(scope: Scope) -> Iterator[Finding]:
    """A node with a skin should have no transform.

    Why: the joints alone place a skinned mesh; the transform of its node is ignored.
    Mend: remove the transform; move the root of the skeleton if the mesh is to be elsewhere.
    Source: glTF 2.0 §3.7.3.2.
    """
    for i in scope.fact(skinned):
        node = scope.model.nodes[i]
        if node and has_transform(node):
            yield node_skinned_mesh_local_transforms.at(pointer("nodes", i))


@rule("GLTF-NODE_SKINNED_MESH_PARENT_TRANSFORMS", "warning", "transforms above it do not move a skinned mesh")
def node_skinned_mesh_parent_transforms(scope: Scope) -> Iterator[Finding]:
    """A node with a skin should stand below no node with a transform.

    Why: the joints alone place a skinned mesh; what is above its node is ignored.
    Mend: move the node to the root of the scene.
    Source: glTF 2.0 §3.7.3.2.
    """
    marks = [node is not None and has_transform(node) for node in scope.model.nodes]
    moved = scope.hierarchy.marked_above(marks)
    for i in scope.fact(skinned):
        if moved[i]:
            yield node_skinned_mesh_parent_transforms.at(pointer("nodes", i))


@rule("GLTF-NODE_SKINNED_MESH_NON_ROOT", "info", "the node has a skin and is not a root")
def node_skinned_mesh_non_root(scope: Scope) -> Iterator[Finding]:
    """A node with a skin should be a root of its scene.

    Why: what is above it is ignored, so that its place in the tree misleads.
    Mend: move the node to the root of the scene.
    Source: glTF 2.0 §3.7.3.2.
    """
    for i in scope.fact(skinned):
        if scope.parents[i] is not None:
            yield node_skinned_mesh_non_root.at(pointer("nodes", i))


@rule("GLTF-NODE_SKIN_NO_SCENE", "error", "the node is in a scene that does not hold the joints of its skin")
def node_skin_no_scene(scope: Scope) -> Iterator[Finding]:
    """The joints of a skin must be in every scene that a node with that skin is in.

    Why: a joint that is not in the scene has no place there, and neither has the mesh.
    Mend: add the root of the skeleton to the scene.
    Source: glTF 2.0 §3.7.3.2.
    """
    listed, shown = scope.listed_in, scope.shown_in
    for i in scope.fact(skinned):
        node = scope.model.nodes[i]
        root = get(scope.skin_roots, node.skin) if node else None
        top = None if root is None else scope.hierarchy.root(root)
        if top is not None and scope.parents[top] is None and shown[i] & ~listed[top]:
            yield node_skin_no_scene.at(pointer("nodes", i))


RULES = (
    node_parent_override,
    node_loop,
    node_skinned_mesh_local_transforms,
    node_skinned_mesh_parent_transforms,
    node_skinned_mesh_non_root,
    node_skin_no_scene,
)
