"""The clip that a bake writes: its channels, the clip that drives it, and its name."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pantin.verbs.asset import Asset

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Channel, Clip, Rig
    from pantin.springs.baking import BakedSprings
    from pantin.springs.driving import Driving
    from pantin.verbs.model import Model
    from pantin.verbs.retarget import Retargeted

OUT_FPS = 30.0
"""Keys per second: enough for motion of up to 15 Hz."""


def require_arguments(tolerance: float | None, out_fps: float) -> None:
    """Raise `ValueError` for arguments that a bake cannot use."""
    from pantin.springs.baked_channels import check_rate

    if tolerance is not None and not (math.isfinite(tolerance) and tolerance >= 0):
        raise ValueError(f"tolerance must be a finite number of degrees of at least 0, not {tolerance:g}")
    check_rate(out_fps)


def make_clip_channels(
    driving: Driving, run: BakedSprings, out_fps: float, tolerance: float | None, *, only_springs: bool
) -> tuple[Channel, ...]:
    """The channels of the new clip: what drives it, constrained nodes and springs, none with more keys than
    the rate and the tolerance (in degrees) ask for. Without springs, channels that nothing is computed for
    keep their keys."""
    from pantin.springs.baked_channels import key_times, make_channels, slim_channel

    rig, times = driving.rig, key_times(run.seconds, out_fps)
    bound = None if tolerance is None else math.radians(tolerance)
    kept = [*driving.constraint_channels(times, set(run.joints.tolist()))]
    new_channels: list[Channel] = []
    if driving.clip is not None and not only_springs:
        new_channels = [*kept_channels(rig, driving.clip, run, driving.constrained)]
    if len(run.joints) or bound is not None:
        kept, new_channels = [*kept, *new_channels], []
    size = model_size(rig) if bound is not None else 1.0
    slim = [slim_channel(rig, channel, times, bound, size) for channel in kept]
    return (
        *slim,
        *new_channels,
        *(make_channels(run, fps=out_fps, tolerance=bound) if len(run.joints) else ()),
    )


def baked_name(name: str | None, what: str | None, taken: Collection[str | None]) -> str | None:
    """`look with springs`, also where the clip that drives is baked already; with a number where a clip has
    that name. Where a motion alone is baked, its own name."""
    if what is None:
        return name
    suffix = f" with {what}"
    wanted = what if name is None else re.sub(rf"({suffix}( \d+)?)+$", "", name) + suffix
    numbers = (f"{wanted} {number}" for number in itertools.count(2))
    return wanted if wanted not in taken else next(free for free in numbers if free not in taken)


def is_baked(clip: Clip) -> bool:
    """Whether a clip holds springs that `bake_springs` simulated: running them again would add to them."""
    extras: object = clip.extras
    settings = extras.get("pantin") if isinstance(extras, Mapping) else None
    return isinstance(settings, Mapping) and "springs" in settings


def driving_clip(
    asset: Asset, clip: int | str | None, motion: Model | Retargeted | None, out_fps: float = OUT_FPS
) -> tuple[Clip | None, tuple[Finding, ...]]:
    """The clip that drives the rig, its own or one of another file (the first by default), and findings on
    what of the other was dropped."""
    from pantin.verbs.retarget import Retargeted
    from pantin.verbs.retargeting import retarget_asset

    if isinstance(motion, Retargeted):
        return motion.clip, motion.report.findings
    if motion is None:
        return (None if clip is None else clip_of(asset, clip)), ()
    retargeted = retarget_asset(
        Asset.from_model(motion), asset, 0 if clip is None else clip, face_fps=out_fps
    )
    return retargeted.clip, retargeted.report.findings


def kept_channels(
    rig: Rig, driving: Clip, run: BakedSprings, constrained: Collection[int] = ()
) -> Iterator[Any]:
    """The driving channels, without the rotations that springs and constraints replace; signs of rotations do
    not flip."""
    from pantin.base.records import replace
    from pantin.maths import quaternion

    simulated = {*run.joints.tolist(), *constrained}
    for channel in driving.channels:
        if channel.property == "rotation" and channel.node in simulated:
            continue
        kept = channel if channel.times[-1] <= run.seconds else cut_channel(rig, channel, run.seconds)
        # A spline interpolates the numbers themselves: another sign would change the rotation.
        signed = kept.property == "rotation" and kept.interpolation != "CUBICSPLINE"
        yield replace(kept, values=quaternion.without_flips(kept.values)) if signed else kept


def cut_channel(rig: Rig, channel: Any, seconds: float) -> Any:
    """A channel up to a time; keys beyond it are replaced by the value at that time."""
    import numpy as np

    from pantin.base.records import replace
    from pantin.motion import sample
    from pantin.rig import Clip

    if channel.interpolation == "CUBICSPLINE":  # one more key keeps the curve: it may end later than the rest
        last = min(int(np.searchsorted(channel.times, seconds)) + 1, len(channel.times))
        return replace(channel, times=channel.times[:last], values=channel.values[:last])
    inside = channel.times < seconds
    pose = sample(rig, Clip((channel,)), seconds)
    parts = {"translation": pose.translations, "rotation": pose.rotations, "scale": pose.scales}
    if channel.property == "weights":
        end = pose.blend[rig.instance_at(channel.node)]
    else:
        end = parts[channel.property][channel.node]
    times = np.append(channel.times[inside].astype(np.float64), seconds)
    return replace(channel, times=times, values=np.concatenate([channel.values[inside], end[None]]))


def model_size(rig: Rig) -> float:
    """The largest extent of the nodes at rest, by which translations are measured."""
    import numpy as np

    from pantin.motion import world_transforms

    positions = world_transforms(rig)[:, :, 3]
    extent = float(np.ptp(positions, axis=0).max()) if len(positions) else 0.0
    return extent if math.isfinite(extent) and extent > 0 else 1.0


def clip_of(asset: Asset, clip: int | str) -> Clip:
    from pantin.formats.lookup import index_of

    return asset.rig.clips[index_of(clip, [known.name for known in asset.rig.clips], "clip")]
