"""Reduce triangles: one budget for all surfaces of a rig, reduced where the posed skin changes least.

All surfaces are welded by place, so that no crack opens between them; every vertex that is left is one of the
original ones. The result is measured in far more poses than the simplification uses, and recomputed with the
worst of these.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.kernels.collapse import CollapseMesh, simplify
from pantin.kernels.triangle_distance import Tree, measure_pose, plant
from pantin.operations.comparison.vertices import VertexTable, longest_side
from pantin.operations.slimming.poses import (
    AT_ONCE,
    FAR,
    FAR_RANDOM,
    MEASURED_RANDOM,
    MEASURED_SEED,
    random_motion,
    rest_motion,
    shape_motions,
    times_of,
    turning_joints,
)
from pantin.operations.slimming.skin import PosedVertices, SampledMotion, move
from pantin.rig import Clip, Doubles, Indices, Rig

SAME = 1e-6
"""Vertices closer than this part of the size are at the same position."""

CLIP_POSES, SHAPE_POSES, RANDOM_POSES = 8, 8, 10
"""The number of poses of each kind for simplifying a surface."""

MEASURED_FRAMES = 1200
"""Frames of clips that a surface is measured in, all together; then closer around the worst."""

ROUNDS, ERROR_ROUNDS = 2, 4
"""The most rounds of simplification. Each adds the worst poses of the previous round; with an error bound,
each allows less error while the result exceeds the bound."""

SMALL = 4000
"""Surfaces with fewer triangles are fast, so the search may take twice as many rounds."""

FIRST_PART = 0.7
"""The part of the error bound that is allowed at first in the poses of the simplification: other poses are
worse."""

CLOSE, AIM = 0.85, 0.93
"""The search for that part ends when the result reaches the first part of the error bound, and aims at the
second."""

ADDED = 6
"""How many poses are added each time."""

SPACING, MOST_POINTS = 0.4, 5
"""Points inside an edge are this part of the mean length of edges apart, up to a limit."""

PASS = 32
"""Frames that are posed at once."""

SURE = 1.005
"""The search for the largest distance stops this close to it, and adds this much."""

SAMPLED = 0.8**2
"""Squared part of the largest distance so far that a vertex or a point of an edge must reach before a pose is
searched inside all triangles, which takes ten times as long."""

SEED = 52

Triangles = NDArray[np.int64]

NO_TRIANGLES = np.zeros((0, 3), np.int64)
"""Only points are measured."""


class Simplified(Record, eq=False):
    """Which triangles are left.

    triangles       by mesh and surface the vertices of those that are left
    before, after   how many triangles the instances of the rig have
    error           the largest distance of the old surface to the new one in all poses
    """

    triangles: dict[tuple[int, int], Triangles]
    before: int
    after: int
    error: float


class MeasuredPose(Record, eq=False):
    """A pose in which the surface was measured, and its squared distance there."""

    motion: SampledMotion
    error: float = 0.0


class PosedSurface:
    """All triangles of a rig as one surface, and its vertices in any pose; weights are divided by their
    sum."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.table = VertexTable.from_rig(rig)
        skin = PosedVertices.from_rig(rig)
        total = np.bincount(skin.vertices, skin.weights, skin.count)[skin.vertices]
        self.skin = replace(
            skin, weights=np.where(total > 0, skin.weights / np.where(total > 0, total, 1.0), 0.0)
        )
        self.size = longest_side(self.table.rest)
        first: dict[int, int] = {}
        for index, instance in enumerate(rig.instances):
            first.setdefault(instance.mesh, index)
        self.instances = np.bincount([instance.mesh for instance in rig.instances], minlength=len(rig.meshes))
        self.parts = [
            part for part in self.table.parts if first[self.table.instance(part).mesh] == part.instance
        ]
        self.keys = [(self.table.instance(part).mesh, part.number) for part in self.parts]
        self.before = sum(len(part.surface.triangles) for part in self.table.parts)

    def pose(self, motion: SampledMotion) -> Doubles:
        """(F, V, 3)"""
        columns = np.arange(self.skin.count)
        posed = self.skin.pose(motion, columns, self.skin.count)
        return np.ascontiguousarray(posed[:, :, : self.skin.real].transpose(0, 2, 1))

    def all_triangles(self, own: dict[tuple[int, int], Triangles] | None = None) -> Triangles:
        """The triangles of all instances, with replacements for some surfaces."""
        parts = []
        for part in self.table.parts:
            key = self.table.instance(part).mesh, part.number
            chosen = part.surface.triangles if own is None else own.get(key, part.surface.triangles)
            parts.append(chosen + part.first)
        return np.concatenate([np.zeros((0, 3), np.int64), *parts])


def simplify_rig(rig: Rig, budget: int, error: float = np.inf) -> Simplified:
    """The triangles of a rig, reduced to a budget, or to an error bound: whichever stops first."""
    surface = PosedSurface(rig)
    frames = list(_first_frames(rig))
    everything = surface.all_triangles()
    if not len(everything) or (surface.before <= budget and not np.isfinite(error)):
        return Simplified({}, surface.before, surface.before, 0.0)
    best, allowed = None, error * FIRST_PART
    passed, failed = 0.0, 2 * error
    error_rounds = ERROR_ROUNDS if surface.before > SMALL else 2 * ERROR_ROUNDS
    for _ in range(error_rounds if np.isfinite(error) else ROUNDS):
        triangles, after = _collapse(surface, frames, budget, allowed)
        measured = _measure(surface, everything, triangles, error)
        worst = float(np.sqrt(max((frame.error for frame in measured), default=0.0))) * SURE
        simplified = Simplified(triangles, surface.before, after, worst)
        if worst <= error and (best is None or _is_better(simplified, best, budget)):
            best = simplified
        if np.isfinite(error):
            passed, failed = (allowed, failed) if worst <= error else (passed, allowed)
            if (
                (best is not None and after <= budget)
                or passed >= CLOSE * failed
                or error >= worst >= CLOSE * error
            ):
                break
            aim = AIM * allowed * error / worst if worst > 0 else 2 * allowed
            allowed = aim if passed < aim < failed else (passed + failed) / 2
        measured.sort(key=lambda frame: -frame.error)
        frames += measured[:ADDED]
    if best is None:
        return Simplified({}, surface.before, surface.before, 0.0)
    return best


def _is_better(candidate: Simplified, other: Simplified, budget: int) -> bool:
    return (max(candidate.after, budget), candidate.error) < (max(other.after, budget), other.error)


def _first_frames(rig: Rig) -> Iterator[MeasuredPose]:
    """The poses to begin with: rest, some of the clips, the blend shapes that move most, and random ones."""
    yield MeasuredPose(rest_motion(rig))
    shapes = list(shape_motions(rig))
    for index in np.unique(
        np.linspace(0, len(shapes) - 1, min(SHAPE_POSES, len(shapes))).astype(int)
    ).tolist():
        yield MeasuredPose(shapes[index])
    clips = [clip for clip in rig.clips if clip.channels]
    each = -(-CLIP_POSES // max(len(clips), 1))
    for clip in clips[:: -(-len(clips) // CLIP_POSES) or 1]:
        times = times_of(clip, 4 * each)
        chosen = times[np.unique(np.linspace(0, len(times) - 1, each + 1).astype(int))[1:]]
        motion = move(rig, clip, chosen)
        for frame in range(len(chosen)):
            yield MeasuredPose(motion.pick(slice(frame, frame + 1)))
    if _has_random(rig):
        motion = random_motion(rig, SEED, RANDOM_POSES, least=1.0)
        for frame in range(RANDOM_POSES):
            yield MeasuredPose(motion.pick(slice(frame, frame + 1)))


def _has_random(rig: Rig) -> bool:
    return bool(len(turning_joints(rig)))


def _collapse(
    surface: PosedSurface, frames: list[MeasuredPose], budget: int, error: float
) -> tuple[dict[tuple[int, int], Triangles], int]:
    """Simplify with some poses: the triangles of each surface, and how many there are in all."""
    posed = np.concatenate([surface.pose(frame.motion) for frame in frames])
    vertices = np.concatenate([np.arange(part.vertices.start, part.vertices.stop) for part in surface.parts])
    local = np.full(len(surface.table.rest), -1, np.int64)
    local[vertices] = np.arange(len(vertices))
    corners = [local[part.surface.triangles + part.first] for part in surface.parts]
    counts = [
        np.full(len(part.surface.triangles), surface.instances[surface.table.instance(part).mesh], np.int64)
        for part in surface.parts
    ]
    owner = np.repeat(np.arange(len(surface.parts)), [len(own) for own in corners])
    mesh = _mesh(surface, posed[:, vertices], np.concatenate(corners), np.concatenate(counts))
    limit = error * error
    after = simplify(mesh, budget, limit)
    triangles = {}
    for index, (key, part) in enumerate(zip(surface.keys, surface.parts, strict=True)):
        if len(corners[index]):
            mine = mesh.alive & (owner == index)
            triangles[key] = vertices[mesh.corners[mine]] - part.first
    return triangles, after


def _mesh(surface: PosedSurface, posed: Doubles, corners: Triangles, counts: Indices) -> CollapseMesh:
    """The input of the kernel: vertices welded by position, chains of corners."""
    part = np.repeat(np.arange(len(surface.parts)), [len(each.surface.positions) for each in surface.parts])
    step = max(surface.size, 1e-30) * SAME
    _, point_of = np.unique(np.round(posed[0] / step).astype(np.int64), axis=0, return_inverse=True)
    point_of = point_of.reshape(-1).astype(np.int64)
    flat = np.round(posed / (8 * step)).astype(np.int64).transpose(1, 0, 2).reshape(len(point_of), -1)
    _, first, track = np.unique(
        _hash(np.column_stack([point_of, flat])), return_index=True, return_inverse=True
    )
    track = track.reshape(-1).astype(np.int64)
    used = np.zeros(len(point_of), bool)
    used[corners] = True
    degenerate = np.any(point_of[corners] == point_of[np.roll(corners, 1, axis=1)], axis=1)
    order = np.arange(3 * len(corners))
    at = point_of[corners].reshape(-1)
    head, follow = _chains(
        at[~np.repeat(degenerate, 3)], order[~np.repeat(degenerate, 3)], int(point_of.max()) + 1, len(order)
    )
    track_head, next_track = _chains(
        point_of[first[used[first]]], np.flatnonzero(used[first]), int(point_of.max()) + 1, len(first)
    )
    positions = posed[:, first].transpose(1, 0, 2)
    middles, sample, next_sample = _middles(track[corners], np.flatnonzero(~degenerate), positions)
    return CollapseMesh(
        corners=np.ascontiguousarray(corners),
        alive=~degenerate,
        counts=counts,
        point=point_of,
        track=track,
        part=part.astype(np.int64),
        uv=_scaled_coordinates(surface),
        normal=_normals(surface) * surface.size,
        positions=np.concatenate([positions, middles]),
        head=head,
        follow=follow,
        sample=sample,
        next_sample=next_sample,
        track_head=track_head,
        next_track=next_track,
        version=np.zeros(len(head), np.int64),
    )


def _middles(corners: Triangles, chosen: Indices, positions: Doubles) -> tuple[Doubles, Indices, Indices]:
    """Points of edges and the middles of triangles in all poses, and chains of them: one triangle has each.
    Vertices alone do not show how far a surface moves if its quads are divided along the other diagonal."""
    edges = np.sort(np.stack([corners[chosen], np.roll(corners[chosen], -1, axis=1)], axis=-1), axis=-1)
    _, first = np.unique(edges.reshape(-1, 2) @ np.array([len(positions), 1]), return_index=True)
    pairs = edges.reshape(-1, 2)[first]
    lengths = np.linalg.norm(positions[pairs[:, 0], 0] - positions[pairs[:, 1], 0], axis=1)
    times = np.clip(
        np.rint(lengths / (SPACING * max(float(lengths.mean()) if len(lengths) else 0.0, 1e-30))),
        1,
        MOST_POINTS,
    ).astype(int)
    edge = np.repeat(np.arange(len(pairs)), times)
    nth = np.arange(len(edge)) - np.repeat(np.cumsum(times) - times, times)
    part = ((nth + 1) / (times[edge] + 1))[:, None, None]
    along = positions[pairs[edge, 0]] * (1 - part) + positions[pairs[edge, 1]] * part
    points = np.concatenate([along, positions[corners[chosen]].mean(axis=1)])
    rows = np.arange(len(positions), len(positions) + len(points))
    owners = np.concatenate([chosen[first // 3][edge], chosen])
    return points, *_chains(owners, rows, len(corners), len(positions) + len(points))


def _hash(rows: NDArray[np.int64]) -> NDArray[np.void]:
    """Rows as values that can be compared at once."""
    rows = np.ascontiguousarray(rows)
    return rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).reshape(-1)


def _chains(owners: Indices, items: Indices, owner_count: int, item_count: int) -> tuple[Indices, Indices]:
    """The first item of each owner, and the item after each; −1: none."""
    head, follow = np.full(owner_count, -1, np.int64), np.full(item_count, -1, np.int64)
    order = np.argsort(owners, kind="stable")
    owners, items = owners[order], items[order]
    begins = np.ones(len(owners), bool)
    begins[1:] = owners[1:] != owners[:-1]
    head[owners[begins]] = items[begins]
    follow[items[:-1][~begins[1:]]] = items[1:][~begins[1:]]
    return head, follow


def _scaled_coordinates(surface: PosedSurface) -> Doubles:
    """Texture coordinates in units of distance: times the square root of area over area in the texture."""
    result = []
    for part in surface.parts:
        own = part.surface
        uv = np.zeros((len(own.positions), 2))
        if own.texcoords:
            uv = own.texcoords[0].astype(np.float64)
            rest = surface.table.rest[part.vertices]
            a, b, c = (rest[own.triangles[:, corner]] for corner in range(3))
            area = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
            u, v = (
                uv[own.triangles[:, 1]] - uv[own.triangles[:, 0]],
                uv[own.triangles[:, 2]] - uv[own.triangles[:, 0]],
            )
            flat = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum()
            uv = uv * (np.sqrt(area / flat) if flat > 0 else 0.0)
        result.append(np.nan_to_num(uv))
    return np.concatenate(result)


def _normals(surface: PosedSurface) -> Doubles:
    parts = [part.surface for part in surface.parts]
    return np.concatenate(
        [
            np.zeros((len(own.positions), 3)) if own.normals is None else own.normals.astype(np.float64)
            for own in parts
        ]
    )


class _Measuring:
    """Measures the distance between the old and the new triangles."""

    def __init__(self, surface: PosedSurface, old: Triangles, own: dict[tuple[int, int], Triangles]) -> None:
        self.surface = surface
        new = surface.all_triangles(own)
        rest = surface.pose(rest_motion(surface.rig))[0]
        self.tree: Tree = plant(new, rest[new].mean(axis=1))
        kept = set(map(bytes, np.sort(new, axis=1)))
        self.old = np.ascontiguousarray(old[[bytes(row) not in kept for row in np.sort(old, axis=1)]])
        self.edges = edges_of(self.old)
        inside = np.arange(len(rest), len(rest) + len(self.edges) + len(self.old))
        self.vertices = np.setdiff1d(np.unique(self.old), np.unique(new))
        self.points = np.concatenate([self.vertices, inside])
        self.hints = np.zeros(len(rest) + len(inside), np.int64)
        self.hints[self.tree.triangles] = np.arange(len(new))[:, None]
        self.worst = 0.0

    def measure(self, motion: SampledMotion) -> list[float]:
        """The squared distance in each frame; only a bound where it is much less than before. Whole triangles
        are searched where vertices and points of edges and triangles come near the largest distance."""
        errors = []
        for points in self._points(motion):
            floor = SAMPLED * self.worst
            far = measure_pose(self.tree, points, NO_TRIANGLES, self.points, self.hints, floor)
            if far > floor:
                most = max(far, self.worst)
                inside = measure_pose(self.tree, points, self.old, self.vertices, self.hints, most)
                far = inside if inside > most else far
            self.worst = max(self.worst, far)
            errors.append(far)
        return errors

    def _points(self, motion: SampledMotion) -> Iterator[Doubles]:
        """(V + E + T, 3) the vertices of each frame, the middles of edges and those of triangles."""
        for first in range(0, len(motion.world), PASS):
            for vertices in self.surface.pose(motion.pick(slice(first, first + PASS))):
                middles = [middles_of(vertices, rows) for rows in (self.edges, self.old)]
                yield np.concatenate([vertices, *middles])


def edges_of(triangles: Triangles) -> Triangles:
    """(E, 2) each edge once."""
    edges = np.sort(np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=-1), axis=-1).reshape(-1, 2)
    if not len(edges):
        return edges
    _, first = np.unique(edges @ np.array([int(edges.max()) + 1, 1]), return_index=True)
    return edges[first]


def middles_of(points: Doubles, rows: Triangles) -> Doubles:
    """The middles of edges or triangles."""
    total = points[rows[:, 0]]
    for corner in range(1, rows.shape[1]):
        total = total + points[rows[:, corner]]
    middles: Doubles = total / rows.shape[1]
    return middles


def _measure(
    surface: PosedSurface, old: Triangles, own: dict[tuple[int, int], Triangles], most: float
) -> list[MeasuredPose]:
    """The poses in which the new surface is furthest from the old one, with the largest squared distance. If
    that exceeds the allowed error, no further poses are measured."""
    rig, frames = surface.rig, list[MeasuredPose]()
    measuring = _Measuring(surface, old, own)
    if not len(measuring.old):
        return []

    def add(motion: SampledMotion) -> None:
        frames.extend(
            MeasuredPose(motion.pick(slice(frame, frame + 1)), error)
            for frame, error in enumerate(measuring.measure(motion))
        )

    add(rest_motion(rig))
    if _has_random(rig):
        for count, least in ((FAR_RANDOM, FAR), (MEASURED_RANDOM, 0.0)):
            motion = random_motion(rig, MEASURED_SEED, count, least=least)
            for first in range(0, count, AT_ONCE):
                add(motion.pick(slice(first, first + AT_ONCE)))
                if measuring.worst > most * most:
                    return frames
    for motion in shape_motions(rig):
        add(motion)
        if measuring.worst > most * most:
            return frames
    clips = [clip for clip in rig.clips if clip.channels]
    for clip in clips:
        most = max(12, MEASURED_FRAMES // len(clips))
        times = times_of(clip, most)
        errors = measuring.measure(move(rig, clip, times))
        worst = int(np.argmax(errors))
        frames.append(MeasuredPose(move(rig, clip, times[worst : worst + 1]), errors[worst]))
        if errors[worst] >= 0.8 * measuring.worst and len(times) > 1:
            frames.append(_search_closer(measuring, clip, times, worst))
    return frames


def _search_closer(measuring: _Measuring, clip: Clip, times: Doubles, worst: int) -> MeasuredPose:
    """The worst time between the neighbours of a time."""
    rig = measuring.surface.rig
    low, high = times[max(worst - 1, 0)], times[min(worst + 1, len(times) - 1)]
    best = MeasuredPose(move(rig, clip, times[worst : worst + 1]))
    for _ in range(3):
        closer = np.linspace(low, high, 9)
        errors = measuring.measure(move(rig, clip, closer))
        index = int(np.argmax(errors))
        best = MeasuredPose(move(rig, clip, closer[index : index + 1]), errors[index])
        low, high = closer[max(index - 1, 0)], closer[min(index + 1, 8)]
    return best
