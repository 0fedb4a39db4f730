"""Unit dual quaternions of rigid motions in 3D: (…, 8) float64, rotation xyzw and then its dual part.

Kavan et al., Geometric Skinning with Approximate Dual Quaternion Blending, 2008.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import quaternion

Array = NDArray[np.float64]


def from_rigid(rotation: ArrayLike, translation: ArrayLike) -> Array:
    """q + ε (t q) / 2 for the motion that rotates by unit q and then translates by t."""
    q = np.asarray(rotation, np.float64)
    t = np.asarray(translation, np.float64)
    pure = np.concatenate([t, np.zeros((*t.shape[:-1], 1))], -1)
    dual = 0.5 * quaternion.product(pure, q)
    return np.concatenate([np.broadcast_to(q, dual.shape), dual], -1)


def to_rigid(dual: ArrayLike) -> tuple[Array, Array]:
    """Rotation xyzw and translation of a unit dual quaternion: t = 2 q_dual q_real*."""
    values = np.asarray(dual, np.float64)
    real = values[..., :4]
    return real.copy(), 2.0 * quaternion.product(values[..., 4:], quaternion.conjugate(real))[..., :3]


def product(a: ArrayLike, b: ArrayLike) -> Array:
    """The motion that applies b, then a."""
    x, y = np.asarray(a, np.float64), np.asarray(b, np.float64)
    real = quaternion.product(x[..., :4], y[..., :4])
    dual = quaternion.product(x[..., :4], y[..., 4:]) + quaternion.product(x[..., 4:], y[..., :4])
    return np.concatenate([real, dual], -1)


def apply(dual: ArrayLike, points: ArrayLike) -> Array:
    """Points (…, 3) transformed by unit dual quaternions."""
    rotation, translation = to_rigid(dual)
    return quaternion.rotate(rotation, points) + translation
