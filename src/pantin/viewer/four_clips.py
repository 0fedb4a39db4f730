"""Clips of a 4D rig as frames for a page, which has no rotors to sample them with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.motion import sample
from pantin.rig import Clip, Poses, Rig

RATE = 60.0
"""Frames per second. The page interpolates between them linearly: a node that turns once a second rotates by
6 degrees from one to the next, so its scale is off by at most 1 - cos 3° = 0.14 %."""

MAX_BYTES = 48 << 20
"""Bytes of all frames together, of which each clip may take an equal share of what is left: beyond it, it has
fewer frames, then none."""

CHUNK = 1 << 22
"""Numbers that are sampled at once."""

NUMBERS = 20
"""Numbers of an affine transform in four dimensions."""

AddArray = Callable[[NDArray[Any], str], int]


def bake_clips(rig: Rig, add: AddArray) -> tuple[list[dict[str, Any] | None], tuple[str, ...]]:
    """Each clip as viewer/src/four_dimensions/motion.ts declares it, None for one that takes too many bytes,
    and notes on those. `add` stores an array and says where."""
    bytes_left, coarse = MAX_BYTES, 0
    entries: list[dict[str, Any] | None] = []
    for clip in rig.clips:
        nodes = sorted({channel.node for channel in clip.channels if channel.property != "weights"})
        instances = _blended(rig, clip)
        width = NUMBERS * len(nodes) + sum(len(rig.rest_pose().blend[index]) for index in instances)
        wanted = round(clip.duration * RATE) + 1
        share = bytes_left // (len(rig.clips) - len(entries))
        count = min(wanted, share // (4 * max(width, 1)))
        if count < (2 if clip.duration else 1):
            entries.append(None)
            continue
        coarse += count < wanted
        bytes_left -= 4 * width * count
        entries.append(_entry(rig, clip, count, nodes, instances, add))
    left_out = sum(entry is None for entry in entries)
    notes = {
        f"Clips that are too long for a page are not played: {left_out}.": left_out,
        f"Long clips are played with fewer than {RATE:g} frames per second: {coarse}.": coarse,
    }
    return entries, tuple(note for note, count in notes.items() if count)


def _blended(rig: Rig, clip: Clip) -> list[int]:
    """The instances whose blend shapes a clip changes."""
    nodes = {channel.node for channel in clip.channels if channel.property == "weights"}
    return [index for index, instance in enumerate(rig.instances) if instance.node in nodes]


def _entry(
    rig: Rig, clip: Clip, count: int, nodes: list[int], instances: list[int], add: AddArray
) -> dict[str, Any]:
    # Kept of each part: what moves. All nodes of all frames may take a hundred times the bytes of the page.
    parts = [
        (np.float32(poses.local[:, nodes]), [np.float32(poses.blend[index]) for index in instances])
        for poses in _sampled(rig, clip, count)
    ]
    blends = [np.concatenate(weights) for weights in zip(*(weights for _, weights in parts), strict=True)]
    return {
        "frames": count,
        "nodes": nodes,
        "locals": add(np.concatenate([local for local, _ in parts]), "<f4"),
        "blends": [
            {"node": rig.instances[index].node, "shapes": weights.shape[-1], "values": add(weights, "<f4")}
            for index, weights in zip(instances, blends, strict=True)
        ],
    }


def _sampled(rig: Rig, clip: Clip, count: int) -> Iterator[Poses]:
    """The poses of the frames, a part at a time: large rigs have many nodes that a clip does not move."""
    times = np.linspace(0.0, clip.duration, count)
    step = max(1, CHUNK // (NUMBERS * max(len(rig.nodes), 1)))
    for start in range(0, count, step):
        yield sample(rig, clip, times[start : start + step])
