"""The surfaces of a rig as modules: positions, weights and blend shapes, and the data that skinning needs."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from pantin.base.records import replace
from pantin.deformation.binding import bind_influences
from pantin.rig import BlendShape, Mesh, Skin, Surface
from pantin.torch.blend_shapes import BlendShapes
from pantin.torch.point_sums import Tables
from pantin.torch.tensors import Prepared, Remade, hold, last_row, to_numpy


class SurfaceModule(nn.Module):
    """One surface of a mesh.

    positions      (V, N)
    normals        (V, N), or None
    weights        (E,) of all influences in compressed rows, as the rig stores them; None without influences
    blend_shapes   differences of positions; None without blend shapes
    blend_normals  differences of normals; None where no shape has any
    """

    positions: Tensor
    normals: Tensor | None
    weights: Tensor | None

    def __init__(self, surface: Surface, learn: frozenset[str]) -> None:
        super().__init__()
        self.vertices, self.dimension = surface.positions.shape
        self._tables: Remade[int, Tables] = Remade()
        self.prepared = Prepared()
        hold(self, "positions", surface.positions, "positions" in learn)
        self.normals = self.weights = None
        if surface.normals is not None:
            del self.normals
            hold(self, "normals", surface.normals)
        if surface.influences is not None:
            del self.weights
            hold(self, "weights", surface.influences.weights, "weights" in learn)
            self._add_influences(surface)
        self._add_shapes(surface, "blend_shapes" in learn)
        self._add_triangles(surface)

    def _add_influences(self, surface: Surface) -> None:
        influences = surface.influences
        assert influences is not None
        bound = bind_influences(surface, int(influences.joints.max(initial=0)) + 1)
        hold(self, "joints", bound.joint, persistent=False)
        hold(self, "offsets", bound.offsets, persistent=False)
        hold(self, "leading", np.maximum(bound.leading, 0), persistent=False)

    def _add_shapes(self, surface: Surface, learn: bool) -> None:
        shapes, size = surface.blend_shapes, (self.vertices, self.dimension)
        positions = [shape.positions for shape in shapes]
        normals = [shape.normals for shape in shapes]
        moves = any(deltas is not None for deltas in positions)
        self.blend_shapes = BlendShapes(positions, *size, learn) if moves else None
        turns = surface.normals is not None and any(deltas is not None for deltas in normals)
        self.blend_normals = BlendShapes(normals, *size, False) if turns else None

    def _add_triangles(self, surface: Surface) -> None:
        self.flat = surface.normals is None and self.dimension == 3 and len(surface.triangles) > 0
        if not self.flat:
            return
        corners = surface.triangles.ravel()
        counts = np.bincount(corners, minlength=self.vertices)
        hold(self, "triangles", surface.triangles, persistent=False)
        hold(self, "corners", np.argsort(corners, kind="stable") // 3, persistent=False)
        hold(self, "corner_offsets", np.concatenate([[0], np.cumsum(counts)]), persistent=False)

    def blended_positions(self, weights: Tensor | None) -> Tensor:
        """(B or 1, V, N) positions after blend shapes with weights (B, S)."""
        if weights is None or self.blend_shapes is None:
            return self.positions[None]
        blended: Tensor = self.blend_shapes(self.positions, weights)
        return blended

    def blended_normals(self, weights: Tensor | None) -> Tensor | None:
        """(B or 1, V, N) stored normals after blend shapes, not of length 1."""
        if self.normals is None:
            return None
        if weights is None or self.blend_normals is None:
            return self.normals[None]
        blended: Tensor = self.blend_normals(self.normals, weights)
        return blended

    def tables(self, joints: int) -> Tables:
        """Its influences for sums over a palette of `joints`, made at the first use."""
        tables = self._tables.get(joints)
        if tables is None:
            with torch.inference_mode(False):  # a later call may need them for gradients
                tables = Tables.from_rows(self.joints, self.offsets, joints, self.dimension)
            self._tables[joints] = tables
        return tables

    def _apply(self, *arguments: Any, **options: Any) -> SurfaceModule:
        """Move or convert the tensors of the module."""
        self._tables.clear()
        self.prepared.clear()
        moved: SurfaceModule = super()._apply(*arguments, **options)
        return moved

    def joint_weights(self, joints: int) -> Tensor:
        """(J,) the sum of the weights of each joint."""
        assert self.weights is not None
        weights = self.weights.detach()
        return weights.new_zeros(joints).index_add(0, self.joints, weights)

    def to_surface(self, stored: Surface, learn: frozenset[str]) -> Surface:
        """The surface of a rig with the learned values."""
        changes: dict[str, object] = {}
        if "positions" in learn:
            changes["positions"] = to_numpy(self.positions).astype(stored.positions.dtype)
        if "weights" in learn and stored.influences is not None and self.weights is not None:
            weights = to_numpy(self.weights).astype(stored.influences.weights.dtype)
            changes["influences"] = replace(stored.influences, weights=weights)
        if "blend_shapes" in learn and self.blend_shapes is not None:
            changes["blend_shapes"] = self._learned_shapes(stored.blend_shapes)
        return replace(stored, **changes) if changes else stored

    def _learned_shapes(self, stored: tuple[BlendShape, ...]) -> tuple[BlendShape, ...]:
        assert self.blend_shapes is not None
        deltas = self.blend_shapes.deltas([shape.positions for shape in stored])
        return tuple(replace(shape, positions=learned) for shape, learned in zip(stored, deltas, strict=True))


class SkinModule(nn.Module):
    """The joints of a skin and its inverse bind matrices (J, N, N + 1)."""

    inverse_binds: Tensor

    def __init__(self, skin: Skin, dimension: int, learn: bool) -> None:
        super().__init__()
        self.solver, self._prepared = skin.solver, Prepared()
        binds = skin.inverse_binds
        if binds is None:
            shape = (len(skin.joints), dimension, dimension + 1)
            binds = np.broadcast_to(np.eye(dimension, dimension + 1), shape)
        hold(self, "inverse_binds", binds, learn)
        joints = skin.joints.astype(np.int64)
        if skin.root is not None:
            joints = np.where(joints < 0, skin.root, joints)
        self.has_fixed = bool((joints < 0).any())
        hold(self, "joints", np.where(joints < 0, 0, joints), persistent=False)
        hold(self, "fixed", joints < 0, persistent=False)

    def palettes(self, world: Tensor) -> Tensor:
        """(B, J, N, N + 1) from world transforms (B, n, N, N + 1); joints of −1 stay fixed in the world."""
        binds = self._prepared.get_or_make("binds", (self.inverse_binds,), self._square_binds).to(world.dtype)
        if not len(binds) or not world.shape[1]:
            return binds[:, :-1].expand(len(world), -1, -1, -1)
        palettes = world[:, self.joints] @ binds
        return torch.where(self.fixed[:, None, None], binds[:, :-1], palettes) if self.has_fixed else palettes

    def _square_binds(self) -> Tensor:
        """(J, N + 1, N + 1) in float64, as transforms of nodes are."""
        binds = self.inverse_binds.double()
        return torch.cat((binds, last_row(binds).expand(len(binds), 1, -1)), 1)

    def _apply(self, *arguments: Any, **options: Any) -> SkinModule:
        """Move or convert the tensors of the module."""
        self._prepared.clear()
        moved: SkinModule = super()._apply(*arguments, **options)
        return moved


def make_meshes(meshes: tuple[Mesh, ...], learn: frozenset[str]) -> nn.ModuleList:
    """A list of surfaces for each mesh."""
    return nn.ModuleList(
        nn.ModuleList(SurfaceModule(surface, learn) for surface in mesh.surfaces) for mesh in meshes
    )
