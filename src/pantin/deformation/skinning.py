"""Apply transforms to a blended surface: one matrix per pose for a plain instance, a palette for a skin.

Normals go through the inverse transpose; one that vanishes is replaced by the normal before the pose. All
sums are in one order: a conversion to OBJ or STL has the same bytes on every machine, so there is neither
BLAS nor LAPACK here, nor `einsum`, which fuses products and sums where the processor can.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.threads import share
from pantin.deformation.blending import BlendedSurface
from pantin.deformation.finite import SQUARE_SECONDS, make_finite, stays_finite
from pantin.deformation.posed import DegenerateCounts
from pantin.kernels.dual_quaternion import dual_quaternion_blend
from pantin.kernels.influences import InfluenceRows
from pantin.kernels.skinning import Skinned, linear_blend
from pantin.kernels.sums import cross, dot
from pantin.maths import affine
from pantin.rig import Doubles, Reals, Solver

BLOCK = 512
"""Vectors whose squares are summed at once: even in float32 the sum is off by less than 0.05 (512 · 3
roundings of 6e-8 · 512), while one zero vector lowers it by 1."""


def apply_node_transform(surface: BlendedSurface, matrices: Doubles, out: Skinned) -> DegenerateCounts:
    """Transform the surface by (F, N, N + 1) matrices, into `out`."""
    dtype = out.positions.dtype
    linear = matrices[..., :-1].astype(dtype)
    _transform(surface.positions, linear, out.positions)
    np.add(out.positions, matrices[:, None, :, -1].astype(dtype), out=out.positions)
    normals = tangents = 0
    if out.normals is not None and surface.normals is not None:
        _transform(surface.normals, normal_matrices(matrices[..., :-1]).astype(dtype), out.normals)
        normals = normalize_rows(out.normals, surface.normals)
    if out.tangents is not None and surface.tangents is not None:
        flipped = is_mirrored(matrices)[:, None]
        out.tangents[..., -1] = np.where(flipped, -surface.tangents[:, -1], surface.tangents[:, -1])
        directions = surface.tangents[:, :-1]
        _transform(directions, linear, out.tangents[..., :-1])
        tangents = normalize_rows(out.tangents[..., :-1], directions)
    return DegenerateCounts(0, normals, tangents, make_finite(out.positions))


def _transform(vectors: Reals, linear: Reals, out: Reals) -> None:
    """Write (V, N) vectors transformed by (F, N, N) matrices into (F, V, N)."""
    columns = [np.ascontiguousarray(vectors[:, axis]) for axis in range(vectors.shape[1])]
    for row in range(len(columns)):
        total = linear[:, row, 0, None] * columns[0]
        for axis, column in enumerate(columns[1:], 1):
            total += linear[:, row, axis, None] * column
        out[..., row] = total


def apply_skin(
    surface: BlendedSurface, influences: InfluenceRows, palettes: Doubles, solver: Solver, out: Skinned
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
    known = len(palettes) > 1 and solver == "linear"  # for one frame a look at the result is as quick
    finite = known and stays_finite(palettes, surface.positions, influences.largest_sum)
    return DegenerateCounts(0, normals, tangents, 0 if finite else make_finite(out.positions))


def is_mirrored(matrices: Doubles) -> NDArray[np.bool_]:
    """(F,) whether each of (F, N, N + 1) matrices turns the surface inside out."""
    return np.asarray(_determinant(matrices[..., :-1]) < 0)


def is_skin_mirrored(influences: InfluenceRows, palettes: Doubles) -> NDArray[np.bool_]:
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

    The inverse transpose times the determinant is the matrix of cofactors, which needs no division by the
    determinant and stays meaningful where that is 0 (a flattened surface keeps the normal of its plane). An
    outward normal stays outward under a mirror.
    """
    scaled = _scale_to_unit_max(linear)
    cofactors = _cofactors(scaled)
    mirrored = dot(scaled[..., 0, :], cofactors[..., 0, :]) < 0
    return _scale_to_unit_max(np.where(mirrored[..., None, None], -cofactors, cofactors))


def _scale_to_unit_max(matrices: Doubles) -> Doubles:
    """With 1 as the largest entry: float32 can square it, and products of eight do not overflow."""
    largest = np.abs(matrices).max(axis=(-2, -1), keepdims=True)
    return np.asarray(matrices / np.where(largest > 0, largest, 1.0))


def _cofactors(linear: Doubles) -> Doubles:
    """(…, N, N) determinants of the submatrices without one row and one column, with alternating signs."""
    size = linear.shape[-1]
    if size == 3:
        rows = [linear[..., row, :] for row in range(3)]
        return np.stack([cross(rows[row - 2], rows[row - 1]) for row in range(3)], axis=-2)
    result = np.empty_like(linear)
    for row, column in np.ndindex(size, size):
        minor = np.delete(np.delete(linear, row, axis=-2), column, axis=-1)
        result[..., row, column] = (-1.0) ** (row + column) * affine.determinant(minor)
    return result


def normalize_rows(vectors: Reals, before: Reals) -> int:
    """Scale (…, N) vectors to length 1 in place; zero vectors become their row of `before`. Return how many
    were zero."""
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.sqrt(dot(vectors, vectors))
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
        lengths = np.sqrt(dot(restored, restored))
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
