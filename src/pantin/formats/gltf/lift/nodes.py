"""The node tree, the scenes, and the mesh instances on nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.extension_names import GPU_INSTANCING
from pantin.formats.gltf.lift.source import Source
from pantin.formats.gltf.model import Node as FileNode
from pantin.formats.gltf.model import get
from pantin.formats.gltf.objects import node_hierarchy
from pantin.report.pointer import JsonPath
from pantin.report.wording import counted
from pantin.rig import Instance, Mesh, Node, Scene, Skin


def nodes(source: Source) -> list[Node]:
    """Every node of the file; an empty root node replaces a broken one."""
    parents = _parents(source)
    return [
        _node(source, index, node, parent)
        for index, (node, parent) in enumerate(zip(source.model.nodes, parents, strict=True))
    ]


def without_views(nodes: Iterable[Node]) -> list[Node]:
    """The nodes without cameras and lights, to build the tree without the lists that these refer to."""
    return [
        node if node.camera is None and node.light is None else replace(node, camera=None, light=None)
        for node in nodes
    ]


def _node(source: Source, index: int, node: FileNode | None, parent: int) -> Node:
    if node is None:
        return Node(parent=parent)
    extras, camera = source.extras(node.extras, ("nodes", index)), node.camera
    if camera is not None and camera >= len(source.model.cameras):
        what = f"the camera of {source.named('node', index)}"
        source.skip(("nodes", index, "camera"), what, f"there is no camera {camera}")
        camera = None
    if node.matrix is None:
        parts = (node.translation, node.rotation, node.scale)
        return Node(node.name, parent, *parts, camera=camera, extras=extras)
    # Column-major in the file (glTF 2.0 §3.5.3); the last row of every transform of a rig is 0 0 0 1. A node
    # that has TRS beside its matrix breaks §3.5.3, and readers agree on the matrix.
    matrix = np.array(node.matrix, np.float64).reshape(4, 4).T[:3]
    return Node(node.name, parent, matrix=matrix, camera=camera, extras=extras)


def _parents(source: Source) -> list[int]:
    """The parent of each node, −1 for roots. A node on a cycle loses its parent and becomes a root."""
    listed = source.model.nodes
    for index, node in enumerate(listed):
        if node is not None and node.children:
            _drop_missing(source, node.children, ("nodes", index, "children"), "a child")
    hierarchy = source.document.derive(node_hierarchy)
    for parent, slot in hierarchy.overridden:
        node = listed[parent]
        child = (node.children or ())[slot] if node is not None else None
        used = hierarchy.parents[child or 0]
        why = f"the node has more than one parent; {source.named('node', used or 0)} is used"
        what = f"a parent of {source.named('node', child or 0)}"
        source.skip(("nodes", parent, "children", slot), what, why)
    looped = set(hierarchy.looped)
    for index in hierarchy.looped:
        what = f"the parent of {source.named('node', index)}"
        source.skip(("nodes", index), what, "the node is its own ancestor")
    return [
        -1 if parent is None or index in looped else parent for index, parent in enumerate(hierarchy.parents)
    ]


def _drop_missing(
    source: Source, indices: Iterable[int | None], path: JsonPath, role: str
) -> list[int | None]:
    """The indices, with None for those of missing nodes. `role` describes them in messages: "a child"."""
    existing: list[int | None] = []
    nodes = source.model.nodes
    for slot, index in enumerate(indices):
        exists = get(nodes, index) is not None
        existing.append(index if exists else None)
        if not exists:
            owner = source.named("node" if path[0] == "nodes" else "scene", int(path[1]))
            source.skip((*path, slot), f"{role} of {owner}", f"there is no node {index}")
    return existing


def scenes(source: Source) -> list[Scene]:
    """Every scene, with the roots that exist."""
    lifted = []
    for index, scene in enumerate(source.model.scenes):
        listed = (scene.nodes or ()) if scene else ()
        roots = _drop_missing(source, listed, ("scenes", index, "nodes"), "a root")
        existing = tuple(root for root in roots if root is not None)
        extras = source.extras(scene.extras, ("scenes", index)) if scene else None
        lifted.append(Scene(existing, scene.name if scene else None, extras))
    return lifted


def default_scene(source: Source) -> int | None:
    """The scene the file names, if it exists."""
    scene = source.model.scene
    if scene is not None and scene >= len(source.model.scenes):
        source.skip(("scene",), "the default scene", f"there is no scene {scene}")
        return None
    return scene


def instances(source: Source, meshes: Sequence[Mesh], skins: Sequence[Skin]) -> list[Instance]:
    """The mesh on each node that has one. Skips a mesh with joint indices beyond the joints of its skin."""
    lifted = []
    for index, node in enumerate(source.model.nodes):
        if node is None or node.mesh is None:
            continue
        path = ("nodes", index)
        if node.mesh >= len(meshes):
            source.skip(
                (*path, "mesh"),
                f"the mesh of {source.named('node', index)}",
                f"there is no mesh {node.mesh}",
            )
            continue
        if node.extensions and GPU_INSTANCING in node.extensions:
            what = f"the instances on {source.named('node', index)}"
            why = f"{GPU_INSTANCING} is not supported; the mesh is used once"
            source.skip((*path, "extensions", GPU_INSTANCING), what, why)
        mesh = meshes[node.mesh]
        if node.skin is not None and not _fits(source, node.skin, mesh, skins, index):
            continue
        weights = None
        if node.weights is not None:
            weights = blend_weights(source, node.weights, mesh.blend_shape_count, (*path, "weights"))
        lifted.append(Instance(index, node.mesh, node.skin, weights))
    return lifted


def _fits(source: Source, skin: int, mesh: Mesh, skins: Sequence[Skin], node: int) -> bool:
    """Whether the skin has every joint that the mesh uses."""
    what = f"the skinned mesh of {source.named('node', node)}"
    if skin >= len(skins):
        source.skip(("nodes", node, "skin"), what, f"there is no skin {skin}")
        return False
    joints = len(skins[skin].joints)
    for surface in mesh.surfaces:
        influences = surface.influences
        highest = int(influences.joints.max()) if influences is not None and len(influences.joints) else -1
        if highest >= joints:
            usable = counted(joints, "usable joint")
            why = f"it uses joint {highest}, but {source.named('skin', skin)} has {usable}"
            source.skip(("nodes", node, "mesh"), what, why)
            return False
    return True


def blend_weights(source: Source, stated: Sequence[float], targets: int, path: JsonPath) -> np.ndarray | None:
    """The weights, if the node has a finite weight for each blend shape."""
    weights = np.array(stated, np.float64)
    if len(weights) != targets or not np.isfinite(weights).all():
        kind = "node" if path[0] == "nodes" else "mesh"
        what = f"the blend shape weights of {source.named(kind, int(path[1]))}"
        why = f"{counted(len(weights), 'weight')} for {counted(targets, 'blend shape')}"
        if len(weights) == targets:
            why = "not all of them are finite"
        source.skip(path, what, why)
        return None
    return weights
