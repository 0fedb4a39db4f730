"""`pantin render`: a picture or an animation of a model, on a machine with no display."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.streams import STANDARD, STANDARD_NAME, described, read_standard_input, say

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.rig import Clip
    from pantin.viewer.animation import Timing
    from pantin.viewer.picture import Look


def render(
    source: str,
    /,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    clip: str | None = None,
    time: float | None = None,
    frames: int | None = None,
    fps: float | None = None,
    size: str = "800x600",
    camera: Annotated[str, Parameter(allow_leading_hyphen=True)] = "auto",
    show: str = "mesh",
    turntable: Annotated[bool, Parameter(negative="")] = False,
    background: str = "light",
    shadow: bool = True,
) -> int:
    """
    For example:

        pantin render hero.glb -o hero.png
        pantin render hero.glb -o walk.webp --clip Walk --fps 25
        pantin render hero.glb -o arm.png --show weights=upper_arm_l,skeleton
        pantin render hero.glb -o turn.mp4 --turntable --size 1280x720

    A .png is a still, a .gif or .mp4 is an animation; a .webp is one with --frames, --fps or --turntable.
    Needs the extra [render], and [video] for .mp4; no display and no graphics card.

    Parameters
    ----------
    source
        The file to read; - is standard input.
    output
        The picture to write: .png, .webp, .gif or .mp4.
    clip
        The clip to show, by name or index; the first, in an animation.
    time
        The moment of the clip in seconds, for a still.
    frames
        How many frames an animation has.
    fps
        How many frames are shown in a second.
    size
        Pixels across and down, as 800x600.
    camera
        auto, front, side, back, top, or yaw,pitch in degrees: 0,0 is in front, 90,0 at its left.
    show
        What to draw, with commas between: mesh, skeleton, wireframe, colliders, weights=BONE.
    turntable
        Turn once around the model.
    background
        light, dark, white, grey, black, transparent, or a colour as #rrggbb.
    shadow
        Whether the model casts a soft shadow on the ground.
    """
    from pantin.errors import PantinError

    asset = opened(source)
    moving = is_animation(output, frames, fps, turntable)
    try:
        look = looked(asset, size, camera, show, background, shadow)
        chosen = chosen_clip(asset, clip, needed=(moving and not turntable) or time is not None)
        if moving:
            notes = animated(asset, chosen, output, time, frames, fps, turntable, look)
        else:
            notes = still(asset, chosen, output, time, look)
    except OSError as error:
        raise UnreadableError(described(error, error.filename or output)) from None
    except PantinError as error:
        raise UnreadableError(str(error)) from None
    except ValueError as error:
        raise UsageError(str(error)) from None
    for note in notes:
        say(note)
    return Exit.CLEAN


def opened(source: str) -> Asset:
    from pantin.assets import load
    from pantin.errors import PantinError

    data, name = (read_standard_input(), STANDARD_NAME) if source == STANDARD else (source, source)
    try:
        asset = load(data, name=name)
        asset.rig  # noqa: B018  (raises where there is no rig to draw)
    except OSError as error:
        raise UnreadableError(described(error, name)) from None
    except PantinError as error:
        raise UnreadableError(str(error)) from None
    return asset


def is_animation(output: Path, frames: int | None, fps: float | None, turntable: bool) -> bool:
    """Whether a file of this name, with these options, moves. Raises `UsageError` for one that cannot."""
    suffix = output.suffix.lower()
    options = (("--frames", frames), ("--fps", fps), ("--turntable", turntable or None))
    asked = [name for name, given in options if given is not None]
    if suffix == ".png" and asked:
        raise UsageError(f"{asked[0]} makes an animation, and {output} is a still: write .webp, .gif or .mp4")
    if suffix not in (".png", ".webp", ".gif", ".mp4"):
        raise UsageError(f"{output}: a picture is written as .png, .webp, .gif or .mp4")
    return bool(asked) or suffix in (".gif", ".mp4")


def looked(asset: Asset, size: str, camera: str, show: str, background: str, shadow: bool) -> Look:
    from pantin.cli import viewing
    from pantin.viewer.picture import Look, front_of

    return Look(
        viewing.size(size),
        viewing.view(camera).turned(front_of(asset)),
        viewing.shown(asset.rig, show),
        background,
        shadow,
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


def still(asset: Asset, clip: Clip | None, output: Path, time: float | None, look: Look) -> tuple[str, ...]:
    from pantin.motion import sample
    from pantin.viewer.images import pillow
    from pantin.viewer.picture import picture, save

    pillow()  # before the work rather than after it
    pose = None if clip is None else sample(asset.rig, clip, time or 0.0)
    pixels, notes = picture(asset, pose, look)
    save(pixels, output)
    return notes


def animated(
    asset: Asset,
    clip: Clip | None,
    output: Path,
    time: float | None,
    frames: int | None,
    fps: float | None,
    turntable: bool,
    look: Look,
) -> tuple[str, ...]:
    from pantin.cli.progress import progress
    from pantin.viewer.animation import animation, save_animation, timing

    if time is not None:
        raise UsageError("--time is one moment, and an animation has many: give --frames or --fps")
    when: Timing = timing(clip, frames, fps, turntable)
    drawn, notes = animation(asset, clip, when, look)
    sys.stdout.flush()
    with progress(len(when.times), "frames") as tick:
        save_animation(drawn, when.rate, output, tick)
    return notes
