"""`pantin render`: a picture or an animation of a model, on a machine with no display."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pantin.cli.batch_options import WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command, Many, Option
from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.io import load_motion, load_rig, print_report, refused
from pantin.cli.pose_options import CONSTRAINTS, EXPRESSION, LOOK_AT, MOTION, point, weights
from pantin.cli.streams import say


def render(
    source: str,
    *,
    output: Path | str | None,
    motion: Path | None,
    allow_outside: bool,
    **given: Any,
) -> int:
    import pantin
    from pantin.cli.progress import frame_progress

    if output is None:
        raise UsageError("--output is missing: The picture to write: .png, .webp, .gif or .mp4.")
    options = picture_options(**given)
    asset = load_rig(source, allow_outside)
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
    *, expression: Sequence[str] | None, look_at: str | None, **options: Any
) -> dict[str, Any]:
    """The options as `pantin.render` takes them; what is not for it stays. Raises `UsageError`."""
    return options | {"expressions": weights(expression, "--expression"), "look_at": point(look_at)}


COMMAND = Command(
    "render",
    render,
    arguments=(
        Argument(
            "source",
            "The file to read, or many, and then where to write unless -o says so; - is standard input.",
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
        Option("size", str, "Pixels across and down.", "800x600"),
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
        FORCE,
        ALLOW_OUTSIDE,
        *WRITING,
    ),
    notes="""A .png is a still, a .gif or .mp4 is an animation; a .webp is one with --frames, --fps or
    --turntable.

    Needs the extra [render], and [video] for .mp4; no display and no graphics card.""",
    examples="""
        pantin render examples/arm.glb -o arm.png
        pantin render examples/arm.glb -o bend.webp --clip bend --fps 25
        pantin render examples/arm.glb -o arm.png --show weights=elbow,skeleton
        pantin render examples/arm.glb -o turn.gif --turntable --size 320x240
        pantin render examples/springs/ pictures/ --size 256x256
    """,
    many=Many("render", picture_options, target="output"),
)
