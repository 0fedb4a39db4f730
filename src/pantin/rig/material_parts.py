"""The optional parts of a material: coats, transmission and volume, sheen, toon shading and others.

A material that does not have a part has None. Factors are multiplied by the texture of the same name; colours
are linear. Formats describe the same quantities under other names: glTF as KHR_materials extensions and
VRMC_materials_mtoon, USD as inputs of UsdPreviewSurface.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pantin.base.records import Record
from pantin.rig.texture import TextureUse

Color: TypeAlias = tuple[float, float, float]
WHITE: Color = (1.0, 1.0, 1.0)
BLACK: Color = (0.0, 0.0, 0.0)

OutlineMode: TypeAlias = Literal["none", "world", "screen"]


class Anisotropy(Record):
    """Reflections that are stretched along a direction of the surface, as of brushed metal.

    rotation  radians, counter-clockwise from the tangent
    texture   direction in red and green, strength in blue

    >>> pantin.rig.Anisotropy(strength=0.6).rotation
    0.0
    """

    strength: float = 0.0
    rotation: float = 0.0
    texture: TextureUse | None = None


class Clearcoat(Record):
    """A clear layer of varnish, with a roughness and its own normal map.

    texture            its red channel counts
    roughness_texture  its green channel counts
    normal_texture     without one the coat is smooth, whatever the normal map of the material

    >>> pantin.rig.Material("car", clearcoat=pantin.rig.Clearcoat(1.0, roughness=0.05)).clearcoat.roughness
    0.05
    """

    factor: float = 0.0
    texture: TextureUse | None = None
    roughness: float = 0.0
    roughness_texture: TextureUse | None = None
    normal_texture: TextureUse | None = None
    normal_scale: float = 1.0


class DiffuseTransmission(Record):
    """Light that passes through and leaves in all directions, as of a leaf or a lampshade.

    texture  its alpha

    >>> pantin.rig.DiffuseTransmission(0.5, color=(0.2, 0.6, 0.1)).texture is None
    True
    """

    factor: float = 0.0
    texture: TextureUse | None = None
    color: Color = WHITE
    color_texture: TextureUse | None = None


class Iridescence(Record):
    """A thin film whose colour changes with the angle, as of a soap bubble.

    texture            its red channel counts
    ior                index of refraction of the film
    thickness_minimum  nanometres, where the green of the texture is 0
    thickness_maximum  where it is 1, and without a texture

    >>> pantin.rig.Iridescence(1.0).ior
    1.3
    """

    factor: float = 0.0
    texture: TextureUse | None = None
    ior: float = 1.3
    thickness_minimum: float = 100.0
    thickness_maximum: float = 400.0
    thickness_texture: TextureUse | None = None


class Sheen(Record):
    """Light that fibres scatter at grazing angles, as of velvet.

    roughness_texture  its alpha

    >>> pantin.rig.Sheen((0.1, 0.0, 0.3), roughness=0.4).color
    (0.1, 0.0, 0.3)
    """

    color: Color = BLACK
    color_texture: TextureUse | None = None
    roughness: float = 0.0
    roughness_texture: TextureUse | None = None


class Specular(Record):
    """Strength and colour of the reflections where a material is not metal.

    texture  its alpha
    color    at normal incidence; components may be above 1

    >>> pantin.rig.Specular(0.5).color
    (1.0, 1.0, 1.0)
    """

    factor: float = 1.0
    texture: TextureUse | None = None
    color: Color = WHITE
    color_texture: TextureUse | None = None


class SpecularGlossiness(Record):
    """A material as diffuse and specular colours, in place of base colour, metal and roughness.

    specular_glossiness_texture  specular colour, and glossiness in alpha

    >>> pantin.rig.SpecularGlossiness(diffuse=(0.2, 0.2, 0.2, 1.0)).glossiness
    1.0
    """

    diffuse: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    diffuse_texture: TextureUse | None = None
    specular: Color = WHITE
    glossiness: float = 1.0
    specular_glossiness_texture: TextureUse | None = None


class Transmission(Record):
    """The part of light that passes through the surface instead of being scattered below it.

    texture  its red channel counts

    >>> pantin.rig.Material("glass", roughness=0.0, transmission=pantin.rig.Transmission(1.0)).alpha
    'opaque'
    """

    factor: float = 0.0
    texture: TextureUse | None = None


class Volume(Record):
    """The inside of a transmissive material, which refracts light and absorbs some of it.

    thickness             below the surface, in units of the mesh; 0: a thin wall
    thickness_texture     its green channel counts
    attenuation_distance  after which light has the attenuation colour, in units of the world; None: never

    >>> pantin.rig.Volume(1.0, attenuation_color=(0.1, 0.6, 0.2)).attenuation_distance is None
    True
    """

    thickness: float = 0.0
    thickness_texture: TextureUse | None = None
    attenuation_distance: float | None = None
    attenuation_color: Color = WHITE


class MToon(Record):
    """The toon shading of VRM: a lit and a shaded colour, a rim, and an outline.

    shading_shift, shading_toony  where the border between lit and shaded is, and how sharp
    shading_shift_texture         its red channel, multiplied by `shading_shift_scale`, is added to the shift
    gi_equalization               how evenly light from the environment arrives
    matcap_texture                looked up by normals
    outline_width                 in metres, or as a part of the height of the screen
    outline_width_texture         its green channel counts
    outline_lighting_mix          how much its colour follows the light
    uv_scroll_u, uv_scroll_v      texture coordinates per second
    uv_rotation                   radians per second
    uv_mask_texture               its blue channel counts
    transparent_with_depth        whether a blended material hides what is behind it
    render_queue_offset           order among blended materials, −9 to 9

    >>> pantin.rig.MToon(shade_color=(0.8, 0.6, 0.6)).outline_mode
    'none'
    """

    shade_color: Color = BLACK
    shade_texture: TextureUse | None = None
    shading_shift: float = 0.0
    shading_shift_texture: TextureUse | None = None
    shading_shift_scale: float = 1.0
    shading_toony: float = 0.9
    gi_equalization: float = 0.9
    matcap_color: Color = WHITE
    matcap_texture: TextureUse | None = None
    rim_color: Color = BLACK
    rim_texture: TextureUse | None = None
    rim_lighting_mix: float = 1.0
    rim_fresnel_power: float = 5.0
    rim_lift: float = 0.0
    outline_mode: OutlineMode = "none"
    outline_width: float = 0.0
    outline_width_texture: TextureUse | None = None
    outline_color: Color = BLACK
    outline_lighting_mix: float = 1.0
    uv_mask_texture: TextureUse | None = None
    uv_scroll_u: float = 0.0
    uv_scroll_v: float = 0.0
    uv_rotation: float = 0.0
    transparent_with_depth: bool = False
    render_queue_offset: int = 0


MaterialPart: TypeAlias = (
    Anisotropy
    | Clearcoat
    | DiffuseTransmission
    | Iridescence
    | MToon
    | Sheen
    | Specular
    | SpecularGlossiness
    | Transmission
    | Volume
)

PARTS: dict[str, type[MaterialPart]] = {
    "anisotropy": Anisotropy,
    "clearcoat": Clearcoat,
    "diffuse_transmission": DiffuseTransmission,
    "iridescence": Iridescence,
    "mtoon": MToon,
    "sheen": Sheen,
    "specular": Specular,
    "specular_glossiness": SpecularGlossiness,
    "transmission": Transmission,
    "volume": Volume,
}
"""The fields of a material that are such parts."""
