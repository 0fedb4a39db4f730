"""A folder of models as a page of thumbnails, each of which opens the page of its model."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.errors import PantinError
from pantin.formats.pixels import import_pillow
from pantin.formats.registry import by_suffix
from pantin.report.wording import counted, printable
from pantin.verbs.discovery import walk_models
from pantin.verbs.load import load
from pantin.viewer.page import digest

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

SIZE = (320, 240)
"""Pixels of a thumbnail."""

MAX_FILES = 2000
"""Files that a page lists: each is an image that somebody has to find."""

STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; font: 14px/1.4 system-ui, sans-serif; background: Canvas; color: CanvasText }
h1 { font-size: 20px; margin: 0 0 4px; } p { margin: 0 0 20px; opacity: .7; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px; padding: 0; }
li { list-style: none; } img { display: block; width: 100%; aspect-ratio: 4 / 3; }
a { display: block; color: inherit; text-decoration: none; border-radius: 12px; overflow: hidden;
  border: 1px solid color-mix(in srgb, CanvasText 18%, transparent); }
a:hover, a:focus-visible { outline: 3px solid #0a7d90; }
span { display: block; padding: 8px 12px; overflow-wrap: anywhere; }
"""

Answer = tuple[bytes, str]
"""The bytes of an answer, and their media type."""


class FolderPages:
    """The models of a folder: `index` is the page with thumbnails, `answer` serves the paths it refers to."""

    def __init__(self, folder: Path, make: Callable[[Asset], str], allow_outside: bool = False) -> None:
        self.folder = folder
        files = [Path(file) for file in walk_models(str(folder)) if has_model(file)]
        self.files, self.left_out = files[:MAX_FILES], len(files[MAX_FILES:])
        self._numbered = {str(number): file for number, file in enumerate(self.files)}
        self._make = make
        self._allow_outside = allow_outside
        self._drawing = threading.Lock()
        self._thumbnail = cache(self._draw)
        if not self.files:
            raise ValueError(f"{folder}: no supported files found")

    def index(self) -> str:
        """The page with a thumbnail for each file."""
        items = "".join(
            f'<li><a href="model/{number}"><img loading="lazy" alt="" src="thumbnail/{number}">'
            f"<span>{safe_text(str(file.relative_to(self.folder)))}</span></a></li>"
            for number, file in enumerate(self.files)
        )
        title = safe_text(self.folder.resolve().name)
        more = f"; {self.left_out:,} more are not listed: open a folder in it" if self.left_out else ""
        body = f"<h1>{title}</h1><p>{counted(len(self.files), 'model')}{more}</p><ul>{items}</ul>"
        return html_document(title, body)

    def answer(self, path: str) -> Answer | None:
        """The response for `model/3` or `thumbnail/3`; None for other paths."""
        kind, _, number = path.partition("/")
        file = self._numbered.get(number)
        if file is None:
            return None
        if kind == "model":
            return self._page(file).encode(), "text/html; charset=utf-8"
        return self._thumbnail(file) if kind == "thumbnail" else None

    def _page(self, file: Path) -> str:
        try:
            return self._make(load(file, allow_outside=self._allow_outside))
        except (OSError, PantinError, ValueError) as error:
            name = safe_text(file.name)
            return html_document(name, f"<h1>{name}</h1><p>It cannot be shown: {safe_text(str(error))}</p>")

    def _draw(self, file: Path) -> Answer:
        """An image of the model; its suffix where none can be drawn."""
        try:
            with self._drawing:
                return draw_thumbnail(load(file, allow_outside=self._allow_outside))
        except (OSError, PantinError, ValueError):
            return placeholder(file.suffix.removeprefix(".")), "image/svg+xml"


def draw_thumbnail(asset: Asset) -> Answer:
    """A small image of a model."""
    from pantin.viewer.picture import encode_picture
    from pantin.viewer.render import render

    import_pillow()
    pixels = render(asset, size=SIZE).pixels
    assert pixels is not None
    return encode_picture(pixels, "WEBP"), "image/webp"


def has_model(name: str) -> bool:
    """Whether files with this suffix have a model to show: a folder may have companions of models too."""
    format = by_suffix(name)
    return format is None or format.has_model(name)


def placeholder(word: str) -> bytes:
    """An image with a word, as SVG."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><rect width="320" height="240" '
        'fill="#8884"/><text x="160" y="130" text-anchor="middle" font-family="sans-serif" font-size="32" '
        f'fill="#888">{safe_text(word)}</text></svg>'
    ).encode()


def safe_text(words: str) -> str:
    """Words as HTML."""
    return escape(printable(words))


def html_document(title: str, body: str, style: str = "", pictures: str = "'self'") -> str:
    """A page without a script, which may load images from `pictures` alone: by default its own server."""
    style = STYLE + style
    policy = f"default-src 'none'; img-src {pictures}; style-src '{digest(style)}'; base-uri 'none'"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body><main>{body}</main></body></html>"
    )
