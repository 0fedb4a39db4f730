"""Skins: clusters as joints with inverse bind matrices, and the influences of points."""

from __future__ import annotations

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.lift.hierarchy import Hierarchy, Model
from pantin.formats.fbx.nodes import Node, whole_numbers
from pantin.formats.fbx.scene import Object
from pantin.maths import affine
from pantin.rig import Influences, Solver

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

LINEAR_TYPES = ("", "Linear", "Rigid")


class ReadSkin(Struct, eq=False):
    """A skin of a mesh.

    joints      the model of each joint; None is the node of the mesh itself, for points without weights
    transforms  (J, 3, 4) from the space of the mesh node into each joint; None where the file has none
    influences  of the points of the mesh
    """

    thing: Object
    joints: list[Model | None] = field(default_factory=list)
    transforms: list[Doubles | None] = field(default_factory=list)
    links: list[Doubles | None] = field(default_factory=list)
    influences: Influences | None = None
    solver: Solver = "linear"


class SkinReader:
    """Reads the skins of geometry."""

    def __init__(self, context: Context, hierarchy: Hierarchy) -> None:
        self._context, self._hierarchy = context, hierarchy

    def read(self, geometry: Object, points: int) -> ReadSkin | None:
        """The first skin with a bone. Other skins are reported."""
        scene = self._context.scene
        skin: ReadSkin | None = None
        for deformer in scene.below(geometry.id, "Deformer", "Skin"):
            if skin is not None:
                self._context.drop("skin", deformer, f'the skin "{deformer.name}": a mesh has one')
                continue
            skin = self._read_skin(deformer, points)
        for deformer in scene.below(geometry.id, "Deformer"):
            if deformer.subclass not in ("Skin", "BlendShape"):
                kind = deformer.subclass or "unknown"
                self._context.drop("geometry", deformer, f'the deformer "{deformer.name}" ({kind})')
        return skin

    def _read_skin(self, deformer: Object, points: int) -> ReadSkin | None:
        scene, hierarchy = self._context.scene, self._hierarchy
        skin = ReadSkin(deformer, solver=self._solver(deformer))
        clusters: list[Object] = []
        for cluster in scene.below(deformer.id, "Deformer", "Cluster"):
            bone = next(
                (hierarchy.index[link.id] for link in scene.children.get(cluster.id, ())
                 if link.property is None and link.id in hierarchy.index), None)  # fmt: skip
            if bone is None:
                self._context.fault("FBX-CLUSTER", cluster)
                continue
            if cluster.node.text("Mode") == "Additive":
                self._context.drop("skin", cluster, f'the additive mode of the cluster "{cluster.name}"')
            skin.joints.append(hierarchy.models[bone])
            skin.transforms.append(read_matrix(cluster.node, "Transform"))
            skin.links.append(read_matrix(cluster.node, "TransformLink"))
            clusters.append(cluster)
        if not skin.joints:
            return None
        skin.influences = self._influences(skin, *self._weights(clusters, points), points)
        return skin

    def _solver(self, deformer: Object) -> Solver:
        stated = deformer.node.text("SkinningType")
        if stated == "DualQuaternion":
            return "dqs"
        if stated == "Blend":
            weights = deformer.node.numbers("BlendWeights")
            if len(weights) and (weights >= 1).all():
                return "dqs"
            if (weights != 0).any():
                what = "the blend of linear and dual quaternion skinning: linear is used"
                self._context.drop("skin", deformer, what)
        elif stated not in LINEAR_TYPES:
            self._context.drop("skin", deformer, f'the skinning type "{stated}": linear is used')
        return "linear"

    def _weights(self, clusters: list[Object], points: int) -> tuple[Ints, Doubles, Ints]:
        """The points and positive weights of all clusters, and the row of the cluster of each."""
        indices = [whole_numbers(cluster.node.numbers("Indexes")) for cluster in clusters]
        weights = [cluster.node.numbers("Weights").astype(np.float64, copy=False) for cluster in clusters]
        counts = [min(len(first), len(second)) for first, second in zip(indices, weights, strict=True)]
        at = np.concatenate([each[:count] for each, count in zip(indices, counts, strict=True)])
        values = np.concatenate([each[:count] for each, count in zip(weights, counts, strict=True)])
        rows = np.repeat(np.arange(len(clusters)), counts)
        good = (at >= 0) & (at < points) & np.isfinite(values)
        bad = np.bincount(rows[~good], minlength=len(clusters)).tolist()
        for row, cluster in enumerate(clusters):
            first, second = len(indices[row]), len(weights[row])
            if bad[row] or first != second:
                self._context.fault("FBX-WEIGHTS", cluster, indices=first, weights=second, bad=bad[row])
        good &= values > 0
        return (at, values, rows) if good.all() else (at[good], values[good], rows[good])

    def _influences(
        self, skin: ReadSkin, at: Ints, weights: Doubles, joints: Ints, points: int
    ) -> Influences:
        """Influences with weights that sum to 1. Points without weights follow an extra joint, the node of
        the mesh."""
        sums = np.bincount(at, weights, points)
        loose = np.flatnonzero(sums <= 0)
        if len(loose):
            skin.joints.append(None)
            skin.transforms.append(affine.identity(3))
            skin.links.append(None)
            at = np.concatenate([at, loose])
            weights = np.concatenate([weights, np.ones(len(loose))])
            joints = np.concatenate([joints, np.full(len(loose), len(skin.joints) - 1)])
            sums[loose] = 1.0
        order = np.argsort(at, kind="stable")
        offsets = np.concatenate([[0], np.cumsum(np.bincount(at, minlength=points))])
        return Influences(offsets, joints[order], (weights / sums[at])[order]).without_zeros()


def read_matrix(node: Node, name: str) -> Doubles | None:
    """(3, 4) a matrix stored in column-major order; None if missing."""
    numbers = node.numbers(name)
    if len(numbers) < 16:
        return None
    matrix = numbers[:16].astype(np.float64).reshape(4, 4).T
    if not np.isfinite(matrix).all():
        return None
    return np.ascontiguousarray(matrix[:3])


def inverse_binds(skin: ReadSkin, model: Model, worlds: Doubles) -> Doubles:
    """(J, 3, 4) from a model's geometry into each joint. `worlds`, the rest world transforms of models, are
    used for clusters without a Transform."""
    result = np.empty((len(skin.joints), 3, 4))
    for row, (joint, transform, link) in enumerate(
        zip(skin.joints, skin.transforms, skin.links, strict=True)
    ):
        if transform is None and joint is not None:
            bound = link if link is not None else worlds[joint.index]
            inverse, singular = affine.invert(bound)
            transform = affine.identity(3) if singular else affine.multiply(inverse, worlds[model.index])
        assert transform is not None
        result[row] = affine.multiply(transform, model.geometric)
    return result
