"""Many vectors at once, as (3, n): the components of all are contiguous."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def dot(first: Floats, second: Floats) -> Floats:
    result: Floats = first[0] * second[0] + first[1] * second[1] + first[2] * second[2]
    return result


def cross(first: Floats, second: Floats) -> Floats:
    (a, b, c), (x, y, z) = first, second
    return np.stack([b * z - c * y, c * x - a * z, a * y - b * x])


def normalise(vectors: Floats) -> Floats:
    """Vectors of length 1; those of length 0 stay."""
    length = np.sqrt(dot(vectors, vectors))
    return np.asarray(vectors / np.where(length > 0, length, np.float32(1)), np.float32)
