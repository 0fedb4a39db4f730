"""Materials as images show them: colours, textures, metal and roughness, alpha, and toon shading."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from pantin.base.records import Record, replace
from pantin.rig import Pose
from pantin.rig.expressions import MaterialChange, material_changes
from pantin.viewer.texture import Texture

Affine = tuple[tuple[float, float, float], tuple[float, float, float]]
IDENTITY: Affine = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))

Color = tuple[float, float, float]
WHITE: Color = (1.0, 1.0, 1.0)
BLACK: Color = (0.0, 0.0, 0.0)


class TextureUse(Record):
    """A texture of a material.

    texture    index in `Materials.textures`
    texcoords  index of the texture coordinate set
    transform  applied to texture coordinates (KHR_texture_transform)
    """

    texture: int
    texcoords: int = 0
    transform: Affine = IDENTITY


class Toon(Record):
    """Toon shading (VRMC_materials_mtoon 1.0): a lit and a shaded colour with a border between them.

    shade          colour of the shaded side, multiplied by its texture
    shift, toony   where the border is, and how sharp
    outline        its colour
    outline_lit    how much its colour is multiplied by that of the surface in its light
    outline_width  in metres, or relative to the height of the image if `on_screen`
    """

    shade: Color = BLACK
    shade_texture: TextureUse | None = None
    shift: float = 0.0
    toony: float = 0.9
    outline: Color = BLACK
    outline_lit: float = 1.0
    outline_width: float = 0.0
    on_screen: bool = False


class Coat(Record):
    """A clear coat (KHR_materials_clearcoat), multiplied by the red of its texture, its roughness by the
    green of its own."""

    factor: float = 0.0
    roughness: float = 0.0
    texture: TextureUse | None = None
    roughness_texture: TextureUse | None = None
    normal_texture: TextureUse | None = None
    normal_scale: float = 1.0


class Sheen(Record):
    """Light from fibres (KHR_materials_sheen); the roughness is multiplied by the alpha of its texture."""

    color: Color = BLACK
    roughness: float = 0.0
    texture: TextureUse | None = None
    roughness_texture: TextureUse | None = None


class Glass(Record):
    """Light that passes through (KHR_materials_transmission, KHR_materials_volume, KHR_materials_dispersion).

    factor     multiplied by the red of its texture
    thickness  in units of the world, multiplied by the green of its texture; 0: a thin wall
    tint       what is left of light after a distance of 1 through the inside
    spread     by how much the index of refraction is smaller for red than for green, and larger for blue
    """

    factor: float = 0.0
    ior: float = 1.5
    thickness: float = 0.0
    tint: Color = WHITE
    spread: float = 0.0
    texture: TextureUse | None = None
    thickness_texture: TextureUse | None = None


class IridescentFilm(Record):
    """A thin film (KHR_materials_iridescence).

    factor              multiplied by the red of its texture
    ior                 its index of refraction
    thinnest, thickest  in nanometres, where the green of its texture is 0 and 1; without one, `thickest`
    """

    factor: float = 0.0
    ior: float = 1.3
    thinnest: float = 100.0
    thickest: float = 400.0
    texture: TextureUse | None = None
    thickness_texture: TextureUse | None = None


class Brushing(Record):
    """Grooves that stretch reflections (KHR_materials_anisotropy): the direction in which, times their
    strength, along and across the tangent; turned by the red and green of the texture, times its blue."""

    along: float = 0.0
    across: float = 0.0
    texture: TextureUse | None = None


class Material(Record):
    """How a surface looks.

    factor        linear RGBA that texture and vertex colours are multiplied by
    emissive      emitted light, multiplied by its texture
    transparent   whether surfaces behind it may be visible, and are drawn too
    cutoff        fragments with a lower alpha are discarded; 0 keeps all
    double_sided  whether back faces are drawn
    unlit         shown in its own colour, without lighting
    specular      the part of light that is reflected head-on where it is not metal, by the refraction
    reflectivity  its factor, of reflections at grazing angles too, multiplied by the alpha of its texture
    tinge         its colour, multiplied by its texture
    """

    factor: tuple[float, float, float, float] = (0.8, 0.8, 0.8, 1.0)
    emissive: Color = BLACK
    transparent: bool = False
    cutoff: float = 0.0
    double_sided: bool = False
    unlit: bool = False
    metallic: float = 0.0
    roughness: float = 0.8
    specular: float = 0.04
    reflectivity: float = 1.0
    tinge: Color = WHITE
    base_texture: TextureUse | None = None
    metallic_roughness_texture: TextureUse | None = None
    normal_texture: TextureUse | None = None
    normal_scale: float = 1.0
    occlusion_texture: TextureUse | None = None
    occlusion_strength: float = 1.0
    emissive_texture: TextureUse | None = None
    reflectivity_texture: TextureUse | None = None
    tinge_texture: TextureUse | None = None
    toon: Toon | None = None
    coat: Coat | None = None
    sheen: Sheen | None = None
    glass: Glass | None = None
    film: IridescentFilm | None = None
    brushing: Brushing | None = None

    @property
    def textures(self) -> tuple[TextureUse | None, ...]:
        """Its textures in the order of `SLOTS`."""
        return (
            self.base_texture,
            self.metallic_roughness_texture,
            self.normal_texture,
            self.occlusion_texture,
            self.emissive_texture,
            None if self.toon is None else self.toon.shade_texture,
            self.reflectivity_texture,
            self.tinge_texture,
            *((None,) * 3 if self.coat is None else _coat_textures(self.coat)),
            *((None,) * 2 if self.sheen is None else (self.sheen.texture, self.sheen.roughness_texture)),
            *((None,) * 2 if self.glass is None else (self.glass.texture, self.glass.thickness_texture)),
            *((None,) * 2 if self.film is None else (self.film.texture, self.film.thickness_texture)),
            None if self.brushing is None else self.brushing.texture,
        )

    @property
    def coordinates(self) -> list[tuple[int, Affine]]:
        """The different sets of texture coordinates that its textures use, each with its transform."""
        uses = [(use.texcoords, use.transform) for use in self.textures if use is not None]
        # Grooves follow the coordinates of the normal map; without one, the first.
        return list(dict.fromkeys(uses if self.brushing is None else [*uses, self.groove_coordinates]))

    @property
    def groove_coordinates(self) -> tuple[int, Affine]:
        """The texture coordinates whose directions on the surface grooves are relative to."""
        use = self.normal_texture or (None if self.brushing is None else self.brushing.texture)
        return (0, IDENTITY) if use is None else (use.texcoords, use.transform)


def _coat_textures(coat: Coat) -> tuple[TextureUse | None, ...]:
    return coat.texture, coat.roughness_texture, coat.normal_texture


BASE, METALLIC_ROUGHNESS, NORMAL, OCCLUSION, EMISSIVE, SHADE = range(6)
REFLECTIVITY, TINGE, COAT, COAT_ROUGHNESS, COAT_NORMAL = range(6, 11)
SHEEN, SHEEN_ROUGHNESS, GLASS, THICKNESS = range(11, 15)
FILM, FILM_THICKNESS, BRUSHING = range(15, 18)
SLOTS = range(18)
"""The textures of a material."""

DEFAULT_MATERIAL = Material((1.0, 1.0, 1.0, 1.0), metallic=1.0, roughness=1.0)
"""Of surfaces without a material (glTF 2.0 §3.7.2.1)."""


class Materials(Record, eq=False):
    """All materials, the textures they use, and notes on what could not be loaded."""

    entries: tuple[Material, ...]
    textures: tuple[Texture, ...] = ()
    notes: tuple[str, ...] = ()

    def material_at(self, material: int | None) -> Material:
        inside = material is not None and 0 <= material < len(self.entries)
        return self.entries[material] if inside else DEFAULT_MATERIAL  # type: ignore[index]


def with_expressions(materials: Materials, pose: Pose) -> Materials:
    """The materials as the expressions of a pose colour them (VRMC_vrm 1.0)."""
    changes = material_changes(pose)
    if not changes:
        return materials
    entries = list(materials.entries)
    for index, change in changes.items():
        if index < len(entries):
            entries[index] = _apply_material_change(entries[index], change)
    return replace(materials, entries=tuple(entries))


def _apply_material_change(material: Material, change: MaterialChange) -> Material:
    red, green, blue, alpha = change.color("color", material.factor)
    emissive: Any = change.color("emissionColor", material.emissive)
    return replace(
        material,
        factor=(red, green, blue, alpha if material.transparent else 1.0),
        emissive=emissive,
        toon=None if material.toon is None else _apply_toon_change(material.toon, change),
        **dict(_apply_texture_changes(material, change)),
    )


def _apply_toon_change(toon: Toon, change: MaterialChange) -> Toon:
    shade: Any = change.color("shadeColor", toon.shade)
    outline: Any = change.color("outlineColor", toon.outline)
    moved = None if toon.shade_texture is None else _apply_texture_change(toon.shade_texture, change)
    return replace(toon, shade=shade, outline=outline, shade_texture=moved)


TEXTURE_FIELDS = (
    "base_texture",
    "metallic_roughness_texture",
    "normal_texture",
    "occlusion_texture",
    "emissive_texture",
    "reflectivity_texture",
    "tinge_texture",
)


def _apply_texture_changes(material: Material, change: MaterialChange) -> Iterator[tuple[str, Any]]:
    for name in TEXTURE_FIELDS:
        use = getattr(material, name)
        if use is not None:
            yield name, _apply_texture_change(use, change)


def _apply_texture_change(use: TextureUse, change: MaterialChange) -> TextureUse:
    (a, b, c), (d, e, f) = use.transform
    across, down = hypot(a, d), hypot(b, e)  # the scale before the rotation, which stays
    (scale_u, scale_v), (offset_u, offset_v) = change.texture_transform((across, down), (c, f))
    scale_u, scale_v = (scale_u / across if across else 1.0), (scale_v / down if down else 1.0)
    moved = ((a * scale_u, b * scale_v, offset_u), (d * scale_u, e * scale_v, offset_v))
    return replace(use, transform=moved)
