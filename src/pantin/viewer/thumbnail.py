"""The embedded thumbnail of a VRM."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pantin.base.arguments import check_arguments
from pantin.formats.pixels import decode_image
from pantin.verbs.asset import Asset
from pantin.viewer.colour import Pixels
from pantin.viewer.picture import picture_kind, save_picture

if TYPE_CHECKING:
    from pantin.verbs.model import Model


@check_arguments
def thumbnail(asset: Model, path: str | os.PathLike[str] | None = None) -> Pixels | None:
    """The thumbnail embedded in a VRM, as (rows, columns, 4) bytes of sRGB with alpha,
    written to `path` (.png, .webp) if given; None where there is none. Raises `ImageError` if it cannot be
    decoded.

    >>> pantin.thumbnail(pantin.load("examples/arm.glb")) is None
    True
    """
    if path is not None:
        picture_kind(path)
    asset = Asset.from_model(asset)
    rig = asset.rig
    meta = (None if rig.character is None else rig.character.meta) or {}
    image, texture = meta.get("thumbnailImage"), meta.get("texture")
    if type(texture) is int and 0 <= texture < len(rig.textures):  # VRM 0.x names a texture, 1.0 an image
        image = next(iter(rig.textures[texture].images), None)
    if type(image) is not int or not 0 <= image < len(rig.images):
        return None
    pixels = decode_image(rig.images[image], image, asset.budget)
    if path is not None:
        save_picture(pixels, path)
    return pixels
