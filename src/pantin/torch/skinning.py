"""Linear and dual-quaternion skinning of one surface in plain torch operations.

Each vertex gets Σ weight · matrix of its joints from one grouped sum over compressed rows, for the whole
batch at once: nothing has both vertices and joints as axes.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from pantin.kernels.polar import ROUNDINGS
from pantin.torch.rotations import from_quaternions, to_quaternions
from pantin.torch.tensors import weighted_sums


def blend_matrices(palettes: Tensor, joints: Tensor, offsets: Tensor, weights: Tensor) -> Tensor:
    """(B, V, N, N + 1) Σ weight · matrix of each vertex, from palettes (B, J, N, N + 1)."""
    batch, count, *shape = palettes.shape
    rows = palettes.transpose(0, 1).reshape(count, -1)
    sums = weighted_sums(rows, joints, offsets, weights)
    return sums.unflatten(1, (batch, *shape)).transpose(0, 1)


def apply(matrices: Tensor, vectors: Tensor) -> Tensor:
    """(…, N) matrices (…, N, N) times vectors (…, N), as N products of whole arrays: a matrix product of
    millions of small matrices takes longer."""
    total = matrices[..., 0] * vectors[..., 0, None]
    for column in range(1, vectors.shape[-1]):
        total = total + matrices[..., column] * vectors[..., column, None]
    return total


def skin_linearly(blended: Tensor, points: Tensor) -> Tensor:
    """(B, V, N) points (B or 1, V, N) moved by blended matrices (B, V, N, N + 1)."""
    return apply(blended[..., :-1], points) + blended[..., -1]


def blend_dual_quaternions(
    palettes: Tensor, joints: Tensor, offsets: Tensor, weights: Tensor, leading: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Rotation (B, V, 3, 3), translation (B, V, 3) and stretch (B, V, 3, 3) of each vertex (Kavan et al.
    2008); a vertex whose weights or rotations cancel has identities.

    leading  (V,) the entry of the largest weight of each vertex
    """
    batch, count = palettes.shape[:2]
    vertices = len(offsets) - 1
    turn, stretch = rotation_and_stretch(palettes[..., :3])
    # The split is in the precision of the palettes, the sums in that of the weights.
    motion = _dual_quaternions(to_quaternions(turn), palettes[..., 3]).to(weights.dtype)
    stretch = stretch.to(weights.dtype)
    # Signs differ from pose to pose, so that each pose has weights of its own: one bag a vertex and pose.
    first = torch.arange(batch, device=joints.device)[:, None]
    rows, bags = (joints + first * count).flatten(), _repeat_offsets(offsets, batch)
    own = torch.repeat_interleave(torch.arange(vertices, device=joints.device), offsets.diff())
    leader = motion[:, joints[leading[own]], :4].detach() if len(joints) else motion[:, joints, :4]
    side = (motion[:, joints, :4].detach() * leader).sum(-1) < 0
    signed = torch.where(side, -weights, weights).flatten()
    dual = weighted_sums(motion.flatten(0, 1), rows, bags, signed).unflatten(0, (batch, vertices))
    stretches = blend_matrices(stretch, joints, offsets, weights)
    total = weighted_sums(
        weights[:, None],
        torch.arange(len(weights), device=joints.device),
        offsets,
        weights.new_ones(len(weights)),
    )[:, 0]
    square = (dual[..., :4] * dual[..., :4]).sum(-1)
    usable = (square > 0) & (total != 0)
    fixed = dual.new_tensor((0.0, 0, 0, 1, 0, 0, 0, 0))
    dual = torch.where(usable[..., None], dual, fixed)
    dual = dual / torch.where(usable, square, 1.0).sqrt()[..., None]
    shares = stretches / torch.where(total != 0, total, 1.0)[:, None, None]
    shape = torch.where(usable[..., None, None], shares, torch.eye(3, dtype=dual.dtype, device=dual.device))
    return from_quaternions(dual[..., :4]), _translation(dual), shape


def _repeat_offsets(offsets: Tensor, batch: int) -> Tensor:
    """Offsets of the same bags, one after another for each pose."""
    starts = offsets[:-1] + torch.arange(batch, device=offsets.device)[:, None] * offsets[-1]
    return torch.cat((starts.flatten(), offsets[-1:] * batch))


def _dual_quaternions(q: Tensor, t: Tensor) -> Tensor:
    """(…, 8) q + ε (t q) / 2 for the rotation q and then the translation t."""
    x, y, z, w = q.unbind(-1)
    a, b, c = t.unbind(-1)
    dual = (a * w + b * z - c * y, -a * z + b * w + c * x, a * y - b * x + c * w, -a * x - b * y - c * z)
    return torch.cat((q, 0.5 * torch.stack(dual, -1)), -1)


def _translation(dual: Tensor) -> Tensor:
    """2 (w d − d_w u + u × d) with the real part (u, w) and the dual part (d, d_w)."""
    u, w, d, dw = dual[..., :3], dual[..., 3:4], dual[..., 4:7], dual[..., 7:]
    return 2 * (w * d - dw * u + torch.linalg.cross(u, d))


def rotation_and_stretch(linear: Tensor) -> tuple[Tensor, Tensor]:
    """R and S (…, 3, 3) with linear = R S: R a proper rotation, S symmetric: positive, or negative where
    linear mirrors. As `pantin.kernels.polar`, with a gradient wherever the rotation is unique."""
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
