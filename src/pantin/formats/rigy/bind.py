"""The bones and weights of each vertex of a bound mesh, from layers that each replace the previous one.

Default (root bone), per-primitive weights, weight file, gradients, overrides; then sort, keep four,
normalise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pantin.formats.rigy.profile import Profile
from pantin.formats.rigy.schema.document import Armature, Binding, BoneWeight, Gradient, Mesh, WeightMap
from pantin.formats.rigy.shapes import Points
from pantin.formats.rigy.source import Path
from pantin.formats.rigy.weight_file import Content, bones

KEPT = 4
"""Influences per vertex: one JOINTS_0 / WEIGHTS_0 set."""

ABSENT = -1.0
"""The weight of an empty slot."""

LISTED = -0.5
"""The weight of a bone that is listed with weight 0. It moves nothing, but counts as an influence of the
vertex when these are more than four (Rigy 0.3, Validation Rules: influences that "are specified")."""

LARGEST = float(np.finfo(np.float64).max)
LARGEST_SUMMAND = LARGEST / KEPT
"""The largest weight of which any four have a finite sum."""

AXES = {"x": 0, "y": 1, "z": 2}

Joints: TypeAlias = NDArray[np.int32]
Weights: TypeAlias = NDArray[np.float64]
Row: TypeAlias = list[tuple[int, float]]


class Capped(Struct, frozen=True):
    """Vertices of a primitive that had more than four joints: which joints each of them lost."""

    path: Path
    primitive_id: str
    dropped: dict[tuple[str, ...], list[int]]


class Flat(Struct, frozen=True):
    """A gradient that does not vary over its primitive: all vertices have the bones of one `end`."""

    path: Path
    primitive_id: str
    end: str


class Bound(Struct):
    """(V, 4) joints and weights, strongest first, unused slots (0, 0.0); the dropped influences, and the
    gradients that do not vary."""

    joints: Joints
    weights: Weights
    capped: list[Capped] = []
    flat: list[Flat] = []


class _Layer(Struct):
    """Influences of one primitive of n vertices: K joints and weights, as one row for all or as (n, K).

    A negative weight marks an empty slot.
    """

    count: int
    joints: Joints
    weights: Weights
    path: Path

    def put(self, vertices: list[int], row: Row) -> None:
        """Replace the influences of some vertices."""
        width = self.joints.shape[-1]
        if len(row) > width or self.joints.ndim == 1 or self.weights.ndim == 1:
            edge = ((0, 0), (0, max(len(row) - width, 0)))
            shape = (self.count, width)
            self.joints = np.pad(np.broadcast_to(self.joints, shape), edge)
            self.weights = np.pad(np.broadcast_to(self.weights, shape), edge, constant_values=ABSENT)
        padded = row + [(0, ABSENT)] * (self.joints.shape[1] - len(row))
        self.joints[vertices] = [joint for joint, _ in padded]
        self.weights[vertices] = [weight for _, weight in padded]


def root_of(armature: Armature) -> int:
    """The index of the root: the first bone without a parent, else the first bone."""
    return next((index for index, bone in enumerate(armature.bones) if bone.is_root), 0)


class Binder:
    """Binds meshes to one armature. `files` holds the weight files by the path of their weight map."""

    def __init__(self, armature: Armature, profile: Profile, files: dict[Path, Content]) -> None:
        self.armature, self.profile, self.files = armature, profile, files
        names = [bone.id for bone in armature.bones]
        self._index = {name: index for index, name in enumerate(names)}
        self._root = root_of(armature)
        ranked = sorted(range(len(names)), key=lambda index: (names[index], index))
        self._rank = np.empty(len(names), np.int64)
        self._rank[ranked] = np.arange(len(names))

    def bind(self, mesh: Mesh, binding: Binding, positions: Points, counts: Sequence[int]) -> Bound:
        """The influences of every vertex of `mesh`; `counts` are the vertices of each primitive."""
        bound = Bound(np.zeros((len(positions), KEPT), np.int32), np.zeros((len(positions), KEPT)))
        constants = {weights.primitive_id: weights for weights in binding.weights if weights.bones}
        maps: dict[str, list[WeightMap]] = {}
        for weight_map in binding.weight_maps:
            maps.setdefault(weight_map.primitive_id, []).append(weight_map)
        start, layers = 0, []
        for primitive, count in zip(mesh.primitives, counts, strict=True):
            weights = constants.get(primitive.id)
            row = self._to_row(weights.bones) if weights else [(self._root, 1.0)]
            layer = _constant(row, count, weights.path if weights else binding.path)
            own = maps.get(primitive.id, [])
            for stage in [[weight_map] for weight_map in own] if self.profile.maps_in_turn else [own]:
                layer = self._apply_maps(layer, stage, positions[start : start + count], bound)
            layers.append((start, primitive.id, layer))
            start += count
        for width in sorted({layer.joints.shape[-1] for _, _, layer in layers}):
            self._finish([entry for entry in layers if entry[2].joints.shape[-1] == width], width, bound)
        return bound

    def _to_row(self, listed: tuple[BoneWeight, ...]) -> Row:
        return self._row([(item.bone_id, item.weight) for item in listed])

    def _row(self, named: list[tuple[str, float]]) -> Row:
        """Joints with their weights, each joint once: two bones may have become one by mirroring."""
        row = [(self._index[name], weight) for name, weight in named]
        if self.profile.mirrored_bones_apart:
            return row
        added: dict[int, float] = {}
        for joint, weight in row:
            added[joint] = added.get(joint, 0.0) + weight
        return list(added.items())

    def _apply_maps(self, layer: _Layer, maps: list[WeightMap], positions: Points, bound: Bound) -> _Layer:
        """The stages of all weight maps of a primitive: files, then gradients, then overrides."""
        for weight_map in maps:
            layer.path = weight_map.path
            content = self.files.get((*weight_map.path, weight_map.primitive_id))
            for entry in content.influences if content else ():
                layer.put([entry.vertex], self._row(bones(entry, weight_map.renames)))
        for weight_map in maps:
            for gradient in weight_map.gradients:
                layer = self._gradient(gradient, positions, weight_map, bound)
        for weight_map in maps:
            for override in weight_map.overrides:
                layer.put(list(override.vertices), self._to_row(override.bones))
        return layer

    def _gradient(self, gradient: Gradient, positions: Points, weight_map: WeightMap, bound: Bound) -> _Layer:
        """w = w_from·(1 − t) + w_to·t over the bones of both ends."""
        low, high = gradient.range
        along = positions[:, AXES[gradient.axis]]
        if not math.isfinite(high - low):  # half of every number gives the same t, and does not overflow
            along, low, high = along / 2.0, low / 2.0, high / 2.0
        t = (along - low) / (high - low)
        t = np.maximum(0.0, np.minimum(1.0, t))
        if len(t) and (t.max() == 0.0 or t.min() == 1.0):
            side = "from" if t.max() == 0.0 else "to"
            bound.flat.append(Flat(gradient.path, weight_map.primitive_id, side))
        start, end = dict(self._to_row(gradient.start)), dict(self._to_row(gradient.end))
        union = sorted(start.keys() | end.keys()) or [self._root]
        weights = np.empty((len(t), len(union)))
        for column, joint in enumerate(union):
            blended = start.get(joint, 0.0) * (1.0 - t) + end.get(joint, 0.0) * t
            # A vertex at an end of the range has the bones of that end, one between the ends those of both.
            listed = ((t < 1.0) & (joint in start)) | ((t > 0.0) & (joint in end))
            weights[:, column] = np.where(blended > 0.0, blended, np.where(listed, LISTED, ABSENT))
        return _Layer(len(t), np.array(union, np.int32), weights, weight_map.path)

    def _finish(self, layers: list[tuple[int, str, _Layer]], width: int, bound: Bound) -> None:
        """Sort by weight, then id, then index; keep four; normalise; fill up with (0, 0.0).

        All primitives with the same number of influences are processed together, in a few large steps.
        """
        total = sum(layer.count for _, _, layer in layers)
        joints, weights = np.empty((total, width), np.int32), np.empty((total, width))
        slices, end = [], 0
        for _, _, layer in layers:
            slices.append(slice(end, end := end + layer.count))
            joints[slices[-1]], weights[slices[-1]] = layer.joints, layer.weights
        if not self.profile.zero_weights_kept:
            weights[weights == 0.0] = LISTED
        joints, weights = self._sort(joints, weights)
        if width > KEPT:
            for (_, primitive_id, layer), part in zip(layers, slices, strict=True):
                self._cap(joints[part], weights[part], layer.path, primitive_id, bound)
        joints, weights = self._normalise(joints[:, :KEPT], weights[:, :KEPT])
        for (start, _, layer), part in zip(layers, slices, strict=True):
            bound.joints[start : start + layer.count, : joints.shape[1]] = joints[part]
            bound.weights[start : start + layer.count, : joints.shape[1]] = weights[part]

    def _normalise(self, joints: Joints, weights: Weights) -> tuple[Joints, Weights]:
        """Weights divided by their sum, taken from the strongest on; vertices without any get the root."""
        joints = np.where(weights < 0.0, np.int32(0), joints)
        weights = np.maximum(weights, 0.0)
        huge = weights[:, 0] > LARGEST_SUMMAND
        if huge.any():  # a quarter of each gives the same quotients, and does not overflow
            weights[huge] = np.minimum(weights[huge], LARGEST) / KEPT
        total = weights[:, 0].copy()
        for column in range(1, weights.shape[1]):
            total += weights[:, column]
        bare = ~(total > 0.0)
        if bare.any():
            joints[bare], weights[bare], total[bare] = 0, 0.0, 1.0
            joints[bare, 0], weights[bare, 0] = self._root, 1.0
        return joints, weights / total[:, None]

    def _sort(self, joints: Joints, weights: Weights) -> tuple[Joints, Weights]:
        width = joints.shape[1]
        if width == 1:
            return joints, weights
        if width == 2:  # by far the most common, and a sort of rows is fifty times slower
            swap = weights[:, 1] > weights[:, 0]
            ties = np.flatnonzero(weights[:, 1] == weights[:, 0])
            swap[ties] = self._rank[joints[ties, 1]] < self._rank[joints[ties, 0]]
            rows = np.flatnonzero(swap)
            joints[rows], weights[rows] = joints[rows, ::-1], weights[rows, ::-1]
            return joints, weights
        order = np.lexsort((self._rank[joints], -weights), axis=-1)
        return np.take_along_axis(joints, order, 1), np.take_along_axis(weights, order, 1)

    def _cap(self, joints: Joints, weights: Weights, path: Path, primitive_id: str, bound: Bound) -> None:
        """Record the influences that the vertices of a primitive lose beyond the fourth."""
        dropped: dict[tuple[str, ...], list[int]] = {}
        for vertex in np.nonzero(weights[:, KEPT] > ABSENT)[0].tolist():
            held = weights[vertex, KEPT:] > ABSENT
            lost = tuple(self.armature.bones[index].id for index in joints[vertex, KEPT:][held].tolist())
            dropped.setdefault(lost, []).append(vertex)
        if dropped:
            bound.capped.append(Capped(path, primitive_id, dropped))


def _constant(row: Row, count: int, path: Path) -> _Layer:
    joints, weights = zip(*row, strict=True)
    return _Layer(count, np.array(joints, np.int32), np.array(weights, np.float64), path)
