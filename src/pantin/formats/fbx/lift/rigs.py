"""Convert a document to a rig."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.formats.fbx.lift.animation import Animation
from pantin.formats.fbx.lift.axes import Axes, read_axes
from pantin.formats.fbx.lift.clips import ClipReader, MeshNode
from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.lift.extras import user_properties
from pantin.formats.fbx.lift.hierarchy import Hierarchy, Model
from pantin.formats.fbx.lift.materials import MaterialReader
from pantin.formats.fbx.lift.meshes import MeshReader, ReadMesh
from pantin.formats.fbx.lift.shapes import Channel, ShapeReader, blend_shapes
from pantin.formats.fbx.lift.skins import ReadSkin, SkinReader, inverse_binds
from pantin.formats.fbx.lift.textures import TextureReader
from pantin.formats.fbx.lift.transforms import RSRS
from pantin.formats.fbx.lift.views import camera_rotation, light_rotation, read_camera, read_light
from pantin.formats.fbx.nodes import clean
from pantin.formats.fbx.scene import Object
from pantin.formats.geometry.vertices import take_influences
from pantin.maths import affine, quaternion
from pantin.rig import Camera, Instance, Light, Mesh, Node, Rig, Scene, Skin, build

Doubles = NDArray[np.float64]


class RigReader:
    """Reads a scene part by part into `rig`."""

    def __init__(self, context: Context) -> None:
        self.context, self.scene = context, context.scene
        self.axes: Axes = read_axes(self.scene.settings)
        self.animation = Animation(context)
        self.hierarchy = Hierarchy(context, self.animation)
        self.textures = TextureReader(context)
        self.materials = MaterialReader(context, self.textures)
        self._meshes = MeshReader(context, self.axes)
        self._skins = SkinReader(context, self.hierarchy)
        self._shapes = ShapeReader(context, self.axes)
        self.cameras: list[Camera] = []
        self.lights: list[Light] = []
        self.meshes: list[Mesh] = []
        self.skins: list[Skin] = []
        self.instances: list[Instance] = []
        self.mesh_nodes: list[MeshNode] = []
        self._read: dict[Any, tuple[int, ReadMesh, ReadSkin | None, list[Channel]]] = {}
        self._turns: dict[int, Doubles] = {}
        """For each model, the rotation from its camera or light axes to those of a rig."""
        self._turned: dict[int, Doubles] = {}
        """The subset of these rotations applied to the models' nodes themselves."""
        self.worlds = self._world_transforms()
        """(n, 3, 4) rest world transforms of models, in units and axes of the file."""

    def read(self) -> Rig:
        views = [self._view(model) for model in self.hierarchy.models]
        nodes = [self._node(model, view) for model, view in zip(self.hierarchy.models, views, strict=True)]
        nodes += [self._helper(kind, model) for kind, model in self.hierarchy.helpers]
        self._add_view_helpers(nodes, views)
        for model in self.hierarchy.models:
            self._add_geometry(model, nodes)
        roots = tuple(index for index, node in enumerate(nodes) if node.parent < 0)
        rig = build(
            nodes=nodes,
            meshes=self.meshes,
            materials=self.materials.materials,
            skins=self.skins,
            instances=self.instances,
            scenes=[Scene(roots)],
            default_scene=0,
            textures=self.textures.textures,
            samplers=self.textures.samplers,
            images=self.textures.images,
            cameras=self.cameras,
            lights=self.lights,
        )
        self.clips = ClipReader(
            self.context,
            self.hierarchy,
            self.animation,
            self.axes,
            self.mesh_nodes,
            self._size(),
            self._turned,
        )
        # Clips make their channels when they are needed, checked as the builder does it.
        return replace(rig, clips=self.clips.clips(rig.nodes))

    def read_meshes(self) -> list[tuple[int, ReadMesh, ReadSkin | None, list[Channel]]]:
        """Every mesh that was read, with its skin and the channels of its blend shapes."""
        return list(self._read.values())

    def turned(self, model: Model) -> Doubles:
        """The rotation that the node of a camera or light has behind that of its model."""
        return self._turned.get(model.index, np.array(quaternion.IDENTITY))

    # Nodes

    def _world_transforms(self) -> Doubles:
        worlds = np.empty((len(self.hierarchy.models), 3, 4))
        bare = worlds.copy()  # without the scale of the model itself
        for index in self.hierarchy.order:
            model = self.hierarchy.models[index]
            parent = self.hierarchy.parent_of(model)
            translation, rotation, scale = model.local_rest(parent)
            unscaled = affine.compose(translation, rotation, np.ones(3))
            if parent is not None:
                above = worlds if model.chain.inherit == RSRS else bare
                unscaled = affine.multiply(above[parent.index], unscaled)
            bare[index] = unscaled
            worlds[index] = unscaled
            worlds[index, :, :3] *= scale
        return worlds

    def _node(self, model: Model, view: dict[str, int]) -> Node:
        translation, rotation, scale = model.local_rest(self.hierarchy.parent_of(model))
        if model.index in self._turned:
            rotation = quaternion.product(rotation, self._turned[model.index])
        split = model.scaled != model.index
        return Node(
            clean(model.thing.name) or None,
            self.hierarchy.parent_node(model),
            translation=self.axes.points(translation),
            rotation=self.axes.rotations(rotation),
            scale=np.ones(3) if split else self.axes.scales(scale),
            visible=model.thing.props.number("Visibility", 1.0) != 0,
            extras=user_properties(model.thing.props),
            camera=view.get("camera") if model.index in self._turned else None,
            light=view.get("light") if model.index in self._turned else None,
        )

    def _helper(self, kind: str, model: Model) -> Node:
        name = clean(model.thing.name)
        if kind == "scale":
            self.context.drop(
                "baked",
                model.thing,
                f'the scale of "{name}", which its children do not inherit, is in a helper node',
            )
            return Node(f"{name} scale", model.index, scale=self.axes.scales(model.total))
        self.context.drop("baked", model.thing, f'the geometric transform of "{name}" is in a helper node')
        return self._place(f"{name} geometry", model.scaled, self.axes.matrices(model.geometric))

    @staticmethod
    def _place(name: str, parent: int, local: Doubles) -> Node:
        translation, rotation, scale = affine.decompose(local)
        return Node(name, parent, translation=translation, rotation=rotation, scale=scale)

    # Cameras and lights

    def _view(self, model: Model) -> dict[str, int]:
        """The camera or light of a model. FBX cameras and lights look along other axes: a node without
        children is rotated, any other gets a helper node."""
        attribute = self._attribute(model.thing)
        if attribute is None:
            return {}
        member: dict[str, int] = {}
        turn = np.array(quaternion.IDENTITY)
        if attribute.subclass == "Camera":
            camera = read_camera(self.context, self.axes, attribute)
            if camera is not None:
                member, turn = {"camera": len(self.cameras)}, camera_rotation(self.axes)
                self.cameras.append(camera)
        elif attribute.subclass == "Light":
            light = read_light(self.context, attribute)
            if light is not None:
                member, turn = {"light": len(self.lights)}, light_rotation(self.axes)
                self.lights.append(light)
        self._turns[model.index] = turn
        plain = not model.children and not model.has_geometric and model.scaled == model.index
        has_geometry = any(True for _ in self.scene.below(model.thing.id, "Geometry"))
        if member and plain and self._is_unscaled(model) and not has_geometry:
            self._turned[model.index] = turn
        return member

    @staticmethod
    def _is_unscaled(model: Model) -> bool:
        """Whether a model can be rotated after its scale: a non-uniform scale would turn the rotation into
        shear."""
        return bool(np.ptp(model.scale) <= 1e-6 * max(float(np.abs(model.scale).max()), 1e-30))

    def _attribute(self, thing: Object) -> Object | None:
        """The attribute of a model; before 7.0, the model itself."""
        attribute = next(self.scene.below(thing.id, "NodeAttribute"), None)
        if attribute is None and not self.scene.has_ids and thing.subclass in ("Camera", "Light"):
            return thing
        return attribute

    def _add_view_helpers(self, nodes: list[Node], views: list[dict[str, int]]) -> None:
        for model, view in zip(self.hierarchy.models, views, strict=True):
            if view and model.index not in self._turned:
                name = f"{clean(model.thing.name)} {next(iter(view))}"
                rotation = self.axes.rotations(self._turns[model.index])
                nodes.append(
                    Node(
                        name,
                        model.index,
                        rotation=rotation,
                        camera=view.get("camera"),
                        light=view.get("light"),
                    )
                )

    # Geometry

    def _add_geometry(self, model: Model, nodes: list[Node]) -> None:
        for number, geometry in enumerate(self.scene.below(model.thing.id, "Geometry")):
            if geometry.subclass not in ("Mesh", ""):
                what = f'the geometry "{clean(geometry.name)}" ({geometry.subclass})'
                self.context.drop("geometry", geometry, what)
                continue
            mesh, read, skin, channels = self._mesh(geometry)
            if not read.parts:
                continue
            node = model.geometry
            if skin is not None and skin.influences is not None:
                node = model.index
            if number or any(instance.node == node for instance in self.instances):
                node = len(nodes)
                nodes.append(Node(f"{clean(geometry.name)}", model.geometry))
            materials = self._material_slots(model.thing, read)
            surfaces = self.meshes[mesh].surfaces
            own = tuple(surface.material for surface in surfaces)
            if all(material is None for material in own) and not self._is_shared(mesh):
                filled = tuple(
                    replace(surface, material=material)
                    for surface, material in zip(surfaces, materials, strict=True)
                )
                self.meshes[mesh] = replace(self.meshes[mesh], surfaces=filled)
                own = materials
            self.instances.append(
                Instance(
                    node,
                    mesh,
                    self._skin(model, skin),
                    materials=None if own == materials else materials,
                )
            )
            if channels:
                owners = (geometry.id, model.thing.id)
                rest = self.meshes[mesh].blend_weights
                assert rest is not None
                self.mesh_nodes.append(MeshNode(node, channels, owners, rest))

    def _is_shared(self, mesh: int) -> bool:
        return any(instance.mesh == mesh for instance in self.instances)

    def _mesh(self, geometry: Object) -> tuple[int, ReadMesh, ReadSkin | None, list[Channel]]:
        """The mesh of a geometry, read once for all of its instances."""
        known = self._read.get(geometry.id)
        if known is not None:
            return known
        read = self._meshes.read(geometry)
        points = len(read.points)
        skin = self._skins.read(geometry, points) if points else None
        channels = self._shapes.read(geometry, points) if points else []
        surfaces = []
        for part in read.parts:
            influences = None
            if skin is not None and skin.influences is not None:
                influences = take_influences(skin.influences, part.points)
            surfaces.append(
                replace(
                    part.surface, influences=influences, blend_shapes=blend_shapes(channels, part, points)
                )
            )
        weights = names = None
        if channels:
            weights = np.concatenate([each.weights(np.array([each.percent]))[0] for each in channels])
            names = tuple(clean(name) for each in channels for name in each.names)
        self._report(geometry)
        name = clean(geometry.name) or None
        if name is None:
            owner = next(self.scene.above(geometry.id, "Model"), None)
            name = (clean(owner.name) or None) if owner is not None else None
        mesh = Mesh(
            tuple(surfaces),
            name,
            blend_weights=weights,
            blend_names=names,
            extras=user_properties(geometry.props) if self.scene.has_ids else None,
        )
        result = len(self.meshes), read, skin, channels
        if read.parts:
            self.meshes.append(mesh)
        self._read[geometry.id] = result
        return result

    def _report(self, geometry: Object) -> None:
        """Report the parts of a geometry that are simplified."""
        if geometry.node.number("Smoothness") >= 3 or geometry.node.number("PreviewDivisionLevels") > 0:
            subdivided = geometry.node.first("Smoothness")
            if subdivided is not None and geometry.node.number("Smoothness") >= 1:
                self.context.drop("subdivision", geometry, f'"{clean(geometry.name)}"')

    def _material_slots(self, thing: Object, read: ReadMesh) -> tuple[int | None, ...]:
        """The material of each surface. Slots follow the order in which materials are connected to the
        model."""
        materials = list(self.scene.below(thing.id, "Material"))
        result: list[int | None] = []
        for part in read.parts:
            if 0 <= part.slot < len(materials):
                result.append(self.materials.index(materials[part.slot], read.uv_names))
            else:
                if materials and part.slot >= 0:
                    self.context.fault(
                        "FBX-MATERIAL_SLOT", read.thing, slot=part.slot, materials=len(materials)
                    )
                result.append(None)
        return tuple(result)

    def _skin(self, model: Model, skin: ReadSkin | None) -> int | None:
        if skin is None or skin.influences is None:
            return None
        binds = self.axes.matrices(inverse_binds(skin, model, self.worlds))
        joints = [model.scaled if joint is None else joint.scaled for joint in skin.joints]
        self.skins.append(Skin(np.array(joints), binds, clean(skin.thing.name) or None, solver=skin.solver))
        return len(self.skins) - 1

    def _size(self) -> float:
        """The longest side of the bounding box of all meshes and nodes at rest, in units of the file."""
        corners = [self.worlds[:, :, 3]]
        for model in self.hierarchy.models:
            for geometry in self.scene.below(model.thing.id, "Geometry", "Mesh", ""):
                known = self._read.get(geometry.id)
                if known is not None and len(known[1].points):
                    points = known[1].points
                    box = np.stack([points.min(0), points.max(0)])
                    grid = np.stack(np.meshgrid(*box.T), -1).reshape(-1, 3)
                    corners.append(affine.apply(self.worlds[model.index], grid))
        every = np.concatenate(corners) if corners else np.zeros((0, 3))
        every = every[np.isfinite(every).all(1)]
        return float(np.ptp(every, axis=0).max()) if len(every) else 1.0
