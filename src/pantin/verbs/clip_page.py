"""`check --html`: a page with the curves of feet, roots and loop seams of every clip, and its findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from pantin.base.errors import PantinError
from pantin.base.records import Record
from pantin.checks.clip_rules.feet import FootPath, Span, measure_feet
from pantin.checks.clip_rules.loops import Seam, measure_seam
from pantin.checks.clip_rules.played import CheckedRig, Played
from pantin.checks.clip_rules.soles import GROUND
from pantin.report import Finding, Report
from pantin.report.wording import counted, printable
from pantin.rig import Doubles
from pantin.verbs.clip_checks import thresholds_of
from pantin.verbs.load import load

WIDTH, HEIGHT = 420, 200
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 10, 28
"""Margins around the curves, in pixels."""

MOST_POINTS = 400
"""Points of a curve: more than pixels show."""

LEAST_SPAN = 1.0
"""Millimetres from the bottom of a chart to its top, at least: what moves less is drawn as still…"""

LEAST_SPEED = 0.1
"""…and metres per second."""

MOST_CLIPS = 200
"""Clips of a file that are drawn."""

SEAM_SECONDS = 0.3
"""How much of a clip is drawn to each side of its seam."""

COLOURS = ("#2f6fde", "#e4572e", "#17a398", "#f2a900", "#8a4fff", "#d7263d")

STYLE = """
:root{color-scheme:light dark;--line:#8a93a5;--text:#20242c;--faint:#5b6372;--card:#fff;--back:#f3f4f7}
@media(prefers-color-scheme:dark){:root{--text:#e7eaf0;--faint:#aab2c0;--card:#1d2027;--back:#121419}}
body{font:14px/1.45 system-ui,-apple-system,"Segoe UI",sans-serif;margin:0;color:var(--text);
background:var(--back)}
main{max-width:1360px;margin:0 auto;padding:24px}
h1{font-size:22px;margin:0 0 4px}h2{font-size:18px;margin:32px 0 8px;overflow-wrap:anywhere}
h3{font-size:16px;margin:0 8px 0 0;display:inline;overflow-wrap:anywhere}
p{margin:0 0 8px;color:var(--faint)}
article{background:var(--card);border-radius:10px;padding:16px;margin:0 0 16px;box-shadow:0 1px 3px #0002}
.badge{font-size:12px;padding:2px 8px;border-radius:9px;background:#8a93a533;margin-left:4px}
.badge{white-space:nowrap}
.warning{color:#c2410c}.error{color:#d7263d}.info{color:var(--faint)}
@media(prefers-color-scheme:dark){.warning{color:#ff9a5c}}
ul{margin:8px 0;padding-left:18px}li{overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:12px;margin-top:8px}
figure{margin:0}figcaption{font-size:12px;color:var(--faint)}
svg{width:100%;height:auto;display:block}svg text{font-size:11px;fill:var(--faint)}
.grid{stroke:var(--line);stroke-opacity:.25}.curve{fill:none;stroke-width:1.8;stroke-linejoin:round}
.zero{stroke:var(--line)}.planted{fill-opacity:.14}.limit{stroke:#d7263d;stroke-dasharray:4 3}
"""


class PlotLine(Record, eq=False):
    """A named line; NaN breaks it."""

    name: str
    x: Doubles
    y: Doubles


class ClipPage:
    """Collects files, and gives the page about all of them. Its options are those of `check`."""

    def __init__(
        self,
        *,
        clips: bool | Mapping[str, Any] = True,
        allow_outside: bool = False,
        variants: Mapping[str, str] | None = None,
        **_: Any,
    ) -> None:
        self.thresholds = thresholds_of(clips)
        self.allow_outside = allow_outside
        self.variants = variants
        self.sections: list[str] = []
        self.clips = 0
        self.findings = 0

    def add(self, report: Report) -> None:
        """Draw the clips of the file of a report, with the findings about clips in it."""
        try:
            rig = load(report.path, allow_outside=self.allow_outside, variants=self.variants).rig
        except (PantinError, OSError, ValueError) as error:
            self._add_section(report.path, [f'<p class="error">{escape(str(error))}</p>'])
            return
        model = CheckedRig(rig, self.thresholds)
        findings = [finding for finding in report.findings if finding.rule.startswith("CLIP-")]
        self.findings += len(findings)
        self.clips += len(rig.clips)
        parts = [
            draw_clip(Played(model, index), _findings_of(findings, index))
            for index in range(min(len(rig.clips), MOST_CLIPS))
        ]
        if len(rig.clips) > MOST_CLIPS:
            parts.append(f"<p>{len(rig.clips) - MOST_CLIPS:,} more clips are not drawn.</p>")
        self._add_section(report.path, parts or ["<p>no clips</p>"])

    def _add_section(self, path: str, parts: Sequence[str]) -> None:
        self.sections.append("\n".join([f"<h2>{escape(printable(path))}</h2>", *parts]))

    def describe(self) -> str:
        return f"{counted(self.clips, 'clip')} in {counted(len(self.sections), 'file')}"

    def text(self) -> str:
        """The page."""
        head = f"{self.describe()}; {counted(self.findings, 'finding')}"
        return "\n".join(
            [
                "<!doctype html>",
                '<html lang="en"><head><meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width,initial-scale=1">',
                f"<title>Clips</title><style>{STYLE}</style></head><body><main>",
                f"<h1>Clips</h1><p>{head}</p>",
                *self.sections,
                "</main></body></html>\n",
            ]
        )


def _findings_of(findings: Sequence[Finding], index: int) -> list[Finding]:
    start = f"/animations/{index}"
    return [
        finding
        for finding in findings
        if finding.pointer == start or (finding.pointer or "").startswith(f"{start}/")
    ]


@np.errstate(all="ignore")  # numbers of a file may be anything
def draw_clip(played: Played, findings: Sequence[Finding]) -> str:
    """The card of a clip: name, summary, findings, and curves."""
    clip = played.clip
    badges = [f"{clip.duration:.4g} s", counted(len(clip.channels), "channel")]
    if played.moves:
        badges += ["loop"] if played.is_loop else []
        badges += ["travels" if played.travels else "in place"]
    shown = "".join(f'<span class="badge">{escape(badge)}</span>' for badge in badges)
    listed = "".join(
        f'<li class="{finding.severity}"><b>{finding.rule}</b> {escape(printable(finding.message))}</li>'
        for finding in findings
    )
    charts = "".join(_charts(played)) if played.moves else "<p>a pose: there is no motion to draw</p>"
    findings_html = f"<ul>{listed}</ul>" if listed else '<p class="info">no findings</p>'
    name = escape(printable(played.name))
    return f'<article><h3>{name}</h3>{shown}{findings_html}<div class="charts">{charts}</div></article>'


def _charts(played: Played) -> Iterator[str]:
    unit = 1e3 * played.model.metres
    if played.model.rig.dimension == 3:
        feet = measure_feet(played)
        if feet:
            yield _draw_feet(played, feet, unit)
            yield _draw_slides(played, feet, unit)
        yield _draw_speed(played, unit)
        yield _draw_path(played, unit)
    yield _draw_seam(played, measure_seam(played), unit)


def _draw_feet(played: Played, feet: Sequence[FootPath], unit: float) -> str:
    curves = [PlotLine(_name(played, path.foot.node), played.times, path.lowest * unit) for path in feet]
    spans = [path.contacts for path in feet]
    limit = -played.model.thresholds.foot_depth * played.model.size * unit
    deep = min(float(curve.y.min()) for curve in curves) < limit
    return _figure(
        "height of the soles above the ground, mm; shaded: planted flat",
        curves,
        spans=[[(played.times[a], played.times[b - 1]) for a, b in each] for each in spans],
        limits=[limit] if deep else [],
    )


def _draw_slides(played: Played, feet: Sequence[FootPath], unit: float) -> str:
    """How far planted feet are from where they were planted."""
    curves = []
    for path in feet:
        distances = np.full(len(played.times), np.nan)
        for first, end in path.contacts:
            distances[first:end] = _slides(played, path, (first, end)) * unit
        curves.append(PlotLine(_name(played, path.foot.node), played.times, distances))
    limit = played.model.thresholds.foot_slide * played.model.size * unit
    return _figure("slide of planted feet, mm; dashed: the threshold", curves, limits=[limit])


def _slides(played: Played, path: FootPath, span: Span) -> Doubles:
    first, end = span
    spent = played.times[first:end] - played.times[first]
    moved = path.path[first:end] - path.path[first] - spent[:, None] * path.drift
    return np.asarray(np.linalg.norm(moved, axis=1))


def _draw_speed(played: Played, unit: float) -> str:
    path = played.positions[:, played.root][:, GROUND]
    speeds = np.linalg.norm(np.diff(path, axis=0), axis=1) / np.diff(played.times) * unit / 1e3
    middles = (played.times[1:] + played.times[:-1]) / 2
    name = _name(played, played.root)
    curves = [PlotLine(name, middles, speeds)]
    return _figure("speed of the root along the ground, m/s", curves, least=LEAST_SPEED)


def _draw_path(played: Played, unit: float) -> str:
    path = (played.positions[:, played.root] - played.positions[0, played.root]) * unit
    curves = [PlotLine(axis, played.times, path[:, index]) for index, axis in enumerate("xyz")]
    return _figure("distance of the root from its start, mm", curves)


def _draw_seam(played: Played, seam: Seam, unit: float) -> str:
    """The joint with the largest gap, before the end and after the start."""
    times, path = played.times, played.positions[:, seam.node].copy() * unit
    shown = min(SEAM_SECONDS, float(times[-1]) / 2)
    late, early = times >= times[-1] - shown, times <= times[0] + shown
    before = path[late] - played.way * unit
    x = np.concatenate([times[late] - times[-1], [0.0], times[early] - times[0]])
    gap = np.full((1, path.shape[1]), np.nan)
    y = np.concatenate([before, gap, path[early]]) - path[0]
    curves = [PlotLine(axis, x, y[:, index]) for index, axis in enumerate("xyzw"[: path.shape[1]])]
    distance = played.model.length(seam.gap)
    return _figure(
        f"seam: {_name(played, seam.node)} before the end and after the start, mm; skin {distance} apart",
        curves,
        marks=[0.0],
    )


def _name(played: Played, node: int) -> str:
    return played.model.rig.nodes.names[node] or f"node {node}"


def _figure(
    caption: str,
    curves: Sequence[PlotLine],
    *,
    spans: Sequence[Sequence[tuple[float, float]]] = (),
    limits: Sequence[float] = (),
    marks: Sequence[float] = (),
    least: float = LEAST_SPAN,
) -> str:
    """A chart with its caption, and a legend where it has several curves."""
    curves = [_thin(curve) for curve in curves]
    x_range = _range([curve.x for curve in curves], 0.0, 1e-3)
    y_range = _range([*(curve.y for curve in curves), np.array([0.0, *limits])], 0.08, least)
    frame = _Frame(x_range, y_range)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(printable(caption))}">',
        *frame.grid(),
    ]
    for index, own in enumerate(spans):
        for first, last in own:
            left, right = frame.x(first), frame.x(last)
            top, high = TOP + 6 * index, HEIGHT - TOP - BOTTOM - 6 * index
            parts.append(
                f'<rect class="planted" x="{left:.1f}" y="{top}" width="{max(right - left, 0.5):.1f}" '
                f'height="{high}" fill="{COLOURS[index % len(COLOURS)]}"/>'
            )
    for limit in limits:
        y = frame.y(limit)
        parts.append(f'<line class="limit" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
    for mark in marks:
        x = frame.x(mark)
        parts.append(f'<line class="zero" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
    for index, curve in enumerate(curves):
        parts.append(frame.line(curve, COLOURS[index % len(COLOURS)]))
    parts.append("</svg>")
    legend = " ".join(
        f'<span style="color:{COLOURS[index % len(COLOURS)]}">■</span> {escape(printable(curve.name))}'
        for index, curve in enumerate(curves)
    )
    return (
        f"<figure>{''.join(parts)}<figcaption>{escape(printable(caption))}<br>{legend}</figcaption></figure>"
    )


def _thin(curve: PlotLine) -> PlotLine:
    """At most `MOST_POINTS` points, with the lowest and the highest of each stretch."""
    count = len(curve.x)
    if count <= MOST_POINTS:
        return curve
    edges = np.linspace(0, count, MOST_POINTS // 2 + 1).astype(int)
    kept: set[int] = {0, count - 1}
    for first, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        part = curve.y[first:end]
        if len(part):
            filled = np.where(np.isnan(part), 0.0, part)
            kept |= {first + int(filled.argmin()), first + int(filled.argmax())}
    chosen = sorted(kept)
    return PlotLine(curve.name, curve.x[chosen], curve.y[chosen])


def _range(arrays: Sequence[Doubles], margin: float, least: float) -> tuple[float, float]:
    """The lowest and the highest value with a margin, at least so far apart."""
    values = np.concatenate([np.asarray(array, np.float64).ravel() for array in arrays])
    values = values[np.isfinite(values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    beside = max(least - (high - low), 0.0) / 2 + margin * max(high - low, least)
    return low - beside, high + beside


class _Frame:
    """From values to pixels."""

    def __init__(self, x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
        self.x_range, self.y_range = x_range, y_range
        self.x_span = max(x_range[1] - x_range[0], 1e-9)
        self.y_span = max(y_range[1] - y_range[0], 1e-9)

    def x(self, value: float) -> float:
        return LEFT + (value - self.x_range[0]) / self.x_span * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self.y_range[0]) / self.y_span * (HEIGHT - TOP - BOTTOM)

    def grid(self) -> Iterator[str]:
        for value in _ticks(*self.y_range):
            y = self.y(value)
            kind = "zero" if value == 0 else "grid"
            yield f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>'
        for value in _ticks(*self.x_range):
            yield f'<text x="{self.x(value):.1f}" y="{HEIGHT - 14}" text-anchor="middle">{value:g}</text>'
        yield f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 2}" text-anchor="end">seconds</text>'

    def line(self, curve: PlotLine, color: str) -> str:
        pen, words = "M", []
        for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True):
            if not (np.isfinite(x) and np.isfinite(y)):
                pen = "M"
                continue
            words.append(f"{pen}{self.x(x):.1f} {self.y(y):.1f}")
            pen = "L"
        return f'<path class="curve" stroke="{color}" d="{"".join(words)}"/>'


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two values, about five."""
    span = high - low
    if not np.isfinite(span) or span <= 0:
        return [low] if np.isfinite(low) else []
    step = 10.0 ** np.floor(np.log10(span / 5))
    step *= next((factor for factor in (1, 2, 5) if span / (step * factor) <= 6), 10)
    first = np.ceil(low / step)
    return [round(float(number * step), 10) + 0.0 for number in np.arange(first, np.floor(high / step) + 1)]
