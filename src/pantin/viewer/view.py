"""`view`: the viewer page of an asset, in a notebook or as a file."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.assets import index_of
from pantin.assets.retargeting import Motion, with_motion
from pantin.files import atomic_write
from pantin.viewer.page import build_page

if TYPE_CHECKING:
    from pantin.assets import Asset

HEIGHT = 520
"""Pixels of a notebook cell: enough for the panel, the model and the clip controls."""

Clip = int | str | None


def page_html(
    asset: Asset,
    clip: Clip = None,
    *,
    live: int = 0,
    constraints: bool = True,
    motion: Motion | None = None,
) -> str:
    """The page of an asset; the clip, of the motion if there is one, is a name, an index, or an index as a
    string."""
    if motion is not None:
        asset = with_motion(asset, motion, clip)
        clip = len(asset.rig.clips) - 1
    index = None if clip is None else index_of(clip, [known.name for known in asset.rig.clips], "clip")
    return build_page(asset, index, live=live, constraints=constraints)


class View:
    """The viewer page of an asset. A notebook displays it as the result of a cell."""

    def __init__(self, html: str, title: str) -> None:
        self.html = html
        self.title = title

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page as one self-contained HTML file."""
        atomic_write(Path(path), [self.html.encode()])

    def _repr_html_(self) -> str:
        """The page in a sandboxed frame that may run its script but cannot access the notebook."""
        return (
            f'<iframe sandbox="allow-scripts" title="{escape(self.title)}" width="100%" height="{HEIGHT}" '
            f'style="border:0;border-radius:8px" srcdoc="{escape(self.html)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<View of {self.title}: {len(self.html):,} characters of HTML>"


def view(
    asset: Asset,
    clip: int | str | None = None,
    *,
    constraints: bool = True,
    motion: Motion | None = None,
) -> View:
    """The viewer page of an asset, starting with a clip or in the rest pose. A notebook displays it;
    `.save("page.html")` writes it as one file. In clips, node constraints hold unless `constraints` is False.
    With a `motion`, a file or an asset, the clip is one of the motion (the first by default), retargeted.

    Raises `ValueError` for an unknown clip, `Unsupported` for a rig that is neither 3D nor 4D.

    >>> page = pantin.view(pantin.load("examples/arm.glb"), clip="bend")
    >>> page.save("out/arm.html")
    """
    return View(page_html(asset, clip, constraints=constraints, motion=motion), Path(asset.path).name)
