"""`view`: the page of an asset from Python, in a notebook's cell, in a file, or in the browser."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.files import atomic_write
from pantin.viewer.live import page_of

if TYPE_CHECKING:
    from pantin.assets import Asset

HEIGHT = 520
"""Pixels of a notebook's cell: the panel, the model and the clips all have room."""


class View:
    """A page that shows an asset. A notebook shows it in the cell that ends with it."""

    def __init__(self, html: str, title: str) -> None:
        self.html = html
        self.title = title

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page as one file that works by itself."""
        atomic_write(Path(path), [self.html.encode()])

    def _repr_html_(self) -> str:
        """The page in a frame that may run its script and do nothing else: not even see the notebook."""
        return (
            f'<iframe sandbox="allow-scripts" title="{escape(self.title)}" width="100%" height="{HEIGHT}" '
            f'style="border:0;border-radius:8px" srcdoc="{escape(self.html)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<View of {self.title}: {len(self.html):,} characters of HTML>"


def view(asset: Asset, clip: int | str | None = None) -> View:
    """A page that shows an asset, beginning with a clip or at rest: it shows itself in a notebook, and
    `.save("page.html")` writes it as one file.

    Raises `ValueError` for a clip that is not there, `Unsupported` for a rig that is neither 3D nor 4D.

    >>> page = pantin.view(pantin.load("examples/arm.glb"), clip="bend")
    >>> page.save("out/arm.html")
    """
    return View(page_of(asset, clip), Path(asset.path).name)
