"""Compose local transforms from translation, rotation and scale, and decompose them; without rotation outside
3D."""

from __future__ import annotations

import numpy as np

from pantin.maths import affine, quaternion
from pantin.rig.arrays import Doubles

SHEAR = 1e-6
"""A matrix has no shear when its parts give it back within this, relative to its size: the columns of a
rotation in float32 miss their right angles by a few roundings of 6e-8."""


def compose_local(translation: Doubles, rotation: Doubles | None, scale: Doubles) -> Doubles:
    """(…, N, N + 1) matrices from (…, N) translations, (…, 4) quaternions or None, and (…, N) scales.

    Quaternions come as stored, rounded to float32 or to decimals, and are normalized here. A zero quaternion
    is the identity.
    """
    if rotation is not None:
        return affine.compose(translation, quaternion.normalize(rotation), scale)
    size = scale.shape[-1]
    local = np.zeros((*scale.shape, size + 1))
    local[..., range(size), range(size)] = scale
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
    parts = decompose_nearest(local)
    return bool(np.abs(compose_local(*parts) - local).max() > SHEAR * np.abs(local).max())
