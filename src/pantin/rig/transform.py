"""Compose local transforms from translation, rotation and scale, and decompose them; without rotation outside
3D."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.maths import affine, quaternion
from pantin.rig.arrays import Doubles, InvalidRig, doubles

SHEAR = 1e-6
"""A matrix has no shear when its parts give it back within this, relative to its size: the columns of a
rotation in float32 miss their right angles by a few roundings of 6e-8."""


LAST_ROW = 1e-6
"""How far the last row of a square matrix may be from 0 … 0 1: inverses in float32 miss it by some 1e-7."""


def affine_matrices(values: ArrayLike, what: str, dimension: int, *counts: int) -> Doubles:
    """Transforms (counts…, N, N + 1); square ones (counts…, N + 1, N + 1) lose their last row, which must be
    0 … 0 1."""
    shape = (*counts, dimension, dimension + 1)
    if not _is_square(values, dimension):
        return doubles(values, what, shape)
    square = doubles(values, what, (*counts, dimension + 1, dimension + 1))
    last = np.eye(dimension + 1)[-1]
    off = np.abs(square[..., -1, :] - last).max(axis=-1)
    if off.max(initial=0.0) > LAST_ROW:
        other = square[..., -1, :].reshape(-1, dimension + 1)[int(off.argmax())]
        raise InvalidRig(
            f"{what} must have the last row {_spell(last)}, not {_spell(other)}: "
            "a matrix that has the translation there is transposed"
        )
    return square[..., :-1, :]


def _is_square(values: ArrayLike, dimension: int) -> bool:
    try:
        return np.shape(values)[-2:] == (dimension + 1, dimension + 1)
    except ValueError:  # lists of several lengths, which are refused with a sentence
        return False


def _spell(row: NDArray[Any]) -> str:
    return " ".join(f"{number:g}" for number in row.tolist())


def compose_local(translation: Doubles, rotation: Doubles | None, scale: Doubles) -> Doubles:
    """(…, N, N + 1) matrices from (…, N) translations, (…, 4) quaternions or None, and (…, N) scales.

    Quaternions come as stored, rounded to float32 or to decimals, and are normalized here. A zero quaternion
    is the identity.
    """
    if rotation is not None:
        return affine.compose(translation, quaternion.normalize(rotation), scale)
    size = scale.shape[-1]
    local = np.zeros((*scale.shape, size + 1))
    for axis in range(size):
        local[..., axis, axis] = scale[..., axis]
    local[..., -1] = translation
    return local


def decompose_nearest(matrices: Doubles) -> tuple[Doubles, Doubles | None, Doubles]:
    """Translation, rotation (3D) and scale near each matrix, and equal to it without shear.

    Outside 3D the rotation is None and the scales are the lengths of the columns.
    """
    if matrices.shape[-2] == 3:
        return affine.decompose(matrices)[:3]
    return matrices[..., -1].copy(), None, np.linalg.norm(matrices[..., :-1], axis=-2)


def has_shear(local: Doubles) -> bool:
    """Whether no translation, rotation and scale give this matrix."""
    if len(local) != 3:
        axes, size = local[:, :-1], float(np.abs(local[:, :-1]).max())
        gram = np.einsum("ki,kj->ij", axes, axes)
        return bool(np.abs(gram - np.diag(np.diag(gram))).max() > SHEAR * size * size)
    parts = decompose_nearest(local)
    return bool(np.abs(compose_local(*parts) - local).max() > SHEAR * np.abs(local).max())


def rotation_and_scale(local: Doubles) -> tuple[Doubles, Doubles]:
    """The rotation (N, N) and the scale (N,) of a transform without shear. The x scale is negative where it
    mirrors; an axis of length 0 stays 0 in the rotation."""
    axes = local[:, :-1]
    scale = np.linalg.norm(axes, axis=0)
    if affine.determinant(axes) < 0:
        scale[0] = -scale[0]
    return axes / np.where(scale == 0, 1.0, scale), scale


def nearest_rotations(local: Doubles) -> tuple[Doubles, Doubles]:
    """The rotations (…, N, N) and scales (…, N) nearest to transforms (…, N, N + 1): exact without shear. The
    x scale is negative where a transform mirrors."""
    axes = local[..., :-1]
    size = np.linalg.norm(axes, axis=-2)
    size[..., 0] *= np.where(np.linalg.det(axes) < 0, -1.0, 1.0)
    u, _, v = np.linalg.svd(axes / np.where(size == 0, 1.0, size)[..., None, :])
    u[..., -1] *= np.where(np.linalg.det(u @ v) < 0, -1.0, 1.0)[..., None]
    rotations = u @ v
    return rotations, np.asarray((rotations * axes).sum(axis=-2))


def have_shear(local: Doubles) -> NDArray[np.bool_]:
    """(…,) whether no rotation and scale give these transforms (…, N, N + 1)."""
    rotations, scales = nearest_rotations(local)
    off = np.abs(rotations * scales[..., None, :] - local[..., :-1]).max(axis=(-2, -1))
    return np.asarray(off > SHEAR * np.abs(local[..., :-1]).max(axis=(-2, -1)))
