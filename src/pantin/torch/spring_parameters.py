"""Stiffness, drag and gravity of spring joints as tensors: parameters of a module, or inputs of a step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor, nn

from pantin.base.records import replace
from pantin.rig import Rig, SpringJoint, SpringSettings
from pantin.springs.chains import find_chains
from pantin.torch.tensors import finite_tensor, hold, to_numpy


class SpringParameters(nn.Module):
    """The learned parameters of J spring joints, in the order of `RigModule.spring_joints`.

    stiffness  (J,)
    drag       (J,) from 0 to 1
    gravity    (J, 3) an acceleration: gravity power times direction
    """

    stiffness: Tensor
    drag: Tensor
    gravity: Tensor

    def __init__(self, rig: Rig) -> None:
        super().__init__()
        bones = find_chains(rig).bones if rig.dimension == 3 else ()
        joints = [bone.joint for bone in bones]
        self.heads = [(bone.spring, bone.node) for bone in bones]
        gravity = [np.asarray(joint.gravity_dir, np.float64) * joint.gravity_power for joint in joints]
        hold(self, "stiffness", np.array([joint.stiffness for joint in joints], np.float64), True)
        hold(self, "drag", np.array([joint.drag for joint in joints], np.float64), True)
        hold(self, "gravity", np.array(gravity, np.float64).reshape(-1, 3), True)

    def settings(self, rig: Rig) -> SpringSettings:
        """The springs of the rig with the learned values."""
        rows = {head: row for row, head in enumerate(self.heads)}
        learned = [to_numpy(part.double()) for part in (self.stiffness, self.drag, self.gravity)]

        def change(spring: int, joint: SpringJoint) -> SpringJoint:
            row = rows.get((spring, joint.node))
            if row is None:
                return joint
            stiffness, drag, gravity = (part[row] for part in learned)
            power = float(np.linalg.norm(gravity))
            return replace(
                joint,
                stiffness=float(stiffness),
                drag=float(drag),
                gravity_power=power,
                gravity_dir=gravity / power if power > 0 else joint.gravity_dir,
            )

        springs = tuple(
            replace(spring, joints=tuple(change(index, joint) for joint in spring.joints))
            for index, spring in enumerate(rig.springs.springs)
        )
        return replace(rig.springs, springs=springs)


class JointForces(NamedTuple):
    """Values that a step uses in place of the settings of the rig: (J, 1) or (J, B), and gravity with 3 in
    front; None is that of the rig."""

    stiffness: Tensor | None
    drag: Tensor | None
    gravity: Tensor | None


NONE = JointForces(None, None, None)


def joint_forces(
    settings: tuple[Tensor | ArrayLike | None, Tensor | ArrayLike | None, Tensor | ArrayLike | None],
    learned: SpringParameters | None,
    joints: int,
    batch: int,
    device: torch.device,
) -> JointForces:
    """The stiffness, drag and gravity of a call, else those that the module learns."""
    if learned is not None:
        parts = (learned.stiffness, learned.drag, learned.gravity)
        settings = tuple(own if part is None else part for part, own in zip(settings, parts, strict=True))  # type: ignore[assignment]
    stiffness, drag, gravity = settings
    if stiffness is None and drag is None and gravity is None:
        return NONE
    return JointForces(
        None if stiffness is None else _per_joint(stiffness, "stiffness", joints, batch, (), device),
        None if drag is None else _per_joint(drag, "drag", joints, batch, (), device),
        None if gravity is None else _per_joint(gravity, "gravity", joints, batch, (3,), device),
    )


def _per_joint(
    values: Tensor | ArrayLike,
    what: str,
    joints: int,
    batch: int,
    item: tuple[int, ...],
    device: torch.device,
) -> Tensor:
    """(*item, J, 1 or B) in float64 from one value for all joints, (J, *item), or (B, J, *item)."""
    words = "3 numbers" if item else "a number"
    tensor = finite_tensor(values, what, words).to(device, torch.float64)
    shape = tuple(tensor.shape)
    allowed = (item, (joints, *item), (1, joints, *item), (batch, joints, *item))
    if shape not in allowed:
        names = ", ".join(map(str, dict.fromkeys((item, allowed[1], allowed[3]))))
        raise ValueError(f"{what} must have one of the shapes {names}, not {shape}")
    if len(shape) == len(item):
        tensor = tensor.expand(joints, *item)
    if len(shape) < len(item) + 2:
        tensor = tensor[None]
    return tensor.permute(2, 1, 0) if item else tensor.T
