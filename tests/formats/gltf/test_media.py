"""Media types by magic numbers."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.media import image_mime, suffix


@pytest.mark.parametrize(
    ("head", "mime", "ending"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "image/png", ".png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg", ".jpg"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp", ".webp"),
        (b"\xabKTX 20\xbb\r\n\x1a\n", "image/ktx2", ".ktx2"),
        (b"\0\0\0\x1cftypavif", "image/avif", ".avif"),
        (b"nothing known", None, ".bin"),
        (b"", None, ".bin"),
    ],
)
def test_images_are_told_by_their_first_bytes(head, mime, ending):
    assert image_mime(memoryview(head)) == mime
    assert suffix(mime) == ending
