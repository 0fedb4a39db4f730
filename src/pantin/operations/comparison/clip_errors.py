"""How far nodes and posed vertices of two rigs are apart over their clips.

Thousands of clips with a few keys are sampled and posed together, because a call for each would take longer
than its work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np

from pantin.base.records import Record, field_names, is_record
from pantin.maths import affine
from pantin.motion import adaptive, world_transforms
from pantin.motion.clip_batch import batches, sample_clips
from pantin.operations.comparison.blend_shapes import match_shapes
from pantin.operations.comparison.influences import Influenced
from pantin.operations.comparison.matching import Matching, used_nodes
from pantin.operations.comparison.structure import world_scales
from pantin.operations.comparison.vertex_matching import VertexMatching
from pantin.operations.comparison.vertices import VertexTable
from pantin.rig import Clip, Doubles, Poses, Rig

AT_ONCE = 500_000
"""Transforms of nodes, or a tenth as many posed vertices, that are compared in one pass."""

TOGETHER = 20_000
"""Transforms of nodes of several clips in one pass: they stay in the cache."""

EXACT = 200
"""The most times of a clip at which all vertices are posed: the times with the largest bounds. Usually a few
suffice."""

FIRST_EXACT = 4
"""How many of them are posed first."""

LEVER = 0.1
"""A node that moves no vertex is compared at points around it, this part of the model's size away."""

Pair: TypeAlias = tuple[Clip, Clip]
"""Matched clips of both rigs."""


class Rigs(Record, eq=False):
    """Two rigs with their matched parts."""

    a: VertexTable
    b: VertexTable
    nodes: Matching
    vertices: VertexMatching
    bound: tuple[Influenced, Influenced]
    size: float
    tolerance: float
    clip_names: bool


class WorstVertex(Record, eq=False):
    """The largest distance of a posed vertex, with the vertex and the time."""

    error: float = 0.0
    time: float = 0.0
    vertex: int = 0


class ClipErrors(Record, eq=False):
    """The vertex furthest from its counterpart over a clip, and the distances of nodes that move no
    vertex."""

    worst: WorstVertex
    furthest: Doubles


class NodeBoxes:
    """Corners of boxes around the vertices that follow each node, relative to the node: no vertex of the box
    moves further than a corner."""

    def __init__(self, rigs: Rigs) -> None:
        table, dimension = rigs.a, rigs.a.rig.dimension
        rows = rigs.bound[0]
        count = len(table.rig.nodes)
        low = np.full((count, dimension), np.inf)
        high = np.full((count, dimension), -np.inf)
        free = rows.nodes >= 0
        np.minimum.at(low, rows.nodes[free], rows.local[free])
        np.maximum.at(high, rows.nodes[free], rows.local[free])
        self.moves_vertices = np.isfinite(low).all(axis=1)
        alone = ~self.moves_vertices
        lever = LEVER * rigs.size / np.maximum(world_scales(table.rig)[alone, None], 1e-12)
        low[alone], high[alone] = -lever, lever
        picks = np.array(list(product((0, 1), repeat=dimension)), np.int64)
        box = np.stack([low, high])
        self.corners = np.stack([box[pick, :, np.arange(dimension)].T for pick in picks], axis=1)
        totals = np.zeros(len(table.rest))
        np.add.at(totals, rows.vertices, np.abs(rows.weights))
        self.factor = max(1.0, float(totals.max(initial=1.0)))
        """The largest sum of the weights of a vertex: the factor by which it may move further than its
        joints."""
        self.lonely = ~self.moves_vertices & used_nodes(table.rig)
        """The nodes that matter although they move no vertex."""
        self.pairs = np.array(rigs.nodes.pairs(), np.int64).reshape(-1, 2)
        self.same_body = is_same_body(rigs.a.rig, rigs.b.rig)


def is_same_body(a: Rig, b: Rig) -> bool:
    """Whether equal clips pose both rigs alike, because everything that moves vertices is equal."""
    return _equal(
        (a.nodes, a.instances, a.skins, a.meshes),
        (b.nodes, b.instances, b.skins, b.meshes),
    )


def is_same_motion(clip: Clip, there: Clip) -> bool:
    """Whether the channels of two clips are equal, in the same order."""
    return _equal(clip.channels, there.channels)


def _equal(a: Any, b: Any) -> bool:
    """Whether two parts of rigs have equal numbers, including nested parts."""
    if isinstance(a, np.ndarray):
        same_kind = isinstance(b, np.ndarray) and a.dtype == b.dtype
        return same_kind and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if type(a) is not type(b):
        return False
    if is_record(a):
        return all(_equal(getattr(a, name), getattr(b, name)) for name in field_names(a))
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(map(_equal, a, b))
    return bool(a == b)


def measure_clips(
    rigs: Rigs, boxes: NodeBoxes, pairs: Sequence[Pair], same_vertices: bool
) -> list[ClipErrors]:
    """The errors of some pairs of clips. `same_vertices` says that no vertex, weight or blend shape
    differs."""
    still = ClipErrors(WorstVertex(), np.zeros(len(rigs.a.rig.nodes)))
    moving = [number for number, pair in enumerate(pairs) if not (boxes.same_body and is_same_motion(*pair))]
    errors = [still] * len(pairs)
    for number, measured in zip(
        moving, _measure_all(rigs, boxes, [pairs[number] for number in moving], same_vertices), strict=True
    ):
        errors[number] = measured
    return errors


def _measure_all(
    rigs: Rigs, boxes: NodeBoxes, pairs: Sequence[Pair], same_vertices: bool
) -> Iterator[ClipErrors]:
    furthest = np.zeros((len(pairs), len(rigs.a.rig.nodes)))

    def bounds(numbers: Sequence[int], times: Sequence[Doubles]) -> list[Doubles]:
        return _bounds(rigs, boxes, [pairs[number] for number in numbers], times, furthest, numbers)

    times = [adaptive.with_midpoints(adaptive.key_times(pair)) for pair in pairs]
    refined = adaptive.refine_all(bounds, times)
    for pair, own, worst, far in zip(
        pairs, times, _worst_vertices(rigs, pairs, refined), furthest, strict=True
    ):
        if not same_vertices:
            worst = max(worst, _worst_anywhere(rigs, pair, own), key=lambda candidate: candidate.error)
        yield ClipErrors(worst, np.where(boxes.lonely, far, 0.0))


def _sample_pairs(rigs: Rigs, pairs: Sequence[Pair], times: Sequence[Doubles]) -> tuple[Poses, Poses]:
    own, others = ([pair[side] for pair in pairs] for side in (0, 1))
    return sample_clips(rigs.a.rig, own, times), sample_clips(rigs.b.rig, others, times)


def _bounds(
    rigs: Rigs,
    boxes: NodeBoxes,
    pairs: Sequence[Pair],
    times: Sequence[Doubles],
    furthest: Doubles,
    rows: Sequence[int],
) -> list[Doubles]:
    """For each pair of clips how far its vertices may be apart at each of its times: as far as the corners of
    the boxes of nodes, and what blend shapes may add. How far those of each node are apart is noted in the
    row of the pair in `furthest`."""
    count = max(len(rigs.a.rig.nodes), 1)
    mine, theirs = boxes.pairs[:, 0], boxes.pairs[:, 1]
    corners, totals = boxes.corners[mine], [np.zeros(len(own)) for own in times]
    for parts in batches([len(own) for own in times], AT_ONCE // count, TOGETHER // count):
        some = [times[number][part] for number, part in parts]
        poses = _sample_pairs(rigs, [pairs[number] for number, _ in parts], some)
        world = [world_transforms(pose.rig, pose) for pose in poses]
        gap = world[0][:, mine] - world[1][:, theirs]
        apart = affine.apply(gap[:, :, None], corners[None])
        nodes = np.nan_to_num(np.linalg.norm(apart, axis=-1), nan=np.inf).max(axis=-1)
        total = nodes.max(axis=1, initial=0.0) * boxes.factor
        total += _blend_bound(rigs, poses[0].blend, poses[1].blend, len(total))
        starts = np.cumsum([0, *map(len, some)])
        for (number, part), (first, end) in zip(parts, pairwise(starts.tolist()), strict=True):
            totals[number][part] = total[first:end]
            row = furthest[rows[number]]
            row[mine] = np.maximum(row[mine], nodes[first:end].max(axis=0))
    return totals


def _blend_bound(rigs: Rigs, mine: tuple[Doubles, ...], theirs: tuple[Doubles, ...], count: int) -> Doubles:
    """An upper bound for the movement by different blend weights. It assumes that a shape moves no vertex
    further than the size of the model."""
    total = np.zeros(count)
    there = {int(instance.node): index for index, instance in enumerate(rigs.b.rig.instances)}
    for index, instance in enumerate(rigs.a.rig.instances):
        other = there.get(int(rigs.nodes.forward[instance.node]))
        if other is not None and (mine[index].size or theirs[other].size):
            pairs = np.array(match_shapes(rigs.a, rigs.b, (index, other)).pairs(), np.int64).reshape(-1, 2)
            gaps = mine[index][:, pairs[:, 0]] - theirs[other][:, pairs[:, 1]]
            total += np.abs(gaps).sum(axis=-1) * rigs.size
    return total


def _worst_vertices(
    rigs: Rigs, pairs: Sequence[Pair], bounds: Sequence[tuple[Doubles, Doubles]]
) -> list[WorstVertex]:
    """Pose all vertices of each pair of clips at the times of the largest bounds, until no bound exceeds the
    largest error so far; after one pass, or the tolerance."""
    step = max(1, AT_ONCE // 10 // max(len(rigs.a.rest), len(rigs.b.rest), 1))
    worst = [WorstVertex()] * len(pairs)
    orders = [np.argsort(-bound, kind="stable")[:EXACT] for _, bound in bounds]
    begin, count = 0, FIRST_EXACT
    active = list(range(len(pairs)))
    while active:
        count = min(count, step)
        some = [bounds[number][0][orders[number][begin : begin + count]] for number in active]
        for number, candidates in zip(
            active, _worst_at(rigs, [pairs[number] for number in active], some), strict=True
        ):
            worst[number] = max(worst[number], *candidates, key=lambda candidate: candidate.error)
        begin, count = begin + count, 2 * count
        enough = rigs.tolerance if begin >= step else 0.0
        active = [
            number
            for number in active
            if begin < len(orders[number])
            and bounds[number][1][orders[number][begin]] > max(worst[number].error, enough)
        ]
    return worst


def _worst_anywhere(rigs: Rigs, pair: Pair, keys: Doubles) -> WorstVertex:
    """The largest error where vertices follow other joints or have other positions. The distances of joints
    give no bound then, so all vertices are posed, at some keys and wherever the error bends."""
    worst = WorstVertex()

    def errors(times: Doubles) -> Doubles:
        nonlocal worst
        candidates = _worst_at(rigs, [pair], [times])[0]
        worst = max(worst, *candidates, key=lambda vertex: vertex.error) if candidates else worst
        return np.array([vertex.error for vertex in candidates])

    adaptive.refine(errors, keys[np.unique(np.linspace(0, len(keys) - 1, EXACT).astype(np.int64))])
    return worst


def _worst_at(rigs: Rigs, pairs: Sequence[Pair], times: Sequence[Doubles]) -> list[list[WorstVertex]]:
    """For each pair of clips the vertex that is furthest from its counterpart at each time."""
    result: list[list[WorstVertex]] = [[] for _ in pairs]
    mine, theirs = rigs.vertices.couples
    if not len(mine):
        return [[WorstVertex()] * len(own) for own in times]
    step = AT_ONCE // 10 // max(len(rigs.a.rest), len(rigs.b.rest), 1)
    for parts in batches([len(own) for own in times], step, step):
        some = [times[number][part] for number, part in parts]
        poses = _sample_pairs(rigs, [pairs[number] for number, _ in parts], some)
        posed_a, posed_b = rigs.a.pose_many(poses[0]), rigs.b.pose_many(poses[1])
        gaps = np.nan_to_num(np.linalg.norm(posed_a[:, mine] - posed_b[:, theirs], axis=-1), nan=np.inf)
        vertices = gaps.argmax(axis=1)
        errors = gaps[np.arange(len(gaps)), vertices]
        owners = [number for number, part in parts for _ in range(part.stop - part.start)]
        for number, *worst in zip(
            owners, errors.tolist(), np.concatenate(some).tolist(), mine[vertices].tolist(), strict=True
        ):
            result[number].append(WorstVertex(*worst))
    return result
