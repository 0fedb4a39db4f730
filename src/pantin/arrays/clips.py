"""The arrays of clips: keys as they are, or samples where all channels share their times."""

from __future__ import annotations

import math
from typing import Any, cast, get_args

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Arrays, Named, require_affordable
from pantin.maths import rotations
from pantin.rig import Channel, Clip, Interpolation, Property, Rig

PARTS: dict[str, Property] = {
    "translations": "translation",
    "rotations": "rotation",
    "scales": "scale",
}
"""The arrays of a sampled clip, and the property of each."""


SAME_FRAME = 1e-3
"""Frames by which a time may miss its frame: float32 rounds an hour to a quarter of a millisecond."""


def parts_of(rig: Rig, clip: Clip) -> dict[str, Property]:
    """The arrays of the samples of a clip: outside 3D translations alone where nothing rotates or scales."""
    turns = any(channel.property in ("rotation", "scale") for channel in clip.channels)
    return PARTS if turns or rig.dimension == 3 else {"translations": "translation"}


def clip_arrays(rig: Rig, clip: Clip) -> Named:
    """The keys of a clip, or its samples if it consists of such."""
    if is_sampled(rig, clip):
        return _sample_arrays(rig, clip)
    return _key_arrays(clip)


def _key_arrays(clip: Clip) -> Named:
    channels = clip.channels
    values = [channel.values.reshape(-1) for channel in channels]
    require_affordable(sum(map(len, values)), "key_values")
    return {
        "channel_nodes": np.array([channel.node for channel in channels], np.int64),
        "channel_properties": np.array([channel.property for channel in channels], np.str_),
        "channel_interpolations": np.array([channel.interpolation for channel in channels], np.str_),
        "key_offsets": _offsets([len(channel.times) for channel in channels]),
        "key_times": _concatenate([channel.times for channel in channels]),
        "value_offsets": _offsets([len(block) for block in values]),
        "key_values": _concatenate(values),
    }


def _offsets(lengths: list[int]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)


def _concatenate(blocks: list[Any]) -> NDArray[Any]:
    return np.concatenate(blocks) if blocks else np.zeros(0)


def _width(part: Property, dimension: int) -> int:
    return rotations.width_in(dimension) if part == "rotation" else dimension


def is_sampled(rig: Rig, clip: Clip) -> bool:
    """Whether all channels are linear with the same times, and animate all parts of the same nodes."""
    if not clip.channels:
        return False
    times = clip.channels[0].times
    moved: dict[Property, set[int]] = {kind: set() for kind in get_args(Property)}
    dtypes: dict[Property, set[np.dtype[Any]]] = {kind: set() for kind in get_args(Property)}
    for channel in clip.channels:
        shared = channel.times is times or (
            channel.times.dtype == times.dtype and np.array_equal(channel.times, times)
        )
        if channel.interpolation != "LINEAR" or not shared:
            return False
        moved[channel.property].add(channel.node)
        dtypes[channel.property].add(channel.values.dtype)
    parts = parts_of(rig, clip).values()
    same = all(moved[part] == moved["translation"] for part in parts)
    return same and all(len(dtypes[part]) <= 1 for part in parts)


def _sample_arrays(rig: Rig, clip: Clip) -> Named:
    values = {(channel.property, channel.node): channel.values for channel in clip.channels}
    nodes = sorted(node for kind, node in values if kind == "translation")
    times = clip.channels[0].times
    arrays: Named = {"times": times, "nodes": np.array(nodes, np.int64)}
    for name, part in parts_of(rig, clip).items():
        width = _width(part, rig.dimension)
        require_affordable(len(times) * len(nodes) * width, name)
        stacked = [values[part, node] for node in nodes]
        arrays[name] = np.stack(stacked, axis=1) if stacked else np.zeros((len(times), 0, width))
    for node in sorted(node for kind, node in values if kind == "weights"):
        arrays[f"instance{rig.instance_at(node)}/blend_weights"] = values["weights", node]
    return arrays


def resample_clip(rig: Rig, clip: Clip, fps: float) -> Clip:
    """The clip as samples at `fps`, from 0 to the first frame at or after its end, of every node whose rest
    transform consists of parts, and of every other node that it animates."""
    from pantin.motion import sample
    from pantin.motion.pose_clips import pose_parts

    frames = max(math.ceil(clip.duration * fps - SAME_FRAME), 0) + 1
    require_affordable(frames * max(1, len(rig.nodes)) * (rig.dimension + 1), "a sampled clip")
    times = np.arange(frames) / fps
    poses = sample(rig, clip, times)
    animated = {channel.node for channel in clip.channels if channel.property != "weights"}
    nodes = [node for node in range(len(rig.nodes)) if not rig.nodes.general[node] or node in animated]
    columns = pose_parts(poses)
    channels = [
        Channel(node, part, times, np.ascontiguousarray(columns[part][:, node]))
        for part in parts_of(rig, clip).values()
        for node in nodes
    ]
    blended = sorted({channel.node for channel in clip.channels if channel.property == "weights"})
    channels += [
        Channel(node, "weights", times, np.ascontiguousarray(poses.blend[rig.instance_at(node)]))
        for node in blended
    ]
    return Clip(tuple(channels), clip.name)


def clip_from(arrays: Arrays, dimension: int, instances: list[int], name: str | None) -> Clip:
    """A clip from its keys or samples; `instances` are the nodes of the instances."""
    if "times" in arrays:
        return Clip(tuple(_sampled_channels(arrays, dimension, instances)), name)
    return Clip(tuple(_keyed_channels(arrays)), name)


def _sampled_channels(arrays: Arrays, dimension: int, instances: list[int]) -> list[Channel]:
    times = arrays.numbers("times", "T")
    nodes = arrays.integers("nodes", "A")
    channels = []
    stored = {name: part for name, part in PARTS.items() if dimension == 3 or name in arrays}
    for name, part in stored.items():
        width = _width(part, dimension)
        values = arrays.numbers(name, len(times), len(nodes), width)
        channels += [Channel(int(node), part, times, values[:, row]) for row, node in enumerate(nodes)]
    for number, node in enumerate(instances):
        under = arrays.with_prefix(f"instance{number}/")
        if "blend_weights" in under:
            channels.append(Channel(node, "weights", times, under.numbers("blend_weights", len(times), "B")))
    return channels


def _keyed_channels(arrays: Arrays) -> list[Channel]:
    nodes = arrays.integers("channel_nodes", "C")
    count = len(nodes)
    properties = arrays.strings("channel_properties", count)
    interpolations = arrays.strings("channel_interpolations", count)
    times, values = arrays.numbers("key_times", "K"), arrays.numbers("key_values", "W")
    keys = _read_offsets(arrays, "key_offsets", count, len(times))
    blocks = _read_offsets(arrays, "value_offsets", count, len(values))
    channels = []
    for number in range(count):
        key = times[keys[number] : keys[number + 1]]
        block = values[blocks[number] : blocks[number + 1]]
        shape = (len(key), 3, -1) if interpolations[number] == "CUBICSPLINE" else (len(key), -1)
        rows = len(key) * (3 if len(shape) == 3 else 1)
        if not rows or len(block) % rows:
            where = f"{arrays.prefix}value_offsets"
            raise ValueError(
                f"array {where!r}: channel {number} has {len(block)} values for {len(key)} keys "
                f"({interpolations[number]})"
            )
        channels.append(
            Channel(
                int(nodes[number]),
                cast("Property", properties[number]),  # the builder checks the words
                key,
                block.reshape(shape),
                cast("Interpolation", interpolations[number]),
            )
        )
    return channels


def _read_offsets(arrays: Arrays, name: str, count: int, end: int) -> list[int]:
    offsets = arrays.integers(name, count + 1)
    if offsets[0] != 0 or offsets[-1] != end or (np.diff(offsets) < 0).any():
        raise ValueError(f"array {arrays.prefix + name!r} must ascend from 0 to {end}")
    listed: list[int] = offsets.tolist()
    return listed
