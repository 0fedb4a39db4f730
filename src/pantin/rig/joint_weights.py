"""The forms in which weights of joints are given: dense, in rows of joints and weights, or compressed."""

from __future__ import annotations

from typing import TypeAlias, TypeGuard, cast

import numpy as np
from numpy.typing import ArrayLike

from pantin.rig.arrays import InvalidRig, reals
from pantin.rig.builder_mesh import check_influences
from pantin.rig.surface import Influences
from pantin.rig.surface_arrays import dense_influences

JointWeights: TypeAlias = ArrayLike | tuple[ArrayLike, ArrayLike] | Influences
"""The weights of a surface with V vertices: a dense matrix (V, joints), a pair (joints, weights) of matrices
(V, K) with any K, or `Influences`. Joints are indices into the list of the skin."""


def influences_from(weights: JointWeights, vertices: int, joints: int | None = None) -> Influences:
    """Influences from any form of weights; entries of weight 0 are dropped, those of a joint that a vertex
    lists twice are kept apart, as in files."""
    if isinstance(weights, Influences):
        return check_influences(weights, "weights:", vertices)
    if not _is_pair(weights):
        return dense_influences(cast("ArrayLike", weights), vertices, joints)
    listed, numbers = (np.asarray(part) for part in weights)
    if listed.dtype.kind not in "iu":
        raise InvalidRig(f"the joints of (joints, weights) must be integers, not {listed.dtype}")
    matrix = reals(numbers, "weights", (vertices, None))
    if listed.shape != matrix.shape:
        raise InvalidRig(f"joints must have the shape of weights, {matrix.shape}, not {listed.shape}")
    if bool((matrix < 0).any()):
        raise InvalidRig("weights must not be negative")
    most = int(listed[matrix != 0].max(initial=-1))
    if int(listed[matrix != 0].min(initial=0)) < 0 or (joints is not None and most >= joints):
        count = "" if joints is None else f"{joints} "
        raise InvalidRig(f"joints must be indices into the {count}joints of the skin")
    offsets = np.arange(0, matrix.size + 1, max(matrix.shape[1], 1))[: vertices + 1]
    flat = Influences(offsets, listed.reshape(-1).astype(np.int64), matrix.reshape(-1))
    return flat.without_zeros()


def joints_and_weights(weights: JointWeights) -> tuple[ArrayLike, ArrayLike]:
    """Joints and weights (V, K) from any form of weights; not checked, as a pair is not."""
    if isinstance(weights, Influences):
        counts = np.diff(weights.offsets)
        slots = int(counts.max(initial=1))
        columns = np.arange(len(weights.joints)) - np.repeat(weights.offsets[:-1], counts)
        joints = np.zeros((len(counts), slots), np.int64)
        numbers = np.zeros((len(counts), slots), weights.weights.dtype)
        joints[weights.vertices, columns] = weights.joints
        numbers[weights.vertices, columns] = weights.weights
        return joints, numbers
    if _is_pair(weights):
        return weights
    forms = "a dense matrix (vertices, joints) or a pair (joints, weights)"
    try:
        matrix = np.asarray(weights)
    except ValueError:
        raise ValueError(f"weights must be {forms}, not rows of different lengths") from None
    if matrix.ndim != 2:
        raise ValueError(f"weights must be {forms}, not an array of shape {matrix.shape}")
    return np.broadcast_to(np.arange(matrix.shape[1]), matrix.shape), matrix


def _is_pair(weights: JointWeights) -> TypeGuard[tuple[ArrayLike, ArrayLike]]:
    """Whether these are (joints, weights), two matrices; the rows of a dense one are vectors."""
    return isinstance(weights, tuple) and len(weights) == 2 and all(map(_is_matrix, weights))


def _is_matrix(part: ArrayLike) -> bool:
    try:
        return np.ndim(part) == 2
    except ValueError:  # rows of different lengths
        return False
