"""KTX 2 files of Basis Universal. The sample is made by hand: one UASTC block of a single colour (mode 8)."""

from __future__ import annotations

import io
import struct
import sys

import numpy as np
import pytest
from PIL import Image as Pictures

from pantin.formats.pixels import NO_BASIS, ImageError, decode_image
from pantin.rig import Clearcoat, Image, Material, Texture, TextureUse, build
from pantin.viewer.material_reader import read_materials
from pantin.viewer.page_model import is_basis, with_decoded_images

COLOUR = (200, 100, 50, 255)


def ktx2(color=COLOUR):
    """4 × 4 pixels (KTX 2.0 §3, Khronos Data Format §5, and the UASTC specification, "Mode 8")."""
    red, green, blue, alpha = color
    block = (0x17 | red << 5 | green << 13 | blue << 21 | alpha << 29).to_bytes(16, "little")
    head = struct.pack("<II", 44, 0) + struct.pack("<I", 40 << 16 | 2)
    model = bytes([166, 1, 2, 0, 3, 3, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0])
    sample = struct.pack("<HBB", 0, 127, 3) + struct.pack("<III", 0, 0, 0xFFFFFFFF)
    description = head + model + sample
    header = b"\xabKTX 20\xbb\r\n\x1a\n" + struct.pack("<9I", 0, 1, 4, 4, 0, 0, 1, 1, 0)
    start = len(header) + 32 + 24
    end = start + len(description)
    place = end + -end % 16
    index = struct.pack("<4I2Q", start, len(description), 0, 0, 0, 0) + struct.pack("<3Q", place, 16, 16)
    return header + index + description + bytes(place - end) + block


def rig():
    coat = Clearcoat(1.0, normal_texture=TextureUse(0))
    material = Material(base_color_texture=TextureUse(0), normal_texture=TextureUse(0), clearcoat=coat)
    image = Image(ktx2(), "image/ktx2", "wall")
    return build(images=[image], textures=[Texture((0,))], materials=[material])


def pixels(image):
    return np.asarray(Pictures.open(io.BytesIO(image.data)).convert("RGBA"))


def test_a_texture_is_decoded():
    pytest.importorskip("opengl_basisu")
    given = rig()
    assert is_basis(given.images[0])
    assert (decode_image(given.images[0], 0) == COLOUR).all()
    decoded, notes = with_decoded_images(given)
    assert notes == ()
    assert decoded.materials == given.materials
    assert decoded.images[0].mime_type == "image/png"
    assert (pixels(decoded.images[0]) == COLOUR).all()


def test_a_broken_file_is_an_error_with_its_number():
    pytest.importorskip("opengl_basisu")
    with pytest.raises(ImageError, match="image 3 cannot be decoded"):
        decode_image(Image(ktx2()[:-20], "image/ktx2"), 3)


@pytest.mark.parametrize("field", [80, 88, 96])
def test_a_level_that_states_too_much_is_refused_before_it_is_unpacked(field):
    pytest.importorskip("opengl_basisu")
    data = bytearray(ktx2())
    struct.pack_into("<Q", data, field, 1 << 40)
    with pytest.raises(ImageError, match="a level states more bytes than it has"):
        decode_image(Image(bytes(data), "image/ktx2"), 3)


def test_without_a_decoder_colours_are_grey_and_there_is_one_note(monkeypatch):
    monkeypatch.setitem(sys.modules, "opengl_basisu", None)
    decoded, notes = with_decoded_images(rig())
    assert notes == (NO_BASIS,)
    assert pixels(decoded.images[0]).tolist() == [[[176, 176, 176, 255]]]
    assert list(decoded.materials[0].texture_uses()) == ["base_color_texture"]
    drawn = read_materials(rig())
    assert drawn.notes == (NO_BASIS,)
    assert drawn.entries[0].base_texture is not None
    assert drawn.entries[0].normal_texture is None


def test_a_rig_without_such_images_stays_as_it_is():
    plain = build(materials=[Material()])
    assert with_decoded_images(plain)[0] is plain
