"""A rig in a batch of poses as one function with gradients: nodes, skins and surfaces."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from pantin.torch.cuda.kinematics import (
    bind_gradient,
    local_gradients,
    palette_maps,
    world_gradient,
    world_maps,
)
from pantin.torch.cuda.layouts import SkinLayout, TreeLayout
from pantin.torch.cuda.skin import Prepared, SurfaceTensors, skin_surface, surface_gradients


class Plan(NamedTuple):
    """The layouts of the posed skins and surfaces.

    skins     layouts of skins
    surfaces  each with the number of its skin
    """

    tree: TreeLayout | None
    skins: list[SkinLayout]
    surfaces: list[tuple[int, Prepared]]

    def sources(self, tensors: tuple[Any, ...]) -> list[SurfaceTensors]:
        """The tensors of surfaces, one surface after another."""
        width = len(SurfaceTensors._fields)
        return [SurfaceTensors(*tensors[first : first + width]) for first in range(0, len(tensors), width)]


class PoseRig(torch.autograd.Function):
    """World transforms (B, n, N, N + 1), and of each surface positions and normals (B, V, N).

    local    rotations (B or 1, n, 4 or N, N), translations and scales (B or 1, n, N); or all three None and
             `world` given: results then begin with None
    tensors  inverse binds of each skin, and then a `SurfaceTensors` for each surface

    One function for everything, because PyTorch takes longer to call one than the device needs for a small
    batch.
    """

    @staticmethod
    def forward(
        ctx: Any,
        plan: Plan,
        batch: int,
        rotations: Tensor | None,
        translations: Tensor | None,
        scales: Tensor | None,
        world: Tensor | None,
        *tensors: Tensor | None,
    ) -> tuple[Tensor | None, ...]:
        count = len(plan.skins)
        binds = [bind.contiguous() for bind in tensors[:count] if bind is not None]
        palettes: list[Tensor] = []
        local: tuple[Tensor, ...] = ()
        world_output = None
        if rotations is not None and translations is not None and scales is not None:
            assert plan.tree is not None
            local = (rotations.contiguous(), translations.contiguous(), scales.contiguous())
            fits = count > 0 and 0 < binds[0].size(0) <= translations.size(1)
            first = (binds[0], plan.skins[0]) if fits else None
            world_output, posed = world_maps(local, batch, plan.tree, first)
            palettes += [] if posed is None else [posed]
            world = world_output
        assert world is not None
        for number in range(len(palettes), count):
            palettes.append(palette_maps(world, binds[number], plan.skins[number]))
        results: list[Tensor | None] = [world_output]
        for (number, prepared), source in zip(plan.surfaces, plan.sources(tensors[count:]), strict=True):
            results += skin_surface(palettes[number], source, prepared)
        ctx.save_for_backward(world, *local, *palettes, *tensors)
        ctx.set_materialize_grads(False)
        ctx.plan, ctx.locals = plan, len(local)
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, d_world: Tensor | None, *d_surfaces: Tensor | None) -> Any:
        plan, needs = ctx.plan, ctx.needs_input_grad
        world, *saved = ctx.saved_tensors
        count = len(plan.skins)
        local, palettes = saved[: ctx.locals], saved[ctx.locals : ctx.locals + count]
        tensors = tuple(saved[ctx.locals + count :])
        moves = any(needs[2:6])
        d_binds: list[Tensor | None] = [None] * count
        d_tensors: list[Tensor | None] = []
        for index, source in enumerate(plan.sources(tensors[count:])):
            number, prepared = plan.surfaces[index]
            first = 6 + count + index * len(source)
            wanted = moves or needs[6 + number]
            grads = d_surfaces[2 * index], d_surfaces[2 * index + 1]
            if grads[0] is None and grads[1] is None:
                d_tensors += [None] * len(source)
                continue
            parts, gradients = surface_gradients(
                grads, palettes[number], source, prepared, needs[first : first + len(source)], wanted
            )
            d_tensors += gradients
            if parts is not None and moves:
                more = world_gradient(parts, tensors[number], world.size(1), plan.skins[number])
                d_world = more if d_world is None else d_world + more
            if parts is not None and needs[6 + number]:
                more = bind_gradient(parts.total(), world, plan.skins[number])
                d_binds[number] = more if d_binds[number] is None else d_binds[number] + more
        d_local: list[Tensor | None] = [None, None, None]
        if local and d_world is not None:
            d_local = local_gradients(d_world, world, local, plan.tree, needs[2:5])
        return None, None, *d_local, None if local else d_world, *d_binds, *d_tensors
