"""`view`: the viewer page of an asset, in a notebook or as a file."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from pantin.base.files import atomic_write
from pantin.formats.lookup import index_of
from pantin.operations.comparison.distances import vertex_distances
from pantin.rig import Pose, Rig
from pantin.verbs.asset import Asset
from pantin.verbs.pose import describe_pose
from pantin.verbs.retarget import Motion, with_motion
from pantin.viewer.page import build_page
from pantin.viewer.page_four import Planes

HEIGHT = 520
"""Pixels of a notebook cell: enough for the panel, the model and the clip controls."""

Clip = int | str | None


def page_html(
    asset: Asset,
    clip: Clip = None,
    *,
    other: Asset | None = None,
    pose: Pose | Path | None = None,
    motion: Motion | None = None,
    distances: bool = False,
    live: int = 0,
    constraints: bool = True,
    rotate: Planes | None = None,
) -> str:
    """The page of an asset; the clip, of the motion if there is one, is a name, an index, or an index as a
    string."""
    if motion is not None:
        asset = with_motion(asset, motion, clip)
        clip = len(asset.rig.clips) - 1
    index = None if clip is None else index_of(clip, [known.name for known in asset.rig.clips], "clip")
    wanted = None if pose is None else describe_pose(asset.rig, pose, constraints=constraints)
    far = None
    if distances:
        if other is None:
            raise ValueError("distances are those between two models: give other")
        far = vertex_distances(asset.rig, other.rig)
    return build_page(
        asset,
        index,
        other=other,
        pose=wanted,
        live=live,
        constraints=constraints,
        distances=far,
        is_borrowed=motion is not None,
        rotate=rotate,
    )


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
    subject: Asset | Rig,
    clip: int | str | None = None,
    *,
    other: Asset | Rig | None = None,
    pose: Pose | str | os.PathLike[str] | None = None,
    motion: Motion | None = None,
    distances: bool = False,
    constraints: bool = True,
    rotate: Planes | None = None,
) -> View:
    """The viewer page of an asset or a rig. A notebook displays it; `.save("page.html")` writes it.

    clip         the clip to start with, by name or index: of the motion, if any; by default the first
    other        a second model, to compare with
    pose         the pose to start with: a `Pose` of the rig, or the path of a pose file (JSON)
    motion       a file or an asset whose clip is retargeted to the model
    distances    colour each vertex by its distance from the other model, as `pantin diff --html` does
    constraints  whether node constraints hold in clips
    rotate       degrees in planes that a 4D model is rotated by at the start: `"xw:30,yz:10"`, or
                 `{"xw": 30, "yz": 10}`

    Raises `ValueError` for an unknown clip, `Unsupported` for a rig that is neither 3D nor 4D.

    >>> page = pantin.view(pantin.load("examples/arm.glb"), clip="bend")
    >>> page.save("out/arm.html")
    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.view(rig, pose=rig.rest_pose().with_local("elbow", rotation=(0, 0, 1, 0))).title
    'rig'
    """
    asset = Asset.of(subject)
    html = page_html(
        asset,
        clip,
        other=None if other is None else Asset.of(other),
        pose=pose if pose is None or isinstance(pose, Pose) else Path(pose),
        motion=motion,
        distances=distances,
        constraints=constraints,
        rotate=rotate,
    )
    return View(html, Path(asset.path).name)
