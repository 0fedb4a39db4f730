"""The joints whose tails are inside a collider in a pose: a simulation that starts there jumps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.kernels.spring_model import Work
from pantin.kernels.spring_program import PlacedCollider
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.rig import Doubles, Pose
from pantin.springs.chains import Bone, find_chains
from pantin.springs.colliders import Profile, WorldCollider, behaviour_of, world_colliders

VISIBLE = 0.01
"""The part of its bone's length by which a tail must be pushed to count: about 0.6°, less is hard to see."""


class StartContact(NamedTuple):
    """A tail that a collider pushes: out of it, or back inside where the collider keeps tails inside.

    depth  how far, as a part of the length of the bone
    """

    spring: int
    node: int
    collider: int
    depth: float


def find_contacts(pose: Pose, profile: Profile = "spec") -> list[StartContact]:
    """The tails that colliders push visibly in a pose, each with the collider that pushes it furthest."""
    settings, bones = pose.rig.springs, find_chains(pose.rig).bones
    colliders = world_colliders(pose, profile)
    users: dict[int, list[Bone]] = {}
    for bone in bones:
        groups = settings.springs[bone.spring].groups
        for index in {item for group in groups for item in settings.groups[group].colliders}:
            users.setdefault(index, []).append(bone)
    matrices = world_transforms(pose.rig, pose)
    deepest: dict[int, StartContact] = {}
    for index, meeting in sorted(users.items()):
        depths = push_depths(colliders[index], meeting, matrices, profile)
        for bone, depth in zip(meeting, depths.tolist(), strict=True):
            known = deepest.get(bone.node)
            if depth > (VISIBLE if known is None else known.depth):
                deepest[bone.node] = StartContact(bone.spring, bone.node, index, depth)
    return list(deepest.values())


def push_depths(collider: WorldCollider, bones: list[Bone], matrices: Doubles, profile: Profile) -> Doubles:
    """How far a collider pushes the tail of each bone, as a part of the length of the bone."""
    frames = matrices[[bone.node for bone in bones]]
    heads = frames[:, :, 3]
    with np.errstate(all="ignore"):  # what is not finite is not a contact
        tails = affine.apply(frames, np.array([bone.vector for bone in bones]))
        lengths = np.sqrt(((tails - heads) ** 2).sum(1))
        scales = np.sqrt((frames[:, :, :3] ** 2).sum(1)).max(1) if profile == "scaled" else 1.0
        work = Work(external=[0.0, 0.0, 0.0])
        work.head, work.tail, work.unit = [*heads.T], [*tails.T], [*((tails - heads).T / lengths)]
        work.radius = np.array([bone.joint.hit_radius for bone in bones]) * scales
        position, direction = collider.position.tolist(), collider.direction.tolist()
        row = PlacedCollider.row(position=position, direction=direction, radius=collider.radius)
        contact = behaviour_of(collider.collider, profile).contact
        placed = PlacedCollider(np.array(row, np.float64))
        contact.push(work, placed, contact.touch(work, placed))
        depths = np.sqrt(((np.array(work.tail).T - tails) ** 2).sum(1)) / lengths
    return np.where(np.isfinite(depths), depths, 0.0)
