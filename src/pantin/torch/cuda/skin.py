"""Linear skinning of a batch by fused kernels, with gradients for palettes, points, weights and blend
weights."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
import triton
from torch import Tensor

from pantin.torch.blend_shapes import BlendShapes
from pantin.torch.cuda import skin_kernels as kernels
from pantin.torch.cuda.layouts import ShapesLayout, SurfaceLayout
from pantin.torch.normals import transform_normals
from pantin.torch.skinning import blend_matrices

FRAMES = 64
"""Poses for which a thread keeps its vertex."""

FEW_POSES = 4
"""Poses up to which a thread keeps nothing from pose to pose."""

PART_FRAMES, PART_ENTRIES = 4, 64
"""Poses and vertices that a program adds up at once for the gradients of palettes."""

NORMAL_FRAMES = 16
"""Poses of which gradients of normals are computed at once."""


def strides(points: Tensor) -> tuple[int, int, int]:
    """Numbers from pose to pose (0 where all share one), from vertex to vertex, and between axes."""
    return (points.stride(0) if len(points) > 1 else 0, points.stride(1), points.stride(2))


def as_planes(points: Tensor) -> Tensor:
    """(1, V, N) points (V, N), stored as planes x, y, z, …"""
    return points.mT.contiguous().mT[None]


class Shapes(NamedTuple):
    """Sparse blend shapes in plain operations, and their layout for the kernel."""

    module: BlendShapes
    layout: ShapesLayout


class SkinLinearly(torch.autograd.Function):
    """Positions (B, V, N) of points (B or 1, V, N) under palettes (B, J, N, N + 1).

    blend, sparse    weights (B, S) and differences of blend shapes that are added to the points first, or
                     None; `shapes` are those
    normals          (B or 1, V, N) or None; transformed ones are the second result
    joints, offsets  the influences in compressed rows
    """

    @staticmethod
    def forward(
        ctx: Any,
        palettes: Tensor,
        points: Tensor,
        weights: Tensor,
        blend: Tensor | None,
        sparse: Tensor | None,
        normals: Tensor | None,
        layout: SurfaceLayout,
        shapes: Shapes | None,
        joints: Tensor,
        offsets: Tensor,
    ) -> tuple[Tensor, Tensor]:
        batch, count = palettes.shape[:2]
        _, vertices, size = points.shape
        positions = points.new_empty(batch, size, vertices)
        turned = torch.empty_like(positions) if normals is not None else points.new_empty(0)
        before = points if normals is None else normals
        slot_weights = layout.remember("slots", weights, lambda given: in_slots(given, layout))
        moves: tuple[Any, ...] = (points, points, points, points, 0)
        if shapes is not None and blend is not None and sparse is not None:
            rows = shapes.layout
            moves = (blend.contiguous(), rows.offsets, rows.shapes, sparse[rows.order], blend.shape[1])
        options = {
            "N": size, "K": len(layout.slots.joints), "NORMALS": normals is not None,
            "SHAPES": shapes is not None,
        }  # fmt: skip
        arrays = (palettes, points, before, slot_weights, layout.slots.joints, *moves[:4], positions, turned)
        where = (*strides(points), *strides(before))
        if batch < FEW_POSES:
            kernels.skin_once[(triton.cdiv(vertices, 64), batch)](
                *arrays, vertices, count, moves[4], *where, BLOCK=64, num_warps=2, **options,
            )  # fmt: skip
        else:
            frames = min(FRAMES, batch)
            kernels.skin_vertices[(triton.cdiv(vertices, 32), triton.cdiv(batch, frames))](
                *arrays, vertices, batch, count, moves[4], *where, FRAMES=frames, BLOCK=32, num_warps=1,
                POINTS_MOVE=len(points) > 1, NORMALS_MOVE=len(before) > 1, **options,
            )  # fmt: skip
        ctx.save_for_backward(palettes, points, weights, blend, sparse, normals)
        ctx.set_materialize_grads(False)
        ctx.layout, ctx.shapes, ctx.joints, ctx.offsets = layout, shapes, joints, offsets
        if normals is None:
            ctx.mark_non_differentiable(turned)
        return positions.mT, turned.mT if normals is not None else turned

    @staticmethod
    def backward(ctx: Any, gradient: Tensor | None, turned: Tensor | None) -> Any:
        palettes, base, weights, blend, sparse, normals = ctx.saved_tensors
        if gradient is None:
            gradient = palettes.new_zeros(1, 1, 1).expand(len(palettes), *base.shape[1:])
        layout, shapes, needs = ctx.layout, ctx.shapes, ctx.needs_input_grad
        inputs = [base, blend, sparse]
        if shapes is None:
            points = base
        else:
            inputs = [tensor.detach().requires_grad_() for tensor in inputs]
            with torch.enable_grad():
                points = shapes.module.add_sparse(*inputs)
        d_palettes = d_weights = None
        d_inputs: list[Tensor | None] = [None, None, None]
        still = points.detach()
        if needs[0]:
            d_palettes = palette_gradients(gradient, palettes, still, weights, layout)
        if needs[2]:
            d_weights = weight_gradients(gradient, palettes, still, layout)
        if needs[1] or needs[3] or needs[4]:
            d_inputs[0] = point_gradients(gradient, palettes, still, weights, layout)
            if shapes is not None:
                d_inputs = list(torch.autograd.grad(points, inputs, d_inputs[0]))
        d_normals = None
        if turned is not None:
            made = normal_gradients(turned, palettes, weights, normals, ctx.joints, ctx.offsets)
            d_palettes = made[0] if d_palettes is None else d_palettes + made[0]
            d_weights = made[1] if d_weights is None else d_weights + made[1]
            d_normals = made[2]
        return d_palettes, d_inputs[0], d_weights, d_inputs[1], d_inputs[2], d_normals, *(None,) * 4


def in_slots(weights: Tensor, layout: SurfaceLayout) -> Tensor:
    """(K, V) weights; 0 in empty slots."""
    padded = torch.cat((weights, weights.new_zeros(1)))
    return padded[layout.slots.entries].view(layout.slots.joints.shape)


def palette_gradients(
    gradient: Tensor, palettes: Tensor, points: Tensor, weights: Tensor, layout: SurfaceLayout
) -> Tensor:
    """(B, J, N, N + 1) Σ w · g ⊗ (p, 1) over the vertices of each joint: in chunks, added in order."""
    batch, joints, axes, width = palettes.shape
    entries, size = layout.by_joint, axes * width
    chunks = len(entries.first)
    parts = palettes.new_empty(chunks, batch, size)
    ordered = layout.remember("by joint", weights, lambda given: given[entries.order])
    if chunks:
        kernels.palette_parts[(chunks, triton.cdiv(batch, PART_FRAMES))](
            gradient, points, entries.vertices, ordered, entries.first, entries.end, parts,
            batch, *strides(gradient), *strides(points),
            N=axes, SHARED=len(points) == 1, FRAMES=PART_FRAMES, ENTRIES=PART_ENTRIES, num_warps=4,
        )  # fmt: skip
    total = torch.empty_like(palettes)
    kernels.add_parts[(joints, triton.cdiv(batch * size, 256))](
        parts, entries.chunks, total, batch, joints, SIZE=size, BLOCK=256
    )
    return total


def point_gradients(
    gradient: Tensor, palettes: Tensor, points: Tensor, weights: Tensor, layout: SurfaceLayout
) -> Tensor:
    """Gradients in the shape of the points."""
    (batch, joints), (vertices, axes) = palettes.shape[:2], points.shape[1:]
    shared = len(points) < batch or batch == 1
    made = points.new_empty(1 if shared else batch, axes, vertices)
    slot_weights = layout.remember("slots", weights, lambda given: in_slots(given, layout))
    kernels.point_gradients[(triton.cdiv(vertices, 128), 1 if shared else batch)](
        gradient, palettes, slot_weights, layout.slots.joints, made, vertices, batch, joints,
        *strides(gradient), N=axes, K=len(layout.slots.joints), SHARED=shared, BLOCK=128, num_warps=4,
    )  # fmt: skip
    return made.mT


def weight_gradients(gradient: Tensor, palettes: Tensor, points: Tensor, layout: SurfaceLayout) -> Tensor:
    """(E,) gradients of the weights."""
    (batch, joints), (vertices, axes) = palettes.shape[:2], points.shape[1:]
    made = palettes.new_empty(layout.slots.joints.shape)
    kernels.weight_gradients[(triton.cdiv(vertices, 128), len(made))](
        gradient, palettes, points, layout.slots.joints, made, vertices, batch, joints,
        *strides(gradient), *strides(points), N=axes, BLOCK=128, num_warps=4,
    )  # fmt: skip
    return made.flatten()[layout.slots.places]


def normal_gradients(
    gradient: Tensor, palettes: Tensor, weights: Tensor, normals: Tensor, joints: Tensor, offsets: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Gradients of palettes, weights and normals by plain operations, a few poses at a time."""
    made: list[Tensor] = []
    d_weights, d_shared = torch.zeros_like(weights), torch.zeros_like(normals)
    parts: list[Tensor] = []
    for first in range(0, len(palettes), NORMAL_FRAMES):
        some = slice(first, first + NORMAL_FRAMES)
        inputs = [
            tensor.detach().requires_grad_()
            for tensor in (palettes[some], weights, normals[some] if len(normals) > 1 else normals)
        ]
        with torch.enable_grad():
            blended = blend_matrices(inputs[0], joints, offsets, inputs[1])
            turned = transform_normals(blended[..., :-1], inputs[2], None)
        made = list(torch.autograd.grad(turned, inputs, gradient[some]))
        parts.append(made[0])
        d_weights += made[1]
        if len(normals) > 1:
            d_shared[some] = made[2]
        else:
            d_shared += made[2]
    return torch.cat(parts), d_weights, d_shared
