"""`retarget`: the motion of one character, or of a file of motion, as a clip of another."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Argument, Option
from pantin.report.wording import counted
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE
from pantin.verbs.verb import Done, Files, Parameter, Verb, load_once

if TYPE_CHECKING:
    from pantin.report import Report
    from pantin.rig import Clip
    from pantin.verbs.model import Model
    from pantin.verbs.retarget_bones import MappedBone

FACE_FPS = 30.0
"""Keys per second for expressions and gaze, because the conversion of weights is not linear between source
keys."""


class Retargeted:
    """A clip for the target, and how it was made.

    clip    its channels move nodes of the target
    map     the bones of the motion, by their VRM 1.0 names
    report  findings: uncertain bones, parts of the motion that the target lacks, feet that slide
    target  the asset that the clip is for; `asset` is a copy with the clip as its last one, and `asset_for`
            what a file of some name stores
    slide   how far planted feet still slide, in metres; None unless feet were locked

    >>> wave = pantin.retarget("examples/arm.glb", "examples/arm.glb", clip="bend")
    >>> wave.clip, wave.report.ok
    (<Clip 'bend' channels=2 duration=2 s>, True)
    """

    def __init__(
        self,
        clip: Clip,
        map: Mapping[str, MappedBone],
        report: Report,
        target: Asset,
        slide: float | None = None,
        baked: Asset | None = None,
    ) -> None:
        self.clip, self.map, self.report = clip, map, report
        self.target, self.slide, self.baked = target, slide, baked

    def __repr__(self) -> str:
        moved = sum(mapped.target is not None for mapped in self.map.values())
        return f"<Retargeted {self.clip!r} bones={moved} {self.report!r}>"

    def __getstate__(self) -> dict[str, Any]:
        """The state for copies and pickles: Python pickles no read-only view of a mapping."""
        return self.__dict__ | {"map": dict(self.map)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state | {"map": MappingProxyType(state["map"])})

    def replace(self, **changes: Any) -> Retargeted:
        """A copy with other values of these members."""
        members = ("clip", "map", "report", "target", "slide", "baked")
        return Retargeted(**{name: getattr(self, name) for name in members} | changes)

    @property
    def notes(self) -> tuple[str, ...]:
        """A line about the new clip, after a note for each option that had no effect."""
        springless = self.baked is not None and not self.target.rig.springs.springs
        idle = (f"{self.target.path} has no springs: there is nothing to simulate",) if springless else ()
        return (*idle, self._line())

    def _line(self) -> str:
        moved = sum(mapped.target is not None for mapped in self.map.values())
        clip = "the clip" if self.clip.name is None else f"clip {self.clip.name!r}"
        line = f"{clip}: {self.clip.duration:.3g} s, {counted(len(self.clip.channels), 'channel')}, "
        return f"{line}{moved} of {counted(len(self.map), 'humanoid bone')} mapped"

    @cached_property
    def asset(self) -> Asset:
        """A copy of the target with the clip as its last one."""
        if self.baked is not None:
            return self.baked
        edits = self.target.format.edits
        editable = self.target.from_rig or (edits and (edits.append_clip or edits.store_in_place))
        rig = self.target.rig
        if not editable:
            moved = rig.replace(clips=(*rig.clips, self.clip))
            return Asset.of_rig(moved, self.target.path, findings=self.report.findings)
        asset = self.target.copy()
        asset.add_clip(self.clip)
        asset.findings = (*asset.findings, *self.report.findings)
        return asset

    def asset_for(self, path: str | os.PathLike[str]) -> Asset:
        """What a file of this name stores: the whole target, or if its format stores motion only (.vrma), the
        skeleton with the clip alone. Raises `ValueError` for a format that stores no clips.

        >>> done = pantin.retarget("examples/retarget/walk.glb", "examples/vrm/avatar.vrm")
        >>> pantin.save(done.asset_for("out/walking.vrm"), "out/walking.vrm").ok
        True
        """
        from pantin.formats.registry import suffix_of, target_format
        from pantin.verbs.partial import MotionAsset

        format, suffix = target_format(path, "clips"), suffix_of(path)
        if format.holds("meshes", suffix):
            return self.asset
        if format.holds("character", suffix) and self.target.rig.character is None:
            from pantin.operations.humanoid.body import make_body
            from pantin.operations.humanoid.bone_map import map_bones
            from pantin.operations.humanoid.hip_joint import make_hip_joint
            from pantin.operations.humanoid.t_pose import t_posed

            rig, bones, clip = self.target.rig, map_bones(self.target.rig), self.clip
            hips = make_hip_joint(rig, bones)
            if hips is not None:
                rig, bones, clip = hips.rig, hips.bones, hips.from_root(clip, rig)
            rig = t_posed(make_body(rig, bones), clip)
        else:
            rig = self.target.rig.replace(clips=[self.clip])
        return MotionAsset.of_rig(rig, self.target.path, findings=self.report.findings)


@check_arguments
@any_numbers
def retarget(
    motion: Model,
    target: Model,
    *,
    clip: int | str = 0,
    map: Mapping[str, str | None] | str | os.PathLike[str] | None = None,
    fps: float | None = None,
    in_place: bool = False,
    lock_feet: bool = False,
    rest_frame: int | None = None,
    springs: bool = False,
) -> Retargeted:
    """Transfer a clip of one model to another. Both may be files, assets or rigs.

    Nodes with equal names and equal rest poses get the channels as they are. Otherwise bones are matched by
    what they are in a human body, and rotate in the world as they do in the motion; hips move in proportion
    to their height. Rigs that are not humanoid are matched by the names of nodes.

    clip        the clip of the motion, by index or name
    map         VRM 1.0 bone names by names of joints of the motion, or a JSON file with them; replaces what
                is found by names and shape. None takes a joint out of the map
    fps         keys a second; the keys of the motion by default
    in_place    remove root motion: the hips keep their horizontal rest position
    lock_feet   planted feet do not slide: two-bone inverse kinematics for the legs
    rest_frame  the frame of the clip to take as the T-pose of the motion, instead of the rest pose of the
                file
    springs     simulate the springs of the target along the clip, and add them to it

    Raises `ValueError` for a clip, a joint or a bone that does not exist, and where nothing matches.

    >>> done = pantin.retarget("examples/arm.glb", "examples/arm.glb", clip="bend", fps=10)
    >>> done.clip.channels[0].times.size
    21
    """
    from pantin.verbs.retargeting import retarget_asset

    moving, asset = Asset.from_model(motion), Asset.from_model(target)
    result = retarget_asset(
        moving, asset, clip, map=map, fps=fps, in_place=in_place, lock=lock_feet, rest_frame=rest_frame
    )
    if not springs:
        return result
    from pantin.base.steps import begin_step
    from pantin.report import Report
    from pantin.verbs.bake import bake_springs

    begin_step("springs")
    baked = bake_springs(asset, motion=result, out_fps=fps or spring_rate(result.clip))
    report = Report(result.report.path, result.report.format, baked.findings)
    return result.replace(clip=baked.rig.clips[baked.clip], report=report, baked=baked)


def spring_rate(clip: Clip) -> float:
    """Keys a second for springs along a clip: its own rate, so that its keys are kept, or the first multiple
    of it that is smooth enough for springs."""
    from pantin.motion.frames import frames_of

    rate = 1.0 / frames_of(clip).step
    return rate * max(1, math.ceil(FACE_FPS / rate - 1e-6))


def with_motion(asset: Asset, motion: Model, clip: int | str | None = None) -> Asset:
    """A copy of an asset with the clip of a motion, the first by default, as its last one."""
    return retarget(motion, asset, clip=0 if clip is None else clip).asset


def retarget_file(
    files: Files,
    *,
    target: str | os.PathLike[str] | None = None,
    motion: str | os.PathLike[str] | None = None,
    clip: int | str | None = None,
    allow_outside: bool = False,
    **options: Any,
) -> Done:
    """The motion of a file on the character `target`; or of `motion` on the character of the file."""
    moving = files.load(allow_outside) if motion is None else load_once(motion, allow_outside)
    character = files.load(allow_outside) if target is None else load_once(target, allow_outside)
    done = retarget(moving, character, clip=0 if clip is None else clip, **options)
    report = files.save(done.asset_for(files.target))
    if not files.makes_folder:
        return Done(report, moving, done.notes)
    return Done(report, moving, tuple(f"{files.target}: {note}" for note in done.notes))


VERB = Verb(
    retarget,
    Parameter("clip", "The clip of the motion, by name or index; the first by default.", silent=True),
    Parameter(
        "map",
        "A JSON file that maps joints of the motion to VRM 1.0 bones, instead of detecting them.",
    ),
    Option("show_map", bool, "Print each bone with its joint and the confidence.", False, group="command"),
    Option("pairs", bool, "Retarget every motion onto every character.", False, group="command"),
    Parameter("springs", "Simulate the springs of the target along the motion, and add them."),
    Parameter("fps", "Resample to this many keys per second; by default the keys of the motion are kept."),
    Parameter("in_place", "Remove horizontal root motion."),
    Parameter("lock_feet", "Bend the legs so that planted feet do not slide."),
    Parameter("rest_frame", "Use this frame of the motion (counted from 0) as its T-pose."),
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        Argument(
            "motion",
            "The file with the motion, or many: folders, patterns, @lists and URLs. - is standard input.",
            many=True,
            suffixes="read",
        ),
        Argument(
            "target",
            "The character, VRM or any glTF with a humanoid skeleton; or a folder of them for one motion.",
            suffixes="read",
        ),
        Argument(
            "out",
            "The target with the motion as its last animation, or a .vrma; or a folder. - is standard "
            "output, as .glb.",
            required=False,
            suffixes="write",
        ),
    ),
    sources="motion",
    target="out",
    each=retarget_file,
    stores=("clips",),
    single={"show_map": "--show-map prints the bones of one file"},
    rules=("pantin.verbs.retarget_rules",),
    notes="""Bones are found by the names of joints and by the shape of the skeleton. Those with a confidence
    below 0.8 are reported.""",
    examples="""
        pantin retarget examples/retarget/walk.glb examples/vrm/avatar.vrm out.vrm
        pantin retarget examples/retarget/walk.glb examples/vrm/ walking/
        pantin retarget examples/motion/ examples/vrm/ all/ --pairs
    """,
)
