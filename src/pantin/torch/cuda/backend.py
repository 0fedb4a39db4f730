"""The kernels for one module: layouts made at their first use, and the operation that a module calls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from pantin.torch.cuda.layouts import (
    MOST_NODES,
    MOST_SLOTS,
    MOST_VERTICES,
    ShapesLayout,
    SkinLayout,
    SurfaceLayout,
    TreeLayout,
)
from pantin.torch.cuda.posing import Plan, PoseRig
from pantin.torch.cuda.skin import Prepared, SparseShapes, SurfaceTensors, as_planes, unit_planes
from pantin.torch.inputs import Inputs
from pantin.torch.kinematics import Nodes, multiply
from pantin.torch.normals import normalize
from pantin.torch.posing import Placed, Skinned
from pantin.torch.rotations import to_matrices
from pantin.torch.surfaces import SkinModule, SurfaceModule
from pantin.torch.tensors import to_numpy


class FusedOperations:
    """World transforms and linear skinning of one rig, on one device."""

    def __init__(self, nodes: Nodes, device: torch.device) -> None:
        self.nodes, self.device = nodes, device
        self._skins: dict[SkinModule, SkinLayout] = {}
        self._surfaces: dict[tuple[SurfaceModule, SkinModule], SurfaceLayout | None] = {}
        self._shapes: dict[SurfaceModule, SparseShapes] = {}
        fits = nodes.count <= MOST_NODES
        self.tree = TreeLayout.from_parents(to_numpy(nodes.parents), device) if fits else None

    def pose(
        self,
        inputs: Inputs,
        batch: int,
        surfaces: Sequence[Placed],
        weights: Sequence[Tensor | None],
        wants_normals: bool,
    ) -> tuple[Tensor, list[Skinned | None]]:
        """(B, n, N, N + 1) world transforms, and the result of the kernels for each surface: None for an
        unsupported surface."""
        skins: dict[SkinModule, int] = {}
        tensors: list[Tensor | None] = []
        plan, served = Plan(self.tree, [], []), []
        for surface, skin, _, instance, solver in surfaces:
            layout = self.layout(surface, skin) if skin is not None and solver == "linear" else None
            served.append(layout is not None)
            if layout is not None and skin is not None:
                number = skins.setdefault(skin, len(skins))
                source, prepared = self.prepare(surface, layout, weights[instance], batch, wants_normals)
                plan.surfaces.append((number, prepared))
                tensors += source
        plan.skins.extend(map(self._layout_of, skins))
        binds = [skin.inverse_binds for skin in skins]
        local, world = self._local(inputs), None
        if local is None or inputs.root is not None:
            world = self._world(inputs, batch, local).contiguous()
            local = (None, None, None)
        world_matrices, *results = PoseRig.apply(plan, batch, *local, world, *binds, *tensors)
        pairs = zip(results[::2], results[1::2], strict=True)
        return world_matrices if world is None else world, [
            next(pairs) if there else None for there in served
        ]

    def _local(self, inputs: Inputs) -> tuple[Tensor | None, Tensor | None, Tensor | None] | None:
        """Rotations, translations and scales for the kernels; None for an unsupported tree."""
        if self.tree is None:
            return None
        nodes = self.nodes
        rest = nodes.translations
        components = (
            nodes.rotations.unsqueeze(0) if inputs.rotations is None else inputs.rotations,
            rest.unsqueeze(0) if inputs.translations is None else inputs.translations,
            nodes.scales.unsqueeze(0) if inputs.scales is None else inputs.scales,
        )
        if components[0].ndim == 3 and components[0].shape[-1] != 4:
            components = (to_matrices(components[0].double(), 3), *components[1:])
        turned, moved, stretched = (
            part if part.dtype == rest.dtype else part.to(rest.dtype) for part in components
        )
        return turned, moved, stretched

    def _world(
        self, inputs: Inputs, batch: int, local: tuple[Tensor | None, Tensor | None, Tensor | None] | None
    ) -> Tensor:
        """World transforms where there is a root, or too many nodes."""
        nodes, root, kind = self.nodes, inputs.root, self.nodes.translations.dtype
        if local is None or root is None:
            linear, translation = nodes.local(inputs.rotations, inputs.translations, inputs.scales)
            return nodes.world(linear, translation, root, batch).to(kind)
        (world,) = PoseRig.apply(Plan(self.tree, [], []), batch, *local, None)
        return multiply(root.to(kind)[:, None], world)

    def prepare(
        self,
        surface: SurfaceModule,
        layout: SurfaceLayout,
        weights: Tensor | None,
        batch: int,
        wants_normals: bool,
    ) -> tuple[SurfaceTensors, Prepared]:
        """A surface with blend weights (B or 1, S) for the kernels."""
        blend = sparse = shapes = None
        if weights is None or surface.blend_shapes is None:
            points = layout.remember("positions", surface.positions, as_planes)
        else:
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
        source = SurfaceTensors(points, surface.weights, blend, sparse, before)
        return source, Prepared(surface, layout, shapes)

    def _layout_of(self, skin: SkinModule) -> SkinLayout:
        if skin not in self._skins:
            joints = np.where(to_numpy(skin.fixed), -1, to_numpy(skin.joints))
            self._skins[skin] = SkinLayout.from_joints(joints, self.nodes.count, self.device)
        return self._skins[skin]

    def layout(self, surface: SurfaceModule, skin: SkinModule) -> SurfaceLayout | None:
        """The surface for the kernels; None if they do not support it."""
        if (surface, skin) not in self._surfaces:
            joints = len(skin.inverse_binds)
            offsets = to_numpy(surface.offsets)
            fits = np.diff(offsets).max(initial=0) <= MOST_SLOTS and joints < 1 << 15
            fits = fits and 0 < surface.vertices <= MOST_VERTICES
            self._surfaces[surface, skin] = (
                SurfaceLayout(offsets, to_numpy(surface.joints), joints, self.device) if fits else None
            )
        return self._surfaces[surface, skin]

    def _sparse_shapes(self, surface: SurfaceModule) -> SparseShapes:
        if surface not in self._shapes:
            module = surface.blend_shapes
            assert module is not None
            layout = ShapesLayout.from_entries(
                module.row_vertices, module.row_shapes, surface.vertices, self.device
            )
            self._shapes[surface] = SparseShapes(module, layout)
        return self._shapes[surface]
