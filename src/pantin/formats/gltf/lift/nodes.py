"""The node tree, the scenes, and the meshes that stand on nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from pantin.formats.gltf.ext.recognised import GPU_INSTANCING
from pantin.formats.gltf.hierarchy import Hierarchy
from pantin.formats.gltf.lift.source import Place, Source
from pantin.formats.gltf.model import Node as FileNode
from pantin.formats.gltf.model import get
from pantin.rig import Instance, Mesh, Node, Scene, Skin


def nodes(source: Source) -> list[Node]:
    """Every node of the file; what is no node there stands still at the root."""
    parents = _parents(source)
    return [_node(one, parent) for one, parent in zip(source.model.nodes, parents, strict=True)]


def _node(given: FileNode | None, parent: int) -> Node:
    if given is None:
        return Node(parent=parent)
    if given.matrix is None:
        return Node(given.name, parent, given.translation, given.rotation, given.scale)
    # Column-major in the file (glTF 2.0 §3.5.3); the last row is 0 0 0 1 in every map a rig can hold. A node
    # that has TRS beside its matrix breaks §3.5.3, and readers agree on the matrix.
    return Node(given.name, parent, matrix=np.array(given.matrix, np.float64).reshape(4, 4).T[:3])


def _parents(source: Source) -> list[int]:
    """The parent of each node, −1 at a root. A node on a loop loses its parent, and so becomes a root."""
    listed = source.model.nodes
    children: list[Sequence[int | None]] = []
    for index, node in enumerate(listed):
        place = ("nodes", index, "children")
        children.append(_existing(source, (node.children or ()) if node else (), place, "the child"))
    hierarchy = Hierarchy(children)
    for parent, slot in hierarchy.overridden:
        child = children[parent][slot]
        why = f"node {child} is listed more than once, and hangs from node {hierarchy.parents[child or 0]}"
        source.leave_out(("nodes", parent, "children", slot), "a second parent", why)
    looped = set(hierarchy.looped)
    for index in hierarchy.looped:
        source.leave_out(("nodes", index), f"the parent of node {index}", "the node is its own ancestor")
    return [
        -1 if parent is None or index in looped else parent for index, parent in enumerate(hierarchy.parents)
    ]


def _existing(source: Source, indices: Iterable[int | None], place: Place, what: str) -> list[int | None]:
    """The indices with None for what is no node."""
    kept: list[int | None] = []
    for slot, index in enumerate(indices):
        exists = get(source.model.nodes, index) is not None
        kept.append(index if exists else None)
        if not exists:
            source.leave_out((*place, slot), what, "there is no such node")
    return kept


def scenes(source: Source) -> list[Scene]:
    """Every scene, with the roots that exist."""
    made = []
    for index, scene in enumerate(source.model.scenes):
        listed = (scene.nodes or ()) if scene else ()
        roots = _existing(source, listed, ("scenes", index, "nodes"), "the root")
        kept = tuple(root for root in roots if root is not None)
        made.append(Scene(kept, scene.name if scene else None))
    return made


def default_scene(source: Source) -> int | None:
    """The scene the file names, if it exists."""
    scene = source.model.scene
    if scene is not None and scene >= len(source.model.scenes):
        source.leave_out(("scene",), "the default scene", f"there is no scene {scene}")
        return None
    return scene


def instances(source: Source, meshes: Sequence[Mesh], skins: Sequence[Skin]) -> list[Instance]:
    """The mesh on each node that has one. A mesh that names joints which its skin lacks is left out."""
    made = []
    for index, node in enumerate(source.model.nodes):
        if node is None or node.mesh is None:
            continue
        place = ("nodes", index)
        if node.mesh >= len(meshes):
            source.leave_out((*place, "mesh"), "the mesh", f"there is no mesh {node.mesh}")
            continue
        if node.extensions and GPU_INSTANCING in node.extensions:
            why = f"{GPU_INSTANCING} is not read; the mesh is used once"
            source.leave_out((*place, "extensions", GPU_INSTANCING), "a list of copies", why)
        mesh = meshes[node.mesh]
        if node.skin is not None and not _fits(source, node.skin, mesh, skins, place):
            continue
        amounts = None
        if node.weights is not None:
            amounts = blend_amounts(source, node.weights, mesh.blend_shape_count, (*place, "weights"))
        made.append(Instance(index, node.mesh, node.skin, amounts))
    return made


def _fits(source: Source, skin: int, mesh: Mesh, skins: Sequence[Skin], place: Place) -> bool:
    """Whether the skin has every joint that the mesh names."""
    if skin >= len(skins):
        source.leave_out((*place, "skin"), "the skinned mesh", f"there is no skin {skin}")
        return False
    joints = len(skins[skin].joints)
    for surface in mesh.surfaces:
        named = surface.influences
        highest = int(named.joints.max()) if named is not None and len(named.joints) else -1
        if highest >= joints:
            why = f"it names joint {highest}, and skin {skin} has {joints} usable joints"
            source.leave_out((*place, "mesh"), "the skinned mesh", why)
            return False
    return True


def blend_amounts(source: Source, given: Sequence[float], targets: int, place: Place) -> np.ndarray | None:
    """Blend amounts if there is one for each target."""
    amounts = np.array(given, np.float64)
    if len(amounts) != targets or not np.isfinite(amounts).all():
        why = f"there are {len(amounts)} for {targets} blend shapes"
        source.leave_out(place, "a list of blend amounts", why)
        return None
    return amounts
