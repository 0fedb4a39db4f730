"""Linear skinning of points that all poses share, in plain torch operations: one grouped sum for positions.

A position is Σ weight · (x, y, z, …, 1) · column over the columns of the matrices of its joints, so that no
matrix of a vertex is made. Gradients are those of the matrices alone: sums over the vertices of a joint, in
an order that is prepared once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from pantin.torch.tensors import weighted_sums


class Tables(NamedTuple):
    """The influences of V vertices on J joints.

    columns  (E (N + 1),) the columns of the matrices of the joint of each influence
    offsets  (V + 1,) those of each vertex
    owners   (E,) the vertex of each influence
    order    (E,) influences by joint
    starts   (J + 1,) those of each joint
    """

    columns: Tensor
    offsets: Tensor
    owners: Tensor
    order: Tensor
    starts: Tensor

    @classmethod
    def of(cls, joints: Tensor, offsets: Tensor, count: int, dimension: int) -> Tables:
        """From compressed rows, for a palette of `count` joints."""
        width = dimension + 1
        columns = joints[:, None] * width + torch.arange(width, device=joints.device)
        vertices = torch.arange(len(offsets) - 1, device=joints.device)
        starts = torch.bincount(joints, minlength=count).cumsum(0)
        return cls(
            columns.flatten(),
            offsets * width,
            torch.repeat_interleave(vertices, offsets.diff()),
            torch.argsort(joints, stable=True),
            torch.cat((starts.new_zeros(1), starts)),
        )


class SkinPoints(torch.autograd.Function):
    """Positions (B, V, N) of points (V, N) under palettes (B, J, N, N + 1), with weights (E,)."""

    @staticmethod
    def forward(ctx: Any, palettes: Tensor, weights: Tensor, points: Tensor, tables: Tables) -> Tensor:
        ctx.save_for_backward(weights, points)
        ctx.tables = tables
        batch, joints, size, width = palettes.shape
        columns = palettes.permute(1, 3, 0, 2).reshape(joints * width, -1)
        homogeneous = torch.cat((points, points.new_ones(len(points), 1)), 1)
        shares = weights[:, None] * homogeneous[tables.owners]
        sums = weighted_sums(columns, tables.columns, tables.offsets, shares.flatten())
        return sums.unflatten(1, (batch, size)).transpose(0, 1)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        return PullPoints.apply(gradient, *ctx.saved_tensors, ctx.tables), None, None, None


class PullPoints(torch.autograd.Function):
    """The gradient of palettes (B, J, N, N + 1) from that of positions (B, V, N). Both functions are linear,
    and each is the gradient of the other."""

    @staticmethod
    def forward(ctx: Any, gradient: Tensor, weights: Tensor, points: Tensor, tables: Tables) -> Tensor:
        ctx.save_for_backward(weights, points)
        ctx.tables = tables
        batch, vertices, size = gradient.shape
        rows = gradient.transpose(0, 1).reshape(vertices, -1)
        owners, ordered = tables.owners[tables.order], weights[tables.order]
        near = points[owners]
        shares = [*(ordered * near[:, axis] for axis in range(size)), ordered]
        columns = [weighted_sums(rows, owners, tables.starts, share) for share in shares]
        return torch.stack(columns, -1).unflatten(1, (batch, size)).transpose(0, 1)

    @staticmethod
    def backward(ctx: Any, palettes: Tensor) -> Any:
        return SkinPoints.apply(palettes, *ctx.saved_tensors, ctx.tables), None, None, None
