"""Normals: transformed by the inverse transpose, or made from triangles where a surface stores none."""

from __future__ import annotations

import torch
from torch import Tensor

from pantin.torch.skinning import apply
from pantin.torch.tensors import weighted_sums


def transform_normals(linear: Tensor, normals: Tensor, rotation: Tensor | None) -> Tensor:
    """(B, V, N) unit normals under matrices (B, V or 1, N, N) and then a rotation; one that vanishes is the
    normal before."""
    turned = apply_inverse_transpose(linear, normals)
    if rotation is not None:
        turned = apply(rotation, turned)
    return normalize(turned, normalize(normals, _last_axis(normals)))


def normalize(vectors: Tensor, instead: Tensor) -> Tensor:
    """Vectors of length 1; those without a finite length above 0 are replaced by `instead`."""
    square = (vectors * vectors).sum(-1, keepdim=True)
    usable = (square > 0) & square.isfinite()
    length = torch.where(usable, square, 1.0).sqrt()
    return torch.where(usable, torch.where(usable, vectors, 0.0) / length, instead)


def _last_axis(vectors: Tensor) -> Tensor:
    """The direction for vectors that have none."""
    axis = torch.zeros_like(vectors[:1, :1])
    axis[..., -1] = 1
    return axis


def apply_inverse_transpose(linear: Tensor, vectors: Tensor) -> Tensor:
    """A positive multiple of inverse-transpose(linear) @ vectors: cofactors in 2D and 3D, elimination above.

    Cofactors need no division and keep the limit of the direction where a matrix is singular; the sign of the
    determinant keeps outward normals outward under a mirror.
    """
    size = linear.shape[-1]
    if size > 3:
        return _solve_transposed(linear, vectors)
    if size == 2:
        a, b, c, d = (linear[..., i, j] for i in (0, 1) for j in (0, 1))
        cofactors = torch.stack((d, -c, -b, a), -1).unflatten(-1, (2, 2))
        determinant = a * d - b * c
    else:
        x, y, z = linear.unbind(-1)
        first = torch.linalg.cross(y, z)
        cofactors = torch.stack((first, torch.linalg.cross(z, x), torch.linalg.cross(x, y)), -1)
        determinant = (x * first).sum(-1)
    side = torch.copysign(torch.ones_like(determinant), determinant)
    return apply(cofactors, vectors) * side[..., None]


def _solve_transposed(linear: Tensor, vectors: Tensor) -> Tensor:
    """x of Mᵀ x = v by elimination with pivots of at least ε · max|M|: x is finite, and where M has rank
    N − 1 it points along the limit of the direction."""
    size = linear.shape[-1]
    shape = (*torch.broadcast_shapes(linear.shape[:-2], vectors.shape[:-1]), size)
    transposed = linear.transpose(-1, -2).expand(*shape, size)
    rows = torch.cat((transposed, vectors[..., None].expand(*shape, 1)), -1)
    kind = torch.finfo(rows.dtype)
    floor = linear.detach().abs().amax((-2, -1)).mul(kind.eps).clamp_min(torch.finfo(torch.float32).tiny)
    done: list[Tensor] = []
    for column in range(size):
        best = rows[..., column].detach().abs().argmax(-1)
        count = rows.shape[-2]
        here = torch.arange(count, device=rows.device)
        # The row with the largest pivot changes places with the first one.
        order = torch.where(here == best[..., None], 0, here)
        order = torch.cat((best[..., None], order[..., 1:]), -1)
        rows = rows.gather(-2, order[..., None].expand(rows.shape))
        top = rows[..., :1, :]
        pivot = top[..., 0, column]
        raised = torch.where(pivot.abs() < floor, torch.copysign(floor, pivot.detach()), pivot)
        top = torch.cat((top[..., :column], raised[..., None, None], top[..., column + 1 :]), -1)
        factor = rows[..., 1:, column] / raised[..., None]
        rows = rows[..., 1:, :] - factor[..., None] * top
        done.append(top[..., 0, :])
    return _substitute_back(done, size)


def _substitute_back(rows: list[Tensor], size: int) -> Tensor:
    solved: list[Tensor] = []
    for column in reversed(range(size)):
        row = rows[column]
        rest = row[..., size]
        for index, known in enumerate(solved):
            rest = rest - row[..., size - 1 - index] * known
        solved.append(rest / row[..., column])
    return torch.stack(solved[::-1], -1)


def normals_of_triangles(
    positions: Tensor, triangles: Tensor, corners: Tensor, offsets: Tensor, mirrored: Tensor
) -> Tensor:
    """(B, V, 3) normals from triangles (T, 3), weighted by area; +Z where a vertex has none.

    corners, offsets  the triangles of each vertex in compressed rows
    mirrored          (B,) poses that turn the surface inside out
    """
    points = positions.double()  # areas of small triangles are beyond float32
    a, b, c = (points[:, triangles[:, corner]] for corner in range(3))
    faces = torch.linalg.cross(b - a, c - a)
    faces = torch.where(mirrored[:, None, None], -faces, faces)
    rows = faces.transpose(0, 1).flatten(1)
    sums = weighted_sums(rows, corners, offsets, rows.new_ones(len(corners)))
    vectors = sums.unflatten(1, (len(positions), 3)).transpose(0, 1)
    return normalize(vectors, _last_axis(vectors)).to(positions.dtype)
