"""Check clips for the builder: ascending keys, values of the right width, one channel per property."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias, get_args

import numpy as np

from pantin.base.records import replace
from pantin.maths import rotations, rotor
from pantin.rig.arrays import (
    InvalidRig,
    Reals,
    Shape,
    all_finite,
    batches,
    floats,
    index,
    is_canonical,
    is_finite,
    reals,
    unique,
)
from pantin.rig.clip import VISIBLE, AnimatedPart, Channel, Clip, Interpolation, Property, PropertyChannel
from pantin.rig.node import Nodes

INTERPOLATIONS, PROPERTIES = get_args(Interpolation), get_args(Property)
ANIMATED_PARTS = get_args(AnimatedPart)

ROTOR = 1e-3
"""How far R times its reverse may be from 1: keys of a few digits are normalised where they are read."""

NameOf: TypeAlias = Callable[[int], str]
"""Names a channel, given by its number, for a message: a clip may have thousands, so names are made on
demand."""

Settled: TypeAlias = dict[tuple[int, Shape], Reals]
"""Arrays with the dtype and shape they keep, by the id of the given array, which its channel keeps alive."""


def check_clip(clip: Clip, what: str, dimension: int, blend_shapes: dict[int, int], nodes: int) -> Clip:
    """The clip with every channel checked; `blend_shapes` is how many shapes the mesh of each node has."""
    channels = check_channels(
        clip.channels, lambda number: f"{what} channel {number}", dimension, blend_shapes, nodes
    )
    moved = [(channel.node, channel.property) for channel in channels]
    if len(set(moved)) < len(moved):
        unique(moved, f"{what} animates (node, property)")
    return replace(clip, channels=channels)


def check_channels(
    unchecked: Sequence[Channel], name: NameOf, dimension: int, blend_shapes: dict[int, int], nodes: int
) -> tuple[Channel, ...]:
    """Channels with everything checked that does not depend on others."""
    channels = tuple(unchecked)
    if not _are_canonical(channels, dimension, nodes):
        settled: Settled = {}
        channels = tuple(
            _check_channel(channel, name, number, dimension, blend_shapes, nodes, settled)
            for number, channel in enumerate(unchecked)
        )
    _check_numbers(channels, name)
    return channels


def _are_canonical(channels: tuple[Channel, ...], dimension: int, nodes: int) -> bool:
    """Whether `_check_channel` would return all of these node channels unchanged, as for most files: checking
    them together takes a third of the time."""
    widths = {"translation": dimension, "scale": dimension}
    if dimension == 3:  # rotors are more than numbers, so they are checked
        widths["rotation"] = rotations.QUATERNION
    known = set()
    for channel in channels:
        times, values, node = channel.times, channel.values, channel.node
        if id(times) not in known:
            if not (is_canonical(times) and times.ndim == 1 and len(times)):
                return False
            known.add(id(times))
        if (
            type(node) is not int
            or not 0 <= node < nodes
            or channel.interpolation not in ("LINEAR", "STEP")
            or type(values) is not np.ndarray
            or values.shape != (len(times), widths.get(channel.property))
            or values.flags.writeable
            or values.dtype.type not in (np.float32, np.float64)
        ):
            return False
    return True


def check_properties(clip: Clip, what: str, parts: Mapping[AnimatedPart, Sequence[Any]]) -> Clip:
    """The clip with the channels of its properties checked; `parts` are the collections of the rig."""
    if not clip.properties:
        return clip
    channels = tuple(
        check_property(channel, f"{what} property {number}", parts)
        for number, channel in enumerate(clip.properties)
    )
    unique([channel.target for channel in channels], f"{what} animates (part, index, field)")
    return replace(clip, properties=channels)


def check_property(
    channel: PropertyChannel, what: str, parts: Mapping[AnimatedPart, Sequence[Any]]
) -> PropertyChannel:
    """The channel of a property with everything checked that does not depend on others."""
    from pantin.rig.properties import width_of  # few clips have properties

    if channel.interpolation not in INTERPOLATIONS:
        known = ", ".join(INTERPOLATIONS)
        raise InvalidRig(f"{what} interpolation must be one of {known}, not {channel.interpolation!r}")
    if channel.part not in ANIMATED_PARTS:
        raise InvalidRig(f"{what} part must be one of {', '.join(ANIMATED_PARTS)}, not {channel.part!r}")
    listed = parts[channel.part]
    which = index(channel.index, f"{what} index in {channel.part}", len(listed))
    if channel.part == "nodes":
        if channel.field != VISIBLE or channel.interpolation != "STEP":
            raise InvalidRig(f"{what} must be the visibility of a node, with STEP: {channel.field!r}")
        width = 1
    else:
        try:
            width = width_of(listed[which or 0], channel.field)
        except ValueError as fault:
            raise InvalidRig(f"{what}, {channel.target}: {fault}") from None
    times = reals(channel.times, f"{what} times", (None,))
    if not len(times) or (times[1:] < times[:-1]).any():
        raise InvalidRig(f"{what} times must not {'descend' if len(times) else 'be empty'}")
    shape = (len(times), 3, width) if channel.interpolation == "CUBICSPLINE" else (len(times), width)
    return replace(channel, times=times, values=reals(channel.values, f"{what} values", shape))


def name_nodes(clip: Clip, nodes: Nodes) -> Clip:
    """The clip with the names of the nodes that it moves."""
    moved = sorted({channel.node for channel in clip.channels})
    return replace(clip, node_names=MappingProxyType({node: nodes.names[node] for node in moved}))


def _check_channel(
    channel: Channel,
    name: NameOf,
    number: int,
    dimension: int,
    blend_shapes: dict[int, int],
    nodes: int,
    settled: Settled,
) -> Channel:
    """The channel with everything checked but the numbers of its keys."""
    if channel.interpolation not in INTERPOLATIONS:
        known = ", ".join(INTERPOLATIONS)
        raise InvalidRig(
            f"{name(number)} interpolation must be one of {known}, not {channel.interpolation!r}"
        )
    if type(channel.node) is not int or not 0 <= channel.node < nodes:
        index(channel.node, f"{name(number)} node", nodes)
    width = _width(channel, name, number, dimension, blend_shapes)
    times, values = channel.times, channel.values
    if not (is_canonical(times) and times.ndim == 1):
        times = _settle(times, f"{name(number)} times", (None,), settled)
    if not len(times):
        raise InvalidRig(f"{name(number)} times must not be empty")
    shape = (len(times), 3, width) if channel.interpolation == "CUBICSPLINE" else (len(times), width)
    if not (is_canonical(values) and values.shape == shape):
        values = _settle(values, f"{name(number)} values", shape, settled)
    if channel.property == "rotation" and dimension != 3:
        _require_rotors(channel.interpolation, values, f"{name(number)} values", dimension)
    if times is channel.times and values is channel.values:
        return channel
    return Channel(channel.node, channel.property, times, values, channel.interpolation, channel.number)


def _require_rotors(interpolation: Interpolation, values: Reals, what: str, dimension: int) -> None:
    """Raise `InvalidRig` for keys that are not near a rotor. Keys of length 1 need not be rotors."""
    keys = values[:, 1] if interpolation == "CUBICSPLINE" else values
    if not is_finite(keys):
        return  # the numbers of all channels are checked together
    off = rotor.error(keys, dimension)
    if off.max() > ROTOR:
        worst = int(off.argmax())
        raise InvalidRig(
            f"{what} must be unit rotors of {dimension} dimensions, but key {worst} is off by "
            f'{off[worst]:.2g}; RigBuilder.add_channel also takes degrees in planes ("xy:90") and matrices'
        )


def _settle(values: Reals, what: str, shape: Shape, settled: Settled) -> Reals:
    """As `floats`; channels that are given one array get one array."""
    key = (id(values), shape)
    array = settled.get(key)
    if array is None:
        array = settled[key] = floats(values, what, shape)
    return array


def _check_numbers(channels: tuple[Channel, ...], name: NameOf) -> None:
    """All keys are finite and no times descend. All channels at once; if that fails, one by one, to name the
    channel at fault."""
    # Nearly all channels share their times: those of one array are checked once.
    times = {id(channel.times): channel.times for channel in channels}
    if _all_ascend(times.values()) and all_finite([channel.values for channel in channels]):
        return
    checked: set[int] = set()
    for number, channel in enumerate(channels):
        for member, array in (("times", channel.times), ("values", channel.values)):
            if id(array) not in checked and not is_finite(array):
                raise InvalidRig(f"{name(number)} {member} must be finite")
        if id(channel.times) not in checked and not _all_ascend([channel.times]):
            raise InvalidRig(f"{name(number)} times must be in ascending order")
        checked |= {id(channel.times), id(channel.values)}


def _all_ascend(arrays: Iterable[Reals]) -> bool:
    """Whether all of these times are finite, and none descend."""
    for batch in batches(arrays):
        joined = np.concatenate(batch)
        descends = joined[1:] < joined[:-1]
        descends[np.cumsum([len(times) for times in batch[:-1]], dtype=np.intp) - 1] = False
        if descends.any() or not is_finite(joined):
            return False
    return True


def _width(channel: Channel, name: NameOf, number: int, dimension: int, blend_shapes: dict[int, int]) -> int:
    """How many numbers a key has."""
    if channel.property not in PROPERTIES:
        known = ", ".join(PROPERTIES)
        raise InvalidRig(f"{name(number)} property must be one of {known}, not {channel.property!r}")
    if channel.property == "weights":
        if not blend_shapes.get(channel.node):
            what = f"{name(number)} property is weights, but node {channel.node} has no blend shapes"
            raise InvalidRig(what)
        return blend_shapes[channel.node]
    return rotations.width_in(dimension) if channel.property == "rotation" else dimension
