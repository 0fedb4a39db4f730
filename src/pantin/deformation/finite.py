"""Keep numbers finite: clamp what poses and blend shapes make too large, and count it."""

from __future__ import annotations

import numpy as np

from pantin.base.threads import share
from pantin.rig import Doubles, Reals

LARGEST = 1e30
"""Limit for entries of matrices and for blend weights: times a coordinate of 1e7 they stay finite in float32.
Results that overflow nevertheless become this number."""


SQUARE_SECONDS = 1.1e-10
"""Estimated time to add the square of one number, on one thread."""


def in_range(numbers: Doubles) -> bool:
    """Whether all numbers are finite and at most `LARGEST`."""
    return not numbers.size or bool(numbers.min() >= -LARGEST and numbers.max() <= LARGEST)


def clamp(numbers: Doubles) -> Doubles:
    """The numbers clamped to ±`LARGEST`; 0 for NaN."""
    return np.clip(np.nan_to_num(numbers, nan=0.0), -LARGEST, LARGEST)


def stays_finite(matrices: Doubles, points: Reals, weight: float = 1.0) -> bool:
    """Whether (V, N) points transformed by (F, …, N, N + 1) matrices, with weights whose absolute sum is at
    most `weight`, are certainly finite, judged by the largest inputs without computing any result."""
    if not matrices.size or not points.size:
        return True
    farthest = max(float(points.max()), -float(points.min()))
    entry = max(float(matrices.max()), -float(matrices.min()))
    return bool(weight * entry * (points.shape[-1] * farthest + 1) < np.finfo(points.dtype).max / 2)


def make_finite(rows: Reals) -> int:
    """Clamp numbers that are not finite in (…, N) rows, in place; return how many rows had one.

    A sum of squares is finite only where all its numbers are, so one pass is enough unless they exceed 1e18.
    """
    flat, finite = np.ravel(rows), []

    def run(begin: int, end: int) -> None:
        part = flat[begin:end]
        finite.append(bool(np.isfinite(np.vdot(part, part))))

    with np.errstate(over="ignore", invalid="ignore"):
        share(run, len(flat), SQUARE_SECONDS * len(flat))
    if all(finite):
        return 0
    bad = ~np.isfinite(rows).all(axis=-1)
    rows[bad] = np.nan_to_num(rows[bad], nan=0.0, posinf=LARGEST, neginf=-LARGEST)
    return int(bad.sum())
