"""Media types of images, told from their first bytes, and the file suffixes that go with them."""

from __future__ import annotations

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


def image_mime(data: bytes | memoryview) -> str | None:
    """The media type of an image by its first bytes, None for a format that is not known here."""
    head = bytes(data[:16])
    if head[:4] == b"RIFF" and head[8:14] == b"WEBPVP":
        return "image/webp"
    if head[4:12] in (b"ftypavif", b"ftypavis"):
        return "image/avif"
    return next((mime for magic, mime in _MAGIC if head.startswith(magic)), None)


def suffix(mime: str | None) -> str:
    return _SUFFIXES.get((mime or "").lower(), ".bin")
