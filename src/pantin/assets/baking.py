"""Springs baked: run along a clip, and written as one glTF animation that any viewer plays."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pantin.assets import load
from pantin.assets.asset import Asset
from pantin.assets.edits import edit_of
from pantin.assets.lookup import index_of
from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.assets.gltf_edits import Humanoid
    from pantin.motion.retarget import Retargeted
    from pantin.rig import Channel, Clip, Rig
    from pantin.springs import Profile
    from pantin.springs.baking import BakedSprings

OUT_FPS = 30.0
"""Keys a second: what sways slower than 15 times a second is told by these."""


class Baked(Asset):
    """An asset with a new clip, number `clip`; `track` says how it was made, `findings` what was met."""

    clip: int
    track: BakedSprings


@rule("RIG-SPRINGS_GUARDED", "warning", "{times:,} times: {event}")
def guarded(track: BakedSprings) -> Iterator[Finding]:
    """A simulation of springs meets no direction without length.

    Why: a bone of no length, a tail on the centre of a collider or a scale of zero has no direction; the one
    of the step before was kept, which may show as a stutter.
    Mend: give bones a length and colliders another place; hide parts otherwise than by a scale of zero.
    Source: VRMC_springBone 1.0, "Update procedure": every normalized there needs a length.
    """
    for event, times in track.counts.items():
        yield guarded.at("", event=event, times=times)


@rule("RIG-SPRING_LEFT_OUT", "warning", "spring {at} is not simulated: {why}")
def left_out(track: BakedSprings) -> Iterator[Finding]:
    """Every spring of a rig can be simulated.

    Why: a chain out of order, or one that shares a node with another, has no motion of its own.
    Mend: the rules of the format say at the spring itself what to change.
    Source: VRMC_springBone 1.0, "Exception" and "joints".
    """
    for at, why in track.left_out.items():
        yield left_out.at("", at=at, why=why)


@rule("RIG-MOTION_LEFT_OUT", "info", "{count:,} of {every:,} channels of the motion move nothing here")
def unmoved(driving: Retargeted) -> Iterator[Finding]:
    """Everything that a motion moves is in the model it is given to.

    Why: a node of that name, or that humanoid bone, is missing, so that a part of the motion does not show.
    Mend: name the nodes as the motion does; nothing, if the part is not wanted.
    Source: VRMC_vrm_animation 1.0: bones that a model lacks are not moved.
    """
    if driving.dropped:
        every = driving.dropped + len(driving.clip.channels)
        yield unmoved.at("", count=driving.dropped, every=every)


def bake_springs(
    asset: Asset,
    clip: int | str | None = None,
    fps: float = 60.0,
    seconds: float | None = None,
    *,
    motion: str | os.PathLike[str] | Asset | None = None,
    out_fps: float = OUT_FPS,
    profile: Profile = "spec",
    settle: float = 0.0,
    loop: bool = False,
    only_springs: bool = False,
    strip_springs: bool = False,
    tolerance: float | None = None,
    strict: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Baked:
    """An asset with one more animation, in which the springs move. The one given is not changed.

    clip           the driving clip, by index or name; None runs `seconds` at rest
    fps            steps a second of the simulation, whatever `out_fps`, the keys a second, is
    motion         another file to take the clip from: a glTF by the names of its nodes, a .vrma by humanoid
                   bones
    settle         seconds the springs are given in the first pose before the clip starts
    loop           run the clip until its end meets its start; `track.gap` says how well it does
    only_springs   leave the driven channels out of the new animation
    strip_springs  take the springs out of the file: else viewers that know them run them again
    tolerance      degrees by which keys may be left out
    strict         refuse a spring that cannot be simulated; else leave it out, and say so in `findings`

    >>> asset = pantin.load("examples/springs/strand.glb")
    >>> baked = pantin.bake_springs(asset, clip="look", loop=True)
    >>> pantin.save(baked, "out/strand.glb").ok
    True
    """
    from pantin.springs.baked_channels import check_rate, make_channels
    from pantin.springs.baking import simulate_clip

    if not isinstance(asset, Asset):
        raise TypeError(f"springs are baked into an asset that load() gave, not into {type(asset).__name__}")
    if tolerance is not None and not (math.isfinite(tolerance) and tolerance >= 0):
        raise ValueError(f"{tolerance:g} degrees is no angle to stay within")
    check_rate(out_fps)
    given = driven(asset, clip, motion)
    driving = None if given is None else given.clip
    run = simulate_clip(
        asset.rig, driving, seconds=seconds, fps=fps, profile=profile, settle=settle, loop=loop,
        strict=strict, progress=progress,
    )  # fmt: skip
    if not len(run.joints):
        raise ValueError(f"{asset.path} has no springs that could be baked")
    made = make_channels(run, fps=out_fps, tolerance=None if tolerance is None else math.radians(tolerance))
    if driving is not None and not only_springs:
        made = (*kept_channels(asset.rig, driving, run), *made)
    said = {"profile": profile, "fps": fps, "settle": settle} | ({"loopGap": run.gap} if loop else {})
    baked = with_animation(asset, made, None if driving is None else driving.name, said)
    if strip_springs:
        edit_of(baked, "strip_springs")(baked.document, asset.rig)
    baked.track = run
    baked.findings += (*guarded(run), *left_out(run), *(unmoved(given) if given is not None else ()))
    return baked


def with_animation(asset: Asset, made: tuple[Channel, ...], name: str | None, said: dict[str, Any]) -> Baked:
    """A copy of the asset with these channels as its last animation; `said` is how they were made."""
    from pantin.rig import Clip

    append_clip = edit_of(asset, "append_clip")
    document = asset.document.copy()
    clip = Clip(made, "springs" if name is None else f"{name} with springs")
    baked = Baked(asset.path, asset.format, document=document, findings=asset.carried)
    baked.clip = append_clip(document, asset.rig, clip, {"pantin": {"springs": said}})
    return baked


def driven(
    asset: Asset, clip: int | str | None, motion: str | os.PathLike[str] | Asset | None
) -> Retargeted | None:
    """The clip that drives the rig: its own, or one carried over from another file (the first, if none is
    named).
    """
    from pantin.motion.retarget import Retargeted, retarget_by_name, retarget_humanoid

    if motion is None:
        return None if clip is None else Retargeted(_clip_of(asset, clip), 0)
    other = motion if isinstance(motion, Asset) else load(motion)
    if not other.rig.clips:
        raise ValueError(f"{other.path} has no clip that could drive {asset.path}")
    chosen = _clip_of(other, 0 if clip is None else clip)
    bones = _humanoid(other)
    if bones is None or not bones.motion:
        found = retarget_by_name(chosen, other.rig, asset.rig)
    else:
        own = _humanoid(asset)
        if own is None or own.motion:
            raise ValueError(f"{asset.path} has no humanoid bones that a .vrma could move")
        found = retarget_humanoid(
            chosen, other.rig, bones.bones, asset.rig, own.bones, flip_facing=own.turned
        )
    if not found.clip.channels:
        raise ValueError(f"nothing that {other.path} moves is in {asset.path}")
    return found


def kept_channels(rig: Rig, driving: Clip, run: BakedSprings) -> Iterator[Any]:
    """The driven channels, without the rotations that springs replace; signs of rotations do not jump."""
    from pantin.springs.baked_channels import make_continuous

    moved = set(run.joints.tolist())
    for channel in driving.channels:
        if channel.property == "rotation" and channel.node in moved:
            continue
        kept = channel if channel.times[-1] <= run.seconds else cut(rig, channel, run.seconds)
        # A spline goes through the numbers themselves: with another sign it would turn elsewhere.
        signed = kept.property == "rotation" and kept.interpolation != "CUBICSPLINE"
        yield replace(kept, values=make_continuous(kept.values)) if signed else kept


def cut(rig: Rig, channel: Any, seconds: float) -> Any:
    """A channel up to a moment; keys beyond it are replaced by the value there."""
    import numpy as np

    from pantin.motion import sample
    from pantin.rig import Clip

    if channel.interpolation == "CUBICSPLINE":  # a key more keeps the curve: it may end later than the rest
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


def _clip_of(asset: Asset, clip: int | str) -> Clip:
    return asset.rig.clips[index_of(clip, [known.name for known in asset.rig.clips], "clip")]


def _humanoid(asset: Asset) -> Humanoid | None:
    """The humanoid bones of an asset, if its format has them."""
    find = asset.format.edits.humanoid if asset.format.edits else None
    found: Humanoid | None = find(asset.document) if find else None
    return found
