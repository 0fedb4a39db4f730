"""Local transforms of a batch of poses, composed in place from translations, quaternions and scales."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..maths import quaternion

Doubles = NDArray[np.float64]

TINIEST, LARGEST = 1e-200, 1e200
"""Range of squared quaternion lengths in which no product overflows or loses digits. Others are scaled
first."""


def compose_into(local: Doubles, translation: Doubles, rotation: Doubles, scale: Doubles) -> None:
    """Write T R S of (…, 3) translations, (…, 4) quaternions and (…, 3) scales into (…, 3, 4).

    Quaternions of any length are normalised; a zero quaternion is the identity.
    """
    local[..., 3] = translation
    for index, row in enumerate(_rotation_rows(rotation)):
        for column, entry in enumerate(row):
            np.multiply(entry, scale[..., column], out=local[..., index, column])


def _rotation_rows(rotation: Doubles) -> list[list[Doubles]]:
    """The entries of R by rows: to_matrix of q / |q|, where the length goes into one factor 2 / |q|²."""
    x, y, z, w = (np.ascontiguousarray(rotation[..., part]) for part in range(4))
    with np.errstate(over="ignore"):
        square = x * x + y * y + z * z + w * w
    if not (square.size == 0 or (square.min() > TINIEST and square.max() < LARGEST)):
        # Those alone: what a quaternion becomes does not depend on the others of the batch.
        usual = (square > TINIEST) & (square < LARGEST)
        return _rotation_rows(np.where(usual[..., None], rotation, quaternion.normalize(rotation)))
    twice = 2.0 / square
    tx, ty, tz = twice * x, twice * y, twice * z
    xx, yy, zz = tx * x, ty * y, tz * z
    xy, xz, yz = tx * y, tx * z, ty * z
    wx, wy, wz = tx * w, ty * w, tz * w
    return [
        [1.0 - (yy + zz), xy - wz, xz + wy],
        [xy + wz, 1.0 - (xx + zz), yz - wx],
        [xz - wy, yz + wx, 1.0 - (xx + yy)],
    ]
