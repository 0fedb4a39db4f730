"""The direction of a bone: the joint at its end, and its direction in a T-pose."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

import numpy as np

from pantin.motion import world_transforms
from pantin.rig import Doubles, Rig

HIPS = "hips"
SIDES = ("left", "right")
SPINE = ("spine", "chest", "upperChest", "neck")
"""The bones of the spine that point up, the first ones first; those that a rig lacks are skipped."""

LEFT, UP, FRONT = np.eye(3)
"""The axes of VRM."""

OUTWARD = {"left": LEFT, "right": -LEFT}

COINCIDENT = 0.01
"""Joints that are nearer than this part of the length of a leg are at the same place: such a bone has no
direction (CMU's chest ends where its neck begins)."""

_LIMBS = {
    "UpperArm": ("LowerArm", "Hand"),
    "LowerArm": ("Hand",),
    "UpperLeg": ("LowerLeg", "Foot"),
    "LowerLeg": ("Foot",),
}


def directed_bones(bones: Collection[str]) -> list[str]:
    """The bones that keep their directions in a motion, parents first."""
    limbs = [side + role for side in SIDES for role in _LIMBS]
    return [bone for bone in (*SPINE, *limbs) if bone in bones]


def t_direction(bone: str) -> Doubles:
    """Where a directed bone points in a T-pose, in the axes of VRM."""
    if bone in SPINE:
        return UP
    side = next(side for side in SIDES if bone.startswith(side))
    return -UP if bone.endswith("Leg") else OUTWARD[side]


def bone_ends(
    rig: Rig, bones: Mapping[str, int], shared: Collection[str] | None = None
) -> dict[str, tuple[int, ...]]:
    """For each directed bone the node at its end: the next bone, preferably one in both rigs, so that the
    part between two bones points the same way in both. Where no bone follows (legs without feet), the nodes
    below it, at their mean. Bones without a length are not listed."""
    positions = world_transforms(rig)[:, :, 3]
    least = COINCIDENT * leg_length(rig, bones)
    ends_of = {}
    for bone in directed_bones(bones):
        following = _next_bones(bone)
        known = [each for each in following if each in bones and (shared is None or each in shared)]
        known = known or [each for each in following if each in bones]
        below = np.flatnonzero(rig.nodes.parents == bones[bone]).tolist()
        ends = (bones[known[0]],) if known else tuple(below)
        if ends and max(path_length(rig, bones[bone], end, positions) for end in ends) > least:
            ends_of[bone] = ends
    return ends_of


def _next_bones(bone: str) -> tuple[str, ...]:
    if bone in SPINE:
        return (*SPINE[SPINE.index(bone) + 1 :], "head")
    side = next(side for side in SIDES if bone.startswith(side))
    return tuple(side + role for role in _LIMBS[bone.removeprefix(side)])


def path_length(rig: Rig, start: int, end: int, positions: Doubles) -> float:
    """The length of the joints from one node down to another, which no pose changes; the distance at rest
    where the second is not below the first."""
    path = [end]
    while path[-1] != start and rig.nodes.parents[path[-1]] >= 0:
        path.append(int(rig.nodes.parents[path[-1]]))
    if path[-1] != start:
        path = [end, start]
    return float(np.linalg.norm(np.diff(positions[path], axis=0), axis=1).sum())


def leg_length(rig: Rig, bones: Mapping[str, int]) -> float:
    """The length of a leg from the hip to the ankle, the mean of both sides; 0 where a rig has no legs."""
    positions = world_transforms(rig)[:, :, 3]
    lengths = []
    for side in SIDES:
        joints = [bones[side + role] for role in ("UpperLeg", "LowerLeg", "Foot") if side + role in bones]
        if len(joints) > 1 and f"{side}UpperLeg" in bones:
            steps = pairwise(joints)
            lengths.append(sum(path_length(rig, start, end, positions) for start, end in steps))
            if f"{side}Foot" not in bones:
                lengths[-1] += _below_length(rig, joints[-1], positions)
    return float(np.mean(lengths)) if lengths else 0.0


def _below_length(rig: Rig, node: int, positions: Doubles) -> float:
    below = np.flatnonzero(rig.nodes.parents == node)
    lengths = np.linalg.norm(positions[below] - positions[node], axis=1)
    return float(lengths.max(initial=0.0))


def end_point(positions: Doubles, ends: tuple[int, ...]) -> Doubles:
    """The mean of nodes at positions (…, n, 3)."""
    return np.asarray(positions[..., list(ends), :].mean(axis=-2))


def unit(vectors: Doubles) -> Doubles:
    """Vectors (…, 3) of length 1; those of length 0 stay."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))
