"""Options of `render`, as values and as the strings of the command line."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.short_repr import short_value
from pantin.formats.lookup import index_of
from pantin.report.catalogue import did_you_mean
from pantin.viewer.animation import ANIMATIONS
from pantin.viewer.camera import VIEWS, ViewAngles
from pantin.viewer.picture import STILLS
from pantin.viewer.stage import Show

if TYPE_CHECKING:
    from pantin.rig import Rig

PARTS = ("mesh", "skeleton", "wireframe", "colliders", "shapes")

LONGEST_SIZE = 24
"""Characters of a size option, so that no endless number is parsed."""


def is_animation(
    path: Path | None, *, frames: int | None, fps: float | None, turntable: bool, sweep: bool = False
) -> bool:
    """Whether this path and these options make an animation. Raises `ValueError` if they contradict."""
    options = {
        "frames": frames is not None,
        "fps": fps is not None,
        "turntable": turntable,
        "sweep": sweep,
    }
    asked = next((name for name, value in options.items() if value), None)
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


def parse_size(size: str | tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels, also from `800x600`."""
    words = size.lower().split("x") if isinstance(size, str) else [str(number) for number in size]
    if len(words) != 2 or not all(word.isdecimal() for word in words) or len("x".join(words)) > LONGEST_SIZE:
        raise ValueError(f"size must be WIDTHxHEIGHT in pixels, such as 800x600, not {short_value(size)}")
    return int(words[0]), int(words[1])


def parse_view(camera: str | tuple[float, float]) -> ViewAngles:
    """A view by name, or from yaw and pitch in degrees, also as `yaw,pitch`."""
    if isinstance(camera, str) and camera in VIEWS:
        return VIEWS[camera]
    try:
        yaw, pitch = map(float, camera.split(",") if isinstance(camera, str) else camera)
    except ValueError:
        raise ValueError(
            f"camera must be one of {', '.join(VIEWS)}, or YAW,PITCH, not {short_value(camera)}"
        ) from None
    if not isfinite(yaw) or not -90 <= pitch <= 90:
        raise ValueError(f"camera {camera!r}: yaw must be finite, and pitch between -90 and 90 degrees")
    return ViewAngles(yaw, pitch)


def parse_show(rig: Rig, text: str) -> Show:
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
            known = ", ".join(PARTS)
            raise ValueError(f"show must be made of {known} and weights=BONE, not {short_value(word)}.{hint}")
    if words == ["mesh"] and weights is None and not rig.instances:
        words = ["skeleton"]  # a motion: there is nothing else to see
    return Show(**{part: part in words for part in PARTS}, weights=weights)
