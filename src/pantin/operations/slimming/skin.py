"""Posed vertices of a rig in many frames: each vertex as a weighted sum of points that follow nodes.

This skinning is separate from `deformation`, which poses whole surfaces with normals, one frame after the
other. A search for keys needs some vertices in thousands of frames, and the part of each node in them. So
influences are sorted by node here, and one product moves all points of a node in all frames.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np

from pantin.base.records import Record, replace
from pantin.kernels.furthest import WeightedPoints
from pantin.motion import adaptive, world_transforms
from pantin.motion.clip_batch import batches, sample_clips
from pantin.operations.comparison.influences import influences_of
from pantin.operations.comparison.vertices import VertexTable, longest_side
from pantin.operations.slimming.together import answer_groups
from pantin.rig import Clip, Doubles, Indices, Rig

LEVER = 0.1
"""For a node that moves no vertex, such as a camera or a socket, points at this distance (a part of the
model's size) count as vertices."""

DENSITY = 10
"""Frames between two keys at which clips are compared."""

MOST_TIMES = 16
"""The largest factor for the number of frames in an unusually long interval."""

AT_ONCE = 400_000
"""Numbers of frames times nodes or channels that are sampled in one pass."""

TOGETHER = 20_000
"""The same for several clips: they stay in the cache."""


class SampledMotion(NamedTuple):
    """(F, n, 3, 4) world transforms, and (F, shapes) weights of blend shapes for each instance."""

    world: Doubles
    blend: tuple[Doubles, ...]

    def pick(self, frames: Indices | slice) -> SampledMotion:
        return SampledMotion(self.world[frames], tuple(weights[frames] for weights in self.blend))

    @classmethod
    def join(cls, motions: Sequence[SampledMotion]) -> SampledMotion:
        """The frames of several, one after the other."""
        if len(motions) == 1:
            return motions[0]
        blend = zip(*(motion.blend for motion in motions), strict=True)
        return cls(np.concatenate([motion.world for motion in motions]), tuple(map(np.concatenate, blend)))


class InstanceShapes(Record, eq=False):
    """The offsets that the blend shapes of one instance add to points.

    rows    (r,) the points, as indices into the rows of the skin
    deltas  (shapes, r, 3) in the space of the node that each point follows
    """

    instance: int
    rows: Indices
    deltas: Doubles


class PosedVertices(Record, eq=False):
    """All vertices of a rig, then points around nodes that move none.

    `pantin.deformation` skins whole surfaces, with normals and by either solver. This poses some vertices
    alone, by linear skinning in float64, sorted by node: one product for each node gives all frames.

    vertices, nodes, weights, local  (R,) and (R, 3): vertex, node, weight and position relative to the node;
                                     sorted by node
    count   of vertices and points; the first `real` are vertices
    """

    rig: Rig
    vertices: Indices
    nodes: Indices
    weights: Doubles
    local: Doubles
    shapes: tuple[InstanceShapes, ...]
    count: int
    real: int
    size: float

    @classmethod
    def from_rig(cls, rig: Rig) -> PosedVertices:
        """The vertices of a rig in the order of its instances."""
        table = VertexTable.from_rig(rig)
        size = longest_side(table.rest if len(table.rest) else world_transforms(rig)[..., 3])
        rows = influences_of(table)
        free = rows.nodes >= 0
        vertices, nodes = rows.vertices[free], rows.nodes[free]
        weights, local = rows.weights[free], rows.local[free]
        alone, points = _lonely_points(rig, nodes, size)
        real = len(table.rest)
        count = real + len(alone)
        vertices = np.concatenate([vertices, np.arange(real, count)])
        nodes, weights = np.concatenate([nodes, alone]), np.concatenate([weights, np.ones(len(alone))])
        local = np.concatenate([local, points])
        by_node = np.argsort(nodes, kind="stable")
        vertices, nodes, weights = vertices[by_node], nodes[by_node], weights[by_node]
        shapes = tuple(_shapes(table, vertices, nodes))
        return cls(rig, vertices, nodes, weights, local[by_node], shapes, count, real, size)

    def pick(self, chosen: Indices) -> PosedVertices:
        """Some of the vertices alone; they keep their numbers."""
        wanted = np.zeros(self.count, bool)
        wanted[chosen] = True
        rows = np.flatnonzero(wanted[self.vertices])
        slot = np.full(len(self.vertices), -1, np.int64)
        slot[rows] = np.arange(len(rows))
        shapes = []
        for shape in self.shapes:
            kept = slot[shape.rows] >= 0
            shapes.append(InstanceShapes(shape.instance, slot[shape.rows[kept]], shape.deltas[:, kept]))
        parts = (self.vertices[rows], self.nodes[rows], self.weights[rows], self.local[rows])
        return PosedVertices(self.rig, *parts, tuple(shapes), self.count, self.real, self.size)

    def without_points(self) -> PosedVertices:
        """The vertices alone, without points around nodes."""
        return self if self.count == self.real else self.pick(np.arange(self.real))

    def hold_shapes(self, *clips: Clip) -> PosedVertices:
        """The skin without blend shapes, with their weights at rest, if no clip changes these."""
        channels = (channel for clip in clips for channel in clip.channels)
        if not self.shapes or any(channel.property == "weights" for channel in channels):
            return self
        blend, local = self.rig.rest_pose().blend, self.local.copy()
        for shape in self.shapes:
            local[shape.rows] += np.tensordot(blend[shape.instance], shape.deltas, 1)
        return replace(self, local=local, shapes=())

    def vertices_with_shapes(self) -> Indices:
        """The vertices that blend shapes move."""
        return np.unique(np.concatenate([self.vertices[:0], *(self.vertices[s.rows] for s in self.shapes)]))

    def pose(self, motion: SampledMotion, columns: Indices, width: int) -> Doubles:
        """(F, 3, width) positions; vertex v is in column `columns[v]`."""
        frames = len(motion.world)
        local = np.ones((len(self.nodes), 4))
        local[:, :3] = self.local
        local *= self.weights[:, None]
        result = np.zeros((frames, 3, width))
        for node, rows in self.by_node():
            posed = (motion.world[:, node].reshape(-1, 4) @ local[rows].T).reshape(frames, 3, -1)
            result[:, :, as_slice(columns[self.vertices[rows]])] += posed
        for shape in self.shapes:
            self._add_shapes(shape, motion, columns, result)
        return result

    def points(self, motion: SampledMotion, count: int) -> WeightedPoints:
        """The first vertices for the compiled kernel; blend shapes are not in it."""
        frames, nodes = motion.world.shape[:2]
        world = np.ascontiguousarray(motion.world.reshape(frames, nodes, 12).transpose(1, 2, 0))
        return self.rows(count)._replace(world=world)

    def rows(self, count: int) -> WeightedPoints:
        """The first vertices for the compiled kernel, without transforms."""
        order = np.argsort(self.vertices, kind="stable")
        order = order[: np.searchsorted(self.vertices[order], count)]
        local = np.empty((len(order), 4))
        local[:, :3], local[:, 3] = self.local[order] * self.weights[order, None], self.weights[order]
        starts = np.searchsorted(self.vertices[order], np.arange(count + 1))
        nodes = self.nodes[order].astype(np.int64)
        return WeightedPoints(starts, nodes, local, np.empty((0, 12, 0)))

    def _add_shapes(
        self, shape: InstanceShapes, motion: SampledMotion, columns: Indices, result: Doubles
    ) -> None:
        weights = motion.blend[shape.instance]
        used = np.flatnonzero(weights.any(axis=0))
        if not len(used) or not len(shape.rows):
            return
        nodes, shape_columns = self.nodes[shape.rows], columns[self.vertices[shape.rows]]
        for node in np.unique(nodes).tolist():
            rows = np.flatnonzero(nodes == node)
            deltas = shape.deltas[np.ix_(used, rows)] * self.weights[shape.rows[rows], None]
            # x, y and z apart: numpy is slow at many products of 3 x 3 matrices.
            moved = [weights[:, used] @ deltas[..., axis] for axis in range(3)]
            world, where = motion.world[:, node], as_slice(shape_columns[rows])
            for axis in range(3):
                result[:, axis, where] += sum(world[:, axis, k, None] * moved[k] for k in range(3))

    def by_node(self) -> Iterator[tuple[int, slice]]:
        """Each node that has rows, with its rows."""
        cuts = np.flatnonzero(np.diff(self.nodes)) + 1
        bounds = [0, *cuts.tolist(), len(self.nodes)]
        for first, last in pairwise(bounds):
            if last > first:
                yield int(self.nodes[first]), slice(first, last)


def as_slice(indices: Indices) -> Indices | slice:
    """Indices that follow each other as a slice, which numpy reads faster."""
    if len(indices) and np.array_equal(indices, np.arange(indices[0], indices[0] + len(indices))):
        return slice(int(indices[0]), int(indices[0]) + len(indices))
    return indices


def _lonely_points(rig: Rig, nodes: Indices, size: float) -> tuple[Indices, Doubles]:
    """Six points around each node that moves no vertex, in its own space, and the node of each."""
    moves = np.zeros(len(rig.nodes), bool)
    moves[nodes] = True
    for node in rig.order[::-1].tolist():
        parent = int(rig.nodes.parents[node])
        if parent >= 0 and moves[node]:
            moves[parent] = True
    alone = np.flatnonzero(~moves)
    scales = np.linalg.norm(world_transforms(rig)[alone, :, :3], axis=1).max(axis=1, initial=0.0)
    lever = LEVER * size / np.maximum(scales, 1e-12)
    star = np.concatenate([np.eye(3), -np.eye(3)])
    return np.repeat(alone, 6), (lever[:, None, None] * star[None]).reshape(-1, 3)


def _shapes(table: VertexTable, vertices: Indices, nodes: Indices) -> Iterator[InstanceShapes]:
    for part in table.parts:
        surface, instance = part.surface, table.instance(part)
        deltas = np.zeros((len(surface.blend_shapes), len(surface.positions), 3))
        for shape, blend in zip(deltas, surface.blend_shapes, strict=True):
            if blend.positions is not None:
                moved_rows = blend.positions.indices
                indices = np.arange(len(shape)) if moved_rows is None else moved_rows
                np.add.at(shape, indices, blend.positions.values)
        if not deltas.any():
            continue
        where = np.full(len(table.rest), -1, np.int64)
        where[part.vertices] = np.arange(len(surface.positions))
        real = vertices < len(table.rest)
        rows = np.flatnonzero(real & (where[np.where(real, vertices, 0)] >= 0))
        local = deltas[:, where[vertices[rows]]]
        skin = None if instance.skin is None else table.rig.skins[instance.skin]
        if skin is not None and surface.influences is not None and skin.inverse_binds is not None:
            joint_of = np.full(len(table.rig.nodes), -1, np.int64)
            joint_of[skin.joints[skin.joints >= 0]] = np.flatnonzero(skin.joints >= 0)
            linear = skin.inverse_binds[np.maximum(joint_of[nodes[rows]], 0), :, :3]
            local = np.einsum("rij,krj->kri", linear, local)
        yield InstanceShapes(part.instance, rows, local)


def move(rig: Rig, clip: Clip, times: Doubles) -> SampledMotion:
    """The motion of a clip at some times."""
    return Frames.answer([Frames(rig, clip, times)])[0]


class Frames(NamedTuple):
    """Asks for the motion of a clip at some times."""

    rig: Rig
    clip: Clip
    times: Doubles

    @staticmethod
    def answer(asks: Sequence[Frames]) -> list[SampledMotion]:
        """The motions, of all clips of a rig together."""
        return answer_groups(asks, lambda ask: id(ask.rig), _move_all)


def _move_all(asks: Sequence[Frames]) -> Iterator[SampledMotion]:
    """The motion of each clip; of one with many frames in parts."""
    rig = asks[0].rig
    width = max(len(rig.nodes), max(len(ask.clip.channels) for ask in asks), 1)
    counts, pieces = [len(ask.times) for ask in asks], []
    for parts in batches(counts, AT_ONCE // width, TOGETHER // width):
        times = [asks[number].times[part] for number, part in parts]
        poses = sample_clips(rig, [asks[number].clip for number, _ in parts], times)
        motion, ends = SampledMotion(world_transforms(rig, poses), poses.blend), np.cumsum([*map(len, times)])
        pieces += [
            (number, motion.pick(slice(end - len(own), end)))
            for (number, _), own, end in zip(parts, times, ends.tolist(), strict=True)
        ]
    for _, group in groupby(pieces, key=lambda piece: piece[0]):
        yield SampledMotion.join([motion for _, motion in group])


def errors(
    a: PosedVertices, b: PosedVertices, motions: tuple[SampledMotion, SampledMotion], chosen: Indices
) -> Doubles:
    """(F, chosen) the distances of vertices between two skins that contain only these."""
    columns = np.full(max(a.count, b.count), -1, np.int64)
    columns[chosen] = np.arange(len(chosen))
    if a is b and not a.shapes:
        gaps = a.pose(SampledMotion(motions[0].world - motions[1].world, ()), columns, len(chosen))
    else:
        gaps = a.pose(motions[0], columns, len(chosen)) - b.pose(motions[1], columns, len(chosen))
    distances: Doubles = np.sqrt(np.square(gaps, out=gaps).sum(axis=1))
    return distances


def find_probes(skin: PosedVertices) -> Indices:
    """A sample of vertices that represents the errors of all: the extremes along 26 directions among those
    that follow each node, those that blend shapes move most, and points of nodes alone."""
    steps = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], np.float64)
    directions = np.delete(steps, 13, axis=0)
    probes: list[Indices] = [np.arange(skin.real, skin.count)]
    for _, rows in skin.by_node():
        heavy = np.arange(rows.start, rows.stop)
        heavy = heavy[skin.weights[rows] >= 0.3 * skin.weights[rows].max()]
        probes.append(skin.vertices[heavy[np.argmax(skin.local[heavy] @ directions.T, axis=0)]])
    for shape in skin.shapes:
        if len(shape.rows):
            lengths = np.square(shape.deltas).sum(axis=-1)
            probes.append(skin.vertices[shape.rows[lengths.argmax(axis=1)]])
    return np.unique(np.concatenate(probes))


def divide_times(times: Doubles, parts: int) -> tuple[Indices, Doubles]:
    """The interval of each of the times that divide all intervals into parts, and how far into it each is.

    Intervals that are longer than usual have more parts: a motion may change as quickly in them.
    """
    spans = np.diff(times)
    usual = max(float(np.median(spans)), 1e-9)
    counts = parts * np.clip(np.ceil(spans / usual - 0.5), 1, MOST_TIMES).astype(np.int64)
    interval = np.repeat(np.arange(len(spans)), counts)
    part = (np.arange(len(interval)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[interval]
    return interval, part


def dense_times(clip: Clip, *others: Clip) -> Doubles:
    """The keys of all clips, and nine times or more between each two keys of the first."""
    keys = adaptive.key_times([clip])
    if len(keys) < 2:
        return np.unique(np.concatenate([keys, adaptive.key_times(others)]))
    interval, part = divide_times(keys, DENSITY)
    between = keys[interval] + np.diff(keys)[interval] * part
    times: Doubles = np.unique(np.concatenate([between, keys, adaptive.key_times(others)]))
    return times
