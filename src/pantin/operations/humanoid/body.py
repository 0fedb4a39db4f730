"""`Body`: a rig as a humanoid at rest: its axes, and how its arms differ from a T-pose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import permutations, product

import numpy as np

from pantin.maths import affine, quaternion
from pantin.motion import world_transforms
from pantin.operations.humanoid.bone_map import BoneMap
from pantin.operations.humanoid.shape import unit
from pantin.rig import Doubles, Pose, Rig

HIPS = "hips"
SIDES = ("left", "right")
HALF_TURN = np.array([0.0, 1.0, 0.0, 0.0])
IDENTITY = np.array(quaternion.IDENTITY)

ON_GROUND = 0.25
"""How far the feet may be from height 0 for that to be the ground, as a part of the height of the hips above
the feet."""


@dataclass(frozen=True, eq=False, slots=True)
class Body:
    """A rig as a humanoid.

    bones      node of each bone
    local      (n, 4) local rotations at rest
    transforms (n, 3, 4) world transforms at rest
    axes       the rotation A from the axes of the rig to those of VRM: +X left, +Y up, +Z front
    arms       the rotation T of each bone of the arms, in the axes of the rig, from rest to a T-pose
    height     of the hips above the ground at rest
    ground     height of the ground
    """

    rig: Rig
    bones: Mapping[str, int]
    local: Doubles
    transforms: Doubles
    axes: Doubles
    arms: Mapping[str, Doubles]
    height: float
    ground: float
    _world: dict[int, Doubles] = field(default_factory=dict)

    def path(self, node: int) -> list[int]:
        """The ancestors of a node from the root, and the node."""
        found = [node]
        while self.rig.nodes.parents[found[-1]] >= 0:
            found.append(int(self.rig.nodes.parents[found[-1]]))
        return found[::-1]

    def world(self, node: int) -> Doubles:
        """The rotation of a node in the world at rest: rotations multiplied down the tree, without scale."""
        if node < 0:
            return IDENTITY
        if node not in self._world:
            for each in self.path(node):
                if each not in self._world:
                    above = self.world(int(self.rig.nodes.parents[each]))
                    self._world[each] = quaternion.normalize(quaternion.product(above, self.local[each]))
        return self._world[node]

    @property
    def up(self) -> Doubles:
        """The direction up, in the axes of the rig."""
        return quaternion.rotate(quaternion.conjugate(self.axes), np.array([0.0, 1.0, 0.0]))

    def straight(self, bone: str) -> Doubles:
        """The rotation T of a bone from rest to a T-pose."""
        return self.arms.get(bone, IDENTITY)

    def parent_transform(self, node: int) -> Doubles:
        """The world transform of the parent at rest."""
        parent = int(self.rig.nodes.parents[node])
        return affine.identity(3) if parent < 0 else self.transforms[parent]

    def into_parent(self, node: int) -> Doubles:
        """The transform from the world to the space of the parent at rest. Raises `ValueError` where a scale
        of zero leaves none."""
        inverse, singular = affine.invert(self.parent_transform(node))
        if singular.any():
            name = self.rig.nodes.names[node]
            raise ValueError(f"node {name!r} ({node}) cannot be moved: a node above it has a scale of zero")
        return inverse


def make_body(rig: Rig, bones: BoneMap, rest: Pose | None = None) -> Body:
    """The body of a rig; `rest` is the pose to take as its T-pose, the rest pose of the rig by default.

    A file that declares its bones (VRM, VRM animation) rests in a T-pose with known axes. Of any other, the
    axes and the directions of the arms are measured.
    """
    pose = rig.rest_pose() if rest is None else rest
    transforms = world_transforms(rig, pose)
    positions = transforms[:, :, 3]
    local = quaternion.normalize(pose.rotations)
    if bones.declared:
        back = rig.character is not None and rig.character.faces_back
        axes, arms = (HALF_TURN if back else IDENTITY), dict[str, Doubles]()
    else:
        axes = measure_axes(bones.nodes, positions)
        arms = measure_arms(bones.nodes, positions, axes)
    height, ground = _height(bones, quaternion.rotate(axes, positions)[:, 1])
    return Body(rig, bones.nodes, local, transforms, axes, arms, height, ground)


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


def measure_arms(bones: Mapping[str, int], positions: Doubles, axes: Doubles) -> dict[str, Doubles]:
    """For upper and lower arms the smallest rotation from their direction at rest to the side. Hands and
    fingers take that of the lower arm: at rest they keep their place on it."""
    found: dict[str, Doubles] = {}
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        outward = quaternion.rotate(quaternion.conjugate(axes), np.array([sign, 0.0, 0.0]))
        turn = IDENTITY
        for bone, following in (("UpperArm", "LowerArm"), ("LowerArm", "Hand")):
            if {side + bone, side + following} <= bones.keys():
                along = positions[bones[side + following]] - positions[bones[side + bone]]
                turn = shortest_arc(along, outward)
            if side + bone in bones:
                found[side + bone] = turn
        for bone in bones:
            if bone.startswith(side) and bone.endswith(
                ("Hand", "Proximal", "Intermediate", "Distal", "Metacarpal")
            ):
                found[bone] = turn
    return found


def shortest_arc(start: Doubles, end: Doubles) -> Doubles:
    """The smallest rotation (…, 4) from one direction (…, 3) to another; opposite ones turn about any axis
    at a right angle, and a direction without length does not turn."""
    a, b = unit(start), unit(end)
    cosine = (a * b).sum(axis=-1)
    axis = np.cross(a, b)
    least = np.eye(3)[np.abs(a).argmin(axis=-1)]
    opposite = cosine < -1.0 + 1e-12
    axis = np.where(opposite[..., None], unit(np.cross(a, least)), axis)
    real = np.where(opposite, 0.0, 1.0 + cosine)
    return quaternion.normalize(np.concatenate([axis, real[..., None]], axis=-1))


def _height(bones: BoneMap, heights: Doubles) -> tuple[float, float]:
    """The height of the hips at rest above the ground, and the height of the ground.

    The ground is at 0. Where feet are far from it and nothing declares the pose (a BVH file whose root has no
    offset, a model about its own centre), it is at the lowest foot.
    """
    if HIPS not in bones.nodes:
        return 0.0, 0.0
    hips = float(heights[bones.nodes[HIPS]])
    feet = [
        bones.nodes[side + role] for side in SIDES for role in ("Foot", "Toes") if side + role in bones.nodes
    ]
    if bones.declared or not feet:
        return hips, 0.0
    lowest = float(heights[feet].min())
    standing = hips > 0 and abs(lowest) <= ON_GROUND * (hips - lowest)
    return (hips, 0.0) if standing else (hips - lowest, lowest)


def hip_ratio(source: Body, target: Body) -> float:
    """The ratio of the heights of the hips; 1 where one of them is not positive."""
    return target.height / source.height if source.height > 0 and target.height > 0 else 1.0
