"""Check clips for the builder: ascending keys, values of the right width, one channel per property."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias, get_args

import numpy as np

from pantin.rig.arrays import InvalidRig, MemoryKey, Reals, Shape, index, memory_key, reals, unique
from pantin.rig.clip import Channel, Clip, Interpolation, Property
from pantin.rig.node import Nodes

INTERPOLATIONS, PROPERTIES = get_args(Interpolation), get_args(Property)

Check: TypeAlias = Callable[[Reals, str, Shape], Reals]
Known: TypeAlias = dict[tuple[Check, MemoryKey, Shape], Reals]


def check_clip(given: Clip, what: str, dimension: int, blend_shapes: dict[int, int], nodes: int) -> Clip:
    """The clip with every channel checked; `blend_shapes` is how many shapes the mesh of each node has."""
    known: Known = {}
    channels = tuple(
        _check_channel(channel, f"{what} channel {number}", dimension, blend_shapes, nodes, known)
        for number, channel in enumerate(given.channels)
    )
    unique(((channel.node, channel.property) for channel in channels), f"{what} animates (node, property)")
    return replace(given, channels=channels)


def name_nodes(clip: Clip, nodes: Nodes) -> Clip:
    """The clip with the names of the nodes that it moves."""
    moved = sorted({channel.node for channel in clip.channels})
    return replace(clip, node_names=MappingProxyType({node: nodes.names[node] for node in moved}))


def _check_channel(
    given: Channel, what: str, dimension: int, blend_shapes: dict[int, int], nodes: int, known: Known
) -> Channel:
    if given.interpolation not in INTERPOLATIONS:
        names = ", ".join(INTERPOLATIONS)
        raise InvalidRig(f"{what} interpolation must be one of {names}, not {given.interpolation!r}")
    index(given.node, f"{what} node", nodes)
    width = _width(given, what, dimension, blend_shapes)
    times = _check_once(_check_times, given.times, f"{what} times", (None,), known)
    if not len(times):
        raise InvalidRig(f"{what} has no keys")
    shape = (len(times), 3, width) if given.interpolation == "CUBICSPLINE" else (len(times), width)
    values = _check_once(reals, given.values, f"{what} values", shape, known)
    # Not `replace`, which takes twice as long: a file may have thousands of channels.
    return Channel(given.node, given.property, times, values, given.interpolation, given.number)


def _check_times(given: Reals, what: str, shape: Shape) -> Reals:
    times = reals(given, what, shape)
    if (times[1:] < times[:-1]).any():
        raise InvalidRig(f"{what} must not descend")
    return times


def _check_once(check: Check, given: Reals, what: str, shape: Shape, known: Known) -> Reals:
    """`check(given, what, shape)`, called once for all channels that share an array."""
    if not isinstance(given, np.ndarray):  # the array of a list is temporary: another may get its memory
        return check(given, what, shape)
    key = (check, memory_key(given), shape)
    checked = known.get(key)
    if checked is None:
        checked = known[key] = check(given, what, shape)
    return checked


def _width(given: Channel, what: str, dimension: int, blend_shapes: dict[int, int]) -> int:
    """How many numbers a key has."""
    if given.property not in PROPERTIES:
        names = ", ".join(PROPERTIES)
        raise InvalidRig(f"{what} property must be one of {names}, not {given.property!r}")
    if given.property == "weights":
        if not blend_shapes.get(given.node):
            raise InvalidRig(f"{what} animates blend weights, but node {given.node} has no blend shapes")
        return blend_shapes[given.node]
    if given.property == "translation":
        return dimension
    if dimension != 3:
        raise InvalidRig(f"{what} animates {given.property}, which needs 3 dimensions, not {dimension}")
    return 4 if given.property == "rotation" else 3
