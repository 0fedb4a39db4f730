"""`pantin render`: a picture or an animation of a model, on a machine with no display."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pantin.cli.exit import Exit, UsageError
from pantin.cli.opening import opened_rig, refused, unreadable
from pantin.cli.options import Flag
from pantin.cli.streams import say

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.rig import Clip
    from pantin.viewer.animation import Timing
    from pantin.viewer.picture import Look


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What `pantin render` may be asked for; the parser prints these lines as its help."""

    clip: str | None = None
    """The clip to show, by name or index; the first, in an animation."""
    time: float | None = None
    """The moment of the clip in seconds, for a still."""
    frames: int | None = None
    """How many frames an animation has."""
    fps: float | None = None
    """How many frames are shown in a second."""
    size: str = "800x600"
    """Pixels across and down, as 800x600."""
    camera: Annotated[str, Parameter(allow_leading_hyphen=True)] = "auto"
    """auto, front, side, back, top, or yaw,pitch in degrees: 0,0 is in front, 90,0 at its left."""
    show: str = "mesh"
    """What to draw, with commas between: mesh, skeleton, wireframe, colliders, weights=BONE."""
    turntable: Flag = False
    """Turn once around the model."""
    background: str = "light"
    """light, dark, white, grey, black, transparent, or a colour as #rrggbb."""
    shadow: bool = True
    """Whether the model casts a soft shadow on the ground."""


PLAIN = Options()


def render(
    source: str,
    /,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    options: Options = PLAIN,
) -> int:
    """
    For example:

        pantin render examples/arm.glb -o arm.png
        pantin render examples/arm.glb -o bend.webp --clip bend --fps 25
        pantin render examples/arm.glb -o arm.png --show weights=elbow,skeleton
        pantin render examples/arm.glb -o turn.gif --turntable --size 320x240

    A .png is a still, a .gif or .mp4 is an animation; a .webp is one with --frames, --fps or --turntable.
    Needs the extra [render], and [video] for .mp4; no display and no graphics card.

    Parameters
    ----------
    source
        The file to read; - is standard input.
    output
        The picture to write: .png, .webp, .gif or .mp4.
    """
    from pantin.deformation.repeats import refuse_endless
    from pantin.report import Report
    from pantin.report.render.text import render as told

    asset = opened_rig(source)
    with unreadable(asset.path):
        refuse_endless(asset.rig)
    moving = is_animation(output, options)
    with refused(output):
        look = looked(asset, options)
        needed = (moving and not options.turntable) or options.time is not None
        clip = chosen_clip(asset, options.clip, needed)
        notes = (animated if moving else still)(asset, clip, output, options, look)
    sys.stdout.flush()
    sys.stderr.writelines(told([Report(asset.path, "", asset.lifted.findings)]))
    for note in notes:
        say(note)
    return Exit.CLEAN


def is_animation(output: Path, options: Options) -> bool:
    """Whether a file of this name, with these options, moves. Raises `UsageError` for one that cannot."""
    suffix = output.suffix.lower()
    moving = (
        ("--frames", options.frames is not None),
        ("--fps", options.fps is not None),
        ("--turntable", options.turntable),
    )
    asked = [name for name, given in moving if given]
    if suffix == ".png" and asked:
        raise UsageError(f"{asked[0]} makes an animation, and {output} is a still: write .webp, .gif or .mp4")
    if suffix not in (".png", ".webp", ".gif", ".mp4"):
        raise UsageError(f"{output}: a picture is written as .png, .webp, .gif or .mp4")
    return bool(asked) or suffix in (".gif", ".mp4")


def looked(asset: Asset, options: Options) -> Look:
    from pantin.cli import viewing
    from pantin.viewer.picture import Look, front_of

    return Look(
        viewing.size(options.size),
        viewing.view(options.camera).turned(front_of(asset)),
        viewing.shown(asset.rig, options.show),
        options.background,
        options.shadow,
    )


def chosen_clip(asset: Asset, clip: str | None, needed: bool) -> Clip | None:
    """The clip that is asked for, else the first where one is needed."""
    from pantin.cli.posing import place

    clips = asset.rig.clips
    if clip is not None:
        return clips[place(clip, [one.name for one in clips], "clip")]
    if needed and not clips:
        raise UsageError("the file has no clip; --turntable moves the camera instead")
    return clips[0] if needed else None


def still(asset: Asset, clip: Clip | None, output: Path, options: Options, look: Look) -> tuple[str, ...]:
    from pantin.motion import sample
    from pantin.viewer.images import pillow
    from pantin.viewer.picture import picture, save

    pillow()  # before the work rather than after it
    pose = None if clip is None else sample(asset.rig, clip, options.time or 0.0)
    pixels, notes = picture(asset, pose, look)
    save(pixels, output)
    return notes


def animated(asset: Asset, clip: Clip | None, output: Path, options: Options, look: Look) -> tuple[str, ...]:
    from pantin.cli.progress import progress
    from pantin.viewer.animation import animation, save_animation, timing

    if options.time is not None:
        raise UsageError("--time is one moment, and an animation has many: give --frames or --fps")
    when: Timing = timing(clip, options.frames, options.fps, options.turntable)
    drawn, notes = animation(asset, clip, when, look)
    sys.stdout.flush()
    with progress(len(when.times), "frames") as tick:
        save_animation(drawn, when.rate, output, tick)
    return notes
