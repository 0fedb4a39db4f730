"""Convert stacks to clips: a channel for each animated property, with times relative to the start of the
stack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.base.errors import LimitExceeded
from pantin.formats.fbx.lift.animation import ROTATION, SCALING, TRANSLATION, Animation, Key, Stack
from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.lift.fitting import PARTS, Function, Keys, fit
from pantin.formats.fbx.lift.hierarchy import Hierarchy, Model
from pantin.formats.fbx.lift.shapes import Channel as BlendChannel
from pantin.formats.fbx.lift.transforms import CONSTANTS, PIVOTS, RRSS, RSRS, SHIFTS, TURNS, Chain
from pantin.formats.fbx.nodes import clean
from pantin.formats.fbx.scene import Id
from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Nodes, Property
from pantin.rig.builder_clip import check_clip, name_nodes

Doubles = NDArray[np.float64]

ANGLE = 2e-5
"""Tolerance of a rotation between keys in radians: at a reach of 1 m, a fiftieth of a millimetre."""

LENGTH = 1e-5
"""Tolerance of a translation between keys, relative to the size of the model."""

FACTOR = 1e-5
"""Tolerance of a scale or a weight between keys."""

SAME = 0.1
"""A channel is dropped if it stays within this fraction of the tolerances from the rest pose."""

MOST_SPAN = 1e6
"""The longest duration of a stack in seconds, about 11 days."""

MOST_TURN = 45.0
"""The largest change of an angle in degrees between two samples. A full turn between samples would look like
no motion."""

MOST_PIECES = 1000
"""The most pieces that an interval between two keys is split into to keep to `MOST_TURN`."""

TRANSFORMS = (TRANSLATION, ROTATION, SCALING, *CONSTANTS)
"""The properties of a model that move its node."""


class MeshNode(Struct, eq=False):
    """A node with blend shapes: its channels, and the objects that may animate their weights."""

    node: int
    channels: list[BlendChannel]
    owners: tuple[Id, ...]
    rest: Doubles


class ClipReader:
    """Makes clips of stacks.

    size    of the model in units of the file
    turned  nodes whose rest rotation has another behind it: cameras and lights
    """

    def __init__(
        self,
        context: Context,
        hierarchy: Hierarchy,
        animation: Animation,
        axes: Axes,
        meshes: list[MeshNode],
        size: float,
        turned: dict[int, Doubles],
    ) -> None:
        self._context, self._hierarchy, self._axes = context, hierarchy, axes
        self._meshes, self._turned = meshes, turned
        self._length = LENGTH * (size or 1.0)
        self.stacks = [stack for stack in animation.stacks if self._moves(stack)]

    def _moves(self, stack: Stack) -> bool:
        """Whether a stack has anything that a clip can hold."""
        models = self._hierarchy.index
        blends = {
            key for mesh in self._meshes for channel in mesh.channels for key in weight_keys(mesh, channel)
        }
        return any(
            (key in blends or (key[0] in models and key[1] in TRANSFORMS))
            and any(track.makers and any(track.makers) for _, track in stack.tracks(key))
            for key in stack.animated_keys()
        )

    def clips(self, nodes: Nodes) -> tuple[Clip, ...]:
        """All clips. Their channels are computed at first use."""
        shapes = {mesh.node: len(mesh.rest) for mesh in self._meshes}
        return tuple(
            Clip.deferred(partial(self._read_checked, stack, nodes, shapes), clean(stack.name) or None)
            for stack in self.stacks
        )

    def _read_checked(self, stack: Stack, nodes: Nodes, shapes: dict[int, int]) -> Clip:
        clip = Clip(tuple(self.channels(stack)), clean(stack.name) or None)
        return name_nodes(check_clip(clip, "clip", 3, shapes, len(nodes)), nodes)

    def channels(self, stack: Stack) -> list[Channel]:
        begin, end = stack.range
        if not end - begin < MOST_SPAN:
            raise LimitExceeded("samples", f'the animation "{clean(stack.name)}" lasts {end - begin:g} s')
        channels: list[tuple[bool, Channel]] = []
        with np.errstate(all="ignore"):
            for model in self._hierarchy.models:
                channels += self._model_channels(stack, model)
            for mesh in self._meshes:
                channels += self._weight_channels(stack, mesh)
        moving = [channel for moves, channel in channels if moves]
        return moving or [channel for _, channel in channels[:1]]

    def _edges(self, stack: Stack, breaks: list[Doubles]) -> Doubles:
        """Start, breaks and end in seconds of the file; times that are equal in float32 are merged."""
        begin, end = stack.range
        if not end > begin:
            return np.array([begin])
        inner = np.unique(np.concatenate([*breaks, np.zeros(0)]))
        least = 2 * float(np.spacing(np.float32(end - begin)))
        inner = inner[(inner > begin + least) & (inner < end - least)]
        if len(inner):
            kept = np.concatenate([[True], np.diff(inner) > least])
            inner = inner[kept]
        self._context.budget.check(64 * len(inner) * 8, "the keys of a clip")
        return np.concatenate([[begin], inner, [end]])

    def _model_channels(self, stack: Stack, model: Model) -> Iterator[tuple[bool, Channel]]:
        """For a model and its scale helper: (whether it is animated, channel)."""
        keys = {name: (model.thing.id, name) for name in TRANSFORMS}
        own = {name for name, key in keys.items() if stack.tracks(key)}
        stretch = self._stretch_keys(stack, model)
        depends: dict[Property, list[Key]] = {
            "translation": [keys[TRANSLATION], *(stretch if self._hierarchy.inherits_scale(model) else ())],
            "rotation": [keys[ROTATION]],
            "scale": [keys[SCALING], *self._inherited_keys(model)],
        }
        depends["rotation"] += [keys[name] for name in TURNS]
        depends["translation"] += [keys[name] for name in SHIFTS]
        if model.chain.has_pivots or any(name in own for name in PIVOTS):
            depends["translation"] += [keys[name] for name in (ROTATION, SCALING, *TURNS)]
        if not own and not any(stack.tracks(key) for each in depends.values() for key in each):
            return
        for name, needed in depends.items():
            tracked = [key for key in needed if stack.tracks(key)]
            if tracked:
                yield self._fit(stack, model, name, tracked)

    def _stretch_keys(self, stack: Stack, model: Model) -> list[Key]:
        parent = self._hierarchy.parent_of(model)
        if parent is None or model.chain.inherit == RSRS:
            return []
        return [(parent.thing.id, SCALING), *self._inherited_keys(parent)]

    def _inherited_keys(self, model: Model) -> list[Key]:
        """The scales that a model inherits component by component."""
        keys: list[Key] = []
        while model.chain.inherit != RSRS:
            parent = self._hierarchy.parent_of(model)
            if parent is None:
                break
            if model.chain.inherit == RRSS:
                keys.append((parent.thing.id, SCALING))
            model = parent
        return keys

    def _fit(self, stack: Stack, model: Model, name: Property, tracked: list[Key]) -> tuple[bool, Channel]:
        node = model.scaled if name == "scale" else model.index
        parts = model.local_rest(self._hierarchy.parent_of(model))
        rest = dict(zip(("translation", "rotation", "scale"), parts, strict=True))[name]
        if name == "rotation":
            rest = quaternion.product(rest, self._turned.get(node, np.array(quaternion.IDENTITY)))
        edges = self._edges(stack, [stack.breaks(key) for key in tracked])
        edges = self._cut_turns(stack, tracked, edges)
        tolerance = {"translation": self._length, "rotation": ANGLE, "scale": FACTOR}[name]
        function = self._function(stack, model, name)
        keys = fit(_finite(function), edges, tolerance, name == "rotation")
        values = keys.values if keys.interpolation != "CUBICSPLINE" else keys.values[:, 1]
        if name == "rotation":
            far = quaternion.angle(values, np.broadcast_to(rest, values.shape)).max()
        else:
            far = np.abs(values - rest).max()
        return bool(far > SAME * tolerance), self._channel(stack, node, name, keys)

    def _cut_turns(self, stack: Stack, tracked: list[Key], edges: Doubles) -> Doubles:
        """Add edges where angles change by more than `MOST_TURN` between two edges."""
        tracks = [track for key in tracked if key[1] in (ROTATION, *TURNS) for _, track in stack.tracks(key)]
        curves = [curve for track in tracks for curve in track.curves if curve is not None]
        if len(edges) < 2 or sum(curve.reach for curve in curves) <= MOST_TURN * (len(PARTS) - 1):
            return edges
        lengths = np.diff(edges)
        times = edges[:-1, None] + lengths[:, None] * PARTS
        near = np.repeat((edges[:-1] + lengths / 2)[:, None], len(PARTS), axis=1)
        turned = sum(np.abs(np.diff(curve.evaluate(times, near), axis=1)) for curve in curves)
        most = np.nan_to_num(np.max(turned, axis=1) / MOST_TURN)
        pieces = np.clip(np.ceil(most), 1, MOST_PIECES).astype(np.int64)
        step = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        cut = np.repeat(edges[:-1], pieces) + np.repeat(lengths / pieces, pieces) * step
        return self._edges(stack, [cut, edges])

    def _function(self, stack: Stack, model: Model, name: Property) -> Function:
        moving = [prop for prop in CONSTANTS if stack.tracks((model.thing.id, prop))]

        def evaluate(times: Doubles, near: Doubles) -> Doubles:
            if name == "scale":
                return self._total_scale(stack, model, times, near)
            chain = _chain_at(stack, model, moving, times, near) if moving else model.chain
            if name == "rotation":
                turned = chain.turn(self._rotation(stack, model, times, near))
                behind = self._turned.get(model.index)
                return turned if behind is None else quaternion.product(turned, behind)
            moved = stack.evaluate((model.thing.id, TRANSLATION), model.translation, times, near)
            if chain.has_pivots:
                rotation = self._rotation(stack, model, times, near)
                scale = stack.evaluate((model.thing.id, SCALING), model.scale, times, near)
                moved = chain.compose(moved, rotation, scale)[0]
            else:
                moved = moved + chain.rotation_offset
            parent = self._hierarchy.parent_of(model)
            if parent is not None and self._hierarchy.inherits_scale(model):
                moved = moved * self._total_scale(stack, parent, times, near)
            return moved

        return evaluate

    def _rotation(self, stack: Stack, model: Model, times: Doubles, near: Doubles) -> Doubles:
        return stack.rotation((model.thing.id, ROTATION), model.degrees, model.chain.order, times, near)

    def _total_scale(self, stack: Stack, model: Model, times: Doubles, near: Doubles) -> Doubles:
        """The scale of a model, including inherited scale."""
        total = np.ones((len(times), 3))
        is_counted = True
        while True:
            if is_counted:
                total = total * stack.evaluate((model.thing.id, SCALING), model.scale, times, near)
            parent = self._hierarchy.parent_of(model)
            if parent is None or model.chain.inherit == RSRS:
                return total
            is_counted = model.chain.inherit == RRSS
            model = parent

    def _channel(self, stack: Stack, node: int, name: Property, keys: Keys) -> Channel:
        """A channel with its keys in the units and axes of rigs."""
        convert = {
            "translation": self._axes.points,
            "rotation": self._axes.rotations,
            "scale": self._axes.scales,
        }[name]
        times = (keys.times - stack.range[0]).astype(np.float32)
        return Channel(node, name, times, convert(keys.values).astype(np.float32), keys.interpolation)

    def _weight_channels(self, stack: Stack, mesh: MeshNode) -> Iterator[tuple[bool, Channel]]:
        tracked = {}
        for index, channel in enumerate(mesh.channels):
            key = next((key for key in weight_keys(mesh, channel) if stack.tracks(key)), None)
            if key is not None:
                tracked[index] = key
        if not tracked:
            return

        def evaluate(times: Doubles, near: Doubles) -> Doubles:
            result = np.tile(mesh.rest, (len(times), 1))
            for index, key in tracked.items():
                channel = mesh.channels[index]
                percent = stack.evaluate(key, np.array([channel.percent]), times, near)[:, 0]
                columns = slice(channel.first, channel.first + len(channel.shapes))
                result[:, columns] = channel.weights(percent)
            return result

        edges = self._edges(stack, [stack.breaks(key) for key in tracked.values()])
        crossings = [_crossings(stack, key, mesh.channels[index], edges) for index, key in tracked.items()]
        if any(len(each) for each in crossings):
            edges = self._edges(stack, [edges, *crossings])
        keys = fit(_finite(evaluate), edges, FACTOR, False)
        values = keys.values if keys.interpolation != "CUBICSPLINE" else keys.values[:, 1]
        times = (keys.times - stack.range[0]).astype(np.float32)
        weight_channel = Channel(
            mesh.node, "weights", times, keys.values.astype(np.float32), keys.interpolation
        )
        yield bool(np.abs(values - mesh.rest).max() > SAME * FACTOR), weight_channel


def _chain_at(stack: Stack, model: Model, moving: list[str], times: Doubles, near: Doubles) -> Chain:
    """The transform chain of a model at given times, where pivots, offsets or outer rotations are
    animated."""
    identity, props = model.thing.id, model.thing.props
    return model.chain.animate(
        {name: stack.evaluate((identity, name), np.array(props.vector(name)), times, near) for name in moving}
    )


def weight_keys(mesh: MeshNode, channel: BlendChannel) -> list[Key]:
    """The properties that animate the weight of a channel: the channel's, or the mesh's in older files."""
    return [(channel.thing.id, "DeformPercent"), *((owner, channel.name) for owner in mesh.owners)]


def _finite(function: Function) -> Function:
    """The function, with 0 instead of values that are not finite."""

    def evaluate(times: Doubles, near: Doubles) -> Doubles:
        return np.nan_to_num(function(times, near), nan=0.0, posinf=0.0, neginf=0.0)

    return evaluate


LOOKS = 16
"""Samples per interval for comparing a weight with the full weights of in-betweens."""


def _crossings(stack: Stack, key: Key, channel: BlendChannel, edges: Doubles) -> Doubles:
    """The times at which a weight passes the full weight of an in-between, where the slope of its effect
    changes."""
    if len(channel.full) < 2 or len(edges) < 2:
        return np.zeros(0)
    rest = np.array([channel.percent])
    lengths = np.diff(edges)
    middle = edges[:-1] + lengths / 2

    def percent(times: Doubles, near: Doubles) -> Doubles:
        return stack.evaluate(key, rest, times, near)[:, 0]

    grid = edges[:-1, None] + lengths[:, None] * np.linspace(0, 1, LOOKS + 1)
    sides = np.repeat(middle[:, None], LOOKS + 1, 1)
    values = percent(grid.ravel(), sides.ravel()).reshape(grid.shape)
    crossing_times = []
    for level in np.append(channel.full, 0.0).tolist():
        above = values > level
        rows, columns = np.nonzero(above[:, 1:] != above[:, :-1])
        low, high, near = grid[rows, columns], grid[rows, columns + 1], middle[rows]
        rising = above[rows, columns + 1]
        for _ in range(40):
            half = (low + high) / 2
            beyond = (percent(half, near) > level) == rising
            low, high = np.where(beyond, low, half), np.where(beyond, half, high)
        crossing_times.append((low + high) / 2)
    return np.concatenate(crossing_times)
