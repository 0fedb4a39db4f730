"""Materials: channel factors and textures, and the values they bind to surfaces."""

from __future__ import annotations

from msgspec import Struct, field

from pantin.base.records import Record
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import ORM, Binding, Channel, MeshInstance, is_index
from pantin.formats.g4mf.model import Material as RawMaterial
from pantin.formats.g4mf.originals import item_extras, item_name, originals_of
from pantin.rig import Material, TextureUse

WHITE = (1.0, 1.0, 1.0)


class BoundValues(Record):
    """Values that a material binds to its surfaces: additional texture coordinates, and colours."""

    texture_maps: tuple[Binding, ...] = ()
    colors: Binding | None = None


class Materials(Struct):
    """The materials of a rig, with the indices of the file, without copies at the end. The writer copies a
    material for each surface with bound values, and adds a material for surfaces without one. A rig stores
    these values in the surface, so it needs no copies."""

    source: Source
    materials: list[Material] = field(default_factory=list)
    _bound: list[BoundValues] = field(default_factory=list)
    _numbers: list[int | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        raw_materials = self.source.model.materials
        for raw_material in raw_materials:
            self._bound.append(_bound_values(self.source, raw_material))
            self.materials.append(_material(self.source, raw_material, self._bound[-1].texture_maps))
        self._numbers = list(range(len(raw_materials)))
        for index in reversed(range(len(raw_materials))):
            same = self.materials.index(self.materials[index])
            copy = _copy(raw_materials[index])
            if copy is None or (copy and same == index) or (not copy and self.materials[index] != Material()):
                break
            self._numbers[index] = same if copy else None
            del self.materials[index]

    def number(self, index: int | None) -> int | None:
        """The index in the rig of a material of the file; None if it does not exist."""
        return self._numbers[index] if index is not None and is_index(index, len(self._numbers)) else None

    def bound(self, index: int | None) -> BoundValues:
        """The values that a material of the file binds to surfaces."""
        if index is None or not 0 <= index < len(self._bound):
            return BoundValues()
        return self._bound[index]

    def of_instance(self, instance: MeshInstance, surfaces: int) -> tuple[int | None, ...] | None:
        """The materials of a mesh instance, one per surface; a single material in the file applies to all."""
        if instance.raw.get("materials") is None:
            return None
        listed = instance.materials or ()
        exist = all(index == -1 or is_index(index, len(self._numbers)) for index in listed)
        if len(listed) not in (1, surfaces) or not exist:
            why = "there must be 1 or as many as surfaces, and all must exist"
            self.source.skip(f"{instance.pointer}/materials", why, "materials")
            return None
        every = listed * surfaces if len(listed) == 1 else listed
        numbers = tuple(None if index == -1 else self.number(index) for index in every)
        return numbers if any(index is not None for index in numbers) else None


def _copy(material: RawMaterial) -> bool | None:
    """Whether the writer created a material as a copy (True) or for a surface without one (False); else
    None."""
    kept = originals_of(material).get("copy")
    return kept if isinstance(kept, bool) else None


def _bound_values(source: Source, material: RawMaterial) -> BoundValues:
    """The bindings of the channels; equal bindings become one set of texture coordinates."""
    maps: list[Binding] = []
    colors = None
    for channel in (material.base_color, material.emissive, material.normal, material.orm):
        if channel is None:
            continue
        binding, elements = channel.texture_map, channel.element_map
        if binding is not None and all(binding.raw != known.raw for known in maps):
            maps.append(binding)
        if elements is not None and channel is material.base_color:
            colors = elements
        elif elements is not None:
            source.skip(elements.pointer, "only base colours can differ between elements", "its values")
    return BoundValues(tuple(maps), colors)


def _material(source: Source, material: RawMaterial, maps: tuple[Binding, ...]) -> Material:
    base, emissive, normal, orm = material.base_color, material.emissive, material.normal, material.orm
    color = (*(_factor(source, base, 1, 2, 3, 4) or ()), *WHITE, 1.0)
    uses = [_use(source, channel, maps) for channel in (base, emissive, normal, orm)]
    base_use, emissive_use, normal_use, orm_use = uses
    glow = _factor(source, emissive, 3, 4) or (WHITE if emissive_use else (0.0, 0.0, 0.0))
    occlusion, roughness, metallic = (_factor(source, orm, 3, 4) or (WHITE if orm_use else ORM))[:3]
    if orm is not None and orm_use is None and occlusion not in (0.0, 1.0):
        source.skip(f"{orm.pointer}/factor", "it has no texture", f"occlusion {occlusion:g}")
    is_occluded = orm_use is not None and occlusion != 0
    return Material(
        item_name(material),
        base_color=(color[0], color[1], color[2], color[3]),
        base_color_texture=base_use,
        metallic=metallic,
        roughness=roughness,
        metallic_roughness_texture=orm_use,
        normal_texture=normal_use,
        normal_scale=_normal_scale(source, normal),
        occlusion_texture=orm_use if is_occluded else None,
        occlusion_strength=occlusion if is_occluded else 1.0,
        emissive=(glow[0], glow[1], glow[2]),
        emissive_texture=emissive_use,
        extras=item_extras(material),
    )


def _factor(source: Source, channel: Channel | None, *lengths: int) -> tuple[float, ...] | None:
    """The factor of a channel with one of these lengths, or any length if none is given."""
    if channel is None:
        return None
    source.skip_broken(channel, "factor")
    if channel.factor is None or not lengths or len(channel.factor) in lengths:
        return channel.factor
    source.skip_member(channel, "factor")
    return None


def _use(source: Source, channel: Channel | None, maps: tuple[Binding, ...]) -> TextureUse | None:
    """The texture of a channel; its texture map comes after the surface's."""
    if channel is None:
        return None
    source.skip_broken(channel, "texture")
    if channel.texture is None:
        return None
    if channel.texture >= len(source.model.textures):
        source.skip_member(channel, "texture")
        return None
    own = None if channel.texture_map is None else channel.texture_map.raw
    number = next((index for index, binding in enumerate(maps, 1) if binding.raw == own), 0)
    return TextureUse(channel.texture, number, extras=item_extras(channel))


def _normal_scale(source: Source, normal: Channel | None) -> float:
    """The common factor of all components but the third, the depth."""
    factor = _factor(source, normal) or ()
    sides = {*factor[:2], *factor[3:]}
    if len(sides) == 1 and factor[2:3] in ((), (1.0,)):
        return sides.pop()
    if normal is not None and factor:
        why = "it scales the axes of the normal differently"
        source.skip(f"{normal.pointer}/factor", why, '"factor"')
    return 1.0
