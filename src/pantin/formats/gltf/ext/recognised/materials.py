"""The objects of the ratified KHR_materials extensions, and of the archived one of specular and glossiness.

Constraints are those of their JSON schemas.
"""

from typing import Annotated, ClassVar

from msgspec import Meta

from pantin.formats.gltf.schema import (
    AboveZero,
    Material,
    NormalTextureInfo,
    NotNegative,
    Property,
    TextureInfo,
    Unit,
    UnitColour3,
    UnitColour4,
)

NotNegative3 = Annotated[tuple[NotNegative, ...], Meta(min_length=3, max_length=3)]
# 0 means that light does not refract at all, and is the only number below 1 that is allowed.
IndexOfRefraction = Annotated[float, Meta(ge=1, extra={"or": 0})]


class AnisotropyTextureInfo(TextureInfo, frozen=True):
    needs_tangents: ClassVar[bool] = True


class Anisotropy(Property, frozen=True):
    anisotropy_strength: Unit | None = None
    anisotropy_rotation: float | None = None
    anisotropy_texture: AnisotropyTextureInfo | None = None


class Clearcoat(Property, frozen=True):
    clearcoat_factor: Unit | None = None
    clearcoat_texture: TextureInfo | None = None
    clearcoat_roughness_factor: Unit | None = None
    clearcoat_roughness_texture: TextureInfo | None = None
    clearcoat_normal_texture: NormalTextureInfo | None = None


class DiffuseTransmission(Property, frozen=True):
    diffuse_transmission_factor: Unit | None = None
    diffuse_transmission_texture: TextureInfo | None = None
    diffuse_transmission_color_factor: UnitColour3 | None = None
    diffuse_transmission_color_texture: TextureInfo | None = None


class Dispersion(Property, frozen=True):
    dispersion: NotNegative | None = None


class EmissiveStrength(Property, frozen=True):
    emissive_strength: NotNegative | None = None


class Ior(Property, frozen=True):
    ior: IndexOfRefraction | None = None


class Iridescence(Property, frozen=True):
    iridescence_factor: Unit | None = None
    iridescence_texture: TextureInfo | None = None
    iridescence_ior: Annotated[float, Meta(ge=1)] | None = None
    iridescence_thickness_minimum: NotNegative | None = None
    iridescence_thickness_maximum: NotNegative | None = None
    iridescence_thickness_texture: TextureInfo | None = None


class SpecularGlossiness(Property, frozen=True):
    diffuse_factor: UnitColour4 | None = None
    diffuse_texture: TextureInfo | None = None
    specular_factor: UnitColour3 | None = None
    glossiness_factor: Unit | None = None
    specular_glossiness_texture: TextureInfo | None = None


class Sheen(Property, frozen=True):
    sheen_color_factor: UnitColour3 | None = None
    sheen_color_texture: TextureInfo | None = None
    sheen_roughness_factor: Unit | None = None
    sheen_roughness_texture: TextureInfo | None = None


class Specular(Property, frozen=True):
    specular_factor: Unit | None = None
    specular_texture: TextureInfo | None = None
    specular_color_factor: NotNegative3 | None = None
    specular_color_texture: TextureInfo | None = None


class Transmission(Property, frozen=True):
    transmission_factor: Unit | None = None
    transmission_texture: TextureInfo | None = None


class Unlit(Property, frozen=True):
    """An extension without members: its presence means unlit."""


class Volume(Property, frozen=True):
    thickness_factor: NotNegative | None = None
    thickness_texture: TextureInfo | None = None
    attenuation_distance: AboveZero | None = None
    attenuation_color: UnitColour3 | None = None


ANISOTROPY = {Material: Anisotropy}
CLEARCOAT = {Material: Clearcoat}
DIFFUSE_TRANSMISSION = {Material: DiffuseTransmission}
DISPERSION = {Material: Dispersion}
EMISSIVE_STRENGTH = {Material: EmissiveStrength}
IOR = {Material: Ior}
IRIDESCENCE = {Material: Iridescence}
PBRSPECULARGLOSSINESS = {Material: SpecularGlossiness}
SHEEN = {Material: Sheen}
SPECULAR = {Material: Specular}
TRANSMISSION = {Material: Transmission}
UNLIT = {Material: Unlit}
VOLUME = {Material: Volume}
