"""`Body`: a rig as a humanoid in a T-pose, with its axes, and where its feet stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import permutations, product

import numpy as np
from msgspec import field
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.maths import affine, quaternion
from pantin.motion import world_transforms
from pantin.operations.humanoid.bone_map import BoneMap
from pantin.operations.humanoid.contacts import find_planted
from pantin.operations.humanoid.foot_pitch import level_feet
from pantin.operations.humanoid.motion_reference import derive_reference
from pantin.operations.humanoid.posture import can_stand, is_standing
from pantin.operations.humanoid.reference import (
    correct_rest,
    reference_fits_motion,
    shortest_arc,
    up_direction,
)
from pantin.operations.humanoid.sampled_motion import Samples, sample_motion, sample_pose
from pantin.operations.humanoid.segments import HIPS, SIDES, UP, bone_ends, leg_length, unit
from pantin.rig import Clip, Doubles, Pose, Rig

HALF_TURN = np.array([0.0, 1.0, 0.0, 0.0])
IDENTITY = np.array(quaternion.IDENTITY)

ON_GROUND = 0.25
"""Height 0 counts as the ground if the feet are at most this far from it, as a part of the height of the hips
above the feet."""

NEAR_FLOOR = 0.15
"""Planted feet at most this far above the floor, as a part of a leg, stand on it. The feet of a person on a
high chair are further up, and the chair must stay in place."""

FLAT = 25
"""The percentile of ankle heights during contacts that is taken as the height on a flat foot; above it, heels
rise."""

LEVEL = 0.05
"""How far above that height an ankle may be, as a part of a leg, for its foot to be about flat."""

UPRIGHT = 0.85
"""An axis with a larger mean cosine to the body is the up axis of the motion, even if the rest pose
disagrees."""


class Planted(Record, eq=False):
    """Frames of a motion in which feet are flat on the floor.

    times   (k,), and `sides` (k,) with 0 for the left foot and 1 for the right
    rise    (k,) how far the ankle is above its usual height on the floor
    """

    times: Doubles
    sides: NDArray[np.int64]
    rise: Doubles


class Body(Record, eq=False):
    """A rig as a humanoid.

    bones      node of each bone
    local      (n, 4) local rotations in the T-pose
    transforms (n, 3, 4) world transforms in the T-pose
    axes       the rotation A from the axes of the rig to those of VRM: +X left, +Y up, +Z front
    ends       the nodes that bones with a direction end at; none where the file declares its T-pose
    declared   whether the file declares its T-pose; otherwise it was estimated
    leg        length of a leg; 0 without one
    stand      height of the hips in the world where the body stands in the T-pose with its feet on the floor
    height     of the hips above the ground in the T-pose
    ground     height of the ground
    ankle      height of the ankles on the floor: at rest, or in the motion that was measured
    planted    when feet are on the floor in the motion, if there is one and both feet are known
    """

    rig: Rig
    bones: Mapping[str, int]
    local: Doubles
    transforms: Doubles
    axes: Doubles
    ends: Mapping[str, tuple[int, ...]]
    declared: bool
    leg: float
    stand: float
    height: float
    ground: float
    ankle: float
    planted: Planted | None = None
    _world: dict[int, Doubles] = field(default_factory=dict)

    def path(self, node: int) -> list[int]:
        """The ancestors of a node from the root, and the node."""
        nodes = [node]
        while self.rig.nodes.parents[nodes[-1]] >= 0:
            nodes.append(int(self.rig.nodes.parents[nodes[-1]]))
        return nodes[::-1]

    def world(self, node: int) -> Doubles:
        """The rotation of a node in the world in the T-pose: rotations multiplied down the tree, without
        scale."""
        if node < 0:
            return IDENTITY
        if node not in self._world:
            for each in self.path(node):
                if each not in self._world:
                    above = self.world(int(self.rig.nodes.parents[each]))
                    self._world[each] = quaternion.normalize(quaternion.product(above, self.local[each]))
        return self._world[node]

    @property
    def rest(self) -> Doubles:
        """(n, 4) local rotations at rest."""
        return quaternion.normalize(self.rig.rest_pose().rotations)

    @property
    def up(self) -> Doubles:
        """The direction up, in the axes of the rig."""
        return quaternion.rotate(quaternion.conjugate(self.axes), UP)

    def parent_transform(self, node: int) -> Doubles:
        """The world transform of the parent in the T-pose."""
        parent = int(self.rig.nodes.parents[node])
        return affine.identity(3) if parent < 0 else self.transforms[parent]

    def into_parent(self, node: int) -> Doubles:
        """The transform from the world to the space of the parent in the T-pose. Raises `ValueError` where a
        scale of zero leaves none."""
        inverse, singular = affine.invert(self.parent_transform(node))
        if singular.any():
            name = self.rig.nodes.names[node]
            raise ValueError(
                f"node {name!r} ({node}) cannot be moved: one of its ancestors has a scale of zero"
            )
        return inverse


@np.errstate(all="ignore")  # numbers of a file may be anything
def make_body(
    rig: Rig,
    bones: BoneMap,
    rest: Pose | None = None,
    *,
    clip: Clip | None = None,
    shared: Collection[str] | None = None,
) -> Body:
    """The body of a rig.

    rest    a pose to take as its rest pose, that of the rig by default
    clip    a motion of the rig: it says where the floor is and which way is up, and what the T-pose is if the
            rest pose does not describe a person
    shared  the bones that the other body of a pair has too; all by default

    A file that declares its bones (VRM, VRM animation) rests in a T-pose with known axes. Of any other, axes
    and T-pose are found.
    """
    pose = rig.rest_pose() if rest is None else rest
    if bones.declared:
        back = rig.character is not None and rig.character.faces_back
        axes = HALF_TURN if back else IDENTITY
        local, transforms = quaternion.normalize(pose.rotations), world_transforms(rig, pose)
        heights = quaternion.rotate(axes, transforms[:, :, 3])[:, 1]
        hips = float(heights[bones.nodes[HIPS]]) if HIPS in bones.nodes else 0.0
        leg = leg_length(rig, bones.nodes)
        ankle = ankle_height(bones.nodes, heights)
        return Body(rig, bones.nodes, local, transforms, axes, {}, True, leg, hips, hips, 0.0, ankle)
    return _Finder(rig, bones.nodes, pose, clip, shared, rest is not None).run()


@np.errstate(all="ignore")  # numbers of a file may be anything
def make_target_body(rig: Rig, bones: BoneMap, shared: Collection[str] | None = None) -> Body:
    """The body of a rig that receives a motion. Its own clips are only used if it does not stand at rest."""
    still = world_transforms(rig)[:, :, 3]
    standing = bones.declared or not can_stand(bones.nodes) or bool(is_standing(still, bones.nodes))
    clip = None if standing or not rig.clips else rig.clips[0]
    return make_body(rig, bones, clip=clip, shared=shared)


class _Finder:
    """Axes, T-pose and floor of one rig that declares none of them."""

    def __init__(
        self,
        rig: Rig,
        bones: Mapping[str, int],
        pose: Pose,
        clip: Clip | None,
        shared: Collection[str] | None,
        is_given: bool,
    ) -> None:
        self.rig, self.bones, self.pose, self.is_given = rig, bones, pose, is_given
        self.ends = bone_ends(rig, bones, shared)
        self.altered = bones if shared is None else {bone: bones[bone] for bone in bones if bone in shared}
        self.leg = leg_length(rig, bones)
        self.still = sample_pose(rig, pose, bones.values())
        moving = clip is not None and clip.channels and HIPS in bones
        self.motion = sample_motion(rig, clip, bones.values()) if moving and clip is not None else None

    def run(self) -> Body:
        axes, reference = self._reference()
        back = quaternion.conjugate(axes)
        turned = {self.bones[bone]: quaternion.product(back, value) for bone, value in reference.items()}
        local, transforms = _pose_with(self.rig, self.pose, turned)
        self._carry_feet(transforms)
        heights = quaternion.rotate(axes, transforms[:, :, 3])[:, 1]
        rest = quaternion.rotate(axes, self.still.positions[0])[:, 1]
        stand, ground, ankle, planted = self._measure_stance(axes, heights, rest)
        return Body(
            self.rig,
            self.bones,
            local,
            transforms,
            axes,
            self.ends,
            declared=False,
            leg=self.leg,
            stand=stand,
            height=stand - ground,
            ground=ground,
            ankle=ankle,
            planted=planted,
        )

    def _carry_feet(self, transforms: Doubles) -> None:
        """Move feet that are not below a leg, with their descendants, along with the leg."""
        rest = world_transforms(self.rig, self.pose)
        for leg, foot in loose_feet(self.rig, self.bones):
            inside = affine.apply(affine.invert(rest[leg])[0], rest[foot][:, 3])
            step = affine.apply(transforms[leg], inside) - transforms[foot][:, 3]
            carried = {foot}
            for node in self.rig.order.tolist():
                if node in carried or int(self.rig.nodes.parents[node]) in carried:
                    carried.add(node)
                    transforms[node, :, 3] += step

    def _reference(self) -> tuple[Doubles, dict[str, Doubles]]:
        """The axes, and the rotation of each bone in the T-pose, in the axes of VRM."""
        axes = measure_axes(self.bones, self.still.positions[0])
        standing = (
            self.is_given
            or not can_stand(self.bones)
            or bool(is_standing(self.still.positions, self.bones)[0])
        )
        if self.motion is None:
            return axes, self._correct_reference(axes)
        if standing:
            corrected = self._correct_reference(axes)
            if self.is_given:
                return axes, corrected
            upright = self._upright_axes(self.motion, axes)
            motion = self.motion.in_axes(upright)
            if reference_fits_motion(motion, self.bones, self.ends, self._with_rest_bones(corrected)):
                return upright, level_feet(motion, self.bones, corrected, self.leg)
        axes = self._axes_of(self.motion)
        return axes, derive_reference(self.motion.in_axes(axes), self.bones, self.ends, self.leg)

    def _correct_reference(self, axes: Doubles) -> dict[str, Doubles]:
        still = self.still.in_axes(axes)
        corrections = correct_rest(still, self.bones, self.ends)
        return {bone: corrections[bone] for bone in self.altered}

    def _with_rest_bones(self, reference: dict[str, Doubles]) -> dict[str, Doubles]:
        """Add the bones that keep their rest rotations."""
        axes = measure_axes(self.bones, self.still.positions[0])
        still = {
            bone: quaternion.product(axes, self.still.turns[node][0]) for bone, node in self.bones.items()
        }
        return still | reference

    def _upright_axes(self, motion: Samples, axes: Doubles) -> Doubles:
        """The axes of a motion whose rest pose stands: those of the rest pose, unless the body stands along
        another axis in the motion, with its feet near 0 along it."""
        if not can_stand(self.bones):
            return axes
        other = self._axes_of(motion)
        up, rest_up = (quaternion.rotate(quaternion.conjugate(each), UP) for each in (other, axes))
        along = up_direction(motion.positions, self.bones)
        if float(up @ rest_up) > 0.5 or float((along @ up).mean()) < UPRIGHT:
            return axes
        feet = [self.bones[f"{side}Foot"] for side in SIDES if f"{side}Foot" in self.bones]
        lowest = (motion.positions[:, feet] @ up).min(axis=1) if feet else np.zeros(1)
        return other if abs(float(np.median(lowest))) < 2 * NEAR_FLOOR * self.leg else axes

    def _axes_of(self, motion: Samples) -> Doubles:
        """The axes of a motion alone: up is the axis that the body is along on average."""
        mean = up_direction(motion.positions, self.bones).mean(axis=0)
        up = np.zeros(3)
        up[np.abs(mean).argmax()] = np.sign(mean[np.abs(mean).argmax()])
        return shortest_arc(up, UP)

    def _measure_stance(
        self, axes: Doubles, heights: Doubles, rest: Doubles
    ) -> tuple[float, float, float, Planted | None]:
        """The height of the hips where the body stands in the T-pose, those of the ground and of the ankles
        on it, and when feet are there.

        The ground of a rest pose is at 0. If its feet are far from 0 (a BVH file with a root without offset,
        a model centred on the origin), the ground is at the lowest foot.
        """
        if HIPS not in self.bones:
            return 0.0, 0.0, 0.0, None
        hips = float(rest[self.bones[HIPS]])
        ankles = [self.bones[f"{side}Foot"] for side in SIDES if f"{side}Foot" in self.bones]
        toes = [self.bones[f"{side}Toes"] for side in SIDES if f"{side}Toes" in self.bones]
        if not ankles:
            return hips, 0.0, 0.0, None
        lowest = float(rest[[*ankles, *toes]].min())
        stood = hips > 0 and abs(lowest) <= ON_GROUND * (hips - lowest)
        ground = 0.0 if stood else lowest
        down = float(heights[self.bones[HIPS]] - heights[ankles].mean())
        ankle = ankle_height(self.bones, rest)
        if self.motion is None or len(ankles) < 2:
            return ankle + down, ground, ankle, None
        if not stood:  # keys are positions above a floor at 0
            ankle = float(heights[ankles].mean() - heights[[*ankles, *toes]].min())
            ground = 0.0
        level, planted = _find_floor(self.motion.in_axes(axes), ankles, ankle, self.leg)
        return level + down, ground, level, planted


def _find_floor(
    motion: Samples, ankles: list[int], expected: float, leg: float
) -> tuple[float, Planted | None]:
    """The height of ankles on the floor, and when they are there. Feet far above the floor are not on it."""
    heights = motion.positions[:, ankles, 1]
    flat = np.stack([find_planted(motion.positions[:, node], motion.times, leg) for node in ankles], axis=1)
    if not flat.any():  # a walk in place has no contacts: its feet slide
        flat = heights <= np.percentile(heights.min(axis=1), FLAT)
    level = float(np.percentile(heights[flat], FLAT))
    if level > expected + NEAR_FLOOR * leg:
        return expected, None
    frames, sides = np.nonzero(flat & (heights <= level + LEVEL * leg))
    return level, Planted(motion.times[frames], sides, heights[frames, sides] - level)


def loose_feet(rig: Rig, bones: Mapping[str, int]) -> list[tuple[int, int]]:
    """The lower leg and the foot of each side where the foot is not below the leg: goals of inverse
    kinematics."""
    pairs = []
    for side in SIDES:
        leg, foot = bones.get(f"{side}LowerLeg"), bones.get(f"{side}Foot")
        if leg is None or foot is None:
            continue
        above = foot
        while above >= 0 and above != leg:
            above = int(rig.nodes.parents[above])
        if above < 0:
            pairs.append((leg, foot))
    return pairs


def ankle_height(bones: Mapping[str, int], heights: Doubles) -> float:
    """The mean height of the ankles; 0 without any."""
    ankles = [bones[f"{side}Foot"] for side in SIDES if f"{side}Foot" in bones]
    return float(heights[ankles].mean()) if ankles else 0.0


def _pose_with(rig: Rig, pose: Pose, turned: Mapping[int, Doubles]) -> tuple[Doubles, Doubles]:
    """Local rotations and world transforms of a pose in which some nodes have given rotations in the
    world."""
    local = quaternion.normalize(pose.rotations)
    world: dict[int, Doubles] = {}
    for node in rig.order.tolist():
        parent = int(rig.nodes.parents[node])
        above = IDENTITY if parent < 0 else world[parent]
        if node in turned:
            local[node] = quaternion.normalize(quaternion.product(quaternion.conjugate(above), turned[node]))
            pose = pose.with_local(node, rotation=local[node])
        world[node] = quaternion.normalize(quaternion.product(above, local[node]))
    return local, world_transforms(rig, pose)


def measure_axes(bones: Mapping[str, int], positions: Doubles) -> Doubles:
    """The rotation that takes the frame of a body (left, up, front) to +X, +Y, +Z; the frame is the one of
    the 24 along the axes that is nearest to left = left leg − right leg and up = head − hips."""
    ends = next(
        (
            (bones[f"left{role}"], bones[f"right{role}"])
            for role in ("UpperLeg", "UpperArm", "LowerLeg", "Shoulder", "Foot", "Hand")
            if f"left{role}" in bones and f"right{role}" in bones
        ),
        None,
    )
    top = next(
        (bones[bone] for bone in ("head", "neck", "upperChest", "chest", "spine") if bone in bones), None
    )
    if ends is None or top is None or HIPS not in bones:
        return IDENTITY
    left = unit(positions[ends[0]] - positions[ends[1]])
    up = unit(positions[top] - positions[bones[HIPS]])
    frame = np.stack([left, up, unit(np.cross(left, up))], axis=1)
    nearest = max(_axis_frames(), key=lambda each: float((each * frame).sum()))
    return quaternion.from_matrix(nearest.T)


def _axis_frames() -> list[Doubles]:
    """The 24 rotations that take axes to axes."""
    frames = []
    for order in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            frame = np.zeros((3, 3))
            frame[order, range(3)] = signs
            if np.linalg.det(frame) > 0:
                frames.append(frame)
    return frames


def hip_ratio(source: Body, target: Body) -> float:
    """How much larger the target moves: the ratio of leg lengths, or of hip heights if the source declares
    its T-pose; 1 if one of them is not positive."""
    heights = source.declared or min(source.leg, target.leg) <= 0
    a, b = (source.height, target.height) if heights else (source.leg, target.leg)
    return b / a if a > 0 and b > 0 else 1.0


def hip_offset(source: Body, target: Body) -> float:
    """How far the hips of the target are moved up so that it stands where the source stands."""
    if source.declared or min(source.leg, target.leg) <= 0:
        return target.ground
    return target.stand - hip_ratio(source, target) * source.stand
