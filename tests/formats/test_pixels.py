from __future__ import annotations

import struct
import sys
import zlib

import numpy as np
import pytest

import pantin
from pantin.base.errors import LimitExceeded
from pantin.base.limits import Budget, Limits
from pantin.formats import pixels
from pantin.formats.pixels import ImageError, decode_bytes, decode_image
from pantin.rig import Image

BUDGET = Budget(Limits(), 0)
RED = np.full((2, 3, 3), (255, 0, 0), np.uint8)


def test_png_and_jpeg_become_rgba(png):
    assert decode_bytes(memoryview(png(RED)), "it", BUDGET)[0, 0].tolist() == [255, 0, 0, 255]
    red, green, blue, alpha = decode_bytes(memoryview(png(RED, "JPEG")), "it", BUDGET)[0, 0].tolist()
    assert red > 240
    assert max(green, blue) < 20
    assert alpha == 255


def test_an_image_of_a_rig(png):
    assert decode_image(Image(png(RED)), 0, BUDGET).shape == (2, 3, 4)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(None, "image 3 cannot be read"), (b"\0\0\0", "image 3 has an unsupported format: unknown")],
)
def test_an_image_that_cannot_be_had_has_a_sentence(data, sentence):
    with pytest.raises(ImageError, match=sentence):
        decode_image(Image(data), 3, BUDGET)


def test_a_cut_image_has_a_sentence(png):
    with pytest.raises(ImageError, match="it cannot be decoded"):
        decode_bytes(memoryview(png(RED)[:40]), "it", BUDGET)


def test_an_image_that_claims_a_billion_pixels_is_refused_before_it_is_decoded():
    pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")
    head = b"IHDR" + struct.pack(">IIBBBBB", 20_000, 8_000, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    body = b"IDAT" + zlib.compress(b"")
    data += struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    with pytest.raises(ImageError, match="20000 × 8000 pixels; images of up to 67,108,864 pixels are drawn"):
        decode_bytes(memoryview(data), "it", BUDGET)


def test_without_pillow_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(pantin.Unsupported, match=r"pip install 'pantin\[render\]'"):
        pixels.import_pillow()


def test_images_count_in_the_budget_of_the_file_while_they_are_in_use(png):
    budget = Budget(Limits(decoded_bytes=2 * 3 * 4), 0)
    pixels = decode_bytes(memoryview(png(RED)), "it", budget)
    assert budget.used == pixels.nbytes == 24
    with pytest.raises(LimitExceeded, match="it: decoded data would take 48 bytes, more than 24"):
        decode_bytes(memoryview(png(RED)), "it", budget)
    del pixels
    assert decode_bytes(memoryview(png(RED)), "it", budget).shape == (2, 3, 4)
