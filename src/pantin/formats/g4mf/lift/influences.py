"""Influences as a skeleton uses them: unknown groups dropped, weights divided by their sums."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Influences

CANCELLED = 1e-12
"""Weights whose sum is this much smaller than they are have cancelled: what is left of them is rounding."""


@dataclass(frozen=True, eq=False, slots=True)
class Listed:
    """Influences in the order of the file: vertex, group and weight of each, all in range and finite."""

    vertices: NDArray[np.int64]
    groups: NDArray[np.int64]
    weights: NDArray[np.float64]

    @property
    def groups_used(self) -> int:
        """One more than the largest group."""
        return int(self.groups.max(initial=-1)) + 1


def normalised(listed: Listed, count: int, joints: int, rest_slot: int) -> tuple[Influences, bool]:
    """The influences of `count` vertices by a skeleton with so many joints, and whether any vertex rests.

    Groups beyond the joints are dropped first. A vertex without weights, or whose weights cancel, rests: it
    has the whole weight of `rest_slot`, which stands still in the space of the skeleton.
    """
    used = listed.groups < joints
    vertices, groups, weights = listed.vertices[used], listed.groups[used], listed.weights[used]
    totals = np.bincount(vertices, weights, count)
    sizes = np.bincount(vertices, np.abs(weights), count)
    rests = np.abs(totals) <= CANCELLED * sizes
    moving = ~rests[vertices]
    vertices, groups, weights = vertices[moving], groups[moving], weights[moving]
    weights = weights / totals[vertices]
    still = np.flatnonzero(rests)
    if len(still):
        vertices = np.concatenate([vertices, still])
        groups = np.concatenate([groups, np.full(len(still), rest_slot)])
        weights = np.concatenate([weights, np.ones(len(still))])
    if np.any(vertices[1:] < vertices[:-1]):
        order = np.argsort(vertices, kind="stable")
        vertices, groups, weights = vertices[order], groups[order], weights[order]
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(vertices, minlength=count), out=offsets[1:])
    return Influences(offsets, groups, weights), bool(len(still))
