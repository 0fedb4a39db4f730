from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.viewer.camera import VIEWS, ViewAngles
from pantin.viewer.picture import Look, draw_picture, save_picture
from pantin.viewer.stage import Show, front_yaw

FRONT = VIEWS["front"]
SMALL = Look((48, 36), FRONT)


def test_the_background_is_exactly_the_colour_asked_for(square):
    pixels, notes = draw_picture(square(), look=Look((48, 36), FRONT, background="#336699", shadow=False))
    assert notes == ()
    assert pixels.shape == (36, 48, 4)
    assert pixels[0, 0].tolist() == [0x33, 0x66, 0x99, 255]


def test_a_transparent_background_has_no_alpha(square):
    pixels, _ = draw_picture(square(), look=Look((48, 36), FRONT, background="transparent", shadow=False))
    assert pixels[0, 0].tolist() == [0, 0, 0, 0]
    assert pixels[18, 24, 3] == 255


def test_a_red_square_is_red_and_a_blue_one_is_blue(square):
    red = draw_picture(square((0.8, 0, 0, 1)), look=SMALL)[0][18, 24].astype(int)
    blue = draw_picture(square((0, 0, 0.8, 1)), look=SMALL)[0][18, 24].astype(int)
    assert red[0] > 180 > 100 > red[2]
    assert blue[2] > 180 > 100 > blue[0]


def test_the_colours_of_an_unlit_texture_arrive_in_the_picture(textured):
    pixels = [[[200, 40, 40], [40, 160, 60]], [[40, 60, 190], [128, 128, 128]]]
    asset = textured(np.kron(np.array(pixels), np.ones((4, 4, 1))))
    made, notes = draw_picture(asset, look=Look((80, 60), FRONT, shadow=False))
    assert notes == ()
    for (row, column), wanted in zip(
        ((20, 30), (20, 50), (40, 30), (40, 50)), np.array(pixels).reshape(4, 3), strict=True
    ):
        assert made[row, column, :3].tolist() == wanted.tolist()


def test_an_image_that_cannot_be_read_is_a_note_and_the_picture_is_made(textured):
    made, notes = draw_picture(textured([[[0, 0, 0]]], data=b"not a picture"), look=SMALL)
    assert notes == ("image 0 has an unsupported format: unknown",)
    assert made[18, 24].tolist() == [176, 176, 176, 255]  # grey in place of its colours, as in the page


def test_the_same_input_gives_the_same_bytes(tmp_path, arm):
    pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")
    look = Look((120, 90), show=Show(skeleton=True, wireframe=True))
    for name in ("a.png", "b.png", "a.webp", "b.webp"):
        save_picture(draw_picture(arm, None, look)[0], tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "a.webp").read_bytes() == (tmp_path / "b.webp").read_bytes()


@pytest.mark.parametrize("name", ["a.png", "a.webp"])
def test_a_saved_picture_has_every_pixel(tmp_path, arm, name):
    image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")
    pixels, _ = draw_picture(arm, look=Look((60, 45), background="transparent"))
    save_picture(pixels, tmp_path / name)
    with image.open(tmp_path / name) as read:
        assert np.array_equal(np.asarray(read.convert("RGBA")), pixels)


def test_a_suffix_that_is_no_picture_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"not a supported image format \(supported: \.png, \.webp\)"):
        save_picture(np.zeros((1, 1, 4), np.uint8), tmp_path / "a.bmp")


@pytest.mark.parametrize("size", [(0, 5), (5, -1)])
def test_no_pixels_are_refused(size):
    with pytest.raises(ValueError, match="at least 1 × 1"):
        Look(size)


@pytest.mark.parametrize("size", [800, (1, 2, 3)])
def test_a_size_is_a_width_and_a_height(size):
    with pytest.raises(TypeError, match="size must be a width and a height in pixels, not"):
        Look(size)


@pytest.mark.parametrize("size", [(20_000, 1), (16_000, 16_000)])
def test_too_many_pixels_are_refused_before_any_is_made(size):
    with pytest.raises(pantin.LimitExceeded, match="too large"):
        Look(size)


def test_one_pixel_is_a_picture(arm):
    assert draw_picture(arm, look=Look((1, 1), ViewAngles(10, 80)))[0].shape == (1, 1, 4)


def test_vrm_0_faces_the_other_way(arm):
    """VRM 0.x models face −Z, VRM 1.0 and glTF models +Z."""
    assert front_yaw(arm) == 0
    vrm = pantin.load(b'{"asset":{"version":"2.0"},"extensions":{"VRM":{}}}', name="old.gltf")
    assert front_yaw(vrm) == 180


TWO_ENDS = """
version: "0.6"
materials: {nose: {base_color: [1, 0, 0, 1]}, tail: {base_color: [0, 0, 1, 1]}}
meshes:
  - {id: body, primitives: [{id: b, type: box, dimensions: {x: 1, y: 1, z: 2}}]}
  - id: face
    primitives:
      - id: n
        type: box
        dimensions: {x: 1, y: 1, z: 0.5}
        material: nose
        transform: {translation: [0, 0, -1.25]}
  - id: end
    primitives:
      - id: t
        type: box
        dimensions: {x: 0.3, y: 0.3, z: 1}
        material: tail
        transform: {translation: [0.2, 0.4, 1.5]}
"""


@pytest.mark.parametrize("suffix", ["glb", "gltf", "g4b"])
@pytest.mark.parametrize("name", ["model.rigy.yaml", "model.yaml"])
def test_a_source_and_the_model_made_of_it_show_the_same_side(tmp_path, suffix, name):
    """The `forward` of Rigy is −Z and the front of glTF +Z; pictures look from +Z at both."""
    (tmp_path / name).write_text(TWO_ENDS, encoding="utf-8")
    source = pantin.load(tmp_path / name)
    pantin.save(source, tmp_path / f"made.{suffix}")
    made = pantin.load(tmp_path / f"made.{suffix}")
    assert front_yaw(source) == front_yaw(made) == 0
    for view in ("auto", "front"):
        ours, theirs = (
            draw_picture(asset, look=Look((80, 60), VIEWS[view].rotate(front_yaw(asset))))[0].astype(int)
            for asset in (source, made)
        )
        assert np.abs(ours - theirs).max() <= 2
    assert (ours[..., 2] - ours[..., 0] > 60).sum() > 10  # the tail is seen, at +Z
    assert (ours[..., 0] - ours[..., 2] > 60).sum() == 0
