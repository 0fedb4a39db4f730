"""Nodes and joints taken out of a rig that consists of itself alone: rig in, changed rig out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.formats.edit_arguments import find
from pantin.maths import affine, quaternion
from pantin.report.wording import named
from pantin.rig import (
    Channel,
    Character,
    Clip,
    Doubles,
    Influences,
    Mesh,
    Node,
    Rig,
    Skeleton,
    Skin,
    SpringSettings,
)
from pantin.rig.transform import decompose_nearest, has_shear
from pantin.rig.tree import subtree_mask

EVEN = 1e-6
"""Scale factors that differ by less than this count as equal."""


def _name(rig: Rig, node: int) -> str:
    return named("node", node, rig.nodes.names[node])


def remove_nodes(rig: Rig, nodes: Sequence[int | str]) -> tuple[Rig, list[int]]:
    tops = np.array(sorted({find(node, rig.nodes.names, "node") for node in nodes}), np.int64)
    mask = subtree_mask(rig.nodes.parents, rig.nodes.order, tops)
    removed = set(np.flatnonzero(mask).tolist())
    for node, referrer in referrers(rig):
        if node in removed:
            raise ValueError(f"{_name(rig, node)} cannot be removed: {referrer} refers to it")
    kept = len(rig.nodes)
    while kept and kept - 1 in removed:
        kept -= 1
    listed = [Node() if index in removed else node for index, node in enumerate(rig.node_list()[:kept])]
    scenes = [
        replace(scene, roots=tuple(root for root in scene.roots if root not in removed))
        for scene in rig.scenes
    ]
    instances = [instance for instance in rig.instances if instance.node not in removed]
    return rig.replace(nodes=listed, scenes=scenes, instances=instances), sorted(removed)


def referrers(rig: Rig) -> Iterator[tuple[int, str]]:
    """Every node that a part of the rig other than the hierarchy refers to, and that part."""
    for index, skin in enumerate(rig.skins):
        for node in (*skin.joints.tolist(), *(() if skin.root is None else (skin.root,))):
            yield node, named("skin", index, skin.name)
    for index, skeleton in enumerate(rig.skeletons):
        for node in skeleton.joints.tolist():
            yield node, named("skeleton", index, skeleton.name)
    for index, clip in enumerate(rig.clips):
        properties = (shown.index for shown in clip.properties if shown.part == "nodes")
        for node in (*(channel.node for channel in clip.channels), *properties):
            yield node, named("clip", index, clip.name)
    yield from _spring_nodes(rig.springs)
    for index, constraint in enumerate(rig.constraints):
        yield constraint.node, f"constraint {index}"
        yield constraint.source, f"constraint {index}"
    if rig.character is not None:
        yield from _character_nodes(rig.character)


def _spring_nodes(springs: SpringSettings) -> Iterator[tuple[int, str]]:
    for index, spring in enumerate(springs.springs):
        center = () if spring.center is None else (spring.center,)
        for node in (*(joint.node for joint in spring.joints), *center):
            yield node, named("spring", index, spring.name)
    for index, collider in enumerate(springs.colliders):
        yield collider.node, f"collider {index}"


def _character_nodes(character: Character) -> Iterator[tuple[int, str]]:
    for bone, node in character.humanoid.items():
        yield node, f"humanoid bone {bone}"
    for expression in character.expressions:
        for bind in expression.morphs:
            yield bind.node, f"expression {expression.name}"
    for node in character.first_person:
        yield node, "the first-person view"
    if character.motion is not None:
        for (_, name), node in character.motion.expressions.items():
            yield node, f"expression {name}"
        if character.motion.look_at is not None:
            yield character.motion.look_at, "the gaze"


def remove_joint(rig: Rig, joint: int | str, weights_to: int | str) -> tuple[Rig, None]:
    """The rig without a joint; see `Asset.remove_joint`."""
    node = find(joint, rig.nodes.names, "node")
    skins = [index for index, skin in enumerate(rig.skins) if node in skin.joints]
    if not skins:
        raise ValueError(f"{_name(rig, node)} is not a joint of a skin: remove_nodes removes nodes")
    own = {named("skin", index, rig.skins[index].name) for index in skins}
    own |= {named("clip", index, clip.name) for index, clip in enumerate(rig.clips)}
    own |= {named("skeleton", index, each.name) for index, each in enumerate(rig.skeletons)}
    for other, referrer in referrers(rig):
        if other == node and referrer not in own:
            raise ValueError(f"{_name(rig, node)} cannot be removed: {referrer} refers to it")
    if any(instance.node == node for instance in rig.instances):
        raise ValueError(f"{_name(rig, node)} cannot be removed: it has a mesh")
    parts = _without_joint_in_skins(rig, node, skins, weights_to)
    # In one step: the joints of a skeleton must be one tree, so they change with the hierarchy.
    changed = rig.replace(**parts, **_without_node(rig, node))
    return remove_nodes(changed, [node])[0], None


def _without_joint_in_skins(
    rig: Rig, node: int, skins: Sequence[int], weights_to: int | str
) -> dict[str, Any]:
    """Meshes, skins and skeletons without such a joint; weights for it are those of another."""
    meshes, changed = list(rig.meshes), list(rig.skins)
    shared: dict[int, int] = {}
    for index in skins:
        skin = rig.skins[index]
        kept, target = skin.joints != node, _heir(rig, index, node, weights_to)
        changed[index] = _without_joint(skin, node, kept, rig.nodes.parents)
        for mesh in sorted({part.mesh for part in rig.instances if part.skin == index}):
            if shared.setdefault(mesh, index) != index:
                what = named("mesh", mesh, rig.meshes[mesh].name)
                raise ValueError(f"{what} is used with several skins that have the joint {_name(rig, node)}")
            meshes[mesh] = _with_moved_weights(meshes[mesh], kept, target)
    users = {part.mesh for part in rig.instances if part.skin is not None and part.skin not in skins}
    if users & shared.keys():
        what = named("mesh", min(users & shared.keys()), rig.meshes[min(users & shared.keys())].name)
        raise ValueError(f"{what} is also used with a skin that lacks the joint {_name(rig, node)}")
    skeletons = [_without_bone(rig, index, node) for index in range(len(rig.skeletons))]
    return {"meshes": meshes, "skins": changed, "skeletons": skeletons}


def _heir(rig: Rig, index: int, node: int, weights_to: int | str) -> int:
    """The slot of the joint that gets the weights: an ancestor, or the joint that is given."""
    skin = rig.skins[index]
    joints: list[int] = skin.joints.tolist()
    slots = {joint: joints.index(joint) for joint in joints}
    what = named("skin", index, skin.name)
    if len(slots) < 2:
        raise ValueError(f"{_name(rig, node)} is the only joint of {what}")
    if weights_to != "parent" or "parent" in rig.nodes.names:
        other = find(weights_to, rig.nodes.names, "node")
        if other not in slots or other == node:
            raise ValueError(f"{_name(rig, other)} cannot get the weights: it is not another joint of {what}")
        return slots[other]
    above = int(rig.nodes.parents[node])
    while above >= 0 and above not in slots:
        above = int(rig.nodes.parents[above])
    if above < 0:
        raise ValueError(f"{_name(rig, node)} has no ancestor that is a joint of {what}: give weights_to")
    return slots[above]


def _without_joint(skin: Skin, node: int, kept: NDArray[np.bool_], parents: Any) -> Skin:
    root = skin.root
    if root == node:
        root = int(parents[node]) if parents[node] >= 0 else None
    binds = None if skin.inverse_binds is None else skin.inverse_binds[kept]
    return replace(skin, joints=skin.joints[kept], inverse_binds=binds, root=root)


def _without_bone(rig: Rig, index: int, node: int) -> Skeleton:
    """A skeleton without one joint; children of the joint move to its parent."""
    skeleton = rig.skeletons[index]
    kept = skeleton.joints != node
    if kept.all():
        return skeleton
    root = skeleton.root
    if root == node:
        heirs = skeleton.joints[skeleton.parents == np.flatnonzero(~kept)[0]]
        if len(heirs) != 1:
            what = named("skeleton", index, skeleton.name)
            raise ValueError(f"{_name(rig, node)} cannot be removed: it is the root of {what}")
        root = int(heirs[0])
    binds = None if skeleton.inverse_binds is None else skeleton.inverse_binds[kept]
    return replace(skeleton, joints=skeleton.joints[kept], root=root, inverse_binds=binds)


def _with_moved_weights(mesh: Mesh, kept: NDArray[np.bool_], target: int) -> Mesh:
    surfaces = []
    for surface in mesh.surfaces:
        if surface.influences is not None:
            influences = _move_weights(surface.influences, kept, target)
            surface = replace(surface, influences=influences)
        surfaces.append(surface)
    return replace(mesh, surfaces=tuple(surfaces))


def _move_weights(influences: Influences, kept: NDArray[np.bool_], target: int) -> Influences:
    """Influences with the weights for slots that are not kept given to another, by the new numbers."""
    numbers = np.cumsum(kept) - 1
    numbers[~kept] = numbers[target]
    vertices, joints = influences.vertices, numbers[influences.joints]
    width = int(joints.max(initial=0)) + 1
    pairs, which = np.unique(vertices * width + joints, return_inverse=True)
    weights = np.bincount(which.reshape(-1), influences.weights, len(pairs)).astype(influences.weights.dtype)
    offsets = np.searchsorted(pairs // width, np.arange(len(influences.offsets)))
    return Influences(offsets.astype(np.int64), pairs % width, weights)


def _without_node(rig: Rig, node: int) -> dict[str, Any]:
    """Nodes, clips and scenes with the children of a node at its parent, where they are at rest."""
    local, parent = rig.nodes.local[node], int(rig.nodes.parents[node])
    children = np.flatnonzero(rig.nodes.parents == node).tolist()
    nodes = rig.node_list()
    for child in children:
        nodes[child] = _attach_child(rig, nodes[child], child, local, parent)
    clips = [_without_channels(rig, clip, node, set(children)) for clip in rig.clips]
    scenes = [replace(scene, roots=_roots(scene.roots, node, children, parent)) for scene in rig.scenes]
    return {"nodes": nodes, "clips": [clip for clip in clips if not clip.is_empty], "scenes": scenes}


def _roots(roots: Sequence[int], node: int, children: list[int], parent: int) -> tuple[int, ...]:
    if node not in roots or parent >= 0:
        return tuple(roots)
    position = list(roots).index(node)
    return (*roots[:position], *children, *roots[position:])


def _attach_child(rig: Rig, node: Node, child: int, local: Doubles, parent: int) -> Node:
    """A node below the parent of its parent, where it is at rest."""
    whole = affine.multiply(local, rig.nodes.local[child])
    if rig.nodes.general[child] or rig.nodes.rotations is None or has_shear(whole):
        return replace(node, parent=parent, matrix=whole, translation=None, rotation=None, scale=None)
    translation, rotation, scale = decompose_nearest(whole)
    return replace(node, parent=parent, translation=translation, rotation=rotation, scale=scale, matrix=None)


def _without_channels(rig: Rig, clip: Clip, node: int, children: set[int]) -> Clip:
    """A clip without the channels of a node, and with those of its children in the space of its parent."""
    channels = []
    for channel in clip.channels:
        if channel.node in children and channel.property != "weights":
            channel = _in_parent_space(rig, channel, node)
        if channel.node != node:
            channels.append(channel)
    kept = (shown for shown in clip.properties if (shown.part, shown.index) != ("nodes", node))
    return replace(clip, channels=tuple(channels), properties=tuple(kept))


def _in_parent_space(rig: Rig, channel: Channel, node: int) -> Channel:
    nodes = rig.nodes
    scale = nodes.scales[node]
    even = np.ptp(scale) <= EVEN * max(float(np.abs(scale).max()), 1e-30) and scale.min() > 0
    if nodes.general[node] or nodes.rotations is None or not even:
        raise ValueError(
            f"{_name(rig, node)} is scaled unevenly, and {_name(rig, channel.node)} below it is animated: "
            "its keys cannot be moved to the parent"
        )
    values = np.array(channel.values, np.float64)
    if channel.property == "scale":
        values *= scale[0]
    elif channel.property == "rotation":
        turn = np.broadcast_to(quaternion.normalize(nodes.rotations[node]), values.shape)
        values = quaternion.product(turn, values)
    else:
        moved = affine.apply_linear(nodes.local[node][:, :-1], values)
        # Tangents of splines are directions: they are not moved.
        if channel.interpolation == "CUBICSPLINE":
            moved[:, 1] += nodes.local[node][:, -1]
        else:
            moved += nodes.local[node][:, -1]
        values = moved
    return replace(channel, values=values.astype(channel.values.dtype))
