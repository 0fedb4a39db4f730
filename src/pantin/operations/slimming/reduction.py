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
from pantin.motion import adaptive
from pantin.operations.slimming.curve import Keys, ReducedChannel, reduce_curves
from pantin.operations.slimming.exact import count_keys, drop_constants, keep_duration, replace_channels
from pantin.operations.slimming.hierarchy import Turns, find_following
from pantin.operations.slimming.levers import Levers
from pantin.operations.slimming.measure import search_distances
from pantin.operations.slimming.node_errors import FewestKeys, LeverArms, NodeErrors, Watched
from pantin.operations.slimming.skin import Frames, PosedVertices, SampledMotion, dense_times, find_probes
from pantin.operations.slimming.together import Search, run_together, split_work
from pantin.rig import Channel, Clip, Doubles, Indices, Rig

ROUNDS = 60
"""The most corrections of tolerances. A clip that still exceeds the bound keeps its keys."""

GROWING = 2
"""With effort: the number of first rounds in which tolerances may also grow. More such rounds end with more
keys: again and again another vertex exceeds the bound, and the shares of the channels are lost."""

GROWTH = 1.2
"""The most by which tolerances grow in a round. Without effort there is one such round."""

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
"""Tolerances stay below this many times the bound: they grow in `GROWING` rounds and one more."""

EXPONENT = 0.6
"""A channel with difficulty a needs a / sqrt(e) keys for an error e. Errors of channels in a row add up like
independent ones: their squares share the square of the bound. The least sum of keys has squares of errors as
a ** 0.8; with errors that add up in full, errors as a ** (2 / 3). Exponents from 0.5 to 0.8 give the same
number of keys within 3 %, and up to 0.6 the fewest."""

TOGETHER = 10_000
"""Keys times nodes of clips that are searched side by side."""

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


class ClipReduction:
    """The search for the keys of one clip."""

    def __init__(
        self, rig: Rig, skin: PosedVertices, watched: Watched, clip: Clip, bound: float, way: Way
    ) -> None:
        self.rig, self.clip, self.bound = rig, clip, bound
        self.rounded, self.spline_cost, self.least_share, self.effort = way
        self.whole, self.dense = skin, False
        self.watched = watched
        self.fixed = [channel for channel in clip.channels if channel.interpolation == "STEP"]

    def prepare(self) -> Search[None]:
        """Measure the lever arms of the channels."""
        yield from self._look_at(adaptive.with_midpoints(adaptive.key_times([self.clip])))
        moving = [channel for channel in self.clip.channels if channel.interpolation != "STEP"]
        levers: Levers = yield LeverArms(self.watched, self.motion, {channel.node for channel in moving})
        curves = [self._curve(channel, levers) for channel in moving]
        self.is_least = not self.rounded and not (yield from self._may_shrink(curves))
        # What is at rest with the least share always is.
        self.curves = [curve for curve in curves if not curve.rests(self.least_share * self.bound)]

    def _look_at(self, times: Doubles) -> Search[None]:
        self.times = times
        self.motion: SampledMotion = yield Frames(self.rig, self.clip, times)

    def _curve(self, channel: Channel, levers: Levers) -> ReducedChannel:
        if channel.property != "weights":
            width = channel.values.shape[-1]
            return ReducedChannel.from_channel(self.rig, channel, np.ones(width), levers.of_channel(channel))
        known = levers.shapes.get(self.rig.instance_at(channel.node))
        columns = np.zeros(channel.values.shape[-1]) if known is None else known
        # A shape that moves no position may move normals or texture coordinates.
        return ReducedChannel.from_channel(
            self.rig, channel, np.where(columns > 0, columns, self.whole.size), 1.0
        )

    def _may_shrink(self, curves: Sequence[ReducedChannel]) -> Search[bool]:
        """Whether a search could drop a key, however its tolerances grow."""
        if any(curve.channel.interpolation != "LINEAR" for curve in curves):
            return True
        if any(map(self._may_rest, curves)):
            return True
        longer = [curve for curve in curves if len(curve.times) > 2]
        if not longer or self.effort:
            return bool(longer)
        fewest: list[Keys] = yield FewestKeys(longer, GROWTH * self.bound)
        return any(len(keys.kept) < len(curve.times) for keys, curve in zip(fewest, longer, strict=True))

    def _may_rest(self, curve: ReducedChannel) -> bool:
        """Whether one value could replace all keys of a curve of one or two keys, or the rest those of any.
        With effort, rotations are never sure: children may undo what they do."""
        if curve.rotation and self.effort:
            return True
        generous = GENEROUS * self.bound
        if len(curve.times) != 2:
            return curve.rests(generous)
        apart = (2 if curve.rotation else 1) * float(np.linalg.norm(curve.values[1] - curve.values[0]))
        return apart <= 2 * float(curve.limits(generous).max())

    def start(self, *, undoing: bool, most: float = math.inf) -> Search[None]:
        """Find a first result with fewer keys than `most`; with `undoing`, children undo errors of their
        parents."""
        following = self._follow() if undoing else set()
        if len(self.curves) > 1:  # one has all of the bound
            self._share()
        if math.isfinite(self.spline_cost):
            self._choose_splines()
        self.turns = Turns(self.rig, self.curves, following)
        self.reduced = yield from self._search(GROWING if self.effort else 1, most)

    def finish(self) -> Search[Clip | None]:
        """The clip with the fewest keys found; None if no result is within the bound. All vertices are
        measured, and those that exceed it join the search."""
        vertices = self.whole.without_points()
        for attempt in range(ATTEMPTS if self.reduced else 0):
            again = attempt or self.effort
            clip = (yield from self._search(int(attempt == 0))) if again else self.reduced
            if clip is None:
                break
            if count_keys(clip.channels) >= count_keys(self.clip.channels) and not self.rounded:
                return self.clip
            distances = yield from search_distances(vertices, vertices, self.clip, clip)
            if distances.most.max(initial=0.0) <= self.bound:
                return clip
            far = np.argsort(distances.most)[-MOST_PROBES:]
            far = far[distances.most[far] > ENOUGH * self.bound]
            chosen = np.union1d(self.watched.probes, far)
            self.watched = Watched.pick(self.whole, chosen)
            times = np.union1d(self.times, [*adaptive.key_times([clip]), *distances.times[far]])
            yield from self._look_at(times)
        return None

    def _search(self, growing: int, most: float = math.inf) -> Search[Clip | None]:
        """The clip with the fewest keys that is within the bound at the frames of the search. The search
        stops once tolerances only shrink and there are more keys than `most`."""
        best: Clip | None = None
        for _ in range(ROUNDS):
            clip = yield from self._reduce()
            if growing <= 0 and count_keys(clip.channels) > most:
                break
            by_node = yield from self._errors(clip)
            if by_node.max(initial=0.0) <= ENOUGH * self.bound and not self.dense:
                yield from self._look_at(dense_times(self.clip))
                self.dense = True
                by_node = yield from self._errors(clip)
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
        levers = Levers.measure(self.watched.skin, self.motion, self.watched.probes, nodes)
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

    def _reduce(self) -> Search[Clip]:
        """The clip with the keys that the tolerances require. It keeps at least one channel, and its
        duration."""
        by_node = {(channel.node, channel.property): channel for channel in self.fixed}
        others = [index for index, curve in enumerate(self.curves) if not curve.rotation]
        for level in (others, *self.turns.levels):
            curves = [self.curves[index] for index in level]
            self.turns.aim(level)
            if not curves:
                continue
            reduced = yield from self._reduce_level(curves)
            channels = [
                None if curve.rests(self.bound) else keys for curve, keys in zip(curves, reduced, strict=True)
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

    def _reduce_level(self, curves: Sequence[ReducedChannel]) -> Search[list[Keys]]:
        """The keys of some curves. A curve that needs as many keys with splines as with lines switches to
        lines."""
        fitted = [curve.fitted_curve() for curve in curves]
        reduced: list[Keys] = yield FewestKeys(fitted, self.bound)
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

    def _errors(self, clip: Clip) -> Search[Doubles]:
        """(F, n) the largest error of the vertices that follow each node or a descendant."""
        other: SampledMotion = yield Frames(self.rig, clip, self.times)
        errors: Doubles = yield NodeErrors(self.watched, self.motion, other)
        return errors

    def _correct(self, by_node: Doubles, *, grow: bool) -> None:
        """Shrink the tolerances around the times at which vertices are too far off; let them grow where all
        are near."""
        ratio = by_node / self.bound
        power = CARE if self.effort else HASTE
        factor = np.clip((AIM / np.maximum(ratio, 1e-9)) ** power, 0.5, GROWTH if grow else 0.92)
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
    settings = (rounded, spline_cost, effort)
    work = [count_keys(clip.channels) * len(rig.nodes) for clip in clips]
    return tuple(
        reduced
        for first, end in split_work(work, TOGETHER)
        for reduced in run_together(
            [_reduce_clip(rig, skin, watched, clip, bound, *settings) for clip in clips[first:end]]
        )
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
) -> Search[Clip]:
    """The clip with fewer keys, from the first search that ends within the bound."""
    if not clip.channels:
        return clip
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
        yield from first.prepare()
        if first.is_least:
            return clip
        yield from first.start(undoing=effort)
        if first.turns.following:
            second = ClipReduction(rig, skin, watched, clip, bound, way)
            yield from second.prepare()
            yield from second.start(undoing=False, most=first.count())
            best = min(first, second, key=ClipReduction.count)
        if (reduced := (yield from best.finish())) is not None:
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
