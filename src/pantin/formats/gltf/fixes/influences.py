"""Fixes of influences: the joints and weights of vertices, over all sets of a primitive together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.formats.gltf.codes import SUM_TOLERANCE_PER_WEIGHT
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.influence_sets import SLOTS, Flags, Sets, change_sets, read_sets
from pantin.report import Finding
from pantin.report.pointer import tokens


def normalise_weights(document: Document, findings: Sequence[Finding] = ()) -> int:
    """Divide the weights of each vertex by their sum if it is not 1; returns the number of changed
    vertices.

    Integer weights get the sum that equals 1 exactly. Vertices without weights, or with a negative one, stay
    as they are.
    """
    return change_sets(document, _normalise)


def _normalise(sets: Sets) -> Flags:
    sums = sets.weights.sum(axis=1, dtype=np.float64)
    usable = (sums > 0) & (sets.weights >= 0).all(axis=1) & np.isfinite(sums)
    if sets.whole is None:
        counts = np.count_nonzero(sets.weights, axis=1)
        # float32 cannot represent the sum more exactly: dividing again would fix nothing.
        changed: Flags = usable & (np.abs(sums - 1) > SUM_TOLERANCE_PER_WEIGHT * counts)
        sets.weights[changed] = sets.weights[changed] / sums[changed, None]
        return changed
    uneven: Flags = usable & (sums != sets.whole)
    sets.weights[uneven] = _apportion(sets.weights[uneven], sums[uneven], sets.whole)
    return uneven


def _apportion(weights: np.ndarray, sums: np.ndarray, whole: int) -> np.ndarray:
    """Integers proportional to `weights` with the sum `whole`, by the largest remainder method."""
    shares = weights.astype(np.float64) * (whole / sums[:, None])
    parts = np.floor(shares)
    short = (whole - parts.sum(axis=1)).astype(np.int64)
    ranks = np.argsort(np.argsort(parts - shares, axis=1, kind="stable"), axis=1, kind="stable")
    result: np.ndarray = parts + (ranks < short[:, None])
    return result.astype(weights.dtype)


def sort_influences(document: Document, findings: Sequence[Finding] = ()) -> int:
    """Sort the influences of each vertex by decreasing weight, across all sets; returns the number of
    vertices."""
    return change_sets(document, _sort)


def _sort(sets: Sets) -> Flags:
    # Negated weights of an unsigned type would wrap; equal weights keep their order.
    order = np.argsort(-sets.weights.astype(np.float64), axis=1, kind="stable")
    changed: Flags = (order != np.arange(order.shape[1])).any(axis=1)
    sets.joints = np.take_along_axis(sets.joints, order, axis=1)
    sets.weights = np.take_along_axis(sets.weights, order, axis=1)
    return changed


def drop_zero_influences(document: Document, findings: Sequence[Finding] = ()) -> int:
    """Set the joint to 0 wherever the weight is 0, and drop unneeded sets; returns the number of changed
    vertices.

    Influences move into slots of weight 0 if that makes a set superfluous. Dropping a set counts as a change
    of every vertex.
    """
    return change_sets(document, _drop_zeros)


def _drop_zeros(sets: Sets) -> Flags:
    idle = sets.weights == 0
    changed: Flags = (idle & (sets.joints != 0)).any(axis=1)
    sets.joints[idle] = 0
    most = int((~idle).sum(axis=1).max(initial=0))
    needed = SLOTS * max(1, -(-most // SLOTS))
    if needed == idle.shape[1]:
        return changed
    # False before True, and both in the order they had.
    order = np.argsort(idle, axis=1, kind="stable")[:, :needed]
    sets.joints = np.take_along_axis(sets.joints, order, axis=1)
    sets.weights = np.take_along_axis(sets.weights, order, axis=1)
    return np.ones_like(changed)


def merge_joints(document: Document, findings: Sequence[Finding] = ()) -> int:
    """Add up the weights of a vertex for the same joint, in its first slot; returns the number of changed
    vertices."""
    return change_sets(document, _merge)


def _merge(sets: Sets) -> Flags:
    changed: Flags = np.zeros(len(sets.weights), bool)
    slots = sets.weights.shape[1]
    for first in range(slots):
        for later in range(first + 1, slots):
            used = (sets.weights[:, first] > 0) & (sets.weights[:, later] > 0)
            same = used & (sets.joints[:, first] == sets.joints[:, later])
            sets.weights[same, first] += sets.weights[same, later]
            sets.weights[same, later] = 0
            sets.joints[same, later] = 0
            changed |= same
    return changed


# Which findings these remove


PRIMITIVE = len(("meshes", "0", "primitives", "0"))
"""Length of the part of a finding's pointer that names the primitive."""


def _sets_at(document: Document, finding: Finding) -> Sets | None:
    """The influences of a finding's primitive; None if unreadable."""
    path = tokens(finding.pointer or "")
    meshes = document.model.meshes
    if path[:1] != ("meshes",) or len(path) < 4 or path[2] != "primitives":
        return None
    mesh = meshes[int(path[1])]
    primitive = (mesh.primitives or ())[int(path[3])] if mesh is not None else None
    return None if primitive is None else read_sets(document, primitive.attributes or {})


def is_readable(document: Document, finding: Finding) -> bool:
    return _sets_at(document, finding) is not None


def is_summable(document: Document, finding: Finding) -> bool:
    """Whether the weights of every vertex have a valid sum to divide by."""
    sets = _sets_at(document, finding)
    if sets is None:
        return False
    sums = sets.weights.sum(axis=1, dtype=np.float64)
    return bool((sets.weights >= 0).all() and (sums > 0).all())


def is_mergeable(document: Document, finding: Finding) -> bool:
    """Whether weights can be added: none is negative, and no integer sum overflows."""
    sets = _sets_at(document, finding)
    if sets is None or not (sets.weights >= 0).all():
        return False
    return sets.whole is None or bool((sets.weights.sum(axis=1, dtype=np.float64) <= sets.whole).all())
