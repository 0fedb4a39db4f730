"""Figures of a rig for `pantin inspect`: influences, binds that disagree with the rest pose, bounds,
springs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from pantin.assets.spring_figures import SpringFigures, spring_figures
from pantin.checks.binds import joints_off_bind_pose
from pantin.deformation import deform
from pantin.motion import sample
from pantin.rig import Clip, Pose, Poses, Reals, Rig

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOMENTS = 33
"""Moments of a clip that are posed for its bounds: its ends and 31 between, if the model is not too large."""

FEWEST = 3
"""Both ends of a clip and its middle: fewer say nothing of it."""

WORK = 1 << 24
"""Vertices posed for the bounds of all clips: about two seconds. A model that needs more gets none."""

KEYS = 1 << 22
"""Keys gathered for the bounds of all clips, 120 bytes of each: half a gigabyte. Clips and channels may share
them in the file, and each has its own once it is sampled."""

AT_ONCE = 1 << 20
"""Vertices, or nodes, posed in one go: 12 MB of positions, 100 MB of maps."""


class Bounds(Struct, frozen=True):
    """The box around all vertices that the default scene shows, in world space."""

    min: tuple[float, ...]
    max: tuple[float, ...]


class SkinFigures(Struct, frozen=True):
    """`influences` maps a number of weights other than 0 to the number of vertices that have so many;
    `bind_not_rest` lists joints (by their place in the skin) that put the mesh elsewhere at rest than the
    first joint does."""

    joints: int
    influences: dict[int, int]
    bind_not_rest: tuple[int, ...]


class ClipFigures(Struct, frozen=True):
    """`bounds` over `moments` evenly spaced moments; None where the model is too large, or empty."""

    name: str | None
    moments: int
    bounds: Bounds | None


class Figures(Struct, frozen=True):
    """Figures of the skins, clips and springs of a rig, in its order, and the bounds at rest."""

    skins: tuple[SkinFigures, ...]
    bounds: Bounds | None
    clips: tuple[ClipFigures, ...]
    springs: SpringFigures | None = None


def figures(rig: Rig) -> Figures:
    """The figures of a rig. The work they take is bounded."""
    vertices = sum(map(len, _shown(rig)))
    moments = _moments(rig, vertices)
    with np.errstate(all="ignore"):
        return Figures(
            tuple(_skin(rig, at, stray) for at, stray in enumerate(joints_off_bind_pose(rig))),
            _bounds([rig.rest_pose()], rig) if vertices <= WORK else None,
            tuple(_clip(rig, one, moments, vertices) for one in rig.clips),
            spring_figures(rig),
        )


def _moments(rig: Rig, vertices: int) -> int:
    """How many moments of each clip are posed; 0 where that would be too much work, or none has bounds."""
    keys = sum(len(channel.times) for clip in rig.clips for channel in clip.channels)
    if vertices == 0 or keys > KEYS:
        return 0
    moments = min(MOMENTS, WORK // max(1, vertices * len(rig.clips)))
    return moments if moments >= FEWEST else 0


def _shown(rig: Rig) -> Iterator[Reals]:
    shown = rig.shown()
    for instance in rig.instances:
        if shown[instance.node]:
            yield from (one.positions for one in rig.meshes[instance.mesh].surfaces)


def _skin(rig: Rig, skin: int, stray: list[int]) -> SkinFigures:
    counts: dict[int, int] = {}
    for mesh in sorted({one.mesh for one in rig.instances if one.skin == skin}):
        for surface in rig.meshes[mesh].surfaces:
            if surface.influences is not None:
                held = surface.influences.weights != 0
                # Sums up to each offset, so that a vertex without influences counts as one too.
                sums = np.concatenate([[0], np.cumsum(held)])[surface.influences.offsets]
                for number, count in zip(*np.unique(np.diff(sums), return_counts=True), strict=True):
                    counts[int(number)] = counts.get(int(number), 0) + int(count)
    return SkinFigures(len(rig.skins[skin].joints), dict(sorted(counts.items())), tuple(stray))


def _clip(rig: Rig, clip: Clip, moments: int, vertices: int) -> ClipFigures:
    if not moments:
        return ClipFigures(clip.name, 0, None)
    times = np.linspace(0.0, clip.duration, moments)
    step = max(1, AT_ONCE // max(1, vertices, len(rig.nodes)))
    parts = (sample(rig, clip, times[first : first + step]) for first in range(0, moments, step))
    return ClipFigures(clip.name, moments, _bounds(parts, rig))


def _bounds(batches: Iterable[Pose | Poses], rig: Rig) -> Bounds | None:
    low, high = np.full(rig.dimension, np.inf), np.full(rig.dimension, -np.inf)
    for batch in batches:
        for posed in deform(rig, batch, normals=False):
            points = posed.positions.reshape(-1, rig.dimension)
            low = np.minimum(low, points.min(axis=0, initial=np.inf))
            high = np.maximum(high, points.max(axis=0, initial=-np.inf))
    if not np.isfinite(low).all():
        return None
    return Bounds(tuple(map(float, low)), tuple(map(float, high)))
