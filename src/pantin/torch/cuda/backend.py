"""The kernels for one module: layouts made at their first use, and the operations that a module calls."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from pantin.torch.cuda.kinematics import PosedSkin, WorldMaps, pose_skin
from pantin.torch.cuda.layouts import (
    MOST_NODES,
    MOST_SLOTS,
    MOST_VERTICES,
    ShapesLayout,
    SkinLayout,
    SurfaceLayout,
    TreeLayout,
)
from pantin.torch.cuda.skin import Shapes, SkinLinearly, as_planes, unit_planes
from pantin.torch.kinematics import Nodes, multiply
from pantin.torch.normals import normalize
from pantin.torch.rotations import to_matrices
from pantin.torch.surfaces import SkinModule, SurfaceModule
from pantin.torch.tensors import to_numpy


class FusedOperations:
    """World transforms, palettes and linear skinning of one rig, on one device."""

    def __init__(self, nodes: Nodes, device: torch.device) -> None:
        self.nodes, self.device = nodes, device
        self._skins: dict[SkinModule, SkinLayout] = {}
        self._surfaces: dict[SurfaceModule, SurfaceLayout | None] = {}
        self._shapes: dict[SurfaceModule, Shapes] = {}
        fits = nodes.count <= MOST_NODES
        self.tree = TreeLayout.of(to_numpy(nodes.parents), device) if fits else None

    def world(
        self,
        rotations: Tensor | None,
        translations: Tensor | None,
        scales: Tensor | None,
        root: Tensor | None,
        batch: int,
    ) -> Tensor:
        """(B, n, N, N + 1) world transforms."""
        nodes, kind = self.nodes, self.nodes.translations.dtype
        if self.tree is None:
            linear, translation = nodes.local(rotations, translations, scales)
            return nodes.world(linear, translation, root).expand(batch, -1, -1, -1).to(kind)
        turned = nodes.rotations[None] if rotations is None else rotations
        if turned.ndim == 3 and turned.shape[-1] != 4:
            turned = to_matrices(turned.double(), 3)
        moved = nodes.translations[None] if translations is None else translations
        stretched = nodes.scales[None] if scales is None else scales
        world: Tensor = WorldMaps.apply(turned.to(kind), moved.to(kind), stretched.to(kind), batch, self.tree)
        return world if root is None else multiply(root.to(kind)[:, None], world)

    def pose(self, skin: SkinModule, world: Tensor) -> PosedSkin:
        """A skin under world transforms (B, n, N, N + 1)."""
        if skin not in self._skins:
            joints = np.where(to_numpy(skin.fixed), -1, to_numpy(skin.joints))
            self._skins[skin] = SkinLayout.of(joints, world.shape[1], self.device)
        return pose_skin(world, skin.inverse_binds, self._skins[skin])

    def skin(
        self,
        surface: SurfaceModule,
        skin: PosedSkin,
        weights: Tensor | None,
        wants_normals: bool,
    ) -> tuple[Tensor, Tensor | None] | None:
        """Positions and transformed normals; None for a surface that the kernels do not serve."""
        batch, joints = skin.palettes.shape[:2]
        layout = self._layout(surface, joints)
        if layout is None:
            return None
        points = layout.remember("positions", surface.positions, as_planes)
        blend = sparse = shapes = None
        if weights is not None and surface.blend_shapes is not None:
            points = surface.blend_shapes.add_dense(surface.positions, weights)
            if len(surface.blend_shapes.sparse):
                shapes = self._sparse_shapes(surface)
                blend = weights.expand(batch, -1)
                sparse = surface.blend_shapes.sparse
        before = surface.blended_normals(weights) if wants_normals else None
        if before is not None and (weights is None or surface.blend_normals is None):
            before = layout.remember("normals", surface.normals, unit_planes)
        elif before is not None:
            before = normalize(before, torch.zeros_like(before))
        positions, normals = SkinLinearly.apply(
            skin.world, skin.binds, points, surface.weights, blend, sparse, before, skin, layout, shapes,
            (surface.joints, surface.offsets),
        )  # fmt: skip
        return positions, None if before is None else normals

    def _layout(self, surface: SurfaceModule, joints: int) -> SurfaceLayout | None:
        if surface not in self._surfaces:
            offsets = to_numpy(surface.offsets)
            fits = np.diff(offsets).max(initial=0) <= MOST_SLOTS and joints < 1 << 15
            fits = fits and 0 < surface.vertices <= MOST_VERTICES
            self._surfaces[surface] = (
                SurfaceLayout(offsets, to_numpy(surface.joints), joints, self.device) if fits else None
            )
        return self._surfaces[surface]

    def _sparse_shapes(self, surface: SurfaceModule) -> Shapes:
        if surface not in self._shapes:
            module = surface.blend_shapes
            assert module is not None
            layout = ShapesLayout.of(module.row_vertices, module.row_shapes, surface.vertices, self.device)
            self._shapes[surface] = Shapes(module, layout)
        return self._shapes[surface]
