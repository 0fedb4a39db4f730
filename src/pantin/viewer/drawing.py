"""`draw`: the work of `render`, as a still or an animation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.errors import Unsuitable
from pantin.base.records import Record, replace
from pantin.deformation.limits import check_vertex_limit
from pantin.formats.expression_findings import clamped_expressions
from pantin.formats.pixels import import_pillow
from pantin.motion import sample
from pantin.operations.edit.projection import surface_edges
from pantin.report import Finding, Report
from pantin.rig import Pose
from pantin.rig.rig import require_fit
from pantin.verbs.asset import Asset
from pantin.verbs.baked_clip import driving_clip
from pantin.verbs.posing import Posing, read_posing
from pantin.verbs.upright import upright
from pantin.viewer.animation import Timing, check_pixels, draw_animation, plan_frames, save_animation
from pantin.viewer.colour import Pixels
from pantin.viewer.flat_pictures import draw_flat
from pantin.viewer.flattening import Flattening
from pantin.viewer.picture import Look, draw_picture, save_picture
from pantin.viewer.portrait import PORTRAIT_SIZE, PORTRAIT_VIEW
from pantin.viewer.render import Rendered
from pantin.viewer.render_options import is_animation, parse_show, parse_size, parse_view
from pantin.viewer.stage import front_yaw

if TYPE_CHECKING:
    import os

    from pantin.rig import Clip, Rig
    from pantin.verbs.model import Model

STILL_SIZE = (800, 600)
"""Pixels of an image, unless it is a portrait."""


def draw(
    asset: Asset,
    path: str | os.PathLike[str] | None,
    *,
    clip: int | str | None,
    motion: Model | None,
    time: float | None,
    pose: Pose | str | os.PathLike[str] | None,
    changes: Mapping[str, Any],
    frames: int | None,
    fps: float | None,
    look: tuple[str | tuple[int, int] | None, str | tuple[float, float], str | None, str, bool, bool],
    turntable: bool | str | None,
    flattening: Flattening,
    progress: Callable[[int, int], None] | None,
) -> Rendered:
    """As `render`, with its options by what they are for: `changes` are those of the pose, `look` are size,
    camera, parts, background, shadow and whether it is a portrait."""
    size, camera, show, background, shadow, portrait = look
    asset = upright(asset)
    view = PORTRAIT_VIEW if portrait and camera == "auto" else parse_view(camera)
    pixels = (PORTRAIT_SIZE if portrait else STILL_SIZE) if size is None else parse_size(size)
    parts = parse_show(asset.rig, show or _default_show(asset.rig))
    if turntable is True and asset.rig.dimension > 3:
        flattening, turntable = replace(flattening, turntable=TURN_IN_4D), TURN_IN_4D
    style = Look(pixels, view.rotate(front_yaw(asset)), parts, background, shadow and not portrait, portrait)
    target = None if path is None else Path(path)
    sweep = flattening.sweep
    moving = is_animation(target, frames=frames, fps=fps, turntable=bool(turntable), sweep=sweep)
    alone = bool(turntable) or sweep
    motions = _choose_motion(asset, clip, motion, (moving and not alone) or time is not None)
    flat = _require_dimension(asset, flattening)
    if isinstance(pose, Pose) and motions[0] is not None:
        raise ValueError("give a pose or a clip, not both")
    posing = read_posing(asset, None if isinstance(pose, Pose) else pose, **changes)
    start = _require_own_pose(asset.rig, pose) if isinstance(pose, Pose) else asset.rig.rest_pose()
    drawing = _Drawing(asset, style, *motions, start, posing, flat)
    if target is None or not moving:
        return drawing.still(target, time)
    if time is not None:
        raise ValueError("time applies to stills only: use frames and fps for an animation")
    timing = plan_frames(drawing.clip, frames, fps, turntable is True, moving=flattening.is_moving)
    return drawing.animation(target, timing, progress)


TURN_IN_4D = "xw"
"""The plane in which a 4D model turns on a turntable: a camera alone would always see the same slice."""

FEW_EDGES = 2500
"""Edges that are drawn around a slice without being asked for: a 120-cell has 1,200. More would hide it."""


def _default_show(rig: Rig) -> str:
    """The mesh; around the slice of a model of more dimensions its edges, which say where it is."""
    if rig.dimension <= 3:
        return "mesh"
    surfaces = (rig.meshes[instance.mesh].surfaces for instance in rig.instances)
    edges = sum(len(surface_edges(surface.topology)) for listed in surfaces for surface in listed)
    return "mesh,wireframe" if edges <= FEW_EDGES else "mesh"


def _require_own_pose(rig: Rig, pose: Pose) -> Pose:
    """A pose of a rig itself; raises `ValueError` for that of another."""
    require_fit(rig, pose)
    return pose


def _require_dimension(asset: Asset, flattening: Flattening) -> Flattening | None:
    """How a model of more than three dimensions is flattened; None for one of three."""
    if asset.rig.dimension > 3:
        return flattening
    if asset.rig.dimension < 3:
        raise Unsuitable(f"an image needs three dimensions or more; this rig has {asset.rig.dimension}")
    if flattening.stated:
        raise ValueError(
            f"{flattening.stated[0]} is for models of more than three dimensions; {asset.path} has "
            f"{asset.rig.dimension}"
        )
    return None


class _Drawing(Record, eq=False):
    """An asset and how it is drawn: with a clip, and with findings on it, or in the pose `start`; `posing`
    changes each pose."""

    asset: Asset
    look: Look
    clip: Clip | None
    findings: tuple[Finding, ...]
    start: Pose
    posing: Posing
    flattening: Flattening | None

    def _adjust(self, pose: Pose) -> Pose:
        return self.posing.apply(pose)

    def _report(self) -> Report:
        """Findings on parts that are not drawn. Fails before the work rather than after it."""
        check_vertex_limit(self.asset.rig, self.asset.budget)
        import_pillow()
        first = self._adjust(self.start)
        findings = (*self.asset.lifted.findings, *clamped_expressions(first), *self.findings)
        return Report(self.asset.path, "", findings)

    def still(self, target: Path | None, time: float | None) -> Rendered:
        report, rig = self._report(), self.asset.rig
        pose = self.start if self.clip is None else sample(rig, self.clip, time or 0.0)
        pixels, notes = self._draw_still(self._adjust(pose))
        if target is not None:
            save_picture(pixels, target)
        return Rendered(pixels, notes, report)

    def _draw_still(self, pose: Pose) -> tuple[Pixels, tuple[str, ...]]:
        if self.flattening is None:
            return draw_picture(self.asset, pose, self.look)
        views = [self.look.view]
        drawn, notes = draw_flat(self.asset, lambda frame: pose, self.flattening, self.look, views, [0.0])
        return next(drawn), notes

    def animation(
        self, target: Path, timing: Timing, progress: Callable[[int, int], None] | None
    ) -> Rendered:
        report = self._report()
        if self.flattening is None:
            moving = self.start if self.clip is None else self.clip
            drawn, notes = draw_animation(self.asset, moving, timing, self.look, self._adjust)
        else:
            check_pixels(self.look.size, len(timing.phases))
            poses = self._poses(timing)
            views = [self.look.view.rotate(turn) for turn in timing.turns]
            drawn, notes = draw_flat(self.asset, poses, self.flattening, self.look, views, timing.phases)
        save_animation(drawn, timing.rate, target, _counter(progress, len(timing.times)))
        return Rendered(None, notes, report)

    def _poses(self, timing: Timing) -> Callable[[int], Pose]:
        """The pose of each frame; one that is held is the same object in all of them."""
        if self.clip is None:
            held = self._adjust(self.start)
            return lambda frame: held
        moving = sample(self.asset.rig, self.clip, np.array(timing.times))
        return lambda frame: self._adjust(moving[frame])


def _choose_motion(
    asset: Asset, clip: int | str | None, motion: Model | None, needed: bool
) -> tuple[Clip | None, tuple[Finding, ...]]:
    """The given clip, of the asset or of another file; else the first one if a clip is needed. And findings
    on what of the other file is not shown."""
    if motion is None and clip is None and needed:
        if not asset.rig.clips:
            instead = "turntable to animate the camera" if asset.rig.dimension == 3 else "turntable or sweep"
            raise ValueError(f"the file has no clips: use {instead} instead")
        clip = 0
    return driving_clip(asset, clip, motion)


def _counter(progress: Callable[[int, int], None] | None, total: int) -> Callable[[], None]:
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    return count
