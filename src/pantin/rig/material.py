"""Materials: metal and roughness, emission, alpha, and optional parts (`material_parts`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, Literal, TypeAlias

from pantin.base.deprecation import current_names
from pantin.base.records import defaults, field_names, replace
from pantin.deprecated import FormerNames
from pantin.rig.material_parts import (
    PARTS,
    Anisotropy,
    Clearcoat,
    DiffuseTransmission,
    Iridescence,
    MToon,
    Sheen,
    Specular,
    SpecularGlossiness,
    Transmission,
    Volume,
)
from pantin.rig.part import Picklable
from pantin.rig.texture import Json, TextureUse

AlphaMode: TypeAlias = Literal["opaque", "mask", "blend"]


@dataclass(frozen=True, slots=True, repr=False)  # not a record: those have no place for `_accept_former`
class Material(FormerNames, Picklable):
    """A metallic-roughness material; colours are linear.

    A texture is multiplied by the factor of the same name. Metallic and roughness share a texture: the blue
    and the green channel. Optional parts are None where the material does not have them.

    emissive_strength  multiplies the emitted light
    ior                index of refraction; 0: reflections as strong as they can be
    dispersion         20 / Abbe number of the volume
    unlit              shown in its own colour, without lighting

    >>> pantin.rig.Material("skin", base_color=(0.8, 0.5, 0.4, 1.0), roughness=0.7).metallic
    0.0
    """

    former: ClassVar = {"base_colour": "base_color", "base_colour_texture": "base_color_texture"}

    name: str | None = None
    base_color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    base_color_texture: TextureUse | None = None
    metallic: float = 0.0
    roughness: float = 1.0
    metallic_roughness_texture: TextureUse | None = None
    normal_texture: TextureUse | None = None
    normal_scale: float = 1.0
    occlusion_texture: TextureUse | None = None
    occlusion_strength: float = 1.0
    emissive: tuple[float, float, float] = (0.0, 0.0, 0.0)
    emissive_texture: TextureUse | None = None
    alpha_mode: AlphaMode | None = None
    alpha_cutoff: float = 0.5
    double_sided: bool = False
    unlit: bool = False
    extras: Json | None = None
    emissive_strength: float = 1.0
    ior: float = 1.5
    dispersion: float = 0.0
    anisotropy: Anisotropy | None = None
    clearcoat: Clearcoat | None = None
    diffuse_transmission: DiffuseTransmission | None = None
    iridescence: Iridescence | None = None
    mtoon: MToon | None = None
    sheen: Sheen | None = None
    specular: Specular | None = None
    specular_glossiness: SpecularGlossiness | None = None
    transmission: Transmission | None = None
    volume: Volume | None = None

    def __repr__(self) -> str:
        from pantin.base.short_repr import short_repr

        return short_repr(self, field_names(self), defaults(Material))

    @property
    def alpha(self) -> AlphaMode:
        """The alpha mode; if the material does not set it, a base colour with alpha below 1 is blended."""
        if self.alpha_mode is not None:
            return self.alpha_mode
        return "opaque" if self.base_color[3] == 1.0 else "blend"

    @property
    def emitted(self) -> tuple[float, float, float]:
        """The light that is emitted: the emissive colour by its strength."""
        red, green, blue = self.emissive
        return red * self.emissive_strength, green * self.emissive_strength, blue * self.emissive_strength

    def texture_uses(self) -> dict[str, TextureUse]:
        """The textures of the material by field name; those of a part as `"clearcoat.normal_texture"`."""
        uses = {field: getattr(self, field) for field in TEXTURE_FIELDS}
        for name, textures in PART_TEXTURES.items():
            part = getattr(self, name)
            if part is not None:
                uses |= {f"{name}.{field}": getattr(part, field) for field in textures}
        return {field: use for field, use in uses.items() if use is not None}

    def with_texture_uses(self, changes: Mapping[str, TextureUse | None]) -> Material:
        """The material with other textures, by the names of `texture_uses`; None removes one.

        >>> from pantin.rig import Material, TextureUse
        >>> textured = Material(base_color_texture=TextureUse(0))
        >>> textured.with_texture_uses({"base_color_texture": None}) == Material()
        True
        """
        changed: dict[str, Any] = {}
        for name, use in changes.items():
            part, _, field = name.partition(".")
            part_value = changed.get(part, getattr(self, part))
            changed[part] = replace(part_value, **{field: use}) if field else use
        return replace(self, **changed)

    @property
    def extensions(self) -> Json | None:
        """Deprecated: the parts of the material as JSON of glTF extensions."""
        from pantin.deprecated import extensions_of

        return extensions_of(self)


def _accept_former() -> None:
    """Let `Material(extensions=…)`, and the former names of its fields, still make a material, with a
    warning."""
    make = Material.__init__

    @wraps(make)
    def init(self: Material, *arguments: Any, **members: Any) -> None:
        if "extensions" in members:
            from pantin.deprecated import fields_of

            members = fields_of(members.pop("extensions")) | members
        if not Material.former.keys().isdisjoint(members):
            members = current_names("Material", Material.former, members)
        make(self, *arguments, **members)

    Material.__init__ = init  # type: ignore[method-assign]


_accept_former()

TEXTURE_FIELDS = (
    "base_color_texture",
    "metallic_roughness_texture",
    "normal_texture",
    "occlusion_texture",
    "emissive_texture",
)

PART_TEXTURES = {
    name: tuple(field for field in field_names(part) if field.endswith("texture"))
    for name, part in PARTS.items()
}
"""The textures of each part of a material."""
