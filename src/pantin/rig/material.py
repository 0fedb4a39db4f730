"""Materials, and the textures, samplers and images that they use.

Images are the bytes of the file: nothing decodes or re-encodes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pantin.base.records import quick
from pantin.rig.part import Part

Json: TypeAlias = Mapping[str, Any]
"""A JSON object that is carried along and not interpreted."""

AlphaMode: TypeAlias = Literal["opaque", "mask", "blend"]
Filter: TypeAlias = Literal["nearest", "linear"]
MipFilter: TypeAlias = Literal["none", "nearest", "linear"]
Wrap: TypeAlias = Literal["repeat", "mirror", "clamp"]


@dataclass(frozen=True, slots=True)
class Image(Part):
    """A picture in the encoding of the file (PNG, JPEG, …).

    data       the encoded bytes, mostly a view over those of the file; None where they cannot be read
    mime_type  as declared, else from the first bytes; None where neither says it
    uri        the relative path of the file it was read from, None where it is inside the model

    >>> picture = pantin.rig.Image(bytes.fromhex("89504e470d0a1a0a"), "image/png", "face")
    >>> picture.mime_type
    'image/png'
    """

    data: bytes | memoryview | None
    mime_type: str | None = None
    name: str | None = None
    uri: str | None = None
    extras: Json | None = None


@dataclass(frozen=True, slots=True)
class Sampler:
    """How a texture is filtered and repeated; None leaves a filter to the viewer.

    wrap  one mode for each axis of the texture

    >>> pantin.rig.Sampler(magnification="nearest", wrap=("clamp", "clamp")).minification is None
    True
    """

    magnification: Filter | None = None
    minification: Filter | None = None
    mipmaps: MipFilter | None = None
    wrap: tuple[Wrap, ...] = ("repeat", "repeat")
    name: str | None = None
    extras: Json | None = None


@dataclass(frozen=True, slots=True)
class Texture:
    """Images with a sampler.

    images       indices of images: one, or the slices of a texture with more than two dimensions
    sampler      index of the sampler; None: the viewer chooses
    size         pixels along each axis, in formats that state it
    placeholder  the colour to use without the images, in formats that have one
    extensions   data of glTF extensions, such as images in other encodings; carried, not interpreted

    >>> pantin.rig.Texture(images=(0,), sampler=0, name="face").images
    (0,)
    """

    images: tuple[int, ...] = ()
    sampler: int | None = None
    name: str | None = None
    size: tuple[int, ...] | None = None
    placeholder: tuple[float, ...] | None = None
    extras: Json | None = None
    extensions: Json | None = None


@dataclass(frozen=True, slots=True)
class TextureTransform:
    """An affine transform of texture coordinates (KHR_texture_transform): scaled, rotated, then moved.

    rotation  radians, counter-clockwise
    texcoord  the set to use instead of that of the `TextureUse`; None keeps it

    >>> pantin.rig.TextureTransform(scale=(4.0, 4.0)).offset
    (0.0, 0.0)
    """

    offset: tuple[float, float] = (0.0, 0.0)
    rotation: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)
    texcoord: int | None = None


@dataclass(frozen=True, slots=True)
class TextureUse:
    """A texture of a material, and the set of texture coordinates it is applied with.

    >>> from pantin.rig import Material, TextureTransform, TextureUse
    >>> tiled = TextureUse(texture=0, transform=TextureTransform(scale=(4.0, 4.0)))
    >>> list(Material("wall", base_colour_texture=tiled).texture_uses())
    ['base_colour_texture']
    """

    texture: int
    texcoord: int = 0
    transform: TextureTransform | None = None
    extras: Json | None = None
    extensions: Json | None = None


@quick
@dataclass(frozen=True, slots=True)
class Material:
    """A metallic-roughness material; colours are linear.

    A texture is multiplied by the factor of the same name. Metallic and roughness share a texture: blue and
    green. `extensions` has the data of glTF extensions (KHR_materials_sheen, VRMC_materials_mtoon, …), whose
    texture indices are those of the rig; it is carried, not interpreted.

    >>> pantin.rig.Material("skin", base_colour=(0.8, 0.5, 0.4, 1.0), roughness=0.7).metallic
    0.0
    """

    name: str | None = None
    base_colour: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    base_colour_texture: TextureUse | None = None
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
    extensions: Json | None = None

    @property
    def alpha(self) -> AlphaMode:
        """How alpha is used; where the material does not say it, a base colour with alpha blends."""
        if self.alpha_mode is not None:
            return self.alpha_mode
        return "opaque" if self.base_colour[3] == 1.0 else "blend"

    def texture_uses(self) -> dict[str, TextureUse]:
        """The textures of the material by field name."""
        uses = {field: getattr(self, field) for field in TEXTURE_FIELDS}
        return {field: use for field, use in uses.items() if use is not None}


TEXTURE_FIELDS = (
    "base_colour_texture",
    "metallic_roughness_texture",
    "normal_texture",
    "occlusion_texture",
    "emissive_texture",
)
