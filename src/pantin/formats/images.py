"""Images by their first bytes: media type, file suffix, and the size in pixels. Nothing is decoded."""

from __future__ import annotations

from typing import TypeAlias

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

MOST_SEGMENTS = 1000
"""Most segments of a JPEG to search; metadata before the frame header takes some dozens."""

FRAME_HEADERS = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers SOF0 to SOF15 (ITU T.81 table B.1), without DHT, JPG and DAC, which are among them."""

STANDALONE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers without a segment: TEM, RST0 to RST7 and SOI."""


def image_mime(data: memoryview) -> str | None:
    """The media type of an image by its first bytes, None for an unknown format."""
    head = bytes(data[:16])
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:12] in (b"ftypavif", b"ftypavis"):
        return "image/avif"
    return next((mime for magic, mime in _MAGIC if head.startswith(magic)), None)


def image_suffix(mime: str | None) -> str:
    """The file suffix of a media type."""
    return _SUFFIXES.get((mime or "").lower(), ".bin")


def image_size(data: bytes | memoryview) -> Size | None:
    """Width and height of an image; None for other formats, and for a truncated or damaged header."""
    start = bytes(data[:32])
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        size = _png(start)
    elif start.startswith(b"\xff\xd8"):
        size = _jpeg(data)
    elif start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        size = _webp(start)
    else:
        size = _fixed_fields(start)
    return size if size is not None and 0 not in size else None


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


def _png(start: bytes) -> Size | None:
    """IHDR must be the first chunk (PNG 1.2 §4.1.1)."""
    if start[12:16] != b"IHDR" or len(start) < 24:
        return None
    return int.from_bytes(start[16:20], "big"), int.from_bytes(start[20:24], "big")


def _jpeg(data: bytes | memoryview) -> Size | None:
    """Skip segments up to the frame header."""
    position = 2
    for _ in range(MOST_SEGMENTS):
        head = bytes(data[position : position + 9])
        if len(head) < 2 or head[0] != 0xFF:
            return None
        marker = head[1]
        if marker in FRAME_HEADERS:
            size = int.from_bytes(head[7:9], "big"), int.from_bytes(head[5:7], "big")
            return size if len(head) == 9 else None
        if marker == 0xFF:  # fill bytes may precede a marker
            position += 1
        elif marker in STANDALONE:
            position += 2
        else:
            length = int.from_bytes(head[2:4], "big")
            if length < 2:
                return None
            position += 2 + length
    return None


def _webp(start: bytes) -> Size | None:
    """The first chunk is a lossy frame, a lossless one, or the header of the extended format."""
    kind = start[12:16]
    if kind == b"VP8 " and start[23:26] == b"\x9d\x01\x2a" and len(start) >= 30:
        width, height = (int.from_bytes(start[begin : begin + 2], "little") for begin in (26, 28))
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and start[20:21] == b"\x2f" and len(start) >= 25:
        bits = int.from_bytes(start[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and len(start) >= 30:
        return int.from_bytes(start[24:27], "little") + 1, int.from_bytes(start[27:30], "little") + 1
    return None
