"""Nodes and scenes of a new document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from pantin.base.errors import Unsuitable
from pantin.base.records import Record
from pantin.formats.gltf.new.file_layout import FileLayout, order_members
from pantin.rig import Instance, Rig
from pantin.rig.transform import has_shear

MeshKey: TypeAlias = tuple[int, tuple[int | None, ...] | None]
"""A mesh with the materials that an instance overrides. glTF needs a separate mesh for each."""


class StandIn(Record):
    """An identity node added below `parent` (−1: at the root) for a joint that glTF cannot express
    otherwise.
    """

    parent: int


def animated_nodes(rig: Rig) -> set[int]:
    """The nodes whose transform is animated."""
    return {channel.node for clip in rig.clips for channel in clip.channels if channel.property != "weights"}


def nodes_json(
    layout: FileLayout,
    rig: Rig,
    stand_ins: Sequence[StandIn],
    meshes: Mapping[MeshKey, int],
    skins: Mapping[int, int],
) -> list[dict[str, Any]]:
    """Every node of the rig, then the stand-ins. `meshes` and `skins` map parts of the rig to indices in the
    document.
    """
    count = len(rig.nodes)
    children: list[list[int]] = [[] for _ in range(count + len(stand_ins))]
    parents = [*rig.nodes.parents.tolist(), *(stand_in.parent for stand_in in stand_ins)]
    for node, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(node)
    joints = {joint for skin in rig.skins for joint in skin.joints.tolist()}
    animated = animated_nodes(rig)
    on_nodes = {instance.node: instance for instance in rig.instances}
    nodes = []
    for node, own_children in enumerate(children):
        members: dict[str, Any] = {"children": own_children}
        if node < count:
            members["name"] = rig.nodes.names[node]
            members["camera"] = int(camera) if (camera := rig.nodes.cameras[node]) >= 0 else None
            members["extras"] = dict(rig.nodes.extras[node] or {})
            members |= _transform(rig, node, layout.joint_translations and node in joints, node in animated)
        if node in on_nodes:
            members |= _instance(on_nodes[node], meshes, skins)
        nodes.append(order_members(layout, "node", members))
    return nodes


def _transform(rig: Rig, node: int, translated: bool, animated: bool) -> dict[str, Any]:
    nodes = rig.nodes
    # A node that a clip moves may not have a matrix (glTF 2.0 §3.11).
    if animated and nodes.general[node] and has_shear(nodes.local[node]):
        raise Unsuitable(f"node {node} is sheared and animated; glTF cannot store both")
    if nodes.general[node] and not animated:
        whole = np.eye(4)
        whole[:3] = nodes.local[node]
        return {"matrix": whole.T.reshape(-1).tolist()}
    assert nodes.rotations is not None
    parts = {
        "translation": (nodes.translations[node].tolist(), [0.0, 0.0, 0.0]),
        "rotation": (nodes.rotations[node].tolist(), [0.0, 0.0, 0.0, 1.0]),
        "scale": (nodes.scales[node].tolist(), [1.0, 1.0, 1.0]),
    }
    return {
        name: value
        for name, (value, rest) in parts.items()
        if value != rest or (translated and name == "translation")
    }


def mesh_key(instance: Instance) -> MeshKey:
    return instance.mesh, instance.materials


def _instance(instance: Instance, meshes: Mapping[MeshKey, int], skins: Mapping[int, int]) -> dict[str, Any]:
    if mesh_key(instance) not in meshes:
        return {}
    members: dict[str, Any] = {"mesh": meshes[mesh_key(instance)], "skin": None}
    if instance.skin is not None:
        members["skin"] = skins.get(instance.skin)
    if instance.blend_weights is not None:
        members["weights"] = instance.blend_weights.tolist()
    return members


def scenes_json(layout: FileLayout, rig: Rig, stand_ins: Sequence[StandIn]) -> list[dict[str, Any]]:
    """Every scene; stand-ins at the root are added to all of them."""
    count = len(rig.nodes)
    roots = [count + index for index, stand_in in enumerate(stand_ins) if stand_in.parent < 0]
    return [
        order_members(
            layout,
            "scene",
            {"name": scene.name, "nodes": [*scene.roots, *roots], "extras": dict(scene.extras or {})},
        )
        for scene in rig.scenes
    ]
