"""A clip at one moment or at many: keys found, interpolated by the rules of glTF, and laid over the rest
pose."""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.motion.interpolation import values_at
from pantin.rig import Clip, Doubles, Pose, Poses, Rig
from pantin.rig.transform import made


@overload
def sample(rig: Rig, clip: int | str | Clip = 0, time: float = 0.0) -> Pose: ...


@overload
def sample(rig: Rig, clip: int | str | Clip, time: NDArray[np.floating] | list[float]) -> Poses: ...


def sample(rig: Rig, clip: int | str | Clip = 0, time: ArrayLike = 0.0) -> Pose | Poses:
    """The pose of a clip (by index or name) at a time in seconds, or the poses at an array of times.

    Each channel is clamped to its own first and last key. What no channel moves keeps its rest value. A node
    that rests in a general map keeps it under a translation; a rotation or scale replaces the map by its
    nearest parts (glTF 2.0 §3.11 forbids to animate such a node; without shear nothing is lost).
    """
    times = np.asarray(time, np.float64)
    if times.ndim > 1:
        raise ValueError(f"times have shape {times.shape}; a number or a list of numbers is expected")
    if not np.isfinite(times).all():
        raise ValueError("a time is not a finite number")
    poses = _sampled(rig, clip if isinstance(clip, Clip) else rig.clip(clip), np.atleast_1d(times))
    return poses[0] if times.ndim == 0 else poses


def _sampled(rig: Rig, clip: Clip, times: Doubles) -> Poses:
    rest, frames = rig.rest_pose(), len(times)
    parts: dict[str, Doubles] = {
        "translation": _repeated(rest.translations, frames),
        "scale": _repeated(rest.scales, frames),
    }
    if rest.quaternions is not None:
        parts["rotation"] = _repeated(rest.quaternions, frames)
    blend = [_repeated(amounts, frames) for amounts in rest.blend]
    moved: set[int] = set()
    remade: set[int] = set()
    for channel in clip.channels:
        values = values_at(channel, times)
        if channel.property == "weights":
            blend[rig.instance_at(channel.node)] = values
            continue
        parts[channel.property][:, channel.node] = values
        (moved if channel.property == "translation" else remade).add(channel.node)
    kept = sorted(node for node in moved - remade if rest.general[node])
    nodes = sorted((moved | remade) - set(kept))
    local = _repeated(rest.local, frames)
    rotations = parts.get("rotation")
    local[:, nodes] = made(
        parts["translation"][:, nodes],
        None if rotations is None else rotations[:, nodes],
        parts["scale"][:, nodes],
    )
    for node in kept:
        local[:, node, :, -1] = parts["translation"][:, node]
    general = rest.general.copy()
    general[nodes] = False
    return Poses(
        rig,
        local,
        np.broadcast_to(general, (frames, len(general))),
        parts["translation"],
        rotations,
        parts["scale"],
        tuple(blend),
    )


def _repeated(rest: Doubles, frames: int) -> Doubles:
    return np.repeat(rest[None], frames, axis=0)
