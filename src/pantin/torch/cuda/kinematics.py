"""World transforms and palettes of a batch by fused kernels, and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from pantin.torch.cuda import kinematics_kernels as kernels
from pantin.torch.cuda.launch import Launch, ceil_div
from pantin.torch.cuda.layouts import SkinLayout, TreeLayout

LEAST_BLOCK = 256
"""Nodes of a block, which holds as many skeletons as fit. With 128 or 512 nodes it was a fifth slower."""

_world_maps = Launch(kernels.world_maps)
_world_gradients = Launch(kernels.world_gradients, warps=1)
_palette_maps = Launch(kernels.palette_maps)
_palette_gradients = Launch(kernels.palette_gradients)
_joint_gradients = Launch(kernels.joint_gradients)


def batch_stride(tensor: Tensor) -> int:
    """Numbers from one pose to the next; 0 where all poses share one."""
    return tensor.stride(0) if tensor.size(0) > 1 else 0


def world_maps(
    local: Sequence[Tensor], batch: int, tree: TreeLayout, skin: tuple[Tensor, SkinLayout] | None
) -> tuple[Tensor, Tensor | None]:
    """(B, n, N, N + 1) from rotations (B or 1, n, 4 or N, N), translations and scales (B or 1, n, N); and the
    palettes of a skin that is given as inverse binds and layout, with no more joints than nodes."""
    rotations, translations, _ = local
    _, nodes, size = translations.shape
    world, palettes, joints = translations.new_empty(batch, nodes, size, size + 1), None, 0
    skinning = (tree.parents, world, world, world)  # which are not read
    if skin is not None:
        binds, layout = skin
        joints = binds.size(0)
        palettes = translations.new_empty(batch, joints, size, size + 1)
        skinning = (layout.joints, binds, world, palettes)
    block = max(LEAST_BLOCK, 1 << (nodes - 1).bit_length())
    skeletons = block // max(nodes, 1)
    _world_maps(
        (ceil_div(batch, skeletons), 1, 1),
        (*local, tree.ancestors, *skinning),
        (nodes, batch, joints, skeletons, *map(batch_stride, local)),
        rotations.ndim == 3, tree.ancestors.size(0), skin is not None, size, block,
        warps=min(block // 32, 32),
    )  # fmt: skip
    return world, palettes


def local_gradients(
    gradient: Tensor, world: Tensor, local: Sequence[Tensor], tree: TreeLayout, needs: Sequence[bool]
) -> list[Tensor | None]:
    """The needed gradients of rotations, translations and scales."""
    batch, nodes, size = world.shape[:3]
    gradients = [
        part.new_empty(batch, *part.shape[1:]) if needed else world  # which is not written to
        for part, needed in zip(local, needs, strict=True)
    ]
    _world_gradients(
        (batch, 1, 1),
        (
            gradient.contiguous(), torch.empty_like(world), world, *local, tree.schedule, tree.parents,
            tree.child_first, tree.children, *gradients,
        ),
        (nodes, tree.schedule.size(0), *map(batch_stride, local)),
        local[0].ndim == 3, *needs, tree.schedule.shape[1], size,
    )  # fmt: skip
    return [
        (grad.sum(0, keepdim=True) if part.size(0) < batch else grad) if needed else None
        for part, grad, needed in zip(local, gradients, needs, strict=True)
    ]


def palette_maps(world: Tensor, binds: Tensor, skin: SkinLayout) -> Tensor:
    """The palettes (B, J, N, N + 1) of any skin under any world transforms."""
    batch, nodes = world.shape[:2]
    joints, size, width = binds.shape
    palettes = world.new_empty(batch, joints, size, width)
    tensors = (world, skin.joints, binds, palettes)
    _palette_maps((ceil_div(batch * joints, 128), 1, 1), tensors, (batch, nodes, joints), size, 128)
    return palettes


class PaletteParts(NamedTuple):
    """The gradient of palettes (B, J, N, N + 1) as sums over chunks of the vertices of a joint.

    sums    (chunks, B, N, N + 1)
    chunks  (J + 1,) those of each joint
    """

    sums: Tensor
    chunks: Tensor

    def total(self) -> Tensor:
        batch, size, width = self.sums.shape[1:]
        joints = self.chunks.size(0) - 1
        totals = self.sums.new_empty(batch, joints, size, width)
        _palette_gradients(
            (ceil_div(batch * joints, 128), 1, 1),
            (self.sums, self.chunks, totals),
            (batch, joints),
            size,
            128,
        )
        return totals

    def plus(self, palettes: Tensor) -> PaletteParts:
        """Add another gradient (B, J, N, N + 1)."""
        total = (self.total() + palettes).transpose(0, 1).contiguous()
        return PaletteParts(total, torch.arange(len(total) + 1, dtype=torch.int32, device=total.device))


def world_gradient(parts: PaletteParts, binds: Tensor, nodes: int, skin: SkinLayout) -> Tensor:
    """(B, n, N, N + 1) from the gradient of palettes."""
    batch, size, width = parts.sums.shape[1:]
    d_world = parts.sums.new_empty(batch, nodes, size, width)
    tensors = (*parts, binds.contiguous(), skin.node_first, skin.node_joints, d_world)
    _joint_gradients((ceil_div(batch * nodes, 128), 1, 1), tensors, (batch, nodes), size, 128)
    return d_world


def bind_gradient(d_palettes: Tensor, world: Tensor, skin: SkinLayout) -> Tensor:
    """(J, N, N + 1) from the gradient of palettes."""
    moved = (skin.joints >= 0)[:, None, None]
    eye = torch.eye(world.shape[2], dtype=world.dtype, device=world.device)
    linear = torch.where(moved, world[:, skin.joints.clamp_min(0).long(), :, :-1], eye)
    return (linear.mT @ d_palettes).sum(0)
