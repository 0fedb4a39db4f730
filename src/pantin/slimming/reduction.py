"""Fewer keys for one clip: reduce every channel, measure the posed vertices, correct the tolerances, repeat.

How far a channel may be off is not known beforehand: errors of a chain of joints add up, cancel out, and act
on lever arms that change during the clip. So each value of a channel has a tolerance of its own. They begin
as a share of the bound that needs few keys in all (`budget`); then they grow where vertices that follow the
node are nearer than the bound around that time, and shrink where they are too far off.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pantin.kernels import engine
from pantin.kernels.furthest import find_by_node
from pantin.motion import adaptive
from pantin.rig import Channel, Clip, Doubles, Indices, Rig
from pantin.slimming.budget import share_bound
from pantin.slimming.curve import Curve, reduce_curves
from pantin.slimming.exact import count_keys, count_numbers, drop_constants, keep_duration, replace_channels
from pantin.slimming.levers import Levers
from pantin.slimming.measure import measure_clip
from pantin.slimming.skin import Motion, Skin, dense_times, errors, find_probes, move

ROUNDS = 60
"""How often tolerances are corrected at most. A clip that is still too far off then keeps its keys."""

GROWING = 2
"""The first rounds, in which tolerances may grow as well. Growing for longer ends with more keys: time after
time another vertex is too far off, and the shares of the channels are lost."""

AGAIN = 3
"""How often tolerances grow once more after a result within the bound; the best result is taken."""

FIRST_SHARE = 0.3
"""The part of the bound with which the difficulty of each channel is measured."""

STEP = 1.5
"""The ratio of tolerances at which the difficulty of a channel is measured."""

LEAST = 0.05
"""The difficulty of channels whose keys do not depend on the tolerance."""

AIM = 0.96
"""The part of the bound that corrections aim at."""

ENOUGH = 0.99
"""The part of the bound that a result of the search may reach: between its frames an error may be larger."""

NEAR = 0.85
"""Tolerances grow where vertices are nearer than this part of the bound."""

FOLLOWED = 0.02
"""The least weight with which the error of a vertex counts for a node."""

AT_ONCE = 2_000_000
"""Positions that are computed in one pass."""

ATTEMPTS = 5
"""How often the search is repeated at most where a vertex that it did not follow is too far away."""

SPLINE_COSTS = (1.0, 2.0, math.inf)
"""How many keys of lines a key of a spline must replace, from the first on: the next is for clips that would
have more numbers than before, because a key of a spline has three values."""

COSTS_IN_NUMBERS = (3.0, math.inf)
"""The same where few numbers matter more than few keys."""


class ClipReduction:
    """The search for the keys of one clip."""

    def __init__(
        self, rig: Rig, skin: Skin, probes: Indices, clip: Clip, bound: float, *, rounded: bool, cost: float
    ) -> None:
        self.rig, self.clip, self.bound = rig, clip, bound
        self.rounded, self.spline_cost = rounded, cost
        self.skin = skin.pick(probes)
        self._look_at(adaptive.with_midpoints(adaptive.key_times([clip])))
        levers = Levers.of(self.skin, self.motion, probes)
        self.fixed = [channel for channel in clip.channels if channel.interpolation == "STEP"]
        moving = [channel for channel in clip.channels if channel.interpolation != "STEP"]
        self.curves = [self._curve(channel, levers) for channel in moving]
        shaped = self.skin.shaped()
        self.parts = self.skin.pick(np.setdiff1d(probes, shaped)), self.skin.pick(shaped)

    def _look_at(self, times: Doubles) -> None:
        self.times = times
        self.motion = move(self.rig, self.clip, times)

    def _curve(self, channel: Channel, levers: Levers) -> Curve:
        if channel.property != "weights":
            width = channel.values.shape[-1]
            return Curve.of(self.rig, channel, np.ones(width), levers.of_channel(channel))
        known = levers.shapes.get(self.rig.instance_at(channel.node))
        columns = np.zeros(channel.values.shape[-1]) if known is None else known
        # A shape that moves no position may move normals or texture coordinates.
        return Curve.of(self.rig, channel, np.where(columns > 0, columns, self.skin.size), 1.0)

    def run(self) -> Clip:
        """The clip with as few keys as were found within the bound at the frames of the search."""
        self._share()
        if math.isfinite(self.spline_cost):
            self._choose_splines()
        best: Clip | None = None
        growing, again, dense = GROWING, AGAIN, False
        for _ in range(ROUNDS):
            clip = self._reduce()
            by_node = self._errors(clip)
            if by_node.max(initial=0.0) <= ENOUGH * self.bound and not dense:
                self._look_at(dense_times(self.clip))
                dense = True
                by_node = self._errors(clip)
            if by_node.max(initial=0.0) <= ENOUGH * self.bound:
                if best is None or count_keys(clip.channels) < count_keys(best.channels):
                    best = clip
                if growing <= 0 and not again:
                    break
                if growing <= 0:
                    growing, again = 1, again - 1
            self._correct(by_node, grow=growing > 0)
            growing -= 1
        if best is None or count_numbers(best.channels) >= count_numbers(self.clip.channels):
            return self.clip
        return best

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
        """How many keys each channel needs with a share; none if it may stay at rest."""
        curves = [replace(curve, share=np.full(len(curve.times), share)) for curve in self.curves]
        found = reduce_curves(curves, self.bound)
        return [
            0 if curve.rests(self.bound) else len(keys.kept)
            for curve, keys in zip(curves, found, strict=True)
        ]

    def _choose_splines(self) -> None:
        """Take splines for the channels where they need fewer keys than lines."""
        lines = reduce_curves(self.curves, self.bound)
        fine = [replace(curve.divide(), fit="spline") for curve in self.curves]
        splines = reduce_curves(fine, self.bound)
        for curve, finer, line, spline in zip(self.curves, fine, lines, splines, strict=True):
            if len(spline.kept) * self.spline_cost < len(line.kept):
                curve.times, curve.values, curve.share = finer.times, finer.values, finer.share
                curve.fit = "spline"

    def _reduce(self) -> Clip:
        """The clip with the keys that the tolerances ask for; it has a channel and its duration."""
        found = reduce_curves(self.curves, self.bound, tighter=True)
        by_node = {(channel.node, channel.property): channel for channel in self.fixed}
        for curve, keys in zip(self.curves, found, strict=True):
            if not curve.rests(self.bound):
                key = (curve.channel.node, curve.channel.property)
                by_node[key] = curve.encode(keys, self.rounded)
        kept = [
            by_node[channel.node, channel.property]
            for channel in self.clip.channels
            if (channel.node, channel.property) in by_node
        ]
        return replace_channels(self.clip, keep_duration(self.clip, kept))

    def _errors(self, clip: Clip) -> Doubles:
        """(F, n) the largest error of the vertices that follow each node or a descendant."""
        other = move(self.rig, clip, self.times)
        compiled = engine.choose(len(self.times) * len(self.skin.vertices)) is not engine.Backend.NUMPY
        if compiled:
            gaps = Motion(self.motion.world - other.world, ())
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

    def _by_node(self, skin: Skin, other: Motion) -> Doubles:
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
        factor = np.clip((AIM / np.maximum(ratio, 1e-9)) ** 0.7, 0.5, 1.2 if grow else 0.92)
        factor = np.where((ratio > ENOUGH) | (grow & (ratio < NEAR)), factor, 1.0)
        for curve in self.curves:
            # The least factor between the keys on both sides of each key.
            where = np.searchsorted(self.times, curve.times)
            padded = np.append(factor[:, curve.channel.node], math.inf)
            least = np.minimum.reduceat(padded, where)
            before, after = np.concatenate([least[:1], least[:-1]]), np.append(least[1:], least[-1])
            curve.share *= np.minimum(np.minimum(before, least), after)


def reduce_clips(
    rig: Rig, bound: float, *, rounded: bool = False, fewest_numbers: bool = False
) -> tuple[Clip, ...]:
    """All clips of a rig with fewer keys: no vertex is further away than `bound`.

    With a bound of 0 only what changes nothing is dropped. With `rounded`, rotations are on the grid of
    16-bit fractions in clips where the bound allows it. With `fewest_numbers`, lines become splines only
    where these store fewer numbers.
    """
    clips = [clip if not clip.channels else drop_constants(rig, clip) for clip in rig.clips]
    if bound <= 0:
        return tuple(clips)
    skin = Skin.of(rig)
    probes = find_probes(skin)
    costs = COSTS_IN_NUMBERS if fewest_numbers else SPLINE_COSTS
    return tuple(
        _reduce_clip(rig, skin, probes, clip, bound, rounded, costs) if clip.channels else clip
        for clip in clips
    )


def _reduce_clip(
    rig: Rig,
    skin: Skin,
    probes: Indices,
    clip: Clip,
    bound: float,
    rounded: bool,
    costs: Sequence[float],
) -> Clip:
    """The clip with fewer keys, measured on all vertices: one that is too far away joins the search."""
    vertices = skin.pick(np.arange(skin.real))
    allowed, costs = bound, list(costs)
    for _ in range(ATTEMPTS):
        found = ClipReduction(rig, skin, probes, clip, allowed, rounded=rounded, cost=costs[0]).run()
        if found is clip and len(costs) > 1:
            del costs[0]
            continue
        worst = measure_clip(vertices, vertices, clip, found)
        if worst.error <= bound and not (found is clip and rounded):
            return found
        probes = np.union1d(probes, [worst.vertex])
        allowed *= min(1.0, 0.97 * bound / max(worst.error, 1e-300))
        rounded = rounded and found is not clip
    return clip
