"""The builder's part for clips: keys that rise, values of the right width, one channel per property."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np

from pantin.rig.arrays import NotARig, index, reals, unique
from pantin.rig.clip import Channel, Clip, Interpolation, Property


def clip(given: Clip, what: str, dimension: int, targets: dict[int, int], nodes: int) -> Clip:
    """The clip with every channel checked; `targets` is the number of blend shapes on each node that has a
    mesh."""
    channels = tuple(
        _channel(one, f"{what} channel {at}", dimension, targets, nodes)
        for at, one in enumerate(given.channels)
    )
    unique(((one.node, one.property) for one in channels), f"{what} moves (node, property)")
    return replace(given, channels=channels)


def _channel(given: Channel, what: str, dimension: int, targets: dict[int, int], nodes: int) -> Channel:
    if given.interpolation not in get_args(Interpolation):
        raise NotARig(
            f"{what} interpolation is {given.interpolation!r}, none of {', '.join(get_args(Interpolation))}"
        )
    index(given.node, f"{what} node", nodes)
    width = _width(given, what, dimension, targets)
    times = reals(given.times, f"{what} times", (None,))
    if not len(times):
        raise NotARig(f"{what} has no keys")
    if bool(np.any(times[1:] < times[:-1])):
        raise NotARig(f"{what} times fall; each key comes after the one before it")
    shape = (len(times), 3, width) if given.interpolation == "CUBICSPLINE" else (len(times), width)
    return replace(given, times=times, values=reals(given.values, f"{what} values", shape))


def _width(given: Channel, what: str, dimension: int, targets: dict[int, int]) -> int:
    """How many numbers a key has."""
    if given.property not in get_args(Property):
        raise NotARig(f"{what} property is {given.property!r}, none of {', '.join(get_args(Property))}")
    if given.property == "weights":
        if not targets.get(given.node):
            raise NotARig(f"{what} moves blend amounts of node {given.node}, which has no blend shapes")
        return targets[given.node]
    if given.property == "translation":
        return dimension
    if dimension != 3:
        raise NotARig(f"{what} moves a {given.property}, which clips do in 3 dimensions, not in {dimension}")
    return 4 if given.property == "rotation" else 3
