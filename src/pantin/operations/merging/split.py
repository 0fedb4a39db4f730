"""`keep_surfaces`: some surfaces of a rig, with all its bones: the inverse of putting a part on a body."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pantin.base.records import replace
from pantin.operations.edit.node_removal import remove_nodes
from pantin.operations.edit.rig_parts import RigParts
from pantin.rig import Character, Clip, Expression, Instance, Mesh, Rig, Surface


def keep_surfaces(rig: Rig, wanted: Callable[[Instance, Surface, int], bool]) -> Rig:
    """The rig with only the surfaces for which `wanted`, called with the instance, the surface and its index,
    is true. Unused meshes with their nodes, materials, textures and images are removed, and so are their
    entries in expressions and clips."""
    parts = RigParts.from_rig(rig)
    parts.meshes, parts.instances = [], []
    for instance in rig.instances:
        mesh = rig.meshes[instance.mesh]
        kept = [index for index, surface in enumerate(mesh.surfaces) if wanted(instance, surface, index)]
        if kept:
            parts.instances.append(_instance(instance, len(parts.meshes), kept))
            parts.meshes.append(replace(mesh, surfaces=tuple(mesh.surfaces[index] for index in kept)))
    shown = {instance.node for instance in parts.instances}
    gone = {instance.node for instance in rig.instances} - shown
    materials = drop_unused_materials(parts)
    parts.character = _character(parts.character, shown, materials)
    parts.clips = [clip for clip in (_clip(clip, gone, materials) for clip in rig.clips) if not clip.is_empty]
    skins = sorted({instance.skin for instance in parts.instances if instance.skin is not None})
    parts.skins = [rig.skins[skin] for skin in skins]
    parts.instances = [
        replace(instance, skin=None if instance.skin is None else skins.index(instance.skin))
        for instance in parts.instances
    ]
    return remove_nodes(parts, gone)


def _instance(instance: Instance, mesh: int, kept: Sequence[int]) -> Instance:
    chosen = instance.materials
    return replace(
        instance, mesh=mesh, materials=None if chosen is None else tuple(chosen[index] for index in kept)
    )


def _clip(clip: Clip, gone: Collection[int], materials: dict[int, int]) -> Clip:
    kept = [
        channel for channel in clip.channels if not (channel.property == "weights" and channel.node in gone)
    ]
    clip = with_materials(clip, materials)
    return clip if len(kept) == len(clip.channels) else clip.replace(channels=tuple(kept))


def with_materials(clip: Clip, materials: Mapping[int, int]) -> Clip:
    """The clip with properties of materials at their new indices, without those of others."""
    if not clip.properties:
        return clip
    properties = [
        replace(each, index=materials[each.index]) if each.part == "materials" else each
        for each in clip.properties
        if each.part != "materials" or each.index in materials
    ]
    return clip.replace(properties=tuple(properties))


def renumber_binds(expression: Expression, materials: Mapping[int, int]) -> Expression:
    """The expression with materials at their new indices, without its entries for removed ones."""
    colors = _renumber(expression.colors, materials)
    return replace(
        expression, colors=colors, texture_transforms=_renumber(expression.texture_transforms, materials)
    )


def _renumber(binds: Iterable[Any], materials: Mapping[int, int]) -> tuple[Any, ...]:
    return tuple(
        replace(bind, material=materials[bind.material]) for bind in binds if bind.material in materials
    )


def _character(
    character: Character | None, shown: Collection[int], materials: dict[int, int]
) -> Character | None:
    if character is None:
        return None
    expressions = [
        replace(
            renumber_binds(expression, materials),
            morphs=tuple(bind for bind in expression.morphs if bind.node in shown),
        )
        for expression in character.expressions
    ]
    flags = {node: flag for node, flag in character.first_person.items() if node in shown}
    return replace(character, expressions=tuple(expressions), first_person=MappingProxyType(flags))


def drop_unused_materials(parts: RigParts) -> dict[int, int]:
    """Remove materials, textures, samplers and images that neither a surface nor the meta uses; the new index
    of each material that stays."""
    used = {surface.material for mesh in parts.meshes for surface in mesh.surfaces}
    used |= {material for instance in parts.instances for material in instance.materials or ()}
    materials = _indices(used)
    parts.materials = [parts.materials[index] for index in materials]
    parts.meshes = [_with_materials(mesh, materials) for mesh in parts.meshes]
    parts.instances = [
        instance
        if instance.materials is None
        else replace(
            instance,
            materials=tuple(None if chosen is None else materials[chosen] for chosen in instance.materials),
        )
        for instance in parts.instances
    ]
    thumbnail = _thumbnail(parts)
    shown = [index for member, index in thumbnail.items() if member == "texture"]
    textures = _indices(
        [*shown, *(use.texture for material in parts.materials for use in material.texture_uses().values())]
    )
    parts.materials = [
        material.with_texture_uses(
            {
                name: replace(use, texture=textures[use.texture])
                for name, use in material.texture_uses().items()
            }
        )
        for material in parts.materials
    ]
    kept = [parts.textures[index] for index in textures]
    shown = [index for member, index in thumbnail.items() if member == "thumbnailImage"]
    images = _indices(
        [*shown, *(image for texture in kept for image in (*texture.images, *texture.alternatives))]
    )
    samplers = _indices(texture.sampler for texture in kept)
    parts.images = [parts.images[index] for index in images]
    parts.samplers = [parts.samplers[index] for index in samplers]
    parts.textures = [
        replace(
            texture,
            images=tuple(images[image] for image in texture.images),
            alternatives=tuple(images[image] for image in texture.alternatives),
            sampler=None if texture.sampler is None else samplers[texture.sampler],
        )
        for texture in kept
    ]
    if parts.character is not None and thumbnail:
        moves = {"texture": textures, "thumbnailImage": images}
        moved = {member: moves[member][index] for member, index in thumbnail.items()}
        parts.character = replace(parts.character, meta={**(parts.character.meta or {}), **moved})
    return materials


def _thumbnail(parts: RigParts) -> dict[str, int]:
    """The members of a character's meta that name its thumbnail: a texture in VRM 0.x, an image in 1.0."""
    meta = None if parts.character is None else parts.character.meta
    counts = {"texture": len(parts.textures), "thumbnailImage": len(parts.images)}
    values = {member: (meta or {}).get(member) for member in counts}
    return {
        member: value
        for member, value in values.items()
        if type(value) is int and 0 <= value < counts[member]
    }


def _indices(used: Iterable[int | None]) -> dict[int, int]:
    """New indices for the used items, in their order."""
    return {old: new for new, old in enumerate(sorted({index for index in used if index is not None}))}


def _with_materials(mesh: Mesh, materials: dict[int, int]) -> Mesh:
    surfaces = tuple(
        surface if surface.material is None else replace(surface, material=materials[surface.material])
        for surface in mesh.surfaces
    )
    return replace(mesh, surfaces=surfaces)
