"""`view`: the viewer page of an asset, in a notebook or as a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments, check_arguments_but
from pantin.base.deprecation import renamed
from pantin.base.options import Argument, File, Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import (
    ALLOW_OUTSIDE,
    CONSTRAINTS,
    FORCE,
    MOTION,
    ROTATE,
    VARIANT,
    pose_parameters,
)
from pantin.verbs.verb import Verb

if TYPE_CHECKING:
    from pantin.rig import Pose
    from pantin.verbs.model import Model
    from pantin.verbs.posing import Degrees
    from pantin.viewer.page_four import Planes


class View:
    """The viewer page of an asset. A notebook displays it as the result of a cell.

    >>> pantin.view("examples/arm.glb").title
    'arm.glb'
    """

    def __init__(self, html: str, title: str) -> None:
        self.html = html
        self.title = title

    @check_arguments
    def save(self, path: str | os.PathLike[str] | BinaryIO) -> None:
        """Write the page as one self-contained HTML file, or to a binary file object."""
        from pantin.base.files import atomic_write

        if not isinstance(path, str | os.PathLike):
            path.write(self.html.encode())
            return
        atomic_write(Path(path), [self.html.encode()])

    def _repr_html_(self) -> str:
        """The page in a sandboxed frame; the script of the viewer goes to a notebook once."""
        from pantin.viewer.notebook import notebook_html

        return notebook_html(self.html, self.title)

    def __repr__(self) -> str:
        return f"<View of {self.title}: {len(self.html):,} characters of HTML>"


@renamed(blend="blend_weights")
@check_arguments_but("nodes", "blend_weights", "expressions")
@any_numbers
def view(
    subject: Model,
    clip: int | str | None = None,
    *,
    other: Model | None = None,
    time: float | None = None,
    pose: Pose | str | os.PathLike[str] | None = None,
    nodes: Mapping[str | int, Degrees] | None = None,
    blend_weights: Mapping[str | int, float] | None = None,
    expressions: Mapping[str | int, float] | None = None,
    motion: Model | None = None,
    distances: bool = False,
    constraints: bool = True,
    rotate: Planes | None = None,
) -> View:
    """The viewer page of an asset or a rig. A notebook displays it; `.save("page.html")` writes it.

    clip         the clip to start with, by name or index: of the motion, if any; by default the first
    other        a second model, to compare with
    time         seconds into the clip: the page starts in this pose instead of playing the clip
    pose         the pose to start with: a `Pose` of the rig, the name of a pose of the document, or the path
                 of a pose file (JSON)
    nodes, blend_weights, expressions
                 change the pose to start with, or every frame of the clip, as in `pantin.render`
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
    from pantin.rig import Pose
    from pantin.viewer.page_html import page_html

    asset = Asset.from_model(subject)
    html = page_html(
        asset,
        clip,
        other=None if other is None else Asset.from_model(other),
        time=time,
        pose=pose if pose is None or isinstance(pose, Pose) else Path(pose),
        changes={"rotate": nodes, "blend_weights": blend_weights, "expressions": expressions},
        motion=motion,
        distances=distances,
        constraints=constraints,
        rotate=rotate,
    )
    return View(html, Path(asset.path).name)


VERB = Verb(
    view,
    Option(
        "out",
        File,
        "Write the page to this file instead of serving it; - is standard output. For a folder: one file of "
        "thumbnails and facts, or a folder that also has the page of each model.",
        short="-o",
        group="command",
    ),
    *pose_parameters(
        "nodes",
        clip="The clip to begin with, by name or index; of the motion file, if any. Else the first.",
        time="Seconds into the clip: begin in this pose instead of playing it.",
    ),
    MOTION,
    CONSTRAINTS,
    ROTATE._replace(help="Start with a 4D model rotated: degrees in planes, as in xw:30,yz:10."),
    Option("open", bool, "Whether to open the browser.", True, negative="--no-open", group="command"),
    Option("watch", bool, "Reload the page when the file changes.", False, group="command"),
    FORCE,
    ALLOW_OUTSIDE,
    VARIANT,
    arguments=(
        Argument(
            "source",
            "The file to show, or a folder to list its models with thumbnails; - is standard input.",
            suffixes="read",
        ),
        Argument("other", "A second file, to compare with.", required=False, suffixes="read"),
    ),
    notes="Without --out the page is served on localhost until Ctrl-C.",
    examples="""
        pantin view examples/arm.glb                        in the browser
        pantin view examples/arm.glb --out arm.html         to send around
        pantin view examples/rigy/arm.rigy.yaml --watch     edit, save, see
        pantin view examples/arm.glb examples/loose.glb     two models compared
        pantin view examples/g4mf/tesseract.off --rotate xw:30
        pantin view examples                                a folder as thumbnails
        pantin view examples --out gallery.html             to send around
        pantin view examples --out gallery/                 with all their pages
    """,
)
