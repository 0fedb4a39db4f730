"""Spring bones of a batch of poses, step by step with gradients; the arithmetic is that of the kernels.

On a CUDA device a step runs as fused kernels, to the same bits; gradients rerun the step as PyTorch
operations.
"""

from __future__ import annotations

import math
from copy import copy
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from pantin.base.short_repr import short_value
from pantin.kernels.records import Mask
from pantin.kernels.spring_program import (
    Event,
    Index,
    JointConstants,
    JointState,
    PlacedCollider,
    Program,
)
from pantin.kernels.spring_step_numpy import StepState, operations, place_nodes
from pantin.rig import Rig
from pantin.springs import Profile
from pantin.springs.batch import BatchState
from pantin.torch.cuda import is_available
from pantin.torch.spring_parameters import NONE, JointForces
from pantin.torch.tensor_numbers import Numbers, as_numbers
from pantin.torch.tensors import finite_tensor, is_transformed

if TYPE_CHECKING:
    from pantin.torch.cuda.springs import FusedSprings

MOST_POSES = 65_535 * 128
"""The most poses of a step by kernels: the limit for blocks in the second axis of a CUDA grid."""


class _TensorScene(StepState):
    """The data that operations read and write, as tensors: state (J, 13, B, 1), world (slots + 1, 12, B,
    1)."""

    def __init__(self, program: Program, state: Tensor, above: Tensor, dt: float) -> None:
        shape = (len(state), 1)
        self.dt: Any = dt
        self.state: Any = Numbers(state.permute(1, 2, 0)[..., None].clone())
        world = state.new_zeros(len(program.origins) + 1, 12, *shape)
        self.world: Any = Numbers(torch.cat((world[:-1], above.flatten(1).T[None, ..., None])))
        self.placed: Any = Numbers(state.new_zeros(len(program.collider_index), PlacedCollider.width, *shape))

    def drive(self, driven: Any, scales: Any) -> None:
        """From local matrices (B, n, 3, 4) and scales (B, n, 3)."""
        self.driven: Any = Numbers(driven.flatten(2).permute(1, 2, 0)[..., None])
        self.scales: Any = Numbers(scales.permute(1, 2, 0)[..., None])

    def count(self, event: Event, mask: Mask) -> None:
        """Degenerate vectors are not counted: that would wait for the device."""


class Springs:
    """The springs of a rig, compiled once."""

    def __init__(self, rig: Rig, profile: Profile) -> None:
        compiled = BatchState(rig, profile, strict=True, count=1, lanes=1)
        self.program, self.heads, self.vectors = compiled.program, compiled.heads, compiled.vectors
        self.rest = compiled.rest
        self._operations: dict[torch.device, list[Any]] = {}
        self._head_nodes: dict[torch.device, Tensor] = {}
        self._fused: dict[torch.device, FusedSprings] = {}

    def head_nodes(self, device: torch.device) -> Tensor:
        """(J,) the nodes of the joints, on a device."""
        if device not in self._head_nodes:
            with torch.inference_mode(False):  # a later call may need them for gradients
                self._head_nodes[device] = torch.tensor(self.heads, device=device)
        return self._head_nodes[device]

    def operations(self, device: torch.device) -> list[Any]:
        """The operations of a step, with their constants on a device."""
        if device not in self._operations:
            steps = operations(self.program)
            with torch.inference_mode(False):
                for operation in steps:
                    vars(operation).update(
                        {name: as_numbers(value, device) for name, value in vars(operation).items()}
                    )
            self._operations[device] = list(steps)
        return self._operations[device]

    def reset(self, local: Tensor, scales: Tensor, above: Tensor) -> Tensor:
        """(B, J, 13) every joint at rest in its pose, without velocity."""
        start = np.zeros((len(self.heads), JointState.width))
        start[:, JointState.direction.columns] = self.program.joint_values[
            :, JointConstants.direction.columns
        ]
        start[:, JointState.rotation.columns] = self.rest
        state = torch.tensor(start, device=local.device).expand(len(local), -1, -1)
        scene = _TensorScene(self.program, state, above, 0.0)
        scene.drive(local, scales)
        place_nodes(self.program, scene)
        tails = self._tails(scene.world.tensor[..., 0])
        return torch.cat((tails, tails, state[..., JointState.direction.first :]), -1)

    def _tails(self, world: Tensor) -> Tensor:
        """(B, J, 3) tails at rest, in the space of their centres."""
        slots = torch.tensor(self.program.joint_index, device=world.device)
        vectors = torch.tensor(self.vectors, device=world.device)
        matrices = world.unflatten(1, (3, 4)).permute(3, 0, 1, 2)
        heads = matrices[:, slots[:, Index.SLOT]]
        tails = (heads[..., :3] @ vectors[..., None])[..., 0] + heads[..., 3]
        centers = slots[:, Index.CENTER]
        if not bool((centers >= 0).any()):
            return tails
        center = matrices[:, centers]
        inverse = torch.linalg.inv_ex(center[..., :3])[0]
        inner = (inverse @ (tails - center[..., 3])[..., None])[..., 0]
        return torch.where((centers >= 0)[:, None], inner, tails)

    def step(
        self,
        state: Tensor,
        dt: float,
        local: Tensor,
        scales: Tensor,
        above: Tensor,
        external: Tensor,
        forces: JointForces = NONE,
    ) -> Tensor:
        """The state (B, J, 13) after one step of dt seconds."""
        if dt < 0:
            raise ValueError(f"dt must not be negative, but is {dt:g}: springs do not run backwards")
        if dt == 0 or not len(self.heads):
            return state
        tensors = (state, local, scales, above, external, *forces)
        if _uses_kernels(state):
            from pantin.torch.cuda.springs import FusedStep

            moved: Tensor = FusedStep.apply(self._fused_springs(state.device), self._plain_step, dt, *tensors)
            return moved
        return self._plain_step(dt, *tensors)

    def _plain_step(
        self,
        dt: float,
        state: Tensor,
        local: Tensor,
        scales: Tensor,
        above: Tensor,
        external: Tensor,
        *forces: Tensor | None,
    ) -> Tensor:
        """`step` by operations of PyTorch."""
        scene = _TensorScene(self.program, state, above, dt)
        scene.drive(local, scales)
        scene.external = [Numbers(part[:, None]) for part in external.unbind(-1)]
        for operation in self.operations(state.device):
            _with_forces(operation, JointForces(*forces)).run(scene)
        return scene.state.tensor[..., 0].permute(2, 0, 1)

    def _fused_springs(self, device: torch.device) -> FusedSprings:
        """The kernels of a device, made at their first use."""
        if device not in self._fused:
            from pantin.torch.cuda.springs import FusedSprings

            self._fused[device] = FusedSprings(self.program, device)
        return self._fused[device]


def _uses_kernels(state: Tensor) -> bool:
    """Whether steps of this state run as fused kernels: not compiled, not transformed, not too many poses."""
    if torch.compiler.is_compiling() or is_transformed() or not 0 < len(state) <= MOST_POSES:
        return False
    return is_available(state.device)


class _Rows:
    """The constants of joints, with some replaced."""

    def __init__(self, rows: Numbers, changed: dict[int, Numbers]) -> None:
        self.rows, self.changed = rows, changed

    def __getitem__(self, row: int) -> Numbers:
        return self.changed[row] if row in self.changed else self.rows[row]


def _with_forces(operation: Any, forces: JointForces) -> Any:
    """The operation with other stiffness, drag and gravity of its joints; itself where nothing is given."""
    constants = getattr(operation, "constants", None)
    if not isinstance(constants, JointConstants) or all(part is None for part in forces):
        return operation
    joints = operation.joints
    changed = {}
    if forces.stiffness is not None:
        changed[JointConstants.stiffness.first] = Numbers(forces.stiffness[joints][..., None])
    if forces.drag is not None:
        changed[JointConstants.inertia.first] = Numbers(1.0 - forces.drag[joints][..., None])
    if forces.gravity is not None:
        for axis in range(3):
            row = JointConstants.gravity.first + axis
            changed[row] = Numbers(forces.gravity[axis][joints][..., None])
    other = copy(operation)
    other.constants = JointConstants(_Rows(constants.rows, changed))
    return other


def as_seconds(dt: float | Tensor) -> float:
    """The length of a step as a number; raises `TypeError` or `ValueError` for anything else."""
    seconds = dt.item() if isinstance(dt, Tensor) and dt.numel() == 1 and not dt.requires_grad else dt
    if not isinstance(seconds, Real):
        raise TypeError(f"dt must be a number of seconds, not {short_value(dt)}")
    if not math.isfinite(seconds):
        raise ValueError(f"dt must be a finite number of seconds, not {seconds}")
    return float(seconds)


def as_forces(external: Tensor | ArrayLike | None, batch: int, device: torch.device) -> Tensor:
    """Accelerations (B, 3) in float64 from (3,), (1, 3) or (B, 3)."""
    forces = finite_tensor(np.zeros(3) if external is None else external, "external", "3 numbers")
    shape = tuple(forces.shape)
    if shape not in ((3,), (1, 3), (batch, 3)):
        raise ValueError(f"external must have shape (3,) or ({batch}, 3), not {shape}")
    return forces.to(device, torch.float64).expand(batch, 3)
