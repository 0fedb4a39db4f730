"""`render`: a picture or an animation of an asset, on a machine with no display."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.errors import Unsupported
from pantin.base.records import Record
from pantin.deformation.limits import check_vertex_limit
from pantin.formats.expression_findings import clamped_expressions
from pantin.maths.rotor import Rotation
from pantin.motion import sample
from pantin.report import Finding, Report
from pantin.verbs.asset import Asset
from pantin.verbs.bake import driving_clip
from pantin.verbs.pose import describe_pose
from pantin.verbs.retarget import Motion
from pantin.viewer.animation import Timing, check_pixels, draw_animation, plan_frames, save_animation
from pantin.viewer.colour import Pixels
from pantin.viewer.flat_pictures import draw_flat
from pantin.viewer.flattening import Flattening
from pantin.viewer.images import import_pillow
from pantin.viewer.picture import Look, draw_picture, save_picture
from pantin.viewer.render_options import is_animation, parse_show, parse_size, parse_view
from pantin.viewer.stage import front_yaw

if TYPE_CHECKING:
    from pantin.rig import Clip, Pose, Rig


class Rendered(Record, eq=False):
    """The pixels of a still, as (rows, columns, 4) bytes of sRGB with alpha; notes on what could not be
    drawn; and the report on parts of the file that are not in its rig."""

    pixels: Pixels | None
    notes: tuple[str, ...]
    report: Report


def render(
    asset: Asset | Rig,
    path: str | os.PathLike[str] | None = None,
    *,
    clip: int | str | None = None,
    motion: Motion | None = None,
    time: float | None = None,
    expressions: Mapping[str | int, float] | None = None,
    look_at: Sequence[float] | None = None,
    constraints: bool = True,
    frames: int | None = None,
    fps: float | None = None,
    size: str | tuple[int, int] = (800, 600),
    camera: str | tuple[float, float] = "auto",
    show: str = "mesh",
    turntable: bool | str | None = None,
    rotate: Rotation | None = None,
    w: float | None = None,
    v: float | None = None,
    u: float | None = None,
    t: float | None = None,
    s: float | None = None,
    plane: Sequence[float] | None = None,
    project: str | None = None,
    distance: float | None = None,
    sweep: bool = False,
    background: str = "light",
    shadow: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Rendered:
    """Draw an asset as a still (.png, .webp) or an animation (.gif, .mp4, and .webp with `frames`, `fps` or
    `turntable` or `sweep`). Without a path, the pixels of a still are returned and nothing is written.

    clip         the clip to show, by name or index; an animation defaults to the first
    motion       another file, or its asset: `clip` is one of its clips, retargeted to the asset
    time         seconds into the clip, for a still
    expressions  the weight of each expression of a VRM character, by name, from 0 to 1
    look_at      the point in the world that the eyes of a VRM character look at
    constraints  solve the node constraints of the rig; False ignores them
    size         width and height in pixels
    camera       "auto", "front", "side", "back", "top", or (yaw, pitch) in degrees; (0, 0) is the front
    show         what to draw, separated by commas: mesh, skeleton, wireframe, colliders, weights=BONE; a
                 rig without meshes shows its skeleton
    turntable    rotate the camera once around the model; or a 4D model in planes: "xw", or "xw:90,yz:180"
                 with the degrees of the whole animation
    background   light, dark, white, grey, black, transparent, or a colour as #rrggbb
    shadow       whether the model casts a soft shadow on the ground
    rotate       rotate a 4D model about the origin first: "xw:30,yz:10", {"xw": 30}, or a matrix
    w, plane     cut a 4D model at this w, or with the 3-space (a, b, c, d, e); by default at w = 0
    v, u, t, s   cut a model of more dimensions at these values of its axes; by default at 0
    project      show the edges of a 4D model instead: "orthographic" or "perspective", from an eye at
                 `distance`
    sweep        move the slice through a 4D model and back
    progress     called with (frames drawn, total frames) after each frame of an animation

    Raises `ValueError` for invalid options, and `Unsupported` if the extra [render] is not installed.

    >>> picture = pantin.render(pantin.load("examples/arm.glb"), size=(64, 48))
    >>> picture.pixels.shape
    (48, 64, 4)
    >>> creature = pantin.load("examples/g4mf/creature.g4b")  # in four dimensions
    >>> pantin.render(creature, rotate="xw:30", project="perspective", size=(64, 48)).notes
    ()
    """
    asset = Asset.of(asset)
    view = parse_view(camera).rotated(front_yaw(asset))
    look = Look(parse_size(size), view, parse_show(asset.rig, show), background, shadow)
    target = None if path is None else Path(path)
    planes = turntable if isinstance(turntable, str) else ""
    flattening = Flattening(rotate, w, v, u, t, s, plane, project, distance, sweep, planes)
    moving = is_animation(target, frames=frames, fps=fps, turntable=bool(turntable), sweep=sweep)
    alone = bool(turntable) or sweep
    motions = _choose_motion(asset, clip, motion, (moving and not alone) or time is not None)
    posing = {"expressions": expressions, "look_at": look_at, "constraints": constraints}
    flat = _require_dimension(asset, flattening)
    drawing = _Drawing(asset, look, *motions, posing, flat)
    if target is None or not moving:
        return drawing.still(target, time)
    if time is not None:
        raise ValueError("time applies to stills only: use frames and fps for an animation")
    timing = plan_frames(drawing.clip, frames, fps, turntable is True, moving=flattening.is_moving)
    return drawing.animation(target, timing, progress)


def _require_dimension(asset: Asset, flattening: Flattening) -> Flattening | None:
    """How a model of more than three dimensions is flattened; None for one of three."""
    if asset.rig.dimension > 3:
        return flattening
    if asset.rig.dimension < 3:
        raise Unsupported(f"a picture needs three dimensions or more; this rig has {asset.rig.dimension}")
    if flattening.given:
        raise ValueError(
            f"{flattening.given[0]} is for models of more than three dimensions; {asset.path} has "
            f"{asset.rig.dimension}"
        )
    return None


class _Drawing(Record, eq=False):
    """An asset and how it is drawn: with a clip, and with findings on it; `posing` has what `describe_pose`
    adds to each pose."""

    asset: Asset
    look: Look
    clip: Clip | None
    findings: tuple[Finding, ...]
    posing: Mapping[str, Any]
    flattening: Flattening | None

    def _adjust(self, pose: Pose) -> Pose:
        return describe_pose(self.asset.rig, pose, **self.posing)

    def _report(self) -> Report:
        """Findings on what is not drawn. Fails before the work rather than after it."""
        check_vertex_limit(self.asset.rig, self.asset.budget)
        import_pillow()
        first = self._adjust(self.asset.rig.rest_pose())
        found = (*self.asset.lifted.findings, *clamped_expressions(first), *self.findings)
        return Report(self.asset.path, "", found)

    def still(self, target: Path | None, time: float | None) -> Rendered:
        report, rig = self._report(), self.asset.rig
        pose = rig.rest_pose() if self.clip is None else sample(rig, self.clip, time or 0.0)
        pixels, notes = self._draw_still(self._adjust(pose))
        if target is not None:
            save_picture(pixels, target)
        return Rendered(pixels, notes, report)

    def _draw_still(self, pose: Pose) -> tuple[Pixels, tuple[str, ...]]:
        if self.flattening is None:
            return draw_picture(self.asset, pose, self.look)
        drawn, notes = draw_flat(self.asset, pose, self.flattening, self.look, [self.look.view], [0.0])
        return next(drawn), notes

    def animation(
        self, target: Path, timing: Timing, progress: Callable[[int, int], None] | None
    ) -> Rendered:
        report = self._report()
        if self.flattening is None:
            drawn, notes = draw_animation(self.asset, self.clip, timing, self.look, self._adjust)
        else:
            check_pixels(self.look.size, len(timing.phases))
            pose = self._adjust(self.asset.rig.rest_pose())
            views = [self.look.view.rotated(turn) for turn in timing.turns]
            drawn, notes = draw_flat(self.asset, pose, self.flattening, self.look, views, timing.phases)
        save_animation(drawn, timing.rate, target, _counter(progress, len(timing.times)))
        return Rendered(None, notes, report)


def _choose_motion(
    asset: Asset, clip: int | str | None, motion: Motion | None, needed: bool
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
