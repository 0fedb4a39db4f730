"""Scale a motion: the same skeleton and clips in another unit of length."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.rig import Channel, Rig


def scale_motion(rig: Rig, factor: float) -> Rig:
    """The rig with all positions times `factor`. Raises `ValueError` for a rig with meshes, springs, cameras
    or lights, which are more than a motion, and for a factor that is not positive."""
    if not 0 < factor < float("inf"):
        raise ValueError(f"scale must be a positive number, not {factor}")
    if rig.instances or rig.springs.springs or rig.cameras or rig.lights:
        raise ValueError("scale is for motions: this rig has meshes, springs, cameras or lights")
    nodes = []
    for node in rig.node_list():
        if node.matrix is not None:
            matrix = np.array(node.matrix, np.float64)
            matrix[:, -1] *= factor
            nodes.append(replace(node, matrix=matrix))
        else:
            translation = None if node.translation is None else np.asarray(node.translation) * factor
            nodes.append(replace(node, translation=translation))
    clips = [
        replace(clip, channels=tuple(_scale(channel, factor) for channel in clip.channels))
        for clip in rig.clips
    ]
    return rig.replace(nodes=nodes, clips=clips)


def _scale(channel: Channel, factor: float) -> Channel:
    return replace(channel, values=channel.values * factor) if channel.property == "translation" else channel
