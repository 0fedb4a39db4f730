"""How far posed vertices of two rigs are apart over all clips, at ten times the density of their keys."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pantin.kernels import engine
from pantin.rig import Clip, Doubles, Indices, Rig
from pantin.slimming.skin import Motion, Skin, dense_times, errors, move

AT_ONCE = 2_000_000
"""Positions that are computed in one pass."""

FRAMES = 512
"""Frames of one pass of the compiled kernel: its transforms stay in the cache."""


@dataclass(frozen=True, eq=False, slots=True)
class Worst:
    """The largest distance, and where it is: the clip (None: at rest), the time and the vertex."""

    error: float = 0.0
    clip: int | None = None
    time: float = 0.0
    vertex: int = 0


NOTHING = Worst()


def measure(rig: Rig, other: Rig, order: Indices | None = None) -> Worst:
    """The largest distance of any vertex at rest and over all clips; clip i of both is the same.

    Vertex `order[i]` of the other rig is vertex i, without it the same number.
    """
    a, b = Skin.of(rig), Skin.of(other, order)
    a, b = a.pick(np.arange(a.real)), b.pick(np.arange(b.real))
    worst = _worst(a, b, None, np.zeros(1), (_rest(rig), _rest(other)), Worst())
    for index, (clip, there) in enumerate(zip(rig.clips, other.clips, strict=True)):
        if clip.channels:
            worst = measure_clip(a, b, clip, there, worst, index)
    return worst


def measure_clip(a: Skin, b: Skin, clip: Clip, there: Clip, worst: Worst = NOTHING, index: int = 0) -> Worst:
    """The largest distance of a vertex over one clip, if it is larger than `worst`; without points that are
    not vertices."""
    times = dense_times(clip, there)
    for first in range(0, len(times), FRAMES):
        some = times[first : first + FRAMES]
        worst = _worst(a, b, index, some, (move(a.rig, clip, some), move(b.rig, there, some)), worst)
    return worst


def _rest(rig: Rig) -> Motion:
    return move(rig, Clip(()), np.zeros(1))


def _worst(
    a: Skin, b: Skin, clip: int | None, times: Doubles, motions: tuple[Motion, Motion], worst: Worst
) -> Worst:
    """The larger of `worst` and the largest distance in some frames."""
    compiled = engine.choose(len(times) * len(a.vertices)) is not engine.Backend.NUMPY
    plain = not a.shapes and not b.shapes
    distances, frames = (_find_compiled if compiled and plain else _find)(a, b, motions)
    vertex = int(distances.argmax()) if len(distances) else 0
    if not len(distances) or distances[vertex] <= worst.error:
        return worst
    return Worst(float(distances[vertex]), clip, float(times[frames[vertex]]), vertex)


def _find_compiled(a: Skin, b: Skin, motions: tuple[Motion, Motion]) -> tuple[Doubles, Indices]:
    from pantin.kernels.furthest import find_furthest

    return find_furthest(a.points(motions[0], a.real), b.points(motions[1], a.real))


def _find(a: Skin, b: Skin, motions: tuple[Motion, Motion]) -> tuple[Doubles, Indices]:
    """(V,) the largest distance of each vertex, and the frame."""
    distances, frames = np.zeros(a.real), np.zeros(a.real, np.int64)
    every = np.arange(a.real)
    step = max(1, AT_ONCE // max(len(a.vertices), 1))
    for first in range(0, len(motions[0].world), step):
        some = slice(first, first + step)
        found = np.nan_to_num(errors(a, b, (motions[0].pick(some), motions[1].pick(some)), every), nan=np.inf)
        where = found.argmax(axis=0)
        largest = found[where, every]
        frames = np.where(largest > distances, where + first, frames)
        distances = np.maximum(distances, largest)
    return distances, frames
