"""World transforms and palettes of a batch by fused kernels, with gradients."""

from __future__ import annotations

from typing import Any

import torch
import triton
from torch import Tensor

from pantin.torch.cuda import kinematics_kernels as kernels
from pantin.torch.cuda.launch import Launch
from pantin.torch.cuda.layouts import SkinLayout, TreeLayout

LEAST_BLOCK = 256
"""Nodes of a block: it holds as many skeletons as fit. With 128 or 512 it was a fifth slower."""

_world_maps = Launch(kernels.world_maps)
_world_gradients = Launch(kernels.world_gradients, warps=1)
_palette_maps = Launch(kernels.palette_maps)
_palette_gradients = Launch(kernels.palette_gradients)


def batch_stride(tensor: Tensor) -> int:
    """Numbers from one pose to the next; 0 where all poses share one."""
    return tensor.stride(0) if len(tensor) > 1 else 0


class WorldMaps(torch.autograd.Function):
    """(B, n, N, N + 1) from rotations (B or 1, n, 4 or N, N), translations and scales (B or 1, n, N)."""

    @staticmethod
    def forward(
        ctx: Any, rotations: Tensor, translations: Tensor, scales: Tensor, batch: int, tree: TreeLayout
    ) -> Tensor:
        parts = tuple(part.contiguous() for part in (rotations, translations, scales))
        _, nodes, size = parts[1].shape
        world = parts[1].new_empty(batch, nodes, size, size + 1)
        block = max(LEAST_BLOCK, triton.next_power_of_2(nodes))
        skeletons = block // max(nodes, 1)
        _world_maps(
            (triton.cdiv(batch, skeletons), 1, 1),
            (*parts, tree.ancestors, world),
            (nodes, batch, skeletons, len(tree.ancestors), *map(batch_stride, parts)),
            rotations.ndim == 3, size, block, warps=min(block // 32, 32),
        )  # fmt: skip
        ctx.save_for_backward(*parts, world)
        ctx.tree = tree
        return world

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        *parts, world = ctx.saved_tensors
        batch, nodes = world.shape[:2]
        tree = ctx.tree
        made = [part.new_empty(batch, *part.shape[1:]) for part in parts]
        _world_gradients(
            (batch, 1, 1),
            (
                gradient.contiguous(), torch.empty_like(world), world, *parts, tree.schedule, tree.parents,
                tree.child_first, tree.children, *made,
            ),
            (nodes, len(tree.schedule), *map(batch_stride, parts)),
            parts[0].ndim == 3, tree.schedule.shape[1], world.shape[2],
        )  # fmt: skip
        sums = [
            (grad.sum(0, keepdim=True) if len(part) < batch else grad) if needed else None
            for part, grad, needed in zip(parts, made, ctx.needs_input_grad[:3], strict=True)
        ]
        return (*sums, None, None)


class Palettes(torch.autograd.Function):
    """Palettes (B, J, N, N + 1) from world transforms (B, n, N, N + 1) and inverse binds (J, N, N + 1)."""

    @staticmethod
    def forward(ctx: Any, world: Tensor, binds: Tensor, skin: SkinLayout) -> Tensor:
        world, binds = world.contiguous(), binds.contiguous()
        batch, nodes = world.shape[:2]
        palettes = world.new_empty(batch, *binds.shape)
        grid = (triton.cdiv(batch * len(binds), 128), 1, 1)
        tensors, numbers = (world, skin.joints, binds, palettes), (batch, nodes, len(binds))
        _palette_maps(grid, tensors, numbers, binds.shape[1], 128)
        ctx.save_for_backward(world, binds)
        ctx.skin = skin
        return palettes

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        world, binds = ctx.saved_tensors
        skin, gradient = ctx.skin, gradient.contiguous()
        batch, nodes = world.shape[:2]
        d_world = torch.empty_like(world)
        _palette_gradients(
            (triton.cdiv(batch * nodes, 128), 1, 1),
            (gradient, binds, skin.node_first, skin.node_joints, d_world),
            (batch, nodes, len(binds)),
            binds.shape[1], 128,
        )  # fmt: skip
        d_binds = None
        if ctx.needs_input_grad[1]:
            moved = (skin.joints >= 0)[:, None, None]
            eye = torch.eye(world.shape[2], dtype=world.dtype, device=world.device)
            linear = torch.where(moved, world[:, skin.joints.clamp_min(0).long(), :, :-1], eye)
            d_binds = (linear.mT @ gradient).sum(0)
        return d_world, d_binds, None
