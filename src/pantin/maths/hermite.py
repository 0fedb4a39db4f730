"""Cubic Hermite splines, as glTF stores them: values and slopes at both ends of a span.

For NumPy. Compiled kernels have copies, with the same bits (`kernels.clips_numba`) or with fewer products
(`kernels.spline_basis`), and `torch.clips` has one with a gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]


def hermite(start: Any, leaving: Any, end: Any, arriving: Any, span: Any, t: Any) -> Doubles:
    """The value at a part `t` of a span, by the values and the slopes at its ends (glTF 2.0, appendix C)."""
    t2, t3 = t * t, t * t * t
    return np.asarray(
        (2 * t3 - 3 * t2 + 1) * start
        + span * (t3 - 2 * t2 + t) * leaving
        + (3 * t2 - 2 * t3) * end
        + span * (t3 - t2) * arriving
    )


def hermite_slope(start: Any, leaving: Any, end: Any, arriving: Any, span: Any, t: Any) -> Doubles:
    """The derivative there."""
    t2 = t * t
    slope = (6 * t2 - 6 * t) * (start - end) / span + (3 * t2 - 4 * t + 1) * leaving
    return np.asarray(slope + (3 * t2 - 2 * t) * arriving)


def ease(t: Doubles) -> Doubles:
    """The weight of the end value of a spline: from 0 to 1, with zero slope at both ends."""
    return np.asarray(t * t * (3.0 - 2.0 * t))
