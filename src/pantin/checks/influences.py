"""Rules about influences: how many a vertex has, in which order, and whether their weights make a whole."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, some
from pantin.rig import Influences, Rig

PORTABLE = 4
"""One set of joints and weights: what every glTF reader must take (glTF 2.0 §3.7.3.3)."""

FAR_FROM_ONE = PORTABLE * 0.5 / 255
"""A sum this far from 1 is not rounding: four weights, each off by half a step of 8 bits, are the worst that
is."""


@rule("RIG-MANY_INFLUENCES", "info", "more than 4 influences at {vertices}, at most {most}")
def many_influences(rig: Rig) -> Iterator[Finding]:
    """No vertex is moved by more than 4 joints.

    Why: a reader may use the first set of influences alone, and many do; the rest of the weight is then lost.
    Mend: keep the 4 largest influences of each vertex and divide them by their sum, if the file has to
    travel.
    Source: glTF 2.0 §3.7.3.3
    """
    for place, influences in _surfaces(rig):
        counts = _sums(influences.weights != 0, influences)
        if counts.max(initial=0) > PORTABLE:
            vertices = counted(int((counts > PORTABLE).sum()), "vertex")
            yield many_influences.at(place, vertices=vertices, most=int(counts.max()))


@rule(
    "RIG-UNSORTED_INFLUENCES",
    "info",
    "a larger weight comes after the fourth influence than among the first four at {vertices}",
)
def unsorted_influences(rig: Rig) -> Iterator[Finding]:
    """Where a vertex has more than 4 influences, the 4 largest come first.

    Why: readers that use the first set alone then drop the least important influences instead of any.
    Mend: sort the influences of each vertex by falling weight.
    Source: glTF 2.0 §3.7.3.3
    """
    for place, influences in _surfaces(rig):
        vertices = _unsorted(influences)
        if len(vertices):
            yield unsorted_influences.at(
                place, fix="sort the influences of each vertex", vertices=some("vertex", vertices.tolist())
            )


@rule(
    "RIG-IDLE_INFLUENCES",
    "info",
    "the surface stores {stored} influences per vertex and weighs at most {used}",
)
def idle_influences(rig: Rig) -> Iterator[Finding]:
    """A surface stores no more sets of influences than its weights need.

    Why: every set costs memory and bandwidth for each vertex, and hides a mesh that would be portable.
    Mend: drop the influences of weight 0.
    Source: glTF 2.0 §3.7.3.3
    """
    for place, influences in _surfaces(rig):
        stored = int(np.diff(influences.offsets).max(initial=0))
        used = int(_sums(influences.weights != 0, influences).max(initial=0))
        if _sets(stored) > max(_sets(used), 1):
            yield idle_influences.at(place, fix="drop influences of weight 0", stored=stored, used=used)


@rule(
    "RIG-WEIGHTS_NOT_ONE",
    "warning",
    "the weights of {vertices} do not sum to 1; the farthest sum is {sum:.4g}",
)
def weights_not_one(rig: Rig) -> Iterator[Finding]:
    """The weights of every vertex sum to 1.

    Why: glTF uses weights as stored, so such a vertex is pulled towards the origin or pushed away from it;
    other readers divide by the sum.
    Mend: divide the weights of each vertex by their sum.
    Source: glTF 2.0 §3.7.3.3
    """
    for place, influences in _surfaces(rig):
        sums = _sums(influences.weights, influences)
        idle = _sums(influences.weights != 0, influences) == 0
        off = np.where(idle, 0.0, np.abs(sums - 1.0))
        vertices = np.flatnonzero(off > FAR_FROM_ONE).tolist()
        if vertices:
            worst = float(sums[int(np.argmax(off))])
            yield weights_not_one.at(
                place, fix="divide weights by their sum", vertices=some("vertex", vertices), sum=worst
            )


@rule("RIG-NEGATIVE_WEIGHT", "warning", "a weight is negative at {vertices}")
def negative_weight(rig: Rig) -> Iterator[Finding]:
    """No weight is negative.

    Why: a negative weight moves the vertex against its joint; formats with unsigned weights cannot hold it.
    Mend: paint the weights of these vertices again.
    Source: glTF 2.0 §3.7.3.3
    """
    for place, influences in _surfaces(rig):
        vertices = np.flatnonzero(_sums(influences.weights < 0, influences)).tolist()
        if vertices:
            yield negative_weight.at(place, vertices=some("vertex", vertices))


@rule("RIG-NO_INFLUENCE", "warning", "no influence at {vertices}, so that a skin moves it to the origin")
def no_influence(rig: Rig) -> Iterator[Finding]:
    """Every vertex of a skinned surface is moved by a joint.

    Why: the sum over no joints is the origin; other readers leave the vertex where it is.
    Mend: give the vertex to the joint that is to carry it, with weight 1.
    Source: glTF 2.0 §3.7.3.3
    """
    for place, influences in _surfaces(rig):
        vertices = np.flatnonzero(_sums(influences.weights != 0, influences) == 0).tolist()
        if vertices:
            yield no_influence.at(place, vertices=some("vertex", vertices))


def _surfaces(rig: Rig) -> Iterator[tuple[str, Influences]]:
    """Every surface with influences, and its place."""
    for at, mesh in enumerate(rig.meshes):
        for number, surface in enumerate(mesh.surfaces):
            if surface.influences is not None:
                yield pointer("meshes", at, "primitives", number), surface.influences


def _sums(values: NDArray[np.generic], influences: Influences) -> NDArray[np.float64]:
    """Per vertex the sum of one value per influence; 0 for a vertex without."""
    starts = influences.offsets[:-1].astype(np.int64)
    filled = np.diff(influences.offsets.astype(np.int64)) > 0
    sums = np.zeros(len(starts))
    if filled.any():
        # reduceat sums from each start to the next; empty rows have no start of their own and are left out.
        sums[filled] = np.add.reduceat(values.astype(np.float64), starts[filled])
    return sums


def _unsorted(influences: Influences) -> NDArray[np.intp]:
    """Vertices that have a weight beyond the first four which is larger than the least of those."""
    starts = influences.offsets[:-1].astype(np.int64)
    counts = np.diff(influences.offsets.astype(np.int64))
    long = np.flatnonzero(counts > PORTABLE)
    if not len(long):
        return long
    first = influences.weights[starts[long][:, None] + np.arange(PORTABLE)].min(axis=1)
    owner = np.repeat(np.arange(len(starts)), counts.astype(np.int64))
    place = np.arange(len(owner)) - starts[owner]
    least = np.full(len(starts), np.inf)
    least[long] = first
    rest = (place >= PORTABLE) & (influences.weights > least[owner])
    return np.unique(owner[rest])


def _sets(count: int) -> int:
    return -(-count // PORTABLE)


RULES = (
    many_influences,
    unsorted_influences,
    idle_influences,
    weights_not_one,
    negative_weight,
    no_influence,
)
