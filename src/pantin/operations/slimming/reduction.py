"""Fewer keys for one clip: reduce every channel, measure the posed vertices, correct the tolerances, repeat.

The tolerance of a channel is not known beforehand: errors of a chain of joints add up, cancel out, and act on
lever arms that change during the clip. So each value of a channel has its own tolerance. Tolerances begin as
shares of the bound that need few keys in all (`share_bound`). They grow where the node's vertices are within
the bound around that time, and shrink where these are too far off. Rotations may undo errors of their parents
(`hierarchy`); the search starts with and without this, and continues with the better variant.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from pantin.base.records import replace
from pantin.kernels import engine
from pantin.kernels.furthest import find_by_node
from pantin.motion import adaptive
from pantin.operations.slimming.curve import Keys, ReducedChannel, reduce_curves
from pantin.operations.slimming.exact import count_keys, drop_constants, keep_duration, replace_channels
from pantin.operations.slimming.hierarchy import Turns, find_following
from pantin.operations.slimming.levers import Levers
from pantin.operations.slimming.measure import measure_clip
from pantin.operations.slimming.skin import (
    PosedVertices,
    SampledMotion,
    dense_times,
    errors,
    find_probes,
    move,
)
from pantin.rig import Channel, Clip, Doubles, Indices, Rig

ROUNDS = 60
"""The most corrections of tolerances. A clip that still exceeds the bound keeps its keys."""

GROWING = 2
"""With effort: the number of first rounds in which tolerances may also grow. More such rounds end with more
keys: again and again another vertex exceeds the bound, and the shares of the channels are lost."""

HASTE = 1.0
"""Without effort, how quickly tolerances shrink: a power of the ratio by which a vertex is too far off."""

CARE = 0.7
"""The same with effort."""

FIRST_SHARE = 0.3
"""The part of the bound with which the difficulty of each channel is measured."""

STEP = 1.5
"""The ratio of tolerances at which the difficulty of a channel is measured."""

LEAST = 0.05
"""The difficulty of channels with keys that do not depend on the tolerance."""

AIM = 0.96
"""The part of the bound that corrections aim at."""

ENOUGH = 0.99
"""The part of the bound that a result of the search may reach: errors may be larger between its frames."""

NEAR = 0.85
"""Tolerances grow where vertices are nearer than this part of the bound."""

GENEROUS = 2.0
"""Tolerances stay below this many times the bound: they grow by a fifth in `GROWING` rounds and one more."""

FOLLOWED = 0.02
"""The least weight with which the error of a vertex counts for a node."""

EXPONENT = 0.6
"""A channel with difficulty a needs a / sqrt(e) keys for an error e. Errors of channels in a row add up like
independent ones: their squares share the square of the bound. The least sum of keys has squares of errors as
a ** 0.8; with errors that add up in full, errors as a ** (2 / 3). Exponents from 0.5 to 0.8 give the same
number of keys within 3 %, and up to 0.6 the fewest."""

AT_ONCE = 2_000_000
"""Positions that are computed in one pass."""

ATTEMPTS = 5
"""How often the search resumes because a vertex outside its sample exceeds the bound."""

MOST_PROBES = 50
"""How many vertices join the search at most each time."""

LEAST_SHARE = 0.005
"""The least part of the bound that a channel may use: channels that move vertices by less do not cause a
violation."""

DOUBT = 1.0
"""If splines need at least this part of the keys of a curve, they are compared with lines again."""


class Way(NamedTuple):
    """Settings of the search: whether rotations are rounded, how many keys of lines a key of a spline must
    replace, the least share of a channel, and whether to search with effort."""

    rounded: bool
    spline_cost: float
    least_share: float = LEAST_SHARE
    effort: bool = True


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


class ClipReduction:
    """The search for the keys of one clip."""

    def __init__(
        self, rig: Rig, skin: PosedVertices, watched: Watched, clip: Clip, bound: float, way: Way
    ) -> None:
        self.rig, self.clip, self.bound = rig, clip, bound
        self.rounded, self.spline_cost, self.least_share, self.effort = way
        self.whole, self.dense = skin, False
        self.probes, self.skin, self.parts = watched
        self._look_at(adaptive.with_midpoints(adaptive.key_times([clip])))
        levers = Levers.measure(self.skin, self.motion, self.probes)
        self.fixed = [channel for channel in clip.channels if channel.interpolation == "STEP"]
        moving = [channel for channel in clip.channels if channel.interpolation != "STEP"]
        curves = [self._curve(channel, levers) for channel in moving]
        self.is_least = not self.rounded and not any(map(self._may_shrink, curves))
        # What is at rest with the least share always is.
        self.curves = [curve for curve in curves if not curve.rests(self.least_share * bound)]

    def _look_at(self, times: Doubles) -> None:
        self.times = times
        self.motion = move(self.rig, self.clip, times)

    def _curve(self, channel: Channel, levers: Levers) -> ReducedChannel:
        if channel.property != "weights":
            width = channel.values.shape[-1]
            return ReducedChannel.from_channel(self.rig, channel, np.ones(width), levers.of_channel(channel))
        known = levers.shapes.get(self.rig.instance_at(channel.node))
        columns = np.zeros(channel.values.shape[-1]) if known is None else known
        # A shape that moves no position may move normals or texture coordinates.
        return ReducedChannel.from_channel(
            self.rig, channel, np.where(columns > 0, columns, self.skin.size), 1.0
        )

    def _may_shrink(self, curve: ReducedChannel) -> bool:
        """Whether a search could drop a key of a curve, however its tolerances grow."""
        channel, end = curve.channel, curve.values[-1]
        if channel.interpolation != "LINEAR" or len(curve.times) > 2:
            return True
        if curve.rotation and self.effort:  # children may undo what it does
            return True
        generous = float(curve.limits(GENEROUS * self.bound).max())
        turning = 2 if curve.rotation else 1
        apart = turning * float(np.linalg.norm(end - curve.values[0]))
        from_rest = turning * float(np.linalg.norm(end - curve.rest))
        return apart <= 2 * generous if len(curve.times) == 2 else from_rest <= generous

    def start(self, *, undoing: bool, most: float = math.inf) -> None:
        """Find a first result with fewer keys than `most`; with `undoing`, children undo errors of their
        parents."""
        following = self._follow() if undoing else set()
        self._share()
        if math.isfinite(self.spline_cost):
            self._choose_splines()
        self.turns = Turns(self.rig, self.curves, following)
        self.reduced = self._search(GROWING if self.effort else 1, most)

    def finish(self) -> Clip | None:
        """The clip with the fewest keys found; None if no result is within the bound. All vertices are
        measured, and those that exceed it join the search."""
        vertices = self.whole.pick(np.arange(self.whole.real))
        for attempt in range(ATTEMPTS if self.reduced else 0):
            clip = self._search(int(attempt == 0)) if attempt or self.effort else self.reduced
            if clip is None:
                break
            if count_keys(clip.channels) >= count_keys(self.clip.channels) and not self.rounded:
                return self.clip
            distances = measure_clip(vertices, vertices, self.clip, clip)
            if distances.most.max(initial=0.0) <= self.bound:
                return clip
            far = np.argsort(distances.most)[-MOST_PROBES:]
            far = far[distances.most[far] > ENOUGH * self.bound]
            chosen = np.union1d(self.probes, far)
            self.probes, self.skin, self.parts = Watched.pick(self.whole, chosen)
            self._look_at(np.union1d(self.times, [*adaptive.key_times([clip]), *distances.times[far]]))
        return None

    def _search(self, growing: int, most: float = math.inf) -> Clip | None:
        """The clip with the fewest keys that is within the bound at the frames of the search. The search
        stops once tolerances only shrink and there are more keys than `most`."""
        best: Clip | None = None
        for _ in range(ROUNDS):
            clip = self._reduce()
            if growing <= 0 and count_keys(clip.channels) > most:
                break
            by_node = self._errors(clip)
            if by_node.max(initial=0.0) <= ENOUGH * self.bound and not self.dense:
                self._look_at(dense_times(self.clip))
                self.dense = True
                by_node = self._errors(clip)
            if by_node.max(initial=0.0) <= ENOUGH * self.bound:
                if best is None or count_keys(clip.channels) < count_keys(best.channels):
                    best = clip
                if growing <= 0:
                    break
            self._correct(by_node, grow=growing > 0)
            growing -= 1
        return best

    def count(self) -> float:
        """The keys of the first result."""
        return math.inf if self.reduced is None else count_keys(self.reduced.channels)

    def _follow(self) -> set[int]:
        """Find the curves that undo errors of their parents, and correct the levers of the parents."""
        following = find_following(self.rig, self.curves, self._count(FIRST_SHARE))
        nodes = {self.curves[index].channel.node for index in following}
        levers = Levers.measure(self.skin, self.motion, self.probes, nodes)
        for curve in self.curves:
            if curve.rotation:
                curve.lever = levers.of_channel(curve.channel)
        return following

    def _share(self) -> None:
        """Give each channel its share of the bound, by how many keys a larger one would save."""
        few, many = (self._count(FIRST_SHARE * factor) for factor in (STEP, 1 / STEP))
        own: list[list[float]] = [[] for _ in range(len(self.rig.nodes))]
        for curve, least, most in zip(self.curves, few, many, strict=True):
            own[curve.channel.node].append(max(most - least, LEAST))
        shares = [iter(each) for each in share_bound(self.rig, own)]
        for curve in self.curves:
            curve.share = np.full(len(curve.times), next(shares[curve.channel.node]))

    def _count(self, share: float) -> list[int]:
        """The number of keys that each channel needs with its share; none if it may stay at rest."""
        curves = [replace(curve, share=np.full(len(curve.times), share)) for curve in self.curves]
        reduced = reduce_curves(curves, self.bound)
        return [
            0 if curve.rests(self.bound) else len(keys.kept)
            for curve, keys in zip(curves, reduced, strict=True)
        ]

    def _choose_splines(self) -> None:
        """Switch channels to splines where these need fewer keys than lines."""
        lines = reduce_curves(self.curves, self.bound)
        fine = [curve.divide() for curve in self.curves]
        splines = reduce_curves(fine, self.bound)
        for curve, finer, line, spline in zip(self.curves, fine, lines, splines, strict=True):
            if len(spline.kept) * self.spline_cost < len(line.kept):
                curve.fit, curve.fine = "spline", finer

    def _reduce(self) -> Clip:
        """The clip with the keys that the tolerances require. It keeps at least one channel, and its
        duration."""
        by_node = {(channel.node, channel.property): channel for channel in self.fixed}
        others = [index for index, curve in enumerate(self.curves) if not curve.rotation]
        for level in (others, *self.turns.levels):
            curves = [self.curves[index] for index in level]
            self.turns.aim(level)
            channels = [
                None if curve.rests(self.bound) else keys
                for curve, keys in zip(curves, self._reduce_level(curves), strict=True)
            ]
            self.turns.note(level, channels)
            for curve, keys in zip(curves, channels, strict=True):
                if keys is not None:
                    key = (curve.channel.node, curve.channel.property)
                    by_node[key] = curve.fitted_curve().encode(keys, self.rounded)
        kept = [
            by_node[channel.node, channel.property]
            for channel in self.clip.channels
            if (channel.node, channel.property) in by_node
        ]
        return replace_channels(self.clip, keep_duration(self.clip, kept))

    def _reduce_level(self, curves: Sequence[ReducedChannel]) -> list[Keys]:
        """The keys of some curves. A curve that needs as many keys with splines as with lines switches to
        lines."""
        reduced = reduce_curves([curve.fitted_curve() for curve in curves], self.bound, tighter=True)
        doubtful = [
            slot
            for slot, (curve, keys) in enumerate(zip(curves, reduced, strict=True))
            if curve.fit == "spline" and len(keys.kept) * self.spline_cost >= DOUBT * len(curve.times)
        ]
        lines = [replace(curves[slot], fit="linear") for slot in doubtful]
        for slot, keys in zip(doubtful, reduce_curves(lines, self.bound, tighter=True), strict=True):
            if len(keys.kept) <= len(reduced[slot].kept) * self.spline_cost:
                curves[slot].fit, reduced[slot] = "linear", keys
        return reduced

    def _errors(self, clip: Clip) -> Doubles:
        """(F, n) the largest error of the vertices that follow each node or a descendant."""
        other = move(self.rig, clip, self.times)
        compiled = engine.choose(len(self.times) * len(self.skin.vertices)) is not engine.Backend.NUMPY
        if compiled:
            gaps = SampledMotion(self.motion.world - other.world, ())
            plain, shaped = self.parts
            result = find_by_node(plain.points(gaps, self.skin.count), FOLLOWED).T
            np.maximum(result, self._by_node(shaped, other), out=result)
        else:
            result = self._by_node(self.skin, other)
        for node in self.rig.order[::-1].tolist():
            parent = int(self.rig.nodes.parents[node])
            if parent >= 0:
                np.maximum(result[:, parent], result[:, node], out=result[:, parent])
        return np.nan_to_num(result, nan=np.inf)

    def _by_node(self, skin: PosedVertices, other: SampledMotion) -> Doubles:
        """(F, n) the largest error of the vertices of a part of the skin that follow each node."""
        result = np.zeros((len(self.times), len(self.rig.nodes)))
        chosen = np.unique(skin.vertices)
        columns = np.full(skin.count, -1, np.int64)
        columns[chosen] = np.arange(len(chosen))
        step = max(1, AT_ONCE // max(len(skin.vertices), 1))
        for first in range(0, len(self.times) if len(chosen) else 0, step):
            frames = slice(first, first + step)
            distances = errors(skin, skin, (self.motion.pick(frames), other.pick(frames)), chosen)
            for node, rows in skin.by_node():
                followed = columns[skin.vertices[rows][skin.weights[rows] > FOLLOWED]]
                result[frames, node] = distances[:, followed].max(axis=1, initial=0.0)
        return result

    def _correct(self, by_node: Doubles, *, grow: bool) -> None:
        """Shrink the tolerances around the times at which vertices are too far off; let them grow where all
        are near."""
        ratio = by_node / self.bound
        power = CARE if self.effort else HASTE
        factor = np.clip((AIM / np.maximum(ratio, 1e-9)) ** power, 0.5, 1.2 if grow else 0.92)
        factor = np.where((ratio > ENOUGH) | (grow & (ratio < NEAR)), factor, 1.0)
        for form in (form for curve in self.curves for form in curve.forms()):
            # The least factor between the keys on both sides of each key.
            where = np.searchsorted(self.times, form.times)
            padded = np.append(factor[:, form.channel.node], math.inf)
            least = np.minimum.reduceat(padded, where)
            before, after = np.concatenate([least[:1], least[:-1]]), np.append(least[1:], least[-1])
            form.change_share(np.minimum(np.minimum(before, least), after), self.least_share)


@np.errstate(all="ignore")  # numbers of a file may be anything
def reduce_clips(
    rig: Rig, bound: float, *, rounded: bool = False, spline_cost: float = 1.0, effort: bool = True
) -> tuple[Clip, ...]:
    """All clips of a rig with fewer keys: no vertex is further away than `bound`. Without `effort`, each clip
    is searched once, and children do not undo errors of their parents.

    With a bound of 0, only redundant keys are dropped. With `rounded`, rotations are on the grid of
    16-bit fractions in clips where the bound allows it. A channel becomes a spline where each of its keys
    replaces more than `spline_cost` keys of lines.
    """
    clips = [clip if not clip.channels else drop_constants(rig, clip) for clip in rig.clips]
    if bound <= 0:
        return tuple(clips)
    skin = PosedVertices.from_rig(rig)
    watched = Watched.pick(skin, find_probes(skin))  # one for all clips: there may be thousands
    return tuple(
        _reduce_clip(rig, skin, watched, clip, bound, rounded, spline_cost, effort) if clip.channels else clip
        for clip in clips
    )


def _reduce_clip(
    rig: Rig,
    skin: PosedVertices,
    watched: Watched,
    clip: Clip,
    bound: float,
    rounded: bool,
    cost: float,
    effort: bool,
) -> Clip:
    """The clip with fewer keys, from the first search that ends within the bound."""
    held = skin.hold_shapes(clip)
    if held is not skin:
        skin, watched = held, Watched.pick(held, watched.probes)
    ways = (
        Way(rounded, cost, effort=effort),
        Way(rounded, math.inf, effort=effort),
        Way(rounded=False, spline_cost=math.inf, least_share=0.0, effort=effort),
    )
    for way in ways if effort else ways[::2]:
        first = best = ClipReduction(rig, skin, watched, clip, bound, way)
        if first.is_least:
            return clip
        first.start(undoing=effort)
        if first.turns.following:
            second = ClipReduction(rig, skin, watched, clip, bound, way)
            second.start(undoing=False, most=first.count())
            best = min(first, second, key=ClipReduction.count)
        if (reduced := best.finish()) is not None:
            return reduced
    return clip


def in_a_row(difficulties: Iterable[float]) -> float:
    """The combined difficulty of channels with errors that add up."""
    return float(sum(difficulty**EXPONENT for difficulty in difficulties) ** (1.0 / EXPONENT))


def share_bound(rig: Rig, own: list[list[float]]) -> list[list[float]]:
    """The part of the bound for each channel of each node, by the difficulties of the channels: those that
    need many keys get more of it, and those that move much of the model get less.

    Each child of a node shares what the node and its ancestors leave.
    """
    parents: Indices = rig.nodes.parents
    total, below = [in_a_row(difficulties) for difficulties in own], [0.0] * len(own)
    order = rig.order.tolist()
    for node in reversed(order):
        total[node] = in_a_row((total[node], below[node]))
        if parents[node] >= 0:
            below[int(parents[node])] += total[node]
    left = [1.0] * len(own)
    """The square of what the channels of a node and its descendants may use."""
    shares: list[list[float]] = [[] for _ in own]
    for node in order:
        parent = int(parents[node])
        square = left[parent] if parent >= 0 else 1.0
        powers = [difficulty**EXPONENT for difficulty in own[node]]
        whole = sum(powers) + below[node] ** EXPONENT
        shares[node] = [(square * power / whole) ** 0.5 if whole > 0 else square**0.5 for power in powers]
        left[node] = square * below[node] ** EXPONENT / whole if whole > 0 else square
    return shares
