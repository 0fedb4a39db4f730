"""Nodes with shear as chains of nodes without, for formats whose nodes rotate and scale only."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pantin.edit.rig_parts import RigParts
from pantin.maths import affine, quaternion
from pantin.maths.svd import decompose_rotations
from pantin.rig import Node, Rig, Skeleton
from pantin.rig.transform import has_shear


def split_shear(rig: Rig) -> Rig:
    """The rig with a new parent for every sheared node, so that both rotate and scale only.

    A linear transform is R₁ · S · R₂ (singular value decomposition): the new node has the translation, R₁ and
    the scale S, the old one keeps R₂ and everything else: its index, children, mesh, camera, light, and its
    place among the joints of skins. New nodes are at the end of the list. A new node joins the skeleton that
    it interrupts, and replaces a root in scenes. Only 3D is changed, and not a node that a clip moves.
    """
    if rig.dimension != 3:
        return rig
    animated = {channel.node for clip in rig.clips for channel in clip.channels}
    general = np.flatnonzero(rig.nodes.general).tolist()
    sheared = [node for node in general if node not in animated and has_shear(rig.nodes.local[node])]
    if not sheared:
        return rig
    parts = RigParts.of(rig)
    above: dict[int, int] = {}
    for node in sheared:
        local = rig.nodes.local[node]
        first, scale, second = decompose_rotations(local[:, :3])
        above[node] = len(parts.nodes)
        parts.nodes.append(
            Node(
                parent=parts.nodes[node].parent,
                translation=local[:, 3],
                rotation=quaternion.from_matrix(first),
                scale=scale,
            )
        )
        parts.nodes[node] = replace(
            parts.nodes[node], parent=above[node], matrix=None, rotation=quaternion.from_matrix(second)
        )
    parts.scenes = [
        replace(scene, roots=tuple(above.get(root, root) for root in scene.roots)) for scene in parts.scenes
    ]
    parts.skeletons = [_with_parents(skeleton, above, parts.nodes) for skeleton in parts.skeletons]
    return parts.rig()


def _with_parents(skeleton: Skeleton, above: dict[int, int], nodes: list[Node]) -> Skeleton:
    """The skeleton with the new parents of its joints. That of the root stays outside, so the inverse bind
    matrices begin in its space."""
    joints = skeleton.joints.tolist()
    inner = [joint for joint in joints if joint in above and joint != skeleton.root]
    binds = skeleton.inverse_binds
    if binds is not None:
        slots = {joint: slot for slot, joint in enumerate(joints)}
        locals_above = {joint: _local(nodes[above[joint]]) for joint in joints if joint in above}
        added = [
            affine.multiply(affine.invert(locals_above[joint])[0], binds[slots[nodes[above[joint]].parent]])
            for joint in inner
        ]
        binds = np.concatenate([binds, np.array(added).reshape(-1, 3, 4)])
        if skeleton.root in above:
            binds = affine.multiply(binds, locals_above[skeleton.root])
    return replace(
        skeleton,
        joints=np.array([*joints, *(above[joint] for joint in inner)], np.int64),
        inverse_binds=binds,
    )


def _local(node: Node) -> np.ndarray:
    assert node.translation is not None
    assert node.rotation is not None
    assert node.scale is not None
    return affine.compose(node.translation, node.rotation, node.scale)
