"""The nodes of a rig as a module: its rest transforms, and world transforms of batches of poses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.rig import Doubles, Node, Pose, Poses, Rig
from pantin.rig.transform import decompose_nearest, has_shear
from pantin.rig.tree import depths
from pantin.torch.rotations import from_quaternions, to_matrices
from pantin.torch.tensors import Prepared, constant, hold, last_row, to_numpy

IDENTITIES = [np.identity(width).tolist for width in range(10)]
"""Functions that give the identity matrix of each size."""

SMALL = 4096
"""Up to this many transforms in all poses, fewer operations are faster than fewer products."""


class Nodes(nn.Module):
    """Rest transforms and the tree of n nodes.

    translations  (n, N)
    rotations     (n, 4) quaternions xyzw, or (n, N, N) matrices outside 3D and where a node has a general
                  matrix
    scales        (n, N)

    A general matrix is kept as a matrix times scales, so that its shear is part of the "rotation".
    """

    translations: Tensor
    rotations: Tensor
    scales: Tensor

    def __init__(self, rig: Rig, learn: bool) -> None:
        super().__init__()
        self.count, self.dimension = len(rig.nodes), rig.dimension
        self.learned, self._prepared = learn, Prepared()
        rotations, scales = split_linear(rig.rest_pose())
        hold(self, "translations", rig.nodes.translations, learn)
        hold(self, "rotations", rotations, learn)
        hold(self, "scales", scales, learn)
        self._add_levels(rig)

    def _add_levels(self, rig: Rig) -> None:
        """Nodes by depth; the parent of each is its place in the level before."""
        depth = depths(rig.nodes.parents)
        order = np.argsort(depth, kind="stable")
        row_of = np.empty(self.count, np.int64)
        self.levels = np.bincount(depth).tolist() if self.count else []
        first = 0
        for count in self.levels:
            row_of[order[first : first + count]] = np.arange(count)
            first += count
        parents = rig.nodes.parents
        hold(self, "order", order, persistent=False)
        hold(self, "rows", np.argsort(order, kind="stable"), persistent=False)
        hold(self, "parent_rows", np.where(parents < 0, 0, row_of[parents])[order], persistent=False)
        hold(self, "parents", parents.astype(np.int64), persistent=False)
        self._add_ancestors(parents.astype(np.int64))

    def _add_ancestors(self, parents: NDArray[np.int64]) -> None:
        """The ancestors 1, 2, 4, … generations up, in a table with a row for the world, its own ancestor."""
        above = np.append(np.where(parents < 0, self.count, parents), self.count)
        tables = []
        while (above != self.count).any():
            tables.append(above)
            above = above[above]
        hold(self, "ancestors", np.array(tables, np.int64).reshape(-1, self.count + 1), persistent=False)

    def local(
        self, rotations: Tensor | None, translations: Tensor | None, scales: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Linear parts (B, n, N, N) and translations (B, n, N) in float64; missing inputs are at rest."""
        turned = (
            self._prepare("rotations", self.rotations, _rest_matrices)
            if rotations is None
            else to_matrices(rotations.double(), self.dimension)
        )
        stretched = self._prepare("scales", self.scales, Tensor.double) if scales is None else scales.double()
        moved = (
            self._prepare("translations", self.translations, Tensor.double)
            if translations is None
            else translations.double()
        )
        return turned * stretched[..., None, :], moved

    def _prepare(self, name: str, rest: Tensor, make: Callable[[Tensor], Tensor]) -> Tensor:
        """(1, n, …) what is made of a rest transform."""
        return self._prepared.get_or_make(name, (rest,), lambda: make(rest)[None])

    def _apply(self, *arguments: Any, **options: Any) -> Nodes:
        """Move or convert the tensors of the module."""
        self._prepared.clear()
        moved: Nodes = super()._apply(*arguments, **options)
        return moved

    def world(self, linear: Tensor, translation: Tensor, root: Tensor | None, batch: int) -> Tensor:
        """(B, n, N, N + 1) world transforms; `root` (B, N, N + 1) is above all roots."""
        size = self.dimension
        if not self.count:
            return linear.new_zeros(batch, 0, size, size + 1)
        if batch * self.count <= SMALL and not torch.compiler.is_compiling():
            return self._world_by_doubling(linear, translation, root, batch)
        parts = linear.expand(batch, -1, -1, -1), translation.expand(batch, -1, -1)[..., None]
        every = torch.cat(parts, -1)[:, self.order]
        levels: list[Tensor] = []
        first = 0
        for depth, count in enumerate(self.levels):
            part = slice(first, first + count)
            local = every[:, part]
            if depth:
                local = multiply(levels[-1][:, self.parent_rows[part]], local)
            elif root is not None:
                local = multiply(root.double()[:, None], local)
            levels.append(local)
            first += count
        return torch.cat(levels, 1)[:, self.rows]

    def _world_by_doubling(
        self, linear: Tensor, translation: Tensor, root: Tensor | None, batch: int
    ) -> Tensor:
        """World transforms in as many products as the depth has binary digits: each node is multiplied by its
        parent, then by the product of the two above, and so on. For a small rig, the number of calls costs
        more than the arithmetic."""
        parts = linear.expand(batch, -1, -1, -1), translation.expand(batch, -1, -1)[..., None]
        affine = torch.cat(parts, -1)
        rows = torch.cat((affine, last_row(affine).expand(batch, self.count, 1, -1)), -2)
        identity = constant(IDENTITIES[self.dimension + 1], affine)
        world = torch.cat((rows, identity.expand(batch, 1, -1, -1)), 1)
        for above in self.ancestors.unbind():
            world = world[:, above] @ world
        world = world[:, :-1, :-1]
        return world if root is None else multiply(root.double()[:, None], world)

    def node_list(self, rig: Rig) -> list[Node]:
        """The nodes of the rig with these rest transforms. One with translation, rotation and scale keeps
        these parts, unless it learned a matrix without such parts."""
        stored, _ = split_linear(rig.rest_pose())
        learned = to_numpy(self.rotations)
        turned = (learned != stored.astype(learned.dtype)).any(axis=tuple(range(1, learned.ndim)))
        rotations, translations, scales = (
            to_numpy(part.double()) for part in (self.rotations, self.translations, self.scales)
        )
        listed = []
        for index, node in enumerate(rig.node_list()):
            parts: dict[str, Any] = {"translation": translations[index], "scale": scales[index]}
            if node.matrix is None and not turned[index]:
                parts["rotation"] = node.rotation
            elif rotations.ndim == 2:
                parts["rotation"] = quaternion.normalize(rotations[index])
            else:
                linear = rotations[index] * scales[index]
                parts = _parts_of(linear, translations[index], node.matrix is None)
            unset: dict[str, Any] = dict.fromkeys(("translation", "rotation", "scale", "matrix"))
            listed.append(replace(node, **(unset | parts)))
        return listed


def _rest_matrices(rotations: Tensor) -> Tensor:
    rest = rotations.double()
    return from_quaternions(rest) if rest.ndim == 2 else rest


def _parts_of(linear: Doubles, translation: Doubles, split: bool) -> dict[str, Any]:
    """A rest transform as a matrix; where it is to be `split` and can be, as translation, rotation and
    scale."""
    alone = np.concatenate([linear, np.zeros((len(linear), 1))], 1)  # a far node would hide its shear
    if not split or len(linear) != 3 or has_shear(alone):
        return {"matrix": np.concatenate([linear, translation[:, None]], 1)}
    _, rotation, scale = decompose_nearest(alone)
    return {"translation": translation, "rotation": rotation, "scale": scale}


def multiply(a: Tensor, b: Tensor) -> Tensor:
    """Affine matrices (…, N, N + 1): a after b."""
    return a[..., :-1] @ b + nn.functional.pad(a[..., -1:], (a.shape[-1] - 1, 0))


def split_linear(pose: Pose | Poses) -> tuple[Doubles, Doubles]:
    """Rotations and scales that give the linear parts of a pose or a batch: quaternions where all nodes have
    such, else matrices. Where a matrix is general, its rotation has the shear, and a scale of 0 counts as 1.
    """
    general = pose.general[..., None]
    if pose.xyzw is not None and not general.any():
        return pose.xyzw, pose.scales
    scales = np.where(general & (pose.scales == 0), 1.0, pose.scales)
    if pose.xyzw is None:
        turned = np.broadcast_to(np.eye(scales.shape[-1]), pose.local[..., :-1].shape)
    else:
        turned = quaternion.to_matrix(quaternion.normalize(pose.xyzw))
    sheared = pose.local[..., :-1] / np.where(general, scales, 1.0)[..., None, :]
    return np.where(general[..., None], sheared, turned), scales


def nearest_parts(linear: Tensor) -> tuple[Tensor, Tensor]:
    """Rotations (…, 3, 3) and scales (…, 3) near linear parts, as `pantin.maths.affine.decompose`: the frame
    of the columns (Gram-Schmidt)."""
    size = linear.detach().abs().amax((-2, -1))[..., None, None]
    first, second, third = (linear / torch.where(size > 0, size, 1.0)).unbind(-1)
    ahead = torch.tensor((1.0, 0.0, 0.0)).to(linear)
    lean = torch.where((second.square().sum(-1) < third.square().sum(-1))[..., None], third, second)
    x = _unit(first, _unit(torch.linalg.cross(second, third), _unit(_perpendicular(lean), ahead)))
    along = (x * second).sum(-1, keepdim=True) * x
    y = _unit(second - along, _unit(torch.linalg.cross(third, x), _perpendicular(x)))
    mirrors = (torch.linalg.cross(x, y) * third).sum(-1, keepdim=True) < 0
    x = torch.where(mirrors, -x, x)
    rotation = torch.stack((x, y, torch.linalg.cross(x, y)), -1)
    return rotation, (rotation * linear).sum(-2)


def _unit(vectors: Tensor, substitutes: Tensor) -> Tensor:
    """Unit vectors; a substitute where only rounding noise is left."""
    square = vectors.square().sum(-1, keepdim=True)
    usable = square > torch.finfo(vectors.dtype).eps ** 2
    return torch.where(usable, vectors / torch.where(usable, square, 1.0).sqrt(), substitutes)


def _perpendicular(vectors: Tensor) -> Tensor:
    """A direction perpendicular to each vector: its cross product with the axis of its smallest component."""
    axes = torch.eye(3).to(vectors)[vectors.detach().abs().argmin(-1)]
    return _unit(torch.linalg.cross(axes, vectors), torch.zeros_like(vectors))
