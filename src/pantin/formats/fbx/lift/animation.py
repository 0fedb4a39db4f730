"""Stacks, layers and curves of a file, and the values of properties at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.fbx.legacy import AT_TOP, SHAPE_CHANNEL, TRANSFORM
from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.lift.curves import Curve, is_level, read_curve
from pantin.formats.fbx.lift.older_curves import read_older_curve
from pantin.formats.fbx.lift.rotations import from_euler, slerp_from_identity, to_euler
from pantin.formats.fbx.nodes import Node, as_number, split_name
from pantin.formats.fbx.scene import Id, Object
from pantin.maths import quaternion

Doubles = NDArray[np.float64]
Key = tuple[Id, str]
"""An object and one of its properties."""

TICKS, NEW_TICKS = 46_186_158_000.0, 141_120_000.0
"""Ticks per second in older and in newer files."""

WITH_BITS = 7200
"""From this version on, text files write the floats of keys as integers with the same bits."""

TRANSLATION, ROTATION, SCALING = "Lcl Translation", "Lcl Rotation", "Lcl Scaling"
AXES = ("d|X", "d|Y", "d|Z")

ADD, OVERRIDE, MIX = 0, 1, 2
"""Blend modes of layers."""

UNIT_SCALE = 1e-6


class Track(Struct, eq=False, dict=True):
    """The curves of one property in one layer: a curve for each component, or None for a constant.

    makers     read the curve of each component
    constants  read what a component without a curve is; NaN: that of the property
    thing      the curve node, and `stored` the nodes of the curves, in files from 7.0 on
    """

    makers: Sequence[Callable[[], Curve | None] | None]
    constants: Callable[[], list[float]]
    thing: Object | None = None
    stored: Sequence[Node | None] = (None, None, None)

    @cached_property
    def curves(self) -> list[Curve | None]:
        return [None if make is None else make() for make in self.makers]

    @cached_property
    def values(self) -> list[float]:
        return self.constants()

    @property
    def has_curves(self) -> bool:
        return any(curve is not None for curve in self.curves)

    def breaks(self, begin: float, end: float) -> Doubles:
        break_times = [curve.breaks(begin, end) for curve in self.curves if curve is not None]
        return np.unique(np.concatenate(break_times)) if break_times else np.zeros(0)

    def evaluate(self, times: Doubles, near: Doubles, rest: Sequence[float]) -> Doubles:
        """(n, components) values at times."""
        columns = []
        for curve, value, own in zip(self.curves, self.values, rest, strict=False):
            if curve is not None:
                columns.append(curve.evaluate(times, near))
            else:
                columns.append(np.full(len(times), own if np.isnan(value) else value))
        return np.stack(columns, -1)


class Layer(Struct, eq=False):
    """An animation layer. `weight` is 0 to 1; `weights` is its curve in percent, if animated."""

    tracks: dict[Key, Track] = field(default_factory=dict)
    weight: float = 1.0
    weights: Track | None = None
    mode: int = ADD
    composes_rotation: bool = True
    composes_scale: bool = True

    def weight_at(self, times: Doubles, near: Doubles) -> Doubles:
        if self.weights is None or self.mode == OVERRIDE:
            return np.full(len(times), self.weight)
        weights = np.clip(self.weights.evaluate(times, near, (100.0,))[:, 0] / 100, 0.0, 1.0)
        return np.where(weights > 0.99999, 1.0, weights)


class Stack(Struct, eq=False, dict=True):
    """An animation; `begin` and `end` in seconds of the file."""

    name: str
    thing: Object | None
    layers: list[Layer] = field(default_factory=list)
    stated: tuple[float, float] | None = None

    def tracks(self, key: Key) -> list[tuple[Layer, Track]]:
        return [(layer, layer.tracks[key]) for layer in self.layers if key in layer.tracks]

    def animated_keys(self) -> set[Key]:
        """The object and name of each property for which a layer has curves."""
        return {key for layer in self.layers for key in layer.tracks}

    @cached_property
    def range(self) -> tuple[float, float]:
        """The time range that the stack states, if valid; otherwise the range of its keys."""
        if self.stated is not None and self.stated[1] > self.stated[0]:
            return self.stated
        times = [
            curve.times[[0, -1]]
            for layer in self.layers
            for track in layer.tracks.values()
            for curve in track.curves
            if curve is not None
        ]
        if not times:
            return self.stated or (0.0, 0.0)
        every = np.concatenate(times)
        return float(every.min()), float(every.max())

    def breaks(self, key: Key) -> Doubles:
        """Times within the range at which the property may jump or change slope."""
        begin, end = self.range
        break_times = []
        for layer, track in self.tracks(key):
            break_times.append(track.breaks(begin, end))
            if layer.weights is not None:
                break_times.append(layer.weights.breaks(begin, end))
        return np.unique(np.concatenate(break_times)) if break_times else np.zeros(0)

    def evaluate(self, key: Key, rest: Doubles, times: Doubles, near: Doubles) -> Doubles:
        """(n, components) values of a property other than rotation."""
        result = np.tile(rest, (len(times), 1))
        for number, (layer, track) in self._numbered_layers(key):
            value = _widen(track.evaluate(times, near, rest.tolist()), result)
            if number == 0 or layer.mode == OVERRIDE:
                result = value
                continue
            weight = layer.weight_at(times, near)[:, None]
            multiplies = key[1] == SCALING and layer.composes_scale
            if layer.mode == ADD:
                result = result * _power(value, weight) if multiplies else result + value * weight
            elif multiplies:
                result = _power(result, 1 - weight) * _power(value, weight)
            else:
                result = result * (1 - weight) + value * weight
        return result

    def rotation(self, key: Key, rest: Doubles, order: int, times: Doubles, near: Doubles) -> Doubles:
        """(n, 4) the rotation of a model, before pre- and after post-rotation."""
        degrees: Doubles | None = np.tile(rest, (len(times), 1))
        turned: Doubles | None = None
        for number, (layer, track) in self._numbered_layers(key):
            at_rest = np.tile(rest, (len(times), 1))
            value = _widen(track.evaluate(times, near, rest.tolist()), at_rest)
            if number == 0 or layer.mode == OVERRIDE:
                degrees, turned = value, None
                continue
            weight = layer.weight_at(times, near)
            if layer.composes_rotation:
                current = turned if turned is not None else from_euler(_require(degrees), order)
                other = from_euler(value, order)
                if layer.mode == ADD:
                    turned = quaternion.product(current, slerp_from_identity(other, weight))
                else:
                    turned = quaternion.slerp(current, other, weight)
                degrees = None
                continue
            angles = degrees if degrees is not None else to_euler(_require(turned), order)
            share = weight[:, None]
            degrees = angles + value * share if layer.mode == ADD else angles * (1 - share) + value * share
            turned = None
        return turned if turned is not None else from_euler(_require(degrees), order)

    def _numbered_layers(self, key: Key) -> Iterator[tuple[int, tuple[Layer, Track]]]:
        return (
            (number, (layer, layer.tracks[key]))
            for number, layer in enumerate(self.layers)
            if key in layer.tracks
        )


def _widen(values: Doubles, others: Doubles) -> Doubles:
    """Extend the values of a damaged track to as many components as the property has."""
    width = others.shape[1]
    if values.shape[1] == width:
        return values
    return np.concatenate([values, others[:, values.shape[1] :]], 1)[:, :width]


def _require(values: Doubles | None) -> Doubles:
    assert values is not None
    return values


def _power(values: Doubles, weight: Doubles) -> Doubles:
    """Powers that keep the sign of a scale. Where the weight is 0 the result is 1, even for a negative
    scale."""
    return np.where(weight <= 0, 1.0, np.where(values < 0, -1.0, 1.0) * np.abs(values) ** weight)


class Animation:
    """The stacks of a file."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.ticks = self._ticks()
        scene = context.scene
        self.stacks = list(self._read_stacks() if scene.has_ids else self._read_takes())

    def _ticks(self) -> float:
        """Ticks per second of the file."""
        document = self._context.document
        header = document.section("FBXHeaderExtension")
        if document.version >= 8000:
            return NEW_TICKS
        if header is None or header.number("FBXHeaderVersion") < 1004:
            return TICKS
        flags = header.first("OtherFlags")
        definition = flags.first("TCDefinition") if flags is not None else None
        if definition is None or as_number(definition.value(), 127) == 127:
            return TICKS
        return NEW_TICKS

    def scaled_objects(self) -> set[Id]:
        """The objects that are scaled (scale ≠ 1) at some time in a clip."""
        scaled: set[Id] = set()
        test = _ScaleTest()
        for stack in self.stacks:
            for layer in stack.layers:
                for (identity, name), track in layer.tracks.items():
                    if name == SCALING and identity not in scaled and test.leaves_one(track):
                        scaled.add(identity)
        return scaled

    # Files from 7.0 on

    def _read_stacks(self) -> Iterator[Stack]:
        scene = self._context.scene
        for thing in scene.of_kind("AnimationStack"):
            stack = Stack(thing.name, thing, stated=self._stated_range(thing))
            for layer in scene.below(thing.id, "AnimationLayer"):
                stack.layers.append(self._read_layer(layer))
            yield stack

    def _stated_range(self, thing: Object) -> tuple[float, float] | None:
        props = thing.props
        if "LocalStop" in props.own or "LocalStart" in props.own:
            return props.number("LocalStart") / self.ticks, props.number("LocalStop") / self.ticks
        takes = self._context.document.section("Takes")
        for take in takes.every("Take") if takes is not None else ():
            span = take.numbers("LocalTime")
            if take.value() == thing.name and len(span) >= 2:
                return float(span[0]) / self.ticks, float(span[1]) / self.ticks
        return None

    def _read_layer(self, thing: Object) -> Layer:
        props = thing.props
        layer = Layer(
            weight=props.number("Weight", 100.0) / 100,
            mode=props.integer("BlendMode", 0),
            composes_rotation=props.number("RotationAccumulationMode", 0) == 0,
            composes_scale=props.number("ScaleAccumulationMode", 0) == 0,
        )
        scene = self._context.scene
        for node in scene.below(thing.id, "AnimationCurveNode"):
            track = self._read_track(node)
            if not track.makers:
                continue
            for link in scene.parents.get(node.id, ()):
                if link.property is None:
                    continue
                layer.tracks.setdefault((link.id, link.property), track)
        for prop, node in scene.at_properties(thing.id, "AnimationCurveNode"):
            if prop == "Weight":
                weights = self._read_track(node)
                layer.weights = weights if weights.makers else None
        return layer

    def _read_track(self, thing: Object) -> Track:
        curves = dict(self._context.scene.at_properties(thing.id, "AnimationCurve"))
        names: Sequence[str] = AXES
        if not any(name in curves for name in AXES):
            known = [name for name in thing.props.own if name.startswith("d|")]
            if not any(name in AXES for name in known):
                names = known[:1] or list(curves)[:1]
        components = [curves.get(name) for name in names]
        return Track(
            [None if curve is None else partial(self.read_curve, curve) for curve in components],
            lambda: [
                thing.props.number(name, np.nan) if name in thing.props.own else np.nan for name in names
            ],
            thing,
            [None if curve is None else curve.node for curve in components],
        )

    def read_curve(self, thing: Object) -> Curve | None:
        document = self._context.document
        curve = read_curve(thing.node, self.ticks, document.is_text and document.version >= WITH_BITS)
        if curve is None:
            self._context.fault("FBX-EMPTY_CURVE", thing)
        elif curve.dropped:
            self._context.fault("FBX-NOT_FINITE", thing, what="keys that are not finite")
        return curve

    # Files before 7.0

    def _read_takes(self) -> Iterator[Stack]:
        takes = self._context.document.section("Takes")
        for take in takes.every("Take") if takes is not None else ():
            span = take.numbers("LocalTime").astype(np.float64) / self.ticks
            stated = (float(span[0]), float(span[1])) if len(span) >= 2 else None
            layer = Layer()
            for model in take.every("Model"):
                name = split_name(str(model.value()), self._context.document.is_text)[0]
                thing = self._context.scene.objects.get(f"Model::{name}")
                if thing is not None:
                    for channel in model.every("Channel"):
                        self._read_channel(layer, thing, channel)
            yield Stack(str(take.value() or ""), None, [layer], stated)

    def _read_channel(self, layer: Layer, thing: Object, channel: Node) -> None:
        name = str(channel.value())
        if name == "Transform":
            for part in channel.every("Channel"):
                axes = list(part.every("Channel"))
                if part.value() in TRANSFORM and axes:
                    track = self._older_track(axes)
                    layer.tracks[(thing.id, TRANSFORM[str(part.value())])] = track
            return
        if self._context.scene.version < AT_TOP:
            name = name.removesuffix(SHAPE_CHANNEL)
        layer.tracks[(thing.id, name)] = self._older_track(list(channel.every("Channel")) or [channel])

    def _older_track(self, nodes: list[Node]) -> Track:
        version = self._context.scene.version
        return Track(
            [
                partial(read_older_curve, node, self.ticks, version)
                if node.first("Key") is not None
                else None
                for node in nodes[:3]
            ],
            lambda: [node.number("Default", np.nan) for node in nodes[:3]],
        )


def _own_number(thing: Object, name: str) -> float:
    """A number that the object itself states; NaN without."""
    return thing.props.number(name, np.nan) if name in thing.props.own else np.nan


class _ScaleTest:
    """Finds the tracks of scale that leave 1. Most curves of a file hold 1 at equally many keys, so the
    answer for the bytes of a curve is kept."""

    def __init__(self) -> None:
        self._known: dict[tuple[bytes | None, ...], bool | None] = {}

    def leaves_one(self, track: Track) -> bool:
        for index, (make, node) in enumerate(zip(track.makers, track.stored, strict=False)):
            if make is None:
                if abs(track.values[index] - 1) > UNIT_SCALE:  # false for NaN
                    return True
                continue
            level = None if node is None else self._is_level(node)
            if level is None:
                curve = track.curves[index]
                level = curve is None or _is_one(curve)
            if not level:
                return True
        return False

    def _is_level(self, node: Node) -> bool | None:
        key = node.stored_bytes("KeyValueFloat"), node.stored_bytes("KeyAttrDataFloat")
        if None in key:
            return is_level(node, 1.0, UNIT_SCALE)
        if key not in self._known:
            self._known[key] = is_level(node, 1.0, UNIT_SCALE)
        return self._known[key]


def _is_one(curve: Curve) -> bool:
    return bool(np.abs(curve.values - 1).max() <= UNIT_SCALE) and (
        curve.is_constant or bool(np.abs(curve.right).max() < UNIT_SCALE)
    )
