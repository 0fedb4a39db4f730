"""The material fields that each material extension stores: one table for `lift`, for the writer, and for
conversions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from pantin.base.tuples import NamedTuple
from pantin.formats.gltf.extension_names import (
    ANISOTROPY,
    CLEARCOAT,
    DIFFUSE_TRANSMISSION,
    DISPERSION,
    EMISSIVE_STRENGTH,
    IOR,
    IRIDESCENCE,
    MTOON,
    SHEEN,
    SPECULAR,
    SPECULAR_GLOSSINESS,
    TRANSMISSION,
    VOLUME,
)
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.schema import Material, Property, TextureInfo
from pantin.rig.material_parts import PARTS, OutlineMode

if TYPE_CHECKING:
    from pantin.formats.members.description import Member

OUTLINE_MODES: dict[str, OutlineMode] = {
    "none": "none",
    "worldCoordinates": "world",
    "screenCoordinates": "screen",
}


class Group(NamedTuple):
    """An extension of materials, and the fields that it stores.

    extension  its name
    part       the field of a material that is the part; empty where the fields are those of the material
    fields     by member of the struct the field of the part
    scaled     by member that is a texture with a scale the field that has the scale
    constant   members that every object has
    complete   whether members with their default are written too
    """

    extension: str
    part: str
    fields: Mapping[str, str]
    scaled: Mapping[str, str] = {}
    constant: Mapping[str, Any] = {}
    complete: bool = False

    @property
    def struct(self) -> type[Property]:
        """The struct of its object, from the record of the extension."""
        record = find(self.extension)
        assert record is not None
        assert record.schema is not None
        struct: type[Property] = record.schema.get()[Material]
        return struct


def _khronos(extension: str, part: str, scaled: Mapping[str, str] | None = None, **fields: str) -> Group:
    return Group(extension, part, fields, scaled or {})


GROUPS: tuple[Group, ...] = (
    _khronos(
        ANISOTROPY,
        "anisotropy",
        anisotropy_strength="strength",
        anisotropy_rotation="rotation",
        anisotropy_texture="texture",
    ),
    _khronos(
        CLEARCOAT,
        "clearcoat",
        {"clearcoat_normal_texture": "normal_scale"},
        clearcoat_factor="factor",
        clearcoat_texture="texture",
        clearcoat_roughness_factor="roughness",
        clearcoat_roughness_texture="roughness_texture",
        clearcoat_normal_texture="normal_texture",
    ),
    _khronos(
        DIFFUSE_TRANSMISSION,
        "diffuse_transmission",
        diffuse_transmission_factor="factor",
        diffuse_transmission_texture="texture",
        diffuse_transmission_color_factor="color",
        diffuse_transmission_color_texture="color_texture",
    ),
    _khronos(DISPERSION, "", dispersion="dispersion"),
    _khronos(EMISSIVE_STRENGTH, "", emissive_strength="emissive_strength"),
    _khronos(IOR, "", ior="ior"),
    _khronos(
        IRIDESCENCE,
        "iridescence",
        iridescence_factor="factor",
        iridescence_texture="texture",
        iridescence_ior="ior",
        iridescence_thickness_minimum="thickness_minimum",
        iridescence_thickness_maximum="thickness_maximum",
        iridescence_thickness_texture="thickness_texture",
    ),
    _khronos(
        SPECULAR_GLOSSINESS,
        "specular_glossiness",
        diffuse_factor="diffuse",
        diffuse_texture="diffuse_texture",
        specular_factor="specular",
        glossiness_factor="glossiness",
        specular_glossiness_texture="specular_glossiness_texture",
    ),
    _khronos(
        SHEEN,
        "sheen",
        sheen_color_factor="color",
        sheen_color_texture="color_texture",
        sheen_roughness_factor="roughness",
        sheen_roughness_texture="roughness_texture",
    ),
    _khronos(
        SPECULAR,
        "specular",
        specular_factor="factor",
        specular_texture="texture",
        specular_color_factor="color",
        specular_color_texture="color_texture",
    ),
    _khronos(
        TRANSMISSION,
        "transmission",
        transmission_factor="factor",
        transmission_texture="texture",
    ),
    _khronos(
        VOLUME,
        "volume",
        thickness_factor="thickness",
        thickness_texture="thickness_texture",
        attenuation_distance="attenuation_distance",
        attenuation_color="attenuation_color",
    ),
    Group(
        MTOON,
        "mtoon",
        {
            "transparent_with_z_write": "transparent_with_depth",
            "render_queue_offset_number": "render_queue_offset",
            "shade_color_factor": "shade_color",
            "shade_multiply_texture": "shade_texture",
            "shading_shift_factor": "shading_shift",
            "shading_shift_texture": "shading_shift_texture",
            "shading_toony_factor": "shading_toony",
            "gi_equalization_factor": "gi_equalization",
            "matcap_factor": "matcap_color",
            "matcap_texture": "matcap_texture",
            "parametric_rim_color_factor": "rim_color",
            "rim_multiply_texture": "rim_texture",
            "rim_lighting_mix_factor": "rim_lighting_mix",
            "parametric_rim_fresnel_power_factor": "rim_fresnel_power",
            "parametric_rim_lift_factor": "rim_lift",
            "outline_width_mode": "outline_mode",
            "outline_width_factor": "outline_width",
            "outline_width_multiply_texture": "outline_width_texture",
            "outline_color_factor": "outline_color",
            "outline_lighting_mix_factor": "outline_lighting_mix",
            "uv_animation_mask_texture": "uv_mask_texture",
            "uv_animation_scroll_x_speed_factor": "uv_scroll_u",
            "uv_animation_scroll_y_speed_factor": "uv_scroll_v",
            "uv_animation_rotation_speed_factor": "uv_rotation",
        },
        scaled={"shading_shift_texture": "shading_shift_scale"},
        constant={"specVersion": "1.0"},
        # The defaults of its specification, of its JSON schema and of readers differ.
        complete=True,
    ),
)
"""The groups in the order of new documents. KHR_materials_unlit, which has no members, is `unlit`."""

assert {group.part for group in GROUPS if group.part} == set(PARTS)


BY_NAME = {group.extension: group for group in GROUPS}


@cache
def group_members(extension: str) -> tuple[tuple[Member, str], ...]:
    """The members of an extension object, each with its field."""
    from pantin.formats.members.description import members

    group = BY_NAME[extension]
    struct = group.struct
    by_attribute = {member.attribute: member for member in members(struct)}
    return tuple((by_attribute[attribute], field) for attribute, field in group.fields.items())


def limits(member: Member) -> tuple[float, float] | None:
    """The smallest and largest number allowed for a member, or for the items of its list."""
    kind = member.type.item_type if isinstance(member.type, inspect.VarTupleType) else member.type
    if not isinstance(kind, inspect.FloatType | inspect.IntType):
        return None
    least = SMALLEST if kind.gt == 0 else kind.ge
    return -inf if least is None else least, inf if kind.le is None else kind.le


SMALLEST = 1e-6
"""Used in place of 0 where numbers must be above 0."""


def is_texture(member: Member) -> bool:
    """Whether a member of an object uses a texture."""
    return isinstance(member.type, inspect.StructType) and issubclass(member.type.cls, TextureInfo)
