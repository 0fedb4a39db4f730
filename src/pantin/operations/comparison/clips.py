"""Differences of motion: how far nodes and posed vertices of two rigs are apart over each clip."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from pantin.base.records import Record, field_names, is_record, replace
from pantin.maths import affine
from pantin.motion import adaptive, sample, world_transforms
from pantin.motion.tracks import sample_keys
from pantin.operations.comparison.blend_shapes import match_shapes
from pantin.operations.comparison.difference import Change, is_default_name
from pantin.operations.comparison.influences import Influenced
from pantin.operations.comparison.keys import changed_channels, with_repaired
from pantin.operations.comparison.matching import Matching, match_parts, used_nodes
from pantin.operations.comparison.structure import world_scales
from pantin.operations.comparison.vertex_matching import VertexMatching
from pantin.operations.comparison.vertices import VertexTable, describe_node
from pantin.rig import Clip, Doubles, Indices, Rig

AT_ONCE = 500_000
"""Transforms of nodes, or a tenth as many posed vertices, that are compared in one pass."""

EXACT = 200
"""The most times of a clip at which all vertices are posed: the times with the largest bounds. Usually a few
suffice."""

LEVER = 0.1
"""A node that moves no vertex is compared at points around it, this part of the model's size away."""

SAME_DURATION = 1e-4
"""Seconds."""

SAME_PROPERTY = 1e-6
"""Tolerance for properties, relative to numbers up to 1: ten times the rounding of float32."""


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


def compare_clips(rigs: Rigs, same_vertices: bool) -> Iterator[Change | WorstVertex]:
    """Every clip of both rigs: differences, and the largest error of each clip. `same_vertices` says that no
    vertex, weight or blend shape differs."""
    own, others = rigs.a.rig.clips, rigs.b.rig.clips
    matched = match_parts(
        [clip.name for clip in own],
        [clip.name for clip in others],
        lambda at: round(own[at].duration, 4),
        lambda at: round(others[at].duration, 4),
    )
    for clips, partners, which in ((own, matched.forward, "first"), (others, matched.backward, "second")):
        for index in np.flatnonzero(partners < 0).tolist():
            yield Change("clips", describe_clip(clips[index], index), f"only in the {which} file")
    levers = NodeBoxes(rigs) if matched.pairs() else None
    for index, other in matched.pairs():
        assert levers is not None
        clip, there = own[index], others[other]
        where = describe_clip(clip, index)
        same = clip.name == there.name or is_default_name(clip.name, there.name, "clip")
        if rigs.clip_names and not same:
            yield Change("names", where, f"is called {there.name!r} in the second file")
        if abs(clip.duration - there.duration) > SAME_DURATION:
            yield Change("clips", where, f"takes {there.duration:g} s instead of {clip.duration:g} s")
        yield from _compare_properties(rigs, clip, there, where)
        yield from _compare_clip(rigs, levers, clip, there, where, same_vertices)


def _compare_properties(rigs: Rigs, clip: Clip, there: Clip, where: str) -> Iterator[Change]:
    """Materials, lights, cameras and visibility that two clips animate differently."""
    nodes = rigs.nodes.forward
    own = {
        replace(target, index=int(nodes[target.index])) if target.part == "nodes" else target: channel
        for target, channel in ((each.target, each) for each in clip.properties)
    }
    others = {each.target: each for each in there.properties}
    for target in [*own, *(each for each in others if each not in own)]:
        first, second = own.get(target), others.get(target)
        if first is None or second is None:
            which = "second" if first is None else "first"
            yield Change("clips", where, f"animates {target} in the {which} file only")
            continue
        keys = np.unique(np.concatenate([first.times, second.times]).astype(np.float64))
        times = np.concatenate([keys, (keys[1:] + keys[:-1]) / 2])
        played = [sample_keys(each.times, each.values, each.interpolation, times) for each in (first, second)]
        if played[0].shape != played[1].shape:
            yield Change("clips", where, f"animates {target} with a different number of values")
            continue
        off = np.abs(played[0] - played[1]).max(axis=1)
        scale = max(1.0, float(np.abs(played[0]).max()))
        if off.max() > SAME_PROPERTY * scale:
            worst = int(off.argmax())
            yield Change(
                "clips",
                where,
                f"animates {target} differently: by up to {off[worst]:.3g}, at {times[worst]:.3g} s",
            )


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


def describe_clip(clip: Clip, index: int) -> str:
    return f"clip {index}" if clip.name is None else f"clip {clip.name!r} ({index})"


def _compare_clip(
    rigs: Rigs, levers: NodeBoxes, clip: Clip, there: Clip, where: str, same_vertices: bool
) -> Iterator[Change | WorstVertex]:
    """The differences of a clip: differing keys first, then the differences that follow from them."""
    measured = _measure(rigs, levers, clip, there, same_vertices)
    yield measured.worst
    changes = _describe(rigs, measured, where)
    changed = changed_channels(clip, there, rigs.nodes) if changes else []
    if not changed:
        yield from (change for _, change in changes)
        return
    for each in changed:
        yield Change("clips", where, each.describe(rigs.a.rig))
    again = _measure(rigs, levers, with_repaired(clip, changed), there, same_vertices)
    left = {key for key, _ in _describe(rigs, again, where)}
    for key, change in changes:
        yield change if key in left else change.replace(follows=True)


class _Measured(Record, eq=False):
    """The vertex furthest from its counterpart over a clip, and the distances of nodes that move no
    vertex."""

    worst: WorstVertex
    furthest: Doubles


def _describe(rigs: Rigs, measured: _Measured, where: str) -> list[tuple[int, Change]]:
    """What exceeds the tolerance: vertices (−1), and nodes by their index."""
    worst, furthest = measured.worst, measured.furthest
    changes = []
    if worst.error > rigs.tolerance:
        changes.append((-1, Change("clips", where, _message(rigs, worst), worst.error)))
    for node in np.flatnonzero(furthest > rigs.tolerance).tolist():
        what = f"{describe_node(rigs.a.rig, node)} moves elsewhere, by up to {furthest[node]:g}"
        changes.append((node, Change("clips", where, what, float(furthest[node]))))
    return changes


def _measure(rigs: Rigs, levers: NodeBoxes, clip: Clip, there: Clip, same_vertices: bool) -> _Measured:
    furthest = np.zeros(len(rigs.a.rig.nodes))
    if levers.same_body and is_same_motion(clip, there):
        return _Measured(WorstVertex(), furthest)

    def bounds(times: Doubles) -> Doubles:
        nodes, blend = _bounds(rigs, levers, clip, there, levers.pairs, times)
        np.maximum(furthest, nodes.max(axis=0, initial=0.0), out=furthest)
        total: Doubles = nodes.max(axis=1, initial=0.0) * levers.factor + blend
        return total

    times = adaptive.with_midpoints(adaptive.key_times((clip, there)))
    refined, errors = adaptive.refine(bounds, times)
    worst = _worst_vertex(rigs, clip, there, refined, errors)
    if not same_vertices:
        worst = max(worst, _worst_anywhere(rigs, clip, there, times), key=lambda candidate: candidate.error)
    return _Measured(worst, np.where(levers.lonely, furthest, 0.0))


def _message(rigs: Rigs, worst: WorstVertex) -> str:
    part = next(part for part in rigs.a.parts if worst.vertex < part.vertices.stop)
    vertex = worst.vertex - part.first
    return f"{rigs.a.vertex_name(part, vertex)} is {worst.error:g} away at {worst.time:g} s"


def _bounds(
    rigs: Rigs, levers: NodeBoxes, clip: Clip, there: Clip, pairs: Indices, times: Doubles
) -> tuple[Doubles, Doubles]:
    """(F, n) how far the corners of each node's box are apart, and (F,) how far blend shapes may add."""
    count = len(rigs.a.rig.nodes)
    result, blend = np.zeros((len(times), count)), np.zeros(len(times))
    step = max(1, AT_ONCE // max(count, 1))
    mine, theirs = pairs[:, 0], pairs[:, 1]
    corners = levers.corners[mine]
    for first in range(0, len(times), step):
        part = slice(first, first + step)
        poses = sample(rigs.a.rig, clip, times[part]), sample(rigs.b.rig, there, times[part])
        world = [world_transforms(pose.rig, pose) for pose in poses]
        gap = world[0][:, mine] - world[1][:, theirs]
        apart = affine.apply(gap[:, :, None], corners[None])
        result[part, mine] = np.nan_to_num(np.linalg.norm(apart, axis=-1), nan=np.inf).max(axis=-1)
        blend[part] = _blend_bound(rigs, poses[0].blend, poses[1].blend, len(times[part]))
    return result, blend


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


def _worst_vertex(rigs: Rigs, clip: Clip, there: Clip, times: Doubles, bounds: Doubles) -> WorstVertex:
    """Pose all vertices at the times of the largest bounds, until no bound exceeds the largest error so far,
    or the tolerance."""
    worst = WorstVertex()
    order = np.argsort(-bounds, kind="stable")[:EXACT]
    step = max(1, AT_ONCE // 10 // max(len(rigs.a.rest), len(rigs.b.rest), 1))
    for first in range(0, len(order), step):
        some = order[first : first + step]
        if first and bounds[some[0]] <= max(worst.error, rigs.tolerance):
            break
        worst = max(worst, *_worst_at(rigs, clip, there, times[some]), key=lambda candidate: candidate.error)
    return worst


def _worst_anywhere(rigs: Rigs, clip: Clip, there: Clip, keys: Doubles) -> WorstVertex:
    """The largest error where vertices follow other joints or have other positions. The distances of joints
    give no bound then, so all vertices are posed, at some keys and wherever the error bends."""
    worst = WorstVertex()

    def errors(times: Doubles) -> Doubles:
        nonlocal worst
        candidates = [vertex for time in times for vertex in _worst_at(rigs, clip, there, np.array([time]))]
        worst = max(worst, *candidates, key=lambda vertex: vertex.error) if candidates else worst
        return np.array([vertex.error for vertex in candidates])

    adaptive.refine(errors, keys[np.unique(np.linspace(0, len(keys) - 1, EXACT).astype(np.int64))])
    return worst


def _worst_at(rigs: Rigs, clip: Clip, there: Clip, times: Doubles) -> list[WorstVertex]:
    """The vertex that is furthest from its counterpart at each time."""
    mine, theirs = rigs.vertices.couples
    if not len(mine):
        return [WorstVertex()] * len(times)
    posed_a = rigs.a.pose_many(sample(rigs.a.rig, clip, times))
    posed_b = rigs.b.pose_many(sample(rigs.b.rig, there, times))
    gaps = np.nan_to_num(np.linalg.norm(posed_a[:, mine] - posed_b[:, theirs], axis=-1), nan=np.inf)
    vertices = gaps.argmax(axis=1)
    return [
        WorstVertex(float(gap[vertex]), float(time), int(mine[vertex]))
        for gap, time, vertex in zip(gaps, times, vertices, strict=True)
    ]
