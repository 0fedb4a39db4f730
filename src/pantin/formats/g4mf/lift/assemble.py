"""Lift the nodes, materials, meshes and skins of a document into one rig."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.formats.bone_extras import is_whole, with_bone
from pantin.formats.format import Lifted
from pantin.formats.g4mf.kept_clips import read_clips
from pantin.formats.g4mf.lift.materials import Materials
from pantin.formats.g4mf.lift.meshes import Meshes
from pantin.formats.g4mf.lift.skins import Skins
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.lift.textures import Textures
from pantin.formats.g4mf.lift.views import Views
from pantin.formats.g4mf.model import Node as RawNode
from pantin.formats.g4mf.model import asset_of, is_index, objects
from pantin.formats.g4mf.newest import newest_form, trace
from pantin.formats.g4mf.originals import item_extras, item_name, originals_of
from pantin.formats.g4mf.placeholders import without_neutral_placeholders
from pantin.formats.g4mf.requirements import require
from pantin.formats.g4mf.transform import are_numbers, local_transform, numbers, rotor_of
from pantin.formats.kept_parts import read_character, read_constraints, read_springs
from pantin.maths import rotor
from pantin.report.wording import counted
from pantin.rig import Instance, Mesh, Node, Scene, build

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


def lift(document: Document) -> Lifted:
    """The rig in a document: node i, mesh i and material i are those of the file.

    A mesh that several skeletons use with different numbers of joints is appended once more where that
    changes its weights. A broken part of the file does not keep the rest from being lifted.
    Raises `Unsupported` for what Pantin does not read, `BadFile` for what is not G4MF, and `LimitExceeded`.
    """
    require(document)
    # Files may hold any numbers: those that overflow on the way are not finite, and rules report them.
    with np.errstate(all="ignore"):
        return _lift(Source(newest_form(document)))


def _lift(source: Source) -> Lifted:
    textures, materials, views = Textures(source), Materials(source), Views(source)
    meshes, skins = Meshes(source, materials), Skins(source)
    nodes = _lift_nodes(source, views)
    instances = _lift_instances(source, meshes, skins, materials)
    tree = source.document.tree
    lifted = meshes.all()
    rig = build(
        dimension=source.dimension,
        nodes=nodes,
        meshes=lifted,
        materials=materials.materials,
        skins=skins.skins,
        skeletons=skins.skeletons,
        instances=instances,
        scenes=[_scene(source)] if nodes else [],
        default_scene=0 if nodes else None,
        textures=textures.textures,
        samplers=textures.samplers,
        images=textures.images,
        cameras=views.cameras,
        lights=views.lights,
        **_kept_parts(source, len(materials.materials), instances, lifted),
        copyright=_copyright(tree),
        extras=item_extras(source.model.root),
    )
    return Lifted(without_neutral_placeholders(rig), tuple(trace(source.document, source.findings)))


def _scene(source: Source) -> Scene:
    """The tree of the first node, with its stored scene name."""
    kept = originals_of(source.model.nodes[0]).get("scene")
    scene = kept if isinstance(kept, dict) else {}
    name, extras = scene.get("name"), scene.get("extras")
    return Scene(
        (0,), name if isinstance(name, str) else None, extras if isinstance(extras, dict) and extras else None
    )


def _kept_parts(
    source: Source, materials: int, instances: list[Instance], meshes: Sequence[Mesh]
) -> dict[str, Any]:
    """The springs, constraints, character and clips stored in the extras of the document."""
    stored, nodes = originals_of(source.model.root), len(source.model.nodes)
    shapes = {instance.node: meshes[instance.mesh].blend_shape_count for instance in instances}
    readers: dict[str, Callable[[object], object]] = {
        "springs": lambda value: read_springs(value, nodes),
        "constraints": lambda value: read_constraints(value, nodes),
        "character": lambda value: read_character(value, nodes, materials, shapes),
        "clips": lambda value: read_clips(value, source.dimension, nodes, shapes),
    }
    parts: dict[str, Any] = {}
    for name, read in readers.items():
        if name in stored and (source.dimension == 3 or name == "clips"):
            try:
                parts[name] = read(stored[name])
            except ValueError as fault:
                source.skip("/extras", fault, f"the {name}")
    return parts


def _copyright(tree: dict[str, Any]) -> str | None:
    """The copyright, stored in the extras of the asset because the format has no member for it."""
    extras = asset_of(tree).get("extras")
    stated = extras.get("copyright") if isinstance(extras, dict) else None
    return stated if isinstance(stated, str) and stated else None


def _lift_instances(source: Source, meshes: Meshes, skins: Skins, materials: Materials) -> list[Instance]:
    instances = []
    for index, node in enumerate(source.model.nodes):
        if node.mesh is None or not meshes.exists(node.mesh):
            continue
        skin, variant = skins.bind(index, node.mesh, meshes)
        amounts = node.blend_amounts
        if amounts is not None and len(amounts) != meshes.shape_count(node.mesh):
            shapes = counted(meshes.shape_count(node.mesh), "blend shape")
            reason = f"{counted(len(amounts), 'amount')} for {shapes}"
            source.skip(node.pointer, reason, "blend amounts")
            amounts = None
        assert node.mesh_instance is not None  # the node has a mesh
        chosen = materials.of_instance(node.mesh_instance, meshes.surface_count(node.mesh))
        instances.append(Instance(index, variant, skin, amounts, chosen))  # type: ignore[arg-type]
    return instances


def _lift_nodes(source: Source, views: Views) -> list[Node]:
    """Lift all nodes with the indices of the file; a node on a cycle becomes a root."""
    nodes = []
    for index, raw_node in enumerate(source.model.nodes):
        parent = source.hierarchy.parent_of(index)
        if index in source.hierarchy.cyclic:
            source.skip(raw_node.pointer, "the node is its own ancestor", "the parent")
        transform = _transform(raw_node, source.dimension)
        nodes.append(
            Node(
                item_name(raw_node),
                -1 if parent is None else parent,
                **transform,
                visible=raw_node.visible is not False,
                camera=views.camera(raw_node),
                light=views.light(index),
                bone_length=_bone_length(raw_node),
                extras=_node_extras(source, raw_node),
            )
        )
    return nodes


def _node_extras(source: Source, raw_node: RawNode) -> dict[str, Any] | None:
    """The extras of a node, including mass and shape of its bone."""
    extras, bone = item_extras(raw_node), raw_node.bone
    members: dict[str, Any] = {}
    if bone is not None and bone.mass is not None:
        members["mass"] = bone.mass
    shapes = objects(source.document.tree, "shapes")
    number = None if bone is None else bone.shape
    shape = shapes[number] if number is not None and is_index(number, len(shapes)) else None
    if isinstance(shape, dict) and is_whole(shape):
        members["shape"] = shape
    return with_bone(extras, members)


def _bone_length(raw_node: RawNode) -> float | None:
    return None if raw_node.bone is None else raw_node.bone.length


def _transform(raw_node: RawNode, dimension: int) -> dict[str, Any]:
    """Position, rotor and scale remain separate if the rig has quaternions or nothing rotates; otherwise a
    matrix."""
    raw = raw_node.raw
    components = None if "basis" in raw else rotor_of(raw.get("rotor"), dimension)
    if "basis" in raw or (components is not None and dimension != 3):
        return {"matrix": local_transform(raw, dimension)}
    scale = numbers(raw.get("scale"), 1, dimension)
    if scale is not None and len(scale) == 1:
        scale = scale.repeat(dimension)
    rotation = None if components is None else rotor.to_quaternion(rotor.normalize(components))
    position = raw.get("position", ())
    translation = list(map(float, position)) if are_numbers(position, dimension) else None
    return {"translation": translation, "rotation": rotation, "scale": scale}
