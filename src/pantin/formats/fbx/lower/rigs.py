"""Convert a rig to a new document."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import WrongDimension
from pantin.formats.fbx.binary_write import BinaryWriter
from pantin.formats.fbx.document import Document
from pantin.formats.fbx.lift.axes import CENTIMETRE, Axes
from pantin.formats.fbx.lift.views import (
    DIRECTIONAL,
    FULL,
    ORTHO_UNIT,
    POINT,
    SPOT,
    camera_rotation,
    light_rotation,
)
from pantin.formats.fbx.lower.builder import Builder, node, prop, properties, vector
from pantin.formats.fbx.lower.clips import PROPERTIES, ClipWriter, ticks, vector_keys
from pantin.formats.fbx.lower.deformers import SkinWriter, write_shapes
from pantin.formats.fbx.lower.geometry import GeometryWriter
from pantin.formats.fbx.lower.losses import written_losses
from pantin.formats.fbx.lower.materials import MaterialWriter
from pantin.formats.fbx.lower.models import SCENE, Model, Plan, clean_name, rest_values, write_models
from pantin.formats.fbx.nodes import Node
from pantin.formats.fbx.text_write import text_document
from pantin.maths import exact, quaternion
from pantin.operations.edit.splitting import split_corners
from pantin.rig import Camera, Clip, Instance, Light, Orthographic, Rig

if TYPE_CHECKING:
    from pantin.formats.format import WriteOptions
    from pantin.report import Finding

Doubles = NDArray[np.float64]

UNITS = {"mm": 0.1, "cm": 1.0, "m": 100.0, "inch": 2.54, "foot": 30.48}
"""Centimetres of each unit."""

Y_UP, Z_UP = "y-up", "z-up"
CREATOR = "Pantin"

VERSION, LARGE_VERSION = 7400, 7500
MOST_BYTES = (1 << 31) - 1
"""Files larger than this use 64-bit offsets: some readers treat offsets as signed."""

FRAME_RATE = 6
"""The time mode for 30 frames per second, for display only."""


class RigWriter:
    """Writes a rig part by part."""

    def __init__(self, rig: Rig, options: WriteOptions) -> None:
        self.rig, self.options = rig, options
        unit = UNITS[options.unit or "cm"]
        basis = (
            np.eye(3) if (options.axes or Y_UP) == Y_UP else np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]])
        )
        self.read_axes = Axes(basis, unit * CENTIMETRE)
        """The conversion that a reader applies."""
        self.axes = Axes(basis.T, 1.0 / (unit * CENTIMETRE))
        """The conversion from rigs to the file."""
        self.builder = Builder()
        self.plan = Plan(rig, joints_of(rig))
        self.materials = MaterialWriter(self.builder, rig, options.name, bool(options.embed))
        self._turned: dict[int, Doubles] = {}
        self._instance_models: dict[int, int] = {}
        self._channels: dict[int, list[list[int]]] = {}
        self._geometries: dict[int, int] = {}
        self._slots: dict[int, list[int]] = {}
        self._plain: int | None = None
        self.skins: SkinWriter | None = None
        self.unit = unit

    def write(self) -> list[Node]:
        plan = self.plan
        plan.add_nodes()
        self._add_views()
        self._add_mesh_models()
        plan.still = self._still_model()
        if self.options.leaf_bones:
            plan.add_leaf_bones()
        plan.name_uniquely()
        write_models(self.builder, plan, self.axes, self._animated_properties())
        self.skins = SkinWriter(self.builder, plan, self.axes, plan.worlds())
        for number, instance in enumerate(self.rig.instances):
            if self._has_points(instance):
                self._write_instance(number, instance)
        meshes = [
            plan.models[self._instance_models[number]]
            for number, instance in enumerate(self.rig.instances)
            if instance.skin is not None and self._has_points(instance)
        ]
        self.skins.write_bind_pose(meshes, clean_name(self.options.name))
        clips = self._write_clips()
        return self.builder.roots(VERSION, self._settings(), clips.takes, CREATOR)

    def _settings(self) -> list[Node]:
        up, front, sign = (1, 2, 1) if (self.options.axes or Y_UP) == Y_UP else (2, 1, -1)
        last = max((clip.duration for clip in self.rig.clips), default=0.0)
        entries = [
            ("UpAxis", up), ("UpAxisSign", 1), ("FrontAxis", front), ("FrontAxisSign", sign),
            ("CoordAxis", 0), ("CoordAxisSign", 1), ("OriginalUpAxis", up), ("OriginalUpAxisSign", 1),
        ]  # fmt: skip
        return [
            *(prop(name, "int", "Integer", "", value) for name, value in entries),
            prop("UnitScaleFactor", "double", "Number", "", self.unit),
            prop("OriginalUnitScaleFactor", "double", "Number", "", self.unit),
            vector("AmbientColor", "ColorRGB", "Color", "", (0, 0, 0)),
            prop("DefaultCamera", "KString", "", "", "Producer Perspective"),
            prop("TimeMode", "enum", "", "", FRAME_RATE),
            prop("TimeProtocol", "enum", "", "", 2),
            prop("SnapOnFrameMode", "enum", "", "", 0),
            prop("TimeSpanStart", "KTime", "Time", "", 0),
            prop("TimeSpanStop", "KTime", "Time", "", int(ticks(np.array([last]))[0])),
            prop("CustomFrameRate", "double", "Number", "", -1.0),
        ]

    # Models that are added

    def _add_views(self) -> None:
        """Add cameras and lights. FBX aims them along other axes: a node without children is rotated, any
        other gets a child model."""
        nodes = self.rig.nodes
        parents = set(nodes.parents.tolist())
        meshes = {instance.node for instance in self.rig.instances}
        for index in range(len(nodes)):
            for kind, number, turn in (
                ("Camera", int(nodes.cameras[index]), camera_rotation),
                ("Light", int(nodes.lights[index]), light_rotation),
            ):
                if number < 0:
                    continue
                # Behind the rotation of the node, in the axes of rigs.
                behind = quaternion.conjugate(self.read_axes.rotations(turn(self.read_axes)))
                attribute = (
                    camera_nodes(self.rig.cameras[number], self.axes)
                    if kind == "Camera"
                    else light_nodes(self.rig.lights[number])
                )
                model = self.plan.models[self.plan.outer[index]]
                alone = index not in parents and index not in meshes and not model.attribute
                even = bool(np.ptp(model.scale) <= 1e-9 * abs(float(model.scale[0])))
                if (
                    alone
                    and even
                    and model.kind == "Null"
                    and self.plan.inner[index] == self.plan.outer[index]
                ):
                    model.rotation = quaternion.product(model.rotation, behind)
                    model.kind, model.attribute = kind, attribute
                    self._turned[index] = behind
                else:
                    name = f"{model.name} {kind.lower()}"
                    added = self.plan.add(name, kind, self.plan.inner[index], rotation=behind)
                    self.plan.models[added].attribute = attribute

    def _add_mesh_models(self) -> None:
        """Choose the model for each mesh: its node's model, or a child of it; skinned meshes are roots."""
        plan = self.plan
        for number, instance in enumerate(self.rig.instances):
            index = instance.node
            own = plan.models[plan.outer[index]]
            name = self.rig.meshes[instance.mesh].name or f"{own.name} mesh"
            if instance.skin is not None:
                if plan.is_detached(index):
                    self._instance_models[number] = plan.outer[index]
                else:
                    shown = bool(self.rig.visible[index])
                    bind_transform = plan.bind_place(index)
                    self._instance_models[number] = plan.add(
                        name, "Mesh", SCENE, *bind_transform, visible=shown
                    )
            elif own.kind == "Mesh" and plan.inner[index] == plan.outer[index]:
                self._instance_models[number] = plan.outer[index]
            else:
                self._instance_models[number] = plan.add(name, "Mesh", plan.inner[index])
                if own.kind == "Mesh":
                    own.kind = "Null"

    def _still_model(self) -> int:
        """A model at the origin for joints that never move, added if there are any."""
        still = any((skin.joints < 0).any() and skin.root is None for skin in self.rig.skins)
        return self.plan.add("still", "LimbNode", SCENE) if still else SCENE

    def _animated_properties(self) -> set[tuple[int, str]]:
        return {
            (self.plan.outer[channel.node], PROPERTIES[channel.property])
            for clip in self.rig.clips
            for channel in clip.channels
            if channel.property in PROPERTIES
        }

    # Geometry

    def _has_points(self, instance: Instance) -> bool:
        return any(len(surface.positions) for surface in self.rig.meshes[instance.mesh].surfaces)

    def _write_instance(self, number: int, instance: Instance) -> None:
        mesh = self.rig.meshes[instance.mesh]
        model = self.plan.models[self._instance_models[number]]
        materials = [
            surface.material if instance.materials is None or instance.materials[index] is None
            else instance.materials[index]
            for index, surface in enumerate(mesh.surfaces)
        ]  # fmt: skip
        distinct = list(dict.fromkeys(materials))
        named = [material for material in distinct if material is not None]
        if None in distinct and named:
            named.append(-1)
        slots = [named.index(-1 if material is None else material) if named else 0 for material in materials]
        plain = instance.skin is None and not mesh.blend_shape_count
        shared = self._geometries.get(instance.mesh) if plain else None
        if shared is None or slots != self._slots_of(instance.mesh, slots):
            shared = self._write_geometry(number, instance, model, slots)
        self.builder.connect(shared, model.id)
        for material in named:
            identity = self.materials.write(material) if material >= 0 else self._no_material()
            self.builder.connect(identity, model.id)

    def _slots_of(self, mesh: int, slots: list[int]) -> list[int]:
        """The material slots that a shared geometry was written with."""
        return self._slots.setdefault(mesh, slots)

    def _no_material(self) -> int:
        """A default material for surfaces without one, where other surfaces have one."""
        if self._plain is None:
            entries = [vector("DiffuseColor", "Color", "", "A", (1, 1, 1))]
            children = [node("Version", 102), node("ShadingModel", "Lambert"), properties(entries)]
            self._plain = self.builder.add("Material", "default", "", children)
        return self._plain

    def _write_geometry(self, number: int, instance: Instance, model: Model, slots: list[int]) -> int:
        mesh = self.rig.meshes[instance.mesh]
        geometry = GeometryWriter(mesh, self.axes)
        name = clean_name(mesh.name or model.name)
        identity = self.builder.add("Geometry", name, "Mesh", geometry.nodes(slots))
        if instance.skin is None and not mesh.blend_shape_count:
            self._geometries[instance.mesh] = identity
            self._slots_of(instance.mesh, slots)
        weights = instance.blend_weights if instance.blend_weights is not None else mesh.blend_weights
        if weights is None:
            weights = np.zeros(mesh.blend_shape_count)
        channels = write_shapes(self.builder, geometry, identity, self.axes, weights)
        if channels:
            self._channels.setdefault(instance.node, []).append(channels)
        if instance.skin is not None:
            assert self.skins is not None
            model_id = self._instance_models[number]
            self.skins.write(geometry, identity, self.rig.skins[instance.skin], model_id, name)
        return identity

    # Clips

    def _write_clips(self) -> ClipWriter:
        writer = ClipWriter(self.builder, self.axes)
        for number, clip in enumerate(self.rig.clips):
            layer = writer.begin(clip, number)
            for channel in clip.channels:
                if channel.property == "weights":
                    keys = vector_keys(channel, lambda values: values)
                    for channels in self._channels.get(channel.node, ()):
                        for column, identity in enumerate(channels):
                            writer.weight(layer, identity, keys, column)
                elif not self.plan.is_detached(channel.node):
                    model = self.plan.models[self.plan.outer[channel.node]]
                    writer.transform(layer, model.id, channel, self._turned.get(channel.node))
            self._write_still_properties(writer, layer, clip)
        return writer

    def _write_still_properties(self, writer: ClipWriter, layer: int, clip: Clip) -> None:
        """Write all of translation, rotation and scale of each model that a clip moves, as the FBX SDK does.
        Where a stack leaves one out, ufbx takes that of the next model, and so do the programs that read
        files with it, such as Blender and Godot."""
        moved: dict[int, set[str]] = {}
        for channel in clip.channels:
            if channel.property in PROPERTIES and not self.plan.is_detached(channel.node):
                moved.setdefault(channel.node, set()).add(PROPERTIES[channel.property])
        for index, names in moved.items():
            model = self.plan.models[self.plan.outer[index]]
            for name, values in rest_values(model, self.axes).items():
                if name not in names:
                    writer.still(layer, model.id, name, values)


def joints_of(rig: Rig) -> set[int]:
    """Nodes to write as bones: joints of skins, skeletons and humanoids, and the nodes between them."""
    joints = {int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0}
    joints |= {int(joint) for skeleton in rig.skeletons for joint in skeleton.joints if joint >= 0}
    joints |= set(rig.character.humanoid.values()) if rig.character else set()
    for joint in list(joints):
        chain, parent = [], int(rig.nodes.parents[joint])
        while parent >= 0 and parent not in joints:
            chain.append(parent)
            parent = int(rig.nodes.parents[parent])
        if parent >= 0:
            joints |= set(chain)
    return joints


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, Iterable[Finding]]:
    """A new document with all parts of a rig that FBX can store."""
    if rig.dimension != 3:
        raise WrongDimension(f"FBX stores rigs in 3 dimensions, but this one has {rig.dimension}")
    if any(surface.topology is not None for mesh in rig.meshes for surface in mesh.surfaces):
        rig = split_corners(rig)
    writer = RigWriter(rig, options)
    roots = writer.write()
    data = text_document(roots, VERSION) if options.ascii else binary_document(roots)
    document = Document(data, options.name)
    if not options.embed:
        document.images = dict(writer.materials.files)
    return document, list(written_losses(rig, writer))


def binary_document(roots: list[Node], most: int = MOST_BYTES) -> bytes:
    """A binary file; above `most` bytes it uses 64-bit offsets."""
    data = BinaryWriter(VERSION).document(roots)
    if len(data) <= most:
        return data
    header = next(child for child in roots[0].children if child.name == "FBXVersion")
    header.set_values([LARGE_VERSION], "I")
    return BinaryWriter(LARGE_VERSION).document(roots)


FILM_HEIGHT = 24.0 / 25.4
"""Inches: the height of a full frame, which focal lengths are stated for."""

SQUARE = 1.0


def camera_nodes(camera: Camera, axes: Axes) -> list[Node]:
    projection = camera.projection
    if isinstance(projection, Orthographic):
        aspect = (projection.width or projection.height) / projection.height
        far: float | None = projection.far
        entries = [
            prop("CameraProjectionType", "enum", "", "", 1),
            prop("OrthoZoom", "double", "Number", "", projection.height * axes.unit / ORTHO_UNIT),
        ]
    else:
        aspect = projection.aspect or SQUARE
        far = projection.far
        half = exact.sin(projection.fov / 2) / exact.cos(projection.fov / 2)
        entries = [
            prop("CameraProjectionType", "enum", "", "", 0),
            prop("ApertureMode", "enum", "", "", 2),
            prop("FilmHeight", "double", "Number", "", FILM_HEIGHT),
            prop("FilmWidth", "double", "Number", "", FILM_HEIGHT * aspect),
            prop("FilmAspectRatio", "double", "Number", "", aspect),
            prop("FieldOfView", "FieldOfView", "", "A", math.degrees(projection.fov)),
            prop("FieldOfViewX", "FieldOfViewX", "", "A", 2 * math.degrees(exact.atan2(half * aspect, 1.0))),
            prop("FieldOfViewY", "FieldOfViewY", "", "A", math.degrees(projection.fov)),
            prop("FocalLength", "Number", "", "A", 12.0 / half),
        ]
    near = projection.near * axes.unit
    entries += [
        prop("AspectWidth", "double", "Number", "", aspect),
        prop("AspectHeight", "double", "Number", "", 1.0),
        prop("NearPlane", "double", "Number", "", near),
        prop("FarPlane", "double", "Number", "", near * 1e5 if far is None else far * axes.unit),
    ]
    position = [node("Position", 0.0, 0.0, 0.0), node("Up", 0.0, 1.0, 0.0), node("LookAt", 1.0, 0.0, 0.0)]
    return [properties(entries), node("TypeFlags", "Camera"), node("GeometryVersion", 124), *position]


def light_nodes(light: Light) -> list[Node]:
    kind = {"point": POINT, "directional": DIRECTIONAL, "spot": SPOT}[light.kind]
    entries = [
        prop("LightType", "enum", "", "", kind),
        prop("CastLight", "bool", "", "", 1),
        vector("Color", "Color", "", "A", light.color),
        prop("Intensity", "Number", "", "A", light.intensity * FULL),
        prop("DecayType", "enum", "", "", 0 if light.kind == "directional" else 2),
    ]
    if light.kind == "spot":
        entries += [
            prop("InnerAngle", "Number", "", "A", 2 * math.degrees(light.inner_cone)),
            prop("OuterAngle", "Number", "", "A", 2 * math.degrees(light.outer_cone)),
        ]
    return [properties(entries), node("TypeFlags", "Light"), node("GeometryVersion", 124)]
