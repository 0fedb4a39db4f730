"""The nearest rotation of a 3D matrix, with a gradient that exists wherever the rotation is unique."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


def rotation_and_stretch(linear: Tensor) -> tuple[Tensor, Tensor]:
    """R and S (…, 3, 3) with linear = R S: R the nearest proper rotation, S symmetric; S mirrors where linear
    does."""
    rotation = _NearestRotation.apply(linear)
    return rotation, rotation.transpose(-1, -2) @ linear


class _NearestRotation(torch.autograd.Function):
    """U Vᵀ of the singular value decomposition.

    The gradient of the decomposition itself is infinite for equal singular values, that is for every rigid
    motion. That of R is not: with linear = R S, a change dM rotates R by Ω with Ω S + S Ω = Rᵀ dM − dMᵀ R,
    which for the axes of antisymmetric matrices is (tr S · I − S) ω = the axis of the right side.
    """

    @staticmethod
    def forward(ctx: Any, linear: Tensor) -> Tensor:
        u, _, vt = torch.linalg.svd(linear)
        mirrored = torch.linalg.det(u) * torch.linalg.det(vt) < 0
        sign = torch.where(mirrored, -1.0, 1.0).to(u.dtype)
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
