"""Statistics of a rig for `pantin inspect`: influences, joints not bound at rest, bounds, springs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field

from pantin.checks.binds import joints_off_bind_pose
from pantin.deformation import deform
from pantin.motion import sample
from pantin.operations.spring_statistics import SpringStatistics, spring_statistics
from pantin.rig import Clip, Pose, Poses, Reals, Rig

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_FRAMES = 33
"""Frames of a clip that are posed for its bounds: both ends and 31 between, if the model is not too large."""

FEWEST = 3
"""The fewest frames of a clip for its bounds: both ends and the middle."""

WORK = 1 << 24
"""Vertices posed for the bounds of all clips: about two seconds. A larger model gets no bounds of clips."""

KEYS = 1 << 22
"""Keys sampled for the bounds of all clips, 120 bytes each: half a gigabyte. Clips and channels may share
keys in the file, but each needs its own samples."""

AT_ONCE = 1 << 20
"""Vertices, or nodes, posed at once: 12 MB of positions, 100 MB of transforms."""


class Bounds(Struct, frozen=True):
    """The bounding box of all vertices of the default scene, in world space."""

    min: tuple[float, ...]
    max: tuple[float, ...]


class SkinStatistics(Struct, frozen=True):
    """`influences` maps a number of non-zero weights to the number of vertices with that many;
    `bind_not_rest` lists joints (by their index in the skin) that move the mesh at rest relative to the first
    joint."""

    joints: int
    influences: dict[int, int]
    bind_not_rest: tuple[int, ...]


class ClipStatistics(Struct, frozen=True):
    """`bounds` over `frames` evenly spaced frames; None if the model is too large, or empty."""

    name: str | None
    frames: int = field(name="moments")  # the key in JSON, as programs know it
    bounds: Bounds | None


class SkeletonStatistics(Struct, frozen=True):
    """`root` is a node; `skins` are those that the skeleton owns."""

    name: str | None
    root: int
    joints: int
    skins: tuple[int, ...]


class RigStatistics(Struct, frozen=True):
    """Statistics of the parts of a rig, in its order, and the bounds at rest."""

    skins: tuple[SkinStatistics, ...]
    bounds: Bounds | None
    clips: tuple[ClipStatistics, ...]
    springs: SpringStatistics | None = None
    skeletons: tuple[SkeletonStatistics, ...] = ()
    joints: int = 0
    """Nodes that are joints of any skin or skeleton."""
    expressions: tuple[str, ...] = ()
    """The expressions of a character, by name."""
    triangles: int = 0
    """The triangles of all meshes, each counted once."""


def rig_statistics(rig: Rig) -> RigStatistics:
    """The statistics of a rig. Their work is limited."""
    vertices = sum(map(len, _visible_positions(rig)))
    frames = _frames(rig, vertices)
    with np.errstate(all="ignore"):
        return RigStatistics(
            tuple(_skin(rig, index, stray) for index, stray in enumerate(joints_off_bind_pose(rig))),
            _bounds([rig.rest_pose()], rig) if vertices <= WORK else None,
            tuple(_clip(rig, clip, frames, vertices) for clip in rig.clips),
            spring_statistics(rig),
            tuple(_skeletons(rig)),
            _joint_count(rig),
            () if rig.character is None else tuple(face.name for face in rig.character.expressions),
            sum(len(surface.triangles) for mesh in rig.meshes for surface in mesh.surfaces),
        )


def _skeletons(rig: Rig) -> Iterator[SkeletonStatistics]:
    for index, skeleton in enumerate(rig.skeletons):
        skins = tuple(number for number, skin in enumerate(rig.skins) if skin.skeleton == index)
        yield SkeletonStatistics(skeleton.name, int(skeleton.root), len(skeleton.joints), skins)


def _frames(rig: Rig, vertices: int) -> int:
    """How many frames of each clip are posed; 0 if that would be too much work, or if there are no bounds."""
    keys = sum(len(channel.times) for clip in rig.clips for channel in clip.channels)
    if vertices == 0 or keys > KEYS:
        return 0
    frames = min(MOST_FRAMES, WORK // max(1, vertices * len(rig.clips)))
    return frames if frames >= FEWEST else 0


def _visible_positions(rig: Rig) -> Iterator[Reals]:
    shown = rig.shown()
    for instance in rig.instances:
        if shown[instance.node]:
            yield from (surface.positions for surface in rig.meshes[instance.mesh].surfaces)


def _skin(rig: Rig, skin: int, stray: list[int]) -> SkinStatistics:
    counts: dict[int, int] = {}
    for mesh in sorted({instance.mesh for instance in rig.instances if instance.skin == skin}):
        for surface in rig.meshes[mesh].surfaces:
            if surface.influences is not None:
                is_used = surface.influences.weights != 0
                # Sums up to each offset, so that a vertex without influences counts too.
                sums = np.concatenate([[0], np.cumsum(is_used)])[surface.influences.offsets]
                for number, count in zip(*np.unique(np.diff(sums), return_counts=True), strict=True):
                    counts[int(number)] = counts.get(int(number), 0) + int(count)
    # A slot without a joint is where weights of no bone go.
    joints = int((rig.skins[skin].joints >= 0).sum())
    return SkinStatistics(joints, dict(sorted(counts.items())), tuple(stray))


def _clip(rig: Rig, clip: Clip, frames: int, vertices: int) -> ClipStatistics:
    if not frames:
        return ClipStatistics(clip.name, 0, None)
    times = np.linspace(0.0, clip.duration, frames)
    step = max(1, AT_ONCE // max(1, vertices, len(rig.nodes)))
    parts = (sample(rig, clip, times[first : first + step]) for first in range(0, frames, step))
    return ClipStatistics(clip.name, frames, _bounds(parts, rig))


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


def _joint_count(rig: Rig) -> int:
    """The nodes that a skin or a skeleton lists."""
    lists = [*(skin.joints for skin in rig.skins), *(skeleton.joints for skeleton in rig.skeletons)]
    return len({int(joint) for joints in lists for joint in joints if joint >= 0})
