"""Materials, textures and images of a part, beside those of the body. Equal ones are shared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from pantin.base.records import content_key, replace
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.facts import Names
from pantin.rig import Clip, Image, Material, Rig, Texture
from pantin.rig.character import Character, ColorBind, TextureTransformBind

T = TypeVar("T")


def add_materials(parts: RigParts, part: Rig, names: Names) -> list[int]:
    """Add the materials of a part, with the textures that they use; their new indices. Images are equal if
    their bytes are, whatever their names. Materials that expressions change are equal only if the same
    expressions change both alike; those that a clip changes stay apart."""
    textures = _add_textures(parts, part)
    known: dict[Hashable, int] = {}
    for index, material in enumerate(parts.materials):
        known[_material_key(material), _changes(parts.character, parts.clips, index)] = index
    indices = []
    for number, material in enumerate(part.materials):
        uses = {
            name: replace(use, texture=textures[use.texture]) for name, use in material.texture_uses().items()
        }
        material = material.with_texture_uses(uses)
        key = _material_key(material), _changes(part.character, part.clips, number)
        if key not in known:
            known[key] = len(parts.materials)
            parts.materials.append(replace(material, name=names.free("material", material.name)))
        indices.append(known[key])
    return indices


def _add_textures(parts: RigParts, part: Rig) -> dict[int, int]:
    """Add the textures that the materials of a part use, with their images: not its thumbnail."""
    wanted = sorted({use.texture for material in part.materials for use in material.texture_uses().values()})
    listed = [part.textures[index] for index in wanted]
    pictures = sorted({image for texture in listed for image in (*texture.images, *texture.alternatives)})
    added = _merge(parts.images, [part.images[index] for index in pictures], _image_key)
    images = dict(zip(pictures, added, strict=True))
    samplers = _merge(parts.samplers, part.samplers, lambda sampler: content_key(replace(sampler, name=None)))
    moved = [_moved_texture(texture, images, samplers) for texture in listed]
    return dict(zip(wanted, _merge(parts.textures, moved, _texture_key), strict=True))


def _changes(character: Character | None, clips: Iterable[Clip], material: int) -> Hashable:
    """What changes a material: equal for materials that expressions change alike, and unique if a clip
    does."""
    if material in changed_materials(None, clips):
        return object()
    changes: set[Hashable] = set()
    for expression in () if character is None else character.expressions:
        binds: tuple[ColorBind | TextureTransformBind, ...] = expression.colors
        for bind in binds + expression.texture_transforms:
            if bind.material == material:
                key = content_key(replace(bind, material=0))
                changes.add((expression.preset, expression.name, key))
    return frozenset(changes)


def changed_materials(character: Character | None, clips: Iterable[Clip]) -> Collection[int]:
    """The materials that expressions of a character, or clips, change."""
    expressions = () if character is None else character.expressions
    colors = {bind.material for expression in expressions for bind in expression.colors}
    animated = (channel for clip in clips for channel in clip.properties)
    colors |= {channel.index for channel in animated if channel.part == "materials"}
    return colors | {bind.material for expression in expressions for bind in expression.texture_transforms}


def _merge(target: list[T], added: Sequence[T], key: Callable[[T], Hashable]) -> list[int]:
    """Append the items that are missing; returns the index of each."""
    known: dict[Hashable, int] = {}
    for index, item in enumerate(target):
        known.setdefault(key(item), index)
    indices = []
    for item in added:
        identity = key(item)
        if identity not in known:
            known[identity] = len(target)
            target.append(item)
        indices.append(known[identity])
    return indices


def _image_key(image: Image) -> Hashable:
    if image.data is None:
        return id(image)
    return (bytes(image.data), image.mime_type, repr(image.extras))


def _moved_texture(texture: Texture, images: Mapping[int, int], samplers: Sequence[int]) -> Texture:
    return replace(
        texture,
        images=tuple(images[image] for image in texture.images),
        alternatives=tuple(images[image] for image in texture.alternatives),
        sampler=None if texture.sampler is None else samplers[texture.sampler],
    )


def _texture_key(texture: Texture) -> Hashable:
    return content_key(replace(texture, name=None))


def _material_key(material: Material) -> Hashable:
    """Equal for materials that are equal in name and looks; `extras` may be of types that have no hash."""
    return content_key(material)
