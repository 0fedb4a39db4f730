"""Skins as clusters, blend shapes as channels, and the bind pose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lower.builder import Builder, array, node, prop, properties
from pantin.formats.fbx.lower.geometry import GeometryWriter, dense
from pantin.formats.fbx.lower.models import SCENE, Model, Plan, clean_name
from pantin.formats.fbx.nodes import Node
from pantin.maths import affine
from pantin.rig import Influences, Mesh, Skin

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

LEAST_WEIGHT = 0.0
"""Weights of 0 are not stored."""


def point_influences(geometry: GeometryWriter) -> tuple[Ints, Ints, Doubles]:
    """(n,) points, joints and weights of all influences of a mesh."""
    points, joints, weights = [], [], []
    is_first = np.zeros(len(geometry.points.by_vertex), bool)
    is_first[geometry.points.firsts] = True
    for surface, start in zip(geometry.mesh.surfaces, geometry.starts.tolist(), strict=True):
        influences: Influences | None = surface.influences
        if influences is None:
            continue
        offsets = influences.offsets.astype(np.int64)
        owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)) + start
        used = slice(int(offsets[0]), int(offsets[-1]))
        values = influences.weights[used].astype(np.float64)
        kept = is_first[owner] & (values > LEAST_WEIGHT)
        points.append(geometry.points.by_vertex[owner[kept]])
        joints.append(influences.joints[used].astype(np.int64)[kept])
        weights.append(values[kept])
    if not points:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)
    return np.concatenate(points), np.concatenate(joints), np.concatenate(weights)


class SkinWriter:
    """Writes skins and collects the bind pose of their joints."""

    def __init__(self, builder: Builder, plan: Plan, axes: Axes, worlds: Doubles) -> None:
        self._builder, self._plan, self._axes, self._worlds = builder, plan, axes, worlds
        self.bound: dict[int, Doubles] = {}
        """World transforms of models in the bind pose, in the file's units."""
        self.singular = 0

    def joint_models(self, skin: Skin) -> list[int]:
        """The model of each joint. A static joint is a model at the origin, or the root of the skin."""
        models = []
        for joint in skin.joints.tolist():
            if joint >= 0:
                models.append(self._plan.inner[joint])
            elif skin.root is not None:
                models.append(self._plan.inner[skin.root])
            else:
                models.append(self._plan.still)
        return models

    def write(self, geometry: GeometryWriter, geometry_id: int, skin: Skin, mesh: int, name: str) -> None:
        """Write a skin for the mesh of the model `mesh`."""
        kind = "DualQuaternion" if skin.solver == "dqs" else "Linear"
        head = [
            node("Version", 101),
            node("Link_DeformAcuracy", 50.0),
            node("SkinningType", kind),
        ]
        deformer = self._builder.add("Deformer", clean_name(skin.name or name), "Skin", head)
        self._builder.connect(deformer, geometry_id)
        points, joints, weights = point_influences(geometry)
        order = np.argsort(joints, kind="stable")
        points, joints, weights = points[order], joints[order], weights[order]
        bounds = np.searchsorted(joints, np.arange(len(skin.joints) + 1))
        identity = np.broadcast_to(affine.identity(3), (len(skin.joints), 3, 4))
        binds = self._axes.matrices(identity if skin.inverse_binds is None else skin.inverse_binds)
        inverse, singular = affine.invert(binds)
        inverse = affine.multiply(self._axes.matrices(self._worlds[mesh]), inverse)
        self.singular += int(singular.sum())
        for row, index in enumerate(self.joint_models(skin)):
            model = self._plan.models[index]
            link = self._axes.matrices(self._worlds[index]) if singular[row] else inverse[row]
            part = slice(int(bounds[row]), int(bounds[row + 1]))
            children = [node("Version", 100), node("UserData", "", "")]
            if part.start < part.stop:
                children += [
                    array("Indexes", points[part].astype(np.int32), "i"),
                    array("Weights", weights[part], "d"),
                ]
            children += [
                matrix("Transform", binds[row]),
                matrix("TransformLink", link),
                matrix("TransformAssociateModel", self._armature(index)),
            ]
            cluster = self._builder.add("Deformer", model.name, "Cluster", children, "SubDeformer")
            self._builder.connect(cluster, deformer)
            self._builder.connect(model.id, cluster)
            self.bound.setdefault(index, link)

    def _armature(self, index: int) -> Doubles:
        """The world transform of the first ancestor that is not a bone. Blender uses this node as the
        armature, and below another node finds its transform only in the bind pose."""
        while index != SCENE and self._plan.models[index].kind == "LimbNode":
            index = self._plan.models[index].parent
        return affine.identity(3) if index == SCENE else self._axes.matrices(self._worlds[index])

    def write_bind_pose(self, meshes: list[Model], name: str) -> None:
        """Write one bind pose for all joints, their ancestors and all skinned meshes."""
        if not self.bound:
            return
        pending = list(self.bound)
        for index in pending:
            parent = self._plan.models[index].parent
            if parent != SCENE and parent not in self.bound:
                self.bound[parent] = self._axes.matrices(self._worlds[parent])
                pending.append(parent)
        entries = [(self._plan.models[index], world) for index, world in sorted(self.bound.items())]
        known = {id(model) for model, _ in entries}
        where = {id(model): index for index, model in enumerate(self._plan.models)}
        entries += [
            (model, self._axes.matrices(self._worlds[where[id(model)]]))
            for model in meshes
            if id(model) not in known
        ]
        nodes = [
            node("PoseNode", children=[node("Node", model.id, codes="L"), matrix("Matrix", world)])
            for model, world in entries
        ]
        head = [node("Type", "BindPose"), node("Version", 100), node("NbPoseNodes", len(nodes))]
        self._builder.add("Pose", name, "BindPose", [*head, *nodes])


def matrix(name: str, transform: Doubles) -> Node:
    """A matrix in column-major order."""
    square = np.vstack([transform, [0.0, 0.0, 0.0, 1.0]])
    return array(name, square.T + 0.0, "d")


def write_shapes(
    builder: Builder, geometry: GeometryWriter, geometry_id: int, axes: Axes, weights: Doubles
) -> list[int]:
    """The channels of the blend shapes of a mesh, with their ids."""
    mesh: Mesh = geometry.mesh
    if not mesh.blend_shape_count:
        return []
    name = clean_name(mesh.name or "mesh")
    deformer = builder.add("Deformer", name, "BlendShape", [node("Version", 100)])
    builder.connect(deformer, geometry_id)
    channels = []
    for index in range(mesh.blend_shape_count):
        label = clean_name(_shape_name(mesh, index))
        percent = float(weights[index]) * 100
        children = [
            node("Version", 100),
            node("DeformPercent", percent),
            array("FullWeights", np.array([100.0]), "d"),
        ]
        entries = [prop("DeformPercent", "Number", "", "A", percent)]
        channel = builder.add(
            "Deformer", label, "BlendShapeChannel", [*children, properties(entries)], "SubDeformer"
        )
        builder.connect(channel, deformer)
        shape = builder.add("Geometry", label, "Shape", _shape_nodes(geometry, index, axes))
        builder.connect(shape, channel)
        channels.append(channel)
    return channels


def _shape_name(mesh: Mesh, index: int) -> str:
    names = mesh.blend_names or ()
    return names[index] if index < len(names) and names[index] else f"shape{index}"


def _shape_nodes(geometry: GeometryWriter, index: int, axes: Axes) -> list[Node]:
    surfaces = geometry.mesh.surfaces
    firsts = geometry.points.firsts
    positions = np.concatenate(
        [dense(surface.blend_shapes[index].positions, len(surface.positions)) for surface in surfaces]
    )[firsts]
    normals = np.concatenate(
        [dense(surface.blend_shapes[index].normals, len(surface.positions)) for surface in surfaces]
    )[firsts]
    moved = np.flatnonzero(positions.any(1) | normals.any(1))
    children = [
        node("Version", 100),
        array("Indexes", moved.astype(np.int32), "i"),
        array("Vertices", axes.points(positions[moved]), "d"),
    ]
    children.append(array("Normals", axes.directions(normals[moved]), "d"))
    return children
