# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twin of `euler.py`: `maths.trigonometry.sin_cos_degrees` one number at a time;
threads share the joints.

Called through `euler.py`, which checks columns and axes: here nothing is checked.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.threads import share
from pantin.maths.trigonometry import COSINE, MOST_REST, RADIANS, SINE

from .engine import compile_options, njit_cached

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

SECONDS = 2.6e-8
"""Estimated time for one angle, on one thread."""

S0, S1, S2, S3, S4, S5, S6, S7, S8 = SINE
C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 = COSINE


def compose_rotations(degrees: Array, columns: Indices, axes: Indices) -> Array:
    """As `euler.compose_rotations_numpy`."""
    out = np.empty((len(columns), len(degrees), 4))
    # Copies where an array is read-only: for such arrays numba would compile another kernel.
    angles, slots, about = (np.require(array, requirements=["C", "W"]) for array in (degrees, columns, axes))
    kernel = _kernel()

    def run(begin: int, end: int) -> None:
        kernel(angles, slots, about, out, begin, end)

    share(run, len(columns), SECONDS * len(degrees) * columns.size)
    return out


@functools.cache
def _kernel() -> Any:
    def compose(degrees, columns, axes, out, begin, end):
        for joint in range(begin, end):
            q, before = np.empty(4), np.zeros(4)
            flipped = False
            for frame in range(len(degrees)):
                q[0], q[1], q[2], q[3] = 0.0, 0.0, 0.0, 1.0
                for slot in range(columns.shape[1]):
                    column = columns[joint, slot]
                    if column < 0:
                        continue
                    angle = degrees[frame, column] * 0.5
                    quarters = np.rint(angle / 90.0)
                    rest = min(max((angle - quarters * 90.0) * RADIANS, -MOST_REST), MOST_REST)
                    square = rest * rest
                    # Both series at once: each waits for its own last term only.
                    sine, cosine = S8, C9 * square + C8
                    sine, cosine = sine * square + S7, cosine * square + C7
                    sine, cosine = sine * square + S6, cosine * square + C6
                    sine, cosine = sine * square + S5, cosine * square + C5
                    sine, cosine = sine * square + S4, cosine * square + C4
                    sine, cosine = sine * square + S3, cosine * square + C3
                    sine, cosine = sine * square + S2, cosine * square + C2
                    sine, cosine = sine * square + S1, cosine * square + C1
                    sine, cosine = rest * (sine * square + S0), cosine * square + C0
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
                dot = q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3]
                flipped = flipped != (dot < 0)
                for part in range(4):
                    before[part] = q[part]
                    out[joint, frame, part] = -q[part] if flipped else q[part]

    return njit_cached(compose, **compile_options(strict=True))
