"""The kernels for one module: layouts made at their first use, and the operations that a module calls."""

from __future__ import annotations

from collections.abc import Iterable

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
from pantin.torch.inputs import Inputs
from pantin.torch.kinematics import Nodes, multiply
from pantin.torch.normals import normalize
from pantin.torch.rotations import to_matrices
from pantin.torch.surfaces import SkinModule, SurfaceModule
from pantin.torch.tensors import to_numpy


class FusedOperations:
    """World transforms, palettes and linear skinning of one rig, on one device.

    first  the first of the skins, if the kernel of world transforms can make its palettes too
    """

    def __init__(self, nodes: Nodes, skins: Iterable[SkinModule], device: torch.device) -> None:
        self.nodes, self.device = nodes, device
        self._skins: dict[SkinModule, SkinLayout] = {}
        self._surfaces: dict[SurfaceModule, SurfaceLayout | None] = {}
        self._shapes: dict[SurfaceModule, Shapes] = {}
        fits = nodes.count <= MOST_NODES
        self.tree = TreeLayout.of(to_numpy(nodes.parents), device) if fits else None
        self.first = next((skin for skin in skins if 0 < len(skin.inverse_binds) <= nodes.count), None)

    def world(self, inputs: Inputs, batch: int) -> tuple[Tensor, dict[SkinModule, PosedSkin]]:
        """(B, n, N, N + 1) world transforms, and the skins that are posed with them."""
        rotations, translations, scales, root = inputs
        nodes, kind = self.nodes, self.nodes.translations.dtype
        if self.tree is None:
            linear, translation = nodes.local(rotations, translations, scales)
            return nodes.world(linear, translation, root).expand(batch, -1, -1, -1).to(kind), {}
        turned = nodes.rotations.unsqueeze(0) if rotations is None else rotations
        if turned.ndim == 3 and turned.shape[-1] != 4:
            turned = to_matrices(turned.double(), 3)
        moved = nodes.translations.unsqueeze(0) if translations is None else translations
        stretched = nodes.scales.unsqueeze(0) if scales is None else scales
        skin = self.first if root is None else None
        given = None if skin is None else (skin.inverse_binds, self._layout_of(skin))
        world, palettes = WorldMaps.apply(
            turned.to(kind), moved.to(kind), stretched.to(kind), batch, self.tree, given
        )
        if skin is None or given is None:
            return world if root is None else multiply(root.to(kind)[:, None], world), {}
        return world, {skin: PosedSkin(world, given[0], palettes, given[1])}

    def pose(self, skin: SkinModule, world: Tensor) -> PosedSkin:
        """A skin under world transforms (B, n, N, N + 1)."""
        return pose_skin(world, skin.inverse_binds, self._layout_of(skin))

    def _layout_of(self, skin: SkinModule) -> SkinLayout:
        if skin not in self._skins:
            joints = np.where(to_numpy(skin.fixed), -1, to_numpy(skin.joints))
            self._skins[skin] = SkinLayout.of(joints, self.nodes.count, self.device)
        return self._skins[skin]

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
        made: tuple[Tensor, Tensor | None] = SkinLinearly.apply(
            skin.world, skin.binds, points, surface.weights, blend, sparse, before, skin, layout, shapes,
            (surface.joints, surface.offsets),
        )  # fmt: skip
        return made

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
