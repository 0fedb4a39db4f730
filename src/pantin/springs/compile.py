"""A rig's springs as a program for the kernels: constants of joints and colliders, and the order of work."""

from __future__ import annotations

import math
from typing import Final, get_args

import numpy as np

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
from pantin.rig import Collider, Doubles, Limit, Rig
from pantin.springs import colliders
from pantin.springs.chains import Bone, Chains
from pantin.springs.colliders import Profile
from pantin.springs.schedule import Schedule

LIMITS: Final = {kind: number for number, kind in enumerate(spring_limits.LIMITS, 1)}
UP: Final = np.array([0.0, 1.0, 0.0])


def program(rig: Rig, chains: Chains, profile: Profile) -> Program:
    """The program of the springs that can be simulated."""
    if profile not in get_args(Profile):
        raise ValueError(f"profile is {profile!r}, none of {', '.join(get_args(Profile))}")
    settings, bones = rig.springs, chains.bones
    lists = _Lists(rig)
    centers = [settings.springs[bone.spring].center for bone in bones]
    heads = [bone.node for bone in bones]
    above = rig.nodes.parents.tolist()
    met = [lists.of_spring[bone.spring] for bone in bones]
    order = Schedule(above, heads, centers, met, [one.node for one in lists.colliders])
    nodes = order.nodes
    slots = {node: slot for slot, node in enumerate(nodes)} | {-1: len(nodes)}
    index = [
        (
            slots[bone.node],
            slots[above[bone.node]],
            -1 if center is None else slots[center],
            entries.start,
            entries.stop,
            0 if bone.joint.limit is None else LIMITS[bone.joint.limit.kind],
            bone.node,
        )
        for bone, center, entries in zip(bones, centers, met, strict=True)
    ]
    return Program(
        ops=order.sequence(slots),
        levels=order.levels(slots),
        origins=np.array(nodes, np.int64),
        parents=np.array([slots[above[node]] for node in nodes], np.int64),
        joint_index=np.array(index, np.int64).reshape(-1, len(Index)),
        joint_values=_joint_values(rig, bones, profile),
        collider_index=np.array(
            [
                (slots.get(one.node, len(nodes)), *colliders.behaviour(one, profile).numbers)
                for one in lists.colliders
            ],
            np.int64,
        ).reshape(-1, len(ColliderIndex)),
        collider_values=np.array([colliders.constants(one) for one in lists.colliders]).reshape(
            -1, ColliderConstants.width
        ),
        scaled=profile == "scaled",
    )


class _Lists:
    """The colliders of each spring side by side; springs that meet the same ones share a list.

    of_spring  where the colliders of each spring are
    """

    def __init__(self, rig: Rig) -> None:
        settings = rig.springs
        self.colliders: list[Collider] = []
        self.of_spring: list[range] = []
        known: dict[tuple[int, ...], range] = {}
        for spring in settings.springs:
            met = tuple(one for group in spring.groups for one in settings.groups[group].colliders)
            if met not in known:
                start = len(self.colliders)
                self.colliders += [settings.colliders[one] for one in met]
                known[met] = range(start, len(self.colliders))
            self.of_spring.append(known[met])


def _joint_values(rig: Rig, bones: tuple[Bone, ...], profile: Profile) -> Doubles:
    """The constants of every joint, in the columns of `JointConstants`."""
    joints = [bone.joint for bone in bones]
    values = np.zeros((len(bones), JointConstants.width))
    if not bones:
        return values
    rest = quaternion.normalize(rig.rest_pose().rotations[[bone.node for bone in bones]])
    vectors = np.array([bone.direct if profile == "univrm" else bone.vector for bone in bones])
    axes = directions(vectors)
    with np.errstate(over="ignore"):  # an infinite force has no direction: the kernels keep the old one
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
        (JointConstants.across, across(axes)),
    ):
        values[:, field.columns] = column
    for at, joint in enumerate(joints):
        if joint.limit is not None:
            _set_limit(values[at], joint.limit, axes[at])
    return values


def directions(vectors: Doubles) -> Doubles:
    """Unit vectors along (J, 3) vectors; +Y where one has no length, which the kernels never turn."""
    with np.errstate(over="ignore"):  # one too long to measure has no direction either
        sizes = np.sqrt(vectors[:, 0] ** 2 + vectors[:, 1] ** 2 + vectors[:, 2] ** 2)[:, None]
    long = (sizes >= TINY) & (sizes < HUGE)
    return np.asarray(np.where(long, vectors / np.where(long, sizes, 1.0), UP))


def across(axes: Doubles) -> Doubles:
    """Axes at right angles to (J, 3), for the half turn between opposite directions (as three.js chooses)."""
    x, y, z = axes.T
    none = np.zeros(len(axes))
    wide = (np.abs(x) > np.abs(z))[:, None]
    return np.where(wide, np.stack([-y, x, none], 1), np.stack([none, -z, y], 1))


def _set_limit(row: Doubles, limit: Limit, axis: Doubles) -> None:
    """Cosine and sine of both angles, and the limit's space in that of the head (draft, "limit space")."""
    pitch, yaw = min(limit.angle, math.pi), min(limit.yaw, math.pi / 2)
    space = quaternion.to_matrix(quaternion.product(from_up(axis), limit.rotation))
    row[JointConstants.pitch.columns] = math.cos(pitch), math.sin(pitch)
    row[JointConstants.yaw.columns] = math.cos(yaw), math.sin(yaw)
    row[JointConstants.limit_space.columns] = space.reshape(-1)


def from_up(axis: Doubles) -> Doubles:
    """The shortest turn from +Y to a direction; half a turn about X to -Y."""
    x, y, z = axis.tolist()
    if 1.0 + y < OPPOSITE:
        return np.array([1.0, 0.0, 0.0, 0.0])
    return quaternion.normalize([z, 0.0, -x, 1.0 + y])


def rest_lengths(rig: Rig, bones: tuple[Bone, ...]) -> Doubles:
    """Lengths as UniVRM fixes them when it starts: the tail's own translation times its scale in the world.

    One too long to measure is none.
    """
    places = [bone.node if bone.tail is None else bone.tail for bone in bones]
    with np.errstate(over="ignore", invalid="ignore"):
        scales = np.sqrt((rest_world(rig)[places][:, :, :3] ** 2).sum(1))
        sizes = np.sqrt(((np.array([bone.direct for bone in bones]) * scales) ** 2).sum(1))
    return np.asarray(np.where(sizes < HUGE, sizes, 0.0))


def rest_world(rig: Rig) -> Doubles:
    """The world map of every node at rest."""
    from pantin.motion import world

    placed: Doubles = world(rig.rest_pose())
    return placed
