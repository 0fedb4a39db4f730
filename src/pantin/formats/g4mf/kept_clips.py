"""Store clips as JSON in the extras of a document, because G4MF has no animations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import numpy as np

from pantin.rig import Channel, Clip, Rig
from pantin.rig.builder_clip import check_clip
from pantin.rig.clip import Interpolation, Property


class _Channel(msgspec.Struct, omit_defaults=True):
    """A channel; its values are a flat list in key order."""

    node: int
    property: Property
    times: list[float]
    values: list[float]
    interpolation: Interpolation = "LINEAR"


class _Clip(msgspec.Struct, omit_defaults=True):
    channels: list[_Channel]
    name: str | None = None


def clips_json(rig: Rig, node_index: Callable[[int], int]) -> dict[str, Any]:
    """The clips of a rig with node indices of the file; empty without clips."""
    clips = [
        _Clip([_channel_json(channel, node_index) for channel in clip.channels], clip.name)
        for clip in rig.clips
        if clip.channels
    ]
    return {"clips": msgspec.to_builtins(clips)} if clips else {}


def _channel_json(channel: Channel, node_index: Callable[[int], int]) -> _Channel:
    times, values = (
        array.astype(np.float64).reshape(-1).tolist() for array in (channel.times, channel.values)
    )
    return _Channel(node_index(channel.node), channel.property, times, values, channel.interpolation)


def read_clips(
    stored: object, dimension: int, nodes: int, blend_shapes: Mapping[int, int]
) -> tuple[Clip, ...]:
    """Read stored clips for a rig with this many nodes and, per node, blend shapes. Raises `ValueError` for
    anything that `clips_json` does not produce."""
    try:
        clips = msgspec.convert(stored, list[_Clip])
    except (msgspec.ValidationError, OverflowError) as error:
        raise ValueError(str(error)) from None
    return tuple(
        check_clip(
            Clip(tuple(map(_channel, clip.channels)), clip.name),
            f"clip {number}",
            dimension,
            dict(blend_shapes),
            nodes,
        )
        for number, clip in enumerate(clips)
    )


def _channel(stored: _Channel) -> Channel:
    times, values = (np.array(numbers, np.float64) for numbers in (stored.times, stored.values))
    rows = (len(times), 3) if stored.interpolation == "CUBICSPLINE" else (len(times),)
    keys = int(np.prod(rows))
    if not keys or len(values) % keys:
        raise ValueError(f"a channel has {len(values)} values for {len(times)} keys")
    return Channel(stored.node, stored.property, times, values.reshape(*rows, -1), stored.interpolation)
