"""Check clips for the builder: ascending keys, values of the right width, one channel per property."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias, get_args

import numpy as np

from pantin.rig.arrays import InvalidRig, Reals, Shape, batches, floats, index, is_finite, is_settled, unique
from pantin.rig.clip import Channel, Clip, Interpolation, Property
from pantin.rig.node import Nodes

INTERPOLATIONS, PROPERTIES = get_args(Interpolation), get_args(Property)

Settled: TypeAlias = dict[tuple[int, Shape], Reals]
"""Arrays with the dtype and shape they keep, by the id of the given array, which its channel keeps alive."""


def check_clip(given: Clip, what: str, dimension: int, blend_shapes: dict[int, int], nodes: int) -> Clip:
    """The clip with every channel checked; `blend_shapes` is how many shapes the mesh of each node has."""
    names = [f"{what} channel {number}" for number in range(len(given.channels))]
    channels = check_channels(given.channels, names, dimension, blend_shapes, nodes)
    unique([(channel.node, channel.property) for channel in channels], f"{what} animates (node, property)")
    return replace(given, channels=channels)


def check_channels(
    given: Sequence[Channel],
    names: Sequence[str],
    dimension: int,
    blend_shapes: dict[int, int],
    nodes: int,
) -> tuple[Channel, ...]:
    """Channels with everything checked that does not depend on others; `names` are for messages."""
    settled: Settled = {}
    channels = tuple(
        [
            _check_channel(channel, what, dimension, blend_shapes, nodes, settled)
            for channel, what in zip(given, names, strict=True)
        ]
    )
    _check_numbers(channels, names)
    return channels


def name_nodes(clip: Clip, nodes: Nodes) -> Clip:
    """The clip with the names of the nodes that it moves."""
    moved = sorted({channel.node for channel in clip.channels})
    return replace(clip, node_names=MappingProxyType({node: nodes.names[node] for node in moved}))


def _check_channel(
    given: Channel, what: str, dimension: int, blend_shapes: dict[int, int], nodes: int, settled: Settled
) -> Channel:
    """The channel with everything checked but the numbers of its keys."""
    if given.interpolation not in INTERPOLATIONS:
        names = ", ".join(INTERPOLATIONS)
        raise InvalidRig(f"{what} interpolation must be one of {names}, not {given.interpolation!r}")
    if type(given.node) is not int or not 0 <= given.node < nodes:  # a name takes longer to make
        index(given.node, f"{what} node", nodes)
    width = _width(given, what, dimension, blend_shapes)
    times, values = given.times, given.values
    if not (is_settled(times) and times.ndim == 1):
        times = _settle(times, f"{what} times", (None,), settled)
    if not len(times):
        raise InvalidRig(f"{what} times must not be empty")
    shape = (len(times), 3, width) if given.interpolation == "CUBICSPLINE" else (len(times), width)
    if not (is_settled(values) and values.shape == shape):
        values = _settle(values, f"{what} values", shape, settled)
    if times is given.times and values is given.values:
        return given
    return Channel(given.node, given.property, times, values, given.interpolation, given.number)


def _settle(given: Reals, what: str, shape: Shape, settled: Settled) -> Reals:
    """As `floats`; channels that are given one array get one array."""
    key = (id(given), shape)
    array = settled.get(key)
    if array is None:
        array = settled[key] = floats(given, what, shape)
    return array


def _check_numbers(channels: tuple[Channel, ...], names: Sequence[str]) -> None:
    """All keys are finite and no times descend. All channels at once; if that fails, one by one, to name the
    channel at fault."""
    # Channels that share an array have the same object, so that it is checked once.
    times = {id(channel.times): channel.times for channel in channels}
    values = {id(channel.values): channel.values for channel in channels}
    if _all_ascend(times.values()) and _all_finite(values.values()):
        return
    checked: set[int] = set()
    for channel, what in zip(channels, names, strict=True):
        for name, array in (("times", channel.times), ("values", channel.values)):
            if id(array) not in checked and not is_finite(array):
                raise InvalidRig(f"{what} {name} must be finite")
        if id(channel.times) not in checked and not _all_ascend([channel.times]):
            raise InvalidRig(f"{what} times must not descend")
        checked |= {id(channel.times), id(channel.values)}


def _all_finite(arrays: Iterable[Reals]) -> bool:
    return all(is_finite(np.concatenate(batch, axis=None)) for batch in batches(arrays))


def _all_ascend(arrays: Iterable[Reals]) -> bool:
    """Whether all of these times are finite, and none descend."""
    for batch in batches(arrays):
        joined = np.concatenate(batch)
        descends = joined[1:] < joined[:-1]
        descends[np.cumsum([len(times) for times in batch[:-1]], dtype=np.intp) - 1] = False
        if descends.any() or not is_finite(joined):
            return False
    return True


def _width(given: Channel, what: str, dimension: int, blend_shapes: dict[int, int]) -> int:
    """How many numbers a key has."""
    if given.property not in PROPERTIES:
        names = ", ".join(PROPERTIES)
        raise InvalidRig(f"{what} property must be one of {names}, not {given.property!r}")
    if given.property == "weights":
        if not blend_shapes.get(given.node):
            raise InvalidRig(f"{what} property is weights, but node {given.node} has no blend shapes")
        return blend_shapes[given.node]
    if given.property == "translation":
        return dimension
    if dimension != 3:
        raise InvalidRig(f"{what} property {given.property} needs 3 dimensions, not {dimension}")
    return 4 if given.property == "rotation" else 3
