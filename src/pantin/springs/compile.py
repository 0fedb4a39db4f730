"""Compile the springs of a rig for the kernels: constants of joints and colliders, and the order of work."""

from __future__ import annotations

import math
from typing import Final, get_args

import numpy as np

from pantin.base.short_repr import short_value
from pantin.kernels import spring_limits
from pantin.kernels.spring_program import (
    HUGE,
    OPPOSITE,
    TINY,
    ColliderConstants,
    ColliderIndex,
    Index,
    JointConstants,
    Program,
)
from pantin.maths import quaternion
from pantin.motion import world_transforms
from pantin.rig import Collider, Doubles, Rig, SpringLimit
from pantin.springs.chains import Bone, Chains
from pantin.springs.colliders import Profile, behaviour_of, collider_constants
from pantin.springs.schedule import Schedule

LIMITS: Final = {kind: number for number, kind in enumerate(spring_limits.LIMITS, 1)}
UP: Final = np.array([0.0, 1.0, 0.0])


def compile_program(rig: Rig, chains: Chains, profile: Profile) -> Program:
    """The program of the springs that can be simulated."""
    if not isinstance(profile, str) or profile not in get_args(Profile):
        raise ValueError(f"profile must be one of {', '.join(get_args(Profile))}, not {short_value(profile)}")
    settings, bones = rig.springs, chains.bones
    lists = _ColliderLists(rig)
    centers = [settings.springs[bone.spring].center for bone in bones]
    heads = [bone.node for bone in bones]
    parents = rig.nodes.parents.tolist()
    ranges = [lists.of_spring[bone.spring] for bone in bones]
    order = Schedule(parents, heads, centers, ranges, [collider.node for collider in lists.colliders])
    nodes = order.nodes
    slots = {node: slot for slot, node in enumerate(nodes)} | {-1: len(nodes)}
    index = [
        (
            slots[bone.node],
            slots[parents[bone.node]],
            -1 if center is None else slots[center],
            entries.start,
            entries.stop,
            0 if bone.joint.limit is None else LIMITS[bone.joint.limit.kind],
            bone.node,
        )
        for bone, center, entries in zip(bones, centers, ranges, strict=True)
    ]
    return Program(
        ops=order.sequence(slots),
        levels=order.levels(slots),
        origins=np.array(nodes, np.int64),
        parents=np.array([slots[parents[node]] for node in nodes], np.int64),
        joint_index=np.array(index, np.int64).reshape(-1, len(Index)),
        joint_values=_joint_values(rig, bones, profile),
        collider_index=np.array(
            [
                (slots.get(collider.node, len(nodes)), *behaviour_of(collider, profile).numbers)
                for collider in lists.colliders
            ],
            np.int64,
        ).reshape(-1, len(ColliderIndex)),
        collider_values=np.array([collider_constants(collider) for collider in lists.colliders]).reshape(
            -1, ColliderConstants.width
        ),
        scaled=profile == "scaled",
    )


class _ColliderLists:
    """The colliders of each spring in one list; springs with the same colliders share a part of it.

    of_spring  the range of each spring
    """

    def __init__(self, rig: Rig) -> None:
        settings = rig.springs
        self.colliders: list[Collider] = []
        self.of_spring: list[range] = []
        known: dict[tuple[int, ...], range] = {}
        for spring in settings.springs:
            indices = tuple(index for group in spring.groups for index in settings.groups[group].colliders)
            if indices not in known:
                start = len(self.colliders)
                self.colliders += [settings.colliders[index] for index in indices]
                known[indices] = range(start, len(self.colliders))
            self.of_spring.append(known[indices])


def _joint_values(rig: Rig, bones: tuple[Bone, ...], profile: Profile) -> Doubles:
    """The constants of every joint, in the columns of `JointConstants`."""
    joints = [bone.joint for bone in bones]
    values = np.zeros((len(bones), JointConstants.width))
    if not bones:
        return values
    rest = quaternion.normalize(rig.rest_pose().rotations[[bone.node for bone in bones]])
    vectors = np.array([bone.direct if profile == "univrm" else bone.vector for bone in bones])
    axes = unit_directions(vectors)
    with np.errstate(over="ignore"):  # the kernels ignore an infinite force
        power = np.array([joint.gravity_power for joint in joints])[:, None]
        gravity = np.array([joint.gravity_dir for joint in joints], np.float64) * power
    for field, column in (
        (JointConstants.rest_rows, quaternion.to_matrix(rest).reshape(-1, 9)),
        (JointConstants.vector, vectors),
        (JointConstants.direction, axes),
        (JointConstants.rest_rotation, rest),
        (JointConstants.stiffness, [joint.stiffness for joint in joints]),
        (JointConstants.inertia, [1.0 - joint.drag for joint in joints]),
        (JointConstants.gravity, gravity),
        (JointConstants.hit_radius, [joint.hit_radius for joint in joints]),
        (JointConstants.fixed_length, rest_lengths(rig, bones) if profile == "univrm" else -1.0),
        (JointConstants.across, perpendicular_axes(axes)),
    ):
        values[:, field.columns] = column
    for row, joint in enumerate(joints):
        if joint.limit is not None:
            _set_limit(values[row], joint.limit, axes[row])
    return values


def unit_directions(vectors: Doubles) -> Doubles:
    """Unit vectors along (J, 3) vectors; +Y for a zero vector, which the kernels never rotate."""
    with np.errstate(over="ignore"):  # a vector whose length overflows counts as zero too
        sizes = np.sqrt(vectors[:, 0] ** 2 + vectors[:, 1] ** 2 + vectors[:, 2] ** 2)[:, None]
    long = (sizes >= TINY) & (sizes < HUGE)
    return np.asarray(np.where(long, vectors / np.where(long, sizes, 1.0), UP))


def perpendicular_axes(axes: Doubles) -> Doubles:
    """Axes perpendicular to (J, 3) axes, for the half turn between opposite directions (as in three.js)."""
    x, y, z = axes.T
    none = np.zeros(len(axes))
    wide = (np.abs(x) > np.abs(z))[:, None]
    return np.where(wide, np.stack([-y, x, none], 1), np.stack([none, -z, y], 1))


def _set_limit(row: Doubles, limit: SpringLimit, axis: Doubles) -> None:
    """Cosine and sine of both angles, and the limit's space in that of the head (draft, "limit space")."""
    pitch, yaw = min(limit.angle, math.pi), min(limit.yaw, math.pi / 2)
    space = quaternion.to_matrix(quaternion.product(rotation_from_up(axis), limit.rotation))
    row[JointConstants.pitch.columns] = math.cos(pitch), math.sin(pitch)
    row[JointConstants.yaw.columns] = math.cos(yaw), math.sin(yaw)
    row[JointConstants.limit_space.columns] = space.reshape(-1)


def rotation_from_up(axis: Doubles) -> Doubles:
    """The shortest rotation from +Y to a direction; half a turn about X for −Y."""
    x, y, z = axis.tolist()
    if 1.0 + y < OPPOSITE:
        return np.array([1.0, 0.0, 0.0, 0.0])
    return quaternion.normalize([z, 0.0, -x, 1.0 + y])


def rest_lengths(rig: Rig, bones: tuple[Bone, ...]) -> Doubles:
    """Lengths as UniVRM sets them at its start: the tail's own translation times its scale in the world; 0
    where that overflows.
    """
    nodes = [bone.node if bone.tail is None else bone.tail for bone in bones]
    with np.errstate(over="ignore", invalid="ignore"):
        scales = np.sqrt((world_transforms(rig)[nodes][:, :, :3] ** 2).sum(1))
        sizes = np.sqrt(((np.array([bone.direct for bone in bones]) * scales) ** 2).sum(1))
    return np.asarray(np.where(sizes < HUGE, sizes, 0.0))
