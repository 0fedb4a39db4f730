"""Apply transforms to a blended surface: one matrix per pose for a plain instance, a palette for a skin.

Normals go through the inverse transpose; one that vanishes is replaced by the normal before the pose.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from pantin.deformation.blending import BlendedSurface
from pantin.deformation.finite import SQUARE_SECONDS
from pantin.deformation.posed import DegenerateCounts
from pantin.kernels.dual_quaternion import dual_quaternion_blend
from pantin.kernels.influences import Influences
from pantin.kernels.skinning import Skinned, linear_blend
from pantin.maths import affine
from pantin.rig import Doubles, Reals, Solver
from pantin.threads import share

BLOCK = 512
"""Vectors whose squares are summed at once: even in float32 the sum is off by less than 0.05 (512 · 3
roundings of 6e-8 · 512), while one zero vector lowers it by 1."""


def apply_node_transform(surface: BlendedSurface, matrices: Doubles, out: Skinned) -> DegenerateCounts:
    """Transform the surface by (F, N, N + 1) matrices, into `out`."""
    dtype = out.positions.dtype
    linear = np.swapaxes(matrices[..., :-1], -1, -2).astype(dtype)
    np.matmul(surface.positions, linear, out=out.positions)
    np.add(out.positions, matrices[:, None, :, -1].astype(dtype), out=out.positions)
    normals = tangents = 0
    if out.normals is not None and surface.normals is not None:
        inverse_transpose = np.swapaxes(normal_matrices(matrices[..., :-1]), -1, -2).astype(dtype)
        np.matmul(surface.normals, inverse_transpose, out=out.normals)
        normals = normalize_rows(out.normals, surface.normals)
    if out.tangents is not None and surface.tangents is not None:
        flipped = is_mirrored(matrices)[:, None]
        out.tangents[..., -1] = np.where(flipped, -surface.tangents[:, -1], surface.tangents[:, -1])
        directions = surface.tangents[:, :-1]
        out.tangents[..., :-1] = directions @ linear
        tangents = normalize_rows(out.tangents[..., :-1], directions)
    return DegenerateCounts(normals=normals, tangents=tangents)


def apply_skin(
    surface: BlendedSurface, influences: Influences, palettes: Doubles, solver: Solver, out: Skinned
) -> DegenerateCounts:
    """Skin the surface with (F, J, N, N + 1) palettes, into `out`."""
    blend = linear_blend if solver == "linear" else dual_quaternion_blend
    requested = (
        surface.normals if out.normals is not None else None,
        surface.tangents if out.tangents is not None else None,
    )
    blend(influences, palettes, surface.positions, *requested, out=out)
    normals = tangents = 0
    if out.normals is not None and surface.normals is not None:
        normals = restore_lost(out.normals, surface.normals)
    if out.tangents is not None and surface.tangents is not None:
        tangents = restore_lost(out.tangents[..., :-1], surface.tangents[:, :-1])
    return DegenerateCounts(normals=normals, tangents=tangents)


def is_mirrored(matrices: Doubles) -> NDArray[np.bool_]:
    """(F,) whether each of (F, N, N + 1) matrices turns the surface inside out."""
    return np.asarray(_determinant(matrices[..., :-1]) < 0)


def is_skin_mirrored(influences: Influences, palettes: Doubles) -> NDArray[np.bool_]:
    """(F,) whether mirroring joints have most of the weight of the surface, pose by pose."""
    mirroring = _determinant(palettes[..., :-1]) < 0
    if not mirroring.any():
        return np.zeros(len(palettes), bool)
    weight = np.bincount(influences.joint, influences.weight, influences.joints)
    return np.asarray(mirroring @ weight > 0.5 * weight.sum())


def _determinant(linear: Doubles) -> Doubles:
    """In 3D the triple product, in a tenth of the time of an elimination: a batch has one for each joint."""
    if linear.shape[-1] != 3:
        return affine.determinant(linear)
    a, b, c, d, e, f, g, h, i = (linear[..., entry // 3, entry % 3] for entry in range(9))
    return np.asarray(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))


def normal_matrices(linear: Doubles) -> Doubles:
    """(…, N, N) matrices that transform normals as `linear` transforms points: the inverse transpose up to a
    positive factor.

    With linear = U·diag(s)·Vᵀ the inverse transpose is U·diag(1/s)·Vᵀ; multiplied by Πs it is U·diag(Π_{j≠i}
    s_j)·Vᵀ, which has no division and stays meaningful when one s is 0 (a flattened surface keeps the normal
    of its plane). An outward normal stays outward under a mirror.
    """
    u, s, vt = np.linalg.svd(linear)
    s = s / np.where(s[..., :1] > 0, s[..., :1], 1.0)
    columns = [s[..., i] for i in range(s.shape[-1])]
    others = np.stack([prod(columns[:i] + columns[i + 1 :]) for i in range(len(columns))], axis=-1)
    # Scaled to the largest entry 1, so that float32 can square it.
    largest = others[..., -1:]
    return np.asarray((u * (others / np.where(largest > 0, largest, 1.0))[..., None, :]) @ vt)


def normalize_rows(vectors: Reals, before: Reals) -> int:
    """Scale (…, N) vectors to length 1 in place; zero vectors become their row of `before`. Return how many
    were zero."""
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))
        lost = ~((lengths > 0) & np.isfinite(lengths))
        vectors /= np.where(lost, lengths.dtype.type(1), lengths)[..., None]
    return restore_lost(vectors, before, lost)


def restore_lost(vectors: Reals, before: Reals, lost: NDArray[np.bool_] | None = None) -> int:
    """Replace lost vectors (without `lost`: zero vectors) by rows of `before`, normalized. Return how many.

    Where that row is zero too, the last axis is used: any unit direction is better than none.
    """
    if lost is None:
        if vectors.flags.c_contiguous and _all_unit(vectors.reshape(-1, vectors.shape[-1])):
            return 0
        lost = np.asarray(~vectors.any(axis=-1))
    count = int(lost.sum())
    if count:
        restored = np.broadcast_to(before, vectors.shape)[lost]
        lengths = np.sqrt(np.einsum("ki,ki->k", restored, restored))
        restored = restored / np.where(lengths > 0, lengths, 1)[:, None]
        restored[lengths == 0, -1] = 1
        vectors[lost] = restored
    return count


def _all_unit(vectors: Reals) -> bool:
    """Whether (V, N) vectors, each unit or zero, are all unit: ten times faster than a test of each."""
    width = vectors.shape[1]
    whole = len(vectors) // BLOCK * BLOCK
    blocks, unit = vectors[:whole].reshape(-1, BLOCK * width), [bool(vectors[whole:].any(axis=1).all())]

    def run(begin: int, end: int) -> None:
        part = blocks[begin:end]
        # the product of a row and a column: a third of the time of `einsum`
        unit.append(bool((np.matmul(part[:, None, :], part[:, :, None]) > BLOCK - 0.5).all()))

    share(run, len(blocks), SQUARE_SECONDS * blocks.size)
    return all(unit)
