"""Write clips as stacks: linear curves with enough keys, and continuous Euler angles."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.fbx.lift.animation import AXES, TICKS
from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lift.curves import FLAG_CONSTANT, FLAG_USER, LINEAR_FLAG
from pantin.formats.fbx.lift.rotations import from_euler, order_of, to_euler
from pantin.formats.fbx.lower.builder import Builder, array, node, prop, properties
from pantin.formats.fbx.lower.models import clean_name
from pantin.formats.fbx.nodes import Node
from pantin.maths import quaternion
from pantin.motion.tracks import clip_tracks, sample_track
from pantin.rig import Channel, Clip

Doubles = NDArray[np.float64]

ANGLE = 3e-5
"""Tolerance of a rotation between keys in radians: importers interpolate angles, rigs interpolate
rotations."""

LENGTH = 1e-5
"""Tolerance of a translation, scale or weight between keys, relative to its largest value."""

MOST_HALVINGS = 10
MOST_KEYS = 100_000
"""No keys are added to a channel beyond this number, about an hour at 30 frames per second."""

STEEPEST = 12.0
"""The largest change of an angle in degrees between keys. Blender interpolates quaternions component-wise:
the error halfway is 4e-5 radians for 12°, and 5e-3 for 60°."""

THIRD_WEIGHTS = np.array([218434821], np.uint32).view(np.float32)[0]
"""Two tangent weights of 0.3333, packed into the bits of a float as in the FBX SDK."""

PROPERTIES = {"translation": "Lcl Translation", "rotation": "Lcl Rotation", "scale": "Lcl Scaling"}
LABELS = {"Lcl Translation": "T", "Lcl Rotation": "R", "Lcl Scaling": "S"}


class Keys(Record, eq=False):
    """(K,) times, (K, C) values, and whether each value stays until the next key."""

    times: Doubles
    values: Doubles
    holds: bool


def sample_channel(channel: Channel) -> Callable[[Doubles], Doubles]:
    """Sample a channel at times with the interpolation of rigs."""
    track = clip_tracks(Clip((channel,)))[0]
    return lambda times: sample_track(track, times)[:, 0]


def rotation_keys(channel: Channel, turn: Callable[[Doubles], Doubles], order: int = 0) -> Keys:
    """Angles in degrees in a rotation order; `turn` converts quaternions to the file."""
    middle_axis = "XYZ".index(order_of(order)[1])
    times = np.unique(channel.times.astype(np.float64))
    sample = sample_channel(channel)

    def rotations(at: Doubles) -> Doubles:
        return turn(quaternion.normalize(sample(at)))

    holds = channel.interpolation == "STEP"
    if not holds:
        for _ in range(MOST_HALVINGS):
            angles = unwrap(to_euler(rotations(times), order), middle_axis)
            middle = (times[1:] + times[:-1]) / 2
            between = from_euler((angles[1:] + angles[:-1]) / 2, order)
            far = quaternion.angle(between, rotations(middle)) > ANGLE
            far |= np.abs(np.diff(angles, axis=0)).max(1, initial=0.0) > STEEPEST
            far &= middle > times[:-1]
            if not far.any() or len(times) > MOST_KEYS:
                break
            times = np.union1d(times, middle[far])
    return Keys(times, unwrap(to_euler(rotations(times), order), middle_axis), holds)


def unwrap(angles: Doubles, middle: int = 1) -> Doubles:
    """Make successive Euler angles continuous: of equivalent angles, take the nearest to the previous ones.
    `middle` is the axis of the rotation in the middle."""
    other = angles + 180.0
    other[:, middle] = 180.0 - angles[:, middle]

    def apart(first: Doubles, second: Doubles) -> Doubles:
        """Difference of angles in degrees, modulo full turns."""
        turned = first - second
        return np.asarray(np.abs(turned - 360.0 * np.rint(turned / 360.0)).sum(1))

    # Both ways are as far from each other as they were a key before, so only a change of the way counts.
    changes = apart(other[1:], angles[:-1]) < apart(angles[1:], angles[:-1]) - 1e-9
    is_other = np.concatenate([[False], np.cumsum(changes) % 2 == 1])
    chosen: Doubles = np.unwrap(np.where(is_other[:, None], other, angles), axis=0, period=360.0)
    return chosen


def vector_keys(channel: Channel, convert: Callable[[Doubles], Doubles]) -> Keys:
    """Values of a channel other than rotation."""
    times = np.unique(channel.times.astype(np.float64))
    sample = sample_channel(channel)
    holds = channel.interpolation == "STEP"
    if channel.interpolation == "CUBICSPLINE":
        size = max(float(np.abs(channel.values).max()), 1e-30)
        for _ in range(MOST_HALVINGS):
            middle = (times[1:] + times[:-1]) / 2
            values = sample(times)
            error = np.abs((values[1:] + values[:-1]) / 2 - sample(middle)).max(1, initial=0.0)
            quarter = times[:-1] + np.diff(times) / 4
            error = np.maximum(
                error, np.abs(values[:-1] * 0.75 + values[1:] * 0.25 - sample(quarter)).max(1, initial=0.0)
            )
            far = (error > LENGTH * size) & (middle > times[:-1])
            if not far.any() or len(times) > MOST_KEYS:
                break
            times = np.union1d(times, middle[far])
    return Keys(times, convert(sample(times)), holds)


class ClipWriter:
    """Writes stacks with one layer each."""

    def __init__(self, builder: Builder, axes: Axes, taken: Iterable[str] = ()) -> None:
        self._builder, self._axes = builder, axes
        self.takes: list[tuple[str, int, int]] = []
        self._names = set(taken)

    def begin(self, clip: Clip, number: int) -> int:
        """Start a stack with its layer; returns the id of the layer."""
        plain = clean_name(clip.name or f"clip{number}")
        name, index = plain, 0
        while name in self._names:
            index += 1
            name = f"{plain}_{index}"
        self._names.add(name)
        end = ticks(np.array([clip.duration]))[0]
        begin = min(int(ticks(np.array([first_time(clip)]))[0]), 0)
        span = [
            prop(f"{kind}{side}", "KTime", "Time", "", int(value))
            for kind in ("Local", "Reference")
            for side, value in (("Start", begin), ("Stop", end))
        ]
        stack = self._builder.add("AnimationStack", name, "", [properties(span)])
        layer = self._builder.add("AnimationLayer", name, "", ())
        self._builder.connect(layer, stack)
        self.takes.append((name, begin, int(end)))
        return layer

    def property(self, layer: int, model: int, name: str, keys: Keys) -> None:
        """The curves of a translation, rotation or scale."""
        self._curves(layer, model, LABELS[name], name, AXES, keys)

    def transform(self, layer: int, model: int, channel: Channel, turned: Doubles | None) -> None:
        """The curves of a translation, rotation or scale. `turned` is behind the rotations of a camera or
        light."""
        if channel.property == "rotation":
            keys = rotation_keys(
                channel,
                lambda values: self._axes.rotations(
                    values if turned is None else quaternion.product(values, turned)
                ),
            )
        else:
            convert = self._axes.points if channel.property == "translation" else self._axes.scales
            keys = vector_keys(channel, convert)
        self.property(layer, model, PROPERTIES[channel.property], keys)

    def still(self, layer: int, model: int, name: str, values: Doubles) -> None:
        """A property that keeps its value, without curves."""
        self._curve_node(layer, model, LABELS[name], name, AXES, values)

    def weight(self, layer: int, channel_id: int, keys: Keys, column: int) -> None:
        only = Keys(keys.times, keys.values[:, column : column + 1] * 100.0, keys.holds)
        self._curves(layer, channel_id, "DeformPercent", "DeformPercent", ("d|DeformPercent",), only)

    def _curves(
        self, layer: int, target: int, label: str, name: str, parts: tuple[str, ...], keys: Keys
    ) -> None:
        owner = self._curve_node(layer, target, label, name, parts, keys.values[0])
        at = ticks(keys.times)
        for column, part in enumerate(parts):
            curve = self._builder.add(
                "AnimationCurve", "", "", curve_nodes(at, keys.values[:, column], keys.holds)
            )
            self._builder.connect(curve, owner, part)

    def _curve_node(
        self, layer: int, target: int, label: str, name: str, parts: tuple[str, ...], values: Doubles
    ) -> int:
        entries = [
            prop(part, "Number", "", "A", float(value))
            for part, value in zip(parts, values.tolist(), strict=True)
        ]
        owner = self._builder.add("AnimationCurveNode", label, "", [properties(entries)])
        self._builder.connect(owner, layer)
        self._builder.connect(owner, target, name)
        return owner


def first_time(clip: Clip) -> float:
    return min((float(channel.times[0]) for channel in clip.channels), default=0.0)


def ticks(times: Doubles) -> NDArray[np.int64]:
    return np.rint(times * TICKS).astype(np.int64)


def curve_nodes(times: NDArray[np.int64], values: Doubles, holds: bool) -> list[Node]:
    """A curve that is linear, or holds its values."""
    flags = FLAG_CONSTANT if holds else LINEAR_FLAG | FLAG_USER
    return [
        node("Default", float(values[0])),
        node("KeyVer", 4008),
        array("KeyTime", times, "l"),
        array("KeyValueFloat", values.astype(np.float32), "f"),
        array("KeyAttrFlags", np.array([flags], np.int32), "i"),
        array("KeyAttrDataFloat", np.array([0, 0, THIRD_WEIGHTS, 0], np.float32), "f"),
        array("KeyAttrRefCount", np.array([len(times)], np.int32), "i"),
    ]
