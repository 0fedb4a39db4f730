"""Write the weights of a rig into its document: influences, skins, joints, and skinned nodes."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.formats.edit_arguments import check_influences
from pantin.formats.gltf import mesh_edits, node_edits
from pantin.formats.gltf.edits import append_accessor, indexed_objects, names_of
from pantin.report.pointer import pointer
from pantin.rig import Influences, Mesh, Rig, Skin

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pantin.formats.gltf.document import Document


def store_weights(document: Document, before: Rig, after: Rig) -> None:
    """Store changes made by `pantin.weights`: new nodes, skins and copies of meshes are appended, and changed
    influences are written. Everything else keeps its bytes. Raises `ValueError` if the file has unreadable
    parts that the rig lacks."""
    _require_whole(document, before)
    nodes = after.node_list()[len(before.nodes) :]
    if nodes:
        node_edits.append_nodes(document, nodes, None)
    for skin in after.skins[len(before.skins) :]:
        _append_skin(document, skin)
    for mesh in range(len(before.meshes), len(after.meshes)):
        source = _original(before, after, mesh)
        document.append("/meshes", deepcopy(document.tree["meshes"][source]))
    for mesh, now in enumerate(after.meshes):
        was = before.meshes[_original(before, after, mesh)]
        _store_influences(document, mesh, was, now)
    _store_instances(document, before, after)


def _require_whole(document: Document, rig: Rig) -> None:
    counts = [
        len(mesh_edits.primitives_of(document, mesh)) for mesh in range(len(names_of(document, "meshes")))
    ]
    same = counts == [len(mesh.surfaces) for mesh in rig.meshes]
    same = same and len(names_of(document, "skins")) == len(rig.skins)
    if not (same and len(names_of(document, "nodes")) == len(rig.nodes)):
        raise ValueError("the file has meshes, skins or nodes that cannot be read: see pantin check")


def _original(before: Rig, after: Rig, mesh: int) -> int:
    """The mesh of the file that equals a mesh, or from which it was copied."""
    if mesh < len(before.meshes):
        return mesh
    instance = next(
        index for index, instance_after in enumerate(after.instances) if instance_after.mesh == mesh
    )
    return before.instances[instance].mesh


def _append_skin(document: Document, skin: Skin) -> None:
    listed: dict[str, Any] = {} if skin.name is None else {"name": skin.name}
    listed["joints"] = [int(joint) for joint in skin.joints]
    if skin.inverse_binds is not None:
        whole = np.tile(np.eye(4), (len(skin.joints), 1, 1))
        whole[:, :3] = skin.inverse_binds
        listed["inverseBindMatrices"] = append_accessor(document, whole)
    document.append("/skins", listed)


def _store_influences(document: Document, mesh: int, was: Mesh, now: Mesh) -> None:
    for number, (old, new) in enumerate(zip(was.surfaces, now.surfaces, strict=True)):
        if new.influences is None or _same(old.influences, new.influences):
            continue
        joints, weights = as_columns(new.influences, len(new.positions))
        checked = check_influences(joints, weights, len(new.positions), None, "")
        mesh_edits.set_influences(document, mesh, number, *checked)


def _same(old: Influences | None, new: Influences) -> bool:
    if old is None or len(old.joints) != len(new.joints):
        return False
    pairs = ((old.offsets, new.offsets), (old.joints, new.joints), (old.weights, new.weights))
    return all(np.array_equal(was, now) for was, now in pairs)


def as_columns(influences: Influences, vertices: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Influences as (V, K) arrays of joints and weights."""
    counts = np.diff(influences.offsets)
    rows = np.repeat(np.arange(vertices), counts)
    slots = np.arange(len(rows)) - np.repeat(influences.offsets[:-1], counts)
    shape = (vertices, max(int(counts.max(initial=1)), 1))
    joints, weights = np.zeros(shape, np.int64), np.zeros(shape, np.float32)
    joints[rows, slots], weights[rows, slots] = influences.joints, influences.weights
    return joints, weights


def _store_instances(document: Document, before: Rig, after: Rig) -> None:
    for was, now in zip(before.instances, after.instances, strict=True):
        if was.mesh != now.mesh:
            document.set(pointer("nodes", now.node, "mesh"), now.mesh)
        if was.skin != now.skin:
            document.set(pointer("nodes", now.node, "skin"), now.skin)
            if was.skin is None:
                _make_root(document, now.node, int(before.nodes.parents[now.node]))


def _make_root(document: Document, node: int, parent: int) -> None:
    """Move a newly skinned node to the root without a transform, which a skin ignores (glTF 2.0 §3.7.3.2). A
    node with children, or one that a clip moves, stays."""
    members = document.tree["nodes"][node]
    if members.get("children") or _is_referred(document, node):
        return
    for name in ("translation", "rotation", "scale", "matrix"):
        if name in members:
            document.remove(pointer("nodes", node, name))
    if parent < 0:
        return
    listed = document.tree["nodes"][parent]["children"]
    # An empty node says nothing, but is no fault; one that is skinned below another is.
    if len(listed) == 1:
        document.remove(pointer("nodes", parent, "children"))
    else:
        document.remove(pointer("nodes", parent, "children", listed.index(node)))
    for scene in range(len(document.tree.get("scenes", ()))):
        if _shows(document, scene, parent):
            document.append(pointer("scenes", scene, "nodes"), node)


def _is_referred(document: Document, node: int) -> bool:
    """Whether a clip moves a node, or it is a joint."""
    for _, animation in indexed_objects(document.tree, "animations"):
        for _, channel in indexed_objects(animation, "channels"):
            target = channel.get("target")
            if isinstance(target, dict) and target.get("node") == node and target.get("path") != "weights":
                return True
    return any(node in (skin.get("joints") or ()) for _, skin in indexed_objects(document.tree, "skins"))


def _shows(document: Document, scene: int, node: int) -> bool:
    """Whether a scene shows a node."""
    pending = list(document.tree["scenes"][scene].get("nodes", ()))
    while pending:
        shown = pending.pop()
        if shown == node:
            return True
        pending += document.tree["nodes"][shown].get("children", ())
    return False
