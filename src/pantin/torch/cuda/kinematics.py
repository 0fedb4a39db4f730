"""World transforms and palettes of a batch by fused kernels, with gradients."""

from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from pantin.torch.cuda import kinematics_kernels as kernels
from pantin.torch.cuda.layouts import SkinLayout, TreeLayout

REAL = {torch.float32: tl.float64, torch.float64: tl.float64}
"""The precision of sums along chains of nodes."""

COPIES = {32: 8, 64: 4, 128: 2}
"""Skeletons per program, by padded nodes; one for larger ones."""


def batch_stride(tensor: Tensor) -> int:
    """Numbers from one pose to the next; 0 where all poses share one."""
    return tensor.stride(0) if len(tensor) > 1 else 0


class WorldMaps(torch.autograd.Function):
    """(B, n, 3, 4) from rotations (B or 1, n, 4 or 3, 3), translations and scales (B or 1, n, 3)."""

    @staticmethod
    def forward(
        ctx: Any, rotations: Tensor, translations: Tensor, scales: Tensor, batch: int, tree: TreeLayout
    ) -> Tensor:
        parts = tuple(part.contiguous() for part in (rotations, translations, scales))
        nodes, padded = parts[1].shape[1], tree.ancestors.shape[1]
        world = parts[1].new_empty(batch, nodes, 3, 4)
        copies = COPIES.get(padded, 16 if padded == 16 else 1)
        kernels.world_maps[(triton.cdiv(batch, copies),)](
            *parts, tree.ancestors, world, batch, nodes, *map(batch_stride, parts),
            ROUNDS=len(tree.ancestors), QUATERNIONS=rotations.ndim == 3, REAL=REAL[world.dtype],
            COPIES=copies, NODES=padded, num_warps=4,
        )  # fmt: skip
        ctx.save_for_backward(*parts, world)
        ctx.tree = tree
        return world

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        *parts, world = ctx.saved_tensors
        batch, nodes = world.shape[:2]
        passed = gradient.clone(memory_format=torch.contiguous_format)
        made = [part.new_empty(batch, *part.shape[1:]) for part in parts]
        block = 32
        kernels.world_gradients[(triton.cdiv(batch, block),)](
            passed, world, *parts, ctx.tree.order, ctx.tree.parents, *made, batch, nodes,
            *map(batch_stride, parts), QUATERNIONS=parts[0].ndim == 3, REAL=REAL[world.dtype], BLOCK=block,
            num_warps=1,
        )  # fmt: skip
        sums = [
            grad.sum(0, keepdim=True) if len(part) < batch else grad
            for part, grad in zip(parts, made, strict=True)
        ]
        return (*sums, None, None)


class Palettes(torch.autograd.Function):
    """Palettes (B, J, 3, 4) and the same numbers as planes (12, B, J), from world transforms and inverse
    binds (J, 3, 4)."""

    @staticmethod
    def forward(
        ctx: Any, world: Tensor, binds: Tensor, skin: SkinLayout, wants_planes: bool
    ) -> tuple[Tensor, Tensor]:
        world, binds = world.contiguous(), binds.contiguous()
        batch, nodes, count = *world.shape[:2], len(binds)
        palettes = world.new_empty(batch, count, 3, 4)
        planes = world.new_empty((12, batch, count) if wants_planes else (0,))
        kernels.palette_maps[(triton.cdiv(batch * count, 128),)](
            world, skin.joints, binds, palettes, planes, batch, nodes, count, PLANES=wants_planes, BLOCK=128
        )
        ctx.save_for_backward(world, binds)
        ctx.skin = skin
        ctx.mark_non_differentiable(planes)
        return palettes, planes

    @staticmethod
    def backward(ctx: Any, gradient: Tensor, _: Any) -> Any:
        world, binds = ctx.saved_tensors
        skin, batch, nodes = ctx.skin, *world.shape[:2]
        gradient = gradient.contiguous()
        d_world = torch.empty_like(world)
        kernels.palette_gradients[(triton.cdiv(batch * nodes, 128),)](
            gradient, binds, skin.node_first, skin.node_joints, d_world, batch, nodes, len(binds), BLOCK=128
        )
        d_binds = None
        if ctx.needs_input_grad[1]:
            moved = (skin.joints >= 0)[:, None, None]
            eye = torch.eye(3, dtype=world.dtype, device=world.device)
            linear = torch.where(moved, world[:, skin.joints.clamp_min(0).long(), :, :3], eye)
            d_binds = (linear.mT @ gradient).sum(0)
        return d_world, d_binds, None, None
