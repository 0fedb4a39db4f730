"""Images of a glTF document, decoded: from a buffer view, a data URI, or a file beside the document."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np

from pantin.errors import PantinError, Unsupported
from pantin.formats.gltf.accessor import buffer_view_bytes
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.media import image_mime
from pantin.viewer.colour import Pixels

MOST_PIXELS = 1 << 26
"""Pixels of an image that is still decoded: 8,192 by 8,192, which takes 256 MB."""

DECODED = ("image/png", "image/jpeg", "image/webp", "image/avif")
"""Kinds of images that are asked of Pillow: those of glTF 2.0 §3.8.3 and of EXT_texture_webp and _avif."""


class NoImageError(PantinError):
    """An image that cannot be had; the message says why."""


def pillow() -> Any:
    """Pillow's `Image` module. Raises `Unsupported`, naming the extra, where it is not installed."""
    try:
        from PIL import Image
    except ImportError:
        raise Unsupported("rendering needs Pillow: pip install 'pantin[render]'") from None
    return Image


def decoded(document: Document, index: int) -> Pixels:
    """Image `index` as (rows, columns, 4) bytes of sRGB with alpha. Raises `NoImageError`."""
    listed = document.tree.get("images")
    entry = listed[index] if isinstance(listed, list) and 0 <= index < len(listed) else None
    if not isinstance(entry, dict):
        raise NoImageError(f"there is no image {index}")
    return from_bytes(_stored(document, entry, index), f"image {index}")


def _stored(document: Document, entry: dict[str, Any], index: int) -> memoryview:
    view, reference = entry.get("bufferView"), entry.get("uri")
    if isinstance(reference, str):
        found = document.load(reference)
        if found.data is None:
            raise NoImageError(f"image {index}: {found.fault.message if found.fault else 'it is empty'}")
        return found.data
    if type(view) is not int or view < 0:
        raise NoImageError(f"image {index} has neither a buffer view nor a URI")
    data, start, length, _ = buffer_view_bytes(document, view, f"image {index}")
    return data[start : start + length]


def _unwarned(image_module: Any, data: memoryview, kind: str) -> Any:
    """An image of which no more than the head was read; `from_bytes` judges its size, so Pillow need not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", image_module.DecompressionBombWarning)
        return image_module.open(io.BytesIO(data), formats=[kind])


def from_bytes(data: memoryview, name: str) -> Pixels:
    """The pixels of an image file. Its size is known, and bounded, before it is decoded."""
    image_module = pillow()
    kind = image_mime(data)
    if kind not in DECODED:
        raise NoImageError(f"{name} has an unsupported format: {kind or 'unknown'}")
    try:
        with _unwarned(image_module, data, kind.removeprefix("image/").upper()) as image:
            if image.width * image.height > MOST_PIXELS:
                size = f"{image.width} × {image.height} pixels"
                raise NoImageError(f"{name} has {size}; images of up to {MOST_PIXELS:,} pixels are drawn")
            return np.asarray(image.convert("RGBA"))
    except PantinError:
        raise
    except Exception as error:  # Pillow's decoders raise many kinds for files that are cut or wrong
        raise NoImageError(f"{name} cannot be decoded: {str(error) or type(error).__name__}") from None
