"""Materials and textures."""

# Annotations stay objects here: msgspec would have to compile hundreds of strings at every start.
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from pantin.formats.g4mf.schema.item import Item, Named, Numbers, Words, index
from pantin.formats.g4mf.schema.mesh import Binding
from pantin.formats.members.description import CARRIED, NOT_CARRIED

CHANNELS = ("baseColor", "emissive", "normal", "orm")
"""Members of a material that are channels."""


class Channel(Item, frozen=True, kw_only=True):
    """A channel of a material. Only base colours are carried per element."""

    carried: ClassVar[bool] = True

    element_map: Annotated[Binding, NOT_CARRIED] | None = None
    factor: Numbers | None = None
    texture: Annotated[int, index("textures")] | None = None
    texture_map: Binding | None = None
    extras: Annotated[dict[str, Any], CARRIED] | None = None


class ColourChannel(Channel, frozen=True, kw_only=True):
    element_map: Binding | None = None


class Material(Named, frozen=True, kw_only=True):
    base_color: ColourChannel | None = None
    emissive: Channel | None = None
    normal: Channel | None = None
    orm: Channel | None = None


class Sampler(Named, frozen=True, kw_only=True):
    carried: ClassVar[bool] = True

    mag_filter: str | None = None
    min_filter: str | None = None
    mipmap_filter: str | None = None
    wrap: Words | None = None


class Texture(Named, frozen=True, kw_only=True):
    files: Annotated[tuple[Annotated[int, index("files")] | None, ...], CARRIED] = ()
    placeholder: Annotated[Numbers, Meta(min_length=1), CARRIED] | None
    sampler: Sampler | None = None
    size: Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=1), CARRIED] | None
