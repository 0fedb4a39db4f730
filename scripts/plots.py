"""Line plots with axes, a grid and a legend, as SVG or as pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from pantin.base.records import Record
from pantin.formats.pixels import import_pillow
from pantin.report.wording import counted
from pantin.viewer.colour import Pixels

COLOURS = ("#2f6fde", "#e4572e", "#17a398", "#f2a900", "#8a4fff", "#d7263d", "#5b8c5a", "#3d405b")
"""Colours of the curves, in order: all readable on white and on black."""

LEFT, RIGHT, TOP, BOTTOM = 62, 18, 44, 52
"""Margins around the curves for labels, in pixels."""

STYLE = """\
text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#4a5160}
.title{font-size:15px;font-weight:600;fill:#20242c}
.grid{stroke:#8a93a5;stroke-opacity:.25}.axis{stroke:#8a93a5}
.curve{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
@media(prefers-color-scheme:dark){text{fill:#aab2c0}.title{fill:#e7eaf0}}"""


class Curve(Record):
    """A named line through points."""

    name: str
    x: Sequence[float]
    y: Sequence[float]


def plot(
    curves: Sequence[Curve], title: str, x_label: str, y_label: str, size: tuple[int, int] = (720, 360)
) -> str:
    """The text of an SVG file. The same curves always give the same text.

    Raises `ValueError` for a curve without points, with different numbers of x and y, or with a value that
    is not finite.
    """
    frame = fit_frame(curves, size)
    across, down = size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" '
        f'height="{down}" role="img" aria-label="{_attribute(title)}">',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>',
        *_grid(frame, x_label, y_label),
        *(_curve(curve, COLOURS[index % len(COLOURS)], frame) for index, curve in enumerate(curves)),
        *_legend(curves, size),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def fit_frame(curves: Sequence[Curve], size: tuple[int, int]) -> Frame:
    """The axes of these curves in a picture. Raises `ValueError` as `plot` does."""
    for curve in curves:
        if not len(curve.x) or len(curve.x) != len(curve.y):
            sizes = f"{counted(len(curve.x), 'x value')} and {counted(len(curve.y), 'y value')}"
            raise ValueError(f"curve {curve.name!r} has {sizes}")
        if not all(isfinite(value) for value in (*curve.x, *curve.y)):
            raise ValueError(f"curve {curve.name!r} has a value that is not finite")
    if not curves:
        raise ValueError("a plot needs at least one curve")
    x_ticks = ticks(min(min(curve.x) for curve in curves), max(max(curve.x) for curve in curves))
    y_ticks = ticks(min(min(curve.y) for curve in curves), max(max(curve.y) for curve in curves))
    return Frame(x_ticks, y_ticks, size)


class Frame(Record):
    """Maps values to pixels."""

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
    step = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= rough * (1 - 1e-9))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [index * step for index in range(first, last + 1)]


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
    draw_text = f'x="{number((LEFT + across - RIGHT) / 2)}" y="{down - 12}" text-anchor="middle"'
    lines.append(f"<text {draw_text}>{escape(x_label)}</text>")
    rotated = f'transform="translate(16 {number(middle)}) rotate(-90)" text-anchor="middle"'
    lines.append(f"<text {rotated}>{escape(y_label)}</text>")
    return lines


def _curve(curve: Curve, colour: str, frame: Frame) -> str:
    pairs = zip(curve.x, curve.y, strict=True)
    points = " ".join(f"{number(frame.x(x))},{number(frame.y(y))}" for x, y in pairs)
    return f'<polyline class="curve" stroke="{colour}" points="{points}"/>'


def _legend(curves: Sequence[Curve], size: tuple[int, int]) -> list[str]:
    """Names with a stroke of their colour, from the upper right to the left."""
    if len(curves) < 2:
        return []
    lines, right = [], float(size[0] - RIGHT)
    for index in reversed(range(len(curves))):
        name = curves[index].name
        # About 6.6 pixels per letter: the reader's font is not known here.
        left = right - 26 - 6.6 * len(name)
        lines.append(
            f'<line x1="{number(left)}" y1="18" x2="{number(left + 16)}" y2="18" '
            f'stroke="{COLOURS[index % len(COLOURS)]}" stroke-width="3" stroke-linecap="round"/>'
            f'<text x="{number(left + 22)}" y="22">{escape(name)}</text>'
        )
        right = left - 14
    return lines


def number(value: float) -> str:
    """A number with at most six digits, without zeros at its end."""
    return f"{value:.6g}" if abs(value) > 1e-12 else "0"


def _attribute(text: str) -> str:
    return escape(text, {'"': "&quot;"})


SUPERSAMPLING = 3
"""Lines are drawn at this multiple of the size and then scaled down, which smooths them."""

INK, TITLE, GRID, AXIS, PAPER = "#4a5160", "#20242c", "#e2e4e8", "#8a93a5", "#ffffff"


def plot_pixels(
    curves: Sequence[Curve], title: str, x_label: str, y_label: str, size: tuple[int, int] = (720, 360)
) -> Pixels:
    """The plot as (rows, columns, 4) bytes of sRGB, on white. Raises what `plot` raises, and `Unsupported`
    without Pillow."""
    frame = fit_frame(curves, size)
    canvas = _Canvas(size)
    _draw_grid(canvas, frame, x_label, y_label)
    for index, curve in enumerate(curves):
        points = [(frame.x(x), frame.y(y)) for x, y in zip(curve.x, curve.y, strict=True)]
        canvas.line(points, COLOURS[index % len(COLOURS)], 2.0)
    canvas.draw_text(title, (LEFT, 18), "lm", TITLE, 15)
    if len(curves) > 1:
        _draw_legend(canvas, curves, size)
    return canvas.pixels()


class _Canvas:
    """An image that is drawn on in the units of the finished picture."""

    def __init__(self, size: tuple[int, int]) -> None:
        from PIL import ImageDraw

        self.size = size
        self._image = import_pillow().new("RGB", (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING), PAPER)
        self._pen = ImageDraw.Draw(self._image)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        large = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
        self._pen.line(large, fill=colour, width=round(width * SUPERSAMPLING), joint="curve")

    def draw_text(
        self, text: str, position: tuple[float, float], anchor: str, colour: str, height: int
    ) -> None:
        from PIL import ImageFont

        scaled = (position[0] * SUPERSAMPLING, position[1] * SUPERSAMPLING)
        font = ImageFont.load_default(height * SUPERSAMPLING)
        self._pen.text(scaled, _replace_unknown(text), fill=colour, font=font, anchor=anchor)

    def draw_vertical(self, text: str, position: tuple[float, float], colour: str, height: int) -> None:
        """Text rotated by 90°, centred at a position."""
        from PIL import ImageDraw, ImageFont

        font = ImageFont.load_default(height * SUPERSAMPLING)
        left, _, right, bottom = font.getbbox(_replace_unknown(text))
        strip = import_pillow().new("RGB", (round(right - left) + 2, round(bottom) + SUPERSAMPLING), PAPER)
        ImageDraw.Draw(strip).text((-left, 0), _replace_unknown(text), fill=colour, font=font)
        rotated = strip.rotate(90, expand=True)
        corner = (
            round(position[0] * SUPERSAMPLING) - rotated.width // 2,
            round(position[1] * SUPERSAMPLING) - rotated.height // 2,
        )
        self._image.paste(rotated, corner)

    def pixels(self) -> Pixels:
        small: Any = self._image.resize(self.size, import_pillow().Resampling.LANCZOS).convert("RGBA")
        return np.asarray(small)


def _replace_unknown(text: str) -> str:
    """The text with characters that the built-in font lacks replaced by question marks."""
    return "".join(letter if letter.isascii() or letter in "°×·−µ" else "?" for letter in text)


def _draw_grid(canvas: _Canvas, frame: Frame, x_label: str, y_label: str) -> None:
    across, down = frame.size
    for value in frame.x_ticks:
        canvas.line([(frame.x(value), TOP), (frame.x(value), down - BOTTOM)], GRID, 1)
        canvas.draw_text(number(value), (frame.x(value), down - BOTTOM + 8), "ma", INK, 12)
    for value in frame.y_ticks:
        canvas.line([(LEFT, frame.y(value)), (across - RIGHT, frame.y(value))], GRID, 1)
        canvas.draw_text(number(value), (LEFT - 8, frame.y(value)), "rm", INK, 12)
    canvas.line([(LEFT, TOP), (LEFT, down - BOTTOM), (across - RIGHT, down - BOTTOM)], AXIS, 1)
    canvas.draw_text(x_label, ((LEFT + across - RIGHT) / 2, down - 12), "ms", INK, 12)
    canvas.draw_vertical(y_label, (16, (TOP + down - BOTTOM) / 2), INK, 12)


def _draw_legend(canvas: _Canvas, curves: Sequence[Curve], size: tuple[int, int]) -> None:
    """Names with a stroke of their colour, from the upper right to the left."""
    right = float(size[0] - RIGHT)
    for index in reversed(range(len(curves))):
        name = curves[index].name
        left = right - 26 - 6.6 * len(name)
        canvas.line([(left, 18), (left + 16, 18)], COLOURS[index % len(COLOURS)], 3)
        canvas.draw_text(name, (left + 22, 18), "lm", INK, 12)
        right = left - 14
