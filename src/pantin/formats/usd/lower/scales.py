"""Store joint scales exactly where possible. `UsdSkelAnimation.scales` has half floats, so a scale of
0.01 has a relative error of 2e-4. A constant uniform scale is folded into child translations and bind
transforms, which is exact; another constant linear part becomes a separate rest joint. Only animated
scales are rounded."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.formats.usd.lower.skeletons import PlannedJoint, PlannedSkeleton
from pantin.maths import affine
from pantin.rig import Channel, Doubles, Rig
from pantin.rig.transform import has_shear

CONSTANT = 1e-6
"""Relative changes of scale below this are rounding of a constant."""


def fold_scales(rig: Rig, skeleton: PlannedSkeleton) -> PlannedSkeleton:
    """The skeleton with constant scales folded, and joints added for constant linear parts."""
    channels = _channels_by_node(rig)
    result = PlannedSkeleton(skeleton.anchor, geom_binds=skeleton.geom_binds)
    position: list[int] = []
    for joint in skeleton.joints:
        parent = -1 if joint.parent < 0 else position[joint.parent]
        fold = 1.0 if parent < 0 else result.joints[parent].fold
        own = channels.get(joint.node, []) if joint.offset is None else []
        linear = _constant_linear(rig, joint.node, own) if own else None
        scale = None if linear is None else _uniform_scale(linear)
        placed = replace(joint, parent=parent)
        if scale is not None:
            placed = replace(placed, fold=fold * scale)
            result.joints.append(placed)
        elif linear is not None:
            result.joints.append(replace(placed, fold=fold, rigid=True))
            offset = np.concatenate([linear, np.zeros((3, 1))], axis=1)
            result.joints.append(PlannedJoint(joint.node, len(result.joints) - 1, offset, joint.bind, fold))
        else:
            result.joints.append(replace(placed, fold=fold))
        position.append(len(result.joints) - 1)
    result.of_node = {node: position[index] for node, index in skeleton.of_node.items()}
    result.slots = {skin: [position[slot] for slot in slots] for skin, slots in skeleton.slots.items()}
    return result


def _channels_by_node(rig: Rig) -> dict[int, list[Channel]]:
    channels: dict[int, list[Channel]] = {}
    for clip in rig.clips:
        for channel in clip.channels:
            if channel.property != "weights":
                channels.setdefault(channel.node, []).append(channel)
    return channels


def _constant_linear(rig: Rig, node: int, channels: list[Channel]) -> Doubles | None:
    """(3, 3) the linear part to store outside animations: a constant scale that 16 bits cannot hold, or that
    of a sheared matrix below a translation. None if there is none."""
    properties = {channel.property for channel in channels}
    if rig.nodes.general[node] and properties == {"translation"} and has_shear(rig.nodes.local[node]):
        linear: Doubles = rig.nodes.local[node, :, :3]
        return linear
    scale = constant_scale(rig, node, channels)
    if scale is None or (np.abs(scale) < 1e-30).any():
        return None
    with np.errstate(over="ignore"):
        rounded = np.abs(scale.astype(np.float16) / scale - 1)
    if (rounded <= CONSTANT).all():
        return None
    return np.diag(scale)


def constant_scale(rig: Rig, node: int, channels: list[Channel]) -> Doubles | None:
    """The rest scale of a node, if no channel animates it."""
    rest: Doubles = rig.nodes.scales[node]
    reach = CONSTANT * float(np.abs(rest).max())
    for channel in channels:
        if channel.property == "scale":
            values = channel.values.reshape(len(channel.values), -1, 3)
            tangents = values[:, [0, 2]] if channel.interpolation == "CUBICSPLINE" else np.zeros(1)
            keys = values[:, 1] if channel.interpolation == "CUBICSPLINE" else values[:, 0]
            if np.abs(keys - rest).max() > reach or np.abs(tangents).max() > reach:
                return None
    return rest


def _uniform_scale(linear: Doubles) -> float | None:
    scale = float(linear[0, 0])
    is_uniform = np.abs(linear - scale * np.eye(3)).max() <= CONSTANT * abs(scale)
    return scale if is_uniform else None


def rest_transforms(rig: Rig, skeleton: PlannedSkeleton) -> Doubles:
    """(J, 3, 4) local transforms of the joints at rest, with folded scales."""
    local = np.stack([_local(rig, joint) for joint in skeleton.joints])
    above = _parent_folds(skeleton)
    folds = np.array([joint.fold for joint in skeleton.joints])
    local[:, :, 3] *= above[:, None]
    local[:, :, :3] *= (above / folds)[:, None, None]
    return local


def _local(rig: Rig, joint: PlannedJoint) -> Doubles:
    if joint.offset is not None:
        return joint.offset.copy()
    nodes = rig.nodes
    if not joint.rigid:
        return np.array(nodes.local[joint.node])
    assert nodes.rotations is not None
    if nodes.general[joint.node] and has_shear(nodes.local[joint.node]):
        return np.concatenate([np.eye(3), nodes.local[joint.node, :, 3:]], axis=1)
    return affine.compose(nodes.translations[joint.node], nodes.rotations[joint.node], np.ones(3))


def _parent_folds(skeleton: PlannedSkeleton) -> Doubles:
    joints = skeleton.joints
    return np.array([1.0 if joint.parent < 0 else joints[joint.parent].fold for joint in joints])


def bind_transforms(skeleton: PlannedSkeleton) -> Doubles:
    """(J, 3, 4) bind transforms of the joints, with folded scales."""
    binds = np.stack([joint.bind for joint in skeleton.joints if joint.bind is not None])
    binds[:, :, :3] /= np.array([joint.fold for joint in skeleton.joints])[:, None, None]
    return binds


def parts_of_joints(
    skeleton: PlannedSkeleton, joints: list[int], translations: Doubles, rotations: Doubles, scales: Doubles
) -> tuple[Doubles, Doubles, Doubles]:
    """Convert sampled parts of the nodes of `joints`, (F, joints, …), to parts of the joints."""
    folds = np.array([skeleton.joints[index].fold for index in joints])
    above = _parent_folds(skeleton)[joints]
    scales = scales * (above / folds)[None, :, None]
    for column, index in enumerate(joints):
        joint = skeleton.joints[index]
        if joint.rigid:
            scales[:, column] = 1.0
            offset = next(
                other.offset
                for other in skeleton.joints
                if other.parent == index and other.offset is not None
            )
            if not _is_diagonal(offset):  # a matrix with shear, under a translation alone
                rotations[:, column] = (0.0, 0.0, 0.0, 1.0)
    return translations * above[None, :, None], rotations, scales


def _is_diagonal(offset: Doubles) -> bool:
    linear = offset[:, :3]
    return bool((linear == np.diag(np.diag(linear))).all())
