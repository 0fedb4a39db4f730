"""Colours: conversion between sRGB, which files store, and linear light."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from pantin.maths.srgb import to_linear, to_srgb
from pantin.rig import Doubles

Pixels = NDArray[np.uint8]

TRANSPARENT = (0.0, 0.0, 0.0, 0.0)

NAMED_COLOURS = {
    "transparent": TRANSPARENT,
    "light": (0.94, 0.95, 0.96, 1.0),
    "white": (1.0, 1.0, 1.0, 1.0),
    "black": (0.0, 0.0, 0.0, 1.0),
    "grey": (0.5, 0.5, 0.5, 1.0),
    "dark": (0.11, 0.12, 0.14, 1.0),
}
"""Backgrounds by name, as sRGB with alpha."""


TO_LINEAR: Doubles = to_linear(np.arange(256) / 255)
"""Linear light of each byte value."""
TO_LINEAR.flags.writeable = False


def linear_rgb(hexadecimal: str) -> tuple[float, float, float]:
    """The linear light of a colour written as #rrggbb."""
    red, green, blue = to_linear(np.array(parse_colour(hexadecimal)[:3])).tolist()
    return (red, green, blue)


def parse_colour(text: str) -> tuple[float, float, float, float]:
    """A colour by name, or as #rgb, #rrggbb or #rrggbbaa: sRGB with alpha. Raises `ValueError` for others."""
    if text in NAMED_COLOURS:
        return NAMED_COLOURS[text]
    if not re.fullmatch(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", text):
        raise ValueError(
            f"unknown colour {text!r}: use #rrggbb, #rrggbbaa or one of {', '.join(NAMED_COLOURS)}"
        )
    digits = "".join(digit * 2 for digit in text[1:]) if len(text) == 4 else text[1:]
    red, green, blue, alpha = bytes.fromhex(digits.ljust(8, "f"))
    return (red / 255, green / 255, blue / 255, alpha / 255)


def blend_over(front: NDArray[np.float32], back: NDArray[np.float32]) -> NDArray[np.float32]:
    """Alpha blending of premultiplied light."""
    return front + back * (1 - front[..., 3:])


STEPS = (1 << 16) - 1
"""Steps of the table below. The darkest are 12.92 · 255 / 65,535 = 0.05 of a byte apart."""

TO_BYTES: Pixels = (to_srgb(np.arange(STEPS + 1) / STEPS) * 255 + 0.5).astype(np.uint8)
TO_BYTES.flags.writeable = False


def to_bytes(light: NDArray[np.float32]) -> Pixels:
    """Straight (not premultiplied) light with alpha as bytes: sRGB, and linear alpha."""
    clamped = np.fmin(np.fmax(light, 0), 1)  # as `clip`, and 0 for what is no number
    out = TO_BYTES[(clamped * np.float32(STEPS) + np.float32(0.5)).astype(np.uint16)]
    out[..., 3] = clamped[..., 3] * np.float32(255) + np.float32(0.5)
    return out


def encode_srgb(light: NDArray[np.float32]) -> Pixels:
    """Premultiplied light with alpha as bytes of straight sRGB with alpha."""
    alpha = light[..., 3:]
    if (alpha < 1).any():
        light = np.concatenate([light[..., :3] / np.where(alpha > 0, alpha, 1), alpha], axis=-1)
    return to_bytes(light)
