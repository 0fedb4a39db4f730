"""Images by their first bytes: media type, file suffix, and the header of PNG, JPEG, WebP, KTX 2 and AVIF.
No pixel is decoded.

As far as the Khronos validator looks, this looks at the same bytes in the same way. Beyond the header it is
only checked that the data goes on to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from pantin.base.tuples import NamedTuple

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\xabKTX 20\xbb\r\n\x1a\n", "image/ktx2"),
    (b"DDS ", "image/vnd-ms.dds"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
)
_SUFFIXES = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/ktx2": ".ktx2",
    "image/webp": ".webp",
    "image/avif": ".avif",
    "image/vnd-ms.dds": ".dds",
    "image/gif": ".gif",
    "image/bmp": ".bmp",
}

UNKNOWN_TYPE = "application/octet-stream"
"""RFC 2046 §4.5.1: the media type of bytes of an unknown kind, for formats that require one."""

Size: TypeAlias = tuple[int, int]
"""Width and height."""

JPEG, PNG, WEBP, KTX2, AVIF = "image/jpeg", "image/png", "image/webp", "image/ktx2", "image/avif"

SHORTEST = 14
"""No image of these formats is shorter; fewer bytes do not tell the format."""

STANDALONE = frozenset({0x01, *range(0xD0, 0xDA), 0xFF})
"""JPEG markers without a segment (ITU T.81 table B.1): TEM, RST0 to RST7, SOI, EOI, and fill bytes."""

FRAME_HEADERS = frozenset({*range(0xC0, 0xD0), 0xDE} - {0xC4, 0xC8, 0xCC})
"""Markers SOF0 to SOF15 and DHP, without DHT, JPG and DAC, which lie between them."""

MOST_SEGMENTS = 1000
"""Segments of a JPEG and chunks of a PNG that are looked through before the pixels: metadata is split into
some dozens."""

PNG_LENGTHS: Final = {b"IHDR": 13, b"cHRM": 32, b"sRGB": 1, b"pHYs": 9, b"gAMA": 4}
"""The chunks of fixed length that are read (PNG 1.2 §11.2 and §11.3)."""

SRGB_PRIMARIES = (31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)
"""cHRM of sRGB (PNG 1.2 §11.3.3.5): white, red, green and blue point, in 100,000ths."""

DEFAULT_GAMMAS = (45455, 100000)
"""gAMA of sRGB, 1/2.2, and of linear data."""


class ImageHeader(NamedTuple):
    """Media type, size in pixels (0 where the header does not tell), and features that glTF does not have:
    an embedded colour profile, an animation, pixels that are not square.
    """

    mime: str
    width: int = 0
    height: int = 0
    custom_colours: bool = False
    animated: bool = False
    non_square: bool = False


class InvalidImage(ValueError):
    """Image data that breaks the rules of its format; the message says how."""


class TruncatedImage(InvalidImage):
    """Image data that ends too early; `size` if it is known nevertheless."""

    def __init__(self, message: str, size: Size | None = None) -> None:
        super().__init__(message)
        self.size = size


def image_mime(data: bytes | memoryview) -> str | None:
    """The media type of an image by its first bytes, None for an unknown format."""
    head = bytes(data[:16])
    if head[:4] == b"RIFF" and head[8:14] == b"WEBPVP":
        return "image/webp"
    if head[4:12] in (b"ftypavif", b"ftypavis"):
        return "image/avif"
    return next((mime for magic, mime in _MAGIC if head.startswith(magic)), None)


def image_suffix(mime: str | None) -> str:
    """The file suffix of a media type."""
    return _SUFFIXES.get((mime or "").lower(), ".bin")


def read_header(data: bytes | memoryview) -> ImageHeader | None:
    """The header of an image; None for formats that are not known. Raises `InvalidImage` for a header that is
    broken, and `TruncatedImage` for data that ends before the header does.
    """
    mime = image_mime(data) if len(data) >= SHORTEST else None
    reader = _READERS.get(mime or "")
    header = reader(memoryview(data)) if reader is not None else None
    if header is not None and header.mime != AVIF and 0 in (header.width, header.height):
        raise InvalidImage(f"its size is {header.width} by {header.height} pixels")
    return header


def image_size(data: bytes | memoryview) -> Size | None:
    """Width and height of an image; None for other formats, and for a header that is cut off or damaged."""
    try:
        header = read_header(data)
    except TruncatedImage as fault:
        return fault.size or _fixed_fields(bytes(data[:32]))
    except InvalidImage:
        return None
    if header is None:
        return _fixed_fields(bytes(data[:32]))
    return (header.width, header.height) if header.width else None


def ends_early(data: bytes | memoryview, mime: str) -> bool:
    """Whether the data of an image with a good header stops before its end."""
    view = memoryview(data)
    if mime == PNG:
        # Nearly every file ends with it; others are walked, chunk by chunk.
        return bytes(view[-8:-4]) != b"IEND" and not any(name == b"IEND" for name, _, _ in _png_chunks(view))
    if mime == JPEG:
        # Entropy-coded data has no such bytes (ITU T.81 §B.1.1.5). Padding may follow the end.
        return bytes(view[-2:]) != b"\xff\xd9" and b"\xff\xd9" not in bytes(view[_jpeg_frame(view)[0] :])
    if mime == WEBP:
        return 8 + _little(view, 4, 4) > len(view)
    if mime == KTX2:
        return any(offset + length > len(view) for offset, length, _ in ktx2_levels(view))
    return False


_FIELDS = (
    (b"\xabKTX 20\xbb\r\n\x1a\n", 20, 24, 4),
    (b"DDS ", 16, 12, 4),
    (b"GIF8", 6, 8, 2),
    (b"BM", 18, 22, 4),
)
"""Where formats with a header of fixed fields have width and height, in little-endian bytes (Khronos KTX 2.0
§3; Microsoft DDS_HEADER and BITMAPINFOHEADER; GIF89a §18)."""


def _fixed_fields(start: bytes) -> Size | None:
    for magic, width, height, length in _FIELDS:
        if start.startswith(magic) and len(start) >= max(width, height) + length:
            first, second = (
                int.from_bytes(start[begin : begin + length], "little", signed=magic == b"BM")
                for begin in (width, height)
            )
            return abs(first), abs(second)  # the rows of a BMP go down where its height is negative
    return None


def _big(data: memoryview, start: int, length: int) -> int:
    return int.from_bytes(data[start : start + length], "big")


def _little(data: memoryview, start: int, length: int) -> int:
    return int.from_bytes(data[start : start + length], "little")


def _png_chunks(data: memoryview) -> Iterator[tuple[bytes, int, int]]:
    """The chunks of a PNG whose header is there: name, start and length of the data; then any that is cut off
    ends the list.
    """
    position = 8
    while position + 8 <= len(data):
        length, name = _big(data, position, 4), bytes(data[position + 4 : position + 8])
        yield name, position + 8, length
        position += 12 + length


def _png(data: memoryview) -> ImageHeader:
    """Chunks up to the first of pixels; later ones of colour replace earlier ones as the validator has it."""
    size: Size | None = None
    primaries: bool | None = None
    transfer: bool | None = None
    non_square = False
    for number, (name, start, length) in enumerate(_png_chunks(data)):
        if number == MOST_SEGMENTS:
            raise InvalidImage(f"it has more than {MOST_SEGMENTS} chunks before its pixels")
        if PNG_LENGTHS.get(name, length) != length:
            raise InvalidImage(
                f"its {name.decode('ascii')} chunk has {length} bytes, expected {PNG_LENGTHS[name]}"
            )
        if name == b"IDAT":
            if size is None:
                raise InvalidImage("it has no IHDR chunk before its pixels")
            return ImageHeader(PNG, *size, bool(primaries or transfer), False, non_square)
        if start + length > len(data):
            break
        if name == b"IHDR":
            size = _big(data, start, 4), _big(data, start + 4, 4)
        elif name in (b"sRGB", b"iCCP"):
            primaries = transfer = name == b"iCCP"
        elif name == b"cHRM" and primaries is None:
            primaries = tuple(_big(data, start + 4 * k, 4) for k in range(8)) != SRGB_PRIMARIES
        elif name == b"gAMA" and transfer is None:
            transfer = _big(data, start, 4) not in DEFAULT_GAMMAS
        elif name == b"pHYs":
            non_square = non_square or _big(data, start, 4) != _big(data, start + 4, 4)
    raise TruncatedImage("it ends before its pixels begin", size)


def _jpeg_frame(data: memoryview) -> tuple[int, int]:
    """Where the frame header begins, after its length, and its length."""
    position = 1
    for _ in range(MOST_SEGMENTS):
        while position < len(data) and data[position] in STANDALONE:
            position += 1
        if position + 3 > len(data):
            raise TruncatedImage("it ends before its frame header")
        marker, length = data[position], _big(data, position + 1, 2)
        if length < 2:
            raise InvalidImage(f"its segment {marker:02X} has a length of {length}, expected 2 or more")
        if marker in FRAME_HEADERS:
            return position + 3, length - 2
        position += 1 + length
    raise InvalidImage(f"it has more than {MOST_SEGMENTS} segments before its frame header")


def _jpeg(data: memoryview) -> ImageHeader:
    start, length = _jpeg_frame(data)
    if start + length > len(data):
        raise TruncatedImage("it ends inside its frame header")
    if length < 6:
        raise InvalidImage(f"its frame header has {length} bytes, expected 6 or more")
    if data[start + 5] not in (1, 3):
        raise InvalidImage(f"it has {data[start + 5]} colour channels, expected 1 or 3")
    return ImageHeader(JPEG, _big(data, start + 3, 2), _big(data, start + 1, 2))


def _webp(data: memoryview) -> ImageHeader:
    """The first chunk is a lossy frame, a lossless one, or the header of the extended format."""
    kind = bytes(data[12:16])
    if len(data) < (25 if kind == b"VP8L" else 30):
        raise TruncatedImage("it ends inside its header")
    if kind == b"VP8 ":
        return ImageHeader(WEBP, _little(data, 26, 2) & 0x3FFF, _little(data, 28, 2) & 0x3FFF)
    if kind == b"VP8L":
        bits = _little(data, 21, 4)
        return ImageHeader(WEBP, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8X":
        width, height = _little(data, 24, 3) + 1, _little(data, 27, 3) + 1
        return ImageHeader(WEBP, width, height, bool(data[20] & 0x20), bool(data[20] & 0x02))
    raise InvalidImage(f"its first chunk is {kind!r}, expected an image")


def _ktx2(data: memoryview) -> ImageHeader:
    """KTX 2.0 §3: the identifier of 12 bytes, then words of 4."""
    if len(data) < 80:
        raise TruncatedImage("it ends inside its header")
    return ImageHeader(KTX2, _little(data, 20, 4), _little(data, 24, 4))


def ktx2_levels(data: memoryview) -> Iterator[tuple[int, int, int]]:
    """Where the data of each mip level begins, its length, and the length when it is unpacked (KTX 2.0
    §3.9.7)."""
    for level in range(min(_little(data, 40, 4), 32)):
        first, length, unpacked = (_little(data, start + 24 * level, 8) for start in (80, 88, 96))
        yield first, length, unpacked


def _avif(data: memoryview) -> ImageHeader:
    """The size is in a box that the header does not lead to; it is not looked for."""
    return ImageHeader(AVIF)


_READERS: Final = {JPEG: _jpeg, PNG: _png, WEBP: _webp, KTX2: _ktx2, AVIF: _avif}
