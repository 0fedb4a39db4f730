"""`render`: a picture or an animation of an asset, on a machine with no display."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.assets import index_of
from pantin.deformation.limits import check_vertex_limit
from pantin.motion import sample
from pantin.report import Report
from pantin.report.catalogue import did_you_mean
from pantin.viewer.animation import ANIMATIONS, animation, save_animation, timing
from pantin.viewer.camera import VIEWS, View
from pantin.viewer.colour import Pixels
from pantin.viewer.images import pillow
from pantin.viewer.picture import STILLS, Look, front_of, picture
from pantin.viewer.picture import save as save_picture
from pantin.viewer.stage import Show

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.rig import Clip, Rig

PARTS = ("mesh", "skeleton", "wireframe", "colliders")

LONGEST_SIZE = 24
"""Characters of a size: too large a picture is refused by its limit, and no endless number is read."""


@dataclass(frozen=True, eq=False, slots=True)
class Rendered:
    """What was drawn: the pixels of a still, as (rows, columns, 4) bytes of sRGB with alpha; sentences on
    what could not be drawn; and the report on what of the file is not in its rig."""

    pixels: Pixels | None
    notes: tuple[str, ...]
    report: Report


def render(
    asset: Asset,
    path: str | os.PathLike[str] | None = None,
    *,
    clip: int | str | None = None,
    time: float | None = None,
    frames: int | None = None,
    fps: float | None = None,
    size: str | tuple[int, int] = (800, 600),
    camera: str | tuple[float, float] = "auto",
    show: str = "mesh",
    turntable: bool = False,
    background: str = "light",
    shadow: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Rendered:
    """Draw an asset: a still (.png, .webp), or an animation (.gif, .mp4, and .webp with `frames`, `fps` or
    `turntable`). Without a path, the pixels of a still are returned and nothing is written.

    clip        the clip to show, by name or index; the first, in an animation
    time        seconds into the clip, for a still
    size        pixels across and down
    camera      "auto", "front", "side", "back", "top", or (yaw, pitch) in degrees: (0, 0) is in front
    show        what to draw, with commas between: mesh, skeleton, wireframe, colliders, weights=BONE
    turntable   turn once around the model
    background  light, dark, white, grey, black, transparent, or a colour as #rrggbb
    shadow      whether the model casts a soft shadow on the ground
    progress    called with (frames drawn, frames in all) after each frame of an animation

    Raises `ValueError` for what cannot be drawn so, and `Unsupported` where the extra [render] is missing.

    >>> picture = pantin.render(pantin.load("examples/arm.glb"), size=(64, 48))
    >>> picture.pixels.shape
    (48, 64, 4)
    """
    check_vertex_limit(asset.rig)
    target = None if path is None else Path(path)
    moving = _is_animation(target, frames=frames, fps=fps, turntable=turntable)
    look = Look(
        _size(size),
        _view(camera).turned(front_of(asset)),
        _show(asset.rig, show),
        background,
        shadow,
    )
    chosen = _clip(asset.rig, clip, (moving and not turntable) or time is not None)
    report = Report(asset.path, "", asset.lifted.findings)
    if moving:
        assert target is not None
        if time is not None:
            raise ValueError("time is for a still; an animation takes frames and fps")
        when = timing(chosen, frames, fps, turntable)
        drawn, notes = animation(asset, chosen, when, look)
        save_animation(drawn, when.rate, target, _counter(progress, len(when.times)))
        return Rendered(None, notes, report)
    pillow()  # before the work rather than after it
    pose = None if chosen is None else sample(asset.rig, chosen, time or 0.0)
    pixels, notes = picture(asset, pose, look)
    if target is not None:
        save_picture(pixels, target)
    return Rendered(pixels, notes, report)


def _counter(progress: Callable[[int, int], None] | None, total: int) -> Callable[[], None]:
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    return count


def _is_animation(path: Path | None, *, frames: int | None, fps: float | None, turntable: bool) -> bool:
    """Whether a file of this name, with these options, moves. Raises `ValueError` for one that cannot."""
    options = {"frames": frames is not None, "fps": fps is not None, "turntable": turntable}
    asked = next((name for name, given in options.items() if given), None)
    if path is None:
        if asked is not None:
            raise ValueError(f"{asked} makes an animation, which needs a path: {_listed(ANIMATIONS)}")
        return False
    suffix = path.suffix.lower()
    if suffix not in (*STILLS, *ANIMATIONS):
        raise ValueError(f"{path}: a picture is written as {_listed((*STILLS, *ANIMATIONS))}")
    if suffix not in ANIMATIONS and asked is not None:
        raise ValueError(f"{asked} makes an animation, and {path} is a still: write {_listed(ANIMATIONS)}")
    return asked is not None or suffix not in STILLS


def _listed(suffixes: Iterable[str]) -> str:
    """`.webp, .gif or .mp4`."""
    *first, last = dict.fromkeys(suffixes)
    return f"{', '.join(first)} or {last}"


def _clip(rig: Rig, clip: int | str | None, needed: bool) -> Clip | None:
    """The clip that is asked for, else the first where one is needed."""
    if clip is not None:
        return rig.clips[index_of(clip, [known.name for known in rig.clips], "clip")]
    if needed and not rig.clips:
        raise ValueError("the file has no clip; a turntable moves the camera instead")
    return rig.clips[0] if needed else None


def _size(size: str | tuple[int, int]) -> tuple[int, int]:
    """Pixels across and down, also from `800x600`."""
    words = size.lower().split("x") if isinstance(size, str) else [str(number) for number in size]
    if len(words) != 2 or not all(word.isdecimal() for word in words) or len("x".join(words)) > LONGEST_SIZE:
        raise ValueError(f"size is pixels across and down, such as 800x600, not {size!r}")
    return int(words[0]), int(words[1])


def _view(camera: str | tuple[float, float]) -> View:
    """A view by name, or from yaw and pitch in degrees, also as `yaw,pitch`."""
    if isinstance(camera, str) and camera in VIEWS:
        return VIEWS[camera]
    try:
        yaw, pitch = map(float, camera.split(",") if isinstance(camera, str) else camera)
    except ValueError:
        raise ValueError(f"camera is one of {', '.join(VIEWS)}, or yaw,pitch, not {camera!r}") from None
    if not isfinite(yaw) or not -90 <= pitch <= 90:
        raise ValueError(f"camera {camera!r}: the pitch is from -90, below, to 90, above, and the yaw finite")
    return View(yaw, pitch)


def _show(rig: Rig, text: str) -> Show:
    """What to draw, from words with commas between. A bone's name may have commas: it is the longest that
    fits."""
    words, weights = text.split(","), None
    for index, word in enumerate(words):
        if word.startswith("weights="):
            name = word.removeprefix("weights=")
            rest = words[index + 1 :]
            while rest and rest[0] not in PARTS and not rest[0].startswith("weights="):
                name += "," + rest.pop(0)
            weights = index_of(name, rig.nodes.names, "node")
            words = words[:index] + rest
            break
    for word in words:
        if word not in PARTS:
            hint = did_you_mean(word, [*PARTS, "weights=BONE"])
            raise ValueError(f"show: {word!r} is not one of {', '.join(PARTS)}, weights=BONE.{hint}")
    return Show(**{part: part in words for part in PARTS}, weights=weights)
