"""Maps of 3D split into a proper rotation and a symmetric stretch.

A mirroring matrix M is split as M = R S, where R is the nearest rotation of −M and S has only negative
stretches. This makes the rotation unique, even for a mirror with equal stretches, which has three equally
near rotations. It also lets a mirror above all joints mirror the blended result. UsdSkel builds its dual
quaternions from the same parts (`GfMatrix4d::Factor`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

IDENTITY = np.eye(3)[..., None]

NEAR = 0.1
"""Matrices with every entry of the scaled Gram matrix within this of the identity use Newton-Schulz steps
(Higham 1986), in a quarter of the time of singular values. Skeletons in motion nearly always qualify."""

STEPS = 5
"""Each step makes 3/4 e² + e³/4 of a distance e, as a norm: from 3 · NEAR = 0.3 (three entries a row) by way
of 0.08, 5e-3, 2e-5 and 3e-10 to below one rounding."""


ROUNDINGS = 4096
"""A scaled matrix with a determinant within this many roundings of 0 counts as flat: the sign is meaningless,
so the nearest rotation is used."""

MIRRORED = -ROUNDINGS * float(np.finfo(np.float64).eps)

AT_ONCE = 512
"""Maps of one pass: a dozen temporaries of nine doubles each stay in a second-level cache."""


def rotation_and_stretch(linear: Array) -> tuple[Array, Array]:
    """R and S (…, 3, 3) with linear = R S, R a proper rotation, S symmetric: positive, or negative where
    linear mirrors."""
    maps = np.asarray(linear, np.float64)
    flat = maps.reshape(-1, 3, 3)
    turn, stretch = np.empty_like(flat), np.empty_like(flat)
    for first in range(0, len(flat), AT_ONCE):
        part = slice(first, first + AT_ONCE)
        columns = np.ascontiguousarray(np.moveaxis(flat[part], 0, -1))
        rotation = _rotation(columns)
        turn[part] = np.moveaxis(rotation, -1, 0)
        stretch[part] = np.moveaxis(_product(rotation.swapaxes(0, 1), columns), -1, 0)
    return turn.reshape(maps.shape), stretch.reshape(maps.shape)


def _rotation(columns: Array) -> Array:
    """The nearest rotations of (3, 3, n) maps; of their negatives where they mirror."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        scaled = columns / np.sqrt((columns * columns).sum((0, 1)) / 3)
        side = np.where(_determinant(scaled) < MIRRORED, -1.0, 1.0)
        scaled *= side
        error = np.abs(_product(scaled.swapaxes(0, 1), scaled) - IDENTITY).max((0, 1))
        near = (error < NEAR) & (_determinant(scaled) > 0)
    if near.all():
        return _orthogonal(scaled)
    far = ~near
    turn = np.empty_like(columns)
    turn[..., near] = _orthogonal(scaled[..., near])
    turn[..., far] = np.moveaxis(_decompose(np.moveaxis(columns[..., far] * side[far], -1, 0)), 0, -1)
    return turn


def _orthogonal(near: Array) -> Array:
    """X ← X (3 I − Xᵀ X) / 2 until Xᵀ X is the identity."""
    for _ in range(STEPS):
        near = _product(near, 1.5 * IDENTITY - 0.5 * _product(near.swapaxes(0, 1), near))
    return near


def _decompose(maps: Array) -> Array:
    """U Vᵀ of (n, 3, 3); the direction of the smallest stretch is flipped where the product would mirror."""
    u, _, vt = np.linalg.svd(maps)
    u[..., :, 2] *= np.where(np.linalg.det(u) * np.linalg.det(vt) < 0, -1.0, 1.0)[..., None]
    return np.asarray(np.einsum("...ij,...jk->...ik", u, vt))


def _product(a: Array, b: Array) -> Array:
    """(3, 3, n) times (3, 3, n), as sums in one order over contiguous rows."""
    return a[:, 0, None] * b[None, 0] + a[:, 1, None] * b[None, 1] + a[:, 2, None] * b[None, 2]


def _determinant(m: Array) -> Array:
    (a, b, c), (d, e, f), (g, h, i) = m
    return np.asarray(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))
