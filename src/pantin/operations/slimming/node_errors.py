"""What searches for keys ask for: the keys of curves, lever arms, and the errors of vertices by node."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from pantin.kernels import engine
from pantin.kernels.furthest import find_by_node
from pantin.operations.slimming.curve import Keys, ReducedChannel, reduce_curves
from pantin.operations.slimming.levers import FRAMES, Levers
from pantin.operations.slimming.skin import PosedVertices, SampledMotion, errors
from pantin.operations.slimming.together import answer_groups, split_work
from pantin.rig import Doubles, Indices

FOLLOWED = 0.02
"""The least weight with which the error of a vertex counts for a node."""

AT_ONCE = 2_000_000
"""Positions that are computed in one pass."""

TOGETHER = 100_000
"""The same for several clips: they stay in the cache."""


class Watched(NamedTuple):
    """A sample of the vertices of a skin: their numbers, the skin with only them, and its parts without and
    with blend shapes."""

    probes: Indices
    skin: PosedVertices
    parts: tuple[PosedVertices, PosedVertices]

    @classmethod
    def pick(cls, whole: PosedVertices, probes: Indices) -> Watched:
        skin = whole.pick(probes)
        shaped = skin.vertices_with_shapes()
        return cls(probes, skin, (skin.pick(np.setdiff1d(probes, shaped)), skin.pick(shaped)))


class FewestKeys(NamedTuple):
    """Asks for the keys of curves within a part of the bound."""

    curves: Sequence[ReducedChannel]
    bound: float

    @staticmethod
    def answer(asks: Sequence[FewestKeys]) -> list[list[Keys]]:
        """The keys of all curves."""
        return answer_groups(asks, lambda ask: ask.bound, _reduce_group)


def _reduce_group(asks: Sequence[FewestKeys]) -> Iterator[list[Keys]]:
    keys = iter(reduce_curves([*chain(*(ask.curves for ask in asks))], asks[0].bound, tighter=True))
    return ([next(keys) for _ in ask.curves] for ask in asks)


class LeverArms(NamedTuple):
    """Asks for the lever arms of some nodes during a motion."""

    watched: Watched
    motion: SampledMotion
    nodes: Collection[int]

    @staticmethod
    def answer(asks: Sequence[LeverArms]) -> list[Levers]:
        """The levers, of motions of the same skin together."""
        return answer_groups(asks, lambda ask: id(ask.watched.skin), _measure_levers)


def _measure_levers(asks: Sequence[LeverArms]) -> Iterator[Levers]:
    watched = asks[0].watched
    work = [min(len(ask.motion.world), FRAMES) * len(watched.skin.vertices) for ask in asks]
    for first, end in split_work(work, TOGETHER):
        motions = [(ask.motion, ask.nodes) for ask in asks[first:end]]
        yield from Levers.measure_all(watched.skin, watched.probes, motions)


class NodeErrors(NamedTuple):
    """Asks for (F, n) the largest error of the vertices that follow each node or a descendant."""

    watched: Watched
    motion: SampledMotion
    other: SampledMotion

    @staticmethod
    def answer(asks: Sequence[NodeErrors]) -> list[Doubles]:
        """The errors, of short clips together."""
        return answer_groups(asks, lambda ask: (id(ask.watched.skin), ask._is_short()), _measure_group)

    def _is_short(self) -> bool:
        work = len(self.motion.world) * len(self.watched.skin.vertices)
        return engine.choose(work) is engine.Backend.NUMPY


def _measure_group(asks: Sequence[NodeErrors]) -> Iterator[Doubles]:
    skin = asks[0].watched.skin
    if not asks[0]._is_short():
        yield from (_with_ancestors(skin, _measure_compiled(ask)) for ask in asks)
        return
    work = [len(ask.motion.world) * len(skin.vertices) for ask in asks]
    for first, end in split_work(work, TOGETHER):
        some = asks[first:end]
        motion = SampledMotion.join([ask.motion for ask in some])
        other = SampledMotion.join([ask.other for ask in some])
        result = _with_ancestors(skin, _by_node(skin, motion, other))
        yield from np.split(result, np.cumsum([len(ask.motion.world) for ask in some])[:-1])


def _measure_compiled(ask: NodeErrors) -> Doubles:
    gaps = SampledMotion(ask.motion.world - ask.other.world, ())
    plain, shaped = ask.watched.parts
    result: Doubles = find_by_node(plain.points(gaps, plain.count), FOLLOWED).T
    return np.maximum(result, _by_node(shaped, ask.motion, ask.other), out=result)


def _with_ancestors(skin: PosedVertices, result: Doubles) -> Doubles:
    for node in skin.rig.order[::-1].tolist():
        parent = int(skin.rig.nodes.parents[node])
        if parent >= 0:
            np.maximum(result[:, parent], result[:, node], out=result[:, parent])
    return np.nan_to_num(result, nan=np.inf)


def _by_node(skin: PosedVertices, motion: SampledMotion, other: SampledMotion) -> Doubles:
    """(F, n) the largest error of the vertices that follow each node."""
    result = np.zeros((len(motion.world), len(skin.rig.nodes)))
    chosen = np.unique(skin.vertices)
    columns = np.full(skin.count, -1, np.int64)
    columns[chosen] = np.arange(len(chosen))
    step = max(1, AT_ONCE // max(len(skin.vertices), 1))
    for first in range(0, len(result) if len(chosen) else 0, step):
        frames = slice(first, first + step)
        distances = errors(skin, skin, (motion.pick(frames), other.pick(frames)), chosen)
        for node, rows in skin.by_node():
            followed = columns[skin.vertices[rows][skin.weights[rows] > FOLLOWED]]
            result[frames, node] = distances[:, followed].max(axis=1, initial=0.0)
    return result
