"""Media type and size of an image from its first bytes; None for anything else."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from pantin.formats.images import (
    MOST_SEGMENTS,
    InvalidImage,
    TruncatedImage,
    ends_early,
    image_mime,
    image_size,
    image_suffix,
    read_header,
)

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR" + bytes([0, 0, 4, 0, 0, 0, 2, 1, 8, 2, 0, 0, 0])
FRAME = b"\xff\xc2\0\x11\x08" + bytes([1, 2, 3, 4, 3, *range(9)])
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


def chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + name + data + bytes(4)


def numbers(*values: int) -> bytes:
    return b"".join(value.to_bytes(4, "big") for value in values)


START = PNG + bytes(4)
PIXELS = chunk(b"IDAT", b"x")
END = chunk(b"IEND", b"")
SRGB = chunk(b"sRGB", b"\0")
GAMMA = chunk(b"gAMA", numbers(50000))
SRGB_POINTS = chunk(b"cHRM", numbers(31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))


@pytest.mark.parametrize(
    ("chunks", "custom"),
    [
        (b"", False),
        (GAMMA, True),
        (chunk(b"gAMA", numbers(45455)), False),
        (chunk(b"gAMA", numbers(100000)), False),
        (GAMMA + SRGB, False),
        (SRGB + GAMMA, False),
        (chunk(b"iCCP", b"x"), True),
        (SRGB_POINTS, False),
        (chunk(b"cHRM", bytes(32)), True),
        (chunk(b"cHRM", bytes(32)) + SRGB, False),
    ],
)
def test_a_png_with_a_colour_space_of_its_own(chunks, custom):
    """PNG 1.2 §11.3.3: sRGB overrides gAMA and cHRM; 1/2.2 and the primaries of sRGB are the usual ones."""
    assert read_header(START + chunks + PIXELS).custom_colours == custom


def test_pixels_that_are_not_square():
    resolution = chunk(b"pHYs", numbers(1, 2) + b"\0")
    assert read_header(START + resolution + PIXELS).non_square
    assert not read_header(START + chunk(b"pHYs", numbers(2, 2) + b"\0") + PIXELS).non_square


@pytest.mark.parametrize(
    "data",
    [
        START.replace(b"\x0dIHDR", b"\x0cIHDR") + PIXELS,
        b"\x89PNG\r\n\x1a\n" + PIXELS,
        START + chunk(b"sRGB", b"\0\0") + PIXELS,
        START.replace(bytes([0, 0, 4, 0]), bytes(4)) + PIXELS,
        b"\xff\xd8\xff\xe0\0\x01" + bytes(20),
        JPEG.replace(bytes([1, 2, 3, 4, 3]), bytes([1, 2, 3, 4, 4])),
        b"RIFF\0\0\0\0WEBPVP8Z" + bytes(20),
    ],
)
def test_headers_that_break_the_rules_of_their_format(data):
    with pytest.raises(InvalidImage) as fault:
        read_header(data)
    assert not isinstance(fault.value, TruncatedImage)


@pytest.mark.parametrize(
    ("whole", "mime"),
    [
        (START + PIXELS + END, "image/png"),
        (JPEG + b"\xff\xda\0\x02pixels\xff\xd9", "image/jpeg"),
        (EXTENDED.replace(b"RIFF\0\0\0\0", b"RIFF" + (22).to_bytes(4, "little")), "image/webp"),
    ],
)
def test_an_image_that_goes_on_to_its_end(whole, mime):
    """And may be padded, as buffer views are."""
    assert read_header(whole).mime == mime
    assert not ends_early(whole, mime)
    assert not ends_early(whole + bytes(3), mime)
    with suppress(TruncatedImage):
        assert ends_early(whole[:-5], mime)


def test_a_truncated_png_still_has_a_size():
    assert image_size(START) == (1024, 513)
    with pytest.raises(TruncatedImage):
        read_header(START)


def test_an_animated_webp_with_a_profile():
    header = read_header(EXTENDED.replace(b"VP8X\x0a\0\0\0\0", b"VP8X\x0a\0\0\0\x22"))
    assert (header.animated, header.custom_colours) == (True, True)


def test_ktx2_levels_must_be_there():
    """KTX 2.0 §3: width, height and the number of levels; then offset and length of each level."""
    words = (0, 1, 8, 4, 0, 0, 1, 1, 0)
    header = b"\xabKTX 20\xbb\r\n\x1a\n" + b"".join(word.to_bytes(4, "little") for word in words) + bytes(32)
    level = b"".join(number.to_bytes(8, "little") for number in (104, 16, 16))
    assert read_header(header)[:3] == ("image/ktx2", 8, 4)
    assert ends_early(header + level + bytes(15), "image/ktx2")
    assert not ends_early(header + level + bytes(16), "image/ktx2")
