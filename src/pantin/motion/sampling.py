"""A clip at one moment or at many: keys found, interpolated by the rules of glTF, and laid over the rest
pose.

The NumPy reference is here, the compiled twin in `sampling_numba.py`; their bits are equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.kernels import engine
from pantin.kernels.composition import compose_into
from pantin.motion.interpolation import values_at
from pantin.motion.tracks import tracks
from pantin.rig import Clip, Doubles, Pose, Poses, Rig
from pantin.rig.arrays import frozen
from pantin.rig.rig import rig_given

AT_ONCE = 4096
"""Poses times nodes of one pass: its quaternions, maps and their temporaries are some 100 doubles a node, 3
MB in all, about a second-level cache. Without passes 10,000 poses of 24 nodes took a third longer."""


@overload
def sample(rig: Rig, clip: int | str | Clip = 0, time: float = 0.0) -> Pose: ...


@overload
def sample(rig: Rig, clip: int | str | Clip, time: NDArray[np.floating] | list[float]) -> Poses: ...


def sample(rig: Rig, clip: int | str | Clip = 0, time: ArrayLike = 0.0) -> Pose | Poses:
    """The pose of a clip (by index or name) at a time in seconds, or the poses at an array of times.

    Each channel is clamped to its own first and last key. What no channel moves keeps its rest value. A node
    that rests in a general map keeps it under a translation; a rotation or scale replaces the map by its
    nearest parts (glTF 2.0 §3.11 forbids to animate such a node; without shear nothing is lost).

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.sample(rig, "bend", 1.0).rotations[rig.node("elbow")].round(3)
    array([0.   , 0.   , 0.5  , 0.866])
    """
    rig_given(rig)
    try:
        times = np.asarray(time, np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"time is a number or a list of numbers, in seconds, not {time!r}") from None
    if times.ndim > 1:
        raise ValueError(f"times have shape {times.shape}; a number or a list of numbers is expected")
    if not np.isfinite(times).all():
        raise ValueError("a time is not a finite number")
    poses = _sampled(rig, clip if isinstance(clip, Clip) else rig.clip(clip), np.atleast_1d(times))
    return poses[0] if times.ndim == 0 else poses


@dataclass(frozen=True, eq=False, slots=True)
class Sampled:
    """Arrays a sampler fills, with F in front; a part that no channel of the clip moves is the rest pose's,
    repeated without a copy, and not written to.

    parts    per property but "weights" (F, n, width)
    weights  (F, targets) for each instance
    local    (F, n, N, N + 1)
    remade   nodes whose map is made anew from its parts
    shifted  nodes whose map keeps its linear part
    """

    parts: dict[str, Doubles]
    weights: list[Doubles]
    local: Doubles
    remade: NDArray[np.int64]
    shifted: NDArray[np.int64]


def _sampled(rig: Rig, clip: Clip, times: Doubles) -> Poses:
    rest = rig.rest_pose()
    made = _room(rig, clip, rest, len(times))
    if len(times):
        CLIPS(len(times) * len(clip.channels), rig, clip, rest, times, made)
    general = rest.general.copy()
    general[made.remade] = False
    return Poses(
        rig,
        frozen(made.local),
        np.broadcast_to(general, (len(times), len(general))),
        frozen(made.parts["translation"]),
        frozen(made.parts["rotation"]) if "rotation" in made.parts else None,
        frozen(made.parts["scale"]),
        tuple(frozen(amounts) for amounts in made.weights),
    )


def _room(rig: Rig, clip: Clip, rest: Pose, frames: int) -> Sampled:
    moved = {one.property for one in clip.channels}
    stored = {"translation": rest.translations, "rotation": rest.quaternions, "scale": rest.scales}
    parts = {
        name: np.empty((frames, *values.shape)) if name in moved else _repeated(values, frames)
        for name, values in stored.items()
        if values is not None
    }
    blended = {rig.instance_at(one.node) for one in clip.channels if one.property == "weights"}
    weights = [
        np.empty((frames, *amounts.shape)) if at in blended else _repeated(amounts, frames)
        for at, amounts in enumerate(rest.blend)
    ]
    shifts = {one.node for one in clip.channels if one.property == "translation"}
    remade = {one.node for one in clip.channels if one.property in ("rotation", "scale")}
    local = np.empty((frames, *rest.local.shape)) if shifts | remade else _repeated(rest.local, frames)
    nodes = (np.array(sorted(some), np.int64) for some in (remade, shifts - remade))
    return Sampled(parts, weights, local, *nodes)


def _repeated(rest: Doubles, frames: int) -> Doubles:
    return np.broadcast_to(rest, (frames, *rest.shape))


def fill_frames(rig: Rig, clip: Clip, rest: Pose, times: Doubles, made: Sampled) -> None:
    """The reference: pass by pass, so that what slerp and the rest leave behind stays in the cache."""
    stored = {"translation": rest.translations, "rotation": rest.quaternions, "scale": rest.scales}
    step = max(1, AT_ONCE // max(1, len(rig.nodes)))
    for now in (slice(first, first + step) for first in range(0, len(times), step)):
        for name, part in made.parts.items():
            if part.flags.writeable:
                part[now] = stored[name]
        for track in tracks(clip):
            values = values_at(track, times[now])
            if track.property == "weights":
                each = np.broadcast_to(values, (len(values), len(track.nodes), values.shape[-1]))
                for at, node in enumerate(track.nodes.tolist()):
                    made.weights[rig.instance_at(node)][now] = each[:, at]
            else:
                made.parts[track.property][now, track.nodes] = values
        if made.local.flags.writeable:
            _place(rest, made, now)


CLIPS = engine.Kernel("clips", fill_frames, "pantin.motion.sampling_numba:fill_frames")


def _place(rest: Pose, made: Sampled, now: slice) -> None:
    """Local maps of some of the moments, from their parts."""
    made.local[now] = rest.local
    if len(made.remade):  # in 3D alone: rotations and scales are moved nowhere else
        parts = [made.parts[name][now, made.remade] for name in ("translation", "rotation", "scale")]
        fresh = np.empty((*parts[0].shape, 4))
        compose_into(fresh, *parts)
        made.local[now, made.remade] = fresh
    made.local[now][..., -1][:, made.shifted] = made.parts["translation"][now, made.shifted]
