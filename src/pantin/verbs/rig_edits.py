"""The edits of single parts of a rig, for assets that consist of a rig alone: rig in, changed rig out, with
what the edit returns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.records import replace
from pantin.formats import edit_arguments as arguments
from pantin.formats.edit_arguments import find, find_surface
from pantin.report.wording import named
from pantin.rig import (
    BlendShape,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    Rig,
    RigBuilder,
    Surface,
)
from pantin.rig.transform import has_shear
from pantin.verbs.node_removal import remove_joint as remove_joint
from pantin.verbs.node_removal import remove_nodes as remove_nodes
from pantin.verbs.texturing import add_texture as add_texture
from pantin.verbs.texturing import set_image as set_image

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

LISTS = {
    "mesh": "meshes",
    "skin": "skins",
    "clip": "clips",
    "scene": "scenes",
    "material": "materials",
    "texture": "textures",
    "sampler": "samplers",
    "image": "images",
    "camera": "cameras",
}
"""The member of a rig for each kind of thing that has a name, except nodes."""


def _names(rig: Rig, kind: str) -> Sequence[str | None]:
    return rig.nodes.names if kind == "node" else [item.name for item in getattr(rig, LISTS[kind])]


def _find(rig: Rig, which: int | str, kind: str) -> int:
    return find(which, _names(rig, kind), kind)


def _name_of(rig: Rig, kind: str, index: int) -> str:
    return named(kind, index, _names(rig, kind)[index])


def _replace_item(items: Sequence[Any], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def set_local(
    rig: Rig,
    node: int | str,
    translation: ArrayLike | None,
    rotation: ArrayLike | None,
    scale: ArrayLike | None,
) -> tuple[Rig, None]:
    index = _find(rig, node, "node")
    parts: dict[str, Any] = dict(arguments.transform_parts(translation, rotation, scale, rig.dimension))
    old_node = rig.node_list()[index]
    if old_node.matrix is not None:
        if set(parts) == {"translation"}:
            matrix = np.array(old_node.matrix)
            matrix[:, -1] = parts.pop("translation")
            parts["matrix"] = matrix
        else:
            parts = {**_parts_of(rig, index, parts), **parts, "matrix": None}
    return rig.replace(nodes=_replace_item(rig.node_list(), index, replace(old_node, **parts))), None


def _parts_of(rig: Rig, node: int, components: Mapping[str, Any]) -> dict[str, Any]:
    nodes = rig.nodes
    if len(components) < 3 and (nodes.rotations is None or has_shear(nodes.local[node])):
        what = _name_of(rig, "node", node)
        raise ValueError(f"the matrix of {what} has shear: give translation, rotation and scale together")
    rotation = None if nodes.rotations is None else nodes.rotations[node]
    return {"translation": nodes.translations[node], "rotation": rotation, "scale": nodes.scales[node]}


def _replace_surface(rig: Rig, mesh: int, surface: int, **changes: Any) -> Rig:
    old_mesh = rig.meshes[mesh]
    surfaces = _replace_item(old_mesh.surfaces, surface, replace(old_mesh.surfaces[surface], **changes))
    return rig.replace(meshes=_replace_item(rig.meshes, mesh, replace(old_mesh, surfaces=surfaces)))


def _find_surface(rig: Rig, mesh: int | str, surface: int) -> tuple[int, int]:
    index = _find(rig, mesh, "mesh")
    return index, find_surface(surface, len(rig.meshes[index].surfaces), _name_of(rig, "mesh", index))


def set_weights(
    rig: Rig, mesh: int | str, surface: int, joints: ArrayLike, weights: ArrayLike
) -> tuple[Rig, None]:
    index, number = _find_surface(rig, mesh, surface)
    vertices = len(rig.meshes[index].surfaces[number].positions)
    used = {instance.skin for instance in rig.instances if instance.mesh == index} - {None}
    counts = sorted((len(rig.skins[skin].joints), skin) for skin in used if skin is not None)
    count, skin = (counts[0][0], _name_of(rig, "skin", counts[0][1])) if counts else (None, "")
    indices, stored = arguments.check_influences(joints, weights, vertices, count, skin)
    slots = stored.shape[1]
    offsets = np.arange(0, vertices * slots + 1, slots)
    influences = Influences(offsets, indices.reshape(-1), stored.reshape(-1)).without_zeros()
    return _replace_surface(rig, index, number, influences=influences), None


def set_inverse_binds(rig: Rig, skin: int | str, matrices: ArrayLike) -> tuple[Rig, None]:
    index = _find(rig, skin, "skin")
    old_skin = rig.skins[index]
    binds = arguments.check_inverse_binds(matrices, len(old_skin.joints), rig.dimension)[:, : rig.dimension]
    return rig.replace(skins=_replace_item(rig.skins, index, replace(old_skin, inverse_binds=binds))), None


def add_blend_shape(rig: Rig, mesh: int | str, name: str, positions: Any, normals: Any) -> tuple[Rig, int]:
    index = _find(rig, mesh, "mesh")
    old_mesh, called = rig.meshes[index], _name_of(rig, "mesh", index)
    names = _shape_names(old_mesh)
    arguments.check_new_shape(name, names, [len(s.blend_shapes) for s in old_mesh.surfaces], called)
    vertices = [len(surface.positions) for surface in old_mesh.surfaces]
    moved = arguments.per_surface(positions, "positions", vertices, rig.dimension)
    turned: Sequence[Any] = [None] * len(vertices)
    if normals is not None:
        turned = arguments.per_surface(normals, "normals", vertices, rig.dimension)
    surfaces = tuple(
        _with_shape(surface, offsets, normal, f"surface {number} of {called}")
        for number, (surface, offsets, normal) in enumerate(
            zip(old_mesh.surfaces, moved, turned, strict=True)
        )
    )
    listed = [f"target_{number}" if known is None else known for number, known in enumerate(names)]
    weights = None if old_mesh.blend_weights is None else np.append(old_mesh.blend_weights, 0.0)
    changed = replace(old_mesh, surfaces=surfaces, blend_names=(*listed, name), blend_weights=weights)
    instances = [_with_weight(instance) if instance.mesh == index else instance for instance in rig.instances]
    nodes = {instance.node for instance in instances if instance.mesh == index}
    clips = [replace(clip, channels=tuple(_widen_weights(clip.channels, nodes))) for clip in rig.clips]
    meshes = _replace_item(rig.meshes, index, changed)
    return rig.replace(meshes=meshes, instances=instances, clips=clips), len(names)


def _shape_names(mesh: Mesh) -> list[str | None]:
    names = list(mesh.blend_names or ())[: mesh.blend_shape_count]
    return [*names, *[None] * (mesh.blend_shape_count - len(names))]


def _with_shape(surface: Surface, positions: Any, normals: Any, what: str) -> Surface:
    if normals is not None and surface.normals is None:
        raise ValueError(f"{what} has no normals to change")
    shape = BlendShape(Deltas(positions), None if normals is None else Deltas(normals))
    topology = surface.topology
    if topology is not None:
        # Attributes of elements follow with offsets of their own: none of the new shape.
        topology = replace(
            topology,
            normals=tuple(map(_with_no_deltas, topology.normals)),
            texcoords=tuple(map(_with_no_deltas, topology.texcoords)),
        )
    return replace(surface, blend_shapes=(*surface.blend_shapes, shape), topology=topology)


def _with_no_deltas(attribute: Any) -> Any:
    deltas = attribute.blend_deltas
    return replace(attribute, blend_deltas=(*deltas, None)) if deltas else attribute


def _with_weight(instance: Instance) -> Instance:
    weights = instance.blend_weights
    return instance if weights is None else replace(instance, blend_weights=np.append(weights, 0.0))


def _widen_weights(channels: Sequence[Channel], nodes: Collection[int]) -> Iterator[Channel]:
    """The channels, with a weight of 0 in every key for the weights of these nodes."""
    for channel in channels:
        if channel.property == "weights" and channel.node in nodes:
            zeros = np.zeros((*channel.values.shape[:-1], 1), channel.values.dtype)
            channel = replace(channel, values=np.concatenate([channel.values, zeros], axis=-1))
        yield channel


def set_blend_weights(
    rig: Rig, mesh: int | str, weights: ArrayLike | Mapping[int | str, float], node: int | str | None
) -> tuple[Rig, None]:
    index = _find(rig, mesh, "mesh")
    old_mesh, called = rig.meshes[index], _name_of(rig, "mesh", index)
    names = _shape_names(old_mesh)
    if not names:
        raise ValueError(f"{called} has no blend shapes")
    if node is None:
        checked = arguments.check_blend_weights(weights, names, old_mesh.blend_weights)
        changed = replace(old_mesh, blend_weights=np.array(checked))
        return rig.replace(meshes=_replace_item(rig.meshes, index, changed)), None
    slot = _find(rig, node, "node")
    placed_at = next((number for number, each in enumerate(rig.instances) if each.node == slot), None)
    if placed_at is None or rig.instances[placed_at].mesh != index:
        raise ValueError(f"{_name_of(rig, 'node', slot)} does not have {called}")
    instance = rig.instances[placed_at]
    own = old_mesh.blend_weights if instance.blend_weights is None else instance.blend_weights
    checked = arguments.check_blend_weights(weights, names, own)
    changed_instance = replace(instance, blend_weights=np.array(checked))
    return rig.replace(instances=_replace_item(rig.instances, placed_at, changed_instance)), None


def append_clip(rig: Rig, clip: Clip) -> tuple[Rig, int]:
    return rig.replace(clips=(*rig.clips, clip)), len(rig.clips)


def replace_clip(rig: Rig, _: Rig, index: int, clip: Clip) -> tuple[Rig, int]:
    return rig.replace(clips=_replace_item(rig.clips, index, clip)), 0


def remove_clip(rig: Rig, clip: int | str) -> tuple[Rig, None]:
    index = _find(rig, clip, "clip")
    return rig.replace(clips=rig.clips[:index] + rig.clips[index + 1 :]), None


def add_nodes(rig: Rig, nodes: Sequence[Node], parent: int | str | None) -> tuple[Rig, list[int]]:
    above = -1 if parent is None else _find(rig, parent, "node")
    first = len(rig.nodes)
    listed = [
        replace(node, parent=above) if node.parent < 0 else node for node in arguments.check_nodes(nodes)
    ]
    roots = [index for index, node in enumerate(listed, first) if node.parent < 0]
    scenes = [replace(scene, roots=(*scene.roots, *roots)) for scene in rig.scenes]
    added = rig.replace(nodes=[*rig.node_list(), *listed], scenes=scenes)
    return added, list(range(first, first + len(listed)))


def rename(rig: Rig, kind: str, index: int | str, name: str | None) -> tuple[Rig, None]:
    slot = _find(rig, index, kind)
    member = "nodes" if kind == "node" else LISTS[kind]
    items = rig.node_list() if kind == "node" else getattr(rig, member)
    return rig.replace(**{member: _replace_item(items, slot, replace(items[slot], name=name))}), None


def set_material(
    rig: Rig, mesh: int | str, surface: int, material: int | str | Material | None
) -> tuple[Rig, int | None]:
    index, number = _find_surface(rig, mesh, surface)
    chosen = None
    if isinstance(material, Material):
        chosen = len(rig.materials)
        rig = rig.replace(materials=(*rig.materials, material))
    elif material is not None:
        chosen = _find(rig, material, "material")
    return _replace_surface(rig, index, number, material=chosen), chosen


def add_mesh(
    rig: Rig, name: str | None, positions: Any, triangles: Any, options: Mapping[str, Any]
) -> tuple[Rig, int]:
    builder, arguments = RigBuilder.from_rig(rig), dict(options)
    if arguments["node"] is None:
        arguments["node"] = builder.add_node(name)
    return _build_with_index(builder, builder.add_mesh(name, positions, triangles, **arguments))


def add_skin(rig: Rig, joints: Any, options: Mapping[str, Any]) -> tuple[Rig, int]:
    builder = RigBuilder.from_rig(rig)
    return _build_with_index(builder, builder.add_skin(joints, **options))


def _build_with_index(builder: RigBuilder, index: int) -> tuple[Rig, int]:
    return builder.build(), index
