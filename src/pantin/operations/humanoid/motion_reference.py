"""A T-pose from a motion alone, where a rest pose says nothing.

The offset from a bone to its end is fixed in the bone, and so is the axis that a knee or an elbow bends
about. Both together are a frame of the bone, which has a known place in a T-pose. Where a joint does not
bend, the twist is the mean of the motion; feet are flat while they are planted; the other bones rest where
they are on average.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.maths import quaternion
from pantin.operations.humanoid.contacts import LOW_PART, find_planted
from pantin.operations.humanoid.reference import (
    Ends,
    hinge_axes,
    hinges,
    is_hand,
    left_direction,
    shortest_arc,
    up_direction,
)
from pantin.operations.humanoid.sampled_motion import Samples
from pantin.operations.humanoid.segments import (
    FRONT,
    HIPS,
    LEFT,
    OUTWARD,
    SIDES,
    SPINE,
    UP,
    end_point,
    t_direction,
    unit,
)
from pantin.rig import Doubles
from pantin.rig.human_bones import BONE_PARENTS, parent_bone

UNBENT = 0.1
"""How much the twist of the parent counts beside the axis of a joint that bends, which has the sine of its
angle."""


def derive_reference(motion: Samples, bones: Mapping[str, int], ends: Ends, leg: float) -> dict[str, Doubles]:
    """The rotation of each bone in a T-pose, in the axes of VRM, from frames of a motion in those axes."""
    return _Derivation(motion, bones, ends, leg).run()


class _Derivation:
    def __init__(self, motion: Samples, bones: Mapping[str, int], ends: Ends, leg: float) -> None:
        self.motion, self.bones, self.ends, self.leg = motion, bones, ends, leg
        self.positions = motion.positions
        self.reference: dict[str, Doubles] = {}
        self.moved: dict[str, Doubles] = {}
        """(F, 4) by bone: how far it is rotated from the T-pose."""
        self.axes = {
            bone: (axis, upper, lower) for upper, lower, axis in hinges(ends) for bone in (upper, lower)
        }
        up = up_direction(self.positions, bones)
        self.straightness = np.clip(up[:, 1], 0.0, 1.0) ** 8 + 1e-3
        """The weight of each frame: frames with an upright body count."""

    def run(self) -> dict[str, Doubles]:
        self._set(HIPS, self._hips())
        for bone in BONE_PARENTS:
            if bone in self.bones and bone != HIPS:
                self._set(bone, self._bone(bone))
        return self.reference

    def _set(self, bone: str, rotation: Doubles) -> None:
        self.reference[bone] = rotation
        turns = self.motion.turns[self.bones[bone]]
        self.moved[bone] = quaternion.product(turns, quaternion.conjugate(rotation))

    def _hips(self) -> Doubles:
        left = self._in_bone(HIPS, left_direction(self.positions, self.bones))
        up = self._in_bone(HIPS, up_direction(self.positions, self.bones))
        return _aim(left, up, LEFT, UP)

    def _bone(self, bone: str) -> Doubles:
        if bone in self.ends:
            return self._align_bone(bone)
        if bone.endswith(("Foot", "Toes")):
            return self._foot(bone)
        mean = self._mean(bone, parent_bone(bone, self.bones) or HIPS)
        side = next((side for side in SIDES if is_hand(bone, side)), None)
        if side is not None and "Thumb" not in bone and not bone.endswith("Hand"):
            return self._straighten(bone, mean, OUTWARD[side])
        if bone == "head":
            return self._straighten(bone, self._mean(bone, HIPS), UP)
        return mean

    def _align_bone(self, bone: str) -> Doubles:
        """A bone with a direction, and with a joint that bends, or the mean twist of its parent."""
        goal = t_direction(bone)
        along = self._bone_direction(bone)
        parent = HIPS if bone in SPINE else self._parent(bone)
        if bone in self.axes:
            side, upper, lower = self.axes[bone]
        else:
            side, upper, lower = LEFT, "", ""
        if abs(float(side @ goal)) > 0.9:  # an arm without an elbow
            side = FRONT
        carried = self.moved[parent]
        swing = shortest_arc(quaternion.rotate(carried, goal), along)
        across = UNBENT * quaternion.rotate(quaternion.product(swing, carried), side)
        if upper:
            across = across + hinge_axes(self.positions, self.bones, self.ends, upper, lower)
        return _aim(self._in_bone(bone, along), self._in_bone(bone, across), goal, side)

    def _parent(self, bone: str) -> str:
        """The closest known ancestor bone; for arms without the shoulder, because its position varies."""
        above = parent_bone(bone, self.bones) or HIPS
        if above.endswith("Shoulder"):
            above = parent_bone(above, self.bones) or HIPS
        return above

    def _bone_direction(self, bone: str) -> Doubles:
        return unit(end_point(self.positions, self.ends[bone]) - self.positions[:, self.bones[bone]])

    def _foot(self, bone: str) -> Doubles:
        """Feet: flat while planted, and pointing to the front."""
        side = next(side for side in SIDES if bone.startswith(side))
        ankle = self.positions[:, self.bones.get(f"{side}Foot", self.bones[bone])]
        planted = find_planted(ankle, self.motion.times, self.leg)
        if bone.endswith("Toes") and f"{side}Foot" in self.moved:
            return self._mean(bone, f"{side}Foot", planted.astype(np.float64) if planted.any() else None)
        turns = self.motion.turns[self.bones[bone]]
        if not planted.any():
            planted = ankle[:, 1] <= np.percentile(ankle[:, 1], LOW_PART)
        flat = quaternion.product(quaternion.conjugate(self._headings()), turns)
        mean = _mean_rotation(flat, planted.astype(np.float64))
        toes = self.bones.get(f"{side}Toes")
        if toes is None:
            return mean
        pointing = quaternion.rotate(
            mean, self._in_bone(bone, unit(self.positions[:, toes] - self.positions[:, self.bones[bone]]))
        )
        level = unit(pointing - UP * float(pointing @ UP))
        return quaternion.product(shortest_arc(level, FRONT), mean)

    def _headings(self) -> Doubles:
        """(F, 4) rotations about the vertical from the front to where the hips face."""
        left = quaternion.rotate(self.moved[HIPS], LEFT)
        angle = np.arctan2(-left[:, 2], left[:, 0])
        return quaternion.from_axis_angle(UP, angle)

    def _mean(self, bone: str, parent: str, frames: Doubles | None = None) -> Doubles:
        """The rotation of a bone on its parent in a T-pose: the mean of the motion."""
        relative = quaternion.product(
            quaternion.conjugate(self.moved[parent]), self.motion.turns[self.bones[bone]]
        )
        weights = self.straightness if frames is None else frames.astype(np.float64)
        return _mean_rotation(relative, weights)

    def _straighten(self, bone: str, rotation: Doubles, goal: Doubles) -> Doubles:
        """The rotation corrected so that the bone points to where its only end does in a T-pose."""
        below = self.motion.children.get(self.bones[bone], ())
        if len(below) != 1:
            return rotation
        along = self.positions[:, below[0]] - self.positions[:, self.bones[bone]]
        if float(np.linalg.norm(along, axis=-1).max()) < 0.02 * self.leg:
            return rotation
        pointing = quaternion.rotate(rotation, self._in_bone(bone, unit(along)))
        return quaternion.product(shortest_arc(pointing, goal), rotation)

    def _in_bone(self, bone: str, vectors: Doubles) -> Doubles:
        """The mean of world vectors (F, 3) in the axes of a bone, a unit vector."""
        turns = self.motion.turns[self.bones[bone]]
        inside = quaternion.rotate(quaternion.conjugate(turns), vectors)
        return unit((inside * self.straightness[:, None]).sum(axis=0))


def _aim(first: Doubles, second: Doubles, to_first: Doubles, to_second: Doubles) -> Doubles:
    """The rotation that takes one direction to its goal, and another as near as possible to its own."""
    turn = shortest_arc(first, to_first)
    aside = quaternion.rotate(turn, second)
    aside = aside - to_first * float(aside @ to_first)
    goal = unit(to_second - to_first * float(to_second @ to_first))
    angle = np.arctan2(float(np.cross(aside, goal) @ to_first), float(aside @ goal))
    return quaternion.product(quaternion.from_axis_angle(to_first, angle), turn)


def _mean_rotation(rotations: Doubles, weights: Doubles) -> Doubles:
    """The rotation with the least sum of squared chords to all (Markley et al. 2007): the eigenvector of the
    sum of their outer products."""
    sums = np.einsum("f,fi,fj->ij", weights, rotations, rotations)
    _, vectors = np.linalg.eigh(sums)
    return quaternion.normalize(vectors[:, -1])
