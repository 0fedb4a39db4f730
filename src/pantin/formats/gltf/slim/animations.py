"""Replace the animation channels of a document by those of clips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.slim.compaction import DROPPED, drop_channels
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.rig import Channel, Clip, Property

_Target: TypeAlias = tuple[int, Property]
"""The node and the property of a channel."""

SHORT = 32767

TIMES = 110
"""JSON size in bytes of an accessor of times."""


def put_clips(
    document: Document,
    before: Sequence[Clip],
    after: Sequence[Clip],
    *,
    quantized: bool = False,
    sharing: bool = False,
) -> Document:
    """Replace the channels of the clips of its rig, `before`, by those of `after`. Channels that the rig does
    not have, such as those with pointers, stay. With `quantized`, rotations are stored as 16-bit fractions
    where they are such fractions. With `sharing`, a channel stays if its reduced keys would take more bytes,
    because it would no longer share its times with others."""
    if all(map(_is_unchanged, before, after)):
        return document
    draft = Draft(document)
    for animation, old, new in zip(draft.entries("animations"), before, after, strict=True):
        known = {(channel.node, channel.property): channel for channel in old.channels}
        kept = {(channel.node, channel.property): channel for channel in new.channels}
        same = _cheaper_before(draft, animation, kept, quantized) if sharing else set()
        for slot, channel in enumerate(animation["channels"]):
            target = channel["target"]
            key = (target.get("node"), target["path"])
            if key not in known or "extensions" in target or key in same:
                continue
            if key not in kept:
                animation["channels"][slot] = DROPPED
            elif kept[key] is not known[key]:
                animation["samplers"].append(_sampler(draft, kept[key], quantized))
                channel["sampler"] = len(animation["samplers"]) - 1
    drop_channels(draft.tree)
    return draft.finish()


def _is_unchanged(old: Clip, new: Clip) -> bool:
    pairs = zip(old.channels, new.channels, strict=False)
    return len(old.channels) == len(new.channels) and all(a is b for a, b in pairs)


def _cheaper_before(
    draft: Draft, animation: Tree, kept: dict[_Target, Channel], quantized: bool
) -> set[_Target]:
    """The channels for which reduced keys would take more bytes than the stored ones, which share their
    times."""
    groups: dict[int, dict[_Target, int]] = {}
    """By accessor of times: the additional bytes of each channel with reduced keys."""
    times = {key: channel.times.tobytes() for key, channel in kept.items()}
    users = Counter(times.values())
    for channel in animation["channels"]:
        key = (channel["target"].get("node"), channel["target"]["path"])
        if key in kept:
            sampler, new = animation["samplers"][channel["sampler"]], kept[key]
            packed = quantized and new.property == "rotation" and new.interpolation != "CUBICSPLINE"
            size = new.values.size * (2 if packed else 4) + (TIMES + 4 * len(new.times)) / users[times[key]]
            old = np.asarray(view(draft.document, sampler["output"])).nbytes
            groups.setdefault(sampler["input"], {})[key] = int(size) - old
    same: set[_Target] = set()
    for index, more in groups.items():
        costly = {key for key, size in more.items() if size > 0}
        if sum(more[key] for key in costly) > TIMES + 4 * draft.entries("accessors")[index]["count"]:
            same |= costly
    return same


def _sampler(draft: Draft, channel: Channel, quantized: bool) -> Tree:
    times = draft.store_array(channel.times.astype("<f4"), min_max=True)
    width = 1 if channel.property == "weights" else channel.values.shape[-1]
    values: NDArray[Any] = channel.values.reshape(-1, width)
    if quantized and channel.property == "rotation" and channel.interpolation != "CUBICSPLINE":
        rounded = np.round(np.asarray(values, np.float64) * SHORT)
        if np.array_equal((rounded / SHORT).astype("<f4"), values.astype("<f4")):
            return _sampler_of(channel, times, draft.store_array(rounded.astype("<i2"), normalized=True))
    return _sampler_of(channel, times, draft.store_array(values.astype("<f4")))


def quantize_rotations(document: Document) -> Document:
    """Store rotations as 16-bit fractions; splines with tangents above 1 stay floats."""
    draft = Draft(document)
    for animation in draft.entries("animations"):
        outputs = {
            animation["samplers"][channel["sampler"]]["output"]
            for channel in animation["channels"]
            if channel["target"]["path"] == "rotation"
        }
        for sampler in animation["samplers"]:
            stored = np.asarray(view(draft.document, sampler["output"]))
            if sampler["output"] in outputs and stored.dtype == np.float32 and np.abs(stored).max() <= 1:
                rounded = np.round(stored.astype(np.float64) * SHORT).astype("<i2")
                sampler["output"] = draft.store_array(rounded, normalized=True)
    return draft.finish()


def _sampler_of(channel: Channel, times: int, output: int) -> Tree:
    sampler: Tree = {"input": times, "output": output}
    if channel.interpolation != "LINEAR":
        sampler["interpolation"] = channel.interpolation
    return sampler
