"""`bake_springs`: simulate springs along a clip, and write them as an animation that any viewer plays."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments_but
from pantin.base.deprecation import keyword_only, renamed
from pantin.base.errors import NothingToDo
from pantin.report.rule import rule
from pantin.report.wording import counted, named
from pantin.verbs.asset import Asset
from pantin.verbs.baked_clip import (
    OUT_FPS,
    baked_name,
    clip_of,
    driving_clip,
    make_clip_channels,
    require_arguments,
)
from pantin.verbs.editing import edit_of
from pantin.verbs.parameters import (
    ALLOW_OUTSIDE,
    CONSTRAINTS,
    FORCE,
    MOTION,
    RAW_WEIGHTS,
    SOURCES,
    VARIANT,
    pose_parameters,
    target,
)
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Channel, Clip, Pose, Rig
    from pantin.rig.character import Expression
    from pantin.springs import Profile
    from pantin.springs.baking import BakedSprings
    from pantin.verbs.model import Model
    from pantin.verbs.posing import Degrees
    from pantin.verbs.retarget import Retargeted

FINEST = 0.001
"""The smallest angle that is reported, in degrees: less is rounding, which machines do differently."""


FPS = 60.0
"""Steps of a simulation per second, by default."""

GOOD_KEYS = 1.0
"""Degrees that keys may be off the simulation: a tip 10 cm from its joint is then 2 mm away."""


class Baked(Asset):
    """An asset with a new clip, number `clip`; `track` has the simulated motion, and `key_error` how far the
    keys are from it at most, in radians.

    >>> baked = pantin.bake_springs(pantin.load("examples/springs/strand.glb"), seconds=0.1)
    >>> len(baked.rig.clips) == baked.clip + 1
    True
    """

    clip: int
    track: BakedSprings
    key_error: float

    def describe(self) -> str:
        """One line on what was baked."""
        run = self.track
        channels = self.document.tree["animations"][self.clip]["channels"]
        lost = f"{max(math.degrees(self.key_error), FINEST):.3g} degrees"
        lost_words = f"keys within {lost} of the simulation"
        if math.degrees(self.key_error) > GOOD_KEYS:
            lost_words = f"keys up to {lost} off the simulation (high: a larger --out-fps"
            lost_words += " or a smaller --tolerance lowers it)"
        if len(run.joints):
            moved = counted(len(run.joints), "spring joint")
            line = f"{moved}, {counted(len(channels), 'channel')}, {lost_words}"
        else:  # constraints are solved, not simulated
            solved = self.rig.constraints
            moved = f"{counted(len(solved), 'constraint')}, " if solved else ""
            line = f"{moved}{counted(len(channels), 'channel')}, resampled within {lost}"
        line = f"animation {self.clip}: {run.seconds:.3g} s, {line}"
        if run.gap is not None:
            turns = "once" if run.cycles == 1 else f"{run.cycles} times"
            line += f"; run {turns}, the loop closes within {max(math.degrees(run.gap), FINEST):.3g} degrees"
        return line


@rule("RIG-SPRINGS_GUARDED", "warning", "{event} ({times})")
def degenerate_springs(track: BakedSprings) -> Iterator[Finding]:
    """Spring simulation meets a degenerate direction.

    What: While springs are simulated, a vector that must be normalised has no length: a bone of zero length,
    a tail at the centre of a collider, or a scale of zero.
    Why: The direction of the previous step is used instead, which can show as a stutter.
    Fix: Give the bones a length and move the colliders; hide parts in another way than by a scale of zero.
    Source: VRMC_springBone 1.0, "Update procedure": every normalized there needs a length.
    """
    for event, count in track.counts.items():
        yield degenerate_springs.at("", event=event, times=counted(count, "time"))


@rule("RIG-SPRING_LEFT_OUT", "warning", "skipped {spring}: {why}")
def skipped_springs(rig: Rig, track: BakedSprings) -> Iterator[Finding]:
    """Spring cannot be simulated.

    What: The joints of the spring are not a chain from parent to child, or it shares a node with another
    spring.
    Why: The spring is skipped: its nodes move with their parents only.
    Fix: Correct the spring; `pantin check` reports what is wrong with it.
    Source: VRMC_springBone 1.0, "Exception" and "joints".
    """
    for index, why in track.left_out.items():
        name = rig.springs.springs[index].name
        yield skipped_springs.at("", spring=named("spring", index, name), why=why)


@rule("RIG-SPRING_CLAMPED", "warning", "clamped {spring}: {what}")
def clamped_springs(rig: Rig, track: BakedSprings) -> Iterator[Finding]:
    """Number of a spring is out of range.

    What: The `dragForce` of a joint is below 0 or above 1.
    Why: The nearest end of the range is used. Another runtime may use the number as it is: motion then grows
    with each step, or changes its direction.
    Fix: Write a `dragForce` from 0 to 1.
    Source: VRMC_springBone 1.0, dragForce: minimum 0, maximum 1.
    """
    for index, what in track.clamped.items():
        spring = named("spring", index, rig.springs.springs[index].name)
        yield clamped_springs.at("", spring=spring, what=what)


@rule(
    "RIG-SPRINGS_INSIDE",
    "info",
    "{count} inside a collider, deepest {joint} of {spring} in {collider}: `pantin bake --settle 1` "
    "starts from where they come to rest",
)
def springs_inside(rig: Rig, track: BakedSprings) -> Iterator[Finding]:
    """Springs start inside a collider.

    What: In the first pose of a bake, a collider pushes the tails of spring joints by more than 1 % of the
    length of their bones.
    Why: The first step moves them out at once, which shows as a jump at the start of the clip.
    Fix: Give the springs time in the first pose: `pantin bake --settle 1`, or `settle=1.0` in Python.
    Source: VRMC_springBone 1.0, "Collision with colliders": each step moves tails out of colliders.
    """
    if not track.contacts:
        return
    deepest = max(track.contacts, key=lambda contact: contact.depth)
    start = "starts" if len(track.contacts) == 1 else "start"
    yield springs_inside.at(
        "",
        count=f"{counted(len(track.contacts), 'spring joint')} {start}",
        joint=named("node", deepest.node, rig.nodes.names[deepest.node]),
        spring=named("spring", deepest.spring, rig.springs.springs[deepest.spring].name),
        collider=f"collider {deepest.collider}",
    )


@renamed(blend="blend_weights")
@keyword_only("fps", "seconds")
@check_arguments_but("nodes", "blend_weights", "expressions")
@any_numbers
def bake_springs(
    asset: Model,
    clip: int | str | None = None,
    *,
    fps: float = FPS,
    seconds: float | None = None,
    motion: Model | Retargeted | None = None,
    time: float | None = None,
    pose: Pose | str | os.PathLike[str] | None = None,
    nodes: Mapping[str | int, Degrees] | None = None,
    blend_weights: Mapping[str | int, float] | None = None,
    expressions: Mapping[str | int, float] | None = None,
    out_fps: float | None = None,
    profile: Profile = "spec",
    settle: float = 0.0,
    loop: bool = False,
    only_springs: bool = False,
    strip_springs: bool = False,
    tolerance: float | None = None,
    strict: bool = True,
    constraints: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Baked:
    """A copy of an asset with one more animation, in which the springs move and constraints hold.

    clip           the driving clip, by index or name; None simulates `seconds` at rest
    fps            simulation steps per second
    out_fps        keys per second; by default 30, or as many as the simulation has steps where keys would be
                   more than a degree off
    motion         another file to take the clip from, retargeted to this asset; or the result of `retarget`
    time           hold the clip at these seconds; the springs then run for `seconds`
    pose, nodes, blend_weights, expressions
                   change the pose of every frame, as in `pantin.render`
    settle         seconds to simulate in the first pose before the clip starts
    loop           loop the clip until the springs settle; `track.gap` is the remaining difference
    only_springs   write only springs and constraints, not the driving channels, into the new animation
    strip_springs  remove the springs from the file: viewers that support them would simulate them again
    tolerance      drop keys that change the motion by less than this many degrees (translations: by that
                   part of the size of the model)
    strict         refuse springs that cannot be simulated or have a drag out of range; otherwise skip the
                   former and clamp the latter, with a finding
    constraints    solve node constraints first; False ignores them

    >>> asset = pantin.load("examples/springs/strand.glb")
    >>> baked = pantin.bake_springs(asset, clip="look", loop=True)
    >>> pantin.save(baked, "out/strand.glb").ok
    True
    """
    from pantin.base.records import replace
    from pantin.rig import Clip
    from pantin.springs.baking import simulate_clip
    from pantin.springs.driving import Driving

    asset = Asset.from_model(asset)
    require_arguments(tolerance, OUT_FPS if out_fps is None else out_fps)
    require_springs(asset, motion=motion)
    asset = asset._editable_copy() if asset.format.rewritten else asset
    if time is not None and clip is None and motion is None:
        clip = 0
    driver, dropped = driving_clip(asset, clip, motion, OUT_FPS if out_fps is None else out_fps)
    changes = {"rotate": nodes, "blend_weights": blend_weights, "expressions": expressions}
    driver, lost = _posed_driving(asset, driver, time, seconds, pose, changes)
    driving = Driving(asset.rig, driver, constraints=constraints)
    run = simulate_clip(
        asset.rig, driving.clip, seconds=seconds, fps=fps, profile=profile, settle=settle, loop=loop,
        strict=strict, constraints=constraints, progress=progress,
    )  # fmt: skip
    if not len(run.joints) and not driving.constrained and motion is None:
        raise NothingToDo(f"{asset.path} has no springs and no constraints to bake", "no springs")
    for rate in (OUT_FPS, max(OUT_FPS, fps)) if out_fps is None else (out_fps,):
        channels = make_clip_channels(driving, run, rate, tolerance, only_springs=only_springs)
        key_error = driving.key_error(Clip(channels), run)
        if math.degrees(key_error) <= GOOD_KEYS + (tolerance or 0.0):
            break
    if loop:
        run = replace(run, gap=max(run.gap or 0.0, driving.gap(run.seconds)))
    settings = {"profile": profile, "fps": fps, "settle": settle} | ({"loopGap": run.gap} if loop else {})
    baked = with_animation(asset, channels, None if driving.clip is None else driving.clip.name, settings)
    if strip_springs:
        edit_of(baked, "strip_springs")(baked.document, asset.rig)
    baked.track = run
    baked.key_error = key_error
    baked.findings += (*findings_of(asset.rig, run), *dropped, *lost)
    return baked


def require_springs(asset: Asset, *, motion: object = None, **_: Any) -> None:
    """Raise `NothingToDo` for a model with nothing to simulate, unless a motion is to be baked onto it."""
    if motion is None and not (asset.rig.springs.springs or asset.rig.constraints):
        raise NothingToDo(f"{asset.path} has no springs and no constraints to bake", "no springs")


def with_animation(
    asset: Asset, channels: tuple[Channel, ...], name: str | None, settings: dict[str, Any]
) -> Baked:
    """A copy of the asset with these channels as its last animation, and the settings in its extras."""
    from pantin.rig import Clip

    append_clip = edit_of(asset, "append_clip")
    document = asset.document.copy()
    what = "springs" if asset.rig.springs.springs else "constraints" if asset.rig.constraints else None
    clip = Clip(channels, baked_name(name, what, {known.name for known in asset.rig.clips}))
    baked = Baked(asset.path, asset.format, document=document, findings=asset._carried)
    baked.clip = append_clip(document, asset.rig, clip, {"pantin": {"springs": settings}})
    return baked


def _posed_driving(
    asset: Asset,
    clip: Clip | None,
    time: float | None,
    seconds: float | None,
    pose: Pose | str | os.PathLike[str] | None,
    changes: Mapping[str, Any],
) -> tuple[Clip | None, list[Finding]]:
    """The clip that drives with a pose on top of it, or held at a time; and findings on expressions."""
    from pantin.base.records import replace
    from pantin.formats.expression_findings import clamped_expressions
    from pantin.motion import sample
    from pantin.rig import Pose
    from pantin.verbs.posed_clip import held_pose, posed_clip
    from pantin.verbs.posing import describe_pose, read_posing

    if isinstance(pose, Pose):
        if clip is not None:
            raise ValueError("give a pose or a clip, not both")
        held = describe_pose(asset, pose, constraints=False, **changes)
        return held_pose(held), list(clamped_expressions(held))
    posing = read_posing(asset, pose, constraints=False, **changes)
    if posing.is_empty and time is None:
        return clip, []
    if time is not None and seconds is None:
        raise ValueError("time freezes the clip: also give seconds, the length of the simulation")
    start = asset.rig.rest_pose() if clip is None else sample(asset.rig, clip, time or 0.0)
    first = posing.apply(start)
    known = asset.rig.character.expressions if asset.rig.character is not None else ()
    shown = [known[index] for index in first.expressions]
    findings = [*clamped_expressions(first), *_lost_materials(shown)]
    if clip is None or time is not None:
        return replace(held_pose(first), name=None if clip is None else clip.name), findings
    return posed_clip(asset.rig, clip, posing), findings


REST_SECONDS = 2.0
"""How long springs move in the rest pose of a model without clips: until they hang still."""


def bake_clips(asset: Asset) -> Asset:
    """The rig of an asset alone, without springs and constraints: every clip has their motion, and each
    expression that moves blend shapes is a clip. A rig with springs and without clips gets one in which they
    come to rest.

    Raises `ValueError` where there is nothing to bake.
    """
    from pantin.base.records import replace
    from pantin.motion.face import expression_clips
    from pantin.rig import SpringSettings
    from pantin.verbs.conversion import not_lifted

    rig, faces = asset.rig, expression_clips(asset.rig)
    moves = bool(rig.springs.springs or rig.constraints)
    if not moves and not faces:
        words = f"{asset.path} has no springs, no constraints and no expressions to bake"
        raise NothingToDo(words, "no springs")
    findings = [*asset.findings, *(() if asset.from_rig else not_lifted(asset))]
    clips = list(rig.clips)
    if moves:
        baked = [_bake_clip(rig, clip) for clip in rig.clips or (None,)]
        clips = [clip for clip, _ in baked]
        findings += [finding for _, reported in baked for finding in reported]
    taken = {clip.name for clip in clips}
    clips += [replace(face, name=f"{face.name} expression") if face.name in taken else face for face in faces]
    findings += _lost_materials(rig.character.expressions if rig.character is not None else ())
    alone = rig.replace(clips=clips, springs=SpringSettings(), constraints=())
    return Asset.of_rig(alone, asset.path, findings=dict.fromkeys(findings))


def _bake_clip(rig: Rig, clip: Clip | None) -> tuple[Clip, list[Finding]]:
    """A clip with the motion of springs and constraints, and findings on what was clamped or skipped; for
    None, the springs in the rest pose."""
    from pantin.rig import Clip
    from pantin.springs.baking import simulate_clip
    from pantin.springs.driving import Driving

    driving = Driving(rig, clip, constraints=True)
    seconds = REST_SECONDS if clip is None else None
    run = simulate_clip(rig, driving.clip, seconds=seconds, fps=FPS, strict=False)
    channels = make_clip_channels(driving, run, OUT_FPS, None, only_springs=False)
    findings = [*degenerate_springs(run), *skipped_springs(rig, run), *clamped_springs(rig, run)]
    if clip is None:
        return Clip(channels, "springs"), findings
    return Clip(channels, clip.name, properties=clip.properties), findings


def _lost_materials(expressions: Iterable[Expression]) -> Iterator[Finding]:
    """Findings for the expressions that change materials."""
    from pantin.formats.expression_findings import dropped_materials

    names = [each.name for each in expressions if each.colors or each.texture_transforms]
    yield from dropped_materials(names, "clips animate nodes and blend shapes only")


def findings_of(rig: Rig, run: BakedSprings) -> Iterator[Finding]:
    """Findings on values that a simulation clamped, and parts that it skipped."""
    yield from degenerate_springs(run)
    yield from skipped_springs(rig, run)
    yield from clamped_springs(rig, run)
    yield from springs_inside(rig, run)


MOST_LISTED = 8
"""How many clips a message lists."""


def bake_file(
    files: Files,
    *,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
    raw_weights: bool = False,
    **options: Any,
) -> Done:
    """Bake the springs of a file."""
    asset = files.load(allow_outside, variants, raw_weights)
    options = VERB.load_files(options, allow_outside)
    if not options.keys() & VERB.needs:
        raise ValueError(f"{asset.path}: give --clip, --motion or --seconds; {_list_clips(asset)}")
    with files.bar(None if options.get("loop") else _count_steps(asset, **options), "baking") as advance:
        baked = bake_springs(asset, progress=advance, **options)
    report = files.save(baked)
    named = f"{files.target}: " if files.makes_folder else ""
    return Done(report, asset, (named + baked.describe(),))


def _list_clips(asset: Asset) -> str:
    """The clips of a file, for a message that asks for one."""
    names = [clip.name for clip in asset.rig.clips]
    listed = [str(index) if name is None else repr(name) for index, name in enumerate(names[:MOST_LISTED])]
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return f"its clips are {', '.join(listed)}{more}" if names else "it has no clip"


def _count_steps(
    asset: Asset,
    *,
    clip: int | str | None = None,
    seconds: float | None = None,
    motion: Asset | None = None,
    fps: float = FPS,
    **_: Any,
) -> int:
    """Steps of the simulation, for a progress bar; 0 for numbers that it refuses."""
    source = motion or asset
    clips = source.rig.clips
    driving = None
    if clip is not None:
        driving = clip_of(source, clip)
    elif motion is not None and clips:
        driving = clips[0]
    length = seconds or (0.0 if driving is None else driving.duration)
    return math.ceil(length * fps) if math.isfinite(length * fps) else 0


VERB = Verb(
    bake_springs,
    *pose_parameters(
        "nodes",
        clip="The clip that drives the model, by name or index; of the motion file, if any.",
        time="Hold the clip at this time in seconds, and simulate for --seconds.",
    ),
    Parameter("seconds", "Seconds to simulate: longer than the clip, or without a clip."),
    MOTION,
    Parameter("fps", "Simulation steps per second."),
    Parameter(
        "out_fps",
        "Keys per second of the animation (default: 30, or the simulation rate if keys would be more than a "
        "degree off).",
    ),
    Parameter(
        "profile",
        "How node scale affects springs: as in the specification, as in UniVRM, or all lengths scaled.",
        choices=("spec", "univrm", "scaled"),
    ),
    Parameter("settle", "Seconds to let the springs settle in the first pose before the clip starts."),
    Parameter("loop", "Loop the clip until the springs settle."),
    Parameter("only_springs", "Write only the spring channels, not the clip that drives them."),
    Parameter("strip_springs", "Remove the springs, so that viewers do not simulate them again."),
    CONSTRAINTS,
    Parameter("tolerance", "Drop keys that change the motion by less than this many degrees."),
    Parameter(
        "strict",
        "Skip springs that cannot be simulated, and clamp dragForce to 0…1.",
        option="lenient",
        inverted=True,
    ),
    FORCE,
    ALLOW_OUTSIDE,
    VARIANT,
    RAW_WEIGHTS,
    arguments=(
        SOURCES,
        target(".glb, .gltf or .vrm, or the folder for many files; - is standard output, as .glb."),
    ),
    each=bake_file,
    stores=("clips", "skins"),
    needs=("clip", "motion", "seconds"),
    require_work=require_springs,
    notes="""The simulation has its own rate: --out-fps changes the keys that are written, never the
    motion. --set, --pose, --blend and --expression change every frame of the clip.""",
    examples="""
        pantin bake examples/springs/strand.glb strand.glb --clip look --loop
        pantin bake examples/springs/skirt.glb skirt.glb --seconds 2 --settle 1
        pantin bake examples/springs/strand.glb small.glb --clip 0 --out-fps 15
        pantin bake examples/springs/strand.glb bare.glb --clip 0 --strip-springs
        pantin bake examples/springs/strand.glb held.glb --time 0.5 --seconds 2
        pantin bake examples/springs/ baked/ --seconds 2
    """,
)
