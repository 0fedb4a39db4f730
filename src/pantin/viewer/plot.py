"""Line plots with axes, a grid and a legend, as SVG or as pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from pantin.report.wording import counted
from pantin.viewer.colour import Pixels
from pantin.viewer.images import import_pillow

COLOURS = ("#2f6fde", "#e4572e", "#17a398", "#f2a900", "#8a4fff", "#d7263d", "#5b8c5a", "#3d405b")
"""Colours of the curves in their order, all dark enough for white and light enough for black."""

LEFT, RIGHT, TOP, BOTTOM = 62, 18, 44, 52
"""Room around the curves for words and numbers, in pixels."""

STYLE = """\
text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#4a5160}
.title{font-size:15px;font-weight:600;fill:#20242c}
.grid{stroke:#8a93a5;stroke-opacity:.25}.axis{stroke:#8a93a5}
.curve{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
@media(prefers-color-scheme:dark){text{fill:#aab2c0}.title{fill:#e7eaf0}}"""


@dataclass(frozen=True, slots=True)
class Curve:
    """A name and points, in the order they are joined in."""

    name: str
    x: Sequence[float]
    y: Sequence[float]


def plot(
    curves: Sequence[Curve], title: str, x_label: str, y_label: str, size: tuple[int, int] = (720, 360)
) -> str:
    """The text of an SVG file. The same curves always give the same text.

    Raises `ValueError` where a curve has no points, as many x as y, or a number that is not finite.
    """
    frame = framed(curves, size)
    across, down = size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" '
        f'height="{down}" role="img" aria-label="{_attribute(title)}">',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>',
        *_grid(frame, x_label, y_label),
        *(_curve(one, COLOURS[at % len(COLOURS)], frame) for at, one in enumerate(curves)),
        *_legend(curves, size),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def framed(curves: Sequence[Curve], size: tuple[int, int]) -> Frame:
    """Where these curves have room in a picture. Raises `ValueError` as `plot` does."""
    for one in curves:
        if not len(one.x) or len(one.x) != len(one.y):
            sizes = f"{counted(len(one.x), 'x value')} and {counted(len(one.y), 'y value')}"
            raise ValueError(f"curve {one.name!r} has {sizes}")
        if not all(isfinite(value) for value in (*one.x, *one.y)):
            raise ValueError(f"curve {one.name!r} has a value that is not finite")
    if not curves:
        raise ValueError("a plot needs at least one curve")
    x_ticks = ticks(min(min(one.x) for one in curves), max(max(one.x) for one in curves))
    y_ticks = ticks(min(min(one.y) for one in curves), max(max(one.y) for one in curves))
    return Frame(x_ticks, y_ticks, size)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where numbers are in the picture."""

    x_ticks: list[float]
    y_ticks: list[float]
    size: tuple[int, int]

    def x(self, value: float) -> float:
        low, high = self.x_ticks[0], self.x_ticks[-1]
        return LEFT + (value - low) / (high - low) * (self.size[0] - LEFT - RIGHT)

    def y(self, value: float) -> float:
        low, high = self.y_ticks[0], self.y_ticks[-1]
        return self.size[1] - BOTTOM - (value - low) / (high - low) * (self.size[1] - TOP - BOTTOM)


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from at most `low` to at least `high`: steps of 1, 2 or 5 times a power of ten."""
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        half = abs(low) / 2 or 0.5
        low, high = low - half, high + half
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(one * power for one in (1, 2, 5, 10) if one * power >= rough * (1 - 1e-9))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [at * step for at in range(first, last + 1)]


def _grid(frame: Frame, x_label: str, y_label: str) -> list[str]:
    across, down = frame.size
    lines = []
    for value in frame.x_ticks:
        x = number(frame.x(value))
        lines.append(f'<line class="grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{down - BOTTOM}"/>')
        lines.append(f'<text x="{x}" y="{down - BOTTOM + 18}" text-anchor="middle">{number(value)}</text>')
    for value in frame.y_ticks:
        y = number(frame.y(value))
        lines.append(f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{across - RIGHT}" y2="{y}"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y}" dy="4" text-anchor="end">{number(value)}</text>')
    middle = (TOP + down - BOTTOM) / 2
    corner = f"M{LEFT} {TOP}V{down - BOTTOM}H{across - RIGHT}"
    lines.append(f'<path class="axis" fill="none" d="{corner}"/>')
    words = f'x="{number((LEFT + across - RIGHT) / 2)}" y="{down - 12}" text-anchor="middle"'
    lines.append(f"<text {words}>{escape(x_label)}</text>")
    turned = f'transform="translate(16 {number(middle)}) rotate(-90)" text-anchor="middle"'
    lines.append(f"<text {turned}>{escape(y_label)}</text>")
    return lines


def _curve(one: Curve, colour: str, frame: Frame) -> str:
    points = " ".join(f"{number(frame.x(x))},{number(frame.y(y))}" for x, y in zip(one.x, one.y, strict=True))
    return f'<polyline class="curve" stroke="{colour}" points="{points}"/>'


def _legend(curves: Sequence[Curve], size: tuple[int, int]) -> list[str]:
    """Names with a stroke of their colour, from the upper right to the left."""
    if len(curves) < 2:
        return []
    lines, right = [], float(size[0] - RIGHT)
    for at in reversed(range(len(curves))):
        name = curves[at].name
        # About 6.6 pixels a letter at this size: no font is asked, for the reader's is not known here.
        left = right - 26 - 6.6 * len(name)
        lines.append(
            f'<line x1="{number(left)}" y1="18" x2="{number(left + 16)}" y2="18" '
            f'stroke="{COLOURS[at % len(COLOURS)]}" stroke-width="3" stroke-linecap="round"/>'
            f'<text x="{number(left + 22)}" y="22">{escape(name)}</text>'
        )
        right = left - 14
    return lines


def number(value: float) -> str:
    """A number with at most six digits, without zeros at its end."""
    return f"{value:.6g}" if abs(value) > 1e-12 else "0"


def _attribute(text: str) -> str:
    return escape(text, {'"': "&quot;"})


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
    _draw_grid(sheet, frame, x_label, y_label)
    for at, one in enumerate(curves):
        points = [(frame.x(x), frame.y(y)) for x, y in zip(one.x, one.y, strict=True)]
        sheet.line(points, COLOURS[at % len(COLOURS)], 2.0)
    sheet.words(title, (LEFT, 18), "lm", TITLE, 15)
    if len(curves) > 1:
        _draw_legend(sheet, curves, size)
    return sheet.pixels()


class _Sheet:
    """Paper that is drawn on in the units of the finished picture."""

    def __init__(self, size: tuple[int, int]) -> None:
        from PIL import ImageDraw

        self.size = size
        self._image = import_pillow().new("RGB", (size[0] * FINER, size[1] * FINER), PAPER)
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
        strip = import_pillow().new("RGB", (round(right - left) + 2, round(bottom) + FINER), PAPER)
        ImageDraw.Draw(strip).text((-left, 0), _plain(text), fill=colour, font=font)
        turned = strip.rotate(90, expand=True)
        corner = (round(place[0] * FINER) - turned.width // 2, round(place[1] * FINER) - turned.height // 2)
        self._image.paste(turned, corner)

    def pixels(self) -> Pixels:
        small: Any = self._image.resize(self.size, import_pillow().Resampling.LANCZOS).convert("RGBA")
        return np.asarray(small)


def _plain(text: str) -> str:
    """Characters that the built-in font has; others as a box would tell nobody anything."""
    return "".join(one if one.isascii() or one in "°×·−µ" else "?" for one in text)


def _draw_grid(sheet: _Sheet, frame: Frame, x_label: str, y_label: str) -> None:
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


def _draw_legend(sheet: _Sheet, curves: Sequence[Curve], size: tuple[int, int]) -> None:
    """Names with a stroke of their colour, from the upper right to the left."""
    right = float(size[0] - RIGHT)
    for at in reversed(range(len(curves))):
        name = curves[at].name
        left = right - 26 - 6.6 * len(name)
        sheet.line([(left, 18), (left + 16, 18)], COLOURS[at % len(COLOURS)], 3)
        sheet.words(name, (left + 22, 18), "lm", INK, 12)
        right = left - 14
