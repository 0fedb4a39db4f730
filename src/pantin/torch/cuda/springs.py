"""Steps of springs as Triton kernels: one for each operation of a program. It reads and writes the numbers of
a joint once, plain PyTorch for every addition."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import torch
import triton
import triton.language as tl
from torch import Tensor

from pantin.kernels.spring_program import JointState, PlacedCollider, Program
from pantin.kernels.spring_step_numpy import operations
from pantin.torch.cuda.launch import Launch, ceil_div
from pantin.torch.cuda.spring_source import FORCES, Source
from pantin.torch.spring_parameters import JointForces

BLOCK = 128
"""Poses of a block, a thread each."""


class _Step(NamedTuple):
    """An operation: its kernel, for how many nodes, joints or colliders, and the arrays it reads."""

    launch: Launch
    rows: int
    arrays: tuple[Tensor, ...]


class FusedSprings:
    """The operations of a program on one device; kernels are compiled at their first use."""

    def __init__(self, program: Program, device: torch.device) -> None:
        self.program, self.device = program, device
        self._steps: dict[frozenset[str], list[_Step]] = {}

    def step(
        self,
        dt: float,
        state: Tensor,
        local: Tensor,
        scales: Tensor,
        above: Tensor,
        external: Tensor,
        *forces: Tensor | None,
    ) -> Tensor:
        """As `Springs.step`, to the same bits."""
        batch, last = len(state), len(self.program.origins)
        out = state.new_empty(state.size(1), JointState.width, batch)
        world = state.new_empty(last + 1, 12, batch)
        world[last] = above.flatten(1).T
        placed = state.new_empty(len(self.program.collider_index), PlacedCollider.width, batch)
        seconds = torch.full((1,), dt, dtype=torch.float64, device=self.device)
        driven, stretched = _by_pose(local), _by_pose(scales)
        replaced = _replaced(JointForces(*forces))
        others = [replaced.get(name, seconds) for name in FORCES]
        tensors = (state, out, world, placed, driven, stretched, external, seconds, *others)
        numbers = (
            batch, last, *state.stride(), driven.stride(0), stretched.stride(0), *external.stride(),
            *(stride for name in FORCES for stride in _strides(replaced.get(name))),
        )  # fmt: skip
        for launch, rows, arrays in self._steps_for(frozenset(replaced)):
            grid = (rows, ceil_div(batch, BLOCK), 1)
            launch(grid, (*tensors, *arrays), numbers, BLOCK)
        return out.permute(2, 0, 1)

    def _steps_for(self, replaced: frozenset[str]) -> list[_Step]:
        """The operations, for calls that replace these constants."""
        if replaced not in self._steps:
            steps = []
            with torch.inference_mode(False):  # a later call may need the arrays for gradients
                for operation in operations(self.program):
                    source = Source(operation, replaced)
                    arrays = tuple(_as_tensor(array, self.device) for array in source.arrays)
                    steps.append(_Step(_kernel(source.text), operation.rows, arrays))
            self._steps[replaced] = steps
        return self._steps[replaced]


class FusedStep(torch.autograd.Function):
    """A step by kernels. For gradients it runs again as operations of PyTorch (`plain`), so that a rollout
    keeps the state of each step and nothing else."""

    @staticmethod
    def forward(
        ctx: Any, fused: FusedSprings, plain: Callable[..., Tensor], dt: float, *tensors: Any
    ) -> Tensor:
        """The tensors are those of `Springs.step`, with the three of its forces at the end."""
        ctx.plain, ctx.dt = plain, dt
        ctx.save_for_backward(*tensors)
        return fused.step(dt, *tensors)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        tensors, needs, twice = ctx.saved_tensors, ctx.needs_input_grad[3:], torch.is_grad_enabled()
        wanted = [tensor for tensor, need in zip(tensors, needs, strict=True) if need]
        with torch.enable_grad():
            moved = ctx.plain(ctx.dt, *tensors)
            gradients = torch.autograd.grad(moved, wanted, gradient, create_graph=twice, allow_unused=True)
        following = iter(gradients)
        return None, None, None, *(next(following) if need else None for need in needs)


@lru_cache(maxsize=256)
def _kernel(text: str) -> Launch:
    """The kernel of a source. Products and sums are rounded one by one, as everywhere else."""
    name = f"<spring operation {sha256(text.encode()).hexdigest()[:16]}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)  # Triton reads it there
    module = SimpleNamespace(__name__=__name__, tl=tl)
    exec(compile(text, name, "exec"), vars(module))
    return Launch(triton.jit(vars(module)["spring_operation"]), enable_fp_fusion=False)


def _as_tensor(array: np.ndarray, device: torch.device) -> Tensor:
    kind = torch.float64 if array.dtype.kind == "f" else torch.int64
    return torch.tensor(np.ascontiguousarray(array), dtype=kind, device=device)


def _by_pose(tensor: Tensor) -> Tensor:
    """The tensor with the numbers of a pose side by side; a single pose for all has a stride of 0."""
    if tensor.stride(0) == 0 and len(tensor):
        return tensor[:1].contiguous().expand(tensor.shape)
    return tensor.contiguous()


def _replaced(forces: JointForces) -> dict[str, Tensor]:
    """The tensors (J, B or 1) by their names in `FORCES`."""
    replaced = {}
    if forces.stiffness is not None:
        replaced["stiffness"] = forces.stiffness
    if forces.drag is not None:
        replaced["inertia"] = 1.0 - forces.drag
    if forces.gravity is not None:
        replaced |= zip(("gravity_x", "gravity_y", "gravity_z"), forces.gravity, strict=True)
    return replaced


def _strides(tensor: Tensor | None) -> tuple[int, int]:
    """Of joints and poses."""
    if tensor is None:
        return 0, 0
    return tensor.stride(0), tensor.stride(1) if tensor.size(1) > 1 else 0
