"""Textures: images, samplers, and how a material applies them.

Images are the bytes of the file: nothing decodes or re-encodes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, sin
from typing import Any, Literal, TypeAlias

from pantin.base.records import Record
from pantin.deprecated import WithoutExtensions
from pantin.rig.part import Part

Json: TypeAlias = Mapping[str, Any]
"""A JSON object that is carried along and not interpreted: application data (`extras`)."""

Filter: TypeAlias = Literal["nearest", "linear"]
MipFilter: TypeAlias = Literal["none", "nearest", "linear"]
Wrap: TypeAlias = Literal["repeat", "mirror", "clamp"]


class Image(Part):
    """An image in the encoding of the file (PNG, JPEG, …).

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


class Sampler(Record):
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


class Texture(Record, metaclass=WithoutExtensions):
    """Images with a sampler.

    images        indices of images: one, or the slices of a texture with more than two dimensions
    sampler       index of the sampler; None: the viewer chooses
    size          pixels along each axis, in formats that state it
    placeholder   the colour to use without the images, in formats that have one
    alternatives  indices of images that show the same as the first, in other encodings

    >>> pantin.rig.Texture(images=(0,), sampler=0, name="face").images
    (0,)
    """

    images: tuple[int, ...] = ()
    sampler: int | None = None
    name: str | None = None
    size: tuple[int, ...] | None = None
    placeholder: tuple[float, ...] | None = None
    extras: Json | None = None
    alternatives: tuple[int, ...] = ()

    @property
    def extensions(self) -> None:
        """Deprecated: images in other encodings are `alternatives`."""
        from pantin.base.deprecation import warn

        warn("Texture.extensions is None: images in other encodings are its alternatives")


class TextureTransform(Record):
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

    def matrix(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """The transform of coordinates as a 2 × 3 matrix: translation · rotation · scale.

        >>> pantin.rig.TextureTransform(offset=(0.5, 0.0), scale=(2.0, 1.0)).matrix()
        ((2.0, 0.0, 0.5), (-0.0, 1.0, 0.0))
        """
        (offset_u, offset_v), (scale_u, scale_v) = self.offset, self.scale
        cosine, sine = cos(self.rotation), sin(self.rotation)
        return (cosine * scale_u, sine * scale_v, offset_u), (-sine * scale_u, cosine * scale_v, offset_v)


class TextureUse(Record, metaclass=WithoutExtensions):
    """A texture of a material, and the set of texture coordinates it is applied with.

    >>> from pantin.rig import Material, TextureTransform, TextureUse
    >>> tiled = TextureUse(texture=0, transform=TextureTransform(scale=(4.0, 4.0)))
    >>> list(Material("wall", base_color_texture=tiled).texture_uses())
    ['base_color_texture']
    """

    texture: int
    texcoord: int = 0
    transform: TextureTransform | None = None
    extras: Json | None = None

    @property
    def texcoord_set(self) -> int:
        """The set of texture coordinates in effect: a transform may choose another."""
        moved = self.transform
        return self.texcoord if moved is None or moved.texcoord is None else moved.texcoord

    @property
    def extensions(self) -> None:
        """Deprecated: the rig does not have the extensions of other programs."""
        from pantin.base.deprecation import warn

        warn("TextureUse.extensions is None: extensions of other programs stay in the document")
