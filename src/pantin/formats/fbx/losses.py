"""Findings on parts of a file that a rig cannot store, or stores in another form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from pantin.formats.fbx.lift.clips import TRANSFORMS, weight_keys
from pantin.formats.fbx.nodes import clean
from pantin.formats.fbx.reading import Reading
from pantin.report import Finding, rule

DroppedParts = Iterable[tuple[str, str]]
"""(pointer, description)"""


@rule("LOSS-FBX_BAKED", "info", "{what}")
def baked(dropped: DroppedParts) -> Iterator[Finding]:
    """Transform is in a helper node.

    What: A model has a transform of its geometry alone, or a scale that its children do not inherit.
    Why: Nodes of other formats have neither. A helper node with the same effect, at rest and in every clip,
    is added below the node of the model.
    Fix: Nothing; to avoid the helper, freeze the transforms before the export.
    Source: FbxNode, geometric transforms; FbxTransform::EInheritType.
    """
    yield from (baked.at(pointer, what=what) for pointer, what in dropped)


@rule("LOSS-FBX_GEOMETRY", "warning", "dropped {what}")
def dropped_geometry(dropped: DroppedParts) -> Iterator[Finding]:
    """Geometry or deformer has no counterpart in a rig.

    What: NURBS, patches, curves, lines, and deformers that play a point cache.
    Why: A rig has polygons, and moves them with skins and blend shapes.
    Fix: Convert it to polygons, or bake the cache into blend shapes, in the program that made the file.
    Source: FbxNurbsSurface, FbxNurbsCurve, FbxVertexCacheDeformer.
    """
    yield from (dropped_geometry.at(pointer, what=what) for pointer, what in dropped)


@rule("LOSS-FBX_POINTS", "info", "dropped {what}")
def dropped_points(dropped: DroppedParts) -> Iterator[Finding]:
    """Points belong to no polygon.

    What: A mesh has points that none of its polygons has as a corner.
    Why: The vertices of a rig are the corners of polygons. Such points are not seen, but a program that finds
    vertices by the numbers of the file counts them.
    Fix: Delete loose points in the program that made the file.
    Source: FbxMesh::GetPolygonVertices.
    """
    yield from (dropped_points.at(pointer, what=what) for pointer, what in dropped)


@rule(
    "LOSS-FBX_SUBDIVISION", "info", "read {what} as its control cage: subdivision surfaces are not supported"
)
def cage_of_subdivision(dropped: DroppedParts) -> Iterator[Finding]:
    """Subdivision surface is read as its cage.

    What: The mesh has the flag for a smooth preview, or levels of subdivision.
    Why: The rig has the polygons of the cage. Its points move as those of the file.
    Fix: Apply the subdivision before the export.
    Source: FbxMesh::GetMeshSmoothness.
    """
    yield from (cage_of_subdivision.at(pointer, what=what) for pointer, what in dropped)


@rule("LOSS-FBX_INBETWEEN", "info", "{what}")
def split_inbetweens(dropped: DroppedParts) -> Iterator[Finding]:
    """In-between shapes become separate blend shapes.

    What: A channel has several shapes, each complete at another weight.
    Why: The rig has a blend shape for each, and clips blend from one to the next, with keys where the weight
    passes one. Clips play the same; a weight that you set by hand moves one of them alone.
    Fix: Nothing, if clips set the weights.
    Source: FbxBlendShapeChannel, in-betweens.
    """
    yield from (split_inbetweens.at(pointer, what=what) for pointer, what in dropped)


@rule("LOSS-FBX_SKIN", "warning", "dropped {what}")
def dropped_skinning(dropped: DroppedParts) -> Iterator[Finding]:
    """Skin has no exact counterpart in a rig.

    What: A mesh has several skins, a cluster is additive, or a skin mixes linear and dual quaternion
    skinning.
    Why: A rig has one skin for each mesh, which is one or the other.
    Fix: Bake the deformation, or bind the mesh with one skin.
    Source: FbxSkin::EType, FbxCluster::ELinkMode.
    """
    yield from (dropped_skinning.at(pointer, what=what) for pointer, what in dropped)


@rule("LOSS-FBX_MATERIAL", "warning", "dropped {what}")
def dropped_material(dropped: DroppedParts) -> Iterator[Finding]:
    """Texture or part of a material has no counterpart in a rig.

    What: Materials of rigs have textures for base colour, metallic and roughness in one, normals, occlusion
    and emission. Others, layers, and separate textures of metallic or roughness are dropped.
    Why: The material looks different where they show.
    Fix: Pack metallic into the blue and roughness into the green channel of one image before the export.
    Source: glTF 2.0 §5.22 (metallic-roughness); FbxSurfaceMaterial.
    """
    yield from (dropped_material.at(pointer, what=what) for pointer, what in dropped)


@rule("LOSS-FBX_VIEW", "warning", "dropped {what}")
def dropped_view(dropped: DroppedParts) -> Iterator[Finding]:
    """Camera or light has no counterpart in a rig.

    What: The light is an area or a volume, or the numbers of a light or camera are not valid.
    Why: Lights of a rig are directional lights, points and spots, and its cameras have a field of view.
    Fix: Add a light of one of these kinds; correct the numbers.
    Source: FbxLight, FbxCamera; KHR_lights_punctual.
    """
    yield from (dropped_view.at(pointer, what=what) for pointer, what in dropped)


@rule("LOSS-FBX_CONSTRAINT", "warning", "dropped the constraint {what}")
def dropped_constraint(dropped: DroppedParts) -> Iterator[Finding]:
    """Constraint is not evaluated.

    What: An object of the class Constraint or Character moves models by those of others.
    Why: Clips have the keys that the file stores. What a constraint adds when it plays is missing.
    Fix: Bake the animation before the export ("Bake Animation" in Maya, "Plot" in MotionBuilder).
    Source: FbxConstraint.
    """
    yield from (dropped_constraint.at(pointer, what=what) for pointer, what in dropped)


@rule("LOSS-FBX_ANIMATION", "warning", "dropped the animation of {what}")
def dropped_animation(reading: Reading) -> Iterator[Finding]:
    """Animated property has no counterpart in a rig.

    What: An animation changes visibility, a light, a camera, a material or a custom property.
    Why: A clip moves nodes and changes the weights of blend shapes. The rig has the value at rest.
    Fix: Keep the source too.
    Source: the model of a rig (docs/architecture.md).
    """
    models = reading.reader.hierarchy.index
    carried = {
        key
        for mesh in reading.reader.mesh_nodes
        for channel in mesh.channels
        for key in weight_keys(mesh, channel)
    }
    counts: Counter[str] = Counter()
    first: dict[str, str] = {}
    for stack in reading.reader.animation.stacks:
        for identity, prop in sorted(stack.animated_keys(), key=str):
            thing = reading.scene.objects.get(identity)
            is_transform = identity in models and prop in TRANSFORMS
            if thing is None or is_transform or (identity, prop) in carried:
                continue
            if not any(curve is not None and not curve.is_constant
                       for _, track in stack.tracks((identity, prop)) for curve in track.curves):  # fmt: skip
                continue
            counts[prop] += 1
            first.setdefault(prop, thing.pointer)
    for prop, count in counts.items():
        yield dropped_animation.at(first[prop], what=f'"{clean(prop)}" ({count})')


RULES: dict[str, Callable[[DroppedParts], Iterator[Finding]]] = {
    "baked": baked,
    "geometry": dropped_geometry,
    "points": dropped_points,
    "subdivision": cage_of_subdivision,
    "inbetween": split_inbetweens,
    "skin": dropped_skinning,
    "material": dropped_material,
    "view": dropped_view,
    "constraint": dropped_constraint,
}


def losses(reading: Reading) -> Iterator[Finding]:
    """All findings on parts of a file that are missing in its rig."""
    for thing in reading.scene.of_kind("Constraint", "Character"):
        reading.context.drop("constraint", thing, f'"{clean(thing.name)}" ({thing.subclass or thing.kind})')
    for kind, dropped in reading.context.dropped.items():
        yield from RULES[kind](dropped)
    yield from dropped_animation(reading)


READ = {
    "Model": None,
    "Geometry": None,
    "Deformer": None,
    "SubDeformer": None,
    "Material": None,
    "Texture": None,
    "LayeredTexture": None,
    "Video": None,
    "AnimationStack": None,
    "AnimationLayer": None,
    "AnimationCurveNode": None,
    "AnimationCurve": None,
    "Constraint": None,
    "Character": None,
    "GlobalSettings": None,
    "SceneInfo": None,
    "NodeAttribute": ("Camera", "Light", "Null", "LimbNode", "Limb", "Root", "Mesh", ""),
    "Pose": ("BindPose",),
}
"""Object classes that are read, or reported separately. A set limits an entry to some kinds of the class."""

LAYERS = ("Normal", "UV", "Color", "Tangent", "Binormal", "Material", "Smoothing", "Hole")


def not_carried(reading: Reading) -> Iterator[tuple[str, int, str]]:
    """Unread objects and layer elements: name, count, and the pointer of the first."""
    members: dict[str, list[str]] = {}
    for thing in reading.scene.objects.values():
        kinds = READ.get(thing.kind, ())
        if kinds is not None and thing.subclass not in kinds:
            what = f"{thing.kind} objects" + (f" ({thing.subclass})" if thing.subclass else "")
            members.setdefault(what, []).append(thing.pointer)
        if thing.kind == "Geometry" and thing.subclass == "Mesh":
            for child in thing.node.children:
                kind = child.name.removeprefix("LayerElement")
                if kind != child.name and kind not in LAYERS:
                    members.setdefault(f"{child.name} of meshes", []).append(thing.pointer)
    for what, pointers in sorted(members.items()):
        yield what, len(pointers), pointers[0]
