"""`pantin render`: a picture or an animation of a model, on a machine with no display."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.cli.command import ALLOW_OUTSIDE, FORCE, VARIANT, Argument, Command, Option
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import load_motion, load_rig, print_report, refused
from pantin.cli.pose_options import CONSTRAINTS, EXPRESSION, LOOK_AT, MOTION, point, weights
from pantin.cli.streams import STANDARD, say

if TYPE_CHECKING:
    from pantin.assets import Asset


SHEET_CELL = "320x240"
"""The size of each picture on a sheet, unless --size gives one."""


def render(
    source: str,
    *,
    output: Path,
    sheet: bool,
    thumbnail: bool,
    size: str | None,
    allow_outside: bool,
    variant: tuple[str, ...],
    **options: Any,
) -> int:
    if sheet:
        return render_sheet(source, output, size or SHEET_CELL, allow_outside, options)
    if source != STANDARD and Path(source).is_dir():
        raise UsageError(f"{source} is a folder: give --sheet to draw all models in it, or one file")
    asset = load_rig(source, allow_outside, variant)
    if thumbnail and save_thumbnail(asset, output):
        return Exit.CLEAN
    return render_model(asset, output, size=size or "800x600", allow_outside=allow_outside, **options)


def render_model(
    asset: Asset,
    output: Path,
    *,
    expression: Sequence[str] | None,
    look_at: str | None,
    motion: Path | None,
    allow_outside: bool,
    **options: Any,
) -> int:
    import pantin
    from pantin.cli.progress import frame_progress

    options["motion"] = load_motion(motion, allow_outside)
    options |= {"expressions": weights(expression, "--expression"), "look_at": point(look_at)}
    with refused(output), frame_progress("frames") as progress:
        try:
            rendered = pantin.render(asset, output, progress=progress, **options)
        except pantin.LimitExceeded as error:  # of the model, not of the picture
            raise UnreadableError(f"{asset.path}: {error}") from None
    print_report(rendered.report)
    for note in rendered.notes:
        say(note)
    return Exit.CLEAN


def save_thumbnail(asset: Asset, output: Path) -> bool:
    """Write the picture that a VRM has of itself; False where it has none."""
    import pantin

    with refused(output):
        if pantin.thumbnail(asset, output) is not None:
            return True
    say(f"{asset.path} has no thumbnail: the model is drawn instead")
    return False


def render_sheet(folder: str, output: Path, size: str, allow_outside: bool, options: dict[str, Any]) -> int:
    """Draw every model below a folder on one picture. A file that cannot be drawn is named; the sheet is made
    all the same."""
    import pantin
    from pantin.cli.discovery import discover
    from pantin.cli.progress import frame_progress

    given = [f"--{name}" for name in ("clip", "motion", "time", "frames", "fps") if options[name] is not None]
    if given or options["turntable"]:
        raise UsageError(f"{(given or ['--turntable'])[0]} moves one model: a sheet shows several at rest")
    files = discover([folder], lambda error: say(str(error)))
    if not files:
        raise UsageError(f"{folder} has no models that Pantin reads")
    look = {name: options[name] for name in ("camera", "show", "background", "shadow")}

    def load(name: str) -> Asset:
        return pantin.load(name, allow_outside=allow_outside)

    with refused(output), frame_progress("models") as progress:
        drawn = pantin.render_sheet(files, output, size=size, load=load, progress=progress, **look)
    for name, note in drawn.notes:
        say(note if note.startswith(name) else f"{name}: {note}")
    return Exit.CLEAN


COMMAND = Command(
    "render",
    render,
    arguments=(
        Argument("source", "The file to read, or a folder with --sheet; - is stdin.", suffixes="read"),
    ),
    options=(
        Option("output", Path, "The picture to write: .png, .webp, .gif or .mp4.", short="-o", required=True),
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
        Option("turntable", bool, "Turn once around the model.", False),
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
        Option("sheet", bool, "Draw all models of a folder on one picture, with their names.", False),
        Option("thumbnail", bool, "Write the picture that a VRM has of itself, if it has one.", False),
        FORCE,
        ALLOW_OUTSIDE,
        VARIANT,
    ),
    notes="""A .png is a still, a .gif or .mp4 is an animation; a .webp is one with --frames, --fps or
    --turntable.

    Needs the extra [render], and [video] for .mp4; no display and no graphics card.""",
    examples="""
        pantin render examples/arm.glb -o arm.png
        pantin render examples/arm.glb -o bend.webp --clip bend --fps 25
        pantin render examples/arm.glb -o arm.png --show weights=elbow,skeleton
        pantin render examples/arm.glb -o turn.gif --turntable --size 320x240
        pantin render examples --sheet -o sheet.png
    """,
)
