"""Files before version 7.0, which store geometry, shapes, materials and links inside their models. This
module makes them separate objects, so that all versions look alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.formats.fbx.nodes import Node, Value, split_name
from pantin.formats.fbx.properties import Property

if TYPE_CHECKING:
    from pantin.formats.fbx.scene import Object, Scene

AT_TOP = 6000
"""Before this version, models are at the top level, and have channels instead of properties."""

SHAPE_CHANNEL = " (Shape)"
"""The suffix that these files add to the name of a shape for the channel of that blend shape."""

TRANSFORM = {"T": "Lcl Translation", "R": "Lcl Rotation", "S": "Lcl Scaling"}

MATERIAL = {"Ambient": "AmbientColor", "Diffuse": "DiffuseColor", "Specular": "SpecularColor"} | {
    "Emissive": "EmissiveColor",
    "Shininess": "ShininessExponent",
    "Alpha": "Opacity",
}
CAMERA = {
    "AspectW": "AspectWidth",
    "AspectH": "AspectHeight",
    "Aperture": "FieldOfView",
    "FocalLength": "FocalLength",
    "NearPlane": "NearPlane",
    "FarPlane": "FarPlane",
    "ApertureMode": "ApertureMode",
}
LIGHT = {"LightType": "LightType", "Color": "Color", "Intensity": "Intensity", "ConeAngle": "OuterAngle"} | {
    "HotSpot": "InnerAngle"
}


def complete(scene: Scene) -> None:
    """Add objects for the parts stored inside models."""
    if scene.version < AT_TOP and not scene.objects:
        _read_top_level(scene)
    for model in list(scene.of_kind("Model")):
        if model.node.first("Vertices") is not None:
            _add_geometry(scene, model)


def _read_top_level(scene: Scene) -> None:
    """Models of files before 6.0, with their children, materials and links."""
    from pantin.formats.fbx.scene import ROOT, Object

    models: list[tuple[Object, Node]] = []
    for number, node in enumerate(scene.document.roots):
        name = node.value()
        if node.name != "Model" or not isinstance(name, str):
            continue
        plain = split_name(name, scene.document.is_text)[0]
        model = Object(f"Model::{plain}", "Model", plain, node.text("Type"), node, number)
        model.props.own |= dict(_channel_properties(node))
        if model.subclass in ("Camera", "Light"):
            model.props.own |= _rename_properties(node, CAMERA if model.subclass == "Camera" else LIGHT)
        if model.id not in scene.objects:
            scene.add(model)
            models.append((model, node))
    _read_take_defaults(scene)
    for model, node in models:
        children = node.first("Children")
        for child in children.values if children is not None else ():
            plain = split_name(str(child), scene.document.is_text)[0]
            if f"Model::{plain}" in scene.objects:
                scene.connect(f"Model::{plain}", model.id)
        for kind in ("Material", "Texture"):
            for part in node.every(kind):
                _add_material(scene, model, part, kind)
    for model, _ in models:
        if not scene.parents.get(model.id):
            scene.connect(model.id, ROOT)
        for link in model.node.every("Link"):
            _add_link(scene, model, link)


def _channel_properties(node: Node) -> Iterator[tuple[str, Property]]:
    """The defaults of channels, which give the transforms of models in files before 6.0."""
    for channel in node.every("Channel"):
        name = str(channel.value())
        parts = [channel]
        if name == "Transform":
            parts = [part for part in channel.every("Channel") if part.value() in TRANSFORM]
        for part in parts:
            key = TRANSFORM[str(part.value())] if name == "Transform" else name.removesuffix(SHAPE_CHANNEL)
            axes = list(part.every("Channel")) or [part]
            missing = 1.0 if key == "Lcl Scaling" else 0.0
            values: list[Value] = [axis.number("Default", missing) for axis in axes]
            if key in TRANSFORM.values() or part.first("Default") is not None:
                yield key, Property("Number", "A", values)


def _read_take_defaults(scene: Scene) -> None:
    """Properties of models that only the first take has: 3ds Max omits transforms from the models."""
    takes = scene.document.section("Takes")
    take = takes.first("Take") if takes is not None else None
    for node in take.every("Model") if take is not None else ():
        plain = split_name(str(node.value()), scene.document.is_text)[0]
        model = scene.objects.get(f"Model::{plain}")
        if model is not None:
            model.props.own = dict(_channel_properties(node)) | model.props.own


def _rename_properties(node: Node, names: dict[str, str]) -> dict[str, Property]:
    properties = {}
    for old, new in names.items():
        child = node.first(old)
        if child is not None:
            properties[new] = Property("Number", "A", list(child.values))
    return properties


def _add_material(scene: Scene, model: Object, part: Node, kind: str) -> None:
    from pantin.formats.fbx.scene import Object

    name = split_name(str(part.value()), scene.document.is_text)[0]
    thing = Object(f"{kind}::{name}", kind, name, "", part, model.number)
    if thing.id not in scene.objects:
        if kind == "Material":
            thing.props.own |= _rename_properties(part, MATERIAL)
        scene.add(thing)
    scene.connect(thing.id, model.id)


def _add_link(scene: Scene, model: Object, link: Node) -> None:
    """Add a link as a cluster of the model's skin; it has the name of its bone."""
    from pantin.formats.fbx.scene import Object

    skin_id = f"{model.id}/Skin"
    if skin_id not in scene.objects:
        scene.add(Object(skin_id, "Deformer", model.name, "Skin", link, model.number))
        scene.connect(skin_id, model.id)
    bone = split_name(str(link.value()), scene.document.is_text)[0]
    cluster = Object(f"{skin_id}/{bone}", "Deformer", bone, "Cluster", link, model.number)
    if cluster.id not in scene.objects:
        scene.add(cluster)
        scene.connect(cluster.id, skin_id)
        if f"Model::{bone}" in scene.objects:
            scene.connect(f"Model::{bone}", cluster.id)


def _add_geometry(scene: Scene, model: Object) -> None:
    """The geometry of a model, with its deformers, and a channel for each of its shapes."""
    from pantin.formats.fbx.scene import Object

    geometry = Object(f"{model.id}/Geometry", "Geometry", model.name, "Mesh", model.node, model.number)
    scene.add(geometry)
    scene.connect(geometry.id, model.id)
    for deformer in list(scene.below(model.id, "Deformer")):
        scene.connect(deformer.id, geometry.id)
    _add_shapes(scene, model, geometry)


def complete_shapes(scene: Scene) -> None:
    """Add objects for the blend shapes stored inside geometry, in files of 7.1."""
    for geometry in list(scene.of_kind("Geometry")):
        if geometry.subclass == "Mesh" and geometry.node.first("Shape") is not None:
            _add_shapes(scene, geometry, geometry)


def _add_shapes(scene: Scene, owner: Object, geometry: Object) -> None:
    """A channel for each shape in the node of an object; the weights are among its properties."""
    from pantin.formats.fbx.scene import Object

    shapes = list(owner.node.every("Shape"))
    if not shapes:
        return
    deformer = Object(
        f"{owner.id}/BlendShape", "Deformer", owner.name, "BlendShape", owner.node, owner.number
    )
    scene.add(deformer)
    scene.connect(deformer.id, geometry.id)
    for number, node in enumerate(shapes):
        name = str(node.value() or "")
        identity = f"{deformer.id}/{number}"
        channel = Object(identity, "Deformer", name, "BlendShapeChannel", node, owner.number)
        percent = owner.props.get(name)
        if percent is not None:
            channel.props.own["DeformPercent"] = percent
        scene.add(channel)
        scene.connect(channel.id, deformer.id)
        shape = Object(f"{identity}/Shape", "Geometry", name, "Shape", node, owner.number)
        scene.add(shape)
        scene.connect(shape.id, channel.id)
