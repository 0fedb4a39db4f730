"""How far posed vertices of two rigs are apart over all clips, at ten times the density of their keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pantin.base.records import Record
from pantin.kernels import engine
from pantin.kernels.furthest import Groups, WeightedPoints, find_furthest, find_furthest_groups, make_groups
from pantin.operations.slimming.poses import measured_motions
from pantin.operations.slimming.skin import (
    DENSITY,
    Frames,
    PosedVertices,
    SampledMotion,
    dense_times,
    errors,
    move,
)
from pantin.operations.slimming.together import Search, answer_groups, run_together, split_work
from pantin.rig import Clip, Doubles, Indices, Rig
from pantin.rig.rig import same_parts

AT_ONCE = 2_000_000
"""Positions that are computed in one pass."""

TOGETHER = 100_000
"""The same for several clips: they stay in the cache."""

FRAMES = 512
"""Frames of one pass of the compiled kernel: its transforms stay in the cache."""

CLOSE = 0.85
"""Vertices with at least this part of the largest distance are also measured between frames; others may be
left out of the search for the largest."""

MOST_CLOSE = 4000
"""The most such vertices."""

MOST_PEAKS = 128
"""The most frames around which they are measured."""

BETWEEN = 4
"""Times between two frames for such a measurement."""


KEPT_PAIRS = 4
"""Pairs of skins that are remembered: clips of one rig are measured one after the other."""


class Worst(Record, eq=False):
    """The largest distance, and where it is: the clip (None: at rest), the time and the vertex."""

    error: float = 0.0
    clip: int | None = None
    time: float = 0.0
    vertex: int = 0


class Distances(NamedTuple):
    """(V,) the largest distance of each vertex, and the time of it."""

    most: Doubles
    times: Doubles

    def merge(self, most: Doubles, times: Doubles) -> Distances:
        """The larger of both for each vertex."""
        further = most > self.most
        return Distances(np.where(further, most, self.most), np.where(further, times, self.times))

    def worst(self, clip: int | None) -> Worst:
        vertex = int(self.most.argmax()) if len(self.most) else 0
        return Worst(
            float(self.most.max(initial=0.0)), clip, float(self.times[vertex : vertex + 1].sum()), vertex
        )


@np.errstate(all="ignore")  # numbers of a file may be anything
def measure(rig: Rig, other: Rig) -> Worst:
    """The largest distance of any vertex at rest and over all clips; vertices and clips are in one order."""
    a, b = PosedVertices.from_rig(rig), PosedVertices.from_rig(other)
    unmoved = _pose_alike(a, b)
    pairs = {
        index: (clip, there)
        for index, (clip, there) in enumerate(zip(rig.clips, other.clips, strict=True))
        if clip.channels and not (unmoved and same_parts(clip.channels, there.channels))
    }
    moved = zip(pairs, measure_clips(a, b, [*pairs.values()]), strict=True)
    rest = _measure_rest(a, b).worst(None)
    worst = max([rest, *(clip.worst(index) for index, clip in moved)], key=lambda each: each.error)
    return worst if worst.error else Worst()


def _pose_alike(a: PosedVertices, b: PosedVertices) -> bool:
    """Whether the same clip moves both in the same way, to the last bit."""
    fields = ("vertices", "nodes", "weights", "local", "shapes", "count", "real")
    return (
        all(same_parts(getattr(a, name), getattr(b, name)) for name in fields)
        and same_parts(a.rig.nodes, b.rig.nodes)
        and same_parts(a.rig.rest_pose().blend, b.rig.rest_pose().blend)
    )


@np.errstate(all="ignore")  # numbers of a file may be anything
def measure_poses(rig: Rig, other: Rig) -> float:
    """The largest distance of any vertex with each blend shape and expression at 1, and in random poses; the
    rigs have the same nodes, and vertices in one order."""
    a, b = PosedVertices.from_rig(rig), PosedVertices.from_rig(other)
    chosen, worst = np.arange(a.real), 0.0
    a, b = a.pick(chosen), b.pick(chosen)
    for here, there in zip(measured_motions(rig), measured_motions(other), strict=True):
        far = errors(a, b, (here, there), chosen)
        worst = max(worst, float(np.nan_to_num(far, nan=np.inf).max(initial=0.0)))
    return worst


@np.errstate(all="ignore")  # numbers of a file may be anything
def measure_vertices(rig: Rig, other: Rig) -> Doubles:
    """(V,) the largest distance of each vertex at rest and over all clips."""
    a, b = PosedVertices.from_rig(rig), PosedVertices.from_rig(other)
    most = _measure_rest(a, b).most
    pairs = [pair for pair in zip(rig.clips, other.clips, strict=True) if pair[0].channels]
    for distances in measure_clips(a, b, pairs, part=0.0):
        most = np.maximum(most, distances.most)
    return most


def measure_clips(
    a: PosedVertices, b: PosedVertices, pairs: Sequence[tuple[Clip, Clip]], *, part: float = CLOSE
) -> Iterator[Distances]:
    """The distances of vertices over some clips, as `measure_clip`; many short clips at once."""
    work = [len(clip.channels[0].times) * DENSITY * len(a.vertices) for clip, _ in pairs]
    for first, end in split_work(work, AT_ONCE):
        yield from run_together([search_distances(a, b, *pair, part=part) for pair in pairs[first:end]])


def measure_clip(
    a: PosedVertices, b: PosedVertices, clip: Clip, there: Clip, *, part: float = CLOSE
) -> Distances:
    """The distances of vertices over one clip; without points that are not vertices. Of those below a part
    of the largest, some are left out (0)."""
    return run_together([search_distances(a, b, clip, there, part=part)])[0]


def search_distances(
    a: PosedVertices, b: PosedVertices, clip: Clip, there: Clip, *, part: float = CLOSE
) -> Search[Distances]:
    """As `measure_clip`, beside other searches."""
    times = dense_times(clip, there)
    distances: Distances = yield Apart(a, b, (clip, there), times, part)
    # Splines that begin between keys may bend between the frames: look closer where the distance is large.
    close = np.flatnonzero(distances.most >= CLOSE * distances.most.max(initial=0.0))
    if len(times) < 2 or not distances.most.any():
        return distances
    close = close[:: -(-len(close) // MOST_CLOSE)]
    largest = distances.times[close[np.argsort(-distances.most[close], kind="stable")]]
    chosen = largest[np.sort(np.unique(largest, return_index=True)[1])][:MOST_PEAKS]
    where = np.searchsorted(times, chosen)
    left = np.unique(np.clip(np.concatenate([where - 1, where]), 0, len(times) - 2))
    parts = np.arange(1, BETWEEN + 1) / (BETWEEN + 1)
    between = (times[left, None] + (times[left + 1] - times[left])[:, None] * parts).ravel()
    closer = yield Apart(a, b, (clip, there), between, part, close)
    return distances.merge(*closer)


class Apart(NamedTuple):
    """Asks for the distances between the vertices of two skins at some times of a clip each: of all vertices,
    or of chosen ones."""

    a: PosedVertices
    b: PosedVertices
    clips: tuple[Clip, Clip]
    times: Doubles
    part: float
    chosen: Indices | None = None

    @staticmethod
    def answer(asks: Sequence[Apart]) -> list[Distances]:
        """The distances, of short clips over the same skins together."""
        return answer_groups(asks, lambda ask: (id(ask.a), id(ask.b), ask._is_short()), _measure_group)

    def _is_short(self) -> bool:
        """Whether this is little work, without blend shapes."""
        little = engine.choose(len(self.times) * len(self.a.vertices)) is engine.Backend.NUMPY
        return little and not self.a.shapes and not self.b.shapes

    def measure(self) -> Distances:
        """The distances, alone."""
        a, b = self.a, self.b
        if self.chosen is not None:
            a = self.a.pick(self.chosen)
            b = a if self.a is self.b else self.b.pick(self.chosen)
        return _measure_frames(a, b, self.clips, self.times, self.part)


def _measure_group(asks: Sequence[Apart]) -> Iterator[Distances]:
    if len(asks) == 1 or not asks[0]._is_short():
        yield from (ask.measure() for ask in asks)
        return
    work = [len(ask.times) * len(ask.a.vertices) for ask in asks]
    for first, end in split_work(work, TOGETHER):
        yield from _measure_together(asks[first:end])


def _measure_together(asks: Sequence[Apart]) -> Iterator[Distances]:
    """The distances over several clips from one array of positions."""
    a, b = asks[0].a, asks[0].b
    every = [np.arange(a.real) if ask.chosen is None else ask.chosen for ask in asks]
    vertices = np.unique(np.concatenate(every))
    some = a.pick(vertices)
    both = some, some if a is b else b.pick(vertices)
    frames = [Frames(skin.rig, ask.clips[side], ask.times) for side, skin in enumerate(both) for ask in asks]
    motions = Frames.answer(frames)
    joined = SampledMotion.join(motions[: len(asks)]), SampledMotion.join(motions[len(asks) :])
    apart = np.nan_to_num(errors(*both, joined, vertices), nan=np.inf)
    end = 0
    for ask, chosen in zip(asks, every, strict=True):
        first, end = end, end + len(ask.times)
        columns = np.searchsorted(vertices, chosen)
        deviations = apart[first:end] if len(columns) == len(vertices) else apart[first:end, columns]
        frame = deviations.argmax(axis=0)
        distances = Distances(np.zeros(a.real), np.zeros(a.real))
        largest = distances.most.copy()
        largest[chosen] = deviations[frame, np.arange(len(chosen))]
        times = distances.times.copy()
        times[chosen] = ask.times[frame]
        yield distances.merge(largest, times)


def _measure_rest(a: PosedVertices, b: PosedVertices) -> Distances:
    return _measure_frames(a, b, (Clip(()), Clip(())), np.zeros(1), 0.0)


def _measure_frames(
    a: PosedVertices, b: PosedVertices, clips: tuple[Clip, Clip], times: Doubles, part: float
) -> Distances:
    """The distances between the vertices of both skins, at some times."""
    distances, pairs = Distances(np.zeros(a.real), np.zeros(a.real)), _pairs(a, b, *clips)
    comparisons = [Comparison(*pair, len(times)) for pair in pairs]
    for first in range(0, len(times), FRAMES):
        some = times[first : first + FRAMES]
        motions = move(a.rig, clips[0], some), move(b.rig, clips[1], some)
        for comparison in comparisons:
            most, frames = comparison.find(motions, part, float(distances.most.max(initial=0.0)))
            distances = distances.merge(most, some[frames])
    return distances


def _pairs(
    a: PosedVertices, b: PosedVertices, clip: Clip, there: Clip
) -> list[tuple[PosedVertices, PosedVertices]]:
    """The vertices of both skins that no blend shape moves, which a kernel computes, and the others."""
    same, a = a is b, a.hold_shapes(clip, there)
    b = a if same else b.hold_shapes(clip, there)
    shaped = np.union1d(a.vertices_with_shapes(), b.vertices_with_shapes())
    others = np.setdiff1d(np.arange(a.real), shaped)
    return [(a.pick(chosen), b.pick(chosen)) for chosen in (others, shaped) if len(chosen)]


class Comparison:
    """Compares two skins with the same vertices: compiled for large work without blend shapes, and in groups
    if vertices follow the same nodes in both."""

    def __init__(self, a: PosedVertices, b: PosedVertices, frames: int) -> None:
        self.a, self.b = a, b
        compiled = engine.choose(frames * len(a.vertices)) is not engine.Backend.NUMPY
        plain = not len(a.vertices_with_shapes()) and not len(b.vertices_with_shapes())
        self.compiled = compiled and plain
        self.together = pair_nodes(a, b) if self.compiled else None

    def find(
        self, motions: tuple[SampledMotion, SampledMotion], part: float, worst: float
    ) -> tuple[Doubles, Indices]:
        """(V,) the largest distance of each vertex, and the frame; those below a part of the largest, which
        is `worst` at least, may be missing."""
        if not self.compiled:
            return _find(self.a, self.b, motions)

        if self.together is None or part <= 0:
            points = self.a.points(motions[0], self.a.real), self.b.points(motions[1], self.a.real)
            return find_furthest(*points)
        most, frames, _ = find_furthest_groups(
            self.together.points(*motions), self.together.groups, part, worst
        )
        return most, frames


def _find(
    a: PosedVertices, b: PosedVertices, motions: tuple[SampledMotion, SampledMotion]
) -> tuple[Doubles, Indices]:
    distances, frames = np.zeros(a.real), np.zeros(a.real, np.int64)
    chosen = np.unique(np.concatenate([a.vertices, b.vertices]))
    step = max(1, AT_ONCE // max(len(a.vertices), 1))
    for first in range(0, len(motions[0].world), step):
        some = slice(first, first + step)
        deviations = errors(a, b, (motions[0].pick(some), motions[1].pick(some)), chosen)
        deviations = np.nan_to_num(deviations, nan=np.inf)
        where = deviations.argmax(axis=0)
        largest = deviations[where, np.arange(len(chosen))]
        frames[chosen] = np.where(largest > distances[chosen], where + first, frames[chosen])
        distances[chosen] = np.maximum(distances[chosen], largest)
    return distances, frames


class PairedNodes(Record, eq=False):
    """The vertices of two skins as sums of points that follow a node here and one there.

    here, there   (P,) the nodes of each pair
    vertices      as `WeightedPoints`, with the numbers of pairs in place of nodes; its transforms are empty
    groups        of these vertices
    """

    here: Indices
    there: Indices
    vertices: WeightedPoints
    groups: Groups

    def points(self, a: SampledMotion, b: SampledMotion) -> WeightedPoints:
        """The vertices with differences of transforms as transforms: the lengths of their sums are the
        distances."""
        gaps = a.world[:, self.here] - b.world[:, self.there]
        world = np.ascontiguousarray(gaps.reshape(len(gaps), len(self.here), 12).transpose(1, 2, 0))
        return self.vertices._replace(world=world)


@lru_cache(KEPT_PAIRS)
def pair_nodes(a: PosedVertices, b: PosedVertices) -> PairedNodes | None:
    """The vertices of both skins together; None if their weights or positions differ."""
    here, there = a.rows(a.real), b.rows(a.real)
    if not (np.array_equal(here.starts, there.starts) and np.array_equal(here.local, there.local)):
        return None
    width = len(b.rig.nodes)
    pairs, numbers = np.unique(here.nodes * width + there.nodes, return_inverse=True)
    vertices = here._replace(nodes=numbers.reshape(-1).astype(np.int64))
    return PairedNodes(pairs // width, pairs % width, vertices, make_groups(vertices))
