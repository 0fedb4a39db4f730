"""Blend shapes: a channel has one shape, or several in-betweens, each with its full weight."""

from __future__ import annotations

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.lift.meshes import MaterialPart
from pantin.formats.fbx.nodes import as_number, whole_numbers
from pantin.formats.fbx.scene import Object
from pantin.rig import BlendShape, Deltas

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


class PointDifferences(Struct, eq=False):
    """Differences of some points: (n,) indices, (n, 3) positions and normals."""

    indices: Ints
    positions: Doubles
    normals: Doubles | None


class Channel(Struct, eq=False):
    """A channel.

    percent  its weight at rest
    full     (S,) the weights at which each of its shapes is complete, ascending, without 0
    first    the index of its first blend shape in the rig
    """

    thing: Object
    name: str
    percent: float
    full: Doubles
    shapes: list[PointDifferences]
    first: int = 0
    names: list[str] = field(default_factory=list)

    def weights(self, percent: Doubles) -> Doubles:
        """(n, S) weights of blend shapes from channel weights in percent. Neighbouring shapes blend linearly,
        with the base mesh at 0; beyond the ends the last pair is extrapolated."""
        if len(self.full) == 1:
            return np.asarray((percent / self.full[0])[:, None])
        # An in-between of weight 0 would replace the base; there are none in practice.
        knots = np.sort(np.append(self.full, 0.0))
        result = np.zeros((len(percent), len(self.full)))
        segment = np.clip(np.searchsorted(knots, percent, side="right") - 1, 0, len(knots) - 2)
        part = (percent - knots[segment]) / (knots[segment + 1] - knots[segment])
        for side, share in ((0, 1 - part), (1, part)):
            knot = knots[segment + side]
            for column, full in enumerate(self.full.tolist()):
                result[:, column] += np.where(knot == full, share, 0.0)
        return result


class ShapeReader:
    """Reads the blend shapes of geometry."""

    def __init__(self, context: Context, axes: Axes) -> None:
        self._context, self._axes = context, axes

    def read(self, geometry: Object, points: int) -> list[Channel]:
        scene = self._context.scene
        channels: list[Channel] = []
        count = 0
        for deformer in scene.below(geometry.id, "Deformer", "BlendShape"):
            for thing in scene.below(deformer.id, "Deformer", "BlendShapeChannel"):
                channel = self._channel(thing, points)
                if channel is not None:
                    channel.first, count = count, count + len(channel.shapes)
                    channels.append(channel)
        return channels

    def _channel(self, thing: Object, points: int) -> Channel | None:
        scene = self._context.scene
        shapes = [self._shape(shape, points) for shape in scene.below(thing.id, "Geometry", "Shape")]
        if not shapes:
            return None
        full: Doubles = np.nan_to_num(thing.node.numbers("FullWeights").astype(np.float64), nan=100.0)
        if len(shapes) == 1:
            if len(full) == len(shapes[0].indices) and len(full) > 1:
                # Blender stores a factor for each point here.
                shapes[0].positions = shapes[0].positions * (full / 100)[:, None]
            full = full[:1] if len(full) == 1 and full[0] != 0 else np.array([100.0])
        elif len(full) != len(shapes) or (full == 0).any() or len(np.unique(full)) != len(full):
            self._context.fault("FBX-FULL_WEIGHTS", thing, found=len(full), shapes=len(shapes))
            full = np.arange(1, len(shapes) + 1, dtype=np.float64) * (100.0 / len(shapes))
        order = np.argsort(full, kind="stable")
        channel = Channel(
            thing, thing.name, self._percent(thing), full[order], [shapes[index] for index in order]
        )
        channel.names = [
            thing.name if weight == full.max() else f"{thing.name} {weight:g}%" for weight in full[order]
        ]
        if len(shapes) > 1:
            what = (
                f'split the channel "{thing.name}" into {len(shapes)} blend shapes, one for each in-between'
            )
            self._context.drop("inbetween", thing, what)
        return channel

    def _percent(self, thing: Object) -> float:
        """The weight of a channel in percent: a node in files of Blender, a property in others."""
        stated = thing.props.get("DeformPercent")
        if stated is not None and stated.values:
            percent = float(as_number(stated.values[0]))
        else:
            percent = float(thing.node.number("DeformPercent"))
        return percent if np.isfinite(percent) else 0.0

    def _shape(self, thing: Object, points: int) -> PointDifferences:
        node = thing.node
        indices = whole_numbers(node.numbers("Indexes"))
        flat = node.numbers("Vertices").astype(np.float64)
        positions = flat[: len(flat) // 3 * 3].reshape(-1, 3)
        stored = node.numbers("Normals").astype(np.float64)
        normals = stored[: len(stored) // 3 * 3].reshape(-1, 3)
        count = min(len(indices), len(positions))
        good = (indices[:count] >= 0) & (indices[:count] < points) & np.isfinite(positions[:count]).all(1)
        if len(indices) != len(positions) or not good.all():
            self._context.fault(
                "FBX-SHAPE", thing, indices=len(indices), points=len(positions), bad=int((~good).sum())
            )
        has_normals = len(normals) >= count and bool(np.isfinite(normals).all()) and bool(normals.any())
        return PointDifferences(
            indices[:count][good],
            self._axes.points(positions[:count][good]),
            self._axes.directions(normals[:count][good]) if has_normals else None,
        )


def blend_shapes(channels: list[Channel], part: MaterialPart, points: int) -> tuple[BlendShape, ...]:
    """The blend shapes of a surface, limited to the vertices they move."""
    if not channels:
        return ()
    order = np.argsort(part.points, kind="stable")
    starts = np.searchsorted(part.points[order], np.arange(points + 1))
    has_normals = part.surface.normals is not None
    return tuple(
        _of_vertices(shape, order, starts, has_normals) for channel in channels for shape in channel.shapes
    )


def _of_vertices(shape: PointDifferences, order: Ints, starts: Ints, has_normals: bool) -> BlendShape:
    counts = (starts[1:] - starts[:-1])[shape.indices]
    rows = np.repeat(np.arange(len(shape.indices)), counts)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    vertices = order[np.repeat(starts[shape.indices], counts) + within]
    normals = None
    if shape.normals is not None and has_normals:
        normals = Deltas(shape.normals[rows], vertices)
    return BlendShape(Deltas(shape.positions[rows], vertices), normals)
