"""Decoding the images of a rig."""

from __future__ import annotations

import io
import warnings
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import MissingExtra, PantinError
from pantin.base.extras import install_command
from pantin.base.limits import Budget, Limits
from pantin.formats.images import KTX2, image_mime, image_size, ktx2_levels
from pantin.rig import Image

Pixels: TypeAlias = NDArray[np.uint8]

MAX_PIXELS = 1 << 26
"""Pixels of an image to decode: 8,192 × 8,192, which takes 256 MB."""

SUPPORTED_TYPES = ("image/png", "image/jpeg", "image/webp", "image/avif")
"""Image types decoded with Pillow: those of glTF 2.0 §3.8.3, EXT_texture_webp and EXT_texture_avif."""

NO_BASIS = f"Basis Universal (KTX2) textures are shown in grey; to decode them: {install_command('ktx2')}"


class ImageError(PantinError):
    """An image that cannot be decoded; the message says why."""


class NoDecoder(ImageError):
    """An image whose decoder is not installed; the message is the same for all of them."""


def import_pillow() -> Any:
    """Pillow's `Image` module. Raises `MissingExtra`, naming the extra, if it is not installed."""
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtra(f"rendering needs Pillow: {install_command('render')}") from None
    return Image


def decode_image(image: Image, index: int, budget: Budget | None = None) -> Pixels:
    """Image `index` of a rig as (rows, columns, 4) bytes of sRGB with alpha; without a budget, the
    limits are those of one image. Raises `ImageError`."""
    if image.data is None:
        raise ImageError(f"image {index} cannot be read")
    return decode_bytes(memoryview(image.data), f"image {index}", budget or Budget(Limits(), 0))


def _open_quietly(image_module: Any, data: memoryview, kind: str) -> Any:
    """An image with only its header read; `decode_bytes` checks its size, so Pillow need not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", image_module.DecompressionBombWarning)
        return image_module.open(io.BytesIO(data), formats=[kind])


def decode_bytes(data: memoryview, name: str, budget: Budget) -> Pixels:
    """The pixels of an image file. Its size is checked before it is decoded, and counts in the budget."""
    image_module = import_pillow()
    kind = image_mime(data)
    if kind == KTX2:
        return _decode_basis(data, name, budget)
    if kind not in SUPPORTED_TYPES:
        raise ImageError(f"{name} has an unsupported format: {kind or 'unknown'}")
    try:
        with _open_quietly(image_module, data, kind.removeprefix("image/").upper()) as image:
            _check_size(image.width, image.height, name)
            return budget.hold(
                4 * image.width * image.height, name, lambda: np.asarray(image.convert("RGBA"))
            )
    except PantinError:
        raise
    except Exception as error:  # Pillow's decoders raise many types for truncated or invalid files
        raise ImageError(f"{name} cannot be decoded: {str(error) or type(error).__name__}") from None


def _decode_basis(data: memoryview, name: str, budget: Budget) -> Pixels:
    """The pixels of a KTX 2 file of Basis Universal: ETC1S or UASTC, supercompressed or not."""
    try:
        import opengl_basisu
    except ImportError:
        raise NoDecoder(NO_BASIS) from None
    width, height = image_size(data) or (0, 0)
    _check_size(width, height, name)
    _check_levels(data, width, height, name)
    try:
        texture = opengl_basisu.open(bytes(data))
        target = opengl_basisu.Target.RGBA8
        return budget.hold(4 * width * height, name, lambda: np.asarray(texture.transcode(target).data))
    except PantinError:
        raise
    except Exception as error:
        raise ImageError(f"{name} cannot be decoded: {str(error) or type(error).__name__}") from None


BLOCK = 16
"""Bytes of a block of 4 × 4 pixels of UASTC."""


def _check_levels(data: memoryview, width: int, height: int, name: str) -> None:
    """Refuse a KTX 2 file whose levels state that they unpack to more than an image of its size has: the
    decoder would allocate as much."""
    most = -(-width // 4) * -(-height // 4) * BLOCK
    for first, length, unpacked in ktx2_levels(data):
        if first + length > len(data) or unpacked > most:
            raise ImageError(f"{name} cannot be decoded: a level states more bytes than it has")


def _check_size(width: int, height: int, name: str) -> None:
    if width * height > MAX_PIXELS:
        size = f"{width} × {height} pixels"
        raise ImageError(f"{name} has {size}; images of up to {MAX_PIXELS:,} pixels are drawn")


def encode_png(pixels: Pixels) -> bytes:
    """Pixels as a PNG file, compressed little: it is for a browser on the same machine."""
    file = io.BytesIO()
    import_pillow().fromarray(pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()
