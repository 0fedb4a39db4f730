from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.colour import TO_LINEAR
from pantin.viewer.texture import (
    CLAMP,
    MIRROR,
    REPEAT,
    MipMaps,
    Texture,
    Textures,
    gradient_texture,
    wrap_index,
)

FOUR = np.array([[[255, 0, 0, 255], [0, 255, 0, 255]], [[0, 0, 255, 255], [255, 255, 255, 0]]], np.uint8)


def look_up(texture, *places):
    return sample([texture], places, np.zeros(len(places)))


def sample(textures, places, levels, highest=0):
    held = Textures.with_used_levels(MipMaps(textures), {0: (0, highest)})
    return held.look_up(0, np.array(places, np.float32).T, np.array(levels, np.float32)).T


def test_the_middle_of_a_texel_has_its_colour_and_the_first_row_is_v_0():
    """glTF 2.0 §3.8.3: the origin of texture coordinates is the upper left corner of the image."""
    result = look_up(Texture(FOUR), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))
    assert result.tolist() == [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 0]]


def test_between_texels_light_is_mixed_not_bytes():
    grey = np.array([[[0, 0, 0, 255], [255, 255, 255, 255]]], np.uint8)
    assert look_up(Texture(grey, (CLAMP, CLAMP)), (0.5, 0.5))[0].tolist() == [0.5, 0.5, 0.5, 1]


def test_nearest_takes_one_texel():
    result = look_up(Texture(FOUR, nearest=True), (0.49, 0.1), (0.51, 0.1))
    assert result.tolist() == [[1, 0, 0, 1], [0, 1, 0, 1]]


@pytest.mark.parametrize(
    ("wrap", "texels"),
    [
        (REPEAT, [2, 3, 0, 1, 2, 3, 0, 1, 2, 3]),
        (CLAMP, [0, 0, 0, 1, 2, 3, 3, 3, 3, 3]),
        (MIRROR, [1, 0, 0, 1, 2, 3, 3, 2, 1, 0]),
    ],
)
def test_wrap_modes(wrap, texels):
    """glTF 2.0 §3.8.4.3, with the texels −2 … 7 of a row of four."""
    assert wrap_index(np.arange(-2, 8), 4, wrap).tolist() == texels


def test_between_two_levels_both_are_mixed():
    grey = np.array([[[0, 0, 0, 255], [255, 255, 255, 255]]] * 2, np.uint8)
    result = sample([Texture(grey, (CLAMP, CLAMP))], [(0.75, 0.5)] * 3, [0.0, 0.5, 1.0], 1)
    assert result[:, 0].tolist() == pytest.approx([1.0, 0.75, 0.5], abs=0.005)


def test_numbers_are_not_colours():
    """glTF 2.0 §3.9: normal, metallic-roughness and occlusion textures are linear."""
    half = np.full((2, 2, 4), 128, np.uint8)
    assert look_up(Texture(half, data=True), (0.5, 0.5))[0].tolist() == pytest.approx([128 / 255] * 4)
    checks = np.array([[[0] * 4, [255] * 4]] * 2, np.uint8)
    assert Texture(checks, data=True).halve().pixels.tolist() == [[[128] * 4]]


def test_a_copy_of_half_the_size_has_the_mean_light():
    is_smallest = Texture(np.array([[[0] * 3 + [255], [255] * 4]] * 2, np.uint8)).halve()
    assert is_smallest.pixels.shape == (1, 1, 4)
    assert TO_LINEAR[is_smallest.pixels[0, 0, 0]] == pytest.approx(0.5, abs=0.005)


def test_clear_texels_do_not_darken_a_copy():
    leaf = np.array([[[10, 200, 30, 255], [0, 0, 0, 0]]] * 2, np.uint8)
    assert Texture(leaf).halve().pixels[0, 0].tolist() == [10, 200, 30, 128]


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (5, 3), (4, 1)])
def test_images_of_any_shape_shrink_to_one_texel(shape):
    mip_maps = MipMaps([Texture(np.full((*shape, 4), 90, np.uint8))])
    assert mip_maps.shapes == [shape]
    assert mip_maps.level_of(0, 12).pixels.tolist() == [[[90, 90, 90, 90]]]
    assert mip_maps.level_of(0, 0).pixels.shape[:2] == shape


def test_a_gradient_begins_and_ends_with_its_colours():
    pixels = gradient_texture([(0.0, "#000000"), (1.0, "#ff0000")]).pixels
    assert pixels.shape == (1, 256, 4)
    assert pixels[0, 0, 0] < 10
    assert pixels[0, -1].tolist() == [255, 0, 0, 255]
