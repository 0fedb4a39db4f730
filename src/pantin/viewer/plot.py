"""Line plots as SVG: curves with axes, a grid and a legend. `plot_pixels` draws the same as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from xml.sax.saxutils import escape

from pantin.report.wording import counted

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
            raise ValueError(
                f"curve {one.name!r} has {counted(len(one.x), 'x value')} and {counted(len(one.y), 'y value')}"
            )
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
