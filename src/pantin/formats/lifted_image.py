"""An image of a rig from what a document says of it, whatever its format."""

from __future__ import annotations

from pantin.formats.images import UNKNOWN_TYPE, image_mime
from pantin.formats.uri import is_data
from pantin.rig import Image, Json


def lifted_image(
    data: memoryview | None, mime: str | None, uri: str | None, name: str | None, extras: Json | None
) -> Image:
    """The image with these bytes. Its media type is the one that is stated, else that of the bytes; its file
    is that of the URI, unless the URI has the data in it."""
    if mime is None or mime == UNKNOWN_TYPE:
        mime = None if data is None else image_mime(data)
    return Image(data, mime, name, uri if uri and not is_data(uri) else None, extras)
