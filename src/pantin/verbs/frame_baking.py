"""Freeze a model for readers without skins: at rest, or every frame of a clip."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.lookup import index_of
from pantin.formats.part_pointers import at_source, name_parts
from pantin.motion import sample, solve_constraints
from pantin.report import Finding
from pantin.report.pointer import pointer
from pantin.rig import Rig
from pantin.verbs.asset import Asset
from pantin.verbs.conversion import not_lifted
from pantin.verbs.dropped import dropped_by_format, dropped_unseen
from pantin.verbs.partial import ShapeAsset
from pantin.verbs.pose import pose

FPS = 30.0

MOST_FRAMES = 10_000
"""The most frames: each one gets separate meshes and nodes."""


def bake_into_meshes(asset: Asset, clip: int | str | None, fps: float | None) -> Asset:
    """The asset without skins, blend shapes and clips: at rest, or with `clip` a node for each of its frames,
    only the first visible. Raises `ValueError` for a clip that the asset does not have."""
    from pantin.deformation.limits import check_vertex_limit
    from pantin.operations.edit.bake_frames import bake_frames

    if clip is None:
        if fps is not None:
            raise ValueError("fps needs clip: the rest pose is a single frame")
        frozen = pose(asset)
        frozen.findings = (*frozen.findings, *_dropped_motion(asset.rig, None))
        return frozen
    rig = asset.rig
    index = index_of(clip, [each.name for each in rig.clips], "clip")
    times = frame_times(asset, index, FPS if fps is None else fps)
    check_vertex_limit(rig, asset.budget)
    poses = (solve_constraints(rig, sample(rig, index, time)) for time in times)
    losses = () if asset.from_rig else not_lifted(asset)
    dropped = at_source(asset.format, _dropped_by_frames(rig))
    findings = (*asset.findings, *losses, *dropped, *_dropped_motion(rig, index))
    return ShapeAsset.of_rig(bake_frames(rig, poses), asset.path, findings=findings)


def _dropped_motion(rig: Rig, baked: int | None) -> Iterator[Finding]:
    """Motion lost in a frozen rig: its springs, and the clips that are not baked."""
    pointers = [pointer("clips", index) for index in range(len(rig.clips)) if index != baked]
    springs = [pointer("springs", index) for index in range(len(rig.springs.springs))]
    what = "; ".join(name_parts(rig, parts[0], len(parts)) for parts in (pointers, springs) if parts)
    if what:
        why = "do not move; choose a clip to bake its frames" if baked is None else "are frames of one clip"
        yield dropped_by_format.at(what=what, format="baked meshes", why=why)


def _dropped_by_frames(rig: Rig) -> Iterator[Finding]:
    """Parts that baked frames lack: cameras, lights, a character, and invisible meshes."""
    views = {"cameras": len(rig.cameras), "lights": len(rig.lights)}
    parts = [name_parts(rig, pointer(name, 0), count) for name, count in views.items() if count]
    what = "; ".join([*parts, *(["the VRM character"] if rig.character else [])])
    if what:
        yield dropped_by_format.at(what=what, format="baked frames", why="have meshes only")
    yield from dropped_unseen(rig)


def frame_times(asset: Asset, clip: int, fps: float) -> list[float]:
    """The times of the frames of a clip, from 0 to its end."""
    if not 0 < fps < math.inf:
        raise ValueError(f"fps must be a finite number larger than 0, not {fps:g}")
    duration = asset.rig.clips[clip].duration
    count = math.floor(duration * fps + 1e-6) + 1
    if count > MOST_FRAMES:
        raise ValueError(
            f"the clip has {count:,} frames at {fps:g} a second; at most {MOST_FRAMES:,} are baked"
        )
    return [frame / fps for frame in range(count)]
