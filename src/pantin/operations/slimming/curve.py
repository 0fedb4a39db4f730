"""`ReducedChannel`: a channel during its reduction, and the channel with the reduced keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.kernels.key_search import reduce_lines
from pantin.kernels.spline_search import reduce_splines
from pantin.maths import quaternion
from pantin.motion import sample
from pantin.operations.slimming.skin import divide_times
from pantin.rig import Channel, Clip, Doubles, Indices, Rig

Fit: TypeAlias = Literal["linear", "spline"]

SHORT = 32767
"""The 16-bit integer that means 1."""

BETWEEN = 4
"""Samples of a stored spline between two of its keys."""

PARTS = 4
"""Parts into which a line between two keys is divided for fitting splines: a spline through the keys alone
may be far from the line."""


class ReducedChannel(Struct, eq=False):
    """A channel during its reduction.

    times, values  the curve to approximate, in the unit of the limits
    columns        factors between stored values and `values`
    lever          how far a vertex moves per unit
    rest           the value without the channel
    share          (K,) the part of the bound that the channel may use at each time
    fine           the curve with more values between each two, for splines
    corners        (K,) indices into it where keys may be: splines that begin elsewhere bend between frames
    """

    channel: Channel
    times: Doubles
    values: Doubles
    columns: Doubles
    lever: float
    rest: Doubles
    share: Doubles
    fit: Fit = "linear"
    fine: ReducedChannel | None = None
    corners: NDArray[np.bool_] | None = None

    @property
    def rotation(self) -> bool:
        return self.channel.property == "rotation"

    @classmethod
    def from_channel(cls, rig: Rig, channel: Channel, columns: Doubles, lever: float) -> ReducedChannel:
        times, values = channel.times.astype(np.float64), channel.values.astype(np.float64)
        if channel.interpolation == "CUBICSPLINE":
            steps = np.arange(BETWEEN + 1) / (BETWEEN + 1)
            inner = times[:-1, None] + np.diff(times)[:, None] * steps
            times = np.unique(np.append(inner.ravel(), times[-1]))
            values = play(rig, channel, times)
        rest = rest_values(rig, channel)
        if channel.property == "rotation":
            values = quaternion.without_flips(quaternion.normalize(values))
            rest = np.where((rest * values[0]).sum() < 0, -rest, rest)
        share = np.ones(len(times))
        return cls(channel, times, values * columns, columns, lever, rest * columns, share)

    def forms(self) -> list[ReducedChannel]:
        """The curve, and the finer one for splines."""
        return [self] if self.fine is None else [self, self.fine]

    def fitted_curve(self) -> ReducedChannel:
        """The curve for the channel's current fit."""
        return self.fine if self.fit == "spline" and self.fine is not None else self

    def divide(self) -> ReducedChannel:
        """The curve with more values between each two, for splines."""
        if len(self.times) == 1:
            return replace(self, fit="spline", corners=np.ones(1, np.bool_))
        left, part = divide_times(self.times, PARTS)
        times = np.append(self.times[left] + np.diff(self.times)[left] * part, self.times[-1])
        inner = self.values[left] + np.diff(self.values, axis=0)[left] * part[:, None]
        values = np.concatenate([inner, self.values[-1:]])
        values = quaternion.normalize(values) if self.rotation else values
        share = np.append(np.minimum(self.share[left], self.share[left + 1]), self.share[-1])
        corners = np.append(part == 0, True)
        return replace(self, times=times, values=values, share=share, fit="spline", corners=corners)

    def change_share(self, factors: Doubles, least: float) -> None:
        """Multiply the shares, but keep each at least the minimum."""
        self.share = np.maximum(self.share * factors, np.minimum(self.share, least))

    def limits(self, bound: float) -> Doubles:
        limits: Doubles = self.share * bound / max(self.lever, 1e-12)
        # Twice pi: a node that moves nothing may turn as it likes.
        return np.minimum(limits, 6.3) if self.rotation else limits

    def rests(self, bound: float) -> bool:
        """Whether the rest value is within the limits of all values."""
        gaps = np.linalg.norm(self.values - self.rest, axis=1)
        return bool((gaps * (2 if self.rotation else 1) <= self.limits(bound)).all())

    def encode(self, keys: Keys, rounded: bool) -> Channel:
        """The channel with these keys, as a file stores it."""
        stored = keys.values / self.columns
        if self.rotation and rounded and stored.ndim == 2:
            stored = np.round(stored * SHORT) / SHORT
        return replace(
            self.channel,
            times=self.times[keys.kept].astype(np.float32),
            values=stored.astype(np.float32),
            interpolation="LINEAR" if stored.ndim == 2 else "CUBICSPLINE",
        )


class Keys(Record, eq=False):
    """Indices of the times of keys, and their values: (K, w), or (K, 3, w) with both tangents of splines."""

    kept: Indices
    values: Doubles


def reduce_curves(curves: Sequence[ReducedChannel], bound: float, *, tighter: bool = False) -> list[Keys]:
    """The keys of curves, each by its kind of fit; with `tighter`, the best fit with that many keys."""
    groups: dict[tuple[bool, int, Fit], list[int]] = {}
    for index, curve in enumerate(curves):
        groups.setdefault((curve.rotation, len(curve.columns), curve.fit), []).append(index)
    keys: dict[int, Keys] = {}
    for (rotation, _, fit), members in groups.items():
        group = [curves[index] for index in members]
        starts = np.concatenate([[0], np.cumsum([len(curve.times) for curve in group])])
        times, values, limits = (
            np.concatenate(arrays)
            for arrays in zip(*((c.times, c.values, c.limits(bound)) for c in group), strict=True)
        )
        if fit == "linear":
            results = zip(*reduce_lines(times, values, limits, starts, rotation, tighter), strict=True)
        else:
            corners = np.concatenate([c.corners for c in group])
            results = zip(
                *reduce_splines(times, values, limits, starts, rotation, tighter, corners), strict=True
            )
        keys |= {index: Keys(*result) for index, result in zip(members, results, strict=True)}
    return [keys[index] for index in range(len(curves))]


def play(rig: Rig, channel: Channel, times: Doubles) -> Doubles:
    """The values (F, …) of a channel at (F,) times."""
    poses = sample(rig, Clip((channel,)), times)
    if channel.property == "weights":
        return poses.blend[rig.instance_at(channel.node)]
    parts = {"translation": poses.translations, "rotation": poses.rotations, "scale": poses.scales}
    return parts[channel.property][:, channel.node]


def rest_values(rig: Rig, channel: Channel) -> Doubles:
    """The rest value of the channel's property."""
    rest = rig.rest_pose()
    if channel.property == "weights":
        return rest.blend[rig.instance_at(channel.node)]
    assert rest.xyzw is not None
    parts = {"translation": rest.translations, "rotation": rest.xyzw, "scale": rest.scales}
    return np.asarray(parts[channel.property][channel.node], np.float64)
