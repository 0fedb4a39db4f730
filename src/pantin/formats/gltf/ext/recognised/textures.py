"""The objects of KHR_texture_transform, and of the extensions that add image formats to textures."""

from typing import Annotated, ClassVar

from msgspec import Meta

from pantin.formats.gltf.schema import ImageIndex, Natural, Property, Texture, TextureInfo

Vector2 = Annotated[tuple[float, ...], Meta(min_length=2, max_length=2)]


class TextureTransform(Property, frozen=True):
    carried: ClassVar[bool] = True

    offset: Vector2 | None = None
    rotation: float | None = None
    scale: Vector2 | None = None
    tex_coord: Natural | None = None


class TextureSource(Property, frozen=True):
    """EXT_texture_webp, EXT_texture_avif, KHR_texture_basisu: an image that replaces the texture's."""

    carried: ClassVar[bool] = True

    source: ImageIndex | None = None


TRANSFORM = {TextureInfo: TextureTransform}
SOURCE = {Texture: TextureSource}
