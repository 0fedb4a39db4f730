"""How far posed vertices of two rigs are apart over all clips, at ten times the density of their keys."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pantin.maths import affine
from pantin.rig import Clip, Doubles, Indices, Rig
from pantin.slimming.skin import Motion, Skin, corners, dense_times, errors, find_probes, move

CANDIDATES = 2000
"""Vertices that are followed through all frames where the geometry differs."""

AT_ONCE = 2_000_000
"""Positions that are computed in one pass."""


@dataclass(frozen=True, eq=False, slots=True)
class Worst:
    """The largest distance, and where it is: the clip (None: at rest), the time and the vertex."""

    error: float = 0.0
    clip: int | None = None
    time: float = 0.0
    vertex: int = 0


NOTHING = Worst()


def measure(rig: Rig, other: Rig, order: Indices | None = None) -> Worst:
    """The largest distance of a vertex at rest and over all clips; clip i of both is the same.

    Vertex `order[i]` of the other rig is vertex i, without it the same number. Boxes around the vertices that
    follow each node bound the error of each frame, so that only frames and nodes are computed that may exceed
    what was found.
    """
    a, b = Skin.of(rig), Skin.of(other, order)
    a, b = a.pick(np.arange(a.real)), b.pick(np.arange(b.real))
    worst = _worst(a, b, None, np.zeros(1), (_rest(rig), _rest(other)), Worst())
    for index, (clip, there) in enumerate(zip(rig.clips, other.clips, strict=True)):
        if clip.channels:
            worst = measure_clip(a, b, clip, there, worst, index)
    return worst


def measure_clip(
    a: Skin,
    b: Skin,
    clip: Clip,
    there: Clip,
    worst: Worst = NOTHING,
    index: int = 0,
) -> Worst:
    """The largest distance of a vertex over one clip, if it is larger than `worst`; without points that are
    not vertices."""
    times = dense_times(clip, there)
    step = max(1, 200_000 // max(len(a.rig.nodes), 1))
    for first in range(0, len(times), step):
        some = times[first : first + step]
        motions = move(a.rig, clip, some), move(b.rig, there, some)
        worst = _worst(a, b, index, some, motions, worst)
    return worst


def _rest(rig: Rig) -> Motion:
    return move(rig, Clip(()), np.zeros(1))


def _worst(
    a: Skin, b: Skin, clip: int | None, times: Doubles, motions: tuple[Motion, Motion], worst: Worst
) -> Worst:
    nodes = _same_nodes(a, b)
    if nodes is not None:
        motions = motions[0], Motion(motions[1].world[:, nodes], motions[1].blend)
        bounds, b = _bounds(a, motions), a
    else:
        a, b = _candidates(a, b, motions)
        bounds = np.full((len(times), len(a.rig.nodes)), np.inf)
    order = np.argsort(-bounds.max(axis=1, initial=0.0), kind="stable")
    step = max(1, AT_ONCE // max(len(a.vertices), 1))
    for first in range(0, len(order), step):
        frames = order[first : first + step]
        suspects = np.flatnonzero(bounds[frames].max(axis=0, initial=0.0) > worst.error)
        chosen = np.unique(a.vertices[np.isin(a.nodes, suspects)])
        if not len(chosen):
            break
        mine = a.pick(chosen)
        some = motions[0].pick(frames), motions[1].pick(frames)
        found = errors(mine, mine if b is a else b.pick(chosen), some, chosen)
        found = np.nan_to_num(found, nan=np.inf)
        frame, column = np.unravel_index(int(found.argmax()), found.shape)
        if found[frame, column] > worst.error:
            time = float(times[frames[frame]])
            worst = Worst(float(found[frame, column]), clip, time, int(chosen[column]))
    return worst


def _candidates(a: Skin, b: Skin, motions: tuple[Motion, Motion]) -> tuple[Skin, Skin]:
    """The vertices that are furthest apart at some of the frames, and the extremes of each node."""
    if a.real <= CANDIDATES:
        return a, b
    frames = np.unique(np.linspace(0, len(motions[0].world) - 1, 24).astype(np.int64))
    everything = np.arange(a.real)
    some = motions[0].pick(frames), motions[1].pick(frames)
    furthest = np.argsort(-errors(a, b, some, everything).max(axis=0), kind="stable")[:CANDIDATES]
    probes = find_probes(a)
    chosen = np.union1d(furthest, probes[probes < a.real])
    return a.pick(chosen), b.pick(chosen)


def _same_nodes(a: Skin, b: Skin) -> Indices | None:
    """The node of B that each node of A is, if both have the same vertices on them; −1 for nodes without any.
    None if the vertices differ. Slimming renumbers nodes, but keeps their order."""
    shapes = zip(a.shapes, b.shapes, strict=False)
    same = (
        len(a.shapes) == len(b.shapes)
        and all(np.array_equal(mine.deltas, theirs.deltas) for mine, theirs in shapes)
        and np.array_equal(a.vertices, b.vertices)
        and np.array_equal(a.weights, b.weights)
        and np.array_equal(a.local, b.local)
    )
    if not same:
        return None
    nodes = np.full(len(a.rig.nodes), -1, np.int64)
    nodes[a.nodes] = b.nodes
    return nodes if np.array_equal(nodes[a.nodes], b.nodes) else None


def _bounds(skin: Skin, motions: tuple[Motion, Motion]) -> Doubles:
    """(F, n) how far vertices that follow each node are apart at most, if the other nodes are no worse."""
    gaps = motions[0].world - motions[1].world
    apart = affine.apply(gaps[:, :, None], corners(skin)[None])
    each: Doubles = np.nan_to_num(np.sqrt(np.square(apart).sum(axis=-1)), nan=np.inf).max(axis=-1)
    each[:, ~np.isin(np.arange(each.shape[1]), skin.nodes)] = 0.0
    totals = np.bincount(skin.vertices, np.abs(skin.weights), skin.count)
    each *= max(1.0, float(totals.max(initial=1.0)))
    for shape in skin.shapes:
        # The reach of a shape where both rigs move it, and how far different weights move it.
        reach = np.linalg.norm(shape.deltas, axis=-1).max(axis=1, initial=0.0)
        mine, theirs = (motion.blend[shape.instance] for motion in motions)
        nodes = np.unique(skin.nodes[shape.rows])
        turned = np.linalg.norm(gaps[:, nodes, :, :3], axis=(-2, -1)).max(axis=1, initial=0.0)
        scale = np.linalg.norm(motions[0].world[:, nodes, :, :3], axis=(-2, -1)).max(axis=1, initial=0.0)
        each[:, nodes] += (np.abs(theirs) @ reach * turned + np.abs(mine - theirs) @ reach * scale)[:, None]
    return each
