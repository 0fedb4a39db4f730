"""One surface in all poses: blend shapes, then its skin or its node, then normals."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from pantin.rig import Solver
from pantin.torch.normals import normals_of_triangles, transform_normals
from pantin.torch.point_sums import SkinPoints, sum_columns, wants_derivatives, weigh_points
from pantin.torch.skinning import apply, blend_dual_quaternions, blend_matrices, skin_linearly
from pantin.torch.surfaces import SkinModule, SurfaceModule

Skinned = tuple[Tensor, Tensor | None]
"""Positions (B, V, N) and normals."""


class Placed(NamedTuple):
    """A visible surface with the node and the blend weights of an instance; `skin` and `solver` are None if
    only the node moves it."""

    surface: SurfaceModule
    skin: SkinModule | None
    node: int
    instance: int
    solver: Solver | None


class Transforms:
    """World transforms of B poses, and the palettes of skins, each made once for all its surfaces."""

    def __init__(self, world: Tensor) -> None:
        self.world = world
        self._palettes: dict[SkinModule, Tensor] = {}

    def palettes(self, skin: SkinModule) -> Tensor:
        """(B, J, N, N + 1) in float64."""
        if skin not in self._palettes:
            self._palettes[skin] = skin.palettes(self.world.double())
        return self._palettes[skin]


def pose_surface(
    placed: Placed,
    transforms: Transforms,
    weights: Tensor | None,
    wants_normals: bool,
    skinned: Skinned | None,
) -> Skinned:
    """Positions (B, V, N), and normals if they are requested and the surface has normals or triangles; `made`
    are the results of fused kernels."""
    surface, skin, node, *_ = placed
    positions, normals = skinned or _pose_plainly(placed, transforms, weights, wants_normals)
    if not wants_normals or normals is not None or not surface.flat:
        return positions, normals
    matrices = transforms.world[:, node : node + 1] if skin is None else transforms.palettes(skin)
    mirrored = _are_mirrored(surface, matrices.detach(), skin)
    return positions, normals_of_triangles(
        positions, surface.triangles, surface.corners, surface.corner_offsets, mirrored
    )


def _pose_plainly(
    placed: Placed, transforms: Transforms, weights: Tensor | None, wants_normals: bool
) -> Skinned:
    """Positions and transformed stored normals, by plain operations."""
    surface, skin, node, _, solver = placed
    points, rotation = surface.blended_positions(weights), None
    before = surface.blended_normals(weights) if wants_normals else None
    if skin is not None and solver == "linear" and before is None and _is_fixed(points, surface.weights):
        fixed = surface.positions if weights is None or surface.blend_shapes is None else points[0]
        return _sum_points(surface, transforms.palettes(skin).to(points.dtype), fixed), None
    if skin is None:
        blended = transforms.world[:, node : node + 1].to(points.dtype)
        positions, linear = skin_linearly(blended, points), blended[..., :-1]
    elif solver == "dqs":
        rotation, shift, linear = blend_dual_quaternions(
            transforms.palettes(skin), surface.joints, surface.offsets, surface.weights, surface.leading
        )
        positions = apply(rotation, apply(linear, points)) + shift
    else:
        palettes = transforms.palettes(skin).to(points.dtype)
        blended = blend_matrices(palettes, surface.joints, surface.offsets, surface.weights)
        positions, linear = skin_linearly(blended, points), blended[..., :-1]
    return positions, None if before is None else transform_normals(linear, before, rotation)


def _sum_points(surface: SurfaceModule, palettes: Tensor, points: Tensor) -> Tensor:
    """Positions of points (V, N) that all poses share; those of the surface itself are weighted once."""
    weights, tables = surface.weights, surface.tables(palettes.shape[1])
    assert weights is not None
    if wants_derivatives(palettes, weights, points):
        skinned: Tensor = SkinPoints.apply(palettes, weights, homogeneous(points), tables)
        return skinned

    def weigh() -> Tensor:
        return weigh_points(weights, homogeneous(points), tables)

    if points is not surface.positions:
        return sum_columns(palettes, weigh(), tables)
    return sum_columns(palettes, surface.prepared.get_or_make("points", (weights, points), weigh), tables)


def homogeneous(points: Tensor) -> Tensor:
    """(…, N + 1) points with a 1."""
    return nn.functional.pad(points, (0, 1), value=1.0)


def _is_fixed(points: Tensor, weights: Tensor) -> bool:
    """Whether all poses share the points, and neither points nor weights are known to need gradients: for
    those, another method is faster."""
    learned = torch.is_grad_enabled() and (points.requires_grad or weights.requires_grad)
    return len(points) == 1 and not learned and not torch.compiler.is_compiling()


def _are_mirrored(surface: SurfaceModule, matrices: Tensor, skin: SkinModule | None) -> Tensor:
    """(B,) whether joints with more than half of the weight, or the node, turn the surface inside out."""
    mirroring = torch.linalg.det(matrices[..., :-1]) < 0
    if skin is None:
        return mirroring[:, 0]
    weights = surface.joint_weights(matrices.shape[1]).double()
    return mirroring.double() @ weights > 0.5 * weights.sum()
