"""Rules about influences: how many a vertex has, in which order, and the sum of their weights."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from pantin.checks.naming import skinned_surfaces
from pantin.report import Finding, rule
from pantin.report.wording import counted, list_indices
from pantin.rig import Influences, Rig

FEW_VERTICES = 0.001
"""A fault in less than this share of a surface's vertices is a slip of the weight brush, not a broken
part."""

PORTABLE = 4
"""One set of joints and weights: every glTF reader must support it (glTF 2.0 §3.7.3.3)."""

FAR_FROM_ONE = PORTABLE * 0.5 / 255
"""A sum farther from 1 than this is not rounding: at worst, four weights of 8 bits are each wrong by half a
step."""


@rule("RIG-MANY_INFLUENCES", "info", "{surface} has {vertices} with more than 4 influences (maximum {most})")
def many_influences(rig: Rig) -> Iterator[Finding]:
    """Vertex with more than 4 influences.

    What: A vertex has weights other than 0 for more than 4 joints.
    Why: A reader may use the first set of 4 influences only, and many do. The other weights are then lost.
    Fix: For files that other tools read, keep the 4 largest weights of each vertex and divide them by their
    sum.
    Source: glTF 2.0 §3.7.3.3
    """
    for surface in skinned_surfaces(rig):
        if _most_stored(surface.influences) <= PORTABLE:
            continue
        counts = _sums(surface.influences.weights != 0, surface.influences)
        if counts.max(initial=0) > PORTABLE:
            yield many_influences.at(
                surface.pointer,
                surface=surface.name,
                vertices=counted(int((counts > PORTABLE).sum()), "vertex"),
                most=int(counts.max()),
            )


@rule(
    "RIG-UNSORTED_INFLUENCES",
    "info",
    "the 4 largest weights do not come first at {vertices} of {surface}",
)
def unsorted_influences(rig: Rig) -> Iterator[Finding]:
    """Largest weights do not come first.

    What: A vertex has more than 4 influences, and a weight after the first 4 is larger than one of those.
    Why: Readers that use the first set of 4 influences only then drop important weights instead of the
    smallest.
    Fix: Sort the influences of each vertex by descending weight.
    Source: glTF 2.0 §3.7.3.3
    """
    for surface in skinned_surfaces(rig):
        vertices = _unsorted_vertices(_as_stored(surface.influences)).tolist()
        if vertices:
            yield unsorted_influences.at(
                surface.pointer,
                vertices=list_indices("vertex", vertices),
                surface=surface.name,
            )


@rule(
    "RIG-IDLE_INFLUENCES",
    "info",
    "{surface} stores {stored} influences per vertex but uses at most {used}",
    yields_to=("GLTF-ACCESSOR_JOINTS_USED_ZERO_WEIGHT",),
)
def idle_influences(rig: Rig) -> Iterator[Finding]:
    """Unused set of influences.

    What: A surface stores more sets of 4 influences per vertex than its weights other than 0 need.
    Why: Every set costs memory and bandwidth for each vertex, and readers that support one set refuse or
    truncate the mesh for no reason.
    Fix: Remove the influences with weight 0.
    Source: glTF 2.0 §3.7.3.3
    """
    for surface in skinned_surfaces(rig):
        stored = _most_stored(_as_stored(surface.influences))
        if stored <= PORTABLE:
            continue
        used = int(_sums(surface.influences.weights != 0, surface.influences).max(initial=0))
        if _sets(stored) > max(_sets(used), 1):
            yield idle_influences.at(
                surface.pointer,
                surface=surface.name,
                stored=stored,
                used=used,
            )


@rule(
    "RIG-WEIGHTS_NOT_ONE",
    "warning",
    "the weights of {vertices} of {surface} do not sum to 1 (sum farthest from 1: {sum:.4g})",
    yields_to=("GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED",),
    noise=FEW_VERTICES,
)
def weights_not_one(rig: Rig) -> Iterator[Finding]:
    """Weights do not sum to 1.

    What: The sum of a vertex's weights differs from 1 by more than rounding. An info where that is less than
    1 of 1,000 vertices of the surface.
    Why: Most readers divide by the sum, as Pantin does. Others use the weights as stored, and there the
    vertex moves towards the origin or away from it.
    Fix: Divide the weights of each vertex by their sum.
    Source: glTF 2.0 §3.7.3.3
    """
    for surface in skinned_surfaces(rig):
        influences = _as_stored(surface.influences)
        sums = _sums(influences.weights, influences)
        if not (np.abs(sums - 1.0) > FAR_FROM_ONE).any():
            continue
        without_weights = _sums(influences.weights != 0, influences) == 0
        error = np.where(without_weights, 0.0, np.abs(sums - 1.0))
        vertices = np.flatnonzero(error > FAR_FROM_ONE).tolist()
        if vertices:
            yield weights_not_one.at_share(
                len(vertices) / surface.vertex_count,
                surface.pointer,
                vertices=list_indices("vertex", vertices),
                surface=surface.name,
                sum=float(sums[int(np.argmax(error))]),
            )


@rule(
    "RIG-NEGATIVE_WEIGHT",
    "warning",
    "negative weight at {vertices} of {surface} (lowest: {lowest:.4g})",
    yields_to=("GLTF-ACCESSOR_WEIGHTS_NEGATIVE",),
    noise=FEW_VERTICES,
)
def negative_weight(rig: Rig) -> Iterator[Finding]:
    """Negative weight.

    What: A weight of a vertex is below 0. An info where that is less than 1 of 1,000 vertices of the surface.
    Why: A negative weight moves the vertex against its joint. Formats with unsigned weights cannot store it.
    Fix: Paint the weights of these vertices again.
    Source: glTF 2.0 §3.7.3.3
    """
    for surface in skinned_surfaces(rig):
        influences = surface.influences
        if influences.weights.min(initial=0.0) < 0:
            vertices = np.flatnonzero(_sums(influences.weights < 0, influences)).tolist()
            yield negative_weight.at_share(
                len(vertices) / surface.vertex_count,
                surface.pointer,
                vertices=list_indices("vertex", vertices),
                surface=surface.name,
                lowest=float(influences.weights.min()),
            )


@rule(
    "RIG-NO_INFLUENCE",
    "warning",
    "no joint has a weight at {vertices} of {surface} ({effect})",
    noise=FEW_VERTICES,
)
def no_influence(rig: Rig) -> Iterator[Finding]:
    """Skinned vertex without weights.

    What: A vertex of a surface with influences has no weight other than 0. An info where that is less than
    1 of 1,000 vertices of the surface.
    Why: The weighted sum over no joints is the origin, so the vertex moves there. Other readers leave it
    where it is. Without a skin at the node of the mesh, nothing moves until it gets one.
    Fix: Assign the vertex to a joint with weight 1.
    Source: glTF 2.0 §3.7.3.3
    """
    for surface in skinned_surfaces(rig):
        counts = _sums(surface.influences.weights != 0, surface.influences)
        vertices = np.flatnonzero(counts == 0).tolist()
        if vertices:
            yield no_influence.at_share(
                len(vertices) / surface.vertex_count,
                surface.pointer,
                vertices=list_indices("vertex", vertices),
                surface=surface.name,
                effect="skinning moves such vertices to the origin"
                if surface.is_shown_skinned
                else "a skin, which no node of the mesh has, would move such vertices to the origin",
            )


def _sums(values: NDArray[np.generic], influences: Influences) -> NDArray[np.float64]:
    """Per vertex the sum of one value per influence; 0 for a vertex without influences."""
    starts = influences.offsets[:-1].astype(np.int64)
    stored = np.diff(influences.offsets.astype(np.int64))
    width = int(stored[0]) if len(stored) else 0
    if 0 < width <= 2 * PORTABLE and (stored == width).all():
        # As in most files. Column by column: reducing short rows takes many times as long.
        return reduce(np.add, values.astype(np.float64).reshape(-1, width).T)
    filled = stored > 0
    sums = np.zeros(len(starts))
    if filled.any():
        # reduceat sums from each start to the next; empty rows have no start of their own and are skipped.
        sums[filled] = np.add.reduceat(values.astype(np.float64), starts[filled])
    return sums


def _unsorted_vertices(influences: Influences) -> NDArray[np.intp]:
    """Vertices that have a weight after the first four that is larger than the least of those."""
    starts = influences.offsets[:-1].astype(np.int64)
    counts = np.diff(influences.offsets.astype(np.int64))
    long = np.flatnonzero(counts > PORTABLE)
    if not len(long):
        return long
    first = influences.weights[starts[long][:, None] + np.arange(PORTABLE)].min(axis=1)
    owner = np.repeat(np.arange(len(starts)), counts.astype(np.int64))
    position = np.arange(len(owner)) - starts[owner]
    least = np.full(len(starts), np.inf)
    least[long] = first
    rest = (position >= PORTABLE) & (influences.weights > least[owner])
    return np.unique(owner[rest])


def _as_stored(influences: Influences) -> Influences:
    """The influences as a file has them: with entries without weight, and with any sum."""
    return influences.stored or influences


def _most_stored(influences: Influences) -> int:
    """The most influences that any vertex has, of any weight."""
    return int(np.diff(influences.offsets).max(initial=0))


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
