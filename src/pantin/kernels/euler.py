"""Rotations of many joints from angles about axes; the compiled twin in `euler_numba.py` has the same
bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later
from pantin.maths.quaternion import without_flips
from pantin.maths.trigonometry import sin_cos_degrees

from . import engine

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


def compose_rotations(degrees: Array, columns: Indices, axes: Indices) -> Array:
    """(J, F, 4) quaternions xyzw of J joints in F frames.

    degrees  (F, C) angles, and possibly other columns
    columns  (J, S) the columns of the angles of each joint; −1: none
    axes     (J, S) the axis of each: 0, 1 or 2

    The rotation of a joint is the product of its S turns in order: the last one is applied first. Each
    quaternion has the sign nearer to that of the frame before.
    """
    if columns.size and not (columns.max() < degrees.shape[1] and axes.min() >= 0 and axes.max() < 3):
        raise ValueError("a column or an axis is out of range")
    return EULER(10 * len(degrees) * columns.size, degrees, columns, axes)


def compose_rotations_numpy(degrees: Array, columns: Indices, axes: Indices) -> Array:
    """The reference, one joint after another."""
    out = np.zeros((len(columns), len(degrees), 4))
    for joint, slots in enumerate(columns.tolist()):
        parts = [np.zeros(len(degrees)) for _ in range(3)] + [np.ones(len(degrees))]
        for slot, column in enumerate(slots):
            if column >= 0:
                sine, cosine = sin_cos_degrees(degrees[:, column] * 0.5)
                axis = int(axes[joint, slot])
                _turn(parts, axis, (axis + 1) % 3, (axis + 2) % 3, sine, cosine)
        out[joint] = np.stack(parts, -1)
    return without_flips(out)


def _turn(parts: list[Array], axis: int, second: int, third: int, sine: Array, cosine: Array) -> None:
    """Multiply by a quaternion about one axis, from the right."""
    along, w = parts[axis], parts[3]
    parts[axis], parts[3] = along * cosine + w * sine, w * cosine - along * sine
    y, z = parts[second], parts[third]
    parts[second], parts[third] = y * cosine + z * sine, z * cosine - y * sine


EULER = engine.Kernel(
    "rotations by axes", compose_rotations_numpy, Later("pantin.kernels.euler_numba", "compose_rotations")
)
