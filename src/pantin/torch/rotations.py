"""Rotations in the forms that a module accepts, as matrices; differentiable everywhere."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from pantin.torch.tensors import constant

SMALL_ANGLE = 1e-4
"""Squared angle below which sin and cos are replaced by their series: the next term, angle⁶ / 5040, is below
one rounding of float64 there, and the square root of 0, which has no gradient, is avoided."""


def to_matrices(rotations: Tensor, dimension: int) -> Tensor:
    """(B, n, N, N) matrices from (B, n, N, N) matrices, or in 3D from (B, n, 4) quaternions xyzw, (B, n, 3)
    axes times angles, or (B, n, 6) two columns of a matrix."""
    if rotations.ndim == 4:
        return rotations
    width = rotations.shape[-1]
    convert = {4: from_quaternions, 3: from_axis_angles, 6: from_two_columns}[width]
    return convert(rotations)


def check_rotations(rotations: Tensor, nodes: int, dimension: int) -> None:
    """Raise `ValueError` for a shape that is none of the above."""
    shape = tuple(rotations.shape)
    if rotations.ndim == 4 and shape[1:] == (nodes, dimension, dimension):
        return
    if dimension == 3 and rotations.ndim == 3 and shape[1] == nodes and shape[2] in (3, 4, 6):
        return
    matrices = f"matrices (B, {nodes}, {dimension}, {dimension})"
    if dimension == 3:
        others = f"quaternions (B, {nodes}, 4), axis-angle (B, {nodes}, 3) or 6D (B, {nodes}, 6)"
        raise ValueError(f"rotations must be {others}, or {matrices}, not {shape}")
    raise ValueError(f"rotations must be {matrices}, not {shape}")


def from_quaternions(q: Tensor) -> Tensor:
    """(…, 3, 3) matrices of quaternions of any length; a zero quaternion is the identity."""
    square = (q * q).sum(-1, keepdim=True)
    # All products of two components at once, and all sums of them: a call takes longer than the arithmetic of
    # a small rig.
    products = (q / square.masked_fill(square == 0, torch.inf))[..., :3, None] * q[..., None, :]
    entries, identity = constant(_entries, q), constant(_identity, q)
    return nn.functional.linear(products.flatten(-2), entries, identity).unflatten(-1, (3, 3))


ENTRIES = ("-yy-zz", "xy-zw", "xz+yw", "xy+zw", "-xx-zz", "yz-xw", "xz-yw", "yz+xw", "-xx-yy")
"""The entries of the matrix of a unit quaternion, row by row: half of the difference from the identity."""


def _entries() -> list[list[float]]:
    """`ENTRIES` as a matrix (9, 12) by which the products of x, y and z with x, y, z and w are summed."""
    products = [first + second for first in "xyz" for second in "xyzw"]
    return [[2.0 * _sign(entry, product) for product in products] for entry in ENTRIES]


def _sign(entry: str, product: str) -> int:
    return (f"+{product}" in f"+{entry}") - (f"-{product}" in entry)


def _identity() -> list[float]:
    return [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]


def from_axis_angles(vectors: Tensor) -> Tensor:
    """(…, 3, 3) matrices of rotations about an axis by its length in radians (Rodrigues)."""
    square = (vectors * vectors).sum(-1)
    small = square < SMALL_ANGLE
    angle = torch.where(small, 1.0, square).sqrt()
    first = torch.where(small, 1 - square / 6 + square * square / 120, angle.sin() / angle)
    half = (angle / 2).sin()
    second = torch.where(small, 0.5 - square / 24 + square * square / 720, 2 * half * half / (angle * angle))
    x, y, z = vectors.unbind(-1)
    none = torch.zeros_like(x)
    cross = torch.stack((none, -z, y, z, none, -x, -y, x, none), -1).unflatten(-1, (3, 3))
    identity = torch.eye(3, dtype=vectors.dtype, device=vectors.device)
    return identity + first[..., None, None] * cross + second[..., None, None] * (cross @ cross)


def from_two_columns(columns: Tensor) -> Tensor:
    """(…, 3, 3) matrices from their first two columns, made orthonormal (Zhou et al. 2019). Zero or parallel
    columns are replaced; zeros give the identity."""
    first, second = columns[..., :3], columns[..., 3:]
    axes = torch.eye(3, dtype=columns.dtype, device=columns.device)
    x = _unit(first, axes[0])
    across = torch.where(x[..., 1:2].abs() < 0.9, axes[1], axes[2])
    y = _unit(_reject(second, x), _reject(across, x))
    return torch.stack((x, y, torch.linalg.cross(x, y)), -1)


def _reject(vectors: Tensor, direction: Tensor) -> Tensor:
    """Vectors without their component along a unit direction."""
    return vectors - (direction * vectors).sum(-1, keepdim=True) * direction


def _unit(vectors: Tensor, otherwise: Tensor) -> Tensor:
    """The vectors with length 1; those of length 0 replaced."""
    lost = (vectors == 0).all(-1, keepdim=True)
    kept = torch.where(lost, otherwise, vectors)
    return kept / kept.norm(dim=-1, keepdim=True)


def to_quaternions(matrices: Tensor) -> Tensor:
    """(…, 4) unit quaternions of rotation matrices, w ≥ 0; by the largest of four pivots (Shepperd 1978)."""
    xx, yy, zz = matrices.diagonal(dim1=-2, dim2=-1).unbind(-1)
    plus, minus = (matrices + matrices.mT, matrices.mT - matrices)
    xy, zx, yz = plus[..., 0, 1], plus[..., 0, 2], plus[..., 1, 2]
    x, y, z = minus[..., 1, 2], minus[..., 2, 0], minus[..., 0, 1]
    rows = (
        (1 + xx - yy - zz, xy, zx, x),
        (xy, 1 - xx + yy - zz, yz, y),
        (zx, yz, 1 - xx - yy + zz, z),
        (x, y, z, 1 + xx + yy + zz),
    )
    ways = torch.stack([torch.stack(row, -1) for row in rows], -2)
    pivots = ways.diagonal(dim1=-2, dim2=-1)
    best = pivots.argmax(-1)[..., None, None].expand(*ways.shape[:-2], 1, 4)
    q = ways.gather(-2, best)[..., 0, :]
    q = q / q.norm(dim=-1, keepdim=True)
    return torch.where(q[..., 3:] < 0, -q, q)
