"""Line plots as pictures, for pages that take no SVG: the same frame, grid and colours as `plot`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pantin.viewer.colour import Pixels
from pantin.viewer.images import pillow
from pantin.viewer.plot import BOTTOM, COLOURS, LEFT, RIGHT, TOP, Curve, Frame, framed, number

FINER = 3
"""Lines are drawn so many times larger and then made smaller, which smooths them."""

INK, TITLE, GRID, AXIS, PAPER = "#4a5160", "#20242c", "#e2e4e8", "#8a93a5", "#ffffff"


def plot_pixels(
    curves: Sequence[Curve], title: str, x_label: str, y_label: str, size: tuple[int, int] = (720, 360)
) -> Pixels:
    """The plot as (rows, columns, 4) bytes of sRGB, on white. Raises what `plot` raises, and `Unsupported`
    without Pillow."""
    frame = framed(curves, size)
    sheet = _Sheet(size)
    _grid(sheet, frame, x_label, y_label)
    for at, one in enumerate(curves):
        points = [(frame.x(x), frame.y(y)) for x, y in zip(one.x, one.y, strict=True)]
        sheet.line(points, COLOURS[at % len(COLOURS)], 2.0)
    sheet.words(title, (LEFT, 18), "lm", TITLE, 15)
    if len(curves) > 1:
        _legend(sheet, curves, size)
    return sheet.pixels()


class _Sheet:
    """Paper that is drawn on in the units of the finished picture."""

    def __init__(self, size: tuple[int, int]) -> None:
        from PIL import ImageDraw

        self.size = size
        self._image = pillow().new("RGB", (size[0] * FINER, size[1] * FINER), PAPER)
        self._pen = ImageDraw.Draw(self._image)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        large = [(x * FINER, y * FINER) for x, y in points]
        self._pen.line(large, fill=colour, width=round(width * FINER), joint="curve")

    def words(self, text: str, place: tuple[float, float], anchor: str, colour: str, height: int) -> None:
        from PIL import ImageFont

        at = (place[0] * FINER, place[1] * FINER)
        font = ImageFont.load_default(height * FINER)
        self._pen.text(at, _plain(text), fill=colour, font=font, anchor=anchor)

    def upwards(self, text: str, place: tuple[float, float], colour: str, height: int) -> None:
        """Words that are read from below, around a place."""
        from PIL import ImageDraw, ImageFont

        font = ImageFont.load_default(height * FINER)
        left, _, right, bottom = font.getbbox(_plain(text))
        strip = pillow().new("RGB", (round(right - left) + 2, round(bottom) + FINER), PAPER)
        ImageDraw.Draw(strip).text((-left, 0), _plain(text), fill=colour, font=font)
        turned = strip.rotate(90, expand=True)
        corner = (round(place[0] * FINER) - turned.width // 2, round(place[1] * FINER) - turned.height // 2)
        self._image.paste(turned, corner)

    def pixels(self) -> Pixels:
        small: Any = self._image.resize(self.size, pillow().Resampling.LANCZOS).convert("RGBA")
        return np.asarray(small)


def _plain(text: str) -> str:
    """Characters that the built-in font has; others as a box would tell nobody anything."""
    return "".join(one if one.isascii() or one in "°×·−µ" else "?" for one in text)


def _grid(sheet: _Sheet, frame: Frame, x_label: str, y_label: str) -> None:
    across, down = frame.size
    for value in frame.x_ticks:
        sheet.line([(frame.x(value), TOP), (frame.x(value), down - BOTTOM)], GRID, 1)
        sheet.words(number(value), (frame.x(value), down - BOTTOM + 8), "ma", INK, 12)
    for value in frame.y_ticks:
        sheet.line([(LEFT, frame.y(value)), (across - RIGHT, frame.y(value))], GRID, 1)
        sheet.words(number(value), (LEFT - 8, frame.y(value)), "rm", INK, 12)
    sheet.line([(LEFT, TOP), (LEFT, down - BOTTOM), (across - RIGHT, down - BOTTOM)], AXIS, 1)
    sheet.words(x_label, ((LEFT + across - RIGHT) / 2, down - 12), "ms", INK, 12)
    sheet.upwards(y_label, (16, (TOP + down - BOTTOM) / 2), INK, 12)


def _legend(sheet: _Sheet, curves: Sequence[Curve], size: tuple[int, int]) -> None:
    """Names with a stroke of their colour, from the upper right to the left."""
    right = float(size[0] - RIGHT)
    for at in reversed(range(len(curves))):
        name = curves[at].name
        left = right - 26 - 6.6 * len(name)
        sheet.line([(left, 18), (left + 16, 18)], COLOURS[at % len(COLOURS)], 3)
        sheet.words(name, (left + 22, 18), "lm", INK, 12)
        right = left - 14
