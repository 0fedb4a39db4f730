"""The inputs of a module: checked, and made from poses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pantin.base.short_repr import short_value
from pantin.rig import Pose, Poses, Rig
from pantin.rig.rig import require_fit
from pantin.torch.kinematics import split_linear
from pantin.torch.rotations import check_rotations
from pantin.torch.tensors import hold, require_numbers


class Inputs(NamedTuple):
    """The transforms that a caller gave."""

    rotations: Tensor | None
    translations: Tensor | None
    scales: Tensor | None
    root: Tensor | None


NAMES = Inputs._fields  # torch.compile of PyTorch 2.8 cannot trace the attribute


def require_tensor(tensor: object, name: str, device: torch.device) -> None:
    """Raise `TypeError` or `ValueError` for anything but a dense tensor of real numbers on a device."""
    if not isinstance(tensor, Tensor):
        raise TypeError(f"{name} must be a tensor, not {type(tensor).__name__}")
    require_numbers(tensor, name)
    if tensor.device != device:
        raise ValueError(
            f"{name} is on the device '{tensor.device}', but the module is on '{device}': "
            f"move it with {name}.to('{device}')"
        )


def require_tensors(inputs: Inputs, device: torch.device) -> None:
    """Raise `TypeError` or `ValueError` for inputs that are no tensors of numbers on the device."""
    for name, tensor in zip(NAMES, inputs, strict=True):
        if tensor is not None:
            require_tensor(tensor, name, device)


def check_inputs(inputs: Inputs, nodes: int, dimension: int) -> None:
    """Raise `ValueError` for tensors of other shapes."""
    shapes = (None, (nodes, dimension), (nodes, dimension), (dimension, dimension + 1))
    for name, tensor, shape in zip(NAMES, inputs, shapes, strict=True):
        if tensor is None:
            continue
        if shape is None:
            check_rotations(tensor, nodes, dimension)
        elif tensor.ndim != len(shape) + 1 or tuple(tensor.shape[1:]) != shape:
            expected = ", ".join(map(str, shape))
            raise ValueError(f"{name} must have shape (B, {expected}), not {tuple(tensor.shape)}")


def is_one_batch(
    inputs: Inputs, blend_weights: Tensor | Sequence[Tensor | None] | None, nodes: int, dimension: int
) -> bool:
    """Whether all given inputs have one dimension of poses in front, as in most calls."""
    rotations = inputs.rotations
    if rotations is not None and rotations.ndim != 1 + _rotation_rank(rotations, nodes, dimension):
        return False
    if any(tensor is not None and tensor.ndim != 3 for tensor in inputs[1:]):
        return False
    if blend_weights is None or isinstance(blend_weights, Tensor):
        return blend_weights is None or blend_weights.ndim == 2
    return all(weights is None or weights.ndim == 2 for weights in blend_weights)


def leading_shapes(
    inputs: Inputs, blend_weights: Tensor | Sequence[Tensor | None] | None, nodes: int, dimension: int
) -> list[tuple[int, ...] | None]:
    """The dimensions in front of each input, and of the blend weights: (B,) mostly, () for one pose, or
    several; None for inputs that are not given. A shape that fits (B, …) is read as a batch."""
    ranks = (_rotation_rank(inputs.rotations, nodes, dimension), 2, 2, 2)
    weights = [blend_weights] if isinstance(blend_weights, Tensor) else list(blend_weights or ())
    listed = [
        *zip(NAMES, inputs, ranks, strict=True),
        *(("blend_weights", tensor, 1) for tensor in weights),
    ]
    return [None if tensor is None else _leading(name, tensor, rank) for name, tensor, rank in listed]


def _leading(name: str, tensor: Tensor, rank: int) -> tuple[int, ...]:
    if tensor.ndim < rank:
        raise ValueError(f"{name} must have {rank} dimensions or more, but has shape {tuple(tensor.shape)}")
    return tuple(tensor.shape[: tensor.ndim - rank])


def _rotation_rank(rotations: Tensor | None, nodes: int, dimension: int) -> int:
    """How many dimensions the rotations of one pose have: 3 for matrices, 2 otherwise."""
    if rotations is None:
        return 2
    shape, square = tuple(rotations.shape), (nodes, dimension, dimension)
    batched_vectors = rotations.ndim == 3 and dimension == 3 and shape[1] == nodes
    return 3 if shape[-3:] == square and not batched_vectors else 2


def flatten_leading(tensor: Tensor, own: tuple[int, ...], whole: tuple[int, ...]) -> Tensor:
    """The tensor with one dimension in front in place of `own`, which are broadcast to `whole`."""
    rest = tensor.shape[len(own) :]
    if prod(own) == 1:
        return tensor.reshape(1, *rest)
    return tensor.expand(*whole, *rest).reshape(-1, *rest)


def batch_of(inputs: Inputs, weights: Sequence[Tensor | None]) -> int:
    """How many poses the inputs have; each has this number, or 1."""
    sizes = [1 if tensor is None else tensor.size(0) for tensor in (*inputs, *weights)]
    several = [size for size in sizes if size != 1]
    batch = max(several) if several else 1
    for index, size in enumerate(sizes):
        if size != 1 and size != batch:  # torch.compile finds no traced size in a tuple
            names = [*NAMES, *(f"blend_weights[{instance}]" for instance in range(len(weights)))]
            raise ValueError(f"{names[index]} has {size} poses, but another input has {batch}")
    return batch


class BlendWeights(nn.Module):
    """The blend weights of each instance at rest: (1, S), None where all are 0."""

    def __init__(self, rig: Rig) -> None:
        super().__init__()
        rest = rig.rest_pose().blend
        self.counts = [len(weights) for weights in rest]
        named = [rig.meshes[instance.mesh].blend_names or () for instance in rig.instances]
        self.names: list[list[str | None]] = [
            [names[shape] if shape < len(names) else None for shape in range(count)]
            for names, count in zip(named, self.counts, strict=True)
        ]
        self.moving = [bool(weights.any()) for weights in rest]
        for index, weights in enumerate(rest):
            hold(self, f"rest{index}", weights[None], persistent=False)

    def resolve(
        self, stated: Tensor | Sequence[Tensor | None] | None, dtype: torch.dtype
    ) -> list[Tensor | None]:
        """(B, S) weights for each instance; None where they are 0 or there are no shapes."""
        if stated is None and not any(self.moving):
            return [None] * len(self.counts)
        listed = self._per_instance(stated)
        resolved: list[Tensor | None] = []
        for index, (weights, count) in enumerate(zip(listed, self.counts, strict=True)):
            if weights is None:
                resolved.append(getattr(self, f"rest{index}") if self.moving[index] else None)
                continue
            if weights.ndim != 2 or weights.shape[1] != count:
                shape = f"(B, {count}), not {tuple(weights.shape)}"
                raise ValueError(f"blend_weights[{index}] must have shape {shape}")
            resolved.append(weights.to(dtype) if count else None)
        return resolved

    def accept(self, stated: object, device: torch.device) -> Tensor | Sequence[Tensor | None] | None:
        """Blend weights of a call as tensors. Raises `TypeError` or `ValueError` for anything but a tensor, a
        list of them, or a mapping by name."""
        if stated is None:
            return None
        if isinstance(stated, Mapping):
            return self._by_name(stated, device)
        if isinstance(stated, Tensor):
            require_tensor(stated, "blend_weights", device)
            return stated
        if not isinstance(stated, list | tuple):
            forms = "a tensor, a list of them or a mapping by name"
            raise TypeError(f"blend_weights must be {forms}, not {short_value(stated)}")
        for index, weights in enumerate(stated):
            if weights is not None:
                require_tensor(weights, f"blend_weights[{index}]", device)
        return stated

    def _by_name(self, weights: Mapping[Any, Any], device: torch.device) -> list[Tensor | None]:
        """Weights of each instance from those of some blend shapes by name: numbers, or tensors with the
        dimensions of poses; all others are at rest. None for instances without any of these names."""
        missing = [name for name in weights if not any(name in names for names in self.names)]
        if missing:
            raise ValueError(f"no mesh has a blend shape called {missing[0]!r}")
        for name, weight in weights.items():
            if isinstance(weight, Tensor):
                require_tensor(weight, f"blend_weights[{name!r}]", device)
            elif not isinstance(weight, Real):
                numbers = "a number or a tensor"
                raise TypeError(f"blend_weights[{name!r}] must be {numbers}, not {short_value(weight)}")
        listed: list[Tensor | None] = []
        for index, names in enumerate(self.names):
            rest = getattr(self, f"rest{index}")[0]
            changed = [
                torch.as_tensor(weights[name], dtype=rest.dtype, device=rest.device)
                if name is not None and name in weights
                else rest[shape]
                for shape, name in enumerate(names)
            ]
            touched = any(name in weights for name in names if name is not None)
            listed.append(torch.stack(torch.broadcast_tensors(*changed), -1) if touched else None)
        return listed

    def _per_instance(self, weights: Tensor | Sequence[Tensor | None] | None) -> Sequence[Tensor | None]:
        """One entry for each instance."""
        instances = len(self.counts)
        if weights is None:
            return [None] * instances
        if isinstance(weights, Tensor):
            blended = [index for index, count in enumerate(self.counts) if count]
            if len(blended) != 1:
                raise ValueError(
                    f"{len(blended)} instances have blend shapes: give blend_weights as a list of "
                    f"{instances}, one for each instance"
                )
            return [weights if index == blended[0] else None for index in range(instances)]
        if len(weights) != instances:
            raise ValueError(
                f"blend_weights must be a list of {instances}, one for each instance, not {len(weights)}"
            )
        return weights


def inputs_of_poses(rig: Rig, pose: Pose | Poses, dtype: torch.dtype, device: torch.device) -> dict[str, Any]:
    """Keyword arguments that give a pose or a batch."""
    if not isinstance(pose, Pose | Poses):
        raise TypeError(f"expected a Pose or Poses, not {type(pose).__name__}: pantin.sample makes one")
    require_fit(rig, pose)

    def tensor(array: NDArray[Any]) -> Tensor:
        rows = np.array(array[None] if isinstance(pose, Pose) else array)
        return torch.as_tensor(rows, dtype=dtype, device=device)

    rotations, scales = split_linear(pose)
    return {
        "rotations": tensor(rotations),
        "translations": tensor(pose.local[..., -1]),
        "scales": tensor(scales),
        "blend_weights": [tensor(weights) for weights in pose.blend],
    }
