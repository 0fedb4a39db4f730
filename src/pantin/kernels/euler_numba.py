# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twin of `euler.py`: `maths.trigonometry.sin_cos_degrees` one number at a time, frames in parallel.

Called through `euler.py`, which checks columns and axes: here nothing is checked.
"""

from __future__ import annotations

import functools
from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from pantin.maths.trigonometry import COSINE, RADIANS, SINE

from .engine import compile_options, launch, njit_cached

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

AT_ONCE = 256
"""Frames of one part: their angles stay in the cache while every joint reads its own."""


def compose_rotations(degrees: Array, columns: Indices, axes: Indices) -> Array:
    """As `euler.compose_rotations_numpy`."""
    out = np.empty((len(columns), len(degrees), 4))
    # Copies where an array is read-only: for such arrays numba would compile a kernel of its own.
    angles, slots, about = (np.require(array, requirements=["C", "W"]) for array in (degrees, columns, axes))
    series = np.array(SINE), np.array(COSINE)
    launch(_kernel(), len(degrees) * columns.size, angles, slots, about, *series, out)
    return out


@functools.cache
def _kernel() -> Any:
    def compose(degrees, columns, axes, sines, cosines, out):
        frames = len(degrees)
        for part in nb.prange((frames + AT_ONCE - 1) // AT_ONCE):
            q = np.empty(4)
            for joint in range(len(columns)):
                for frame in range(part * AT_ONCE, min(frames, (part + 1) * AT_ONCE)):
                    q[0], q[1], q[2], q[3] = 0.0, 0.0, 0.0, 1.0
                    for slot in range(columns.shape[1]):
                        column = columns[joint, slot]
                        if column < 0:
                            continue
                        angle = degrees[frame, column] * 0.5
                        quarters = np.rint(angle / 90.0)
                        rest = (angle - quarters * 90.0) * RADIANS
                        square = rest * rest
                        sine, cosine = sines[-1], cosines[-1]
                        for term in range(len(sines) - 2, -1, -1):
                            sine = sine * square + sines[term]
                        for term in range(len(cosines) - 2, -1, -1):
                            cosine = cosine * square + cosines[term]
                        sine = rest * sine
                        quadrant = quarters - 4.0 * np.floor(quarters / 4.0)
                        if quadrant == 1.0 or quadrant == 3.0:
                            sine, cosine = cosine, sine
                        if quadrant >= 2.0:
                            sine = -sine
                        if quadrant == 1.0 or quadrant == 2.0:
                            cosine = -cosine
                        first = axes[joint, slot]
                        second, third = (first + 1) % 3, (first + 2) % 3
                        along, y, z, w = q[first], q[second], q[third], q[3]
                        q[first], q[3] = along * cosine + w * sine, w * cosine - along * sine
                        q[second], q[third] = y * cosine + z * sine, z * cosine - y * sine
                    for part_of in range(4):
                        out[joint, frame, part_of] = q[part_of]

    return njit_cached(compose, parallel=True, **compile_options(strict=True))
