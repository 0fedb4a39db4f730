"""Rules about meshes, skins, blend shapes, animations and textures."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.formats.fbx.nodes import Array, Node, clean
from pantin.formats.fbx.reading import Reading
from pantin.formats.fbx.rules.scene import MOST, faults
from pantin.report import Finding, Rule, rule
from pantin.report.wording import counted, quoted


@rule(
    "FBX-INDEX",
    "error",
    "mesh {name} refers to point {index}, but has only {points} points ({count} such corners)",
)
def bad_index(reading: Reading) -> Iterator[Finding]:
    """Polygon refers to a point that does not exist.

    What: The numbers in PolygonVertexIndex are below the number of points; the last corner of a polygon is
    stored as −index − 1.
    Why: Readers crash or draw garbage. Pantin drops these polygons.
    Fix: Export the mesh again.
    Source: FbxMesh::GetPolygonVertices.
    """
    yield from faults(bad_index, reading)


@rule("FBX-LAYER", "warning", "{element} of mesh {name} {why}")
def bad_layer(reading: Reading) -> Iterator[Finding]:
    """Layer element does not fit its mesh.

    What: An element has a value for each point, corner, edge or polygon, as its mapping says, or indices into
    its values.
    Why: Importers refuse the element or read past its end. Pantin uses 0 for values that are missing.
    Fix: Export the mesh again.
    Source: FbxLayerElement.
    """
    yield from faults(bad_layer, reading)


@rule("FBX-MATERIAL_SLOT", "warning", "mesh {name} uses material {slot}, but its model has {materials}")
def bad_slot(reading: Reading) -> Iterator[Finding]:
    """Polygon uses a material that does not exist.

    What: The numbers of LayerElementMaterial are positions in the list of materials of the model.
    Why: Importers give these polygons the first material, or none. Pantin gives them none.
    Fix: Assign a material to these polygons.
    Source: FbxLayerElementMaterial.
    """
    yield from faults(bad_slot, reading)


@rule("FBX-CLUSTER", "warning", "cluster {name} has no bone")
def boneless_cluster(reading: Reading) -> Iterator[Finding]:
    """Cluster has no bone.

    What: A model is connected to each cluster of a skin: the bone that moves its points.
    Why: The points do not follow anything. Importers drop the cluster, and some then refuse the skin. Pantin
    drops it, and divides the weights that are left by their sum.
    Fix: Bind the mesh again, or remove the influence.
    Source: FbxCluster::SetLink.
    """
    yield from faults(boneless_cluster, reading)


@rule(
    "FBX-WEIGHTS",
    "error",
    "cluster {name} has {indices} indices and {weights} weights; {bad} of them invalid",
)
def bad_weights(reading: Reading) -> Iterator[Finding]:
    """Weights of a cluster do not fit its mesh.

    What: A cluster has as many weights as indices, and each index is one of a point of the mesh.
    Why: Readers crash or weight the wrong points. Pantin drops what does not fit.
    Fix: Bind the mesh again.
    Source: FbxCluster::GetControlPointIndices.
    """
    yield from faults(bad_weights, reading)


@rule("FBX-NO_BIND_POSE", "info", "{what} of skins are in no bind pose")
def no_bind_pose(reading: Reading) -> Iterator[Finding]:
    """Bind pose is missing or not complete.

    What: A file with skins has an object Pose of the kind BindPose, with the world transform of every joint
    and every skinned mesh.
    Why: Maya cannot go to the bind pose, and Unreal asks whether to use the first frame instead. The skin
    itself is complete: Pantin and most importers use the matrices of its clusters.
    Fix: In Maya, go to the bind pose and export again. Files that Pantin writes have one.
    Source: FbxPose.
    """
    scene = reading.scene
    posed = {
        scene.identify(node.first("Node"))
        for pose in scene.of_kind("Pose")
        if pose.subclass == "BindPose" or pose.node.text("Type") == "BindPose"
        for node in pose.node.every("PoseNode")
    }
    joints = {
        joint.thing.id: joint.thing
        for _, _, skin, _ in reading.reader.read_meshes()
        if skin is not None
        for joint in skin.joints
        if joint is not None
    }
    missing = [thing for identity, thing in joints.items() if identity not in posed]
    if missing:
        yield no_bind_pose.at(missing[0].pointer, what=counted(len(missing), "joint"))


@rule("FBX-ROOTS", "warning", "the joints of skin {name} have {count} roots: {roots}")
def several_roots(reading: Reading) -> Iterator[Finding]:
    """Skeleton has several roots.

    What: The joints of a skin, with their ancestors that are bones, form one tree.
    Why: Unreal refuses a mesh with several root bones, and Unity's humanoid mapping needs one.
    Fix: Add a bone that is the parent of all of them.
    Source: the importer of Unreal ("Multiple roots found").
    """
    hierarchy = reading.reader.hierarchy
    for _, _, skin, _ in reading.reader.read_meshes():
        if skin is None:
            continue
        roots: dict[int, str] = {}
        for joint in skin.joints:
            if joint is None:
                continue
            top = joint
            while (parent := hierarchy.parent_of(top)) is not None:
                top = parent
            roots.setdefault(top.index, clean(top.thing.name))
        if len(roots) > 1:
            listed = ", ".join(quoted(name) for name in list(roots.values())[:4])
            name = quoted(clean(skin.thing.name))
            yield several_roots.at(skin.thing.pointer, name=name, count=len(roots), roots=listed)


@rule("FBX-SHAPE", "error", "shape {name} has {indices} indices and {points} points; {bad} of them invalid")
def bad_shape(reading: Reading) -> Iterator[Finding]:
    """Blend shape does not fit its mesh.

    What: A shape has a difference for each of its indices, and each index is one of a point of the mesh.
    Why: Readers crash or move the wrong points. Pantin drops what does not fit.
    Fix: Export the blend shape again.
    Source: FbxShape.
    """
    yield from faults(bad_shape, reading)


@rule("FBX-FULL_WEIGHTS", "error", "channel {name} has {found} full weights for {shapes} shapes")
def bad_full_weights(reading: Reading) -> Iterator[Finding]:
    """Channel with in-betweens has the wrong full weights.

    What: A channel with several shapes has a full weight for each of them, all different and not 0.
    Why: It is unclear at which weight each shape is complete. Pantin spaces them evenly up to 100.
    Fix: Export the blend shape again.
    Source: FbxBlendShapeChannel::GetTargetShapeFullWeights.
    """
    yield from faults(bad_full_weights, reading)


def _length(node: Node, name: str) -> int:
    """The declared length of an array, without decoding it."""
    child = node.first(name)
    value = child.value() if child is not None else None
    return value.length if isinstance(value, Array) else (child.count if child is not None else 0)


@rule("FBX-EMPTY_CURVE", "warning", "the curve of {property} of {name} has no keys")
def empty_curve(reading: Reading) -> Iterator[Finding]:
    """Animation curve has no keys.

    What: An AnimationCurve has at least one key.
    Why: Importers read its value as 0, keep the value at rest, or fail. Pantin keeps the default of the
    curve's node.
    Fix: Remove the curve, or export the animation again.
    Source: FbxAnimCurve; the SDK's own exporters never write one.
    """
    scene, count = reading.scene, 0
    for curve in scene.of_kind("AnimationCurve"):
        if count < MOST and _length(curve.node, "KeyTime") == 0:
            count += 1
            prop, name = _target(reading, curve.id)
            yield empty_curve.at(curve.pointer, property=quoted(prop), name=quoted(name))


@rule("FBX-KEY_ORDER", "error", "the keys of {property} of {name} are not in ascending order")
def unordered_keys(reading: Reading) -> Iterator[Finding]:
    """Keys are not in ascending order.

    What: The times of the keys of a curve ascend.
    Why: Readers that search for the key before a time find the wrong one. Pantin sorts them.
    Fix: Export the animation again.
    Source: FbxAnimCurve::KeyGetTime.
    """
    scene, count = reading.scene, 0
    for curve in scene.of_kind("AnimationCurve"):
        times = curve.node.numbers("KeyTime")
        if count < MOST and len(times) > 1 and bool((np.diff(times) < 0).any()):
            count += 1
            prop, name = _target(reading, curve.id)
            yield unordered_keys.at(curve.pointer, property=quoted(prop), name=quoted(name))


def _target(reading: Reading, curve: int | str) -> tuple[str, str]:
    """The property that a curve animates, and the name of its object."""
    scene = reading.scene
    for link in scene.parents.get(curve, ()):
        for target in scene.parents.get(link.id, ()):
            thing = scene.objects.get(target.id)
            if target.property is not None and thing is not None:
                return target.property, clean(thing.name)
    return "", ""


@rule("FBX-EMPTY_STACK", "info", "the animation {name} moves nothing")
def empty_stack(reading: Reading) -> Iterator[Finding]:
    """Animation moves nothing.

    What: An animation stack has curves for transforms or blend shapes.
    Why: Maya and Mixamo write an empty "Take 001" before the real one, and importers that use the first
    animation show a still. Pantin skips it.
    Fix: Delete it in the program that made the file.
    Source: files of Mixamo.
    """
    used = {id(stack) for stack in reading.reader.clips.stacks}
    for stack in reading.reader.animation.stacks:
        if id(stack) not in used:
            yield empty_stack.at(
                stack.thing.pointer if stack.thing is not None else "/Takes", name=quoted(clean(stack.name))
            )


@rule("FBX-TEXTURE", "warning", "the image {file} of texture {name} cannot be found")
def missing_texture(reading: Reading) -> Iterator[Finding]:
    """Image of a texture is missing.

    What: An image is embedded, at the relative path that the texture states, or beside the file under its own
    name. Absolute paths are not read: they are those of another computer.
    Why: The material is without its texture.
    Fix: Put the image beside the file, or export with "Embed Media" ("Path Mode: Copy" in Blender).
    Source: FbxFileTexture::GetRelativeFileName; docs/lossless.md, "References to other files".
    """
    yield from faults(missing_texture, reading)


RULES: tuple[Rule[[Reading]], ...] = (
    bad_index,
    bad_layer,
    bad_slot,
    boneless_cluster,
    bad_weights,
    no_bind_pose,
    several_roots,
    bad_shape,
    bad_full_weights,
    empty_curve,
    unordered_keys,
    empty_stack,
    missing_texture,
)
