"""Write nodes as models: their kind, parent and transform, and the extra models they need."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.fbx.lift.axes import Axes
from pantin.formats.fbx.lift.rotations import to_euler
from pantin.formats.fbx.lower.builder import Builder, node, prop, properties, vector
from pantin.formats.fbx.nodes import SEPARATOR, Node, Word
from pantin.maths import affine, quaternion
from pantin.maths.svd import decompose_rotations
from pantin.motion.transforms import world_transforms
from pantin.rig import Rig
from pantin.rig.transform import has_shear

Doubles = NDArray[np.float64]

NEAR = 1e-6
"""A transform within this distance of the identity is written as the identity: inverse bind matrices have
seven digits."""

SCENE = -1
"""The parent index of a root."""


class Model(Struct, eq=False):
    """A model that is written: in the space of its parent, in units and axes of the rig.

    source  the node that it stands for; None for a model that is added
    """

    name: str
    kind: str
    parent: int
    translation: Doubles
    rotation: Doubles
    scale: Doubles
    source: int | None = None
    visible: bool = True
    extras: Mapping[str, Any] | None = None
    attribute: list[Node] = field(default_factory=list)
    id: int = 0


class Plan:
    """The models of a rig.

    outer    the model of each node, which clips move
    inner    the model that its children and meshes are below: another where the node has shear
    """

    def __init__(self, rig: Rig, joints: set[int]) -> None:
        self.rig, self.joints = rig, joints
        self.models: list[Model] = []
        self.outer: dict[int, int] = {}
        self.inner: dict[int, int] = {}
        self.renamed = 0
        self.still = SCENE
        """The model for joints that never move."""
        self._parents = set(rig.nodes.parents.tolist())
        self._animated = {channel.node for clip in rig.clips for channel in clip.channels}
        self._worlds = world_transforms(rig)
        self._skinned = {instance.node for instance in rig.instances if instance.skin is not None}

    def is_detached(self, index: int) -> bool:
        """Whether the node of a skinned mesh becomes a root without transform. Its transform has no effect on
        the mesh, and programs differ in how they treat it."""
        nodes = self.rig.nodes
        plain = index not in self.joints and index not in self._parents
        moved = any(
            channel.node == index and channel.property != "weights"
            for clip in self.rig.clips
            for channel in clip.channels
        )
        free = nodes.cameras[index] < 0 and nodes.lights[index] < 0
        return index in self._skinned and plain and free and not moved

    def bind_place(self, index: int) -> tuple[Doubles, Doubles, Doubles]:
        """The transform of a skinned mesh at bind time, chosen from the rest pose of its root joint, so that
        bind pose and rest pose agree where possible."""
        instance = next(each for each in self.rig.instances if each.node == index)
        assert instance.skin is not None
        skin = self.rig.skins[instance.skin]
        joints = [(row, joint) for row, joint in enumerate(skin.joints.tolist()) if joint >= 0]
        if joints and skin.inverse_binds is not None:
            rank = {node: position for position, node in enumerate(self.rig.nodes.order.tolist())}
            row, joint = min(joints, key=lambda each: rank[each[1]])
            transform = affine.multiply(self._worlds[joint], skin.inverse_binds[row])
            near = np.abs(transform - affine.identity(3)).max() <= NEAR
            if not near and np.isfinite(transform).all() and not has_shear(transform):
                parts = affine.decompose(transform)
                if (np.abs(parts.scale) > NEAR).all():
                    return parts.translation, parts.rotation, parts.scale
        return np.zeros(3), np.array(quaternion.IDENTITY), np.ones(3)

    def add_nodes(self) -> None:
        for index in self.rig.nodes.order.tolist():
            self._add_node(index)

    def _add_node(self, index: int) -> None:
        nodes = self.rig.nodes
        name = nodes.names[index] or f"node{index}"
        if self.is_detached(index):
            shown = bool(self.rig.visible[index])
            self.outer[index] = self.inner[index] = self.add(
                name,
                "Mesh",
                SCENE,
                *self.bind_place(index),
                source=index,
                visible=shown,
                extras=nodes.extras[index],
            )
            return
        parent = int(nodes.parents[index])
        above = self.inner[parent] if parent >= 0 else SCENE
        assert nodes.rotations is not None
        parts = nodes.translations[index], quaternion.normalize(nodes.rotations[index]), nodes.scales[index]
        sheared = bool(nodes.general[index]) and has_shear(nodes.local[index]) and index not in self._animated
        rest = None
        if sheared:
            first, scales, second = decompose_rotations(nodes.local[index][:, :3])
            parts = nodes.local[index][:, 3], quaternion.from_matrix(first), scales
            rest = quaternion.from_matrix(second)
        self.outer[index] = self.add(
            name,
            self._kind(index),
            above,
            *parts,
            source=index,
            visible=bool(nodes.visible[index]),
            extras=nodes.extras[index],
        )
        self.inner[index] = self.outer[index]
        if rest is not None:
            kind = "LimbNode" if index in self.joints else "Null"
            self.inner[index] = self.add(f"{name} shear", kind, self.outer[index], rotation=rest)

    def _kind(self, index: int) -> str:
        if index in self.joints:
            return "LimbNode"
        has_mesh = (
            any(instance.node == index for instance in self.rig.instances) and index not in self._skinned
        )
        return "Mesh" if has_mesh else "Null"

    def add(
        self,
        name: str,
        kind: str,
        parent: int,
        translation: Doubles | None = None,
        rotation: Doubles | None = None,
        scale: Doubles | None = None,
        **members: Any,
    ) -> int:
        self.models.append(
            Model(
                name,
                kind,
                parent,
                np.zeros(3) if translation is None else np.asarray(translation, np.float64),
                np.array(quaternion.IDENTITY) if rotation is None else np.asarray(rotation, np.float64),
                np.ones(3) if scale is None else np.asarray(scale, np.float64),
                **members,
            )
        )
        return len(self.models) - 1

    def name_uniquely(self) -> None:
        """Names without the separator of name and class, unique among siblings."""
        taken: dict[int, set[str]] = {}
        for model in self.models:
            plain = clean_name(model.name)
            free, number = plain, 0
            known = taken.setdefault(model.parent, set())
            while free in known:
                number += 1
                free = f"{plain}_{number}"
            known.add(free)
            self.renamed += free != model.name and model.source is not None
            model.name = free

    def worlds(self) -> Doubles:
        """(m, 3, 4) rest world transforms of all models."""
        worlds = np.empty((len(self.models), 3, 4))
        for index, model in enumerate(self.models):
            local = affine.compose(model.translation, model.rotation, model.scale)
            worlds[index] = local if model.parent < 0 else affine.multiply(worlds[model.parent], local)
        return worlds

    def add_leaf_bones(self) -> None:
        """Add an end model to each leaf joint, as far away as the joint is from its parent."""
        has_child = {model.parent for model in self.models if model.kind == "LimbNode"}
        for index, model in enumerate(list(self.models)):
            if model.kind != "LimbNode" or index in has_child:
                continue
            length = float(np.linalg.norm(model.translation))
            if length > 0:
                ahead = quaternion.rotate(quaternion.conjugate(model.rotation), model.translation)
                self.add(f"{model.name}_end", "LimbNode", index, ahead)


def clean_name(name: str) -> str:
    return name.replace(SEPARATOR, " ").replace("\x00", " ").replace("::", ":")


def write_models(builder: Builder, plan: Plan, axes: Axes, animated: set[tuple[int, str]]) -> None:
    """Write models with their attributes. `axes` converts from rigs to the file."""
    size = _bone_size(plan) / 100 * axes.unit
    for index, model in enumerate(plan.models):
        entries = [
            prop("RotationActive", "bool", "", "", 1),
            prop("InheritType", "enum", "", "", 1),
            vector("ScalingMax", "Vector3D", "Vector", "", (0, 0, 0)),
            prop("DefaultAttributeIndex", "int", "Integer", "", -1 if model.kind == "Mesh" else 0),
            *_transform(model, axes, {name for owner, name in animated if owner == index}),
        ]
        if not model.visible:
            entries.append(prop("Visibility", "Visibility", "", "A", 0.0))
        entries += user_properties(model.extras)
        children = [node("Version", 232), properties(entries)]
        children += [node("Shading", Word("T") if model.kind == "Mesh" else Word("Y"))]
        children += [node("Culling", "CullingOff")]
        model.id = builder.add("Model", model.name, model.kind, children)
        builder.connect(model.id, plan.models[model.parent].id if model.parent >= 0 else 0)
        attribute = model.attribute or _attribute(model.kind, size)
        if attribute:
            identity = builder.add("NodeAttribute", model.name, model.kind, attribute)
            builder.connect(identity, model.id)


def rest_values(model: Model, axes: Axes) -> dict[str, Doubles]:
    """The transform of a model at rest, by property of the file."""
    return {
        "Lcl Translation": axes.points(model.translation) + 0.0,
        "Lcl Rotation": to_euler(axes.rotations(model.rotation)) + 0.0,
        "Lcl Scaling": axes.scales(model.scale) + 0.0,
    }


def _transform(model: Model, axes: Axes, animated: set[str]) -> Iterator[Node]:
    for name, values in rest_values(model, axes).items():
        yield vector(name, name, "", "A+" if name in animated else "A", values.tolist())


def _attribute(kind: str, size: float) -> list[Node]:
    if kind == "LimbNode":
        return [properties([prop("Size", "double", "Number", "", size)]), node("TypeFlags", "Skeleton")]
    if kind == "Null":
        return [
            properties([prop("Look", "enum", "", "", 0)]),
            node("TypeFlags", "Null"),
        ]
    return []


def _bone_size(plan: Plan) -> float:
    """The display size of joints: the median distance to their parents."""
    lengths = [float(np.linalg.norm(model.translation)) for model in plan.models if model.kind == "LimbNode"]
    usual = sorted(length for length in lengths if length > 0)
    return usual[len(usual) // 2] * 100 if usual else 1.0


def user_properties(extras: Mapping[str, Any] | None) -> Iterator[Node]:
    """Application data as user properties; values other than numbers and strings are written as JSON."""
    for name, value in (extras or {}).items():
        title = clean_name(str(name))
        if isinstance(value, bool):
            yield prop(title, "bool", "", "AU", int(value))
        elif isinstance(value, int) and -(1 << 31) <= value < 1 << 31:
            yield prop(title, "int", "Integer", "AU", value)
        elif _is_double(value):
            yield prop(title, "double", "Number", "AU", float(value))
        elif isinstance(value, str):
            yield prop(title, "KString", "", "U", value)
        elif _is_vector(value):
            yield vector(title, "Vector", "", "AU", value)
        else:
            text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
            yield prop(title, "KString", "", "U", text)


def _is_vector(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 3 and all(map(_is_double, value))


def _is_double(value: Any) -> bool:
    """Whether a value is a number in the range of floats."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, float) or abs(value) <= sys.float_info.max
