"""Fewer keys for one clip: reduce every channel, measure the posed vertices, correct the tolerances, repeat.

How far a channel may be off is not known beforehand: errors of a chain of joints add up, cancel out, and act
on lever arms that change during the clip. So each key has a tolerance of its own, which shrinks while
vertices that follow the node are too far off around its time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from pantin.maths import quaternion
from pantin.motion import adaptive, sample
from pantin.motion.keys import Curves, Fit, Segments, fit_tangents, reduce_curves
from pantin.rig import Channel, Clip, Doubles, Indices, Rig
from pantin.rig.clip import Interpolation
from pantin.slimming.levers import Levers
from pantin.slimming.measure import measure_clip
from pantin.slimming.skin import Skin, dense_times, errors, find_probes, move

ROUNDS = 20
"""How often tolerances are corrected at most. A clip that is still too far off then keeps its keys."""

START = 1.0
"""The part of the bound that each channel may use at first. Starts from 0.7 to 4 end with the same number of
keys within 1 %; letting tolerances grow again where vertices are near ends with more keys, because time after
time another vertex is too far off."""

AIM = 0.92
"""The part of the bound that corrections aim at."""

ENOUGH = 0.985
"""The part of the bound that a result of the search may reach: between its frames an error may be larger."""

SPLINE_ROUND = 2
"""The round in which the number of keys of splines is compared with that of lines."""

AT_ONCE = 2_000_000
"""Positions that are computed in one pass."""

ATTEMPTS = 5
"""How often the search is repeated at most where a vertex that it did not follow is too far away."""

SHORT = 32767
"""The 16-bit integer that means 1."""

BETWEEN = 4
"""Values that stand for a stored spline between two of its keys."""


@dataclass(eq=False, slots=True)
class Curve:
    """A channel that is being reduced.

    times, values  what must be approached, in the unit of the limits
    columns        factors between stored values and `values`
    lever          how far a vertex moves per unit
    share          (K,) the part of the bound that the channel may use at each time
    """

    channel: Channel
    times: Doubles
    values: Doubles
    columns: Doubles
    lever: float
    rest: Doubles
    share: Doubles
    fit: Fit = "linear"
    reduced: Channel | None = None

    @property
    def rotation(self) -> bool:
        return self.channel.property == "rotation"

    def divide(self) -> Curve:
        """The curve with three values between each two: a spline through the others may be far from them."""
        if len(self.times) == 1:
            return self
        left = np.repeat(np.arange(len(self.times) - 1), 4)
        part = np.tile(np.arange(4) / 4, len(self.times) - 1)
        times = np.append(self.times[left] + np.diff(self.times)[left] * part, self.times[-1])
        inner = self.values[left] + np.diff(self.values, axis=0)[left] * part[:, None]
        values = np.concatenate([inner, self.values[-1:]])
        values = quaternion.normalize(values) if self.rotation else values
        share = np.append(np.minimum(self.share[left], self.share[left + 1]), self.share[-1])
        return replace(self, times=times, values=values, share=share)


class ClipReduction:
    """The search for the keys of one clip."""

    def __init__(
        self, rig: Rig, skin: Skin, probes: Indices, clip: Clip, bound: float, *, rounded: bool, splines: bool
    ) -> None:
        self.rig, self.clip, self.bound = rig, clip, bound
        self.rounded, self.splines = rounded, splines
        self.skin, self.probes = skin.pick(probes), probes
        self._look_at(adaptive.with_midpoints(adaptive.key_times([clip])))
        levers = Levers.of(self.skin, self.motion, probes)
        self.fixed = [channel for channel in clip.channels if channel.interpolation == "STEP"]
        moving = [channel for channel in clip.channels if channel.interpolation != "STEP"]
        self.curves = [self._curve(channel, levers) for channel in moving]
        columns = np.full(skin.count, -1, np.int64)
        columns[probes] = np.arange(len(probes))
        self.columns = columns

    def _look_at(self, times: Doubles) -> None:
        self.times = times
        self.motion = move(self.rig, self.clip, times)

    def _curve(self, channel: Channel, levers: Levers) -> Curve:
        times, values = channel.times.astype(np.float64), channel.values.astype(np.float64)
        if channel.interpolation == "CUBICSPLINE":
            steps = np.arange(BETWEEN + 1) / (BETWEEN + 1)
            inner = times[:-1, None] + np.diff(times)[:, None] * steps
            times = np.unique(np.append(inner.ravel(), times[-1]))
            values = play(self.rig, channel, times)
        rest = rest_values(self.rig, channel)
        columns, lever = np.ones(values.shape[1]), 1.0
        if channel.property == "weights":
            known = levers.shapes.get(self.rig.instance_at(channel.node))
            columns = np.zeros(len(columns)) if known is None else known
            # A shape that moves no position may move normals or texture coordinates.
            columns = np.where(columns > 0, columns, self.skin.size)
        else:
            lever = levers.of_channel(channel)
        if channel.property == "rotation":
            values = quaternion.without_flips(quaternion.normalize(values))
            rest = np.where((rest * values[0]).sum() < 0, -rest, rest)
        share = np.full(len(times), START)
        return Curve(channel, times, values * columns, columns, lever, rest * columns, share)

    def run(self) -> Clip:
        """The clip with as few keys as were found within the bound at the frames of the search."""
        dense = -1
        for number in range(ROUNDS):
            self._reduce(choose=self.splines and number == SPLINE_ROUND)
            clip = self._clip()
            by_node = self._errors(clip)
            if number >= SPLINE_ROUND and by_node.max(initial=0.0) <= ENOUGH * self.bound:
                if len(self.times) == dense:
                    fewer = count_numbers(clip.channels) < count_numbers(self.clip.channels)
                    return clip if fewer else self.clip
                self._look_at(dense_times(self.clip))
                dense = len(self.times)
                by_node = self._errors(clip)
            self._correct(by_node)
        return self.clip

    def _reduce(self, *, choose: bool) -> None:
        groups: dict[tuple[bool, int, Fit], list[Curve]] = {}
        for curve in self.curves:
            groups.setdefault((curve.rotation, len(curve.columns), curve.fit), []).append(curve)
        for (rotation, _, fit), group in groups.items():
            curves = self._join(group, rotation)
            kept = reduce_curves(curves, fit)
            if choose:
                self._choose(group, curves, kept)
            else:
                for curve, keys in zip(group, kept, strict=True):
                    curve.reduced = self._encode(curve, keys)

    def _join(self, group: list[Curve], rotation: bool) -> Curves:
        counts = [len(curve.times) for curve in group]
        return Curves(
            np.concatenate([curve.times for curve in group]),
            np.concatenate([curve.values for curve in group]),
            np.concatenate([self._limits(curve) for curve in group]),
            np.concatenate([[0], np.cumsum(counts)]),
            rotation,
        )

    def _limits(self, curve: Curve) -> Doubles:
        # Twice pi: a node that moves nothing may turn as it likes.
        limits: Doubles = np.minimum(curve.share * self.bound / max(curve.lever, 1e-12), 6.3)
        return limits if curve.rotation else curve.share * self.bound / max(curve.lever, 1e-12)

    def _choose(self, group: list[Curve], curves: Curves, lines: list[Indices]) -> None:
        """Take splines where they need fewer keys than lines."""
        divided = [curve.divide() for curve in group]
        splines = reduce_curves(self._join(divided, curves.rotation), "spline")
        for curve, fine, line, spline in zip(group, divided, lines, splines, strict=True):
            if len(spline) < len(line):
                curve.times, curve.values, curve.share = fine.times, fine.values, fine.share
                curve.fit = "spline"
            curve.reduced = self._encode(curve, spline if curve.fit == "spline" else line)

    def _encode(self, curve: Curve, keys: Indices) -> Channel | None:
        """The channel with these keys, as a file stores it; None if it stays at rest."""
        values = curve.values[keys]
        if len(keys) == 1:
            gap = float(np.linalg.norm(values[0] - curve.rest))
            if gap * (2 if curve.rotation else 1) <= self._limits(curve).min():
                return None
        stored = values / curve.columns
        fit = curve.fit if len(keys) > 1 else "linear"
        if fit == "spline":
            local = Curves(
                curve.times, curve.values, curve.share, np.array([0, len(curve.times)]), curve.rotation
            )
            leaving, arriving = fit_tangents(local, Segments.of(curve.times, keys[:-1], keys[1:]))
            nothing = np.zeros((1, values.shape[1]))
            parts = [np.concatenate([nothing, arriving]), values, np.concatenate([leaving, nothing])]
            stored = np.stack(parts, axis=1) / curve.columns
        if self.rounded and curve.rotation and fit == "linear":
            stored = round_rotations(stored)
        times = curve.times[keys].astype(np.float32)
        interpolation: Interpolation = "CUBICSPLINE" if fit == "spline" else "LINEAR"
        return replace(
            curve.channel, times=times, values=stored.astype(np.float32), interpolation=interpolation
        )

    def _clip(self) -> Clip:
        """What is left of the clip; it has a channel and its duration."""
        by_node = {(channel.node, channel.property): channel for channel in self.fixed}
        for curve in self.curves:
            if curve.reduced is not None:
                by_node[curve.channel.node, curve.channel.property] = curve.reduced
        kept = [
            by_node[channel.node, channel.property]
            for channel in self.clip.channels
            if (channel.node, channel.property) in by_node
        ]
        return replace_channels(self.clip, keep_duration(self.clip, kept))

    def _errors(self, clip: Clip) -> Doubles:
        """(F, n) the largest error of the vertices that follow each node or a descendant."""
        other = move(self.rig, clip, self.times)
        result = np.zeros((len(self.times), len(self.rig.nodes)))
        step = max(1, AT_ONCE // len(self.skin.vertices))
        for first in range(0, len(self.times), step):
            frames = slice(first, first + step)
            motions = self.motion.pick(frames), other.pick(frames)
            distances = errors(self.skin, self.skin, motions, self.probes)
            for node, rows in self.skin.by_node():
                followed = self.skin.weights[rows] > 0.02
                columns = self.columns[self.skin.vertices[rows][followed]]
                result[frames, node] = distances[:, columns].max(axis=1, initial=0.0)
        for node in self.rig.order[::-1].tolist():
            parent = int(self.rig.nodes.parents[node])
            if parent >= 0:
                np.maximum(result[:, parent], result[:, node], out=result[:, parent])
        return np.nan_to_num(result, nan=np.inf)

    def _correct(self, by_node: Doubles) -> None:
        """Shrink the tolerances around the times at which vertices are too far off."""
        ratio = by_node / self.bound
        factor = np.clip((AIM / np.maximum(ratio, 1e-9)) ** 0.8, 0.4, 0.8)
        factor = np.where(ratio > ENOUGH, factor, 1.0)
        for curve in self.curves:
            # The least factor between the keys on both sides of each key.
            where = np.searchsorted(self.times, curve.times)
            padded = np.append(factor[:, curve.channel.node], 1.0)
            least = np.minimum.reduceat(padded, where)
            before, after = np.concatenate([least[:1], least[:-1]]), np.append(least[1:], least[-1])
            curve.share *= np.minimum(np.minimum(before, least), after)


def play(rig: Rig, channel: Channel, times: Doubles) -> Doubles:
    """The values (F, …) of a channel at (F,) times."""
    poses = sample(rig, Clip((channel,)), times)
    if channel.property == "weights":
        return poses.blend[rig.instance_at(channel.node)]
    parts = {"translation": poses.translations, "rotation": poses.rotations, "scale": poses.scales}
    return parts[channel.property][:, channel.node]


def rest_values(rig: Rig, channel: Channel) -> Doubles:
    """What the channel's property is at rest."""
    rest = rig.rest_pose()
    if channel.property == "weights":
        return rest.blend[rig.instance_at(channel.node)]
    assert rest.quaternions is not None
    parts = {"translation": rest.translations, "rotation": rest.quaternions, "scale": rest.scales}
    return np.asarray(parts[channel.property][channel.node], np.float64)


def count_keys(channels: Iterable[Channel]) -> int:
    return sum(len(channel.times) for channel in channels)


def count_numbers(channels: Iterable[Channel]) -> int:
    """The numbers that channels store: what their keys take in a file."""
    return sum(len(channel.times) + channel.values.size for channel in channels)


def replace_channels(clip: Clip, channels: Iterable[Channel]) -> Clip:
    return Clip(tuple(channels), clip.name, clip.extras, clip.node_names)


def keep_duration(clip: Clip, kept: list[Channel]) -> list[Channel]:
    """The channels, one of them with a key at the end of the clip, and at least one."""
    if any(channel.times[-1] >= clip.duration for channel in kept):
        return kept
    last = next(channel for channel in clip.channels if channel.times[-1] >= clip.duration)
    ends = [0, len(last.times) - 1] if len(last.times) > 1 else [0]
    others = [channel for channel in kept if (channel.node, channel.property) != (last.node, last.property)]
    if last.interpolation == "CUBICSPLINE":
        return [*others, last]
    return [*others, replace(last, times=last.times[ends], values=last.values[ends])]


def drop_repeats(channel: Channel) -> Channel:
    """The channel without keys that change nothing: those between equal values. The last key stays, because
    it may be that of the clip."""
    if channel.interpolation == "CUBICSPLINE" or len(channel.times) < 3:
        return channel
    flat = np.ascontiguousarray(channel.values).reshape(len(channel.times), -1)
    same = (flat[1:] == flat[:-1]).all(axis=1)
    redundant = np.zeros(len(flat), bool)
    redundant[1:-1] = same[:-1] if channel.interpolation == "STEP" else same[:-1] & same[1:]
    if not redundant.any():
        return channel
    kept = np.flatnonzero(~redundant)
    return replace(channel, times=channel.times[kept], values=channel.values[kept])


def round_rotations(values: Doubles) -> Doubles:
    """Rotations on the grid of 16-bit fractions."""
    return np.asarray(np.round(values * SHORT) / SHORT)


def reduce_clips(rig: Rig, bound: float, *, rounded: bool = False) -> tuple[Clip, ...]:
    """All clips of a rig with fewer keys: no vertex is further away than `bound`.

    With a bound of 0 only what changes nothing is dropped. With `rounded`, rotations are on the grid of
    16-bit fractions in clips where the bound allows it.
    """
    clips = [clip if not clip.channels else drop_constants(rig, clip) for clip in rig.clips]
    if bound <= 0:
        return tuple(clips)
    skin = Skin.of(rig)
    probes = find_probes(skin)
    return tuple(
        _reduce_clip(rig, skin, probes, clip, bound, rounded) if clip.channels else clip for clip in clips
    )


def _reduce_clip(rig: Rig, skin: Skin, probes: Indices, clip: Clip, bound: float, rounded: bool) -> Clip:
    """The clip with fewer keys, measured on all vertices: one that is too far away joins the search."""
    vertices = skin.pick(np.arange(skin.real))
    allowed, splines = bound, True
    for _ in range(ATTEMPTS):
        search = ClipReduction(rig, skin, probes, clip, allowed, rounded=rounded, splines=splines)
        found = search.run()
        if found is clip and splines:
            # Three values for each key may be more numbers than the clip has.
            splines = False
            continue
        worst = measure_clip(vertices, vertices, clip, found)
        if worst.error <= bound and not (found is clip and rounded):
            return found
        probes = np.union1d(probes, [worst.vertex])
        allowed *= min(1.0, 0.97 * bound / max(worst.error, 1e-300))
        rounded = rounded and found is not clip
    return clip


def drop_constants(rig: Rig, clip: Clip) -> Clip:
    """The clip without repeated keys, one key for channels that never change, none for those at rest."""
    kept = []
    for channel in map(drop_repeats, clip.channels):
        values = channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values
        constant = bool((values == values[0]).all())
        if channel.interpolation == "CUBICSPLINE":
            constant &= not channel.values[:, ::2].any()
        if constant and len(values) > 1:
            if np.array_equal(values[0].astype(np.float64), rest_values(rig, channel)):
                continue
            channel = replace(channel, times=channel.times[:1], values=values[:1], interpolation="LINEAR")
        kept.append(channel)
    return replace_channels(clip, keep_duration(clip, kept))
