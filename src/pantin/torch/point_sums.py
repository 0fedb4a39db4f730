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


class LinearFunction(torch.autograd.Function):
    """A function of (argument, weights, points, tables) that is linear in its first argument, with gradients
    for it alone, forwards and backwards; also under the transforms of `torch.func`."""

    generate_vmap_rule = True

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Tensor, Tensor, Tensor, Tables], output: Tensor) -> None:
        _, weights, points, ctx.tables = inputs
        ctx.save_for_backward(weights, points)
        ctx.save_for_forward(weights, points)


class SkinPoints(LinearFunction):
    """Positions (B, V, N) of points (V, N) under palettes (B, J, N, N + 1), with weights (E,)."""

    @staticmethod
    def forward(palettes: Tensor, weights: Tensor, points: Tensor, tables: Tables) -> Tensor:
        batch, joints, size, width = palettes.shape
        columns = palettes.permute(1, 3, 0, 2).reshape(joints * width, -1)
        homogeneous = torch.cat((points, points.new_ones(len(points), 1)), 1)
        shares = weights[:, None] * homogeneous[tables.owners]
        sums = weighted_sums(columns, tables.columns, tables.offsets, shares.flatten())
        return sums.unflatten(1, (batch, size)).transpose(0, 1)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        return PullPoints.apply(gradient, *ctx.saved_tensors, ctx.tables), None, None, None

    @staticmethod
    def jvp(ctx: Any, palettes: Tensor, *_: Any) -> Tensor:
        moved: Tensor = SkinPoints.apply(palettes, *ctx.saved_tensors, ctx.tables)
        return moved


class PullPoints(LinearFunction):
    """The gradient of palettes (B, J, N, N + 1) from that of positions (B, V, N). Both functions are linear,
    and each is the gradient of the other."""

    @staticmethod
    def forward(gradient: Tensor, weights: Tensor, points: Tensor, tables: Tables) -> Tensor:
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

    @staticmethod
    def jvp(ctx: Any, gradient: Tensor, *_: Any) -> Tensor:
        pulled: Tensor = PullPoints.apply(gradient, *ctx.saved_tensors, ctx.tables)
        return pulled
