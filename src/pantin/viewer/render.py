"""`render`: a picture or an animation of an asset, on a machine with no display."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.assets import index_of
from pantin.assets.expression_findings import clamped_expressions
from pantin.assets.posing import describe_pose
from pantin.assets.retargeting import Motion, with_motion
from pantin.deformation.limits import check_vertex_limit
from pantin.motion import sample
from pantin.report import Report
from pantin.report.catalogue import did_you_mean
from pantin.viewer.animation import ANIMATIONS, draw_animation, plan_frames, save_animation
from pantin.viewer.camera import VIEWS, ViewAngles
from pantin.viewer.colour import Pixels
from pantin.viewer.images import import_pillow
from pantin.viewer.picture import STILLS, Look, draw_picture, front_yaw, save_picture
from pantin.viewer.stage import Show

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.rig import Clip, Pose, Rig

PARTS = ("mesh", "skeleton", "wireframe", "colliders")

LONGEST_SIZE = 24
"""Characters of a size option, so that no endless number is parsed."""


@dataclass(frozen=True, eq=False, slots=True)
class Rendered:
    """The pixels of a still, as (rows, columns, 4) bytes of sRGB with alpha; notes on what could not be
    drawn; and the report on parts of the file that are not in its rig."""

    pixels: Pixels | None
    notes: tuple[str, ...]
    report: Report


def render(
    asset: Asset,
    path: str | os.PathLike[str] | None = None,
    *,
    clip: int | str | None = None,
    time: float | None = None,
    expressions: Mapping[str | int, float] | None = None,
    look_at: Sequence[float] | None = None,
    constraints: bool = True,
    motion: Motion | None = None,
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
    """Draw an asset as a still (.png, .webp) or an animation (.gif, .mp4, and .webp with `frames`, `fps` or
    `turntable`). Without a path, the pixels of a still are returned and nothing is written.

    clip         the clip to show, by name or index; an animation defaults to the first
    time         seconds into the clip, for a still
    expressions  the weight of each expression of a VRM character, by name, from 0 to 1
    look_at      the point in the world that the eyes of a VRM character look at
    constraints  solve the node constraints of the rig; False ignores them
    motion       another file, or its asset: `clip` is one of its clips, retargeted to the asset
    size         width and height in pixels
    camera       "auto", "front", "side", "back", "top", or (yaw, pitch) in degrees; (0, 0) is the front
    show         what to draw, separated by commas: mesh, skeleton, wireframe, colliders, weights=BONE; a
                 rig without meshes shows its skeleton
    turntable    rotate the camera once around the model
    background   light, dark, white, grey, black, transparent, or a colour as #rrggbb
    shadow       whether the model casts a soft shadow on the ground
    progress     called with (frames drawn, total frames) after each frame of an animation

    Raises `ValueError` for invalid options, and `Unsupported` if the extra [render] is not installed.

    >>> picture = pantin.render(pantin.load("examples/arm.glb"), size=(64, 48))
    >>> picture.pixels.shape
    (48, 64, 4)
    """
    check_vertex_limit(asset.rig, asset.budget)
    if motion is not None:
        asset = with_motion(asset, motion, clip)
        clip = len(asset.rig.clips) - 1
    target = None if path is None else Path(path)
    moving = _is_animation(target, frames=frames, fps=fps, turntable=turntable)
    look = Look(
        _size(size),
        _view(camera).rotated(front_yaw(asset)),
        _show(asset.rig, show),
        background,
        shadow,
    )
    chosen = _clip(asset.rig, clip, (moving and not turntable) or time is not None)

    def adjust(pose: Pose) -> Pose:
        return describe_pose(
            asset.rig, pose, expressions=expressions, look_at=look_at, constraints=constraints
        )

    first = adjust(asset.rig.rest_pose())  # fail before the work rather than after it
    report = Report(asset.path, "", (*asset.lifted.findings, *clamped_expressions(first)))
    if moving:
        assert target is not None
        if time is not None:
            raise ValueError("time applies to stills only: use frames and fps for an animation")
        timing = plan_frames(chosen, frames, fps, turntable)
        drawn, notes = draw_animation(asset, chosen, timing, look, adjust)
        save_animation(drawn, timing.rate, target, _counter(progress, len(timing.times)))
        return Rendered(None, notes, report)
    import_pillow()  # fail before the work rather than after it
    pose = asset.rig.rest_pose() if chosen is None else sample(asset.rig, chosen, time or 0.0)
    pixels, notes = draw_picture(asset, adjust(pose), look)
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
    """Whether this path and these options make an animation. Raises `ValueError` if they contradict."""
    options = {"frames": frames is not None, "fps": fps is not None, "turntable": turntable}
    asked = next((name for name, given in options.items() if given), None)
    if path is None:
        if asked is not None:
            raise ValueError(
                f"{asked} makes an animation: give a path that ends in {_list_suffixes(ANIMATIONS)}"
            )
        return False
    suffix = path.suffix.lower()
    if suffix not in (*STILLS, *ANIMATIONS):
        raise ValueError(f"{path}: unsupported format: use {_list_suffixes((*STILLS, *ANIMATIONS))}")
    if suffix not in ANIMATIONS and asked is not None:
        raise ValueError(
            f"{asked} makes an animation, but {path} is a still: use {_list_suffixes(ANIMATIONS)}"
        )
    return asked is not None or suffix not in STILLS


def _list_suffixes(suffixes: Iterable[str]) -> str:
    """`.webp, .gif or .mp4`."""
    *first, last = dict.fromkeys(suffixes)
    return f"{', '.join(first)} or {last}"


def _clip(rig: Rig, clip: int | str | None, needed: bool) -> Clip | None:
    """The given clip, else the first one if a clip is needed."""
    if clip is not None:
        return rig.clips[index_of(clip, [known.name for known in rig.clips], "clip")]
    if needed and not rig.clips:
        raise ValueError("the file has no clips: use turntable to animate the camera instead")
    return rig.clips[0] if needed else None


def _size(size: str | tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels, also from `800x600`."""
    words = size.lower().split("x") if isinstance(size, str) else [str(number) for number in size]
    if len(words) != 2 or not all(word.isdecimal() for word in words) or len("x".join(words)) > LONGEST_SIZE:
        raise ValueError(f"size must be WIDTHxHEIGHT in pixels, such as 800x600, not {size!r}")
    return int(words[0]), int(words[1])


def _view(camera: str | tuple[float, float]) -> ViewAngles:
    """A view by name, or from yaw and pitch in degrees, also as `yaw,pitch`."""
    if isinstance(camera, str) and camera in VIEWS:
        return VIEWS[camera]
    try:
        yaw, pitch = map(float, camera.split(",") if isinstance(camera, str) else camera)
    except ValueError:
        raise ValueError(f"camera must be one of {', '.join(VIEWS)}, or YAW,PITCH, not {camera!r}") from None
    if not isfinite(yaw) or not -90 <= pitch <= 90:
        raise ValueError(f"camera {camera!r}: yaw must be finite, and pitch between -90 and 90 degrees")
    return ViewAngles(yaw, pitch)


def _show(rig: Rig, text: str) -> Show:
    """What to draw, from comma-separated words. The name of a bone may contain commas: the longest match
    counts."""
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
            raise ValueError(f"show: unknown part {word!r} (known: {', '.join(PARTS)}, weights=BONE).{hint}")
    if words == ["mesh"] and weights is None and not rig.instances:
        words = ["skeleton"]  # a motion: there is nothing else to see
    return Show(**{part: part in words for part in PARTS}, weights=weights)
