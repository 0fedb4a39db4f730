"""`render_sheet`: a contact sheet of several models, each with its name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.errors import PantinError, TooMuchAsked
from pantin.base.file_errors import describe_error
from pantin.base.records import Record
from pantin.formats.pixels import import_pillow
from pantin.viewer.colour import Pixels, parse_colour
from pantin.viewer.picture import LONGEST_SIDE, MAX_PIXELS, Look, save_picture
from pantin.viewer.render_options import parse_size, parse_view

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset
    from pantin.verbs.model import Model

CELL = (320, 240)
"""Default size of the image of one model."""

CAPTION = 26
"""Pixels below each image, for its name."""

INK, FAULT = (70, 75, 85), (170, 60, 50)
LETTER = 0.55
"""Mean width of a letter, relative to its height."""


class Sheet(Record, eq=False):
    """The pixels of a contact sheet; notes, `(file, sentence)`, on parts that could not be drawn; and
    unreadable files, shown as empty fields.

    >>> pantin.render_sheet(["examples/arm.glb"], size=(64, 48)).notes
    ()
    """

    pixels: Pixels
    notes: tuple[tuple[str, str], ...]

    def __repr__(self) -> str:
        high, wide = self.pixels.shape[:2]
        return f"<Sheet {wide}×{high} pixels notes={len(self.notes)}>"

    unreadable: tuple[str, ...] = ()


@check_arguments
def render_sheet(
    files: Iterable[Model],
    path: str | os.PathLike[str] | None = None,
    *,
    size: str | tuple[int, int] = CELL,
    columns: int | None = None,
    load: Callable[[Any], Asset] | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Sheet:
    """Draw several models as one image, in rows, each with the name of its file below it. A file that
    cannot be read or drawn has an empty field, and a note says why.

    size      width and height of the image of one model, in pixels
    columns   models in a row; by default as many as make the sheet about as wide as a screen
    load      reads a file; by default `pantin.load`
    progress  called with (models drawn, total models)
    options   those of `render` that apply to stills: camera, show, background, shadow, portrait

    >>> sheet = pantin.render_sheet(["examples/arm.glb", "examples/face.gltf"], size=(64, 48))
    >>> sheet.pixels.shape
    (74, 128, 4)
    """
    models = list(files)
    names = [_name(model, number) for number, model in enumerate(models)]
    wide, high = parse_size(size)
    across = _columns(len(names), columns)
    look = Look(
        (wide, high), parse_view(options.get("camera", "auto")), background=options.get("background", "light")
    )
    pixels = _blank(len(names), across, look)
    notes: list[tuple[str, str]] = []
    unreadable = []
    for index, (model, name) in enumerate(zip(models, names, strict=True)):
        top, left = index // across * (high + CAPTION), index % across * wide
        drawn, sentences = _draw_cell(model, (wide, high), load, options)
        if drawn is None:
            unreadable.append(name)
        else:
            pixels[top : top + high, left : left + wide] = drawn
        notes += [(name, sentence) for sentence in sentences]
        _write_name(pixels, Path(name).name, (left, top + high, wide), FAULT if drawn is None else INK)
        if progress is not None:
            progress(index + 1, len(names))
    if path is not None:
        save_picture(pixels, path)
    return Sheet(pixels, tuple(notes), tuple(unreadable))


def _name(model: Model, number: int) -> str:
    """The name below the image of a model: its path, or its place in the list."""
    path = getattr(model, "path", model)
    return os.fspath(path) if isinstance(path, str | os.PathLike) else f"model {number}"


def _columns(count: int, columns: int | None) -> int:
    if not count:
        raise ValueError("no models to draw on the sheet")
    if columns is not None and columns < 1:
        raise ValueError(f"columns must be at least 1, not {columns}")
    return min(count, columns or ceil(sqrt(count * 4 / 3)))


def _blank(count: int, columns: int, look: Look) -> Pixels:
    """A sheet without images."""
    wide, high = look.size[0] * columns, (look.size[1] + CAPTION) * ceil(count / columns)
    if max(wide, high) > LONGEST_SIDE or wide * high > MAX_PIXELS:
        raise TooMuchAsked(
            "pixels", f"a sheet of {wide} × {high} pixels is too large: use a smaller size or fewer models"
        )
    color = [round(channel * 255) for channel in parse_colour(look.background)]
    return np.full((high, wide, 4), color, np.uint8)


def _draw_cell(
    model: Model, size: tuple[int, int], load: Callable[[Any], Asset] | None, options: dict[str, Any]
) -> tuple[Pixels | None, list[str]]:
    """The image of one file; None, with a sentence that says why, if there is none."""
    from pantin.verbs.asset import Asset
    from pantin.viewer.render import render

    try:
        rendered = render((load or Asset.from_model)(model), size=size, **options)
    except OSError as error:
        return None, [describe_error(error, error.filename or _name(model, 0))]
    except (PantinError, ValueError) as error:
        return None, [str(error)]
    return rendered.pixels, list(rendered.notes)


def _write_name(pixels: Pixels, name: str, box: tuple[int, int, int], ink: tuple[int, int, int]) -> None:
    """Write a name into the field below an image, in its middle and cut to its width."""
    from PIL import ImageDraw, ImageFont

    left, top, wide = box
    letters = max(1, int((wide - 12) / (LETTER * CAPTION * 0.5)))
    text = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in name)
    text = text if len(text) <= letters else f"{text[: max(1, letters - 3)]}..."
    field = import_pillow().fromarray(np.ascontiguousarray(pixels[top : top + CAPTION, left : left + wide]))
    font = ImageFont.load_default(CAPTION // 2)
    ImageDraw.Draw(field).text((wide // 2, CAPTION // 2 - 3), text, fill=(*ink, 255), font=font, anchor="mm")
    pixels[top : top + CAPTION, left : left + wide] = np.asarray(field)
