"""Replace nodes with shear by chains of nodes without, for formats that only rotate and scale nodes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.base.records import replace
from pantin.maths import affine, quaternion
from pantin.maths.svd import decompose_rotations
from pantin.operations.edit.rig_parts import RigParts
from pantin.rig import Channel, Clip, Node, Property, Rig, Skeleton
from pantin.rig.transform import has_shear


def split_shear(rig: Rig) -> Rig:
    """The rig with a new parent for every sheared node, so that both rotate and scale only.

    A linear transform is R₁ · S · R₂ (singular value decomposition): the new node has the translation, R₁ and
    the scale S, the old one keeps R₂ and everything else: its index, children, mesh, camera, light, and its
    place among the joints of skins. New nodes are at the end of the list. A new node joins the skeleton that
    it interrupts, and replaces a root in scenes. Clips move both so that poses stay. Only 3D is changed.
    """
    if rig.dimension != 3:
        return rig
    general = np.flatnonzero(rig.nodes.general).tolist()
    sheared = [node for node in general if has_shear(rig.nodes.local[node])]
    if not sheared:
        return rig
    parts = RigParts.from_rig(rig)
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
    parts.clips = [_split_clip(clip, rig, above) for clip in rig.clips]
    parts.skeletons = [_with_parents(skeleton, above, parts.nodes) for skeleton in parts.skeletons]
    return parts.rig()


def _split_clip(clip: Clip, rig: Rig, above: dict[int, int]) -> Clip:
    """The clip for split nodes: the new node has the translations. A rotation or scale replaces the matrix of
    a sheared node by its nearest parts (see `sample`): the new node is held at the identity, and parts
    without a channel at their nearest values."""
    moved = {channel.node for channel in clip.channels if channel.property != "weights"} & above.keys()
    if not moved:
        return clip
    channels = [
        replace(channel, node=above[channel.node])
        if channel.property == "translation" and channel.node in above
        else channel
        for channel in clip.channels
    ]
    for node in sorted(moved):
        channels += _held_parts(clip, rig, node, above[node])
    return replace(clip, channels=tuple(channels))


def _held_parts(clip: Clip, rig: Rig, node: int, above: int) -> Iterator[Channel]:
    """Channels of one key, at the first time of the others."""
    assert rig.nodes.rotations is not None
    channels = {channel.property: channel for channel in clip.channels if channel.node == node}
    if "rotation" not in channels and "scale" not in channels:
        return
    first = min((channel.times[:1] for channel in channels.values()), key=lambda times: float(times[0]))
    nearest = {"rotation": rig.nodes.rotations[node], "scale": rig.nodes.scales[node]}
    plain = {"rotation": np.array([0.0, 0, 0, 1]), "scale": np.ones(3)}
    names: tuple[Property, ...] = ("rotation", "scale")
    for name in names:
        yield Channel(above, name, first, plain[name][None])
        if name not in channels:
            yield Channel(node, name, first, nearest[name][None])


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
