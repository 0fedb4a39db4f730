"""The colour scale of weight maps, as a texture and as the legend in the corner of an image."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.formats.pixels import import_pillow
from pantin.rig import Rig
from pantin.viewer.colour import Pixels
from pantin.viewer.texture import gradient_texture

SCALE_STOPS = (
    (0.0, "#5c606a"),
    (0.03, "#6750b8"),
    (0.2, "#9150c4"),
    (0.4, "#c4519f"),
    (0.6, "#ea6a5e"),
    (0.8, "#fba850"),
    (1.0, "#fff8b4"),
)
"""Grey without a weight, then lighter and lighter: it is read by lightness alone too, on paper and by people
who see no red or no green."""

SCALE_TEXTURE = gradient_texture(SCALE_STOPS)
"""The scale as a texture: u is the weight."""


MIN_SIZE = (220, 120)
"""Smaller images have no legend."""

DARK, PALE = (38, 42, 50), (236, 239, 244)


def draw_legend(pixels: Pixels, rig: Rig, node: int) -> Pixels:
    """The image with the legend of a weight map in its lower left corner."""
    return draw_scale(pixels, f"weight of {joint_label(rig, node)}", ("0", "0.5", "1"))


def draw_scale(pixels: Pixels, title: str, numbers: tuple[str, str, str]) -> Pixels:
    """The image with the scale in its lower left corner: a title, and numbers at both ends and between."""
    down, across = pixels.shape[:2]
    if across < MIN_SIZE[0] or down < MIN_SIZE[1]:
        return pixels
    image_module = import_pillow()
    image = image_module.fromarray(pixels)
    unit = max(1.0, min(across, down) / 600)
    left, wide, high = round(24 * unit), round(min(180 * unit, across * 0.45)), round(12 * unit)
    top = down - round(44 * unit)
    bar = image_module.fromarray(np.ascontiguousarray(SCALE_TEXTURE.pixels)).resize((wide, high))
    image.paste(bar, (left, top))
    ink = DARK if _is_bright(pixels[top - high :, : left + wide]) else PALE
    _draw_text(image, title, (left, top - round(8 * unit)), "ls", ink, round(15 * unit))
    for step, number in enumerate(numbers):
        position = (left + round(step / 2 * wide), top + high + round(5 * unit))
        _draw_text(image, number, position, ("la", "ma", "ra")[step], ink, round(12 * unit))
    return np.asarray(image)


def joint_label(rig: Rig, node: int) -> str:
    """The name of a node, or its index where the legend's font lacks letters of the name."""
    name = rig.nodes.names[node]
    return name if name and name.isascii() and name.isprintable() else f"node {node}"


def _is_bright(pixels: Pixels) -> bool:
    """Whether dark text is readable on these pixels; transparent ones count as white."""
    alpha = pixels[..., 3:] / 255
    return float((pixels[..., :3] * alpha + 255 * (1 - alpha)).mean()) > 120


def _draw_text(
    image: Any, text: str, position: tuple[int, int], anchor: str, ink: tuple[int, int, int], size: int
) -> None:
    from PIL import ImageDraw, ImageFont

    draw = ImageDraw.Draw(image)
    draw.text(position, text, fill=(*ink, 255), font=ImageFont.load_default(size), anchor=anchor)
