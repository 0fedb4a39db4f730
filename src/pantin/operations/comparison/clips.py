"""Differences of motion: how far nodes and posed vertices of two rigs are apart over each clip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pantin.base.records import replace
from pantin.motion.tracks import sample_keys
from pantin.operations.comparison.clip_errors import ClipErrors, NodeBoxes, Rigs, WorstVertex, measure_clips
from pantin.operations.comparison.difference import Change, is_default_name
from pantin.operations.comparison.keys import changed_channels, with_repaired
from pantin.operations.comparison.matching import match_parts
from pantin.operations.comparison.vertices import describe_node
from pantin.rig import Clip

SAME_DURATION = 1e-4
"""Seconds."""

SAME_PROPERTY = 1e-6
"""Tolerance for properties, relative to numbers up to 1: ten times the rounding of float32."""


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
    pairs = matched.pairs()
    motions = _compare_motions(rigs, NodeBoxes(rigs), pairs, same_vertices) if pairs else iter(())
    for (index, other), differences in zip(pairs, motions, strict=True):
        clip, there = own[index], others[other]
        where = describe_clip(clip, index)
        same = clip.name == there.name or is_default_name(clip.name, there.name, "clip")
        if rigs.clip_names and not same:
            yield Change("names", where, f"is called {there.name!r} in the second file")
        if abs(clip.duration - there.duration) > SAME_DURATION:
            yield Change("clips", where, f"takes {there.duration:g} s instead of {clip.duration:g} s")
        yield from _compare_properties(rigs, clip, there, where)
        yield from differences


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


def describe_clip(clip: Clip, index: int) -> str:
    return f"clip {index}" if clip.name is None else f"clip {clip.name!r} ({index})"


def _compare_motions(
    rigs: Rigs, boxes: NodeBoxes, pairs: Sequence[tuple[int, int]], same_vertices: bool
) -> Iterator[list[Change | WorstVertex]]:
    """The differences of matched clips: differing keys first, then the differences that follow from them."""
    own, others = rigs.a.rig.clips, rigs.b.rig.clips
    measured = measure_clips(rigs, boxes, [(own[a], others[b]) for a, b in pairs], same_vertices)
    changes = [
        _describe(rigs, errors, describe_clip(own[index], index))
        for (index, _), errors in zip(pairs, measured, strict=True)
    ]
    keys = [
        changed_channels(own[a], others[b], rigs.nodes) if differences else []
        for (a, b), differences in zip(pairs, changes, strict=True)
    ]
    repaired = {
        number: (with_repaired(own[pairs[number][0]], changed), others[pairs[number][1]])
        for number, changed in enumerate(keys)
        if changed
    }
    again = dict(zip(repaired, measure_clips(rigs, boxes, [*repaired.values()], same_vertices), strict=True))
    for number, (index, _) in enumerate(pairs):
        where, differences = describe_clip(own[index], index), changes[number]
        left = (
            {key for key, _ in _describe(rigs, again[number], where)}
            if number in again
            else dict(differences)
        )
        yield [
            measured[number].worst,
            *(Change("clips", where, each.describe(rigs.a.rig)) for each in keys[number]),
            *(change if key in left else change.replace(follows=True) for key, change in differences),
        ]


def _describe(rigs: Rigs, measured: ClipErrors, where: str) -> list[tuple[int, Change]]:
    """What exceeds the tolerance: vertices (−1), and nodes by their index."""
    worst, furthest = measured.worst, measured.furthest
    changes = []
    if worst.error > rigs.tolerance:
        changes.append((-1, Change("clips", where, _message(rigs, worst), worst.error)))
    for node in np.flatnonzero(furthest > rigs.tolerance).tolist():
        what = f"{describe_node(rigs.a.rig, node)} moves elsewhere, by up to {furthest[node]:g}"
        changes.append((node, Change("clips", where, what, float(furthest[node]))))
    return changes


def _message(rigs: Rigs, worst: WorstVertex) -> str:
    part = next(part for part in rigs.a.parts if worst.vertex < part.vertices.stop)
    vertex = worst.vertex - part.first
    return f"{rigs.a.vertex_name(part, vertex)} is {worst.error:g} away at {worst.time:g} s"
