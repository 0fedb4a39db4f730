"""Numbers kept finite: what poses and blend shapes make too large is drawn back, and counted."""

from __future__ import annotations

import numpy as np

from pantin.rig import Doubles, Reals

LARGEST = 1e30
"""Entries of maps and blend amounts are held below this: times a coordinate of 1e7 they stay finite in
float32. What overflowed nevertheless becomes it."""


def within(numbers: Doubles) -> bool:
    """Whether all numbers are finite and at most `LARGEST`."""
    return not numbers.size or bool(numbers.min() >= -LARGEST and numbers.max() <= LARGEST)


def drawn_back(numbers: Doubles) -> Doubles:
    """The numbers, each finite and at most `LARGEST`; 0 for one that is none."""
    return np.clip(np.nan_to_num(numbers, nan=0.0), -LARGEST, LARGEST)


def make_finite(rows: Reals) -> int:
    """Replace what is not finite in (…, N) rows, in place; how many rows had such a number.

    A sum of squares is finite only where all its numbers are: one pass over them, and no second look unless
    they are beyond 1e18.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(np.vdot(rows, rows)):
            return 0
    bad = ~np.isfinite(rows).all(axis=-1)
    rows[bad] = np.nan_to_num(rows[bad], nan=0.0, posinf=LARGEST, neginf=-LARGEST)
    return int(bad.sum())
