"""Weights: which bones move each vertex of a bound mesh, from the binding's layers, each replacing the last.

Default (root bone), per-primitive weights, weight file, gradients, overrides; then sort, keep four,
normalise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.rigy.profile import Profile
from pantin.rigy.schema.document import Armature, Binding, BoneWeight, Gradient, Mesh, WeightMap
from pantin.rigy.shapes import VERTEX_COUNTS, Points
from pantin.rigy.source import Path
from pantin.rigy.weight_file import Content, bones

KEPT = 4
"""Influences per vertex: one JOINTS_0 / WEIGHTS_0 set."""

AXES = {"x": 0, "y": 1, "z": 2}

Joints: TypeAlias = NDArray[np.int64]
Weights: TypeAlias = NDArray[np.float64]
Row: TypeAlias = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Capped:
    """Vertices of a primitive that had more than four joints: which joints each of them lost."""

    path: Path
    primitive_id: str
    dropped: dict[tuple[str, ...], list[int]]


@dataclass(slots=True)
class Bound:
    """(V, 4) joints and weights, strongest first, unused places (0, 0.0); and what had to be dropped."""

    joints: Joints
    weights: Weights
    capped: list[Capped] = field(default_factory=list)


@dataclass(slots=True)
class _Layer:
    """Influences of one primitive: (n, K) joints and weights. A joint of −1 is no influence."""

    joints: Joints
    weights: Weights
    path: Path

    @staticmethod
    def constant(row: Row, count: int, path: Path) -> _Layer:
        joints = np.array([joint for joint, _ in row], np.int64)
        weights = np.array([weight for _, weight in row], np.float64)
        return _Layer(np.tile(joints, (count, 1)), np.tile(weights, (count, 1)), path)

    def put(self, vertices: list[int], row: Row) -> None:
        """Replace what some vertices have."""
        wider = len(row) - self.joints.shape[1]
        if wider > 0:
            self.joints = np.pad(self.joints, ((0, 0), (0, wider)), constant_values=-1)
            self.weights = np.pad(self.weights, ((0, 0), (0, wider)))
        width = self.joints.shape[1]
        padded = row + [(-1, 0.0)] * (width - len(row))
        self.joints[vertices] = [joint for joint, _ in padded]
        self.weights[vertices] = [weight for _, weight in padded]


def root_of(armature: Armature) -> int:
    """The place of the root: the first bone without a parent, else the first bone."""
    return next((at for at, bone in enumerate(armature.bones) if bone.parent == "none"), 0)


class Binder:
    """Binds meshes to one armature. `files` holds the weight files by the path of their weight map."""

    def __init__(self, armature: Armature, profile: Profile, files: dict[Path, Content]) -> None:
        self.armature, self.profile, self.files = armature, profile, files
        names = [bone.id for bone in armature.bones]
        self._index = {name: at for at, name in enumerate(names)}
        self._root = root_of(armature)
        ranked = sorted(range(len(names)), key=lambda at: (names[at], at))
        # The place of each bone in the order of ids; the last entry serves joint −1.
        self._rank = np.zeros(len(names) + 1, np.int64)
        self._rank[ranked] = np.arange(len(names))

    def bind(self, mesh: Mesh, binding: Binding, positions: Points) -> Bound:
        """The influences of every vertex of `mesh`, whose merged positions these are."""
        bound = Bound(np.zeros((len(positions), KEPT), np.int64), np.zeros((len(positions), KEPT)))
        constants = {one.primitive_id: one for one in binding.weights if one.bones}
        maps: dict[str, list[WeightMap]] = {}
        for one in binding.weight_maps:
            maps.setdefault(one.primitive_id, []).append(one)
        start = 0
        for primitive in mesh.primitives:
            end = start + VERTEX_COUNTS[primitive.type]
            weights = constants.get(primitive.id)
            row = self._row(weights.bones) if weights else [(self._root, 1.0)]
            layer = _Layer.constant(row, end - start, weights.path if weights else binding.path)
            for one in maps.get(primitive.id, ()):
                layer = self._mapped(layer, one, positions[start:end])
            self._finish(layer, bound, start, primitive.id)
            start = end
        return bound

    def _row(self, listed: tuple[BoneWeight, ...]) -> Row:
        return [(self._index[one.bone_id], one.weight) for one in listed]

    def _mapped(self, layer: _Layer, one: WeightMap, positions: Points) -> _Layer:
        layer.path = one.path
        content = self.files.get((*one.path, one.primitive_id))
        for entry in content.influences if content else ():
            row = [(self._index[name], weight) for name, weight in bones(entry, one.renames)]
            layer.put([entry.vertex], row)
        for gradient in one.gradients:
            layer = self._gradient(gradient, positions, one.path)
        for override in one.overrides:
            layer.put(list(override.vertices), self._row(override.bones))
        return layer

    def _gradient(self, gradient: Gradient, positions: Points, path: Path) -> _Layer:
        """w = w_from·(1 − t) + w_to·t over the bones of both ends; a vertex left without any goes to
        the root."""
        low, high = gradient.range
        t = (positions[:, AXES[gradient.axis]] - low) / (high - low)
        t = np.maximum(0.0, np.minimum(1.0, t))
        start, end = dict(self._row(gradient.start)), dict(self._row(gradient.end))
        union = sorted(start.keys() | end.keys())
        weights = np.empty((len(t), max(len(union), 1)))
        for column, joint in enumerate(union):
            weights[:, column] = start.get(joint, 0.0) * (1.0 - t) + end.get(joint, 0.0) * t
        if not union:
            weights[:] = 0.0
        joints = np.tile(np.array(union or [self._root], np.int64), (len(t), 1))
        present = weights > 0.0
        joints[~present] = -1
        bare = ~present.any(axis=1)
        joints[bare, 0], weights[bare, 0] = self._root, 1.0
        return _Layer(joints, weights, path)

    def _finish(self, layer: _Layer, bound: Bound, start: int, primitive_id: str) -> None:
        """Sort by weight, then id, then place; keep four; make them sum to 1; fill up with (0, 0.0)."""
        joints, weights = layer.joints, np.where(layer.joints < 0, -1.0, layer.weights)
        if not self.profile.zero_weights_kept:
            joints = np.where(weights > 0.0, joints, -1)
            weights = np.where(weights > 0.0, weights, -1.0)
        joints, weights = self._sorted(joints, weights)
        if joints.shape[1] > KEPT and (joints[:, KEPT] >= 0).any():
            bound.capped.append(self._capped(joints, layer.path, primitive_id))
        joints, weights = joints[:, :KEPT], np.maximum(weights[:, :KEPT], 0.0)
        total = weights[:, 0].copy()
        for column in range(1, weights.shape[1]):
            total += weights[:, column]
        empty = ~(total > 0.0)
        total[empty] = 1.0
        end, width = start + len(joints), joints.shape[1]
        bound.weights[start:end, :width] = weights / total[:, None]
        bound.joints[start:end, :width] = np.maximum(joints, 0)
        bound.joints[start:end][empty] = (self._root, 0, 0, 0)
        bound.weights[start:end][empty] = (1.0, 0.0, 0.0, 0.0)

    def _sorted(self, joints: Joints, weights: Weights) -> tuple[Joints, Weights]:
        width = joints.shape[1]
        if width == 1:
            return joints, weights
        rank = self._rank[joints]
        if width == 2:  # by far the most common, and a sort of rows is fifty times slower
            first, second = weights[:, 0], weights[:, 1]
            swap = (second > first) | ((second == first) & (rank[:, 1] < rank[:, 0]))
            order = np.where(swap[:, None], [1, 0], [0, 1])
        else:
            order = np.lexsort((rank, -weights), axis=-1)
        return np.take_along_axis(joints, order, 1), np.take_along_axis(weights, order, 1)

    def _capped(self, joints: Joints, path: Path, primitive_id: str) -> Capped:
        dropped: dict[tuple[str, ...], list[int]] = {}
        for vertex in np.nonzero(joints[:, KEPT] >= 0)[0].tolist():
            lost = tuple(self.armature.bones[at].id for at in joints[vertex, KEPT:].tolist() if at >= 0)
            dropped.setdefault(lost, []).append(vertex)
        return Capped(path, primitive_id, dropped)
