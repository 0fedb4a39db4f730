"""Stills: `draw_picture` draws a rig in a pose, `save_picture` writes it as PNG or WebP."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.errors import TooMuchAsked
from pantin.base.files import atomic_write
from pantin.base.records import Record
from pantin.formats.pixels import import_pillow
from pantin.rig import Pose, Rig
from pantin.viewer.camera import VIEWS, ViewAngles
from pantin.viewer.colour import Pixels, encode_srgb, parse_colour
from pantin.viewer.stage import MESH, Shot, Show, Stage
from pantin.viewer.weight_scale import draw_legend

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

LONGEST_SIDE = 16_384
MAX_PIXELS = 1 << 26
"""Limits of an image: 64 million pixels take 1 GB while they are drawn."""

STILLS = {".png": "PNG", ".webp": "WEBP"}


class Look(Record):
    """Options of an image: size in pixels, view, contents, background, and whether to frame the face of a
    humanoid."""

    size: tuple[int, int] = (800, 600)
    view: ViewAngles = VIEWS["auto"]
    show: Show = MESH
    background: str = "light"
    shadow: bool = True
    portrait: bool = False

    def __post_init__(self) -> None:
        try:
            across, down = self.size
        except (TypeError, ValueError):
            raise TypeError(f"size must be a width and a height in pixels, not {self.size!r}") from None
        if across < 1 or down < 1:
            raise ValueError(f"size must be at least 1 × 1 pixels, not {across} × {down}")
        if max(self.size) > LONGEST_SIDE or across * down > MAX_PIXELS:
            limit = f"at most {LONGEST_SIDE:,} pixels per side and {MAX_PIXELS:,} in total"
            raise TooMuchAsked("pixels", f"size {across} × {down} is too large: {limit}")
        parse_colour(self.background)


DEFAULT_LOOK = Look()


def draw_picture(
    subject: Asset | Rig, pose: Pose | None = None, look: Look = DEFAULT_LOOK
) -> tuple[Pixels, tuple[str, ...]]:
    """A rig in a pose, or at rest: (rows, columns, 4) bytes of sRGB with alpha, and notes on what
    could not be drawn."""
    stage = Stage(subject, look.show)
    posed = pose or stage.rig.rest_pose()
    (shot,) = stage.shots([posed], [look.view], look.size, portrait=look.portrait)
    return finish_picture(stage, posed, shot, look), stage.notes


def finish_picture(stage: Stage, pose: Pose, shot: Shot, look: Look) -> Pixels:
    """The pixels of a shot, with the legend of a weight map."""
    light = stage.draw(pose, shot, parse_colour(look.background), look.shadow)
    pixels = encode_srgb(light)
    return pixels if look.show.weights is None else draw_legend(pixels, stage.rig, look.show.weights)


def save_picture(pixels: Pixels, path: str | os.PathLike[str]) -> None:
    """Write an image in the format of the suffix. The same pixels always give the same bytes."""
    atomic_write(Path(path), [encode_picture(pixels, picture_kind(path))])


def picture_kind(path: str | os.PathLike[str]) -> str:
    """The format of a still by its suffix; raises `ValueError` for another."""
    target = Path(path)
    kind = STILLS.get(target.suffix.lower())
    if kind is None:
        raise ValueError(f"{target.name}: not a supported image format (supported: {', '.join(STILLS)})")
    return kind


def encode_picture(pixels: Pixels, kind: str) -> bytes:
    """The bytes of a file of this kind (PNG, WEBP)."""
    image = import_pillow().fromarray(pixels if (pixels[..., 3] < 255).any() else pixels[..., :3])
    buffer = io.BytesIO()
    image.save(
        buffer, kind, **({"compress_level": 6} if kind == "PNG" else {"lossless": True, "exact": True})
    )
    return buffer.getvalue()
