"""Fuzz image headers: any bytes are a header, an unknown format or a refusal; padding changes nothing."""

from __future__ import annotations

from pantin.formats.images import InvalidImage, TruncatedImage, ends_early, image_size, read_header

SEEDS = (".png", ".jpg", ".webp", ".ktx2")
STARTS = (
    b"",
    b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR",
    b"\xff\xd8\xff",
    b"RIFF\0\0\0\0WEBPVP8",
    b"\xabKTX 20\xbb\r\n\x1a\n",
)
"""The first byte of an input chooses one, so that the formats are found at once."""


def target(data: bytes) -> None:
    data = STARTS[data[0] % len(STARTS)] + data[1:] if data else data
    size = image_size(data)
    try:
        header = read_header(data)
    except TruncatedImage:
        return
    except InvalidImage:
        assert size is None
        return
    if header is not None:
        assert size == ((header.width, header.height) if header.width else None)
        ends_early(data, header.mime)
        assert read_header(data + bytes(16)) == header
