"""Safe fixes of a document: each function changes it and returns the number of changes.

New numbers go into new accessors; existing ones stay, because other objects may use them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import append_accessor
from pantin.formats.gltf.influence_sets import SLOTS, Flags, Sets, change_sets
from pantin.formats.gltf.rules.influences import SUM_TOLERANCE_PER_WEIGHT
from pantin.report.pointer import pointer


def normalise_weights(document: Document) -> int:
    """Divide the weights of each vertex by their sum where it is not 1; the number of vertices changed.

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
    """Integers in the proportion of `weights` with the sum `whole`: the largest remainders are rounded up."""
    shares = weights.astype(np.float64) * (whole / sums[:, None])
    parts = np.floor(shares)
    short = (whole - parts.sum(axis=1)).astype(np.int64)
    ranks = np.argsort(np.argsort(parts - shares, axis=1, kind="stable"), axis=1, kind="stable")
    result: np.ndarray = parts + (ranks < short[:, None])
    return result.astype(weights.dtype)


def sort_influences(document: Document) -> int:
    """Sort the influences of each vertex by decreasing weight, across all sets; the number of vertices."""
    return change_sets(document, _sort)


def _sort(sets: Sets) -> Flags:
    # Negated weights of an unsigned type would wrap; equal weights keep their order.
    order = np.argsort(-sets.weights.astype(np.float64), axis=1, kind="stable")
    changed: Flags = (order != np.arange(order.shape[1])).any(axis=1)
    sets.joints = np.take_along_axis(sets.joints, order, axis=1)
    sets.weights = np.take_along_axis(sets.weights, order, axis=1)
    return changed


def drop_zero_influences(document: Document) -> int:
    """Set the joint to 0 wherever the weight is 0, and drop sets that are not needed; the vertices changed.

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


def write_identity_binds(document: Document) -> int:
    """Write identity matrices for skins without inverse bind matrices; the number of skins.

    Their absence means the identity (glTF 2.0 §3.7.3.1), which some readers get wrong.
    """
    if not all(
        isinstance(document.tree.get(name, []), list) for name in ("buffers", "bufferViews", "accessors")
    ):
        return 0  # there is no list for the matrices
    known: dict[int, int] = {}
    bare = [
        (index, len(skin.joints))
        for index, skin in enumerate(document.model.skins)
        if skin is not None and skin.joints and skin.inverse_bind_matrices is None
    ]
    for index, joints in bare:
        if joints not in known:
            known[joints] = append_accessor(document, np.tile(np.eye(4, dtype=np.float32), (joints, 1, 1)))
        document.set(pointer("skins", index, "inverseBindMatrices"), known[joints])
    return len(bare)


FIXES: Mapping[str, Callable[[Document], int]] = MappingProxyType(
    {
        "RIG-IDLE_INFLUENCES": drop_zero_influences,
        "GLTF-ACCESSOR_JOINTS_USED_ZERO_WEIGHT": drop_zero_influences,
        "RIG-UNSORTED_INFLUENCES": sort_influences,
        "RIG-WEIGHTS_NOT_ONE": normalise_weights,
        "GLTF-ACCESSOR_WEIGHTS_NON_NORMALIZED": normalise_weights,
        "RIG-MISSING_INVERSE_BINDS": write_identity_binds,
    }
)
"""The fix for each rule that has one, in the order to apply them."""
