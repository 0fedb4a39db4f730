"""`render`: an image or an animation of an asset, on a machine with no display."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple

from pantin.base import files
from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments_but
from pantin.base.deprecation import renamed
from pantin.base.options import Argument, Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import (
    ALLOW_OUTSIDE,
    CONSTRAINTS,
    CUT,
    DISTANCE_HELP,
    FORCE,
    LOOK_AT,
    MOTION,
    PROJECT_HELP,
    PROJECTIONS,
    RAW_WEIGHTS,
    VARIANT,
    pose_parameters,
)
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.maths.rotor import Rotation
    from pantin.report import Report
    from pantin.rig import Pose
    from pantin.verbs.model import Model
    from pantin.verbs.posing import Degrees
    from pantin.viewer.colour import Pixels


class Rendered(NamedTuple):
    """The pixels of a still, as (rows, columns, 4) bytes of sRGB with alpha; notes on what could not be
    drawn; and the report on parts of the file that are not in its rig.

    >>> still = pantin.render(pantin.load("examples/arm.glb"), size=(32, 32))
    >>> still.pixels.shape, still.notes
    ((32, 32, 4), ())
    """

    pixels: Pixels | None
    notes: tuple[str, ...]
    report: Report

    def replace(self, **changes: Any) -> Rendered:
        """A copy with other values of these members."""
        return self._replace(**changes)

    def __repr__(self) -> str:
        size = "" if self.pixels is None else f" {self.pixels.shape[1]}×{self.pixels.shape[0]} pixels"
        return f"<Rendered{size} notes={len(self.notes)} {self.report!r}>"


@renamed(blend="blend_weights")
@check_arguments_but("nodes", "blend_weights", "expressions")
@any_numbers
def render(
    asset: Model,
    path: str | os.PathLike[str] | BinaryIO | None = None,
    *,
    format: str | None = None,
    clip: int | str | None = None,
    motion: Model | None = None,
    time: float | None = None,
    pose: Pose | str | os.PathLike[str] | None = None,
    nodes: Mapping[str | int, Degrees] | None = None,
    blend_weights: Mapping[str | int, float] | None = None,
    expressions: Mapping[str | int, float] | None = None,
    look_at: Sequence[float] | None = None,
    constraints: bool = True,
    frames: int | None = None,
    fps: float | None = None,
    size: str | tuple[int, int] | None = None,
    camera: str | tuple[float, float] = "auto",
    show: str | None = None,
    turntable: bool | str | None = None,
    rotate: Rotation | None = None,
    w: float | None = None,
    v: float | None = None,
    u: float | None = None,
    t: float | None = None,
    s: float | None = None,
    plane: Sequence[float] | None = None,
    project: Literal["orthographic", "perspective"] | None = None,
    distance: float | None = None,
    sweep: bool = False,
    background: str = "light",
    shadow: bool = True,
    portrait: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Rendered:
    """Draw an asset as a still (.png, .webp) or an animation (.gif, .mp4, and .webp with `frames`, `fps` or
    `turntable` or `sweep`). Without a path, the pixels of a still are returned and nothing is written.
    `path` may be a binary file object; `format` is then the suffix, `".png"` by default.

    clip           the clip to show, by name or index; an animation defaults to the first
    motion         another file, or its asset: `clip` is one of its clips, retargeted to the asset
    time           seconds into the clip, for a still
    pose           a `Pose`, the name of a pose of the document, or the path of a pose file (JSON)
    nodes          rotations of nodes, as `rotate` of `pantin.pose`: `{"elbow": (0, 0, 45)}`
    blend_weights  the weight of each blend shape, by name or index, in every mesh that has it
    expressions    the weight of each expression of a VRM character, by name, from 0 to 1
    look_at        the point in the world that the eyes of a VRM character look at
    constraints    solve the node constraints of the rig; False ignores them
    size           width and height in pixels: (800, 600), or (512, 512) for a portrait
    camera         "auto", "front", "side", "back", "top", or (yaw, pitch) in degrees; (0, 0) is the front
    show           what to draw, separated by commas: mesh, skeleton, wireframe, colliders, shapes (of bones),
                   weights=BONE; the default is mesh; mesh,wireframe for a 4D model without many edges (the
                   slice inside its edges); skeleton for a rig without meshes
    turntable      rotate the camera once around the model; a 4D model in the plane xw, or in planes that are
                   given: "xw,yz", or "xw:90,yz:180" with the degrees of the whole animation
    background     light, dark, white, grey, black, transparent, or a colour as #rrggbb
    shadow         whether the model casts a soft shadow on the ground
    portrait       show the face of a humanoid, or all of any other model, in a square without a shadow
    rotate         rotate a 4D model about the origin first: "xw:30,yz:10", {"xw": 30}, or a matrix
    w, plane       cut a 4D model at this w, or with the 3-space (a, b, c, d, e); by default at w = 0
    v, u, t, s     cut a model of more dimensions at these values of its axes; by default at 0
    project        show the edges of a 4D model instead: "orthographic" or "perspective", from an eye at
                   `distance`
    sweep          move the slice through a 4D model and back
    progress       called with (frames drawn, total frames) after each frame of an animation

    Raises `ValueError` for invalid options, and `Unsupported` if the extra [render] is not installed.

    >>> picture = pantin.render(pantin.load("examples/arm.glb"), size=(64, 48))
    >>> picture.pixels.shape
    (48, 64, 4)
    >>> creature = pantin.load("examples/g4mf/creature.g4b")  # in four dimensions
    >>> pantin.render(creature, rotate="xw:30", project="perspective", size=(64, 48)).notes
    ()
    """
    options = {name: value for name, value in locals().items() if name not in ("asset", "path", "format")}
    if path is not None and not isinstance(path, str | os.PathLike):
        return _draw_to_stream(asset, path, format or "png", options)
    if format is not None:
        raise ValueError("format applies to file objects only: the suffix of a path chooses its format")
    return _draw(asset, path, options)


def _draw_to_stream(asset: Model, stream: BinaryIO, suffix: str, options: dict[str, Any]) -> Rendered:
    """Draw to a file object, by way of a file: those who encode images and videos go back in them."""
    from tempfile import TemporaryDirectory

    from pantin.viewer.render_options import is_animation

    name = f"picture.{suffix.removeprefix('.')}"
    is_animation(Path(name), frames=None, fps=None, turntable=False)  # names no temporary folder
    with TemporaryDirectory() as folder:
        file = Path(folder, name)
        drawn = _draw(asset, file, options)
        files.write_stream(stream, file.read_bytes())
    return drawn


CHANGES = ("blend_weights", "expressions", "look_at", "constraints")
LOOK = ("size", "camera", "show", "background", "shadow", "portrait")
FLATTENING = ("rotate", "w", "v", "u", "t", "s", "plane", "project", "distance", "sweep")
"""The options of `render` that change the pose, the image, and how more dimensions than three are shown."""


def _draw(asset: Model, path: str | os.PathLike[str] | None, options: dict[str, Any]) -> Rendered:
    """`render`, with its options sorted by what they are for."""
    from pantin.viewer.drawing import draw
    from pantin.viewer.flattening import Flattening

    rest = dict(options)
    changes = {"rotate": rest.pop("nodes"), **{name: rest.pop(name) for name in CHANGES}}
    look = tuple(rest.pop(name) for name in LOOK)
    turntable = rest["turntable"]
    planes = turntable if isinstance(turntable, str) else ""
    flattening = Flattening(**{name: rest.pop(name) for name in FLATTENING}, turntable=planes)
    return draw(Asset.from_model(asset), path, changes=changes, look=look, flattening=flattening, **rest)


def render_file(
    files: Files,
    *,
    thumbnail: bool = False,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    raw_weights: bool = False,
    **options: Any,
) -> Done:
    """Draw the model in a file. The losses of an image are not those of the model: they do not fail it."""
    from pantin.report import Report

    asset, target = files.load(allow_outside, variants, raw_weights), files.make_target()
    notes: tuple[str, ...] = ()
    if thumbnail:
        from pantin.viewer.thumbnail import thumbnail as save_thumbnail

        if save_thumbnail(asset, target) is not None:
            return Done(Report(files.name, ""), asset)
        notes = (f"{files.name} has no thumbnail: the model is drawn instead",)
    with files.frames("frames") as progress:
        drawn = render(asset, target, progress=progress, **VERB.load_files(options, allow_outside))
    return Done(drawn.report, asset, (*notes, *drawn.notes))


PLANES = r"[A-Za-z]{2}(:[^,]*)?(,[A-Za-z]{2}(:[^,]*)?)*"
"""How the planes of a turntable are spelled: `xw`, `xw,yz` or `xw:90,yz:180`. Other letters are meant as axes
too: they give a message, and not an output folder of that name."""

VERB = Verb(
    render,
    Option(
        "output",
        Path,
        "The image to write: .png, .webp, .gif or .mp4; or the folder for the images of many files.",
        short="-o",
        group="command",
    ),
    *pose_parameters(
        "nodes",
        clip="The clip to show, by name or index; the first, in an animation.",
        time="Seconds into the clip, for a still.",
    ),
    MOTION,
    LOOK_AT,
    CONSTRAINTS,
    Parameter("frames", "Number of frames of an animation."),
    Parameter("fps", "Frames per second."),
    Parameter(
        "size",
        "Width and height in pixels; default: 800x600, 512x512 with --portrait, 320x240 for each model on a "
        "sheet.",
        silent=True,
    ),
    Parameter(
        "camera",
        "auto, front, side, back, top, or yaw,pitch in degrees: 0,0 is in front, 90,0 at its left.",
    ),
    Parameter(
        "show",
        "What to draw, comma-separated: mesh, skeleton, wireframe, colliders, shapes (of bones), "
        "weights=BONE; mesh by default, in 4D with its edges.",
    ),
    Parameter(
        "turntable",
        "Rotate once around the model; a 4D model rotates in xw, or in planes as in xw,yz or xw:90,yz:180.",
        pattern=PLANES,
    ),
    *CUT,
    Parameter("project", PROJECT_HELP, choices=PROJECTIONS),
    Parameter("distance", DISTANCE_HELP),
    Parameter("sweep", "Move the slice through a 4D model and back."),
    Parameter("background", "light, dark, white, grey, black, transparent, or a colour as #rrggbb."),
    Parameter("shadow", "Whether the model casts a soft shadow on the ground.", negative="--no-shadow"),
    Parameter("portrait", "A square image, framed on the face of a humanoid; other models are shown whole."),
    Option("sheet", bool, "Draw all models on one image, with their names.", False, group="command"),
    Option("thumbnail", bool, "Extract the VRM's embedded thumbnail.", False),
    FORCE,
    ALLOW_OUTSIDE,
    VARIANT,
    RAW_WEIGHTS,
    arguments=(
        Argument(
            "source",
            "The file to read, or many, and then where to write unless -o names it; - is stdin.",
            many=True,
            suffixes="read",
        ),
    ),
    target="output",
    each=render_file,
    stores=(),
    suffix=".png",
    pictures=True,
    notes="""A .png is a still, a .gif or .mp4 is an animation; a .webp is one with --frames, --fps,
    --turntable or --sweep.

    The options of a pose are those of `pantin pose`; in an animation they change every frame.

    A 4D model is cut at w = 0, and its edges are drawn around the slice in perspective, with colours along w.

    Needs the extra [render], and [video] for .mp4; no display and no graphics card.""",
    examples="""
        pantin render examples/arm.glb -o arm.png
        pantin render examples/arm.glb -o bend.webp --clip bend --fps 25
        pantin render examples/arm.glb -o bent.png --set elbow=0,0,45
        pantin render examples/arm.glb -o arm.png --show weights=elbow,skeleton
        pantin render examples/arm.glb -o turn.gif --turntable --size 320x240
        pantin render examples/g4mf/creature.g4b -o a.png --rotate xw:30 --w 0.2
        pantin render examples/g4mf/creature.g4b -o b.webp --turntable xw,yz
        pantin render examples/g4mf/tesseract.off -o c.png --project perspective
        pantin render examples/springs/ pictures/ --size 256x256
        pantin render examples --sheet -o sheet.png
        pantin render examples/vrm/avatar.vrm -o face.png --portrait
    """,
)
