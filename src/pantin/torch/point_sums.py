"""Linear skinning of points that all poses share, in plain torch operations: one grouped sum for positions.

A position is Σ weight · (x, y, z, …, 1) · column over the columns of the matrices of its joints, so no matrix
per vertex is needed. The gradient of the matrices is a sum over the vertices of a joint, in an order prepared
once. The gradients of weights and points take a temporary for each influence and pose. They exist for the
transforms of `torch.func`, which may request any gradient.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from pantin.torch.tensors import is_transformed, weighted_sums


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
    def from_rows(cls, joints: Tensor, offsets: Tensor, count: int, dimension: int) -> Tables:
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


class Trilinear(torch.autograd.Function):
    """A function of an array of all poses, weights (E,) and homogeneous points (V, N + 1), linear in each of
    them; `tables` come last. It supports all derivatives, including under the transforms of `torch.func`."""

    generate_vmap_rule = True

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Tensor, Tensor, Tensor, Tables], output: Tensor) -> None:
        *tensors, ctx.tables = inputs
        ctx.save_for_backward(*tensors)
        ctx.save_for_forward(*tensors)

    @classmethod
    def push(cls, ctx: Any, tangents: tuple[Tensor | None, ...]) -> Tensor:
        """The sum of the function with each of its arguments replaced by its tangent."""
        pushed = None
        for index, tangent in enumerate(tangents[:3]):
            if tangent is not None:
                inputs = [*ctx.saved_tensors]
                inputs[index] = tangent
                more: Tensor = cls.apply(*inputs, ctx.tables)
                pushed = more if pushed is None else pushed + more
        assert pushed is not None
        return pushed


class SkinPoints(Trilinear):
    """Positions (B, V, N) of points under palettes (B, J, N, N + 1)."""

    @staticmethod
    def forward(palettes: Tensor, weights: Tensor, points: Tensor, tables: Tables) -> Tensor:
        return sum_columns(palettes, weigh_points(weights, points, tables), tables)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        palettes, weights, points = ctx.saved_tensors
        pulled = PullPoints.apply(gradient, weights, points, ctx.tables)
        return pulled, *_other_gradients(ctx, palettes, gradient), None

    @staticmethod
    def jvp(ctx: Any, *tangents: Tensor | None) -> Tensor:
        return SkinPoints.push(ctx, tangents)


def wants_derivatives(*tensors: Tensor) -> bool:
    """Whether derivatives may be requested. If not, their bookkeeping is left out: PyTorch inspects the
    signature of a function at each call, which takes longer than a small rig."""
    wanted = torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors)
    return wanted or torch.compiler.is_compiling() or is_transformed()


def weigh_points(weights: Tensor, points: Tensor, tables: Tables) -> Tensor:
    """(E (N + 1),) the homogeneous points (V, N + 1) of all influences times their weights (E,)."""
    return (weights[:, None] * points[tables.owners]).flatten()


def sum_columns(palettes: Tensor, weighted: Tensor, tables: Tables) -> Tensor:
    """Positions (B, V, N) of weighted points under palettes (B, J, N, N + 1)."""
    batch, joints, size, width = palettes.shape
    columns = palettes.permute(1, 3, 0, 2).reshape(joints * width, -1)
    sums = weighted_sums(columns, tables.columns, tables.offsets, weighted)
    return sums.unflatten(1, (batch, size)).transpose(0, 1)


class PullPoints(Trilinear):
    """The gradient of palettes (B, J, N, N + 1) from that of positions (B, V, N). Each of the two functions
    is the gradient of the other."""

    @staticmethod
    def forward(gradient: Tensor, weights: Tensor, points: Tensor, tables: Tables) -> Tensor:
        batch, vertices, size = gradient.shape
        rows = gradient.transpose(0, 1).reshape(vertices, -1)
        owners = tables.owners[tables.order]
        shares = (weights[:, None] * points[tables.owners])[tables.order].unbind(1)
        columns = [weighted_sums(rows, owners, tables.starts, share) for share in shares]
        return torch.stack(columns, -1).unflatten(1, (batch, size)).transpose(0, 1)

    @staticmethod
    def backward(ctx: Any, palettes: Tensor) -> Any:
        gradient, weights, points = ctx.saved_tensors
        skinned = SkinPoints.apply(palettes, weights, points, ctx.tables)
        return skinned, *_other_gradients(ctx, palettes, gradient), None

    @staticmethod
    def jvp(ctx: Any, *tangents: Tensor | None) -> Tensor:
        return PullPoints.push(ctx, tangents)


def _other_gradients(ctx: Any, palettes: Tensor, gradient: Tensor) -> tuple[Tensor | None, Tensor | None]:
    """The gradients of the weights and of the points, for both functions."""
    if not any(ctx.needs_input_grad[1:3]):
        return None, None
    _, weights, points = ctx.saved_tensors
    owners, width = ctx.tables.owners, points.shape[1]
    maps = palettes[:, ctx.tables.columns[::width] // width]
    pulled = torch.einsum("ben,benw->ew", gradient[:, owners], maps)
    shares = weights[:, None] * pulled
    return (pulled * points[owners]).sum(1), torch.zeros_like(points).index_add(0, owners, shares)
