"""The builder's part for clips: keys that rise, values of the right width, one channel per property."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, get_args

import numpy as np

from pantin.rig.arrays import NotARig, Place, Reals, Shape, index, place, reals, unique
from pantin.rig.clip import Channel, Clip, Interpolation, Property

Look: TypeAlias = Callable[[Reals, str, Shape], Reals]
Known: TypeAlias = dict[tuple[Look, Place, Shape], Reals]


def clip(given: Clip, what: str, dimension: int, targets: dict[int, int], nodes: int) -> Clip:
    """The clip with every channel checked; `targets` is the number of blend shapes on each node that has a
    mesh."""
    known: Known = {}
    channels = tuple(
        _channel(one, f"{what} channel {at}", dimension, targets, nodes, known)
        for at, one in enumerate(given.channels)
    )
    unique(((one.node, one.property) for one in channels), f"{what} moves (node, property)")
    return replace(given, channels=channels)


def _channel(
    given: Channel, what: str, dimension: int, targets: dict[int, int], nodes: int, known: Known
) -> Channel:
    if given.interpolation not in get_args(Interpolation):
        raise NotARig(
            f"{what} interpolation is {given.interpolation!r}, none of {', '.join(get_args(Interpolation))}"
        )
    index(given.node, f"{what} node", nodes)
    width = _width(given, what, dimension, targets)
    times = _once(_times, given.times, f"{what} times", (None,), known)
    if not len(times):
        raise NotARig(f"{what} has no keys")
    shape = (len(times), 3, width) if given.interpolation == "CUBICSPLINE" else (len(times), width)
    return replace(given, times=times, values=_once(reals, given.values, f"{what} values", shape, known))


def _times(given: Reals, what: str, shape: Shape) -> Reals:
    times = reals(given, what, shape)
    if bool(np.any(times[1:] < times[:-1])):
        raise NotARig(f"{what} fall; each key comes after the one before it")
    return times


def _once(look: Look, given: Reals, what: str, shape: Shape, known: Known) -> Reals:
    """`look(given, what, shape)`, for all channels that have these numbers together."""
    if not isinstance(given, np.ndarray):  # a list: others may come to lie in the place of its array
        return look(given, what, shape)
    key = (look, place(given), shape)
    if key not in known:
        known[key] = look(given, what, shape)
    return known[key]


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
