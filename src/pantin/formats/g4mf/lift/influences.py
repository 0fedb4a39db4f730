"""Influences for a skeleton: groups without a joint dropped, weights divided by their sums."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.rig import Influences

CANCELLED = 1e-12
"""Weights cancel out where their sum is smaller than they are by this factor: the rest is rounding."""


class RawInfluences(Record, eq=False):
    """Influences in the order of the file: vertex, group and weight of each, all in range and finite."""

    vertices: NDArray[np.int64]
    groups: NDArray[np.int64]
    weights: NDArray[np.float64]

    @property
    def groups_used(self) -> int:
        """One more than the largest group."""
        return int(self.groups.max(initial=-1)) + 1


def normalise_influences(
    raw: RawInfluences, count: int, joints: int, rest_slot: int | None
) -> tuple[Influences, bool]:
    """The influences of `count` vertices in a skeleton of `joints` joints, and whether any vertex is unmoved.

    Groups beyond the joints are dropped first. A vertex without weights, or whose weights cancel out, is
    unmoved: it has full weight in `rest_slot`, which is fixed in the space of the skeleton, or no influence
    without one.
    """
    used = raw.groups < joints
    vertices, groups, weights = raw.vertices[used], raw.groups[used], raw.weights[used]
    totals = np.bincount(vertices, weights, count)
    sizes = np.bincount(vertices, np.abs(weights), count)
    unmoved = np.abs(totals) <= CANCELLED * sizes
    moving = ~unmoved[vertices]
    vertices, groups, weights = vertices[moving], groups[moving], weights[moving]
    weights = weights / totals[vertices]
    fixed = np.flatnonzero(unmoved)
    if len(fixed) and rest_slot is not None:
        vertices = np.concatenate([vertices, fixed])
        groups = np.concatenate([groups, np.full(len(fixed), rest_slot)])
        weights = np.concatenate([weights, np.ones(len(fixed))])
    if np.any(vertices[1:] < vertices[:-1]):
        order = np.argsort(vertices, kind="stable")
        vertices, groups, weights = vertices[order], groups[order], weights[order]
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(vertices, minlength=count), out=offsets[1:])
    return Influences(offsets, groups, weights).without_zeros(), bool(len(fixed))
