from __future__ import annotations

import numpy as np
import pytest

from pantin.maths.srgb import to_linear, to_srgb
from pantin.viewer.colour import (
    TO_LINEAR,
    blend_over,
    encode_srgb,
    linear_rgb,
    parse_colour,
)


def test_known_values_of_srgb():
    """IEC 61966-2-1: half of all light is byte 188; byte 128 is 0.2158605 of it."""
    assert round(float(to_srgb(np.array(0.5))) * 255) == 188
    assert TO_LINEAR[128] == pytest.approx(0.2158605, abs=1e-7)
    assert to_linear(np.array([0.0, 1.0])).tolist() == pytest.approx([0, 1])


def test_every_byte_survives_linear_light():
    light = np.concatenate([TO_LINEAR[:, None].repeat(3, 1), np.ones((256, 1))], axis=1).astype(np.float32)
    assert (encode_srgb(light)[:, :3] == np.arange(256)[:, None]).all()


@pytest.mark.parametrize(
    ("text", "bytes_"),
    [
        ("#ff8000", (255, 128, 0, 255)),
        ("#f80", (255, 136, 0, 255)),
        ("#01020380", (1, 2, 3, 128)),
        ("transparent", (0, 0, 0, 0)),
        ("white", (255, 255, 255, 255)),
    ],
)
def test_colours_are_written_as_on_the_web(text, bytes_):
    assert tuple(round(part * 255) for part in parse_colour(text)) == bytes_


@pytest.mark.parametrize("text", ["", "#12", "#12345", "#gggggg", "pink with dots", "#1234567"])
def test_what_is_no_colour_is_refused_with_a_sentence(text):
    with pytest.raises(ValueError, match=r"unknown colour .*: use #rrggbb"):
        parse_colour(text)


def test_light_of_a_written_colour():
    assert linear_rgb("#ffffff") == pytest.approx((1, 1, 1))


def test_half_covered_white_over_black_is_half_the_light():
    front, back = np.float32([[[0.5, 0.5, 0.5, 0.5]]]), np.float32([[[0, 0, 0, 1]]])
    assert blend_over(front, back).tolist() == [[[0.5, 0.5, 0.5, 1.0]]]


def test_alpha_is_divided_out_of_stored_pixels():
    assert encode_srgb(np.float32([[[0.25, 0, 0, 0.25], [0, 0, 0, 0]]])).tolist() == [
        [[255, 0, 0, 64], [0, 0, 0, 0]]
    ]
