"""A clip as flat arrays for the compiled sampler: what each track is, where its keys lie, where its values
go."""

from __future__ import annotations

from typing import TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from pantin.kernels.clips import LINEAR, PARTS, SLERP, SPLINE, SPLINE_ROTATION, STEP, Program
from pantin.motion.tracks import Track, tracks
from pantin.rig import Clip

Places: TypeAlias = tuple[tuple[int, int], ...]

_PROGRAMS: WeakKeyDictionary[Clip, dict[Places, Program]] = WeakKeyDictionary()


def program(clip: Clip, first_weight: Places) -> Program:
    """The program of a clip, made once; `first_weight` lists nodes and where their amounts begin in a
    frame."""
    known = _PROGRAMS.setdefault(clip, {})
    if first_weight not in known:
        known[first_weight] = _compiled(tracks(clip), dict(first_weight))
    return known[first_weight]


def _compiled(given: tuple[Track, ...], first_weight: dict[int, int]) -> Program:
    rows, keys, values, channels = [], [np.zeros(0)], [np.zeros(0)], [np.zeros(0, np.int64)]
    key = value = channel = 0
    for one in given:
        width = one.values.shape[-1]
        part, count, columns = PARTS.index(one.property), len(one.nodes), one.values.shape[-2]
        # Channels that share a column have a row each, over the same values.
        for first in range(0, count, columns):
            rows.append((_kind(one), part, key, len(one.times), value, channel + first, columns, width))
        nodes = one.nodes.tolist()
        places = [first_weight[n] if one.property == "weights" else n * width for n in nodes]
        held = [one.values]
        if one.arcs is not None:
            # (K, C, 4), as the values are: the kernel then walks all of them alike
            held += [np.moveaxis(side, 0, -1) for side in (one.arcs.start, one.arcs.end)]
            held += [one.arcs.angle, one.arcs.sine]
        keys.append(one.times)
        values += [array.ravel() for array in held]
        channels.append(np.array(places, np.int64))
        key, channel = key + len(one.times), channel + count
        value += sum(array.size for array in held)
    table = np.array(rows, np.int64).reshape(-1, 8)
    arcs = int(table[table[:, 0] == SLERP, 6].sum())
    return Program(table, np.concatenate(keys), np.concatenate(values), np.concatenate(channels), arcs)


def _kind(track: Track) -> int:
    if track.interpolation == "STEP" or len(track.times) == 1:
        # one key of a spline: its value lies behind its in-tangent, where a spline looks for it
        return SPLINE if track.interpolation == "CUBICSPLINE" else STEP
    if track.interpolation == "CUBICSPLINE":
        return SPLINE_ROTATION if track.property == "rotation" else SPLINE
    return LINEAR if track.arcs is None else SLERP
