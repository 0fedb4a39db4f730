"""A BVH document as a rig: nodes with offsets as translations, and a clip with a key for each frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.formats.bvh.document import Document
from pantin.formats.bvh.frames import Motion
from pantin.formats.bvh.hierarchy import MOST_ROTATIONS, Joint
from pantin.kernels.euler import compose_rotations
from pantin.rig import Channel, Clip, Node, Rig, Scene, build


def to_rig(document: Document) -> Rig:
    """The rig in the units and axes of the file, without rest rotations. End Sites are nodes without a name.

    A position channel replaces that part of the offset, as MotionBuilder, Blender and the files of LAFAN1 and
    Bandai Namco have it: their offsets repeat the position of the first frame.
    """
    nodes = [Node(joint.name or None, joint.parent, translation=joint.offset) for joint in document.joints]
    roots = tuple(index for index, node in enumerate(nodes) if node.parent < 0)
    motion = document.motion
    clips = [_clip(document, motion)] if motion is not None and motion.values.size else []
    return build(nodes=nodes, clips=clips, scenes=[Scene(roots)], default_scene=0)


def _clip(document: Document, motion: Motion) -> Clip:
    times: NDArray[np.float64] = motion.indices.astype(np.float64) * motion.frame_time
    channels = [
        Channel(node, "translation", times, _positions(joint, motion))
        for node, joint in enumerate(document.joints)
        if any(channel.kind == "position" for channel in joint.channels)
    ]
    channels += _rotations(document.joints, motion, times)
    return Clip(tuple(sorted(channels, key=lambda channel: channel.node)), document.name)


def _positions(joint: Joint, motion: Motion) -> NDArray[np.float64]:
    values = np.tile(np.array(joint.offset, np.float64), (len(motion.values), 1))
    for number in reversed(range(len(joint.channels))):  # of a channel that is listed twice, the first counts
        channel = joint.channels[number]
        if channel.kind == "position":
            values[:, channel.axis] = motion.values[:, joint.column + number]
    return values


def _rotations(joints: tuple[Joint, ...], motion: Motion, times: NDArray[np.float64]) -> list[Channel]:
    turns = {node: joint.rotations for node, joint in enumerate(joints) if joint.rotations}
    columns = np.full((len(turns), MOST_ROTATIONS), -1, np.int64)
    axes = np.zeros_like(columns)
    for row, slots in enumerate(turns.values()):
        columns[row, : len(slots)], axes[row, : len(slots)] = zip(*slots, strict=True)
    rotations = compose_rotations(motion.values, columns, axes)
    return [Channel(node, "rotation", times, rotations[row]) for row, node in enumerate(turns)]
