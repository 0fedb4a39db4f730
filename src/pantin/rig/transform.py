"""Between translation, rotation and scale, and the affine map they make; in 3D with rotation, elsewhere
without."""

from __future__ import annotations

import numpy as np

from pantin.maths import affine, quaternion
from pantin.rig.arrays import Doubles

SHEAR = 1e-6
"""A map is free of shear when its parts give it back within this, relative to its size. Columns of a rotation
written in float32 miss their right angles by a few roundings of 6e-8."""


def made(translation: Doubles, rotation: Doubles | None, scale: Doubles) -> Doubles:
    """(…, N, N + 1) maps from (…, N) translations, (…, 4) quaternions or none, and (…, N) scales.

    Quaternions come as stored, rounded to float32 or to decimals: they are made unit here and kept elsewhere.
    One of no length turns nothing.
    """
    if rotation is not None:
        return affine.compose(translation, quaternion.normalize(rotation), scale)
    size = scale.shape[-1]
    local = np.zeros((*scale.shape, size + 1))
    local[..., range(size), range(size)] = scale
    local[..., -1] = translation
    return local


def nearest_parts(maps: Doubles) -> tuple[Doubles, Doubles | None, Doubles]:
    """Translation, rotation (3D) and scale whose map is near each of `maps`, and equal to it without shear.

    Outside 3D there is no rotation to find: the scales are the lengths of the columns.
    """
    if maps.shape[-2] == 3:
        return affine.decompose(maps)[:3]
    return maps[..., -1].copy(), None, np.linalg.norm(maps[..., :-1], axis=-2)


def sheared(local: Doubles) -> bool:
    """Whether no translation, rotation and scale make this map."""
    parts = nearest_parts(local)
    return bool(np.abs(made(*parts) - local).max() > SHEAR * np.abs(local).max())
