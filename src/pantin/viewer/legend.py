"""The legend of a weight map, drawn into the corner of a picture: the scale, its ends, and the joint."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.rig import Rig
from pantin.viewer.colour import Pixels
from pantin.viewer.images import pillow
from pantin.viewer.ramp import RAMP

SMALLEST = (220, 120)
"""A smaller picture has no room for a legend."""

DARK, PALE = (38, 42, 50), (236, 239, 244)


def with_legend(pixels: Pixels, rig: Rig, node: int) -> Pixels:
    """The picture with a legend at its lower left."""
    down, across = pixels.shape[:2]
    if across < SMALLEST[0] or down < SMALLEST[1]:
        return pixels
    image_module = pillow()
    image = image_module.fromarray(pixels)
    unit = max(1.0, min(across, down) / 600)
    left, wide, high = round(24 * unit), round(min(180 * unit, across * 0.45)), round(12 * unit)
    top = down - round(44 * unit)
    bar = image_module.fromarray(np.ascontiguousarray(RAMP.pixels)).resize((wide, high))
    image.paste(bar, (left, top))
    ink = DARK if _bright(pixels[top - high :, : left + wide]) else PALE
    _write(image, f"weight of {label(rig, node)}", (left, top - round(8 * unit)), "ls", ink, round(15 * unit))
    for at, number in ((0.0, "0"), (0.5, "0.5"), (1.0, "1")):
        place = (left + round(at * wide), top + high + round(5 * unit))
        _write(image, number, place, ("la", "ma", "ra")[round(at * 2)], ink, round(12 * unit))
    return np.asarray(image)


def label(rig: Rig, node: int) -> str:
    """The name of a node, or its number where the font of the legend has no letters for the name."""
    name = rig.nodes.names[node]
    return name if name and name.isascii() and name.isprintable() else f"node {node}"


def _bright(pixels: Pixels) -> bool:
    """Whether dark letters can be read on these pixels, of which clear ones count as white."""
    alpha = pixels[..., 3:] / 255
    return float((pixels[..., :3] * alpha + 255 * (1 - alpha)).mean()) > 120


def _write(
    image: Any, text: str, place: tuple[int, int], anchor: str, ink: tuple[int, int, int], size: int
) -> None:
    from PIL import ImageDraw, ImageFont

    draw = ImageDraw.Draw(image)
    draw.text(place, text, fill=(*ink, 255), font=ImageFont.load_default(size), anchor=anchor)
