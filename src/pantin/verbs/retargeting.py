"""How a motion becomes a clip of a target: nodes that are equal, humanoid bones, then names of nodes."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from pantin.base.errors import NothingToDo
from pantin.base.records import replace
from pantin.base.steps import begin_step
from pantin.formats.expression_findings import dropped_materials
from pantin.formats.lookup import index_of
from pantin.report import Finding, Report
from pantin.verbs.asset import Asset
from pantin.verbs.retarget import FACE_FPS, Retargeted
from pantin.verbs.retarget_bones import MappedBone, override_bones, pair_bones, read_map, require_3d
from pantin.verbs.retarget_rules import (
    crossing_legs,
    dropped_properties,
    far_motion,
    sliding_feet,
    sunken_motion,
    uncertain_bones,
    unmatched_face,
    unmatched_motion,
)

if TYPE_CHECKING:
    from pantin.motion.face import Face
    from pantin.operations.humanoid.body import Body
    from pantin.operations.humanoid.hip_joint import HipJoint
    from pantin.rig import Channel, Clip, Doubles, Pose, Rig


CONSTANT = 1e-4
"""How far the keys of a channel without effect may be from the first."""

MOST_NAMES = 0.75
"""The share of the bones and moving joints of a motion whose names the target must have, if either is not
humanoid."""


def retarget_asset(
    motion: Asset,
    target: Asset,
    clip: int | str = 0,
    *,
    map: Mapping[str, str | None] | str | os.PathLike[str] | None = None,
    fps: float | None = None,
    in_place: bool = False,
    lock: bool = False,
    rest_frame: int | None = None,
    face_fps: float = FACE_FPS,
) -> Retargeted:
    """As `retarget`, of assets, without springs; `face_fps` are keys a second for expressions and gaze."""
    require_3d(motion, target)
    if not motion.rig.clips:
        raise NothingToDo(f"{motion.path} has no clips to drive {target.path}", "no clips")
    chosen = motion.rig.clips[index_of(clip, [known.name for known in motion.rig.clips], "clip")]
    if not chosen.channels:
        raise ValueError(f"clip {chosen.name or clip!r} of {motion.path} moves nothing")
    overrides = map if isinstance(map, Mapping) else read_map(map)
    begin_step(f"clip {chosen.name}" if chosen.name else "clip")
    return _Work(motion, target, chosen, overrides, rest_frame, fps, face_fps).run(in_place, lock)


class _Work:
    """One motion on its way to one target."""

    def __init__(
        self,
        motion: Asset,
        target: Asset,
        clip: Clip,
        overrides: Mapping[str, str | None],
        rest_frame: int | None,
        fps: float | None,
        face_fps: float,
    ) -> None:
        from pantin.operations.humanoid.bone_map import map_bones

        self.motion, self.target = motion, target
        self.face_fps, self.clip = fps or face_fps, clip
        self.nodes = None if motion.rig.character is None else motion.rig.character.motion
        self.source_bones = override_bones(motion.rig, map_bones(motion.rig), overrides)
        self.target_bones = map_bones(target.rig)
        if overrides:  # the user knows what both are
            self.target_bones = replace(self.target_bones, upright=True)
        self.overridden = bool(overrides)
        self.rest_frame = rest_frame
        if fps is not None:
            self.clip = self._resample(fps)

    def _resample(self, fps: float) -> Clip:
        from pantin.operations.humanoid.retarget import resample_clip
        from pantin.springs.baked_channels import key_times

        return resample_clip(self.clip, key_times(self.clip.duration, fps))

    def run(self, in_place: bool, lock: bool) -> Retargeted:
        clip, findings = self._make()
        bodies = self._bodies if in_place or lock else None
        slide = None
        if bodies is not None and lock:
            from pantin.operations.humanoid.feet import lock_feet

            locked = lock_feet(clip, self._bone_clip, *bodies)
            clip, slide = locked.clip, locked.after
            findings += sliding_feet(locked)
        # Afterwards: feet are planted on the ground that the body crosses.
        if bodies is not None and in_place:
            from pantin.operations.humanoid.retarget import hold_in_place

            clip = hold_in_place(clip, bodies[1])
        findings += self._report_doubtful_results(clip, bodies)
        if self._target_hips is not None:
            clip = self._target_hips.to_root(clip)
        report = Report(self.target.path, self.target.kind, tuple(findings))
        return Retargeted(clip, self._map(), report, self.target, slide)

    def _report_doubtful_results(self, clip: Clip, bodies: tuple[Body, Body] | None) -> list[Finding]:
        """Report suspicious results in a clip of bones."""
        from pantin.operations.humanoid.plausibility import find_doubts

        if not (self.source_bones.humanoid and self.target_bones.humanoid):
            return []
        doubts = find_doubts(clip, self._bone_clip, *(bodies or self._bodies))
        return [*far_motion(doubts), *sunken_motion(doubts), *crossing_legs(doubts)]

    def _make(self) -> tuple[Clip, list[Finding]]:
        """The clip, and findings on dropped or uncertain parts."""
        from pantin.operations.humanoid.transfer import copy_equal, move_by_name
        from pantin.rig import Clip

        source, target = self.motion.rig, self.target.rig
        if self.rest_frame is None and not self.overridden and self.nodes is None:
            bones = self.source_bones.nodes.values() if self.source_bones.humanoid else ()
            equal = copy_equal(self.clip, source, target, bones)
            if equal is not None:
                return equal, []
        if self.nodes is not None and not self.target_bones.humanoid:
            words = f"{self.target.path} has no humanoid bones for {self.motion.path} to move"
            raise NothingToDo(words, "no humanoid")
        if self.source_bones.humanoid and self.target_bones.humanoid:
            return self._by_bones()
        moves = move_by_name(self.clip, source, target)
        if not moves or not self._share_names():
            raise self._nothing_matches()
        dropped = len(self.clip.channels) - len(moves)
        clip = Clip(tuple(channel for _, channel in moves), self.clip.name)
        left_out = unmatched_motion(dropped, len(self.clip.channels))
        return clip, [*left_out, *dropped_properties(self.clip)]

    def _share_names(self) -> bool:
        """Whether both are one skeleton by the names of its joints. Of an animal, or with a human, a few
        equal names (Hips, Head) do not make a motion."""
        if not (self.source_bones.named or self.target_bones.named):
            return True
        joints = {channel.node for channel in self.clip.channels} | {*self.source_bones.nodes.values()}
        named = {name for name in self.target.rig.nodes.names if name}
        shared = sum(self.motion.rig.nodes.names[node] in named for node in joints)
        return shared >= MOST_NAMES * len(joints)

    def _nothing_matches(self) -> ValueError:
        """The error for two skeletons that have nothing in common. A model without any is a prop: there is
        nothing to do for it."""
        pairs = ((self.motion, self.source_bones), (self.target, self.target_bones))
        strange = [asset.path for asset, bones in pairs if not bones.humanoid]
        animals = [asset.path for asset, bones in pairs if bones.named and not bones.humanoid]
        if animals:
            lying = f"{' and '.join(animals)} does not stand as a person: spine, legs and hands say an animal"
            words = f"{lying}. Give its bones with a map, or a file whose joints have the same names"
            return NothingToDo(words, "no humanoid") if animals == [self.target.path] else ValueError(words)
        words = f"{self.target.path} has none of the nodes that {self.motion.path} moves"
        words += f", and no humanoid skeleton was found in {' and '.join(strange)}" if strange else ""
        is_prop = not self.target.rig.skins and strange == [self.target.path]
        return NothingToDo(words, "no skeleton") if is_prop else ValueError(words)

    @cached_property
    def _bodies(self) -> tuple[Body, Body]:
        from pantin.operations.humanoid.body import make_body, make_target_body

        for asset, bones in ((self.motion, self.source_bones), (self.target, self.target_bones)):
            if not bones.humanoid:
                raise ValueError(f"{asset.path} has no humanoid skeleton, which this option needs")
        both = self.source_bones.nodes.keys() & self.target_bones.nodes.keys()
        rig, bones, clip = self.motion.rig, self.source_bones, self._bone_clip
        if self._source_hips is not None:
            rig, bones = self._source_hips.rig, self._source_hips.bones
        rest = None if self.rest_frame is None else frame_pose(rig, clip, self.rest_frame)
        source = make_body(rig, bones, rest, clip=clip, shared=both)
        if self._target_hips is not None:
            return source, make_target_body(self._target_hips.rig, self._target_hips.bones, both)
        return source, make_target_body(self.target.rig, self.target_bones, both)

    @cached_property
    def _source_hips(self) -> HipJoint | None:
        from pantin.operations.humanoid.hip_joint import make_hip_joint

        return make_hip_joint(self.motion.rig, self.source_bones)

    @cached_property
    def _target_hips(self) -> HipJoint | None:
        from pantin.operations.humanoid.hip_joint import make_hip_joint

        return make_hip_joint(self.target.rig, self.target_bones)

    @cached_property
    def _bone_clip(self) -> Clip:
        """The motion of the bones of the source."""
        hips = self._source_hips
        return self.clip if hips is None else hips.from_root(self.clip, self.motion.rig)

    def _by_bones(self) -> tuple[Clip, list[Finding]]:
        from pantin.checks.characters import not_t_pose
        from pantin.operations.humanoid.retarget import retarget_clip
        from pantin.operations.humanoid.transfer import move_others
        from pantin.rig import Clip

        source, target = self.motion.rig, self.target.rig
        body = retarget_clip(self._bone_clip, *self._bodies, follow_parents=self.nodes is None)
        others = [] if self.nodes else move_others(
            self.clip, source, target, self.source_bones.nodes.values(), self.target_bones.nodes.values()
        )  # fmt: skip
        face = self._face()
        eyes = {channel.node for channel in face.channels if channel.property == "rotation"}
        # The specification has gazes move the eyes, and no channels of their bones.
        kept = [channel for channel in body.clip.channels if channel.node not in eyes]
        moved = {(channel.node, channel.property) for channel, _ in others}
        channels = [*kept, *(channel for _, channel in others), *face.channels]
        if not channels:
            raise self._nothing_matches()
        used = body.used | ({self._source_hips.root} if self._source_hips is not None else set())
        dropped = [channel for channel in self.clip.channels if self._is_lost(channel, used, moved)]
        findings = [
            *uncertain_bones(self.motion.path, source, self.source_bones),
            *uncertain_bones(self.target.path, target, self.target_bones),
            *not_t_pose(target),  # the bones that a VRM names are used as they rest
            *unmatched_motion(len(dropped), len(self.clip.channels)),
            *dropped_properties(self.clip),
            *unmatched_face(face),
            *dropped_materials(face.materials, "glTF clips animate nodes only"),
        ]
        return Clip(tuple(channels), self.clip.name), findings

    def _face(self) -> Face:
        from pantin.motion.face import Face, retarget_face
        from pantin.springs.baked_channels import key_times

        if self.nodes is None:
            return Face((), (), ())
        times = key_times(self.clip.duration, self.face_fps)
        return retarget_face(self.clip, self.motion.rig, self.nodes, self.target.rig, times)

    def _is_lost(self, channel: Channel, used: frozenset[int], moved: Collection[tuple[int, str]]) -> bool:
        """Whether a channel has an effect on the motion that the target does not show. One that is constant
        (ends of chains, positions of bones) has none."""
        shown = {*self.nodes.expressions.values(), self.nodes.look_at} if self.nodes else set()
        if channel.node in shown or (channel.node, channel.property) in moved:
            return False
        if channel.property == "rotation" and channel.node in used:
            return False
        if channel.property == "translation" and channel.node == self.source_bones.nodes.get("hips"):
            return False
        return channel.property == "weights" or bool(
            abs(channel.values - channel.values[:1]).max() > CONSTANT
        )

    def _map(self) -> Mapping[str, MappedBone]:
        return pair_bones(self.motion.rig, self.source_bones, self.target_bones)


def frame_pose(rig: Rig, clip: Clip, frame: int) -> Pose:
    """The pose of a clip at its key number `frame`, counted from 0 over the keys of all channels."""
    import numpy as np

    from pantin.motion import sample

    times: Doubles = np.unique(
        np.concatenate([channel.times.astype(np.float64) for channel in clip.channels])
    )
    if not 0 <= frame < len(times):
        raise ValueError(f"rest_frame must be a frame from 0 to {len(times) - 1}, not {frame}")
    return sample(rig, clip, float(times[frame]))
