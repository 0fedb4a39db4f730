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


def measure(rig: Rig, other: Rig) -> Worst:
    """The largest distance of any vertex at rest and over all clips; vertices and clips are in one order."""
    a, b = Skin.of(rig), Skin.of(other)
    worst = _worst(_pairs(a, b, Clip(()), Clip(())), None, np.zeros(1), (_rest(rig), _rest(other)), Worst())
    for index, (clip, there) in enumerate(zip(rig.clips, other.clips, strict=True)):
        if clip.channels:
            worst = measure_clip(a, b, clip, there, worst, index)
    return worst


def measure_vertices(rig: Rig, other: Rig) -> Doubles:
    """(V,) the largest distance of each vertex at rest and over all clips."""
    a, b = Skin.of(rig), Skin.of(other)
    most = _measure_frames(a, b, Clip(()), Clip(()), np.zeros(1))
    for clip, there in zip(rig.clips, other.clips, strict=True):
        most = np.maximum(most, measure_clip_vertices(a, b, clip, there))
    return most


def measure_clip_vertices(a: Skin, b: Skin, clip: Clip, there: Clip) -> Doubles:
    """(V,) the largest distance of each vertex over one clip."""
    return _measure_frames(a, b, clip, there, dense_times(clip, there) if clip.channels else np.zeros(1))


def _measure_frames(a: Skin, b: Skin, clip: Clip, there: Clip, times: Doubles) -> Doubles:
    most, pairs = np.zeros(a.real), _pairs(a, b, clip, there)
    for first in range(0, len(times), FRAMES):
        some = times[first : first + FRAMES]
        motions = move(a.rig, clip, some), move(b.rig, there, some)
        for pair in pairs:
            most = np.maximum(most, _furthest(*pair, motions)[0])
    return most


def measure_clip(a: Skin, b: Skin, clip: Clip, there: Clip, worst: Worst = NOTHING, index: int = 0) -> Worst:
    """The largest distance of a vertex over one clip, if it is larger than `worst`; without points that are
    not vertices."""
    times, pairs = dense_times(clip, there), _pairs(a, b, clip, there)
    for first in range(0, len(times), FRAMES):
        some = times[first : first + FRAMES]
        worst = _worst(pairs, index, some, (move(a.rig, clip, some), move(b.rig, there, some)), worst)
    return worst


def _rest(rig: Rig) -> Motion:
    return move(rig, Clip(()), np.zeros(1))


def _pairs(a: Skin, b: Skin, clip: Clip, there: Clip) -> list[tuple[Skin, Skin]]:
    """The vertices of both skins that no blend shape moves, which a kernel computes, and the others."""
    same, a = a is b, a.hold_shapes(clip, there)
    b = a if same else b.hold_shapes(clip, there)
    shaped = np.union1d(a.shaped(), b.shaped())
    others = np.setdiff1d(np.arange(a.real), shaped)
    return [(a.pick(chosen), b.pick(chosen)) for chosen in (others, shaped) if len(chosen)]


def _worst(
    pairs: list[tuple[Skin, Skin]],
    clip: int | None,
    times: Doubles,
    motions: tuple[Motion, Motion],
    worst: Worst,
) -> Worst:
    """The larger of `worst` and the largest distance in some frames."""
    for a, b in pairs:
        distances, frames = _furthest(a, b, motions)
        vertex = int(distances.argmax())
        if distances[vertex] > worst.error:
            worst = Worst(float(distances[vertex]), clip, float(times[frames[vertex]]), vertex)
    return worst


def _furthest(a: Skin, b: Skin, motions: tuple[Motion, Motion]) -> tuple[Doubles, Indices]:
    """(V,) the largest distance of each vertex, and the frame."""
    compiled = engine.choose(len(motions[0].world) * len(a.vertices)) is not engine.Backend.NUMPY
    plain = not len(a.shaped()) and not len(b.shaped())
    return (_find_compiled if compiled and plain else _find)(a, b, motions)


def _find_compiled(a: Skin, b: Skin, motions: tuple[Motion, Motion]) -> tuple[Doubles, Indices]:
    from pantin.kernels.furthest import find_furthest

    return find_furthest(a.points(motions[0], a.real), b.points(motions[1], a.real))


def _find(a: Skin, b: Skin, motions: tuple[Motion, Motion]) -> tuple[Doubles, Indices]:
    distances, frames = np.zeros(a.real), np.zeros(a.real, np.int64)
    chosen = np.unique(np.concatenate([a.vertices, b.vertices]))
    step = max(1, AT_ONCE // max(len(a.vertices), 1))
    for first in range(0, len(motions[0].world), step):
        some = slice(first, first + step)
        found = errors(a, b, (motions[0].pick(some), motions[1].pick(some)), chosen)
        found = np.nan_to_num(found, nan=np.inf)
        where = found.argmax(axis=0)
        largest = found[where, np.arange(len(chosen))]
        frames[chosen] = np.where(largest > distances[chosen], where + first, frames[chosen])
        distances[chosen] = np.maximum(distances[chosen], largest)
    return distances, frames
