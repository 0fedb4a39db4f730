# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg, misc, no-any-return"
"""Reduce triangles: collapse one vertex after the other onto a neighbour, cheapest first.

A collapse costs the largest distance, over all poses, of the removed vertices around it to the triangles left
there (after Klein, Liebich and Straßer, "Mesh reduction with error control", 1996). The result is measured by
its largest distance, which sums of quadrics only approximate. Vertices stay where they are (half-edge
collapse), so that every attribute stays exact.

Vertices at the same position collapse together. A seam splits them into wedges; each goes to the neighbour's
wedge on the same side of the seam.

One source for both engines, interpreted where numba is missing, but for calculations with positions: those
here are NumPy's, those in `collapse_numba.py` are loops with the same bits. The file is long because
`collapse` calls all other functions, and numba compiles them into one.
"""

from __future__ import annotations

import heapq
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine
from .engine import helper
from .triangle_distance import dot, square_distances

Doubles = NDArray[np.float64]
Indices = NDArray[np.integer[Any]]

MOST_RING = 256
"""The most triangles around a vertex that may be removed."""

STRICT, FOLDED, ANY = 0, 1, 2
"""What a collapse may do: nothing harmful; fold triangles over in a pose, join parts and shorten borders;
also fold triangles over at rest."""

TURN = 0.2
"""Cosine of the angle by which a triangle may turn at rest: 78 degrees."""

SEAM = 0.3
"""How much of the texture's slip along the surface counts as distance."""

WORK = 20_000
"""Items of work for a triangle: NumPy takes some milliseconds."""

LENGTH = 1e-5
"""Share of the edge's squared length that is added to the cost, to break ties."""


class CollapseMesh(NamedTuple):
    """Triangles, their vertices, and the removed vertices that each triangle stands for.

    corners            (T, 3) vertices
    alive, counts      (T,) whether a triangle is left, and how many it counts as
    point, track, part (V,) the point of a vertex, its row of positions, the primitive it belongs to
    uv                 (V, 2) texture coordinates, in units of distance
    normal             (V, 3)
    positions          (J, K, 3) in each pose
    head, follow       (P,), (3 T,) the corners at each point, as a chain: corner 3 t + c follows another
    sample, next_sample  (T,), (J,) the removed positions of a triangle, as a chain
    track_head, next_track  (P,), (J,) the positions of a point, as a chain
    version            (P,) counts the changes around a point; −1: removed
    """

    corners: Indices
    alive: NDArray[np.bool_]
    counts: Indices
    point: Indices
    track: Indices
    part: Indices
    uv: Doubles
    normal: Doubles
    positions: Doubles
    head: Indices
    follow: Indices
    sample: Indices
    next_sample: Indices
    track_head: Indices
    next_track: Indices
    version: Indices


class Scratch(NamedTuple):
    """Scratch space for the triangles around the current vertex."""

    ring: Indices
    moved: Indices
    others: Indices
    uses: Indices
    kept: Indices
    corners: Doubles
    old_wedges: Indices
    new_wedges: Indices


@helper
def gather(mesh, point, ring):
    """The triangles at a point; −1 if there are too many. Cleans the chain up."""
    count, item, before = 0, mesh.head[point], -1
    while item >= 0:
        after = mesh.follow[item]
        if mesh.alive[item // 3]:
            if count == len(ring):
                return -1
            ring[count] = item
            count += 1
            before = item
        elif before < 0:
            mesh.head[point] = after
        else:
            mesh.follow[before] = after
        item = after
    return count


@helper
def corner_at(mesh, triangle, point):
    """The corner of a triangle at a point, or −1."""
    for corner in range(3):
        if mesh.point[mesh.corners[triangle, corner]] == point:
            return corner
    return -1


@helper
def find(values, count, value):
    for index in range(count):
        if values[index] == value:
            return index
    return -1


@helper
def edge_length(mesh, a, b):
    """The squared distance of two vertices at rest."""
    p, q = mesh.positions[mesh.track[a], 0], mesh.positions[mesh.track[b], 0]
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2


@helper
def map_wedges(mesh, room, count, target):
    """Fill `moved` with the vertex that replaces the point in each triangle around it (−1: the triangle is
    removed). Returns the resulting slip of the texture; −1.0 if no replacement exists."""
    known = 0
    for index in range(count):
        item = room.ring[index]
        corner = corner_at(mesh, item // 3, target)
        room.moved[index] = 0
        if corner >= 0:
            room.moved[index] = -1
            wedge = mesh.corners[item // 3, item % 3]
            if find(room.old_wedges, known, wedge) < 0:
                room.old_wedges[known] = wedge
                room.new_wedges[known] = mesh.corners[item // 3, corner]
                known += 1
    slip = 0.0
    for index in range(count):
        if room.moved[index] < 0:
            continue
        wedge = mesh.corners[room.ring[index] // 3, room.ring[index] % 3]
        where = find(room.old_wedges, known, wedge)
        if where < 0:
            where = known
            room.old_wedges[known], room.new_wedges[known] = wedge, nearest_wedge(mesh, wedge, target)
            known += 1
        new = room.new_wedges[where]
        if new < 0:
            return -1.0
        room.moved[index] = new
        u, v = mesh.uv[wedge, 0] - mesh.uv[new, 0], mesh.uv[wedge, 1] - mesh.uv[new, 1]
        slip = max(slip, np.sqrt(u * u + v * v) - 2.0 * np.sqrt(edge_length(mesh, wedge, new)))
    return slip


@helper
def nearest_wedge(mesh, wedge, target):
    """Among the vertices of the same primitive at a point, the one with the nearest texture coordinates and
    normal."""
    best, least, item = -1, np.inf, mesh.head[target]
    while item >= 0:
        if mesh.alive[item // 3]:
            other = mesh.corners[item // 3, item % 3]
            if mesh.part[other] == mesh.part[wedge]:
                u, v = mesh.uv[wedge, 0] - mesh.uv[other, 0], mesh.uv[wedge, 1] - mesh.uv[other, 1]
                gap = u * u + v * v
                for axis in range(3):
                    gap += 1e-4 * (mesh.normal[wedge, axis] - mesh.normal[other, axis]) ** 2
                if gap < least:
                    best, least = other, gap
        item = mesh.follow[item]
    return best


@helper
def keeps_shape(mesh, room, count, point, target, stage):
    """Whether the topology is preserved: no new border, no duplicate triangle, no parts joined at an edge."""
    known = 0
    shared = 0
    for index in range(count):
        item = room.ring[index]
        shared += room.moved[index] < 0
        for step in range(1, 3):
            other = mesh.point[mesh.corners[item // 3, (item % 3 + step) % 3]]
            where = find(room.others, known, other)
            if where < 0:
                if known == len(room.others):
                    return False
                where = known
                room.others[known], room.uses[known, 0] = other, 0
                known += 1
            room.uses[where, 0] += 1
    if shared == 0 or shared == count:
        return False
    border = knot = False
    for index in range(known):
        border |= room.uses[index, 0] == 1
        knot |= room.uses[index, 0] > 2
        room.uses[index, 1] = 0
        room.uses[index, 2] = 0
    if stage == STRICT and ((border and shared != 1) or (knot and shared <= 2)):
        return False
    for index in range(count):
        if room.moved[index] < 0:
            item = room.ring[index]
            for step in range(1, 3):
                other = mesh.point[mesh.corners[item // 3, (item % 3 + step) % 3]]
                if other != target:
                    room.uses[find(room.others, known, other), 2] += 1
    item = mesh.head[target]
    while item >= 0:
        if mesh.alive[item // 3]:
            a = mesh.point[mesh.corners[item // 3, (item % 3 + 1) % 3]]
            b = mesh.point[mesh.corners[item // 3, (item % 3 + 2) % 3]]
            at_a, at_b = find(room.others, known, a), find(room.others, known, b)
            if at_a >= 0:
                room.uses[at_a, 1] += 1
            if at_b >= 0:
                room.uses[at_b, 1] += 1
            if at_a >= 0 and at_b >= 0 and has_edge(mesh, room, count, a, b):
                return False  # the same triangle twice
        item = mesh.follow[item]
    for index in range(known):
        if room.others[index] == target or room.uses[index, 1] == 0:
            continue
        mine, its, gone = room.uses[index, 0], room.uses[index, 1], room.uses[index, 2]
        if gone == 0 and stage == STRICT:
            return False
        if mine + its - 2 * gone == 1 and mine != 1 and its != 1:
            return False
    return True


@helper
def has_edge(mesh, room, count, a, b):
    """Whether a remaining triangle has both points."""
    for index in range(count):
        if room.moved[index] >= 0:
            triangle = room.ring[index] // 3
            if corner_at(mesh, triangle, a) >= 0 and corner_at(mesh, triangle, b) >= 0:
                return True
    return False


def folds(mesh, room, count, stage):
    """Whether a triangle flips or loses its area."""
    moved = np.flatnonzero(room.moved[:count] >= 0)
    items = room.ring[moved]
    triangles, poses = items // 3, slice(None) if stage == STRICT else slice(1)
    after = [mesh.corners[triangles, (items + step) % 3] for step in (1, 2)]
    vertices = np.stack([mesh.corners[triangles, items % 3], room.moved[moved], *after])
    old, new, b, c = mesh.positions[mesh.track[vertices], poses]
    e, f, g = c - b, old - b, new - b
    m, n = _cross(e, f), _cross(e, g)
    before, areas = dot(m, m), dot(n, n)
    longest = np.maximum(dot(e, e), dot(g, g))
    if (areas[:, 0] <= 1e-12 * longest[:, 0] * longest[:, 0]).any():
        return True
    least = np.zeros(before.shape)
    least[:, 0] = TURN * np.sqrt(before[:, 0] * areas[:, 0])
    return stage != ANY and bool(((before > 1e-12 * longest * longest) & (dot(m, n) < least)).any())


def _cross(left, right):
    x, y, z = (left[..., axis] for axis in range(3))
    u, v, w = (right[..., axis] for axis in range(3))
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u], axis=-1)


def lay_out(mesh, room, count):
    """Number the triangles that remain around a point, and copy them, by pose, so that the search reads them
    in order. Returns how many there are."""
    moved = room.moved[:count] >= 0
    kept = int(moved.sum())
    room.kept[:count] = np.where(moved, np.cumsum(moved) - 1, -1)
    items = room.ring[:count][moved]
    after = [mesh.corners[items // 3, (items + step) % 3] for step in (1, 2)]
    vertices = np.stack([room.moved[:count][moved], *after], axis=1)
    corners = mesh.positions[mesh.track[vertices]]  # (T, 3, K, 3)
    room.corners[:, :kept] = corners.transpose(2, 0, 1, 3).reshape(-1, kept, 9)
    return kept


def reach(mesh, room, count, point, limit):
    """The largest squared distance of removed positions around a point to the triangles that remain. The
    search may stop at one above `limit`."""
    kept = lay_out(mesh, room, count)
    worst = 0.0
    for rows in _chains(mesh, room, count, point):
        near = _distances(mesh, room, rows, kept).min(axis=2)
        worst = max(worst, float(near.max(initial=0.0)))
        if worst > limit:
            break
    return worst


def _chains(mesh, room, count, point):
    """The removed positions around a point: its own, then those of its triangles."""
    yield _follow(mesh.track_head[point], mesh.next_track)
    heads = mesh.sample[room.ring[:count] // 3]
    yield np.concatenate([_follow(head, mesh.next_sample) for head in heads])


def _follow(row, after):
    rows = []
    while row >= 0:
        rows.append(row)
        row = after[row]
    return np.array(rows, np.int64)


def _distances(mesh, room, rows, kept):
    """(R, K, T) squared distances of rows of positions to the triangles that were laid out, in each pose."""
    corners = room.corners[:, :kept].reshape(1, -1, kept, 3, 3)
    return square_distances(mesh.positions[rows][:, :, None], corners)


@helper
def rate(mesh, room, count, point, target, limit, stage):
    """The cost of collapsing a point onto another; infinite where that is not allowed or costs more than
    `limit`."""
    slip = map_wedges(mesh, room, count, target)
    if slip < 0.0 or not keeps_shape(mesh, room, count, point, target, stage):
        return np.inf
    item = room.ring[0]
    other = mesh.corners[mesh.head[target] // 3, mesh.head[target] % 3]
    extra = (SEAM * slip) ** 2 + LENGTH * edge_length(mesh, mesh.corners[item // 3, item % 3], other)
    if extra >= limit or folds(mesh, room, count, stage):
        return np.inf
    cost = extra + reach(mesh, room, count, point, limit - extra)
    return cost if cost < limit else np.inf


@helper
def best_target(mesh, room, point, stage):
    """The cost and the target of the cheapest collapse of a point."""
    count = gather(mesh, point, room.ring)
    best, least = -1, np.inf
    track = mesh.track_head[point]
    split = mesh.next_track[track] >= 0
    if count <= 0 or (split and stage == STRICT):
        return least, best
    for index in range(count):
        for step in range(1, 3):
            item = room.ring[index]
            target = mesh.point[mesh.corners[item // 3, (item % 3 + step) % 3]]
            # Inside a closed surface each neighbour is there twice: once after a corner.
            if step == 2 and is_after(mesh, room, count, target):
                continue
            cost = rate(mesh, room, count, point, target, least, stage)
            if cost < least:
                best, least = target, cost
    return least, best


@helper
def is_after(mesh, room, count, target):
    for index in range(count):
        item = room.ring[index]
        if mesh.point[mesh.corners[item // 3, (item % 3 + 1) % 3]] == target:
            return True
    return False


def attach(mesh, room, count, row):
    """Assign a removed row of positions to the triangle nearest to it over all poses."""
    moved = np.flatnonzero(room.moved[:count] >= 0)
    totals = np.cumsum(_distances(mesh, room, np.array([row]), len(moved))[0], axis=0)[-1]
    best = room.ring[moved[np.argmin(totals)]] // 3
    mesh.next_sample[row] = mesh.sample[best]
    mesh.sample[best] = row


@helper
def apply(mesh, room, point, target):
    """Collapse a point onto another. Returns the number of triangles removed."""
    count, gone = gather(mesh, point, room.ring), 0
    map_wedges(mesh, room, count, target)
    lay_out(mesh, room, count)
    rows = -1
    for index in range(count):
        item = room.ring[index]
        triangle, row = item // 3, mesh.sample[item // 3]
        mesh.sample[triangle] = -1
        while row >= 0:
            after = mesh.next_sample[row]
            mesh.next_sample[row] = rows
            rows, row = row, after
        if room.moved[index] < 0:
            mesh.alive[triangle] = False
            gone += mesh.counts[triangle]
        else:
            mesh.corners[triangle, item % 3] = room.moved[index]
            mesh.follow[item] = mesh.head[target]
            mesh.head[target] = item
    row = mesh.track_head[point]
    while row >= 0:
        mesh.next_sample[row] = rows
        rows, row = row, mesh.next_track[row]
    while rows >= 0:
        after = mesh.next_sample[rows]
        attach(mesh, room, count, rows)
        rows = after
    mesh.version[point] = -1
    return gone


def collapse(mesh, room, budget, limit):
    """Collapse until at most `budget` triangles are left, or every remaining collapse costs more than
    `limit`. Returns how many are left."""
    left = 0
    for triangle in range(len(mesh.alive)):
        if mesh.alive[triangle]:
            left += mesh.counts[triangle]
    for stage in range(3):
        heap = [(0.0, -1, -1, -1)]
        costs, queued = np.zeros(len(mesh.head)), np.zeros(len(mesh.head), np.bool_)
        for point in range(len(mesh.head)):
            if mesh.version[point] >= 0 and mesh.head[point] >= 0:
                cost, target = best_target(mesh, room, point, stage)
                costs[point] = cost
                if target >= 0:
                    heap.append((cost, point, target, mesh.version[point]))
        heapq.heapify(heap)
        while len(heap) > 0 and left > budget:
            cost, point, target, version = heapq.heappop(heap)
            if point < 0 or mesh.version[point] < 0:
                continue
            if cost > limit:
                break
            if version != mesh.version[point]:
                if version >= 0:
                    continue  # something changed since: another entry is queued
                queued[point] = False
                cost, target = best_target(mesh, room, point, stage)
                costs[point] = cost
                if target >= 0:
                    heapq.heappush(heap, (cost, point, target, mesh.version[point]))
                continue
            left -= apply(mesh, room, point, target)
            count = gather(mesh, target, room.ring)
            for index in range(-1, max(count, 0)):
                for step in range(1, 3):
                    other = target
                    if index >= 0:
                        item = room.ring[index]
                        other = mesh.point[mesh.corners[item // 3, (item % 3 + step) % 3]]
                    mesh.version[other] += 1
                    if not queued[other]:
                        # Looked at again when it is its turn: a change nearby seldom makes it cheaper.
                        queued[other] = True
                        again = costs[other] if costs[other] < np.inf else cost
                        heapq.heappush(heap, (again, other, -1, -1))
        if left <= budget or limit < np.inf:
            break
    return left


def simplify(mesh: CollapseMesh, budget: int, limit: float) -> int:
    """Collapse in place, until at most `budget` triangles are left or the next collapse costs more than the
    squared distance `limit`. Returns how many are left."""
    room = Scratch(
        np.zeros(MOST_RING, np.int64),
        np.zeros(MOST_RING, np.int64),
        np.zeros(2 * MOST_RING, np.int64),
        np.zeros((2 * MOST_RING, 3), np.int64),
        np.zeros(MOST_RING, np.int64),
        np.zeros((mesh.positions.shape[1], MOST_RING, 9)),
        np.zeros(MOST_RING, np.int64),
        np.zeros(MOST_RING, np.int64),
    )
    return int(COLLAPSE(WORK * len(mesh.alive), mesh, room, budget, limit))


COLLAPSE = engine.Kernel(
    "collapse", collapse, Later("pantin.kernels.collapse_numba", "run"), compiled_in=__name__
)
