"""Where maps put a shaped surface: through one map per pose for a plain instance, through a palette for a
skin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.deformation.blending import Shaped
from pantin.deformation.normals import make_unit, normal_maps, restore
from pantin.deformation.posed import Guarded
from pantin.kernels.dual_quaternion import dual_quaternion_blend
from pantin.kernels.influences import Influences
from pantin.kernels.skinning import Skinned, linear_blend
from pantin.maths import affine
from pantin.rig import Doubles, Solver


def place_plain(shape: Shaped, maps: Doubles, out: Skinned) -> Guarded:
    """Put the surface through (F, N, N + 1) maps, into `out`; normals by the inverse transpose."""
    kind = out.positions.dtype
    linear = np.swapaxes(maps[..., :-1], -1, -2).astype(kind)
    np.matmul(shape.positions, linear, out=out.positions)
    np.add(out.positions, maps[:, None, :, -1].astype(kind), out=out.positions)
    lost = [0, 0]
    if out.normals is not None and shape.normals is not None:
        turning = np.swapaxes(normal_maps(maps[..., :-1]), -1, -2).astype(kind)
        np.matmul(shape.normals, turning, out=out.normals)
        lost[0] = make_unit(out.normals, shape.normals)
    if out.tangents is not None and shape.tangents is not None:
        turned = mirrored(maps)[:, None]
        out.tangents[..., -1] = np.where(turned, -shape.tangents[:, -1], shape.tangents[:, -1])
        directions = shape.tangents[:, :-1]
        out.tangents[..., :-1] = directions @ linear
        lost[1] = make_unit(out.tangents[..., :-1], directions)
    return Guarded(normals=lost[0], tangents=lost[1])


def place_skinned(
    shape: Shaped, bound: Influences, palettes: Doubles, solver: Solver, out: Skinned
) -> Guarded:
    """Put the surface through (F, J, N, N + 1) palettes, into `out`."""
    blend = linear_blend if solver == "linear" else dual_quaternion_blend
    wanted = (
        shape.normals if out.normals is not None else None,
        shape.tangents if out.tangents is not None else None,
    )
    blend(bound, palettes, shape.positions, *wanted, out=out)
    lost = [0, 0]
    if out.normals is not None and shape.normals is not None:
        lost[0] = restore(out.normals, shape.normals)
    if out.tangents is not None and shape.tangents is not None:
        lost[1] = restore(out.tangents[..., :-1], shape.tangents[:, :-1])
    return Guarded(normals=lost[0], tangents=lost[1])


def mirrored(maps: Doubles) -> NDArray[np.bool_]:
    """(F,) whether each of (F, N, N + 1) maps turns the surface inside out."""
    return np.asarray(_determinant(maps[..., :-1]) < 0)


def mirrored_skin(bound: Influences, palettes: Doubles) -> NDArray[np.bool_]:
    """(F,) whether joints that mirror carry most of the weight of the surface, pose by pose."""
    turned = _determinant(palettes[..., :-1]) < 0
    if not turned.any():
        return np.zeros(len(palettes), bool)
    load = np.bincount(bound.joint, bound.weight, bound.joints)
    return np.asarray(turned @ load > 0.5 * load.sum())


def _determinant(linear: Doubles) -> Doubles:
    """In 3D the triple product, a tenth of the time of an elimination: a batch has one for each joint."""
    if linear.shape[-1] != 3:
        return affine.determinant(linear)
    a, b, c, d, e, f, g, h, i = (linear[..., at // 3, at % 3] for at in range(9))
    return np.asarray(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))
