"""`bake_springs`: simulate springs along a clip, and write them as an animation that any viewer plays."""

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
from pantin.report.wording import counted, named

if TYPE_CHECKING:
    from pantin.motion.retarget import Retargeted
    from pantin.rig import Channel, Clip, HumanoidMotion, Rig
    from pantin.springs import Profile
    from pantin.springs.baking import BakedSprings

OUT_FPS = 30.0
"""Keys per second: enough for motion of up to 15 Hz."""


class Baked(Asset):
    """An asset with a new clip, number `clip`; `track` has the simulated motion."""

    clip: int
    track: BakedSprings


@rule("RIG-SPRINGS_GUARDED", "warning", "{event} ({times})")
def degenerate_springs(track: BakedSprings) -> Iterator[Finding]:
    """Spring simulation meets a degenerate direction.

    What: while springs are simulated, a vector that must be normalised has no length: a bone of zero length,
    a tail at the centre of a collider, or a scale of zero.
    Why: the direction of the previous step is used instead, which can show as a stutter.
    Fix: give the bones a length and move the colliders; hide parts in another way than by a scale of zero.
    Source: VRMC_springBone 1.0, "Update procedure": every normalized there needs a length.
    """
    for event, count in track.counts.items():
        yield degenerate_springs.at("", event=event, times=counted(count, "time"))


@rule("RIG-SPRING_LEFT_OUT", "warning", "skipped {spring}: {why}")
def skipped_springs(rig: Rig, track: BakedSprings) -> Iterator[Finding]:
    """Spring cannot be simulated.

    What: the joints of the spring are not a chain from parent to child, or it shares a node with another
    spring.
    Why: the spring is skipped: its nodes move with their parents only.
    Fix: correct the spring; `pantin check` reports what is wrong with it.
    Source: VRMC_springBone 1.0, "Exception" and "joints".
    """
    for index, why in track.left_out.items():
        name = rig.springs.springs[index].name
        yield skipped_springs.at("", spring=named("spring", index, name), why=why)


@rule("RIG-MOTION_LEFT_OUT", "info", "dropped {count:,} of {total} of the motion: no such node in the model")
def unmatched_motion(driving: Retargeted) -> Iterator[Finding]:
    """Motion moves nodes that the model lacks.

    What: a channel of the motion moves a node, or a humanoid bone, that the model does not have.
    Why: this part of the motion does not show.
    Fix: give the nodes of the model the names that the motion uses; ignore this if the part is not wanted.
    Source: VRMC_vrm_animation 1.0: bones that a model lacks are not moved.
    """
    if driving.dropped:
        total = driving.dropped + len(driving.clip.channels)
        yield unmatched_motion.at("", count=driving.dropped, total=counted(total, "channel"))


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
    """A copy of an asset with one more animation, in which the springs move.

    clip           the driving clip, by index or name; None simulates `seconds` at rest
    fps            simulation steps per second; `out_fps` are the keys per second
    motion         another file to take the clip from: a glTF by the names of its nodes, a .vrma by humanoid
                   bones
    settle         seconds to simulate in the first pose before the clip starts
    loop           repeat the clip until its end meets its start; `track.gap` is the remaining difference
    only_springs   write only the springs, not the driving channels, into the new animation
    strip_springs  remove the springs from the file: viewers that support them would simulate them again
    tolerance      drop keys that change the motion by less than this many degrees
    strict         refuse springs that cannot be simulated; otherwise skip them, with a finding

    >>> asset = pantin.load("examples/springs/strand.glb")
    >>> baked = pantin.bake_springs(asset, clip="look", loop=True)
    >>> pantin.save(baked, "out/strand.glb").ok
    True
    """
    from pantin.springs.baked_channels import check_rate, make_channels
    from pantin.springs.baking import simulate_clip

    if not isinstance(asset, Asset):
        raise TypeError(f"bake_springs() needs an Asset, not {type(asset).__name__}")
    if tolerance is not None and not (math.isfinite(tolerance) and tolerance >= 0):
        raise ValueError(f"tolerance must be a finite number of degrees of at least 0, not {tolerance:g}")
    check_rate(out_fps)
    given = driving_clip(asset, clip, motion)
    driving = None if given is None else given.clip
    run = simulate_clip(
        asset.rig, driving, seconds=seconds, fps=fps, profile=profile, settle=settle, loop=loop,
        strict=strict, progress=progress,
    )  # fmt: skip
    if not len(run.joints):
        raise ValueError(f"{asset.path} has no springs to bake")
    made = make_channels(run, fps=out_fps, tolerance=None if tolerance is None else math.radians(tolerance))
    if driving is not None and not only_springs:
        made = (*kept_channels(asset.rig, driving, run), *made)
    settings = {"profile": profile, "fps": fps, "settle": settle} | ({"loopGap": run.gap} if loop else {})
    baked = with_animation(asset, made, None if driving is None else driving.name, settings)
    if strip_springs:
        edit_of(baked, "strip_springs")(baked.document, asset.rig)
    baked.track = run
    baked.findings += (*degenerate_springs(run), *skipped_springs(asset.rig, run))
    baked.findings += tuple(unmatched_motion(given)) if given is not None else ()
    return baked


def with_animation(
    asset: Asset, channels: tuple[Channel, ...], name: str | None, settings: dict[str, Any]
) -> Baked:
    """A copy of the asset with these channels as its last animation, and the settings in its extras."""
    from pantin.rig import Clip

    append_clip = edit_of(asset, "append_clip")
    document = asset.document.copy()
    clip = Clip(channels, "springs" if name is None else f"{name} with springs")
    baked = Baked(asset.path, asset.format, document=document, findings=asset.carried)
    baked.clip = append_clip(document, asset.rig, clip, {"pantin": {"springs": settings}})
    return baked


def driving_clip(
    asset: Asset, clip: int | str | None, motion: str | os.PathLike[str] | Asset | None
) -> Retargeted | None:
    """The clip that drives the rig: its own, or one of another file (the first by default)."""
    from pantin.motion.retarget import Retargeted, retarget_by_name, retarget_humanoid

    if motion is None:
        return None if clip is None else Retargeted(_clip_of(asset, clip), 0)
    other = motion if isinstance(motion, Asset) else load(motion)
    if not other.rig.clips:
        raise ValueError(f"{other.path} has no clips to drive {asset.path}")
    chosen = _clip_of(other, 0 if clip is None else clip)
    nodes = _humanoid_motion(other)
    if nodes is None:
        retargeted = retarget_by_name(chosen, other.rig, asset.rig)
    else:
        own = asset.rig.character
        if own is None or not own.humanoid:
            raise ValueError(f"{asset.path} has no humanoid bones for a .vrma to move")
        retargeted = retarget_humanoid(
            chosen, other.rig, nodes.bones, asset.rig, own.humanoid, flip_facing=own.faces_back
        )
    if not retargeted.clip.channels:
        raise ValueError(f"{asset.path} has none of the nodes that {other.path} moves")
    return retargeted


def kept_channels(rig: Rig, driving: Clip, run: BakedSprings) -> Iterator[Any]:
    """The driving channels, without the rotations that springs replace; signs of rotations do not flip."""
    from pantin.springs.baked_channels import make_continuous

    moved = set(run.joints.tolist())
    for channel in driving.channels:
        if channel.property == "rotation" and channel.node in moved:
            continue
        kept = channel if channel.times[-1] <= run.seconds else cut_channel(rig, channel, run.seconds)
        # A spline interpolates the numbers themselves: another sign would change the rotation.
        signed = kept.property == "rotation" and kept.interpolation != "CUBICSPLINE"
        yield replace(kept, values=make_continuous(kept.values)) if signed else kept


def cut_channel(rig: Rig, channel: Any, seconds: float) -> Any:
    """A channel up to a time; keys beyond it are replaced by the value at that time."""
    import numpy as np

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


def _clip_of(asset: Asset, clip: int | str) -> Clip:
    return asset.rig.clips[index_of(clip, [known.name for known in asset.rig.clips], "clip")]


def _humanoid_motion(asset: Asset) -> HumanoidMotion | None:
    """What the nodes of an asset stand for, if it is a motion for any character."""
    find = asset.format.edits.humanoid_motion if asset.format.edits else None
    found: HumanoidMotion | None = find(asset.document) if find else None
    return found
