"""Write the channels of clips in place of those that a document has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.slim.compaction import DROPPED, drop_channels
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.rig import Channel, Clip

SHORT = 32767


def put_clips(
    document: Document, before: Sequence[Clip], after: Sequence[Clip], *, quantized: bool = False
) -> Document:
    """The document with the channels of `after` where it has those of `before`, the clips of its rig.

    Channels that are not in the rig, such as those of pointers, stay as they are. With `quantized`, rotations
    that are 16-bit fractions are stored as such.
    """
    draft = Draft(document)
    for animation, old, new in zip(draft.entries("animations"), before, after, strict=True):
        known = {(channel.node, channel.property): channel for channel in old.channels}
        kept = {(channel.node, channel.property): channel for channel in new.channels}
        for slot, channel in enumerate(animation["channels"]):
            target = channel["target"]
            key = (target.get("node"), target["path"])
            if key not in known or "extensions" in target:
                continue
            if key not in kept:
                animation["channels"][slot] = DROPPED
            elif kept[key] is not known[key]:
                animation["samplers"].append(_sampler(draft, kept[key], quantized))
                channel["sampler"] = len(animation["samplers"]) - 1
    drop_channels(draft.tree)
    return draft.finish()


def _sampler(draft: Draft, channel: Channel, quantized: bool) -> Tree:
    times = draft.add_accessor(channel.times.astype("<f4"), min_max=True)
    width = 1 if channel.property == "weights" else channel.values.shape[-1]
    values: NDArray[Any] = channel.values.reshape(-1, width)
    if quantized and channel.property == "rotation" and channel.interpolation != "CUBICSPLINE":
        rounded = np.round(np.asarray(values, np.float64) * SHORT)
        if np.array_equal((rounded / SHORT).astype("<f4"), values.astype("<f4")):
            return _sampler_of(channel, times, draft.add_accessor(rounded.astype("<i2"), normalized=True))
    return _sampler_of(channel, times, draft.add_accessor(values.astype("<f4")))


def _sampler_of(channel: Channel, times: int, output: int) -> Tree:
    sampler: Tree = {"input": times, "output": output}
    if channel.interpolation != "LINEAR":
        sampler["interpolation"] = channel.interpolation
    return sampler
