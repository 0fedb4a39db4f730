"""Media type and size of an image from its first bytes; None for anything else."""

from __future__ import annotations

import random

import pytest

from pantin.formats.images import MOST_SEGMENTS, image_mime, image_size, image_suffix

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR" + bytes([0, 0, 4, 0, 0, 0, 2, 1])
FRAME = b"\xff\xc2\0\x11\x08" + bytes([1, 2, 3, 4])
JPEG = b"\xff\xd8" + b"\xff\xe0\0\x06abcd" + b"\xff" + b"\xff\xdb\0\x03a" + FRAME
LOSSY = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0abc\x9d\x01\x2a" + bytes([0x10, 0x40, 0x20, 0x80])
LOSSLESS = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + (99 | 49 << 14 | 1 << 28).to_bytes(4, "little")
EXTENDED = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + bytes([0xFF, 0x0F, 0, 0, 1, 0])
KTX2 = b"\xabKTX 20\xbb\r\n\x1a\n" + bytes(8) + bytes([0, 2, 0, 0, 0, 1, 0, 0])
DDS = b"DDS " + bytes(8) + bytes([64, 0, 0, 0, 128, 0, 0, 0])
GIF = b"GIF89a" + bytes([10, 0, 4, 1])
BMP = b"BM" + bytes(16) + bytes([3, 0, 0, 0]) + (-2).to_bytes(4, "little", signed=True)

IMAGES = {
    "PNG": (PNG, (1024, 513)),
    "JPEG": (JPEG, (0x0304, 0x0102)),
    "lossy WebP": (LOSSY, (16, 32)),
    "lossless WebP": (LOSSLESS, (100, 50)),
    "extended WebP": (EXTENDED, (4096, 257)),
    "KTX2": (KTX2, (512, 256)),
    "DDS": (DDS, (128, 64)),
    "GIF": (GIF, (10, 260)),
    "BMP from the top": (BMP, (3, 2)),
}


@pytest.mark.parametrize(("data", "size"), IMAGES.values(), ids=IMAGES)
def test_the_header_tells(data, size):
    assert image_size(data) == size
    assert image_size(memoryview(data + b"rest")) == size


@pytest.mark.parametrize(("data", "size"), IMAGES.values(), ids=IMAGES)
def test_a_header_that_is_cut_off_tells_nothing(data, size):
    assert {image_size(data[:length]) for length in range(len(data))} == {None}


def test_what_is_no_image_of_these_kinds():
    for data in (b"", b"GIF89a", b"RIFF\0\0\0\0WAVE", bytes(100)):
        assert image_size(data) is None


def test_an_image_without_pixels_has_no_size():
    assert image_size(PNG[:16] + bytes(8)) is None


def test_segments_are_not_followed_for_ever():
    assert image_size(b"\xff\xd8" + b"\xff" * (MOST_SEGMENTS * 2)) is None
    assert image_size(b"\xff\xd8\xff\xe0\0\0" + FRAME) is None


@pytest.mark.parametrize(("data", "size"), IMAGES.values(), ids=IMAGES)
def test_damage_never_raises(data, size):
    chance = random.Random(1)
    for _ in range(2000):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(data))] = chance.randrange(256)
        found = image_size(bytes(damaged[: chance.randint(0, len(data))]))
        assert found is None or min(found) > 0


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
def test_the_first_bytes_give_the_media_type(head, mime, ending):
    assert image_mime(memoryview(head)) == mime
    assert image_suffix(mime) == ending
