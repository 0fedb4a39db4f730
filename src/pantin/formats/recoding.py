"""Encode an image again: another format, fewer pixels. What it is for decides what may be lost."""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from pantin.base.child_process import run_tool
from pantin.base.errors import Unsuitable, Unsupported
from pantin.base.limits import Budget, Limits
from pantin.formats.images import JPEG, KTX2, PNG, WEBP, image_mime
from pantin.formats.pixels import ImageError, Pixels, decode_bytes, import_pillow

MIME_TYPES: Final[dict[str, str]] = {"webp": WEBP, "jpeg": JPEG, "png": PNG, "ktx2": KTX2}
BY_MIME: Final = {mime: encoding for encoding, mime in MIME_TYPES.items()}

Use: TypeAlias = Literal["colour", "data", "normal"]
"""What pixels are: colours, numbers such as roughness, or directions."""

COLOUR_QUALITY: Final = {"webp": 80, "jpeg": 85}
DATA_QUALITY: Final = {"webp": 90, "jpeg": 95}
SMALL_DATA_QUALITY: Final = 82
"""Of numbers and directions where bytes count most: a little above that of colours."""

DATA_PSNR = 40.0
"""Decibels that each channel of numbers keeps, or nothing is lost of them."""

FLAT = 0.4
"""Where colours with loss take more than this part of the file, as in images of few colours, pixels without
loss may take fewer bytes."""

KTX2_HELP = (
    "KTX2 textures need an encoder: install toktx (KTX-Software) or basisu (Basis Universal), so that it is "
    "found in PATH"
)


class Recoded(NamedTuple):
    """The bytes of an image, its media type and size, and how near its pixels are to those that were encoded:
    the peak signal-to-noise ratio in decibels, None where nothing was lost or nothing can decode it."""

    data: bytes
    mime: str
    width: int
    height: int
    psnr: float | None


def recode(
    data: memoryview,
    name: str,
    encoding: str,
    use: Use,
    alpha: bool,
    most: int | None,
    limits: Limits,
    *,
    smallest: bool = False,
) -> Recoded:
    """An image in another encoding, with a limit on the pixels of its longer side. Its alpha channel is kept
    if something uses it and it is not opaque. With `smallest`, numbers and directions in WebP may lose
    something too, where that takes fewer bytes. Raises `ImageError` for an image that cannot be decoded, and
    `Unsupported` without the encoder."""
    pixels = decode_bytes(data, name, Budget(limits, 0))
    pixels = pixels if alpha and bool((pixels[..., 3] < 255).any()) else pixels[..., :3]
    if most is not None and max(pixels.shape[:2]) > most:
        pixels = resize(pixels, most, use)
    if encoding == "jpeg" and pixels.shape[2] == 4:
        encoding = "png"  # JPEG has no alpha channel
    if encoding == "ktx2":
        pixels = _in_blocks(pixels, use)
    pixels = np.ascontiguousarray(pixels)
    if smallest and encoding == "webp" and use != "colour":
        encoded = min(_lossy_webp(pixels, SMALL_DATA_QUALITY), _lossless_webp(pixels), key=len)
    else:
        encoded = _encode(pixels, encoding, use, bytes(data))
    height, width = pixels.shape[:2]
    return Recoded(encoded, MIME_TYPES[encoding], width, height, psnr(encoded, pixels, name))


def resize(pixels: Pixels, most: int, use: Use) -> Pixels:
    """Fewer pixels, the longer side as given. Colours are weighted by their alpha; channels of numbers have
    nothing to do with each other; directions have a length of 1 again."""
    height, width = pixels.shape[:2]
    scale = most / max(height, width)
    return _scale(pixels, max(1, round(width * scale)), max(1, round(height * scale)), use)


def _scale(pixels: Pixels, width: int, height: int, use: Use) -> Pixels:
    module = import_pillow()
    size, lanczos = (width, height), module.Resampling.LANCZOS
    if use == "colour":
        scaled: Pixels = np.asarray(module.fromarray(np.ascontiguousarray(pixels)).resize(size, lanczos))
        return scaled
    channels = [
        np.asarray(
            module.fromarray(np.ascontiguousarray(pixels[..., k]).astype(np.float32)).resize(size, lanczos)
        )
        for k in range(pixels.shape[2])
    ]
    numbers = np.clip(np.stack(channels, axis=-1), 0, 255)
    if use == "normal":
        directions = numbers[..., :3] / 127.5 - 1.0
        lengths = np.linalg.norm(directions, axis=-1, keepdims=True)
        numbers[..., :3] = (directions / np.maximum(lengths, 1e-6) + 1.0) * 127.5
    rounded: Pixels = np.round(np.clip(numbers, 0, 255)).astype(np.uint8)
    return rounded


def _in_blocks(pixels: Pixels, use: Use) -> Pixels:
    """With sides that are multiples of four (KHR_texture_basisu, "Additional requirements")."""
    height, width = (max(4, side - side % 4) for side in pixels.shape[:2])
    return pixels if (height, width) == pixels.shape[:2] else _scale(pixels, width, height, use)


def _encode(pixels: Pixels, encoding: str, use: Use, original: bytes) -> bytes:
    if encoding == "webp":
        return _encode_webp(pixels, use, original)
    if encoding == "ktx2":
        return _encode_ktx2(pixels, use)
    if encoding == "png":
        return _save(pixels, "PNG", optimize=True)
    # 4:4:4 for numbers: each channel is as precise as the others.
    quality = (COLOUR_QUALITY if use == "colour" else DATA_QUALITY)["jpeg"]
    sampling = "4:2:0" if use == "colour" else "4:4:4"
    return _save(pixels, "JPEG", quality=quality, subsampling=sampling, optimize=True, progressive=True)


def _encode_webp(pixels: Pixels, use: Use, original: bytes) -> bytes:
    """WebP with loss halves the resolution of colour differences, so directions are stored without, and
    numbers unless each channel stays precise."""
    if use == "normal":
        return _lossless_webp(pixels)
    quality = (COLOUR_QUALITY if use == "colour" else DATA_QUALITY)["webp"]
    lossy = _lossy_webp(pixels, quality, exact=use == "data")
    if use == "data":
        return lossy if _least_psnr(lossy, pixels) >= DATA_PSNR else _lossless_webp(pixels)
    if image_mime(original) != JPEG and len(lossy) > FLAT * len(original):
        return min(lossy, _lossless_webp(pixels), key=len)
    return lossy


def _lossy_webp(pixels: Pixels, quality: int, *, exact: bool = True) -> bytes:
    return _save(pixels, "WEBP", quality=quality, method=6, exact=exact)


def _lossless_webp(pixels: Pixels) -> bytes:
    return _save(pixels, "WEBP", lossless=True, quality=75, method=4, exact=True)


def _save(pixels: Pixels, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    import_pillow().fromarray(pixels).save(file, kind, **options)
    return file.getvalue()


def _encode_ktx2(pixels: Pixels, use: Use) -> bytes:
    """By an encoder that is installed: ETC1S for colours, UASTC for what must be precise."""
    tool = next((program for name in ("toktx", "basisu") if (program := shutil.which(name))), None)
    if tool is None:
        raise Unsuitable(KTX2_HELP)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "image.png"), Path(folder, "image.ktx2")
        source.write_bytes(_save(pixels, "PNG"))
        if Path(tool).stem == "toktx":
            space = ["--assign_oetf", "srgb" if use == "colour" else "linear"]
            how = ["--encode", "etc1s"] if use == "colour" else ["--encode", "uastc", "--zcmp", "18"]
            command = [tool, "--t2", "--genmipmap", *space, *how, str(target), str(source)]
        else:
            how = [] if use == "colour" else ["-uastc", "-linear"]
            command = [tool, "-ktx2", "-mipmap", *how, "-file", str(source), "-output_file", str(target)]
        code, said = run_tool(command)
        if code or not target.exists():
            lines = said.strip().splitlines()
            raise Unsupported(f"{Path(tool).stem} failed: {lines[-1] if lines else f'exit code {code}'}")
        return target.read_bytes()


def _channel_errors(encoded: bytes, pixels: Pixels, name: str) -> Any:
    """The mean square of the differences in each channel."""
    decoded = decode_bytes(memoryview(encoded), name, Budget(Limits(), 0))[..., : pixels.shape[2]]
    return np.square(decoded.astype(np.float64) - pixels).reshape(-1, pixels.shape[2]).mean(axis=0)


def psnr(encoded: bytes, pixels: Pixels, name: str) -> float | None:
    """How near the pixels of an image are to others, in decibels; None if they are equal, or nothing that is
    installed decodes it."""
    try:
        error = float(_channel_errors(encoded, pixels, name).mean())
    except ImageError:
        return None
    return _decibels(error) if error else None


def _least_psnr(encoded: bytes, pixels: Pixels) -> float:
    return _decibels(float(_channel_errors(encoded, pixels, "image").max()))


def _decibels(error: float) -> float:
    return float(10 * np.log10(255**2 / error)) if error else float("inf")
