"""The rotation of a 3D matrix (see `pantin.kernels.polar`), with a gradient wherever it is unique."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from pantin.kernels.polar import ROUNDINGS


def rotation_and_stretch(linear: Tensor) -> tuple[Tensor, Tensor]:
    """R and S (…, 3, 3) with linear = R S: R a proper rotation, S symmetric: positive, or negative where
    linear mirrors."""
    rotation = _NearestRotation.apply(linear)
    return rotation, rotation.transpose(-1, -2) @ linear


class _NearestRotation(torch.autograd.Function):
    """U Vᵀ of the singular value decomposition, of the negative of a matrix that mirrors.

    The gradient of the decomposition itself is infinite for equal singular values, that is for every rigid
    motion. That of R is not: with linear = R S, a change dM rotates R by Ω with Ω S + S Ω = Rᵀ dM − dMᵀ R,
    which for the axes of antisymmetric matrices is (tr S · I − S) ω = the axis of the right side.
    """

    @staticmethod
    def forward(ctx: Any, linear: Tensor) -> Tensor:
        size = linear.square().sum((-2, -1), keepdim=True).div(3).sqrt()
        flat = ROUNDINGS * torch.finfo(linear.dtype).eps
        mirrors = (torch.linalg.det(linear / size) < -flat)[..., None, None]
        u, _, vt = torch.linalg.svd(torch.where(mirrors, -linear, linear))
        flips = torch.linalg.det(u) * torch.linalg.det(vt) < 0  # by rounding: a matrix that flattens
        sign = torch.where(flips, -1.0, 1.0).to(u.dtype)
        rotation = torch.cat((u[..., :2], u[..., 2:] * sign[..., None, None]), -1) @ vt
        ctx.save_for_backward(linear, rotation)
        return rotation

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        linear, rotation = ctx.saved_tensors
        stretch = rotation.transpose(-1, -2) @ linear
        trace = stretch.diagonal(dim1=-2, dim2=-1).sum(-1)
        eye = torch.eye(3, dtype=linear.dtype, device=linear.device)
        system = trace[..., None, None] * eye - stretch
        axis = _axis(rotation.transpose(-1, -2) @ gradient)
        solved, info = torch.linalg.solve_ex(system, axis[..., None])
        usable = (info == 0)[..., None] & solved[..., 0].isfinite().all(-1, keepdim=True)
        return rotation @ _antisymmetric(torch.where(usable, solved[..., 0], 0.0))


def _axis(matrix: Tensor) -> Tensor:
    """The axis of the antisymmetric part, times 2."""
    m = matrix - matrix.transpose(-1, -2)
    return torch.stack((m[..., 2, 1], m[..., 0, 2], m[..., 1, 0]), -1)


def _antisymmetric(axis: Tensor) -> Tensor:
    x, y, z = axis.unbind(-1)
    none = torch.zeros_like(x)
    return torch.stack((none, -z, y, z, none, -x, -y, x, none), -1).unflatten(-1, (3, 3))
