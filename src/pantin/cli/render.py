"""`pantin render`: a picture or an animation of a model, on a machine with no display."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.options import Option
from pantin.cli.batch_options import WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, VARIANT, Argument, Command, Many, Together
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import load_motion, load_rig, print_report, refused
from pantin.cli.pose_options import CONSTRAINTS, CUT, EXPRESSION, LOOK_AT, MOTION, plane_of, point, weights
from pantin.cli.streams import say

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset


SHEET_CELL = "320x240"
"""The size of each picture on a sheet, unless --size gives one."""

MOVING = ("clip", "motion", "time", "frames", "fps", "turntable", "sweep")
"""The options that show a model in motion."""

PLANES = r"[A-Za-z]{2}(:[^,]*)?(,[A-Za-z]{2}(:[^,]*)?)*"
"""How the planes of a turntable are spelled: `xw`, `xw,yz` or `xw:90,yz:180`. Other letters are meant as axes
too: they give a message, and not an output folder of that name."""

NO_OUTPUT = "--output is missing: The picture to write: .png, .webp, .gif or .mp4."


def render(
    source: str,
    *,
    output: Path | str | None,
    thumbnail: bool,
    motion: Path | None,
    allow_outside: bool,
    variant: tuple[str, ...],
    **given: Any,
) -> int:
    import pantin
    from pantin.cli.progress import frame_progress

    if output is None:
        raise UsageError(NO_OUTPUT)
    options = picture_options(**given)
    asset = load_rig(source, allow_outside, variant)
    if thumbnail and save_thumbnail(asset, output):
        return Exit.CLEAN
    options["motion"] = load_motion(motion, allow_outside)
    with refused(output), frame_progress("frames") as progress:
        try:
            rendered = pantin.render(asset, output, progress=progress, **options)
        except pantin.LimitExceeded as error:  # of the model, not of the picture
            raise UnreadableError(f"{asset.path}: {error}") from None
    print_report(rendered.report)
    for note in rendered.notes:
        say(note)
    return Exit.CLEAN


def picture_options(
    *,
    expression: Sequence[str] | None,
    look_at: str | None,
    size: str | None,
    plane: str | None,
    **options: Any,
) -> dict[str, Any]:
    """The options as `pantin.render` takes them; what is not for it stays. Raises `UsageError`."""
    options |= {"expressions": weights(expression, "--expression"), "look_at": point(look_at)}
    return options | {"plane": plane_of(plane), "size": size or "800x600"}


def save_thumbnail(asset: Asset, output: Path | str) -> bool:
    """Write the picture that a VRM has of itself; False where it has none."""
    import pantin

    with refused(output):
        if pantin.thumbnail(asset, output) is not None:
            return True
    say(f"{asset.path} has no thumbnail: the model is drawn instead")
    return False


def render_sheet(
    source: Sequence[str],
    *,
    output: Path | str | None,
    size: str | None,
    allow_outside: bool,
    variant: tuple[str, ...],
    thumbnail: bool,
    **options: Any,
) -> int:
    """Draw every model that the sources mean on one picture. A file that cannot be drawn is named; the sheet
    is made all the same."""
    import pantin
    from pantin.batch import find_sources
    from pantin.cli.batch import errors_told
    from pantin.cli.progress import frame_progress

    if output is None:
        raise UsageError(NO_OUTPUT)
    given = [f"--{name}" for name in MOVING if options[name] is not None and options[name] is not False]
    if given:
        raise UsageError(f"{given[0]} moves one model: a sheet shows several at rest")
    if thumbnail or variant:
        raise UsageError(f"{'--thumbnail' if thumbnail else '--variant'} is for a model, not for a sheet")
    with errors_told():
        files = [found.name for found in find_sources(source, lambda error: say(str(error)))]
    if not files:
        raise UsageError(f"{', '.join(source)} has no models that Pantin reads")
    look = {name: options[name] for name in ("camera", "show", "background", "shadow")}
    for option in CUT:
        if options[option.name] is not None:
            raise UsageError(f"{option.flag} is for one model, not for a sheet")

    def load(name: str) -> Asset:
        return pantin.load(name, allow_outside=allow_outside)

    with refused(output), frame_progress("models") as progress:
        drawn = pantin.render_sheet(
            files, output, size=size or SHEET_CELL, load=load, progress=progress, **look
        )
    for name, note in drawn.notes:
        say(note if note.startswith(name) else f"{name}: {note}")
    return Exit.CLEAN


COMMAND = Command(
    "render",
    render,
    arguments=(
        Argument(
            "source",
            "The file to read, or many, and then where to write unless -o says so; - is stdin.",
            many=True,
            suffixes="read",
        ),
    ),
    options=(
        Option(
            "output",
            Path,
            "The picture to write: .png, .webp, .gif or .mp4; or the folder for those of many files.",
            short="-o",
        ),
        Option("clip", str, "The clip to show, by name or index; the first, in an animation."),
        MOTION,
        Option("time", float, "Seconds into the clip, for a still."),
        EXPRESSION,
        LOOK_AT,
        CONSTRAINTS,
        Option("frames", int, "How many frames an animation has."),
        Option("fps", float, "How many frames are shown in a second."),
        Option("size", str, "Pixels across and down; 800x600, or 320x240 for each model on a sheet."),
        Option(
            "camera",
            str,
            "auto, front, side, back, top, or yaw,pitch in degrees: 0,0 is in front, 90,0 at its left.",
            "auto",
        ),
        Option(
            "show",
            str,
            "What to draw, with commas between: mesh, skeleton, wireframe, colliders, weights=BONE.",
            "mesh",
        ),
        Option(
            "turntable",
            str,
            "Turn once around the model; or turn a 4D model in planes: xw, or xw:90,yz:180 for other angles.",
            pattern=PLANES,
        ),
        *CUT,
        Option("sweep", bool, "Move the slice through a 4D model and back.", False),
        Option(
            "background",
            str,
            "light, dark, white, grey, black, transparent, or a colour as #rrggbb.",
            "light",
        ),
        Option(
            "shadow",
            bool,
            "Whether the model casts a soft shadow on the ground.",
            True,
            negative="--no-shadow",
        ),
        Option("sheet", bool, "Draw all models on one picture, with their names.", False),
        Option("thumbnail", bool, "Write the picture that a VRM has of itself, if it has one.", False),
        FORCE,
        ALLOW_OUTSIDE,
        VARIANT,
        *WRITING,
    ),
    notes="""A .png is a still, a .gif or .mp4 is an animation; a .webp is one with --frames, --fps,
    --turntable or --sweep.

    A 4D model is cut at w = 0. If that misses it, its edges are drawn in perspective; edges have colours
    along w.

    Needs the extra [render], and [video] for .mp4; no display and no graphics card.""",
    examples="""
        pantin render examples/arm.glb -o arm.png
        pantin render examples/arm.glb -o bend.webp --clip bend --fps 25
        pantin render examples/arm.glb -o arm.png --show weights=elbow,skeleton
        pantin render examples/arm.glb -o turn.gif --turntable --size 320x240
        pantin render examples/g4mf/creature.g4b -o a.png --rotate xw:30 --w 0.2
        pantin render examples/g4mf/creature.g4b -o b.webp --turntable xw,yz
        pantin render examples/g4mf/tesseract.off -o c.png --project perspective
        pantin render examples/springs/ pictures/ --size 256x256
        pantin render examples --sheet -o sheet.png
    """,
    many=Many("render", picture_options, target="output", together=Together("sheet", render_sheet)),
)
