"""How far the surfaces of two rigs are apart in the same poses: the error bound of `slim`.

Vertices are not matched, since slimming drops some and moves others: distances are those of points of the
first surface (vertices, middles of edges and of triangles) to the second, and of vertices of the second to
the first. Nodes, clips and blend shapes are matched.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, sqrt

import numpy as np

from pantin.base.records import Record
from pantin.kernels.triangle_distance import measure_pose, plant
from pantin.operations.comparison.matching import match_nodes
from pantin.operations.slimming.poses import draw_turns, rest_motion, times_of, turn_joints
from pantin.operations.slimming.simplification import (
    NO_TRIANGLES,
    PASS,
    PosedSurface,
    edges_of,
    middles_of,
)
from pantin.operations.slimming.skin import SampledMotion, move
from pantin.rig import Clip, Doubles, Rig

SEED, RANDOM = 54, 24
"""The seed for random poses other than those in which `slim` measures."""

FRAMES = 240
"""Frames of clips in which surfaces are measured, all together."""

RANDOM_SLACK = 1.1
"""The bound may be exceeded by this factor in random poses of another seed."""


class Apart(Record):
    """The distance of two surfaces in some poses, and the factor by which the bound may be exceeded there."""

    where: str
    distance: float
    slack: float = 1.0


def measure_apart(a: Rig, b: Rig) -> Iterator[Apart]:
    """The distances of the posed surfaces: at rest, with every blend shape, in every clip that both rigs
    have, and in random poses."""
    pair = _Pair(a, b)
    if not all(len(triangles) for triangles in pair.triangles):
        if any(len(triangles) for triangles in pair.triangles):
            yield Apart("the rest pose", inf)
        return
    yield Apart("the rest pose", pair.measure(rest_motion(a), rest_motion(b)))
    for name, motions in pair.shape_motions():
        yield Apart(name, pair.measure(*motions))
    clips = [(index, clip) for index, clip in enumerate(a.clips) if clip.channels]
    for index, clip in clips:
        other = _counterpart(clip, index, b)
        if other is not None:
            times = times_of(clip, max(12, FRAMES // len(clips)))
            named = f"clip {clip.name!r} ({index})" if clip.name else f"clip {index}"
            yield Apart(named, pair.measure(move(a, clip, times), move(b, other, times)))
    if pair.turning:
        yield Apart("random poses", pair.measure(*pair.random_motions()), RANDOM_SLACK)


def _counterpart(clip: Clip, index: int, b: Rig) -> Clip | None:
    """The clip of the same name, else the one of the same index."""
    same = [other for other in b.clips if other.name == clip.name]
    if len(same) == 1:
        return same[0]
    return b.clips[index] if index < len(b.clips) and b.clips[index].name == clip.name else None


class _Pair:
    """The surfaces of two rigs, posed together."""

    def __init__(self, a: Rig, b: Rig) -> None:
        self.rigs = a, b
        self.surfaces = PosedSurface(a), PosedSurface(b)
        self.nodes = match_nodes(a, b).forward
        first = self.surfaces[0].skin.real
        self.triangles = self.surfaces[0].all_triangles(), self.surfaces[1].all_triangles() + first
        self.joints, self.turns, self.blend = draw_turns(a, SEED, RANDOM)
        self.turning = bool(len(self.joints))
        at = {instance.node: index for index, instance in enumerate(b.instances)}
        self.instances = [
            at.get(int(self.nodes[instance.node]))
            if self._shapes(index) == self._shapes_there(at.get(int(self.nodes[instance.node])))
            else None
            for index, instance in enumerate(a.instances)
        ]
        self.edges = edges_of(self.triangles[0])
        if all(len(own) for own in self.triangles):
            rest = next(self._points(rest_motion(a), rest_motion(b)))
            self.trees = [plant(own, rest[own].mean(axis=1)) for own in self.triangles]
            inside = np.arange(first + self.surfaces[1].skin.real, len(rest))
            looked = np.concatenate([np.unique(self.triangles[0]), inside]), np.unique(self.triangles[1])
            self.looked = [np.ascontiguousarray(points) for points in looked]
            self.hints = [np.zeros(len(rest), np.int64) for _ in self.triangles]

    def _shapes(self, instance: int) -> int:
        return len(self.rigs[0].rest_pose().blend[instance])

    def _shapes_there(self, instance: int | None) -> int:
        return -1 if instance is None else len(self.rigs[1].rest_pose().blend[instance])

    def _points(self, a: SampledMotion, b: SampledMotion) -> Iterator[Doubles]:
        """(V, 3) the vertices of both in each frame, then points inside the triangles of the first."""
        for first in range(0, len(a.world), PASS):
            some = slice(first, first + PASS)
            posed = (
                surface.pose(each.pick(some)) for surface, each in zip(self.surfaces, (a, b), strict=True)
            )
            for vertices in np.concatenate(list(posed), axis=1):
                inside = (middles_of(vertices, corners) for corners in (self.edges, self.triangles[0]))
                yield np.concatenate([vertices, *inside])

    def measure(self, a: SampledMotion, b: SampledMotion) -> float:
        """The largest distance of all frames, from either surface to the other."""
        worst = 0.0
        for points in self._points(a, b):
            for own in (0, 1):
                tree, looked, hints = self.trees[1 - own], self.looked[own], self.hints[own]
                far = measure_pose(tree, points, NO_TRIANGLES, looked, hints, worst)
                worst = max(worst, far)
        return sqrt(worst)

    def _blend_there(self, blend: list[Doubles], frames: int) -> list[Doubles]:
        """The blend weights of the second rig that correspond to those of the first."""
        there = [np.repeat(weights[None], frames, axis=0) for weights in self.rigs[1].rest_pose().blend]
        for weights, instance in zip(blend, self.instances, strict=True):
            if instance is not None:
                there[instance] = weights
        return there

    def shape_motions(self) -> Iterator[tuple[str, tuple[SampledMotion, SampledMotion]]]:
        """Every blend shape at 1 alone."""
        rest = rest_motion(self.rigs[0]), rest_motion(self.rigs[1])
        for instance, weights in enumerate(rest[0].blend):
            if self.instances[instance] is None:
                continue
            mesh = self.rigs[0].meshes[self.rigs[0].instances[instance].mesh]
            for shape in range(weights.shape[1]):
                blend = [each.copy() for each in rest[0].blend]
                blend[instance][0, shape] = 1.0
                there = self._blend_there(blend, 1)
                motions = (
                    SampledMotion(rest[0].world, tuple(blend)),
                    SampledMotion(rest[1].world, tuple(there)),
                )
                yield f"blend shape {shape} of mesh {mesh.name!r}", motions

    def random_motions(self) -> tuple[SampledMotion, SampledMotion]:
        """Both rigs with their joints rotated alike."""
        nodes = np.asarray(self.nodes)[self.joints]
        known = nodes >= 0
        return (
            turn_joints(self.rigs[0], self.joints, self.turns, self.blend),
            turn_joints(
                self.rigs[1], nodes[known], self.turns[:, known], self._blend_there(self.blend, RANDOM)
            ),
        )
